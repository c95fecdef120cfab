package iso8601

import (
	"errors"
	"testing"
	"time"
)

func TestParseInstant(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z"},
		{"2025-01-01T09:30:00+01:00", "2025-01-01T08:30:00Z"},
		{"2025-01-01T00:30:00-05:30", "2025-01-01T06:00:00Z"},
		{"2025-01-01T00:00:00-00:00", "2025-01-01T00:00:00Z"},
		{"2025-01-01T00:00:00.25Z", "2025-01-01T00:00:00.25Z"},
		{"2025-01-01T00:00:00.1234567899Z", "2025-01-01T00:00:00.123456789Z"},
		{"2024-02-29T23:59:59Z", "2024-02-29T23:59:59Z"},
		{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
		{"9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"},
	}
	for _, test := range tests {
		got, err := ParseInstant(test.text)
		if err != nil || got.Format(time.RFC3339Nano) != test.want || got.Location() != time.UTC {
			t.Errorf("%s: got %v, %v, want %s", test.text, got, err, test.want)
		}
	}
}

func TestParseInstantErrors(t *testing.T) {
	t.Parallel()
	const example = `; an instant looks like "2025-01-01T00:00:00Z"`
	tests := []struct {
		text       string
		start, end int
		message    string
	}{
		{"", 0, 0, `incomplete instant ""` + example},
		{"2025-01-01", 10, 10, `incomplete instant "2025-01-01"` + example},
		{"2025-01-01T00:00Z", 16, 17, `expected ":", found "Z" in "2025-01-01T00:00Z"` + example},
		{"2025-01-01t00:00:00Z", 10, 11, `expected "T", found "t" in "2025-01-01t00:00:00Z"` + example},
		{"tomorrow", 0, 1, `expected a digit, found "t" in "tomorrow"` + example},
		{"2025-é1-01T00:00:00Z", 5, 7, `expected a digit, found "é" in "2025-é1-01T00:00:00Z"` + example},
		{"2025-13-01T00:00:00Z", 5, 7, "the month 13 is not between 01 and 12"},
		{"2025-00-01T00:00:00Z", 5, 7, "the month 00 is not between 01 and 12"},
		{"2025-02-29T00:00:00Z", 8, 10, "the day 29 is not between 01 and 28"},
		{"2025-01-01T24:00:00Z", 11, 13, "the hour 24 is not between 00 and 23"},
		{"2025-01-01T00:60:00Z", 14, 16, "the minute 60 is not between 00 and 59"},
		{"2016-12-31T23:59:60Z", 17, 19, "the second 60 is not between 00 and 59"},
		{"2025-01-01T00:00:00", 19, 19, `an instant needs an offset from UTC: "Z" or an offset such as "+01:00"`},
		{"2025-01-01T00:00:00.Z", 19, 20, `no digits follow the "." of the seconds`},
		{"2025-01-01T00:00:00,5Z", 19, 22, `invalid offset from UTC ",5Z"; expected "Z" or an offset such as "+01:00"`},
		{"2025-01-01T00:00:00z", 19, 20, `invalid offset from UTC "z"; expected "Z" or an offset such as "+01:00"`},
		{"2025-01-01T00:00:00+0100", 19, 24, `invalid offset from UTC "+0100"; expected "Z" or an offset such as "+01:00"`},
		{"2025-01-01T00:00:00+24:00", 19, 25, `invalid offset from UTC "+24:00"; expected "Z" or an offset such as "+01:00"`},
		{"2025-01-01T00:00:00ZZ", 19, 21, `invalid offset from UTC "ZZ"; expected "Z" or an offset such as "+01:00"`},
	}
	for _, test := range tests {
		_, err := ParseInstant(test.text)
		var at *Error
		if !errors.As(err, &at) || *at != (Error{test.start, test.end, test.message}) {
			t.Errorf("%q:\ngot  %+v\nwant %d-%d %s", test.text, at, test.start, test.end, test.message)
		}
	}
}

// FuzzParseInstant checks that every text is read or refused, and that what is read is what the standard library reads.
func FuzzParseInstant(f *testing.F) {
	for _, seed := range []string{"2025-01-01T00:00:00Z", "2025-01-01T09:30:00.25+01:00", "2025-01-01", "2016-12-31T23:59:60Z"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseInstant(text)
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || at.Start < 0 || at.Start > at.End || at.End > len(text) {
				t.Fatalf("%q: bad error %#v", text, err)
			}
			return
		}
		want, err := time.Parse(time.RFC3339, text)
		if err != nil || !got.Equal(want) {
			t.Fatalf("%q: got %v, want %v, %v", text, got, want, err)
		}
	})
}
