package iso8601

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	sosodev "github.com/sosodev/duration"
)

func TestParseDuration(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text string
		want Duration
		// canonical is what String makes of it; empty if it is the text.
		canonical string
	}{
		{"PT0S", Duration{}, ""},
		{"P0D", Duration{}, "PT0S"},
		{"PT30S", Duration{Clock: 30 * time.Second}, ""},
		{"PT1M30S", Duration{Clock: 90 * time.Second}, ""},
		{"PT90S", Duration{Clock: 90 * time.Second}, "PT1M30S"},
		{"PT36H", Duration{Clock: 36 * time.Hour}, ""},
		{"P1Y2M3W4DT5H6M7.5S", Duration{1, 2, 3, 4, 5*time.Hour + 6*time.Minute + 7500*time.Millisecond}, ""},
		{"P1M", Duration{Months: 1}, ""},
		{"PT1M", Duration{Clock: time.Minute}, ""},
		{"P2W", Duration{Weeks: 2}, ""},
		{"PT0.5S", Duration{Clock: 500 * time.Millisecond}, ""},
		{"PT0,5S", Duration{Clock: 500 * time.Millisecond}, "PT0.5S"},
		{"PT0.000000001S", Duration{Clock: 1}, ""},
		{"PT0.0000000019S", Duration{Clock: 1}, "PT0.000000001S"},
		{"PT9000000000.123456789S", Duration{Clock: 9000000000*time.Second + 123456789}, "PT2500000H0.123456789S"},
		{"PT0.1H", Duration{Clock: 6 * time.Minute}, "PT6M"},
		{"PT0.333333333333333333333333H", Duration{Clock: 20*time.Minute - 1}, "PT19M59.999999999S"},
		{"P1.5D", Duration{Days: 1, Clock: 12 * time.Hour}, "P1DT12H"},
		{"P0.5W", Duration{Clock: 84 * time.Hour}, "PT84H"},
		{"P0.5M", Duration{Clock: 360 * time.Hour}, "PT360H"},
		{"P1.25Y", Duration{Years: 1, Months: 3}, "P1Y3M"},
		{"P0.125Y", Duration{Months: 1, Clock: 360 * time.Hour}, "P1MT360H"},
		{"P007D", Duration{Days: 7}, "P7D"},
		{"P99999999Y99999999M", Duration{Years: 99999999, Months: 99999999}, ""},
		{"PT9223372036S", Duration{Clock: 9223372036 * time.Second}, "PT2562047H47M16S"},
		{"PT9223372036.854775807S", Duration{Clock: math.MaxInt64}, "PT2562047H47M16.854775807S"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			got, err := ParseDuration(test.text)
			if err != nil || got != test.want {
				t.Fatalf("got %+v, %v, want %+v", got, err, test.want)
			}
			canonical := test.canonical
			if canonical == "" {
				canonical = test.text
			}
			if got.String() != canonical {
				t.Errorf("printed as %s, want %s", got, canonical)
			}
		})
	}
}

func TestParseDurationErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text       string
		start, end int
		message    string
	}{
		{"", 0, 0, `an empty text is not a duration; one looks like "PT30S"`},
		{"P", 0, 1, `the duration "P" has no parts; one looks like "PT30S"`},
		{"PT", 1, 2, `no hours, minutes or seconds follow "T"`},
		{"P1DT", 3, 4, `no hours, minutes or seconds follow "T"`},
		{"30", 0, 0, `the duration "30" does not start with "P"`},
		{"pt5s", 0, 0, `the duration "pt5s" does not start with "P"`},
		{"-PT5S", 0, 1, "a duration has no sign"},
		{"+PT5S", 0, 1, "a duration has no sign"},
		{"P-5D", 1, 2, `expected a number, found "-"`},
		{"PT5", 2, 3, `the number "5" has no unit after it`},
		{"PT5.", 3, 4, `no digits follow "."`},
		{"PT.5S", 2, 3, `expected a number, found "."`},
		{"PT5s", 3, 4, `invalid unit "s"; expected Y, M, W, D, or H, M, S after T`},
		{"P5é", 2, 4, `invalid unit "é"; expected Y, M, W, D, or H, M, S after T`},
		{"P5S", 2, 3, `seconds (S) must come after "T"`},
		{"P1H", 2, 3, `hours (H) must come after "T"`},
		{"PT1D", 3, 4, `days (D) must come before "T"`},
		{"PT1H2H", 5, 6, "duplicate hours (H)"},
		{"P1D1D", 4, 5, "duplicate days (D)"},
		{"P1M1M", 4, 5, "duplicate months (M)"},
		{"PT1S1M", 5, 6, "minutes (M) must come before seconds"},
		{"P1D2Y", 4, 5, "years (Y) must come before days"},
		{"PT1HT1M", 4, 5, `expected a number, found "T"`},
		{"P1.5DT1H", 1, 6, "only the last part of a duration may have a fraction"},
		{"PT1.5H30M", 2, 6, "only the last part of a duration may have a fraction"},
		{"P100000000D", 1, 11, `"100000000D" is too large for a duration`},
		{"PT9223372036.854775808S", 2, 23, `"9223372036.854775808S" is too large for a duration`},
		{"PT2562047H48M", 10, 13, `"48M" is too large for a duration`},
		{"PT99999999999999999999S", 2, 23, `"99999999999999999999S" is too large for a duration`},
		{"PT5S ", 4, 5, `expected a number, found " "`},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			_, err := ParseDuration(test.text)
			var at *Error
			if !errors.As(err, &at) {
				t.Fatalf("got %v, want an *Error", err)
			}
			if *at != (Error{test.start, test.end, test.message}) {
				t.Errorf("got %d-%d %s\nwant %d-%d %s", at.Start, at.End, at.Message, test.start, test.end, test.message)
			}
		})
	}
}

// FuzzParseDuration checks that every text is read or refused, that what is read prints and reads back the same, and
// that a library of the field reads the same fields.
func FuzzParseDuration(f *testing.F) {
	for _, seed := range []string{
		"PT0S", "P1Y2M3W4DT5H6M7.5S", "P0.1Y", "PT0,5S", "P", "PT", "P1DT", "PT1H1H", "P99999999W", "PT9223372036.9S", "-P1D",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDuration(text)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Start < 0 || at.Start > at.End || at.End > len(text) || at.Message == "" {
				t.Fatalf("%q: bad error %#v", text, err)
			}
			return
		}
		if again, err := ParseDuration(d.String()); err != nil || again != d {
			t.Fatalf("%q prints as %s, which reads as %+v, %v", text, d, again, err)
		}
		start := time.Date(2025, 1, 31, 0, 0, 0, 0, time.UTC)
		if d.AddTo(start).Before(start) {
			t.Fatalf("%q goes back in time, to %v", text, d.AddTo(start))
		}
		other, err := sosodev.Parse(strings.ReplaceAll(text, ",", "."))
		if err != nil {
			t.Fatalf("%q is refused elsewhere: %v", text, err)
		}
		// The sums are compared and not the fields, since a float64 rounds 0.99999999999999999 weeks to one.
		const month = 30 * 86400.0
		got := float64(d.Years*12+d.Months)*month + float64(d.Weeks*7+d.Days)*86400 + d.Clock.Seconds()
		want := (other.Years*12+other.Months)*month + (other.Weeks*7+other.Days)*86400 +
			other.Hours*3600 + other.Minutes*60 + other.Seconds
		// Each of the seven parts may be rounded by a nanosecond.
		if math.Abs(got-want) > 1e-9*math.Max(1, want)+7e-9 {
			t.Fatalf("%q is %+v here and %+v elsewhere", text, d, *other)
		}
	})
}
