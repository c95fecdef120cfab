package sw

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
)

// TestCronNext finds the instants of cron expressions, and nothing between them.
func TestCronNext(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		cron  string
		zone  *time.Location
		after string
		want  []string
	}{
		{"0 9 8 * *", time.UTC, "2025-01-08T09:00:00Z", []string{"2025-02-08T09:00:00Z", "2025-03-08T09:00:00Z"}},
		{"0 9 8 * *", time.UTC, "2025-01-08T08:59:59.5Z", []string{"2025-01-08T09:00:00Z"}},
		{"*/20 * * * *", time.UTC, "2025-12-31T23:40:00Z", []string{"2026-01-01T00:00:00Z", "2026-01-01T00:20:00Z"}},
		{"15 0 0/6 * * ?", time.UTC, "2025-01-01T17:00:00Z", []string{"2025-01-01T18:00:15Z", "2025-01-02T00:00:15Z"}},
		{"0 0 29 FEB *", time.UTC, "2025-01-01T00:00:00Z", []string{"2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z"}},
		{"0 0 29 FEB *", time.UTC, "1896-03-01T00:00:00Z", []string{"1904-02-29T00:00:00Z"}},
		{"0 0 13 * FRI", time.UTC, "2025-06-12T00:00:00Z", []string{"2025-06-13T00:00:00Z", "2025-06-20T00:00:00Z", "2025-06-27T00:00:00Z", "2025-07-04T00:00:00Z", "2025-07-11T00:00:00Z", "2025-07-13T00:00:00Z"}},
		{"0 7 * * *", berlin, "2025-03-29T00:00:00Z", []string{"2025-03-29T06:00:00Z", "2025-03-30T05:00:00Z"}},
		{"30 2 * * *", berlin, "2025-03-29T12:00:00Z", []string{"2025-03-31T00:30:00Z"}}, // there is no such time on the 30th
	} {
		table, wrong := parseCron(test.cron)
		if wrong != nil {
			t.Fatalf("%s: %v", test.cron, wrong)
		}
		at := instant(t, test.after)
		for _, want := range test.want {
			next, ok := table.next(at.In(test.zone))
			if !ok || next.UTC().Format(time.RFC3339) != want || !table.due(next) {
				t.Errorf("%s behind %s: %s, %v, want %s", test.cron, at, next, ok, want)
				break
			}
			at = next
		}
	}
}

// TestWithin holds intervals to when they are open. One without a start is so from the beginning of the run.
func TestWithin(t *testing.T) {
	t.Parallel()
	const since = "2025-01-01T00:00:00Z"
	for text, want := range map[string]map[string]bool{
		"2025-01-01T09:00:00Z/2025-01-01T17:00:00Z": {"2025-01-01T08:59:59Z": false, "2025-01-01T09:00:00Z": true, "2025-01-01T17:00:00Z": false},
		"2025-01-01T09:00:00Z/PT1H":                 {"2025-01-01T09:59:59Z": true, "2025-01-01T10:00:00Z": false},
		"PT1H":                                      {"2025-01-01T00:00:00Z": true, "2025-01-01T00:59:59Z": true, "2025-01-01T01:00:00Z": false},
		"P1D/2025-01-01T02:00:00Z":                  {"2025-01-01T01:00:00Z": true, "2025-01-01T02:00:00Z": false},
		"PT1H/2025-01-01T02:00:00Z":                 {"2025-01-01T01:00:00Z": false},
	} {
		i, err := iso8601.ParseInterval(text)
		if err != nil {
			t.Fatal(err)
		}
		for at, open := range want {
			if within(&i, instant(t, at), instant(t, since)) != open {
				t.Errorf("%s at %s is not %v", text, at, open)
			}
		}
	}
}

func instant(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
