package convert_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// row returns a program of tasks in a row.
func row(t testing.TB, tasks int) *workflow.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"id": "row", "name": "Row", "steps": [`)
	for i := range tasks {
		next := "end"
		if i < tasks-1 {
			next = fmt.Sprintf("s%d", i+1)
		}
		fmt.Fprintf(&b, `{"id": "s%d", "name": "S %d", "type": "SERVICE_TASK", "jobType": "t%d", "nextStep": "%s"}, `, i, i, i%50, next)
	}
	b.WriteString(`{"id": "end", "name": "End", "type": "END"}]}`)
	return program(t, "x.step.json", b.String())
}

// BenchmarkRow converts tasks in a row to each dialect: the time for each task stays the same.
func BenchmarkRow(b *testing.B) {
	for _, tasks := range []int{10, 1_000, 100_000} {
		p := row(b, tasks)
		for _, to := range all.Dialects() {
			if to.Name() == p.Start().Dialect {
				continue
			}
			b.Run(fmt.Sprintf("%s/%d", to.Name(), tasks), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if r := convert.Raise(all.Dialects(), to, p, dialects.Raising{Format: source.JSON, Domain: written(to).Domain}); r.Reason != "" {
						b.Skip(r.Reason)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tasks), "ns/task")
			})
		}
	}
}
