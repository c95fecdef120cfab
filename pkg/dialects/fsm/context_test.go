package fsm

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestContextIsTheParametersOfTheCall runs a processor with each context and looks at what it was given beside the entity.
func TestContextIsTheParametersOfTheCall(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		context string // as it is written in JSON
		want    any    // nil: no parameters
	}{
		{`""`, nil},
		{`"tenant=7"`, "tenant=7"},
		{`"{\"limit\": 1000}"`, value.ObjectOf(value.Member{Key: "limit", Value: int64(1000)})},
		{`"17"`, int64(17)},
		{`"\"17\""`, "17"},
		{`" "`, " "},
		{`"{\"a\":"`, `{"a":`},
	} {
		text := `{"name": "x", "initialState": "A", "states": {"A": {"transitions": [{"name": "GO", "next": "B", "processors": [
{"type": "EXTERNAL", "name": "work", "executionMode": "SYNC", "config": {"context": ` + tt.context + `}}]}]}, "B": {}}}`
		p := Dialect{}.Read(parsed(t, "x.fsm.json", text), dialects.Options{}).Lower()
		r, err := run.Simulate(context.Background(), p, run.Options{Input: value.NewObject(0)})
		if err != nil || len(r.Calls) != 1 {
			t.Fatalf("%s: %v, %d calls", tt.context, err, len(r.Calls))
		}
		if got := r.Calls[0].Parameters; !value.Equal(got, tt.want) {
			t.Errorf("%s: the processor was given %v, want %v", tt.context, got, tt.want)
		}
		if tt.want != nil {
			if again := readContext(writeContext(tt.want)); !value.Equal(again, tt.want) {
				t.Errorf("%v is written as a context that is read as %v", tt.want, again)
			}
		}
		if at := call(p).Parameters; tt.want != nil && at.Span.IsZero() {
			t.Errorf("%s: the parameters have no place", tt.context)
		}
	}
}

// call is what the first task of a program calls.
func call(p *workflow.Program) *workflow.Call {
	for _, n := range p.Workflows[0].Nodes {
		if n.Call != nil {
			return n.Call
		}
	}
	return nil
}
