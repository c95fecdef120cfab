package rewrite

import (
	"cmp"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var branchChanges = Rewrite{
	ID:     "rewrite/branch-document",
	What:   "a branch that does more than call tasks merges its whole document; a branch that is a single task merges its answer alone, and does not undo what other branches change",
	When:   "has branches that return their whole document",
	Before: "Checks: {credit, retried} {fraud}",
	After:  "Checks: {scope: credit, retried, whose answer is the document of the scope} {fraud}",
	Losses: []*dialects.LossRule{&lossBranch},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.WholeBranches {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if !gathersChanges(n) {
				continue
			}
			for _, r := range n.Body.Regions {
				changed = c.giveChanges(w, n, r) || changed
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var lossBranch = dialects.LossRule{ID: "convert/branch-workflow", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
	What:   "a branch that does more than call tasks becomes a separate workflow, whose whole document is merged when it ends: changes that other branches made meanwhile are undone",
	Remedy: "have the branches change different members of the document, or retry and decide inside the workers"}

// gathersChanges reports whether a node runs branches at the same time, and merges what they change.
func gathersChanges(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && !n.Body.Each && n.Body.Gather == workflow.GatherChanges && len(n.Body.Regions) > 1
}

// givesAnswer reports whether a node is a task that its branch does nothing but call, so that its answer is all that the branch changes.
func (c *Conversion) givesAnswer(n *workflow.Node) bool {
	return n.Kind == workflow.Task && !n.Call.Workflow && mergesAnswer(n) && !handles(n) && c.Options.Domain.Disjoint
}

// giveChanges makes a branch give nothing but what it changed.
func (c *Conversion) giveChanges(w *workflow.Workflow, n *workflow.Node, r *workflow.Region) bool {
	if callsOnly(r) {
		return false
	}
	switch step := only(r); {
	case step != nil && c.givesAnswer(step):
		step.Data.Combine = nil
		c.changesNothing(w, step)
	case step != nil && step.Kind == workflow.Await && step.Data.IsZero() && len(step.Timers) == 0 && !handles(step):
		r.Name = cmp.Or(r.Name, step.Name())
		nothing := AddBefore(w, step, c.NewElement(w, step.Element, startName, ""), workflow.Pass)
		nothing.Data.Result = &expr.Literal{Value: value.NewObject(0)}
	default:
		c.Lose(w, &lossBranch, placeOf(n), n.Element, "a workflow that the branch calls", "the branch %q of %q does more than call tasks", r.Start.Name(), n.Name())
	}
	c.wrapBranch(w, n, r)
	return true
}

// startName is what a step is called before a wait that gives the data that comes, and nothing of the document.
const startName = "Start"

// changesNothing has the transitions of a task that runs out of time give an empty document, because nothing was answered. The document that
// the task was given would undo what other branches changed.
func (c *Conversion) changesNothing(w *workflow.Workflow, task *workflow.Node) {
	for i := range task.Timers {
		if e := task.Timers[i].Edge; e != nil {
			pass := AddOn(w, e, c.NewElement(w, task.Element, task.Name()+timedOutSuffix, ""), workflow.Pass)
			pass.Data.Result = &expr.Literal{Value: value.ObjectOf()}
		}
	}
}

// wrapBranch makes a region do nothing but run a scope, which does what the region did, and whose document is merged when it ends.
func (c *Conversion) wrapBranch(w *workflow.Workflow, n *workflow.Node, r *workflow.Region) {
	e := c.NewElement(w, n.Element, "Branch "+r.Start.Name(), "")
	r.Arrange()
	inner := &workflow.Region{Nodes: r.Nodes, Start: r.Start, Name: r.Name, Span: r.Span}
	r.Nodes = nil
	scope := w.AddNode(r, e, workflow.Scope, workflow.Primary)
	scope.Body = &workflow.Body{Gather: workflow.GatherOne, Regions: []*workflow.Region{inner}}
	scope.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
	inner.Scope = scope
	for _, x := range inner.Nodes {
		x.Region = inner
	}
	w.Connect(scope, w.AddNode(r, e, workflow.End, workflow.Ending), workflow.ToEnd, n.Span)
	r.Start = scope
}

func mergesAnswer(n *workflow.Node) bool {
	return n.Data.Combine != nil && (n.Data.Combine.Mode == workflow.MergeDeep || n.Data.Combine.Mode == workflow.MergeShallow) && n.Data.Output == nil
}

// callsOnly reports whether a region calls tasks one after the other and does nothing else, as a list of calls does.
func callsOnly(r *workflow.Region) bool {
	for n := r.Start; n.Kind != workflow.End; n = n.Out[0].To {
		if n.Kind != workflow.Task || n.Call.Workflow || len(n.Retry) > 0 || len(n.In) > 1 || len(n.Out) != 1 || n.Data.Output != nil || replacing(n.Data.Combine) {
			return false
		}
		for i := range n.Timers {
			if n.Timers[i].Edge != nil {
				return false
			}
		}
		if n.Out[0].To.Kind == workflow.End && n.Out[0].To.Terminates {
			return false
		}
	}
	return true
}
