package iso8601

import (
	"strings"
	"testing"
	"time"
)

func TestParseWritten(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		want Duration
	}{
		{"0", Duration{}},
		{"3s", Duration{Clock: 3 * time.Second}},
		{"1h30m", Duration{Clock: 90 * time.Minute}},
		{"2d", Duration{Days: 2}},
		{"1w2d3h4m5s6ms7us8ns", Duration{Weeks: 1, Days: 2, Clock: 3*time.Hour + 4*time.Minute + 5*time.Second + 6007008}},
		{"1.5s", Duration{Clock: 1500 * time.Millisecond}},
		{"0.25d", Duration{Clock: 6 * time.Hour}},
		{"90m", Duration{Clock: 90 * time.Minute}},
		{"PT1H30M", Duration{Clock: 90 * time.Minute}},
		{"P1M", Duration{Months: 1}},
		{"PT1.2096e+06S", Duration{Clock: 336 * time.Hour}},
	} {
		if got, err := ParseWritten(test.text); err != nil || got != test.want {
			t.Errorf("%s is %+v (%v), want %+v", test.text, got, err, test.want)
		}
	}
	for text, want := range map[string]string{
		"":                       "the duration is empty",
		"5":                      `invalid duration "5"`,
		"s":                      `invalid duration "s"`,
		"-3s":                    `invalid duration "-3s"`,
		"3 s":                    `invalid duration "3 s"`,
		"3s1h":                   `unknown or misplaced unit "h"`,
		"1s2s":                   `unknown or misplaced unit "s"`,
		"2y":                     `unknown or misplaced unit "y"`,
		"1.s":                    `"1." is not a number`,
		".5s":                    `".5" is not a number`,
		"1.2.3s":                 `"1.2.3" is not a number`,
		"99999999999999999999s":  "it is too long",
		"2147483647h2147483647m": "it is too long",
		"PT":                     "",
	} {
		if _, err := ParseWritten(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// FuzzWritten checks that no text crashes the reader, and that no length is negative.
func FuzzWritten(f *testing.F) {
	f.Add("1h30m")
	f.Add("P1Y")
	f.Add("1.5d")
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := ParseWritten(text); err == nil && (d.Clock < 0 || d.Weeks < 0 || d.Days < 0) {
			t.Errorf("%q is negative: %+v", text, d)
		}
	})
}
