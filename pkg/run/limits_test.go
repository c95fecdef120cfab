package run

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// doubling is a loop in which the document becomes a list of itself, twice.
func doubling() *net {
	n := newNet()
	x := n.add(n.Root, "double", workflow.Pass)
	x.Data.Result = computed(func(env *expr.Env) any { return []any{env.Input, env.Input} })
	n.connect("double", "double", workflow.Next)
	return n
}

// TestDataThatDoubles ends a run whose data would not fit into any memory if somebody wrote it out.
func TestDataThatDoubles(t *testing.T) {
	t.Parallel()
	var traced int
	r := simulate(t, doubling(), Options{Input: "0123456789", MaxData: 1 << 20, MaxSteps: 1000, Observe: func(e *machine.Trace) {
		traced = max(traced, len(value.Append(nil, e.Data)))
	}})
	if r.Status != Aborted || r.Error.Name != "MaxData" || r.Output != nil {
		t.Errorf("%s: %v, output %s", r.Status, r.Error, value.Short(r.Output))
	}
	if want := `the data at "double" is longer than 1048576 bytes as JSON`; r.Error.Cause != want {
		t.Errorf("%q, want %q", r.Error.Cause, want)
	}
	if r.Steps < 15 || r.Steps > 18 {
		t.Errorf("%d steps", r.Steps)
	}
	if traced > 1<<20 {
		t.Errorf("an event of the trace has %d bytes of data", traced)
	}
}

// TestDataOfManyBranchesIsMeasured ends a run whose branches each are small enough, and not what a task gets of them.
func TestDataOfManyBranchesIsMeasured(t *testing.T) {
	t.Parallel()
	n := newNet()
	s := n.add(n.Root, "s", workflow.Scope)
	for range 20 {
		r := n.AddRegion(s, source.Span{})
		x := n.AddNode(r, n.AddElement("end", "End", source.Span{}, source.Span{}), workflow.End, workflow.Primary)
		r.Start = x
	}
	n.add(n.Root, "a", workflow.Task)
	n.add(n.Root, "end", workflow.End)
	n.connect("s", "a", workflow.Next)
	n.connect("a", "end", workflow.Next)
	input := strings.Repeat("x", 100)
	if r := simulate(t, n, Options{Input: input, MaxData: 1000}); r.Status != Aborted || r.Error.Name != "MaxData" || len(r.Calls) != 0 {
		t.Errorf("%s: %v, %d calls", r.Status, r.Error, len(r.Calls))
	}
	if r := simulate(t, n, Options{Input: input, MaxData: 10_000}); r.Status != Succeeded {
		t.Errorf("%s: %v", r.Status, r.Error)
	}
}

// each is a scope that calls a task for each item of a list.
func each() *net {
	n := newNet()
	s := n.add(n.Root, "s", workflow.Scope)
	r := n.AddRegion(s, source.Span{})
	n.add(r, "a", workflow.Task).Role = workflow.Acting
	n.add(r, "a-end", workflow.End).Role = workflow.Ending
	n.connect("a", "a-end", workflow.ToEnd)
	s.Body.Each = true
	n.add(n.Root, "end", workflow.End)
	n.connect("s", "end", workflow.Next)
	return n
}

// TestCallsAreCountedAsTheyAreMade ends a run over a million items soon after the limit of calls was reached.
func TestCallsAreCountedAsTheyAreMade(t *testing.T) {
	t.Parallel()
	r, err := Simulate(context.Background(), &workflow.Program{Workflows: []*workflow.Workflow{each().Workflow}},
		Options{Input: make([]any, 1_000_000), MaxSteps: 500})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != Aborted || r.Error.Name != "MaxSteps" || len(r.Calls) > 500+2*chunk {
		t.Errorf("%s after %d calls: %v", r.Status, len(r.Calls), r.Error)
	}
}

// TestRegionsStartInOrder runs more regions than are started at a time.
func TestRegionsStartInOrder(t *testing.T) {
	t.Parallel()
	items := make([]any, 270)
	for i := range items {
		items[i] = int64(i)
	}
	r := simulate(t, each(), Options{Input: items})
	if r.Status != Succeeded || !value.Equal(r.Output, items) {
		t.Errorf("%s: %s", r.Status, value.Short(r.Output))
	}
	for i, c := range r.Calls {
		if !value.Equal(c.Input, int64(i)) || c.At != 0 {
			t.Fatalf("call %d is %+v", i, c)
		}
	}
}

// TestJobsBoundProcesses runs many processes of which few may run at once.
func TestJobsBoundProcesses(t *testing.T) {
	t.Parallel()
	var running, most atomic.Int32
	r := simulate(t, each(), Options{Input: make([]any, 100), Jobs: 3, Clock: &still{}, Stubs: []Stub{{Name: "*", Replies: []Reply{{Exec: "work"}}}},
		Execute: func(context.Context, Process) ProcessResult {
			most.Store(max(most.Load(), running.Add(1)))
			defer running.Add(-1)
			return ProcessResult{Value: "done"}
		}})
	if r.Status != Succeeded || len(r.Calls) != 100 || most.Load() > 3 {
		t.Errorf("%s, %d calls, %d at once", r.Status, len(r.Calls), most.Load())
	}
}

// TestInterruptedSoon ends the context while tokens move, and so at no event that the host waits for.
func TestInterruptedSoon(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	r, err := Simulate(ctx, &workflow.Program{Workflows: []*workflow.Workflow{ring(10).Workflow}}, Options{Observe: func(*machine.Trace) {
		if seen++; seen == 5 {
			cancel()
		}
	}})
	if err != nil || r.Status != Aborted || r.Error.Name != "Interrupted" || r.Steps > 2*chunk {
		t.Errorf("%v %+v after %d steps", err, r.Error, r.Steps)
	}
}
