package sw

import (
	"context"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// FuzzPlay plays whatever can be lowered: it ends, with a result that can be printed.
func FuzzPlay(f *testing.F) {
	for _, text := range dialecttest.Definitions(f, Dialect{}) {
		f.Add(text)
	}
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text []byte) {
		d, _, _ := load("x.sw.yaml", text)
		p := d.Lower()
		if p == nil || len(p.Start().Unsupported) > 0 {
			return
		}
		o := run.Options{Start: start, Input: valuetest.Object("x", []any{int64(1), valuetest.Object("a", "b")}), MaxSteps: 100, Observe: func(*machine.Trace) {},
			Stubs: []run.Stub{{Name: "*", Replies: []run.Reply{{Fail: &machine.Error{Name: "FunctionExecutionError"}}, {Return: []any{int64(1)}}, {Never: true}, {Echo: true}}}}}
		for _, n := range p.Start().Nodes {
			o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "signal", Node: n.Name(), Value: valuetest.Object("k", int64(len(o.Occurrences)))})
		}
		for _, e := range p.Start().Events {
			o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "event", Value: valuetest.Object("type", e.Type, "source", e.Source, "data", valuetest.Object("a", int64(1)))})
		}
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}
