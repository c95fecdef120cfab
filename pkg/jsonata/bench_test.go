package jsonata_test

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// benchmarks are expressions over the document of [benchmarkInput]. scripts/bench-jsonata.js measures the same with the
// reference implementation.
var benchmarks = []struct{ name, expression string }{
	{"path", "order.customer.address.city"},
	{"filter", "items[price > 700].name"},
	{"map", "$map(items, function($v){$v.price * 2})"},
	{"merge", "$merge([items.{name: price}])"},
	{"sum", "$sum(items.(price * 2))"},
	{"sort", "items^(>price).id"},
	{"reduce", "$reduce([1..1000], function($a, $b){$a + $b})"},
	{"counter", `{"n": order.n + 1, "done": order.n >= 10}`},
	{"string", "$string(items)"},
	{"group", "items{$string(id % 10): $sum(price)}"},
}

// benchmarkInput returns a document with so many items.
func benchmarkInput(n int) any {
	items := make([]any, n)
	for i := range items {
		price := any(float64(i) * 1.5)
		if i%2 == 0 {
			price = int64(i / 2 * 3)
		}
		items[i] = value.ObjectOf(
			value.Member{Key: "id", Value: int64(i)},
			value.Member{Key: "price", Value: price},
			value.Member{Key: "name", Value: fmt.Sprint("item", i)},
			value.Member{Key: "tags", Value: []any{"a", "b"}},
		)
	}
	v, err := value.Parse([]byte(`{"customer": {"name": "x", "address": {"city": "y"}}}`))
	if err != nil {
		panic(err)
	}
	return value.ObjectOf(value.Member{Key: "order", Value: v}, value.Member{Key: "items", Value: items})
}

func BenchmarkEvaluate(b *testing.B) {
	input := benchmarkInput(1000)
	for _, bm := range benchmarks {
		e, err := jsonata.Compile(bm.expression)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Evaluate(jsonata.Env{Input: input}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkSizes shows how the time grows with the document.
func BenchmarkSizes(b *testing.B) {
	e, err := jsonata.Compile("items[price > 10].{\"name\": name, \"price\": price * 2}")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{10, 1_000, 100_000} {
		input := benchmarkInput(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Evaluate(jsonata.Env{Input: input}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonata.Compile(`$states.input.items[price > 10 and name != "x"].{"n": name, "p": $round(price, 2)}`); err != nil {
			b.Fatal(err)
		}
	}
}
