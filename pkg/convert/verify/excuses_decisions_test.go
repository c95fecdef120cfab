package verify

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestDecisionsOnOtherData has a node be asked of other data than before: only where a condition, a list or a length of time differs, or is
// not known, it may take another path.
func TestDecisionsOnOtherData(t *testing.T) {
	t.Parallel()
	x := &excuses{pair: &Pair{Domain: dialects.Domain{Typed: true}}}
	total := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: "total"}}, Definite: true}
	large := &expr.Compare{Op: expr.Greater, Left: total, Right: &expr.Literal{Value: int64(5)}}
	guarded := func(kind workflow.EdgeKind) []*workflow.Edge { return []*workflow.Edge{{Kind: kind, Guard: large}} }
	small, more, other := valuetest.Object("total", int64(3)), valuetest.Object("total", int64(3), "decision", "REJECT"), valuetest.Object("total", int64(9))
	for name, c := range map[string]struct {
		node    workflow.Node
		was, is *value.Object
		alike   bool
	}{
		"a state with a further member":     {workflow.Node{Kind: workflow.State, Out: guarded(workflow.Guarded)}, small, more, true},
		"a state with another total":        {workflow.Node{Kind: workflow.State, Out: guarded(workflow.Guarded)}, small, other, false},
		"a request":                         {workflow.Node{Kind: workflow.State, Out: guarded(workflow.Manual)}, small, more, false},
		"its own condition":                 {workflow.Node{Kind: workflow.Task, When: large}, small, more, true},
		"its own condition, another total":  {workflow.Node{Kind: workflow.Task, When: large}, small, other, false},
		"a condition that cannot be asked":  {workflow.Node{Kind: workflow.Task, When: large}, small, valuetest.Object(), false},
		"the edge of a task that was taken": {workflow.Node{Kind: workflow.Task, Call: &workflow.Call{}, Out: guarded(workflow.Guarded)}, small, more, true},
		"a list":                            {workflow.Node{Kind: workflow.Scope, Body: &workflow.Body{Each: true}, Data: workflow.Stages{Payload: total}}, small, more, true},
		"another list":                      {workflow.Node{Kind: workflow.Scope, Body: &workflow.Body{Each: true}, Data: workflow.Stages{Payload: total}}, small, other, false},
		"until another time":                {workflow.Node{Kind: workflow.Wait, Until: &workflow.Length{Expr: total}}, small, other, false},
		"a table":                           {workflow.Node{Kind: workflow.Table}, small, more, false},
	} {
		at := func(data *value.Object) visit {
			v := visit{data: data}
			if c.node.Call != nil {
				v.edge, v.left = c.node.Out[0], data
			}
			return v
		}
		if got := x.asksAlike(&c.node, at(c.was), at(c.is)); got != c.alike {
			t.Errorf("%s: %v", name, got)
		}
	}
	n := workflow.Node{Kind: workflow.Task, Call: &workflow.Call{}, Out: guarded(workflow.Guarded)}
	if x.asksAlike(&n, visit{data: small}, visit{data: more}) {
		t.Error("what a task that was not left decides is known")
	}
}
