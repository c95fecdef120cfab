package graph

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		limit int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"äöüß", 4, "äöüß"},
		{"äöüßx", 4, "äöü…"},
		{"ab cd", 4, "ab…"},
		{"ab", 0, "…"},
		{"", 0, ""},
	}
	for _, test := range tests {
		if got := (texts{symbolsOf(false)}).cut(test.text, test.limit); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                      "",
		"$.a == 1 and $.b == 2":                 "$.a == 1 and $.b == 2",
		"1 $.valid == true and $.total <= 1000": "1 $.valid == true\nand $.total <= 1000",
		"$.name == 'black and white' or $.x == 12":             "$.name == 'black and white'\nor $.x == 12",
		`$.name == "it's" and $.second == "that's"`:            "$.name == \"it's\"\nand $.second == \"that's\"",
		"$.a is one of the words that stand here and $.b":      "$.a is one of the words that stand\nhere\nand $.b",
		"$.unbreakable.path.that.is.longer.than.one.line == 1": "$.unbreakable.path.that.is.longer.than.one.line\n== 1",
	} {
		if got := wrap(text); got != want {
			t.Errorf("wrap(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzWrap(f *testing.F) {
	for _, seed := range []string{"a and b or c", `"x and y" and 'z'`, "  ", " and ", "\\", `"\" and "`, "\xff and \xfe"} {
		f.Add(seed, 10)
	}
	f.Fuzz(func(t *testing.T, text string, limit int) {
		text = oneLine(text)
		if got := oneLine(wrap(text)); got != text {
			t.Errorf("wrap(%q) changes the text to %q", text, got)
		}
		limit = max(1, min(limit, 200))
		cut := texts{symbolsOf(false)}.cut(text, limit)
		if utf8.RuneCountInString(cut) > limit || !strings.HasPrefix(text, strings.TrimSuffix(cut, "…")) {
			t.Errorf("cut(%q, %d) = %q", text, limit, cut)
		}
	})
}
