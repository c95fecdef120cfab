package expr_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

func TestExclusive(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"$[?(@.s == 0)]", "$[?(@.s > 0)]", true},
		{"$[?(@.s > 0)]", "$[?(@.s > 1)]", false},
		{"$[?(@.s <= 1000)]", "$[?(@.s > 1000)]", true},
		{"$[?(@.s <= 1000)]", "$[?(@.s >= 1000)]", false},
		{"$[?(@.d == 'A')]", "$[?(@.d == 'B')]", true},
		{"$[?(@.d == 'A')]", "$[?(@.d != 'A')]", true},
		{"$[?(@.d == 'A')]", "$[?(@.e == 'B')]", false},
		{"$[?(@.d == 'A' || @.d == 'C')]", "$[?(@.d == 'B')]", true},
		{"$[?(@.d == 'A' || @.e == 'C')]", "$[?(@.d == 'B')]", false},
		{"$[?(@.d == 'A' && @.s > 3)]", "$[?(@.d == 'A' && @.s < 2)]", true},
		{"$[?(@.ok)]", "$[?(!@.ok)]", true},
		{"$[?(!(@.s > 1))]", "$[?(@.s > 1)]", true},
		{"$[?(!(@.s > 1))]", "$[?(!(@.s <= 1))]", false}, // both hold where s is missing
		{"$[?(!(@.d == 'A'))]", "$[?(!(@.d != 'A'))]", false},
		{"$[?(@.list.length() == 0)]", "$[?(@.list.length() > 0)]", true},
		{"$[?(@.list.length() >= 1)]", "$[?(@.list.length() > 0)]", false},
		{"$[?(@.list.length() != 0)]", "$[?(@.list.length() <= 0)]", true},
		{"$[?(@.n != 0)]", "$[?(@.n <= 0)]", false},
		{"$[?(@.n <= 0 && @.n >= 0)]", "$[?(@.n != 0)]", true},
		{"$[?(@.s > 'a')]", "$[?(@.s > 1)]", true},
		{"$[?(@.s == 1)]", "$[?(@.s == 1.0)]", false},
		{"$[?(@.paid >= @.due)]", "$[?(@.paid < @.due)]", true},
		{"$[?(@.paid >= @.due)]", "$[?(@.due > @.paid)]", true},
		{"$[?(@.paid >= @.due)]", "$[?(@.due >= @.paid)]", false},
		{"$[?(@.paid >= @.due)]", "$[?(@.paid < @.due && @.paid >= @.due)]", true},
		{"$[?(@.paid >= @.due && @.state == 'A')]", "$[?(@.paid >= @.due && @.state == 'B')]", true},
		{"$[?(@.paid >= @.due)]", "$[?(!(@.paid < @.due))]", false},
		{"$[?(@.paid == @.due)]", "$[?(@.paid != @.due)]", true},
		{"$[?(!(@.paid < @.due))]", "$[?(!(@.paid >= @.due))]", false}, // both hold where one is missing
		{"$[?(false)]", "$[?(@.s == 1)]", true},
		{"$.file[?(@.kind in ['a', 'b'])]", "$[?(!$.file[?(@.kind in ['a', 'b'])])]", true},
		{"$.file[?(@.kind in ['a', 'b'])]", "$[?(!@.file[?(@.kind in ['a', 'b'])])]", true},
		{"$.file[?(@.kind in ['a', 'b'])]", "$[?(!$.file[?(@.kind in ['a'])])]", false},
		{"$.file[?(@.kind in ['a', 'b'])]", "$[?($.file[?(@.kind in ['a', 'b'])])]", false},
	} {
		a, b := filtered(t, c.a), filtered(t, c.b)
		if got, turned := expr.Exclusive(a, b), expr.Exclusive(b, a); got != c.want || turned != c.want {
			t.Errorf("%s and %s: %v, %v", c.a, c.b, got, turned)
		}
	}
}

func filtered(t *testing.T, text string) expr.Expr {
	t.Helper()
	p, err := expr.ParsePath(source.Plain(text, 0))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		conditions []string
		want       bool
		exhaustive bool // of any data
	}{
		{[]string{"$[?(@.n > 5)]", "$[?(@.n <= 5)]"}, true, false},
		{[]string{"$[?(@.n > 5)]", "$[?(!(@.n > 5))]"}, true, true},
		{[]string{"$[?(@.n > 5)]", "$[?(@.k == 'a' && !(@.n > 5))]", "$[?(!(@.n > 5) && !(@.k == 'a'))]"}, true, true},
		{[]string{"$[?(@.n > 5)]", "$[?(@.n < 5)]"}, false, false},
		{[]string{"$[?(@.ok == true)]", "$[?(@.ok == false)]"}, true, false},
		{[]string{"$[?(@.ok == true)]", "$[?(@.ok == true && @.n > 1)]"}, false, false},
		{[]string{"$[?(@.k == 'a')]", "$[?(@.k != 'a')]"}, true, false},
		{[]string{"$[?(@.k == 'a')]", "$[?(@.k == 'b')]"}, false, false},
		{[]string{"$[?(@.list.length() > 0)]", "$[?(@.list.length() == 0)]"}, true, false},
		{[]string{"$[?(@.n > 0)]", "$[?(@.n == 0)]"}, false, false},
		{[]string{"$[?(@.paid >= @.due)]", "$[?(@.paid < @.due)]"}, true, false},
		{[]string{"$[?(@.paid >= @.due)]", "$[?(!(@.paid >= @.due))]"}, true, true},
		{[]string{"$[?(@.paid > @.due)]", "$[?(@.paid < @.due)]"}, false, false},
		{nil, false, false},
	} {
		var all []expr.Expr
		for _, text := range c.conditions {
			all = append(all, filtered(t, text))
		}
		if got := expr.Complete(all); got != c.want {
			t.Errorf("%q: %v", c.conditions, got)
		}
		if got := expr.Exhaustive(all); got != c.exhaustive {
			t.Errorf("of any data %q: %v", c.conditions, got)
		}
	}
}

// TestExclusiveIsBounded has conditions with very many alternatives.
func TestExclusiveIsBounded(t *testing.T) {
	t.Parallel()
	var parts []expr.Expr
	for range 40 {
		parts = append(parts, filtered(t, "$[?(@.a == 1 || @.b == 2 || @.c == 3)]"))
	}
	x := &expr.Logic{Op: expr.And, Operands: parts}
	if expr.Exclusive(x, filtered(t, "$[?(@.d == 1)]")) {
		t.Error("they can hold together")
	}
}

// TestComparisonsOfComputedValues compares what is computed with other values, and with fixed ones.
func TestComparisonsOfComputedValues(t *testing.T) {
	t.Parallel()
	number := func(n int64) expr.Expr { return &expr.Literal{Value: n} }
	path := func(name string) expr.Expr { return expr.NewPath(expr.RootInput, name) }
	compute := func(do expr.Function, args ...expr.Expr) expr.Expr { return &expr.Apply{Do: do, Args: args} }
	is := func(left expr.Expr, op expr.CompareOp, right expr.Expr) expr.Expr {
		return &expr.Compare{Op: op, As: expr.Alike, Left: left, Right: right}
	}
	triple, sum, share := compute(expr.Multiply, path("rent"), number(3)), compute(expr.Add, path("a"), path("b")), compute(expr.Divide, path("a"), path("b"))
	for _, c := range []struct {
		a, b                expr.Expr
		exclusive, complete bool
	}{
		{is(path("paid"), expr.GreaterEqual, triple), is(path("paid"), expr.Less, triple), true, true},
		{is(path("paid"), expr.GreaterEqual, triple), is(triple, expr.Greater, path("paid")), true, true},
		{is(path("paid"), expr.GreaterEqual, triple), is(path("paid"), expr.LessEqual, number(0)), false, false},
		{is(path("paid"), expr.Greater, triple), is(path("paid"), expr.Less, triple), true, false},
		{is(sum, expr.Equal, number(0)), is(sum, expr.Greater, number(0)), true, false},
		{is(sum, expr.LessEqual, number(0)), is(sum, expr.Greater, number(0)), true, true},
		{is(share, expr.LessEqual, number(1)), is(share, expr.Greater, number(1)), true, false}, // neither, where both are 0
		{is(share, expr.LessEqual, path("c")), is(share, expr.Greater, path("c")), true, false},
		{is(compute(expr.Count, path("a")), expr.Equal, number(0)), is(compute(expr.Count, path("a")), expr.Greater, number(0)), true, true},
	} {
		if exclusive, complete := expr.Exclusive(c.a, c.b), expr.Complete([]expr.Expr{c.a, c.b}); exclusive != c.exclusive || complete != c.complete {
			t.Errorf("%s, %s: exclusive %v, complete %v", expr.Readable(c.a), expr.Readable(c.b), exclusive, complete)
		}
	}
}
