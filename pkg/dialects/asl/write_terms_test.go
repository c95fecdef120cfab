package asl

import (
	"os"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// inTyped is data of the types that expressions are written for.
var inTyped = expr.Domain{Objects: true, Typed: true}

// filtered reads what a filter asks of the document.
func filterCondition(t *testing.T, text string) expr.Expr {
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatal(text, err.Message)
	}
	return expr.CommonCondition(p, inTyped)
}

// TestWrittenConditions writes what filters ask, as a choice rule and in JSONata.
func TestWrittenConditions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ filter, rule, query string }{
		{"$[?(@.score >= 700)]", `{"Variable":"$.score","NumericGreaterThanEquals":700}`, `$states.input.score >= 700`},
		{"$[?(@.decision == 'APPROVED' && @.total < 10)]",
			`{"And":[{"Variable":"$.decision","StringEquals":"APPROVED"},{"Variable":"$.total","NumericLessThan":10}]}`,
			`$states.input.decision = 'APPROVED' and $states.input.total < 10`},
		{"$[?(@.coupon && @.coupon.rate > 5)]",
			`{"And":[{"Variable":"$.coupon","IsPresent":true},{"Variable":"$.coupon.rate","NumericGreaterThan":5}]}`,
			`$exists($states.input.coupon) and $states.input.coupon.rate > 5`},
		{"$[?(@.coupon != null)]", `{"And":[{"Variable":"$.coupon","IsPresent":true},{"Variable":"$.coupon","IsNull":false}]}`, `$states.input.coupon != null`},
		{"$[?(@.paid != true)]", `{"Variable":"$.paid","BooleanEquals":false}`, `$states.input.paid = false`},
		{"$[?(@.kind != 'A')]", `{"Not":{"Variable":"$.kind","StringEquals":"A"}}`, `$states.input.kind != 'A'`},
		{"$[?(@.kind in ['A','B'])]", `{"Or":[{"Variable":"$.kind","StringEquals":"A"},{"Variable":"$.kind","StringEquals":"B"}]}`, `$states.input.kind in ['A', 'B']`},
		{"$[?(@.name =~ /(?s).*VIP.*/)]", `{"Variable":"$.name","StringMatches":"*VIP*"}`, `$contains($states.input.name, 'VIP')`},
		{"$[?(@.name =~ /(?s)VIP.*/)]", `{"Variable":"$.name","StringMatches":"VIP*"}`, `$substring($states.input.name, 0, 3) = 'VIP'`},
		{"$[?(@.items[0].qty > 1)]", `{"Variable":"$.items[0].qty","NumericGreaterThan":1}`, `$states.input.items[0].qty > 1`},
		{"$.items[?(@.qty > 10)]", "", `$exists($states.input.items[qty > 10])`},
		{"$[?('ADMIN' in @.user.roles)]", "", `'ADMIN' in $states.input.user.roles`},
		{"$[?('ADMIN' nin @.user.roles)]", "", `$not('ADMIN' in $states.input.user.roles)`},
		{"$[?(@.total > @.limit)]", "", `$states.input.total > $states.input.limit`},
		{"$[?(@.items[?(@.qty > $.limit)].length() >= 2)]", "", `$count($states.input.items[qty > $states.input.limit]) >= 2`},
		{"$[?(@.items.length() > 2)]", "", `($type($states.input.items) = 'string' ? $length($states.input.items) : $count($type($states.input.items) = 'object' ? $keys($states.input.items) : $states.input.items)) > 2`},
		{"$[?(!(@.items[?(@.tags[?(@ == 'x')])]))]", "", "$not($exists($states.input.items[$exists(tags[$ = 'x'])]))"},
	} {
		x := filterCondition(t, test.filter)
		n, ok := choiceRule(x, Current)
		rule := ""
		if ok {
			rule = string(value.Append(nil, value.Of(n)))
		}
		if rule != test.rule {
			t.Errorf("%s is the rule\n\t%s, want\n\t%s", test.filter, rule, test.rule)
		}
		query, lacks := queryText(x, ownErrors, true)
		if query != test.query {
			t.Errorf("%s is in JSONata\n\t%s (lacks %s), want\n\t%s", test.filter, query, lacks, test.query)
		}
	}
}

// TestQueryMeans reads JSONata in common terms, and writes it again.
func TestQueryMeans(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, means string }{
		{"$states.input.total", "$.total"},
		{"$states.result.items[0].id", "$.items[0].id"},
		{"$total * 2 + 1", "($total * 2) + 1"},
		{`'order-' & $states.input.id`, `"order-" & text($.id)`},
		{"$count($states.input.items)", "count($.items)"},
		{"$sum($states.input.items[qty > 1].(qty * price))", "sum(map(filter($.items, @.qty > 1), @.qty * @.price))"},
		{"$sum($states.input.items.(qty * price))", "sum(map($.items, @.qty * @.price))"},
		{"$sum($states.input.items[qty > 1].price)", "sum(map(filter($.items, @.qty > 1), @.price))"},
		{"$sum($states.input.items.price)", ""}, // items may be an object with a list
		{"$sum($states.input.prices)", "sum($.prices)"},
		{"[$states.input.items[qty > 1]]", "filter($.items, @.qty > 1)"},
		{"$states.input.items[qty > 1]", ""}, // a single one is not a list
		{`{'a': $states.input.a, 'n': 1}`, `{"a": $.a, "n": 1}`},
		{"$merge([$states.input, $states.result])", "merge($, $)"},
		{`$states.input.vip ? 'A' : 'B'`, `if($.vip = true, "A", "B")`},
		{"($x := $states.input.order; $x.total * $x.count)", "$.order.total * $.order.count"},
		{`$join($map($states.input.items, function($i) { $i.sku }), ',')`, `join(map($.items, @.sku), ",")`},
		{"[1, $states.input.list]", ""}, // whose items come in its place
		{"$states.input.*", ""},
		{"$now()", ""},
		{"$length($uppercase($states.input.name))", "length(upper($.name))"},
		{`$split($states.input.csv, ',')`, `split($.csv, ",")`},
		{"$string($states.input.n)", "text($.n)"},
	} {
		n := source.NewFile("q", []byte("{% "+test.text+" %}"))
		c := &Computed{Node: &source.Node{Kind: source.String, Text: string(n.Text)}, Text: source.Plain(string(n.Text), 0)}
		x, err := parseQuery(c, compiledQueries{})
		if err != nil {
			t.Fatalf("%s: %s", test.text, err.Message)
		}
		means := ""
		if y := expr.CommonValue(x, inTyped); y != x {
			means = expr.Readable(y)
		}
		if means != test.means {
			t.Errorf("%s means\n\t%s, want\n\t%s", test.text, means, test.means)
		}
	}
}

// TestWrittenTemplates writes values as dynamic fields of payload templates, and in JSONata.
func TestWrittenTemplates(t *testing.T) {
	t.Parallel()
	id := expr.NewPath(expr.RootInput, "id")
	text := func(s string) expr.Expr { return &expr.Literal{Value: s} }
	apply := func(do expr.Function, args ...expr.Expr) expr.Expr { return &expr.Apply{Do: do, Args: args} }
	for _, test := range []struct {
		x               expr.Expr
		template, query string
	}{
		{id, "$.id", "$states.input.id"},
		{apply(expr.Concat, text("it's {"), apply(expr.ToText, id)), `States.Format('it\'s \{{}', $.id)`, `"it's {" & $states.input.id`},
		{apply(expr.Count, id), "States.ArrayLength($.id)", "$count($states.input.id)"},
		{apply(expr.Add, id, &expr.Literal{Value: int64(1)}), "", "$states.input.id + 1"},
		{apply(expr.FromJSON, id), "States.StringToJson($.id)", "$parse($states.input.id)"},
		{apply(expr.Merge, id, id), "States.JsonMerge($.id, $.id, false)", "$merge([$states.input.id, $states.input.id])"},
		{&expr.Compare{Op: expr.In, As: expr.Alike, Left: text("a"), Right: id}, "States.ArrayContains($.id, 'a')", `'a' in $states.input.id`},
		{apply(expr.OrNull, id), "", "$exists($states.input.id) ? $states.input.id : null"},
		{expr.NewPath(expr.RootError, "Cause"), "", "$states.errorOutput.Cause"},
		{expr.NewPath(expr.RootItem, "sku"), "", "$states.context.Map.Item.Value.sku"},
	} {
		got, ok := templateText(test.x, expr.RootInput)
		if got != test.template || ok != (got != "") {
			t.Errorf("%s is %q in a template, want %q", expr.Readable(test.x), got, test.template)
		}
		query, lacks := queryText(test.x, ownErrors, false)
		if query != test.query {
			t.Errorf("%s is in JSONata %s (lacks %s), want %s", expr.Readable(test.x), query, lacks, test.query)
		}
	}
}

// TestDocumentedConditions has the table of docs/convert.md say what is written: the condition of the last column is that of the first.
func TestDocumentedConditions(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../docs/convert.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || !strings.HasPrefix(cells[1], " `$") {
			continue
		}
		rows++
		x := filterCondition(t, strings.Trim(cells[1], " `"))
		got := ""
		if n, ok := choiceRule(x, Current); ok {
			got = string(value.Append(nil, value.Of(n)))
		} else if query, lacks := queryText(x, ownErrors, true); lacks == "" {
			got = strings.ReplaceAll(query, `"`, "'")
		}
		want := strings.Trim(cells[3], " `")
		if strings.Contains(cells[0], "$env") { // which asks for presence, where the filter asks for more
			want = strings.Replace(want, `{"Variable":"$.coupon","IsPresent":true}`, `{"And":[{"Variable":"$.coupon","IsPresent":true},{"Variable":"$.coupon","IsNull":false}]}`, 1)
		}
		if got != want {
			t.Errorf("%s is %s, want %s", cells[1], got, want)
		}
	}
	if rows < 6 {
		t.Errorf("%d rows were found", rows)
	}
}

// TestLargeIntegers has integers be written to JSONata only as far as its numbers, which are doubles, have no other integer for them.
func TestLargeIntegers(t *testing.T) {
	t.Parallel()
	for v, written := range map[int64]bool{1<<53 - 1: true, -(1<<53 - 1): true, 1 << 53: false, 1<<53 + 1: false, -(1 << 53): false} {
		x := &expr.Test{Op: expr.TestEqual, Path: expr.NewPath(expr.RootInput, "id"), Value: v}
		if text, lacks := queryText(x, ownErrors, true); (lacks == "") != written {
			t.Errorf("%d is %q, which lacks %q", v, text, lacks)
		}
	}
}
