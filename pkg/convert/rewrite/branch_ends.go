package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// endBranch puts what a branch gives at a place of the document: where a step before an end gives it by itself, that is where its value gets.
// Where it is the document, a step is added that puts it there, one for all ends that are not steps of the source.
func (c *Conversion) endBranch(w *workflow.Workflow, n *workflow.Node, r *workflow.Region, at *expr.Path, same calls) {
	alone := replacing(n.Data.Combine) && !readsInput(n.Data.Result) // nothing else that the branch puts into the document is seen
	placed := alone || c.givesOnly(r, same)
	var shared *workflow.Node
	for _, end := range slices.Clone(r.Nodes) {
		if end.Kind != workflow.End || end.Terminates || c.followsFailures(end) {
			continue
		}
		var rest []*workflow.Edge
		for _, e := range end.In {
			switch {
			case placed && gives(same, e):
				c.giveBelow(w, e.From, at)
			case !placed || !c.answersBelow(e, at):
				rest = append(rest, e)
			}
		}
		if len(rest) == 0 && (len(end.In) > 0 || end != r.Start) {
			continue
		}
		if end.Role != workflow.Primary && shared != nil {
			for _, e := range rest {
				leadTo(e, shared)
			}
			continue
		}
		pass := c.passBefore(w, end, rest, c.NewElement(w, n.Element, "Result of "+r.Start.Name(), ""))
		if pass.Data.Result = underPath(at, whole()); alone {
			pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
		}
		if end.Role != workflow.Primary {
			shared = pass
		}
	}
	if c.Able.WholeBranches { // where a task is a step, with its name and its contract, and not one of several calls of a step
		c.wrapBranch(w, n, r)
	}
}

// underPath is a value under the members of a path.
func underPath(at *expr.Path, x expr.Expr) expr.Expr {
	for _, step := range slices.Backward(at.Steps) {
		x = &expr.Object{Members: []expr.ObjectMember{{Key: step.Name, Value: x}}}
	}
	return x
}

// answersBelow makes a stand-in answer at a place of the document, if its answer takes the place of the document, and reports whether it did.
func (c *Conversion) answersBelow(e *workflow.Edge, at *expr.Path) bool {
	s := c.heldAnswer(e)
	under, plain := members(at)
	if s == nil || !plain {
		return false
	}
	s.What, e.From.Data.Output = strings.TrimSuffix(s.What, strings.Join(c.held(), "."))+under, nil
	s.By.(*calledPart).under = strings.Split(under, ".")
	return true
}

// heldAnswer is the stand-in whose answer, which takes the place of the document, is all that comes along an edge; nil if there is none.
func (c *Conversion) heldAnswer(e *workflow.Edge) *dialects.StandIn {
	t := e.From
	if e.Kind != workflow.Next && e.Kind != workflow.ToEnd || t.Kind != workflow.Task || t.Call == nil || !mergesAtRoot(t.Data.Combine) || t.Data.Result != nil ||
		t.Data.Assign != nil || !c.isHeld(t.Data.Output) {
		return nil
	}
	s := c.standIn(t.Call.Task)
	if s == nil {
		return nil
	}
	part, calls := s.By.(*calledPart)
	if !calls || part.answers != answersDocument || !slices.Equal(part.under, c.held()) || !strings.HasSuffix(s.What, strings.Join(c.held(), ".")) {
		return nil
	}
	return s
}

// passBefore adds a pass node on some of the edges to an end, or before one at which its region begins.
func (c *Conversion) passBefore(w *workflow.Workflow, end *workflow.Node, from []*workflow.Edge, e *workflow.Element) *workflow.Node {
	pass := addBeside(w, end, e, workflow.Pass, false)
	pass.Role, pass.Element.Primary = workflow.Primary, pass
	if len(from) == 0 {
		end.Region.Start = pass
	}
	for _, in := range from {
		leadTo(in, pass)
	}
	w.Connect(pass, end, workflow.Next, end.Span)
	return pass
}

// leadTo redirects an edge that led to an end to a step.
func leadTo(e *workflow.Edge, n *workflow.Node) {
	if e.Redirect(n); e.Kind == workflow.ToEnd {
		e.Kind = workflow.Next
	}
}

// gives reports whether what an edge leads to gets nothing but the value of the step before: the answer of a task, or fixed data.
// It is false if the worker of the task answers the same call elsewhere: a contract is about all calls of a task in an element.
func gives(same calls, e *workflow.Edge) bool {
	d, n := &e.From.Data, e.From
	if e.Kind != workflow.Next && e.Kind != workflow.ToEnd || !replacing(d.Combine) || d.Output != nil || d.Assign != nil {
		return false
	}
	if n.Kind == workflow.Task {
		return !n.Call.Workflow && same[callBy(n)] <= 1
	}
	return forgets(n)
}

// giveBelow has a step put what it gives at a place of the document.
func (c *Conversion) giveBelow(w *workflow.Workflow, n *workflow.Node, at *expr.Path) {
	if n.Kind == workflow.Task {
		n.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: n.Span}
	} else {
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
		n.Data.Result = underPath(at, n.Data.Result)
	}
	c.reread(w, n)
}

// givesOnly reports whether nothing in a branch changes its document but the steps before its ends, which give the value of the branch.
func (c *Conversion) givesOnly(r *workflow.Region, same calls) bool {
	return !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		if n.Body != nil || n.Kind == workflow.Await {
			return true
		}
		last, changes := false, !n.Data.IsZero()
		if n.Kind == workflow.Task {
			changes = !isDropped(&n.Data)
		}
		for _, e := range n.Out {
			last = last || e.To.Kind == workflow.End && (gives(same, e) || c.heldAnswer(e) != nil)
			if e.Kind == workflow.OnError && (e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop) {
				return true
			}
		}
		return changes && !last
	})
}

// givers are the tasks whose answers are what an end gives; false if it gives something else too: see [gives].
func givers(same calls, end *workflow.Node) ([]*workflow.Node, bool) {
	var tasks []*workflow.Node
	for _, e := range end.In {
		if e.From.Kind != workflow.Task || !gives(same, e) {
			return nil, false
		}
		tasks = append(tasks, e.From)
	}
	return tasks, len(tasks) > 0
}

// calls counts the calls of a task for the same element of the source.
type calls map[callFor]int

type callFor struct{ task, element string }

func callBy(n *workflow.Node) callFor { return callFor{n.Call.Task, n.Element.Original().Name} }

// sameCalls counts the calls of a workflow. A rewrite of what branches give changes no call of the source.
func sameCalls(w *workflow.Workflow) calls {
	same := calls{}
	for _, n := range w.Nodes {
		if n.Call != nil {
			same[callBy(n)]++
		}
	}
	return same
}

// readsInput reports whether a value may be made of the document.
func readsInput(x expr.Expr) bool {
	found := false
	eachLeaf(x, func(x expr.Expr) {
		p, path := x.(*expr.Path)
		found = found || !path || p.Root == expr.RootInput
	})
	return found
}
