package arrow

import (
	"math/rand"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// values are of all kinds; they are compared, and compared with.
func values() []any {
	return []any{"x", "", "a`b'c\\d\n", "true", int64(0), int64(-3), int64(3), 2.5, true, false, nil,
		[]any{}, []any{"x", int64(1)}, valuetest.Object(), valuetest.Object("b", "x")}
}

// TestFilters has every test that a filter can say be written as one, and asks both about values of all kinds.
func TestFilters(t *testing.T) {
	t.Parallel()
	var documents []any
	for _, v := range values() {
		documents = append(documents, valuetest.Object("a", v), valuetest.Object("a", valuetest.Object("`b", v)))
	}
	documents = append(documents, valuetest.Object())
	said := 0
	for _, text := range []string{"$.a", "$.a['`b']", "$.a[1]"} {
		path, err := expr.ParsePath(source.Plain(text, 0))
		if err != nil {
			t.Fatal(err)
		}
		for op := expr.TestPresent; op <= expr.TestEndsWith; op++ {
			for _, v := range values() {
				for answers := range 8 {
					x := &expr.Test{Op: op, Path: path, Value: v, Wrong: expr.Answer(answers & 1), Null: expr.Answer(answers >> 1 & 1),
						Missing: expr.Answer(answers >> 2)}
					said += checkFilter(t, x, documents)
				}
			}
		}
	}
	if said < 1700 {
		t.Errorf("only %d tests were said", said)
	}
}

// checkFilter compares a test with its filter and returns 1, or 0 if none says it.
func checkFilter(t *testing.T, x *expr.Test, documents []any) int {
	t.Helper()
	if _, text := x.Value.(string); x.Op >= expr.TestContains && !text {
		return 0 // nobody asks for a part of a number
	}
	for _, c := range []expr.Expr{x, &expr.Not{Operand: x}} {
		guard, _ := Dialect{}.Condition(c, &dialects.Sight{Domain: dialects.Domain{Objects: true}})
		if guard == nil {
			return 0
		}
		for _, doc := range documents {
			want, fault := expr.Holds(c, &expr.Env{Input: doc})
			got, err := expr.Holds(guard, &expr.Env{Input: doc})
			if fault != nil || err != nil || got != want {
				t.Fatalf("%s of %v is %t (%v), and %s is %t (%v)", expr.Readable(c), doc, want, fault, expr.Readable(guard), got, err)
			}
		}
	}
	return 1
}

// TestExclusive has of random filters at most one be true, and the one that comes first.
func TestExclusive(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewSource(3))
	texts := []string{"@.a == 'x'", "@.a == 'y'", "@.a == 1", "@.a > 1", "@.a > 3", "@.a <= 3", "@.b == true", "!(@.b == true)",
		"@.a == 'x' && @.b == true", "@.a == 'x' || @.a == 1", "@.a", "!@.a", "@.a != 'x'", "@.b == 2 && !(@.a > 1)"}
	var documents []any
	bs := []any{true, false, int64(2)}
	for _, b := range bs {
		documents = append(documents, valuetest.Object("b", b))
	}
	for _, a := range []any{"x", "y", int64(1), int64(2), int64(4), nil, true} {
		documents = append(documents, valuetest.Object("a", a))
		for _, b := range bs {
			documents = append(documents, valuetest.Object("a", a, "b", b))
		}
	}
	for range 2000 {
		var exits []exit
		for range 1 + r.Intn(4) {
			p, err := expr.ParsePath(source.Plain("$[?("+texts[r.Intn(len(texts))]+")]", 0))
			if err != nil {
				t.Fatal(err)
			}
			exits = append(exits, exit{guard: p.Steps[0].Filter})
		}
		if r.Intn(2) == 0 {
			exits = append(exits, exit{})
		}
		checkExclusive(t, exits, documents)
	}
}

func checkExclusive(t *testing.T, exits []exit, documents []any) {
	t.Helper()
	choosing := newChoosing(exits, false)
	only := make([]expr.Expr, len(exits))
	for i := range exits {
		only[i] = choosing.onlyAfter(i, func(int) bool { return true })
	}
	tail := make([]int, 0, len(exits)) // all but the first
	for i := range exits[1:] {
		tail = append(tail, i+1)
	}
	for _, doc := range documents {
		first := -1
		for i, w := range exits {
			if first < 0 && holdsOf(t, orTrue(w.guard), doc) {
				first = i
			}
		}
		for i, x := range only {
			if holdsOf(t, x, doc) != (i == first) {
				t.Fatalf("way %d of %v: %s", i, doc, guardText(x))
			}
		}
		if len(tail) > 0 && holdsOf(t, choosing.groupGuard(tail), doc) != (first > 0) {
			t.Fatalf("all but the first, of %v: %s", doc, guardText(choosing.groupGuard(tail)))
		}
		if always(exits) && first < 0 {
			t.Fatalf("none of what always holds does, of %v", doc)
		}
	}
}

func holdsOf(t *testing.T, x expr.Expr, doc any) bool {
	t.Helper()
	if l, ok := x.(*expr.Literal); ok {
		return l.Value == true
	}
	g, err := guardOf(x)
	if err != nil {
		t.Fatal(err)
	}
	holds, err := expr.Holds(g.Path, &expr.Env{Input: doc})
	if err != nil {
		t.Fatal(err)
	}
	return holds
}
