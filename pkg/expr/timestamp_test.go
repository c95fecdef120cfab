package expr_test

import (
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
)

func TestParseTimestamp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{ // want is "" for what is refused
		{"2016-03-14T01:59:00Z", "2016-03-14T01:59:00Z"},
		{"2016-03-14T03:59:00+02:00", "2016-03-14T01:59:00Z"},
		{"2016-03-14T03:59:00-23:59", "2016-03-15T03:58:00Z"},
		{"2016-03-14T01:59:00-00:00", "2016-03-14T01:59:00Z"},
		{"2016-03-14T01:59:00.5Z", "2016-03-14T01:59:00.5Z"},
		{"2016-03-14T01:59:00.123456789987Z", "2016-03-14T01:59:00.123456789Z"},
		{"2016-03-14T01:59:00.000000+00:00", "2016-03-14T01:59:00Z"},
		{"2016-02-29T00:00:00Z", "2016-02-29T00:00:00Z"},
		{"0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"},
		{"2015-02-29T00:00:00Z", ""},
		{"2016-13-05T21:29:29Z", ""},
		{"2016-00-05T21:29:29Z", ""},
		{"2016-04-31T21:29:29Z", ""},
		{"2016-04-00T21:29:29Z", ""},
		{"2016-12-31T24:00:00Z", ""},
		{"2016-12-31T23:60:00Z", ""},
		{"2016-12-31T23:59:60Z", ""},
		{"2016-12-05 21:29:29Z", ""},
		{"2016-12-05t21:29:29Z", ""},
		{"2016-12-05T21:29:29z", ""},
		{"2016-12-05T21:29:29", ""},
		{"2026-11-20T10:32:41.000000", ""},
		{"2016-12-05T21:29:29.Z", ""},
		{"2016-12-05T21:29:29,5Z", ""},
		{"2016-12-05T21:29:29+0200", ""},
		{"2016-12-05T21:29:29+24:00", ""},
		{"2016-12-05T21:29:29+02:60", ""},
		{"2016-12-05T21:29Z", ""},
		{"2016-12-05", ""},
		{"05-12-2016T21:29:29Z", ""},
		{"2016-12-05T21:29:29Z ", ""},
		{" 2016-12-05T21:29:29Z", ""},
		{"+2016-12-05T21:29:29Z", ""},
		{"", ""},
	} {
		got, ok := expr.ParseTimestamp(c.text)
		switch {
		case ok != (c.want != ""):
			t.Errorf("%s: %v", c.text, ok)
		case ok && (got.Format(time.RFC3339Nano) != c.want || got.Location() != time.UTC):
			t.Errorf("%s is %s, want %s", c.text, got.Format(time.RFC3339Nano), c.want)
		}
	}
}

// FuzzParseTimestamp holds it against package time: what it takes is the same instant there, and what package time
// would write itself is taken.
func FuzzParseTimestamp(f *testing.F) {
	for _, seed := range []string{
		"2016-03-14T01:59:00Z", "2016-03-14T03:59:00.123+02:00", "2015-02-29T00:00:00Z", "2016-12-31T23:59:60Z",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := expr.ParseTimestamp(s)
		want, err := time.Parse(time.RFC3339Nano, s)
		if ok && (err != nil || !got.Equal(want)) {
			t.Errorf("%q is %v, want %v, %v", s, got, want, err)
		}
		if _, offset := want.Zone(); !ok && err == nil && want.Format(time.RFC3339Nano) == s && offset%3600 == 0 &&
			offset > -86400 && offset < 86400 {
			t.Errorf("%q is refused", s)
		}
	})
}
