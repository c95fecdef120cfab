package expr_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// paths are texts that can be read, with their canonical form.
var paths = []struct {
	text, canonical string
	definite        bool
}{
	{"$", "$", true},
	{"$$", "$$", true},
	{"$.a.b", "$.a.b", true},
	{"$.error-info", "$.error-info", true},
	{"$.&Ж中", "$['&Ж中']", true},
	{"$.Ж中", "$.Ж中", true},
	{"$.dc:title", "$['dc:title']", true},
	{"$.@type", "$['@type']", true},
	{"$.0", "$.0", true},
	{"$['a'][\"b\"]", "$.a.b", true},
	{"$['a b']", "$['a b']", true},
	{`$["it's"]`, `$['it\'s']`, true},
	{`$['a\n\u0041\'']`, `$['a\nA\'']`, true},
	{"$['']", "$['']", true},
	{`$['\b\f\r\t\x7f\u12']`, `$['\u0008\u000c\u000d\tx7fu12']`, true},
	{"$['a\x7f']", `$['a\u007f']`, true},
	{`$.store\.book`, "$['store.book']", true},
	{`$.\stor\e.boo\k`, "$.store.book", true},
	{`$.\uD800\uDF46`, "$.𐍆", true},
	{`$.\uD800x`, "$.\ufffdx", true},
	{`$.\user`, "$.user", true},
	{"$[0]", "$[0]", true},
	{"$[ 0 ]", "$[0]", true},
	{"$.[0].[1]", "$[0][1]", true},
	{"$[-1]", "$[-1]", true},
	{"$['a','b']", "$['a','b']", false},
	{"$[ 'a' , \"b\" ]", "$['a','b']", false},
	{"$[0,2]", "$[0,2]", false},
	{"$[1:3]", "$[1:3]", false},
	{"$[:2]", "$[:2]", false},
	{"$[-2:]", "$[-2:]", false},
	{"$[:]", "$[:]", false},
	{"$[::2]", "$[::2]", false},
	{"$[ 1 : 3 : -1 ]", "$[1:3:-1]", false},
	{"$.a[0..1]", "$.a[0:2]", false},
	{"$[-2..-1]", "$[-2:]", false},
	{"$.*", "$[*]", false},
	{"$.a[*].b", "$.a[*].b", false},
	{"$..a", "$..a", false},
	{"$..*", "$..[*]", false},
	{"$..[0]", "$..[0]", false},
	{"$..['a b']", "$..['a b']", false},
	{"$[?(@.age > 18)]", "$[?(@.age > 18)]", false},
	{"$.[?(@.age  > 18)]", "$[?(@.age > 18)]", false},
	{"$[?(@.status=0)]", "$[?(@.status == 0)]", false},
	{"$[?(@.veggieLike)]", "$[?(@.veggieLike)]", false},
	{"$[?( @.a=='x'&&!(@.b)||@.c=~/re/i )]", "$[?((@.a == 'x' && !@.b) || @.c =~ /(?i)re/)]", false},
	{"$[?(@.a == 'x' and not @.b or @.c)]", "$[?((@.a == 'x' && !@.b) || @.c)]", false},
	{"$[?(@.a && (@.b || @.c))]", "$[?(@.a && (@.b || @.c))]", false},
	{"$[?(!(@.a == 1))]", "$[?(!(@.a == 1))]", false},
	{"$[?(!@.a == 1)]", "$[?(!(@.a == 1))]", false},
	{"$[?(@.a in ['x', 1.50, true, null])]", "$[?(@.a in ['x',1.5,true,null])]", false},
	{"$[?(@.a nin [])]", "$[?(@.a nin [])]", false},
	{"$[?(@.a in $.allowed)]", "$[?(@.a in $.allowed)]", false},
	{"$[?(18 <= @.age)]", "$[?(18 <= @.age)]", false},
	{`$[?(@.a != "it's")]`, `$[?(@.a != 'it\'s')]`, false},
	{"$[?(@.a[?(@.b == $$.c)])]", "$[?(@.a[?(@.b == $$.c)])]", false},
	{"$[?(@ > -1.5e3)]", "$[?(@ > -1500)]", false},
	{"$[?(true)]", "$[?(true)]", false},
	{`$[?(@.a =~ /a\/b\\/)]`, `$[?(@.a =~ /a\/b\\/)]`, false},
	{"$[?(@.a.length() > 2)]", "$[?(@.a.length() > 2)]", false},
	{"$[?(@['a)'] == 1)]", "$[?(@['a)'] == 1)]", false},
	{"$.phoneNumbers.length()", "$.phoneNumbers.length()", true},
	{"$..price.max( )", "$..price.max()", true},
	{"$..*.sum()", "$..[*].sum()", true},
	{"$.length", "$.length", true},
	{"$$.Execution.Id", "$$.Execution.Id", true},
	{"$name", "$name", true},
	{"$größe_2.field[0]", "$größe_2.field[0]", true},
	{"$name[*]", "$name[*]", false},
}

func TestParsePath(t *testing.T) {
	t.Parallel()
	for _, c := range paths {
		p, err := expr.ParsePath(source.Plain(c.text, 7))
		if err != nil {
			t.Errorf("%s: %v at %v", c.text, err, err.Span)
			continue
		}
		if got := p.String(); got != c.canonical {
			t.Errorf("%s prints as %s, want %s", c.text, got, c.canonical)
		}
		if p.Definite != c.definite {
			t.Errorf("%s: definite is %v", c.text, p.Definite)
		}
		if want := (source.Span{Start: 7, End: 7 + len(c.text)}); p.Span != want || p.Text != c.text {
			t.Errorf("%s: span %v and text %q", c.text, p.Span, p.Text)
		}
		again, err := expr.ParsePath(source.Plain(c.canonical, 0))
		if err != nil {
			t.Errorf("%s: %v", c.canonical, err)
		} else if diff := cmp.Diff(p, again, alike()...); diff != "" {
			t.Errorf("%s reads again as something else: %s", c.text, diff)
		}
	}
}

func TestPathRoots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		root expr.Root
		name string
	}{
		{"$", expr.RootInput, ""}, {"$$.a", expr.RootContext, ""}, {"$x.a", expr.RootVar, "x"}, {"$.x", expr.RootInput, ""},
	} {
		if p := path(t, c.text); p.Root != c.root || p.Name != c.name {
			t.Errorf("%s: root %v, name %q", c.text, p.Root, p.Name)
		}
	}
}

// TestSpans cuts what each span names out of the text.
func TestSpans(t *testing.T) {
	t.Parallel()
	const text = `$.a..b[ 'c' ][0..1].[?(!@.d == 'x' && $.e in [1,2])].max()`
	cut := func(s source.Span) string { return text[s.Start-10 : s.End-10] }
	p, err := expr.ParsePath(source.Plain(text, 10))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range p.Steps {
		got = append(got, cut(s.Span))
	}
	want := []string{".a", "..", "b", "[ 'c' ]", "[0..1]", ".[?(!@.d == 'x' && $.e in [1,2])]", ".max()"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	and := p.Steps[5].Filter.(*expr.Logic)
	not := and.Operands[0].(*expr.Not)
	first, second := not.Operand.(*expr.Compare), and.Operands[1].(*expr.Compare)
	got = nil
	for _, x := range []expr.Expr{and, not, first, first.Left, first.Right, second, second.Left, second.Right} {
		got = append(got, cut(x.Range()))
	}
	want = []string{
		"!@.d == 'x' && $.e in [1,2]", "!@.d == 'x'", "@.d == 'x'", "@.d", "'x'", "$.e in [1,2]", "$.e", "[1,2]",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// mistakes are texts that cannot be read as a path, with the part that is at fault between « and ».
var mistakes = []struct{ text, message, help string }{
	{"«»", "the path is empty; it must start with `$`", "write `$` for the whole input"},
	{"«a».b", "a path must start with `$`, found `a`", "write `$.a.b`"},
	{"«.»a", "a path must start with `$`, found `.`", "write `$.a`"},
	{"« »$.a", "a path must start with `$`, found a blank", "remove the spaces before `$`"},
	{"«@».a", "a path must start with `$`, found `@`", "`@` is only valid in a filter; write `$.a`"},
	{"$«.»", "expected a name after `.`", ""},
	{"$[?(@.a empty «5»)]", "expected true or false after `empty`, found `5`", ""},
	{"$[?(5 «size» 2)]", "`size` needs a path before it", "write the path first, as in @.items size …"},
	{"$[?(@.a.length() «size» 2)]", "`size` needs a path before it", "write the path first, as in @.items size …"},
	{"$[?(@.a anyof «3»)]", "expected a list, found `3`", "write the values as ['a','b']"},
	{"$[?(@.a subsetof «[»1", "the bracket `[` is not closed", "add `]`"},
	{"$.a«.»", "expected a name after `.`", ""},
	{"$«..»", "expected a name after `..`", ""},
	{"$..«.»a", "expected a name or `[` after `..`, found another `.`", ""},
	{"$.«]»", "expected a name after `.`, found `]`", ""},
	{"$.«'»a'", "expected a name after `.`, found `'`", "write a quoted name in brackets: ['name']"},
	{"$.a« »b", "expected `.` or `[` after `$.a`, found a blank", "write a name with spaces as ['two words']"},
	{"$.a«,»b", "expected `.` or `[` after `$.a`, found `,`", "write several names as ['a','b']"},
	{"$.a«*»", "expected `.` or `[` after `$.a`, found `*`",
		"`.*` selects all members; write a name with a star as ['a*']"},
	{"$.a«\x01»", "expected `.` or `[` after `$.a`, found the control character U+0001", ""},
	{"$.a«]»", "expected `.` or `[` after `$.a`, found `]`", ""},
	{"$$«a».b", "expected `.` or `[` after `$$`, found `a`", "write `$$.a.b`"},
	{"$«1».b", "expected `.` or `[` after `$`, found `1`", "write `$.1.b`"},
	{"$«{»a}", "expected `.` or `[` after `$`, found `{`", ""},
	{"«{»a}", "a path must start with `$`, found `{`", ""},
	{"$name«-»x", "expected `.` or `[` after `$name`, found `-`", ""},
	{"$.a«\\»", "unexpected end of the path after `\\`", "write `\\\\` for a backslash"},
	{"$«[»", "the bracket `[` is not closed", "add `]`"},
	{"$«[»0", "the bracket `[` is not closed", "add `]`"},
	{"$«[»'a'", "the bracket `[` is not closed", "add `]`"},
	{"$[«'»a]", "the quote ' is not closed", "add '"},
	{"$«[]»", "the brackets `[]` are empty", "write [0] for the first item, [*] for all"},
	{"$[«name»]", "the name `name` in brackets has no quotes", "write ['name']"},
	{"$[«(»@.length-1)]", "scripts in brackets are not supported",
		"write [-1] for the last item, [?(…)] for a filter"},
	{"$[«.»a]", "expected a name in quotes, an index, a slice, `*` or a filter, found `.`", ""},
	{"$['a',«0»]", "expected a name in quotes after `,`, found `0`", ""},
	{"$[0,«'»a']", "expected an index, found `'`", ""},
	{"$[0«x»]", "expected `]`, found `x`", ""},
	{"$[-«]»", "expected an index, found `]`", ""},
	{"$[«1234567890123456»]", "an index has at most 15 digits", ""},
	{"$[1:2:«0»]", "a slice cannot advance by 0", ""},
	{"$[1:2:3«:»]", "expected `]`, found `:`", ""},
	{"$.«foo»()", "unknown function `foo`", "use one of avg, first, keys, last, length, max, min, stddev, sum"},
	{"$.a.«lenght»()", "unknown function `lenght`", "did you mean `length()`?"},
	{"$.a.«size»()", "unknown function `size`", "did you mean `length()`?"},
	{"$..«sum()»", "a function needs values, and `..` alone selects none", "write `..*.sum()`"},
	{"$.«average»()", "unknown function `average`", "did you mean `avg()`?"},
	{"$.«Total»()", "unknown function `Total`", "did you mean `sum()`?"},
	{"$.«maxx»()", "unknown function `maxx`", "did you mean `max()`?"},
	{"$.length(«»", "expected `)`, found the end of the path", ""},
	{"$.length(«1»)", "expected `)`, found `1`", "`length()` takes no arguments"},
	{"$.length()«.»a", "`.length()` must be the end of the path, found `.`", ""},
	{"$.length()«x»", "`.length()` must be the end of the path, found `x`", ""},
	{"$[?«@».a]", "expected `(` after `?`, found `@`", "write a filter as [?(@.name == 'value')]"},
	{"$[?«(»@.a", "the parenthesis `(` is not closed", "add `)`"},
	{"$[?(@.a)«)»]", "expected `]`, found `)`", ""},
	{"$[?(@.a «x»)]", "expected `)`, `&&` or `||`, found `x`", ""},
	{"$[?(@.a < 1 «<» 2)]", "expected `)`, `&&` or `||`, found `<`", ""},
	{"$[?(@.a ==«)»]", "expected a path or a value after `==`, found `)`", "add it"},
	{"$[?(@.a ==«=» 1)]", "expected a path or a value after `==`, found `=`", "add it"},
	{"$[?(@.a == «foo»)]", "expected a path or a value after `==`, found the word `foo`",
		"write 'foo' for a text, @.foo for a member"},
	{"$[?(«age» > 1)]", "expected a path or a value, found the word `age`", "write 'age' for a text, @.age for a member"},
	{"$[?(«)»]", "expected a path or a value, found `)`", "add it"},
	{"$[?(«'a'»)]", "the value 'a' is not a condition", "compare it with a path, as in @.name == 'value'"},
	{"$[?(@.a && «1»)]", "the value 1 is not a condition", "compare it with a path, as in @.name == 'value'"},
	{"$[?(@.a > «1x»)]", "invalid number `1x`", ""},
	{"$[?(@.a in [1 «2»])]", "expected `,` or `]` after an item of a list, found `2`", ""},
	{"$[?(@.a in «[»1", "the bracket `[` is not closed", "add `]`"},
	{"$[?(@.a in [«@»])]", "expected a number, a text in quotes, true, false or null, found `@`", "add it"},
	{"$[?(@.a =~ «'»x')]", "expected `/` after `=~`, found `'`", "write a regular expression as /pattern/"},
	{"$[?(@.a =~ «/»x)]", "the regular expression is not closed by `/`", "add `/`"},
	{"$[?(@.a =~ /«a(»/)]", "invalid regular expression: missing closing ) `a(`", ""},
	{"$[?(@.a =~ /«a)(b»/)]", "invalid regular expression: unexpected ) `a)(b`", ""},
	{"$[?(@.a =~ /x/«qi»)]", "unknown flags `qi`", "use i, m and s"},
	{"$[?(@.a == «/»x/)]", "a regular expression can only follow `=~`", "write @.name =~ /pattern/"},
	{"$[?(@.a.«)»]", "expected a name after `.`, found `)`", ""},
	{"$[?(@.a.max()«.»b)]", "`.max()` must be the end of the path, found `.`", ""},
}

func TestParsePathErrors(t *testing.T) {
	t.Parallel()
	for _, c := range mistakes {
		checkMistake(t, expr.ParsePath, c.text, c.message, c.help)
	}
}

// checkMistake reads a marked text, and checks what is said about it and at which place.
func checkMistake(t *testing.T, parse func(source.Text) (*expr.Path, *expr.SyntaxError), marked, message, help string) {
	t.Helper()
	before, rest, _ := strings.Cut(marked, "«")
	fault, after, _ := strings.Cut(rest, "»")
	_, err := parse(source.Plain(before+fault+after, 3))
	if err == nil {
		t.Errorf("%s: no error", marked)
		return
	}
	want := source.Span{Start: 3 + len(before), End: 3 + len(before) + len(fault)}
	if err.Span != want || err.Error() != message || err.Help != help {
		t.Errorf("%s\n got %v %s (%s)\nwant %v %s (%s)", marked, err.Span, err.Message, err.Help, want, message, help)
	}
}

// TestHostilePaths reads texts that are made to be costly, which without bounds would not end soon.
func TestHostilePaths(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("$[?(", 250_000),
		"$" + strings.Repeat("..a", 300_000),
		"$[?(" + strings.Repeat("(", 10_000),
		"$[?(" + strings.Repeat("!", 10_000),
		"$" + strings.Repeat("[?(@", 4_000),
		"$[?(@.a =~ /" + strings.Repeat("(x{900})", 500) + "/)]",
		"$[?(@.a =~ /" + strings.Repeat("(((x{10}){10}){10}){10}", 10) + "/)]",
		"$[" + strings.Repeat("1", 10_000),
		"$." + strings.Repeat(`\uD800`, 20_000),
		"$" + strings.Repeat("\xff", 20_000),
	} {
		if _, err := expr.ParsePath(source.Plain(text, 0)); err == nil {
			t.Errorf("%.20q…: no error", text)
		} else if len(err.Message) > 300 || len(err.Help) > 300 {
			t.Errorf("%.20q…: a message of %d bytes", text, len(err.Message)+len(err.Help))
		}
	}
}
