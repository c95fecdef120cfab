package rewrite

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var nextWorkflows = Rewrite{
	ID:     "rewrite/next-workflow",
	What:   "the workflow that follows at the end becomes a call before the end",
	When:   "cannot start a workflow at the end of another",
	Before: "A, then the end, where the workflow invoice follows with the same data",
	After:  "A, then a call of the workflow invoice, then the end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Follows || w.Then == nil || !c.callsNext(w) {
			return false
		}
		var call *workflow.Node
		for _, n := range slices.Clone(w.Root.Nodes) {
			switch {
			case n.Kind != workflow.End:
			case call != nil && !c.Able.Calls: // once is enough of what takes the place of the call
				for _, in := range slices.Clone(n.In) {
					in.Redirect(call)
				}
				if w.Root.Start == n {
					w.Root.Start = call
				}
				w.Root.TakeOut(n)
			default:
				call = AddBefore(w, n, c.NewElement(w, n.Element, w.Then.ID, followsKind), workflow.Task)
				call.Call = &workflow.Call{Task: w.Then.ID, Workflow: true, Span: w.Then.Span}
				call.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: w.Then.Span}
			}
		}
		Compact(w)
		w.Then = nil
		return true
	},
}

// followsKind is the kind of the elements that call the workflow that follows.
const followsKind = "next workflow"

var calledWorkflows = Rewrite{
	ID:     "rewrite/called-workflow",
	What:   "a call of a workflow that is given becomes what that workflow does",
	When:   "cannot call workflows",
	Before: "A, then a call of the workflow invoice",
	After:  "A, then the steps of the workflow invoice",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Calls || w != c.Program.Workflows[0] {
			return false
		}
		before := c.Program
		c.Program = withoutCalled(before, workflow.Inlined(before))
		c.loseSchedules(before)
		return !slices.Equal(before.Workflows, c.Program.Workflows)
	},
}

// callsNext reports whether a call before each end of a workflow does what its next workflow does after it: the next one is given, its
// chain does not lead back, and no branch of a fork comes to an end by itself, at which the others may be under way.
func (c *Conversion) callsNext(w *workflow.Workflow) bool {
	if w.Root == nil || c.Able.Calls && !c.Options.Domain.Disjoint {
		return false
	}
	before := map[*workflow.Workflow]bool{}
	for at := w; at.Then != nil; {
		before[at] = true
		if at = c.Program.Find(at.Then.ID); at == nil || at.Root == nil || before[at] {
			return false
		}
	}
	for _, n := range w.Nodes {
		if n.Split == workflow.SplitFork && endsBeforeJoin(n) {
			return false
		}
	}
	return true
}

// startNext has a task start the workflow that follows before each end of a workflow. It is not given, and nothing waits for it.
func (c *Conversion) startNext(w *workflow.Workflow) {
	var first *workflow.Node
	for _, n := range slices.Clone(w.Root.Nodes) {
		if n.Kind != workflow.End {
			continue
		}
		start := AddBefore(w, n, c.NewElement(w, n.Element, "start "+w.Then.ID, followsKind), workflow.Task)
		start.Span = w.Then.Span
		if first != nil {
			start.Call, start.Data = first.Call, first.Data
			continue
		}
		first = start
		s := c.become(w, start, start.Element.Name, nil, "starts the workflow "+strconv.Quote(w.Then.ID)+" with its input")
		s.By = waiting{echos: start.Data.Combine == nil}
	}
}

// endsBeforeJoin reports whether a branch of a fork can come to an end without its join.
func endsBeforeJoin(fork *workflow.Node) bool {
	seen := map[*workflow.Node]bool{fork.Joins: true}
	todo := []*workflow.Node{fork}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			if e.To.Kind == workflow.End {
				return true
			}
			if !seen[e.To] {
				seen[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return false
}
