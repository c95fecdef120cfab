package source

import (
	"strings"
	"testing"
)

// TestYAMLFaults has mistakes that the library notices at another line than that of the fault: one problem each, at the
// fault, with the remedy.
func TestYAMLFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"a:\n  b: [1, 2\n  c: d\ne: f\n", `2:6-7 syntax: the list is not closed (add ']')`},
		{"a:\n  b: {x: 1\n  c: d\ne: f\n", `2:6-7 syntax: the mapping is not closed (add '}')`},
		{"a:\n  b: c\n    d: e\nf: g\n", `3:5-6 syntax: the key "d" is indented deeper than the key above it, which has a value (indent it by 2 columns, as line 2)`},
		{"a:\n- b: c\n    d: e\n", `3:5-6 syntax: the key "d" is indented deeper than the key above it, which has a value (indent it by 2 columns, as line 2)`},
		{"a:\n    b: c\n   d: e\n", `3:4-5 syntax: invalid indentation of 3 columns (indent it by 4 columns, as line 2, or by 0 columns, as line 1)`},
		{"a: b: c\n", `1:5-6 syntax: unexpected ':' (put a text that contains ': ' in quotes)`},
		{"a: \"b\nc: d\n", `1:4-5 syntax: the text in quotes is not closed (add the closing quote)`},
	} {
		_, got := parse(YAML, test.text)
		if joined := strings.Join(got, "; "); joined != test.want {
			t.Errorf("%q: got %s, want %s", test.text, joined, test.want)
		}
	}
}
