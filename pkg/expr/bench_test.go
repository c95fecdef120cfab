package expr_test

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// document returns an object of n members, and a list of as many items.
func document(n int) any {
	members, items := valuetest.Object(), []any{}
	for i := range n {
		members.Set(fmt.Sprintf("m%d", i), valuetest.Object("id", int64(i)))
		items = append(items, valuetest.Object("id", int64(i), "name", "x"))
	}
	return valuetest.Object("members", members, "items", items)
}

func eachSize(b *testing.B, run func(b *testing.B, n int)) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			run(b, n)
		})
	}
}

func benchmarkEval(b *testing.B, x expr.Expr) {
	eachSize(b, func(b *testing.B, n int) {
		env := &expr.Env{Input: document(n)}
		for b.Loop() {
			if _, err := expr.Eval(x, env); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEvalDefinite(b *testing.B) { benchmarkEval(b, path(b, "$.members.m7.id")) }

func BenchmarkEvalFilter(b *testing.B) {
	benchmarkEval(b, path(b, "$.items[?(@.id > 5 && @.name == 'x')].id"))
}

func BenchmarkEvalDescend(b *testing.B) { benchmarkEval(b, path(b, "$..id")) }

func BenchmarkCompare(b *testing.B) {
	benchmarkEval(b, &expr.Compare{
		Op: expr.GreaterEqual, As: expr.Numeric, Left: path(b, "$.items[9].id"), Right: &expr.Literal{Value: int64(5)},
	})
}

func BenchmarkCompareTimestamps(b *testing.B) {
	benchmarkEval(b, &expr.Compare{
		As: expr.Timestamp, Left: &expr.Literal{Value: "2016-03-14T03:59:00+02:00"},
		Right: &expr.Literal{Value: "2016-03-14T01:59:00Z"},
	})
}

func BenchmarkSet(b *testing.B) {
	p := path(b, "$.members.m7.id")
	eachSize(b, func(b *testing.B, n int) {
		doc := document(n)
		for b.Loop() {
			if _, err := expr.Set(doc, p, true); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkParsePath(b *testing.B) {
	t := source.Plain("$.store.book[?(@.price < 10 && @.category == 'fiction')].title", 0)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := expr.ParsePath(t); err != nil {
			b.Fatal(err)
		}
	}
}
