package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var earlyExits = Rewrite{
	ID:     "rewrite/early-exit",
	What:   "a branch that ends the run, or that is enough when it is done, fails with the document as the cause of its error: the error cancels the other branches, and its handler continues",
	When:   "waits for all branches, and lets a step fail with data",
	Before: "Race: A or B, whichever is done first; then C",
	After:  "Race: A, then fail with \"Race is done\", and B, then fail with \"Race is done\"; on that error the document is the cause → C",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.ErrorData {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			switch {
			case n.Kind == workflow.Scope && c.isRace(n):
				c.race(w, n)
				changed = true
			case n.Kind == workflow.End && n.Terminates && n.Region.Scope != nil && !c.Able.BranchEnds:
				c.endByError(w, n)
				changed = true
			}
		}
		return changed
	},
}

// isRace reports whether one region of a scope is enough, and what that makes of the document is the document.
func (c *Conversion) isRace(n *workflow.Node) bool {
	return isOne(n.Body.Enough) && len(n.Body.Regions) > 1 && !n.Body.Each && n.Body.Gather == workflow.GatherChanges && n.Data.Result == nil && n.Data.Combine == nil && nextOf(n) != nil
}

// race makes each region of a scope fail when it is done; the first one to do so is what the scope goes on with.
func (c *Conversion) race(w *workflow.Workflow, n *workflow.Node) {
	name := n.Element.Name + " is done"
	for _, r := range n.Body.Regions {
		for _, end := range slices.Clone(r.Nodes) {
			if end.Kind == workflow.End && !end.Terminates {
				failInPlace(end, c.NewElement(w, n.Element, name, "fail"), name)
			}
		}
	}
	n.Body.Enough = nil // what the regions changed is gathered for the handlers of other errors only: no region is done without one
	handled := c.handleExit(w, n, name, nextOf(n).To)
	if n.Data.Output != nil {
		pass := AddOn(w, handled, c.NewElement(w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
		pass.Data.Output = n.Data.Output
	}
}

// endByError turns an end of the run in a region into an error that every scope around it hands on, and that leads to an end from the
// outermost.
func (c *Conversion) endByError(w *workflow.Workflow, end *workflow.Node) {
	scope := end.Region.Scope
	name := scope.Element.Name + " ends the run"
	failInPlace(end, c.NewElement(w, scope.Element, name, "fail"), name)
	for scope.Region.Scope != nil {
		outer := scope.Region.Scope
		on := w.AddNode(scope.Region, c.NewElement(w, outer.Element, name, "fail"), workflow.Fail, workflow.Primary)
		failInPlace(on, on.Element, name)
		c.handleExit(w, scope, name, on)
		scope = outer
	}
	c.handleExit(w, scope, name, w.AddNode(scope.Region, scope.Element, workflow.End, workflow.Ending))
}

// failInPlace makes a node one that fails with the document as the cause of its error.
func failInPlace(n *workflow.Node, e *workflow.Element, name string) {
	n.Kind, n.Role, n.Terminates, n.Data, n.Element = workflow.Fail, workflow.Primary, false, workflow.Stages{}, e
	e.Primary = n
	n.Raises = &workflow.Raises{Name: &expr.Literal{Value: name}, Cause: &expr.Apply{Do: expr.ToJSON, Args: []expr.Expr{whole()}}}
	for _, in := range n.In {
		if in.Kind == workflow.ToEnd {
			in.Kind = workflow.Next
		}
	}
}

// handleExit makes a scope go on at a node where one of its regions fails with an error that has the document as its cause. It is not
// retried.
func (c *Conversion) handleExit(w *workflow.Workflow, n *workflow.Node, name string, to *workflow.Node) *workflow.Edge {
	on := workflow.Matcher{{Name: name, Text: name}}
	if known := slices.IndexFunc(n.Out, func(e *workflow.Edge) bool {
		return e.Kind == workflow.OnError && len(e.On) == 1 && e.On[0].Name == name
	}); known >= 0 {
		return n.Out[known]
	}
	e := w.Connect(n, to, workflow.OnError, n.Span)
	n.Out = slices.Insert(without(n.Out, e), 0, e)
	e.On = on
	e.Data.Result = &expr.Apply{Do: expr.FromJSON, Args: []expr.Expr{expr.NewPath(expr.RootError, w.Errors.CauseKey)}}
	if len(n.Retry) > 0 {
		n.Retry = slices.Insert(slices.Clone(n.Retry), 0, workflow.Retrier{On: on, Factor: 1, Span: n.Span})
	}
	return e
}
