package jsonata

import (
	"reflect"
	"testing"
	"unicode/utf8"
)

// withoutRanges sets all ranges of a tree to zero.
func withoutRanges(n Node) Node {
	Walk(n, func(n Node) bool {
		v := reflect.ValueOf(n).Elem()
		v.FieldByName("Range").SetZero()
		if at := v.FieldByName("At"); at.IsValid() {
			at.SetZero()
		}
		if s, ok := n.(*Sort); ok {
			for i := range s.Terms {
				s.Terms[i].Range = Range{}
			}
		}
		return true
	})
	return n
}

// sources are expressions of every kind. The text is as Print writes it.
var sources = []string{
	"1", "-1", "1.5e+30", `"a\n\"b\""`, "true", "null", "/a[/]b\\//im",
	"a", "`a b`", "`true`", "``", "$", "$$", "$x", "*", "**", "%", "a.%.b", "`and`", "`in`",
	"a.b.c", "a[0].b[x = 1][]", "a[]", "$x[0][1]", "a{k: v}.b", "a.b{k: $sum(v), \"l\": 1}", "(a.b)[0]",
	"a^(>b, c).d", "a@$x.b#$i[$x = $i]", "a.*.**[type = \"home\"]", "a.(b; c)",
	"[]", "[1, 2..3, [a]]", "{}", `{"a": 1, b: {"c": null}}`, "()", "(a)", "($x := 1; $x + 1)",
	"1 + 2 * 3", "(1 + 2) * 3", "1 - (2 - 3)", "1 - 2 - 3", "-a.b", "-(-1)", "-a{b: c}", "a & b & c", "a % b / c",
	"a = b and c != d or e in f", "a < b", "a ?? b + 1", "a ?: b", "(a ?? b) + 1",
	"a ? b : c", "a ? b", "a ? b : c ? d : e", "a ? (b ? c) : d", "(a ? b : c).d", "a or b ? c : d",
	"$x := $y := 1", "($x := 1) + 2", "a ~> $f ~> $g(1)", "$f(?, 1)", "$f()(1)", "a.$f(b)",
	"function($a, $b){$a + $b}", "function($a)<n-:n>{$a}", "function(){a ? b}", "(function($x){$x})(1)",
	"|a.b|{\"c\": 1}|", "|a|b, [\"c\"]|", "a ~> |b|{}, \"c\"|",
}

func TestPrint(t *testing.T) {
	t.Parallel()
	for _, text := range sources {
		tree, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := Print(tree); got != text {
			t.Errorf("%s is printed as %s", text, got)
		}
	}
}

func FuzzPrint(f *testing.F) {
	for _, text := range sources {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := Parse(text)
		if err != nil || !utf8.ValidString(text) { // other bytes are printed as U+FFFD
			return
		}
		printed := Print(tree)
		again, err := Parse(printed)
		if err != nil {
			t.Fatalf("%q is printed as %q: %v", text, printed, err)
		}
		if !reflect.DeepEqual(withoutRanges(tree), withoutRanges(again)) {
			t.Fatalf("%q is printed as %q, which is another tree", text, printed)
		}
	})
}
