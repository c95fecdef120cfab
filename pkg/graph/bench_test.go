package graph

import (
	"fmt"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// sizes runs a benchmark on workflows of 10, 1,000 and 100,000 states.
func sizes(b *testing.B, run func(w *workflow.Workflow, d *Drawing)) {
	for _, n := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := chain(n)
			d := Of(w, Options{})
			b.ReportAllocs()
			for b.Loop() {
				run(w, d)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/state")
		})
	}
}

func BenchmarkOf(b *testing.B) {
	sizes(b, func(w *workflow.Workflow, _ *Drawing) { Of(w, Options{}) })
}

func BenchmarkJSON(b *testing.B) {
	sizes(b, func(_ *workflow.Workflow, d *Drawing) {
		if _, err := d.JSON(); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkMermaid(b *testing.B) {
	sizes(b, func(_ *workflow.Workflow, d *Drawing) { d.Mermaid(Options{}) })
}
