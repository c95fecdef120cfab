package expr_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// references are reference paths, with the names and indexes of their steps.
var references = []struct {
	text  string
	steps []any
}{
	{"$", nil},
	{"$.store.book", []any{"store", "book"}},
	{`$.store\.book`, []any{"store.book"}},
	{`$.\stor\e.boo\k`, []any{"store", "book"}},
	{`$.foo.\.bar`, []any{"foo", ".bar"}},
	{`$.foo\@bar.baz\[\[.\?pretty`, []any{"foo@bar", "baz[[", "?pretty"}},
	{`$.&Ж中.\uD800\uDF46`, []any{"&Ж中", "𐍆"}},
	{`$.\u0041\u00e9\uD800\uDF46x\uDF46`, []any{"Aé𐍆x\ufffd"}},
	{`$.a\u00`, []any{"au00"}},
	{`$.a\\.b\ c`, []any{`a\`, "b c"}},
	{`$.\é\*\,`, []any{"é*,"}},
	{"$.ledgers.branch[0].pending.count", []any{"ledgers", "branch", 0, "pending", "count"}},
	{"$.ledgers[0][22][315].foo", []any{"ledgers", 0, 22, 315, "foo"}},
	{"$['store']['book']", []any{"store", "book"}},
	{`$["store"][0]['it\'s']`, []any{"store", 0, "it's"}},
	{"$['a,b:c?@*']", []any{"a,b:c?@*"}},
	{"$.error-info", []any{"error-info"}},
	{"$$.Execution.Input", []any{"Execution", "Input"}},
	{"$name.a", []any{"a"}},
}

func TestParseReference(t *testing.T) {
	t.Parallel()
	for _, c := range references {
		p, err := expr.ParseReference(source.Plain(c.text, 0))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		var got []any
		for _, s := range p.Steps {
			switch s.Kind {
			case expr.StepChild:
				got = append(got, s.Name)
			case expr.StepIndex:
				got = append(got, s.Index)
			default:
				t.Errorf("%s: a step of kind %v", c.text, s.Kind)
			}
		}
		if diff := cmp.Diff(c.steps, got); diff != "" || !p.Definite {
			t.Errorf("%s: %s", c.text, diff)
		}
		again, err := expr.ParseReference(source.Plain(p.String(), 0))
		if err != nil {
			t.Errorf("%s: %v", p, err)
		} else if diff := cmp.Diff(p, again, alike()...); diff != "" {
			t.Errorf("%s reads again as something else: %s", c.text, diff)
		}
	}
}

func TestParseReferenceErrors(t *testing.T) {
	t.Parallel()
	const several = " can select several values, but a reference path selects one"
	for _, c := range []struct{ text, message, help string }{
		{"$«..»a", "`..`" + several, "name each level, as in `$.a.b`"},
		{"$.a«..»", "`..`" + several, "name each level, as in `$.a.b`"},
		{"$.«*»", "`*`" + several, "name the member or the item"},
		{"$.a[«*»]", "`*`" + several, "name the member or the item"},
		{"$.a«*»", "`*`" + several, "write `\\*` for the character itself"},
		{"$.a[0«,»1]", "`,`" + several, ""},
		{"$['a'«,»'b']", "`,`" + several, ""},
		{"$.a«,»b", "`,`" + several, "write `\\,` for the character itself"},
		{"$.a[0«:»1]", "`:`" + several, ""},
		{"$.a[«:»1]", "`:`" + several, ""},
		{"$.a«:»b", "`:`" + several, "write `\\:` for the character itself"},
		{"$.a[0«..»1]", "`..`" + several, ""},
		{"$.a[«?»(@.b)]", "`?`" + several, ""},
		{"$.a«?»", "`?` is not allowed in a reference path, which has no filters", "write `\\?` for the character itself"},
		{"$.«@»type", "`@` is not allowed in a reference path, which has no filters", "write `\\@` for the character itself"},
		{"$.length«(»)", "`(` is not allowed in a reference path, which has neither functions nor filters",
			"write `\\(` for the character itself"},
		{"$.a[«-1»]", "an index of a reference path cannot be negative", ""},
		{"$.a[«@»]", "expected a name in quotes or an index, found `@`", ""},
		{"$.a« »b", "expected `.` or `[` after `$.a`, found a blank", "write a name with spaces as ['two words']"},
		{"«a».b", "a path must start with `$`, found `a`", "write `$.a.b`"},
		{"$.a«.»", "expected a name after `.`", ""},
		{"$.a«\\»", "unexpected end of the path after `\\`", "write `\\\\` for a backslash"},
	} {
		checkMistake(t, expr.ParseReference, c.text, c.message, c.help)
	}
}
