package workflow_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestCondition has guards that ask for the state their edge leaves.
func TestCondition(t *testing.T) {
	t.Parallel()
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	node := func(name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(r, w.AddElement(name, "", source.Span{}, source.Span{}), kind, workflow.Primary)
	}
	state, choice := node("NEW", workflow.State), node("check", workflow.Choice)
	asks := func(state string) expr.Expr {
		p, err := expr.ParsePath(source.Plain("$$."+workflow.EntityState, 0))
		if err != nil {
			t.Fatal(err)
		}
		return &expr.Loose{Op: expr.LooseEqual, Left: p, Right: []*expr.Literal{{Value: state}}}
	}
	for _, tt := range []struct {
		from  *workflow.Node
		guard expr.Expr
		want  string
	}{
		{state, nil, ""},
		{state, asks("NEW"), ""},
		{state, asks("OLD"), "false"},
		{choice, asks("NEW"), `state == "NEW"`},
	} {
		e := w.Connect(tt.from, state, workflow.Guarded, source.Span{})
		e.Guard = tt.guard
		got := ""
		if x := e.Condition(); x != nil {
			got = expr.Readable(x)
		}
		if got != tt.want {
			t.Errorf("the condition is %q, want %q", got, tt.want)
		}
	}
}
