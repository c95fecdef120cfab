package iso8601

import (
	"math"
	"testing"
	"time"
)

func TestAddTo(t *testing.T) {
	t.Parallel()
	tests := []struct{ start, duration, want string }{
		{"2025-01-31T12:30:00Z", "P1M", "2025-02-28T12:30:00Z"},
		{"2024-01-31T12:30:00Z", "P1M", "2024-02-29T12:30:00Z"},
		{"2024-02-29T00:00:00Z", "P1Y", "2025-02-28T00:00:00Z"},
		{"2024-02-29T00:00:00Z", "P4Y", "2028-02-29T00:00:00Z"},
		{"2025-11-30T00:00:00Z", "P3M", "2026-02-28T00:00:00Z"},
		{"2025-12-31T23:59:59.5Z", "PT0.5S", "2026-01-01T00:00:00Z"},
		{"2025-01-31T00:00:00Z", "P1M1D", "2025-03-01T00:00:00Z"},
		{"2025-01-01T00:00:00Z", "P10Y", "2035-01-01T00:00:00Z"},
		{"2025-01-01T00:00:00Z", "P2W", "2025-01-15T00:00:00Z"},
		{"2025-01-01T00:00:00Z", "P200000D", "2572-08-01T00:00:00Z"},
		{"2025-01-01T00:00:00Z", "PT0S", "2025-01-01T00:00:00Z"},
	}
	for _, test := range tests {
		t.Run(test.start+" "+test.duration, func(t *testing.T) {
			t.Parallel()
			start, err := ParseInstant(test.start)
			if err != nil {
				t.Fatal(err)
			}
			d, err := ParseDuration(test.duration)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.AddTo(start).Format(time.RFC3339Nano); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A day is 24 hours even where clocks are changed, and the location stays.
func TestAddToKeepsLocation(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 3600)
	got := Duration{Months: 1, Days: 1}.AddTo(time.Date(2025, 1, 31, 0, 30, 0, 0, zone))
	if want := time.Date(2025, 3, 1, 0, 30, 0, 0, zone); !got.Equal(want) || got.Location() != zone {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFormat(t *testing.T) {
	t.Parallel()
	tests := []struct {
		d             time.Duration
		format, human string
	}{
		{0, "PT0S", "0 s"},
		{1, "PT0.000000001S", "1 ns"},
		{1500, "PT0.0000015S", "1.5 µs"},
		{250 * time.Millisecond, "PT0.25S", "250 ms"},
		{1500 * time.Microsecond, "PT0.0015S", "1.5 ms"},
		{999999999, "PT0.999999999S", "999.999 ms"},
		{7500 * time.Millisecond, "PT7.5S", "7.5 s"},
		{10 * time.Second, "PT10S", "10 s"},
		{90 * time.Second, "PT1M30S", "1 min 30 s"},
		{60*time.Second + 1, "PT1M0.000000001S", "1 min"},
		{61500 * time.Millisecond, "PT1M1.5S", "1 min 1.5 s"},
		{2 * time.Hour, "PT2H", "2 h"},
		{2*time.Hour + 5*time.Minute, "PT2H5M", "2 h 5 min"},
		{2*time.Hour + 5*time.Minute + 59*time.Second, "PT2H5M59S", "2 h 5 min"},
		{2*time.Hour + 5*time.Second, "PT2H5S", "2 h 5 s"},
		{24 * time.Hour, "P1D", "1 d"},
		{26 * time.Hour, "P1DT2H", "1 d 2 h"},
		{720 * time.Hour, "P30D", "30 d"},
		{-90 * time.Second, "-PT1M30S", "-1 min 30 s"},
		{math.MaxInt64, "P106751DT23H47M16.854775807S", "106751 d 23 h"},
		{math.MinInt64, "-P106751DT23H47M16.854775808S", "-106751 d 23 h"},
	}
	for _, test := range tests {
		if got := Format(test.d); got != test.format {
			t.Errorf("Format(%d) is %s, want %s", test.d, got, test.format)
		}
		if got := Human(test.d); got != test.human {
			t.Errorf("Human(%d) is %s, want %s", test.d, got, test.human)
		}
	}
}

// FuzzFormat checks that what Format prints is read back to the same length.
func FuzzFormat(f *testing.F) {
	f.Add(int64(0))
	f.Add(int64(90 * time.Second))
	f.Add(int64(math.MaxInt64))
	f.Fuzz(func(t *testing.T, n int64) {
		Human(time.Duration(n))
		text := Format(time.Duration(n))
		if n < 0 {
			return
		}
		d, err := ParseDuration(text)
		if err != nil {
			t.Fatalf("%d: %s: %v", n, text, err)
		}
		if got := time.Duration(d.Days)*day + d.Clock; got != time.Duration(n) {
			t.Fatalf("%d: %s reads as %d", n, text, got)
		}
	})
}

func BenchmarkParseDuration(b *testing.B) {
	for b.Loop() {
		if _, err := ParseDuration("P1Y2M3DT4H5M6.789S"); err != nil {
			b.Fatal(err)
		}
	}
}
