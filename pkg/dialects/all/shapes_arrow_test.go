package all_test

import (
	"context"
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/dialects/arrow"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestArrowShapes writes random nets of tasks and choices as flows: branches that meet again and branches that end, with shared
// parts, nested, with and without something to do. Their tasks get and give objects, so that nothing may get lost but data that a
// task stands in for, and both sides have to do the same.
func TestArrowShapes(t *testing.T) {
	t.Parallel()
	const nets = 1000
	written, whole := 0, 0
	for seed := range int64(nets) {
		p := randomNet(rand.New(rand.NewSource(seed)))
		raised := convert.Raise(all.Dialects(), arrow.Dialect{}, p, dialects.Raising{Domain: dialects.Domain{Objects: true}})
		if raised.Reason != "" {
			continue // nothing in it calls a task
		}
		written++
		text := raised.Definitions[0].Text
		exact := true
		for _, l := range raised.Losses {
			exact = exact && l.Rule.Affects == dialects.Texts
			if l.Rule.Affects != dialects.Texts && l.Rule.ID != "convert/stand-in" {
				t.Fatalf("seed %d: %s: %s\n%s", seed, l.Rule.ID, l.Message, text)
			}
		}
		target, err := convert.Read(arrow.Dialect{}, raised.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		pair := &verify.Pair{Source: p, Target: target, Raised: raised}
		v, err := pair.Verify(context.Background(), verify.Invent(p, options(), 12, rand.New(rand.NewSource(seed))))
		switch {
		case err != nil:
			t.Fatalf("seed %d: %v", seed, err)
		case v.Failed() || v.Equal+v.Excused == 0:
			t.Fatalf("seed %d: %v\n%s", seed, *v.Difference, text)
		case exact && v.Excused > 0:
			t.Fatalf("seed %d is exact, and runs are excused by %v\n%s", seed, v.ExcusedBy, text)
		case exact:
			whole++
		}
	}
	if written < nets/2 || whole < nets/3 {
		t.Errorf("of %d nets %d were written, and %d without a loss", nets, written, whole)
	}
}

func options() run.Options {
	return run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 10_000, MaxTime: iso8601.Duration{Years: 1}, Input: valuetest.Object()}
}

// randomNet is an acyclic net. Conditions compare members of the document, which tasks replace.
func randomNet(r *rand.Rand) *workflow.Program {
	name := workflow.ErrorName{Name: "Failed"}
	w := &workflow.Workflow{ID: "made", Dialect: "made up", File: source.NewFile("made.txt", nil), Documents: workflow.ObjectDocument,
		Errors: workflow.ErrorTable{Task: name, Path: name, NoMatch: name, Combine: name, Timeout: name}}
	region := w.AddRegion(nil, source.Span{End: 1})
	size := 3 + r.Intn(10)
	for i := range size {
		kind := []workflow.Kind{workflow.Task, workflow.Choice, workflow.Choice, workflow.Pass, workflow.Task}[r.Intn(5)]
		if i == size-1 {
			kind = workflow.End
		}
		e := w.AddElement(fmt.Sprintf("n%d", i), "", source.Span{Start: i, End: i + 1}, source.Span{Start: i, End: i + 1})
		n := w.AddNode(region, e, kind, workflow.Primary)
		switch {
		case kind == workflow.Pass && r.Intn(2) == 0:
			n.Data = randomData(r)
		case kind == workflow.Task:
			n.Call = &workflow.Call{Task: fmt.Sprintf("t%d", r.Intn(4))}
			if r.Intn(2) == 0 {
				n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
			}
		}
	}
	region.Start = region.Nodes[0]
	for i, n := range region.Nodes[:size-1] {
		later := func() *workflow.Node {
			if r.Intn(5) == 0 {
				return region.Nodes[size-1]
			}
			return region.Nodes[i+1+r.Intn(min(4, size-1-i))]
		}
		if n.Kind == workflow.Choice {
			for range 1 + r.Intn(3) {
				w.Connect(n, later(), workflow.Guarded, n.Span).Guard = randomCondition(r, 2)
			}
			w.Connect(n, later(), workflow.Default, n.Span)
			continue
		}
		w.Connect(n, later(), workflow.Next, n.Span)
	}
	return &workflow.Program{Workflows: []*workflow.Workflow{w}}
}

// randomData is an object in the place of the document, or merged into it.
func randomData(r *rand.Rand) workflow.Stages {
	key := string(rune('a' + r.Intn(3)))
	switch r.Intn(3) {
	case 0:
		return workflow.Stages{Result: &expr.Literal{Value: valuetest.Object(key, "x", "d", int64(1))}}
	case 1:
		return workflow.Stages{Result: &expr.Literal{Value: valuetest.Object(key, "x")}, Combine: &workflow.Combine{Mode: workflow.MergeShallow}}
	}
	p := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: key}}, Definite: true}
	return workflow.Stages{Result: &expr.Literal{Value: int64(r.Intn(3))}, Combine: &workflow.Combine{Mode: workflow.SetAt, Path: p}}
}

// randomCondition is a condition that has an answer for every object.
func randomCondition(r *rand.Rand, depth int) expr.Expr {
	if depth > 0 && r.Intn(4) == 0 {
		op := expr.LogicOp(r.Intn(2))
		return &expr.Logic{Op: op, Operands: []expr.Expr{randomCondition(r, depth-1), randomCondition(r, depth-1)}}
	}
	if depth > 0 && r.Intn(5) == 0 {
		return &expr.Not{Operand: randomCondition(r, depth-1)}
	}
	p := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: string(rune('a' + r.Intn(3)))}}, Definite: true}
	p.Text = p.String()
	answer := func() expr.Answer { return expr.Answer(r.Intn(2)) }
	x := &expr.Test{Op: expr.TestOp(r.Intn(int(expr.TestEndsWith) + 1)), Path: p, Wrong: answer(), Null: answer(), Missing: answer()}
	x.Value = []any{"x", int64(r.Intn(3)), "y`'\\/", 1.5}[r.Intn(4)]
	switch {
	case x.Op == expr.TestEqual && r.Intn(3) == 0:
		x.Value = []any{true, false, nil}[r.Intn(3)]
	case x.Op >= expr.TestContains:
		x.Value = []string{"x", "`", ".*", ""}[r.Intn(4)]
	}
	return x
}
