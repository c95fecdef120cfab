package run

import (
	"slices"
	"strings"
	"testing"
)

func TestPrintedLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("ä", mostPrintedRunes)
	for _, test := range []struct {
		stderr string
		want   []string
	}{
		{"", nil},
		{"\n \r\n", nil},
		{"one\r\n\n  two", []string{"one", "  two"}},
		{"a\xffb\n", []string{"a\ufffdb"}},
		{long + "\n" + long + "x\n", []string{long, long + "…"}},
		{strings.Repeat("x\n", 10) + "\n", slices.Repeat([]string{"x"}, 10)},
		{strings.Repeat("x\n", 11), append(slices.Repeat([]string{"x"}, 10), "…")},
	} {
		if got := printedLines(test.stderr); !slices.Equal(got, test.want) {
			t.Errorf("%q: %q instead of %q", test.stderr, got, test.want)
		}
	}
}
