package iso8601

import (
	"errors"
	"testing"
	"time"
)

func TestParseRepeating(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text    string
		repeats int
		length  string
		fault   string // the bytes at fault, where there is a mistake
	}{
		{"PT2M", -1, "PT2M", ""},
		{"R/PT2M", -1, "PT2M", ""},
		{"R5/PT2M", 5, "PT2M", ""},
		{"R0/P1DT1H", 0, "P1DT1H", ""},
		{"R5", 0, "", "R5"},
		{"R-1/PT2M", 0, "", "-1"},
		{"R99999999999/PT2M", 0, "", "99999999999"},
		{"R5/PT2X", 0, "", "X"},
		{"R5/R5/PT2M", 0, "", ""},
		{"", 0, "", ""},
	} {
		repeats, length, err := ParseRepeating(test.text)
		if test.length != "" {
			if err != nil || repeats != test.repeats || length != test.length {
				t.Errorf("%q: %d, %q, %v", test.text, repeats, length, err)
			}
			continue
		}
		var mistake *Error
		if !errors.As(err, &mistake) || test.text[mistake.Start:mistake.End] != test.fault {
			t.Errorf("%q: %+v, want %q at fault", test.text, err, test.fault)
		}
	}
}

func TestParseInterval(t *testing.T) {
	t.Parallel()
	day := func(n int) time.Time { return time.Date(2020, 3, n, 0, 0, 0, 0, time.UTC) }
	for _, test := range []struct {
		text  string
		want  Interval
		fault string
	}{
		{"2020-03-01T00:00:00Z/2020-03-03T01:00:00+01:00", Interval{Start: day(1), End: day(3)}, ""},
		{"2020-03-01T00:00:00Z/P1W", Interval{Start: day(1), End: day(8)}, ""},
		{"P2D/2020-03-05", Interval{End: day(5), Length: Duration{Days: 2}}, ""},
		{"P2D", Interval{Length: Duration{Days: 2}}, ""},
		{"2020-03-01/2020-03-01T00:00", Interval{Start: day(1), End: day(1)}, ""},
		{"2020-03-02/2020-03-01", Interval{}, "2020-03-02/2020-03-01"},
		{"P1D/P1D", Interval{}, "P1D/P1D"},
		{"2020-03-01", Interval{}, "2020-03-01"},
		{"R3/P1D", Interval{}, "R3"},
		{"2020-03-01/P1X", Interval{}, "X"},
		{"2020-13-01T00:00:00Z/P1D", Interval{}, "13"},
		{"P1D/2020-03-01T00:61:00Z", Interval{}, "61"},
		{"2020-03-01/P1D/P1D", Interval{}, "/"},
	} {
		got, err := ParseInterval(test.text)
		if test.fault == "" {
			if err != nil || !got.Start.Equal(test.want.Start) || !got.End.Equal(test.want.End) || got.Length != test.want.Length {
				t.Errorf("%q: %+v, %v", test.text, got, err)
			}
			continue
		}
		var mistake *Error
		if !errors.As(err, &mistake) || test.text[mistake.Start:mistake.End] != test.fault {
			t.Errorf("%q: %+v, want %q at fault", test.text, err, test.fault)
		}
	}
}

func FuzzInterval(f *testing.F) {
	for _, s := range []string{"PT2M", "R5/PT2M", "2020-03-01T00:00:00Z/P1W", "P2D/2020-03-05", "2020-03-01/2020-03-01T00:00", "R/", "/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		_, _, first := ParseRepeating(s)
		_, second := ParseInterval(s)
		for _, err := range []error{first, second} {
			var mistake *Error
			if err != nil && (!errors.As(err, &mistake) || mistake.Start < 0 || mistake.End < mistake.Start || mistake.End > len(s)) {
				t.Errorf("%q: %+v", s, err)
			}
		}
	})
}
