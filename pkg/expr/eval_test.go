package expr_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// path reads a path that is right.
func path(t testing.TB, text string) *expr.Path {
	t.Helper()
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

// parse reads a JSON text that is right.
func parse(t testing.TB, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// alike compares expressions but for where they stand and how they were spelled.
func alike() []cmp.Option {
	return []cmp.Option{
		cmp.FilterPath(func(p cmp.Path) bool {
			f, ok := p.Last().(cmp.StructField)
			return ok && (f.Name() == "Span" || f.Name() == "Text" || f.Name() == "Loose" || f.Name() == "pattern")
		}, cmp.Ignore()),
		cmp.FilterPath(func(p cmp.Path) bool {
			f, ok := p.Last().(cmp.StructField)
			return ok && f.Name() == "Value"
		}, cmp.Comparer(value.Equal)),
		cmp.Exporter(func(reflect.Type) bool { return true }),
	}
}

const shop = `{
	"store": {
		"book": [
			{"title": "A", "price": 8, "tags": ["x", "y"], "isbn": null},
			{"title": "B", "price": 12.5, "sold": false},
			{"title": "c", "price": "free", "isbn": "0-1"}
		],
		"bicycle": {"color": "red", "price": 20}
	},
	"limit": 10,
	"empty": [],
	"text": "héllo",
	"matrix": [[1, 2], [3, [4]], 5],
	"numbers": [9223372036854775807, "x", 9223372036854775807],
	"huge": [1e308, 1.7e308, 1.7976931348623157e308]
}`

func TestEvalPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, want string }{
		{"$.limit", "10"},
		{"$['store'].bicycle.color", `"red"`},
		{"$.store.book[0].isbn", "null"},
		{"$.store.book[-1].title", `"c"`},
		{"$.store.book[*].title", `["A","B","c"]`},
		{"$.store.book[0,2,7].title", `["A","c"]`},
		{"$.store.book[0..1].title", `["A","B"]`},
		{"$.store.book[1:].title", `["B","c"]`},
		{"$.store.book[-2:].title", `["B","c"]`},
		{"$.store.book[:-1].title", `["A","B"]`},
		{"$.store.book[::2].title", `["A","c"]`},
		{"$.store.book[::-1].title", `["c","B","A"]`},
		{"$.store.book[5:1:-2].title", `["c"]`},
		{"$.store.book[1:999999999999999:999999999999999].title", `["B"]`},
		{"$.store.book['title','price']", `[]`},
		{"$.store.bicycle['price','none','color']", `[20,"red"]`},
		{"$.store.bicycle.*", `["red",20]`},
		{"$.store.bicycle[0:1]", `[]`},
		{"$.store.book.*.price", `[8,12.5,"free"]`},
		{"$.limit.*", `[]`},
		{"$.none[*]", `[]`},
		{"$.none.deeper[1:2].x", `[]`},
		{"$..price", `[8,12.5,"free",20]`},
		{"$..book[0].title", `["A"]`},
		{"$.matrix..[0]", `[[1,2],1,3,4]`},
		{"$.matrix..*", `[[1,2],[3,[4]],5,1,2,3,[4],4]`},
		{"$.store.book[?(@.price < 10)].title", `["A"]`},
		{"$.store.book[?(@.price = 12.50)].title", `["B"]`},
		{"$.store.book[?(@.price < $.limit)].title", `["A"]`},
		{"$.store.book[?(@.price != 8)].title", `["B","c"]`},
		{"$.store.book[?(@.nothing != 8)]", `[]`},
		{"$.store.book[?(!(@.nothing == 8))].title", `["A","B","c"]`},
		{"$.store.book[?(@.isbn)].title", `["A","c"]`},
		{"$.store.book[?(@.sold)].title", `["B"]`},
		{"$.store.book[?(@.sold == false)].title", `["B"]`},
		{"$.store.book[?(@.isbn == null)].title", `["A"]`},
		{"$.store.book[?(@.tags == ['x','y'])].title", `["A"]`},
		{"$.store.book[?(@.title > 'B')].title", `["c"]`},
		{"$.store.book[?(@.title =~ /[a-c]/)].title", `["c"]`},
		{"$.store.book[?(@.title =~ /[a-b]/i)].title", `["A","B"]`},
		{"$.store.book[?(@.isbn =~ /0/)].title", `[]`},
		{"$.store.book[?(@.isbn =~ /0.*/)].title", `["c"]`},
		{"$.store.book[?(@.price =~ /8/)].title", `[]`},
		{"$.store.book[?(@.title in ['A', 'B'])].title", `["A","B"]`},
		{"$.store.book[?(@.title nin ['A', 'B'])].title", `["c"]`},
		{"$.store.book[?('x' in @.tags)].title", `["A"]`},
		{"$.store.book[?(@.title == 'A' || @.title == 'B' && @.price > 100)].title", `["A"]`},
		{"$.store.book[?((@.title == 'A' or @.title == 'B') and @.price > 10)].title", `["B"]`},
		{"$.store.book[?(@.tags.length() == 2)].title", `["A"]`},
		{"$.store.book[?(@.tags size 2)].title", `["A"]`},
		{"$.store.book[?(@.tags size 1)].title", `[]`},
		{"$.store.book[?(@.tags empty false && @.title empty false)].title", `["A"]`},
		{"$.store.book[?(@.tags empty true)].title", `[]`},
		{"$.store.book[?(@.tags anyof ['z', 'y'])].title", `["A"]`},
		{"$.store.book[?(@.tags anyof ['z'] || @.tags anyof [])].title", `[]`},
		{"$.store.book[?(@.tags noneof ['z'])].title", `["A"]`},
		{"$.store.book[?(@.tags noneof ['z','y'])].title", `[]`},
		{"$.store.book[?(!(@.tags noneof ['y']))].title", `["A","B","c"]`},
		{"$.store.book[?(@.tags subsetof ['y','x','z'])].title", `["A"]`},
		{"$.store.book[?(@.tags subsetof ['x'] or @.tags subsetof [])].title", `[]`},
		{"$.store.book[?(@.tags[?(@ == 'y')])].title", `["A"]`},
		{"$.store.book[?(true)][?(@.price == 8)].title", `["A"]`},
		{"$.store.bicycle[?(@.price == 20)]", `[{"color":"red","price":20}]`},
		{"$.[?(@.limit > 5)].text", `["héllo"]`},
		{"$.text[?(@ == 'héllo')]", `[]`},
		{"$..[?(@.price < 10)].title", `["A"]`},
		{"$..[?(@.price)].price", `[8,12.5,"free",20]`},
		{"$.matrix..[?(@ > 2)]", `[5,3,4]`},
		{"$.store.book.length()", "3"},
		{"$.store.length()", "2"},
		{"$.text.length()", "5"},
		{"$.store.bicycle.keys()", `["color","price"]`},
		{"$.matrix.first()", "[1,2]"},
		{"$.matrix.last()", "5"},
		{"$..price.max()", "20"},
		{"$..price.min()", "8"},
		{"$..price.sum()", "40.5"},
		{"$..price.avg()", "13.5"},
		{"$.matrix[0].stddev()", "0.5"},
		{"$.matrix[0].sum()", "3"},
		{"$.none[*].length()", "0"},
		{"$.empty[*].length()", "0"},
		{"$.numbers.sum()", "18446744073709551614"},
		{"$.numbers.max()", "9223372036854775807"},
		{"$.numbers.min()", "9223372036854775807"},
		{"$.huge.sum()", "1.7976931348623157e308"},
		{"$.huge.avg()", "1.7976931348623157e308"},
		{"$$.Execution.Id", `"run-1"`},
		{"$x.y[1]", "2"},
	} {
		got, err := expr.Eval(path(t, c.path), env(t))
		if err != nil {
			t.Errorf("%s: %v", c.path, err)
		} else if !value.Equal(got, parse(t, c.want)) {
			t.Errorf("%s is %s, want %s", c.path, value.Append(nil, got), c.want)
		}
	}
}

func env(t testing.TB) *expr.Env {
	return &expr.Env{
		Input:   parse(t, shop),
		Context: parse(t, `{"Execution":{"Id":"run-1"}}`),
		Lookup: func(name string) (any, bool) {
			return valuetest.Object("y", []any{int64(1), int64(2)}), name == "x"
		},
	}
}

func TestEvalMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path    string // the step that leads nowhere between « and »
		message string
	}{
		{"$«.none»", "`$.none` selects nothing: `$` has no member `none`"},
		{"$.store.bicycle«.size».x", "`$.store.bicycle.size.x` selects nothing: `$.store.bicycle` has no member `size`"},
		{"$.limit«.x»", "`$.limit.x` selects nothing: `$.limit` is a number and has no members"},
		{"$.store.book«.title»", "`$.store.book.title` selects nothing: `$.store.book` is an array and has no members"},
		{"$.store.book«[3]»", "`$.store.book[3]` selects nothing: `$.store.book` has no item 3, it has 3"},
		{"$.store.book«[-4]»", "`$.store.book[-4]` selects nothing: `$.store.book` has no item -4, it has 3"},
		{"$.store«[0]»", "`$.store[0]` selects nothing: `$.store` is an object and has no items"},
		{"$.limit«.length()»", "`$.limit.length()` selects nothing: `$.limit` is a number for which `length()` has no value"},
		{"$.empty«.max()»", "`$.empty.max()` selects nothing: `$.empty` is an array for which `max()` has no value"},
		{"$.empty[*]«.max()»", "`$.empty[*].max()` selects nothing: `max()` has no value for what `$.empty[*]` selects"},
		{"$$«.none»", "`$$.none` selects nothing: `$$` has no member `none`"},
		{"«$nowhere[*]»", "`$nowhere[*]` selects nothing: the variable `$nowhere` is not defined"},
		{"«$nowhere.a»", "`$nowhere.a` selects nothing: the variable `$nowhere` is not defined"},
	} {
		before, rest, _ := strings.Cut(c.path, "«")
		step, after, _ := strings.Cut(rest, "»")
		_, err := expr.Eval(path(t, before+step+after), env(t))
		var e *expr.EvalError
		if !errors.As(err, &e) {
			t.Errorf("%s: error %v", c.path, err)
			continue
		}
		want := source.Span{Start: len(before), End: len(before) + len(step)}
		if !e.Missing || e.Span != want || e.Error() != c.message {
			t.Errorf("%s\n got %v %v %s\nwant %v %s", c.path, e.Missing, e.Span, e.Message, want, c.message)
		}
	}
}

func TestCompareTyped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		as          expr.Typing
		left, right string
		// order is "<", "=", ">" or, if the values are of another type, "".
		order string
	}{
		{expr.Text, `"a"`, `"b"`, "<"},
		{expr.Text, `"a"`, `"a"`, "="},
		{expr.Text, `"𐍆"`, `"ﬀ"`, ">"}, // by code points; by UTF-16 units it would be the other way round
		{expr.Text, `1`, `"1"`, ""},
		{expr.Text, `null`, `null`, ""},
		{expr.Numeric, `1`, `1.0`, "="},
		{expr.Numeric, `2`, `10`, "<"},
		{expr.Numeric, `9007199254740993`, `9007199254740992.0`, ">"},
		{expr.Numeric, `"1"`, `1`, ""},
		{expr.Timestamp, `"2016-03-14T03:59:00+02:00"`, `"2016-03-14T01:59:00Z"`, "="},
		{expr.Timestamp, `"2016-03-14T01:58:59Z"`, `"2016-03-14T01:59:00Z"`, "<"},
		{expr.Timestamp, `"2016-03-14T00:59:00-02:00"`, `"2016-03-14T01:59:00Z"`, ">"},
		{expr.Timestamp, `"yesterday"`, `"2016-03-14T01:59:00Z"`, ""},
		{expr.Timestamp, `"2016-03-14T01:59:00Z"`, `0`, ""},
		{expr.Jayway, `1`, `1.5`, "<"},
		{expr.Jayway, `"b"`, `"a"`, ">"},
	} {
		doc := valuetest.Object("l", parse(t, c.left), "r", parse(t, c.right))
		for op, holds := range map[expr.CompareOp]string{
			expr.Equal: "=", expr.NotEqual: "<>", expr.Less: "<", expr.LessEqual: "<=", expr.Greater: ">",
			expr.GreaterEqual: ">=",
		} {
			x := &expr.Compare{Op: op, As: c.as, Left: path(t, "$.l"), Right: path(t, "$.r")}
			got, err := expr.Holds(x, &expr.Env{Input: doc})
			want := c.order != "" && strings.Contains(holds, c.order)
			if got != want || err != nil {
				t.Errorf("%s %s %s as %d: %v, %v", c.left, holds, c.right, c.as, got, err)
			}
		}
	}
}

func TestCompareBooleans(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		op          expr.CompareOp
		left, right any
		want        bool
	}{
		{expr.Equal, true, true, true}, {expr.Equal, true, false, false}, {expr.Equal, int64(1), true, false},
		{expr.NotEqual, true, false, true}, {expr.NotEqual, "x", false, false},
		{expr.LessEqual, true, true, false}, {expr.Greater, true, false, false},
		{expr.In, true, []any{int64(1), true}, true}, {expr.In, true, []any{int64(1)}, false},
	} {
		x := &expr.Compare{Op: c.op, As: expr.Boolean,
			Left: &expr.Literal{Value: c.left}, Right: &expr.Literal{Value: c.right}}
		if got, err := expr.Eval(x, &expr.Env{}); got != c.want || err != nil {
			t.Errorf("%v %d %v: %v, %v", c.left, c.op, c.right, got, err)
		}
	}
}

func TestConditions(t *testing.T) {
	t.Parallel()
	yes, no := &expr.Literal{Value: true}, &expr.Literal{Value: false}
	bad := &expr.Compare{As: expr.Text, Left: path(t, "$.none"), Right: &expr.Literal{Value: "x"}}
	logic := func(op expr.LogicOp, xs ...expr.Expr) expr.Expr { return &expr.Logic{Op: op, Operands: xs} }
	not := func(x expr.Expr) expr.Expr { return &expr.Not{Operand: x} }
	for _, c := range []struct {
		name string
		x    expr.Expr
		want any // the answer, or the error's message
	}{
		{"and", logic(expr.And, yes, yes), true},
		{"and, false", logic(expr.And, yes, no, bad), false},
		{"and, error", logic(expr.And, yes, bad, no), "`$.none` selects nothing: `$` has no member `none`"},
		{"and, empty", logic(expr.And), true},
		{"or", logic(expr.Or, no, yes, bad), true},
		{"or, error", logic(expr.Or, no, bad, yes), "`$.none` selects nothing: `$` has no member `none`"},
		{"or, empty", logic(expr.Or), false},
		{"not", not(no), true},
		{"not, error", not(bad), "`$.none` selects nothing: `$` has no member `none`"},
		{"presence", path(t, "$.limit"), true},
		{"presence of null", path(t, "$.store.book[0].isbn"), true},
		{"presence of an empty list", path(t, "$.empty"), true},
		{"presence, nothing", path(t, "$.none"), false},
		{"presence, empty selection", path(t, "$.empty[*]"), false},
		{"presence, selection", path(t, "$..price"), true},
		{"no condition", &expr.Literal{Value: "yes"}, "a string is not a condition"},
		{"foreign", &expr.Foreign{Language: "jsonata", Text: "1"}, "expressions in jsonata cannot be evaluated"},
		{"bad pattern", &expr.Compare{Op: expr.Matches, Left: &expr.Literal{Value: "a"}, Right: &expr.Literal{Value: "("}},
			"invalid regular expression: missing closing ) `(`"},
		{"pattern from data", &expr.Compare{Op: expr.Matches, As: expr.Text, Left: path(t, "$.text"),
			Right: &expr.Literal{Value: "h.*"}}, true},
	} {
		got, err := expr.Holds(c.x, env(t))
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%s: %v", c.name, err)
			}
		} else if got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if _, err := expr.Eval(&expr.Foreign{Language: "jsonata"}, env(t)); err == nil {
		t.Error("a foreign expression has a value")
	}
}

// TestEvalIsBounded evaluates what without a bound would not end soon.
func TestEvalIsBounded(t *testing.T) {
	t.Parallel()
	deep := any(int64(1))
	for range 300 {
		deep = []any{deep, deep}
	}
	tooDeep := any(int64(1))
	for range value.MaxDepth + 10 {
		tooDeep = []any{tooDeep}
	}
	for _, c := range []struct {
		path string
		doc  any
	}{
		{"$..*..*", deep},
		{"$[?($..* == 1)]", deep},
		{"$[?(@ == $)]", deep},
		{"$[?(@ in $)]", deep},
		{"$..[0]", tooDeep},
	} {
		_, err := expr.Eval(path(t, c.path), &expr.Env{Input: c.doc})
		var e *expr.EvalError
		if !errors.As(err, &e) || e.Missing {
			t.Errorf("%s: %v", c.path, err)
		}
	}
}

func TestEvalDoesNotAllocate(t *testing.T) {
	e, p := env(t), path(t, "$.store.book[-1].title")
	order := &expr.Compare{As: expr.Numeric, Op: expr.Less, Left: path(t, "$.limit"), Right: path(t, "$.store.bicycle.price")}
	when := &expr.Compare{As: expr.Timestamp, Left: &expr.Literal{Value: "2016-03-14T01:59:00.5+02:00"},
		Right: &expr.Literal{Value: "2016-03-14T01:59:00Z"}}
	not := &expr.Not{Operand: &expr.Logic{Operands: []expr.Expr{order, when}}}
	for name, run := range map[string]func(){
		"path":      func() { _, _ = expr.Eval(p, e) },
		"compare":   func() { _, _ = expr.Holds(order, e) },
		"logic":     func() { _, _ = expr.Holds(not, e) },
		"timestamp": func() { _, _ = expr.Holds(when, e) },
	} {
		if n := testing.AllocsPerRun(100, run); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestReadable(t *testing.T) {
	t.Parallel()
	lit := func(v any) expr.Expr { return &expr.Literal{Value: v} }
	valid := &expr.Compare{As: expr.Boolean, Left: path(t, "$.valid"), Right: lit(true)}
	total := &expr.Compare{Op: expr.LessEqual, As: expr.Numeric, Left: path(t, "$.total"), Right: lit(int64(1000))}
	private := &expr.Compare{As: expr.Text, Left: path(t, "$.type"), Right: lit("Private")}
	for want, x := range map[string]expr.Expr{
		`$.valid == true and $.total <= 1000`:            &expr.Logic{Operands: []expr.Expr{valid, total}},
		`not ($.type == "Private")`:                      &expr.Not{Operand: private},
		`not ($.a)`:                                      &expr.Not{Operand: path(t, "$.a")},
		`$.valid == true or ($.type == "Private" and $)`: &expr.Logic{Op: expr.Or, Operands: []expr.Expr{valid, &expr.Logic{Operands: []expr.Expr{private, path(t, "$")}}}},
		`true`:                                &expr.Logic{},
		`false`:                               &expr.Logic{Op: expr.Or},
		`$.a != $.b`:                          &expr.Compare{Op: expr.NotEqual, Left: path(t, "$.a"), Right: path(t, "$['b']")},
		`$.a matches "x\\d"`:                  &expr.Compare{Op: expr.Matches, Left: path(t, "$.a"), Right: lit(`x\d`)},
		`$.a in ["x",1000000]`:                &expr.Compare{Op: expr.In, Left: path(t, "$.a"), Right: lit([]any{"x", 1e6})},
		`$.a[?(@.b == 'x' && !@.c)]`:          path(t, "$.a.[?(@.b='x' and not(@.c))]"),
		`$states.input + 1`:                   &expr.Foreign{Language: "jsonata", Text: " $states.input\n  + 1 "},
		`$['two\nlines'] > "\ta\u0000\ufffd"`: &expr.Compare{Op: expr.Greater, Left: path(t, "$['two\nlines']"), Right: lit("\ta\x00\xff")},
	} {
		want = strings.ReplaceAll(want, `\ufffd`, "\ufffd")
		if got := expr.Readable(x); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func ExampleReadable() {
	p, _ := expr.ParsePath(source.Plain(`$.orders[?(@.total > 100 and @.state in ['new', 'paid'])]`, 0))
	fmt.Println(expr.Readable(p))
	fmt.Println(expr.Readable(p.Steps[1].Filter))
	// Output:
	// $.orders[?(@.total > 100 && @.state in ['new','paid'])]
	// @.total > 100 and @.state in ["new","paid"]
}
