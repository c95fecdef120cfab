package all_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// BenchmarkConditions takes many small conditions to each dialect.
func BenchmarkConditions(b *testing.B) {
	p, err := expr.ParsePath(source.Plain("$[?(@.order.total > 1000 && @.status in ['NEW','PAID'])]", 0))
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range everyone {
		d := translatorNamed(b, name)
		for _, n := range []int{10, 1_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					for range n {
						if out, lacks := d.Condition(p, typed); out == nil {
							b.Fatal(lacks)
						}
					}
				}
			})
		}
	}
}

// BenchmarkLongCondition takes a condition of many parts into common terms, each of which asks for what the next one looks at.
func BenchmarkLongCondition(b *testing.B) {
	for _, n := range []int{10, 1_000, 100_000} {
		x := &expr.Logic{Op: expr.And}
		for i := range n {
			p := expr.NewPath(expr.RootInput, fmt.Sprintf("m%d", i))
			x.Operands = append(x.Operands, &expr.Is{Type: expr.IsPresent, Operand: p},
				&expr.Compare{Op: expr.Greater, As: expr.Numeric, Left: p, Right: &expr.Literal{Value: int64(i)}})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if y := expr.CommonCondition(x, domain); strings.Contains(fmt.Sprintf("%T", y), "Literal") {
					b.Fatal("nothing is asked")
				}
			}
		})
	}
}
