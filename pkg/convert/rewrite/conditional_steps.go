package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var conditionalSteps = Rewrite{
	ID:     "rewrite/conditional-steps",
	What:   "a step that is skipped unless its condition holds becomes a choice and the step",
	When:   "has no conditional steps",
	Before: "approve, if score >= 700; then ship",
	After:  "if score >= 700: approve, then ship; else: ship",
	Losses: []*dialects.LossRule{&lossSkippedBranch},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins.Has(dialects.JoinEdges) {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			switch {
			case n.When != nil:
				c.passOver(w, n)
			case guarded(n):
				c.enterIfAny(w, n)
			default:
				continue
			}
			changed = true
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var lossSkippedBranch = dialects.LossRule{ID: "convert/skipped-branch", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
	What:   "the input of a branch of which no conditional step runs is joined with the results of the other branches, and takes the place of what they changed",
	Remedy: "begin or end the branch with a step without a condition, whose answer is what the branch adds"}

// passOver puts a choice before a conditional step.
func (c *Conversion) passOver(w *workflow.Workflow, n *workflow.Node) {
	next := n.Out[0].To
	if only(n.Region) == nil || joinAround(n, beginsAndEnds) == nil {
		c.loseSkipped(w, n, n.Name())
	}
	choice := c.askBefore(w, n, []expr.Expr{n.When})
	choice.Out[0].Kind, choice.Out[0].Guard = workflow.Guarded, n.When
	n.When = nil
	w.Connect(choice, next, workflow.Default, n.Span)
	c.skipNothing(w, choice)
}

// askBefore puts a choice before a conditional step. Its name is that of the brackets around the step, or else made of what the conditions
// look at.
func (c *Conversion) askBefore(w *workflow.Workflow, n *workflow.Node, guards []expr.Expr) *workflow.Node {
	name := c.askers[n]
	if name == "" {
		choice := AddBefore(w, n, c.NewElement(w, n.Element, question(guards), ""), workflow.Choice)
		c.noteNameless(choice)
		return choice
	}
	e := c.NewElement(w, n.Element, name, "")
	e.Name = name // which the brackets have no more
	return AddBefore(w, n, e, workflow.Choice)
}

// joinAround is the scope that joins what a node, or the brackets around it, hand on; nil if there is none, or if what each of those
// brackets has to be does not hold.
func joinAround(n *workflow.Node, holds func(part *workflow.Node) bool) *workflow.Node {
	for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
		if joinsValues(scope) {
			return scope
		}
		if scope.Body.Each || scope.Body.Gather != workflow.GatherOne || len(scope.Body.Regions) != 1 || !holds(scope) {
			return nil
		}
	}
	return nil
}

// beginsAndEnds reports whether nothing comes before a node in its region, but for a choice whether to enter it, and nothing after it.
func beginsAndEnds(n *workflow.Node) bool {
	begins := n.Region.Start == n
	if !begins && len(n.In) == 1 {
		from := n.In[0].From
		begins = n.Region.Start == from && from.Kind == workflow.Choice && n.In[0].Kind == workflow.Guarded
	}
	return begins && len(n.Out) == 1 && n.Out[0].To.Kind == workflow.End
}

// loseSkipped states the loss of a branch that begins with a node which may be skipped, and is joined with others, if nothing in it has to run. It
// has a step of that name.
func (c *Conversion) loseSkipped(w *workflow.Workflow, n *workflow.Node, step string) {
	if n.Region.Start != n {
		return
	}
	branch := n.Region
	around := joinAround(n, func(part *workflow.Node) bool {
		branch = part.Region
		return branch.Start == part
	})
	if around != nil && c.mayDoNothing(branch) {
		c.Lose(w, &lossSkippedBranch, placeOf(n), n.Element, "", "if no conditional step of the branch with %q runs, the input of the branch is one of the joined values", step)
	}
}

// mayDoNothing reports whether a path through a branch has nothing but choices and what is skipped.
func (c *Conversion) mayDoNothing(r *workflow.Region) bool {
	seen := map[*workflow.Node]bool{}
	var skips func(n *workflow.Node) bool
	skips = func(n *workflow.Node) bool {
		switch {
		case n.Kind == workflow.End:
			return true
		case seen[n]:
			return false
		}
		seen[n] = true
		return c.mayBeSkipped(n) && slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return skips(e.To) })
	}
	return skips(r.Start)
}

// mayBeSkipped reports whether a node may do nothing: it is a choice, it is or has conditional steps, or is brackets around what may be skipped.
func (c *Conversion) mayBeSkipped(n *workflow.Node) bool {
	if guarded(n) {
		var guards []expr.Expr
		for _, r := range n.Body.Regions {
			guards = append(guards, only(r).When)
		}
		return !c.complete(guards)
	}
	brackets := n.Kind == workflow.Scope && !n.Body.Each && n.Body.Gather == workflow.GatherOne && len(n.Body.Regions) == 1
	return n.Kind == workflow.Choice || n.When != nil || brackets && c.mayDoNothing(n.Body.Regions[0])
}

// enterIfAny puts a choice before a scope with nothing but conditional steps: where none of them runs, what comes in goes on.
func (c *Conversion) enterIfAny(w *workflow.Workflow, n *workflow.Node) {
	any := &expr.Logic{Op: expr.Or}
	for _, r := range n.Body.Regions {
		any.Operands = append(any.Operands, only(r).When)
	}
	for _, e := range n.In {
		if e.Kind == workflow.Guarded && e.From.Kind == workflow.Choice { // which asks the same already
			return
		}
	}
	next := n.Out[0].To
	choice := c.askBefore(w, n, any.Operands)
	choice.Out[0].Kind, choice.Out[0].Guard = workflow.Guarded, any
	w.Connect(choice, next, workflow.Default, n.Span)
	c.skipNothing(w, choice)
}

// addNothing makes an edge to the end of a branch lead through a node whose document is an empty object.
func (c *Conversion) addNothing(w *workflow.Workflow, e *workflow.Edge, instead *workflow.Node) {
	pass := AddOn(w, e, c.NewElement(w, instead.Element, "Skip "+instead.Name(), ""), workflow.Pass)
	pass.Role, pass.Element.Primary = workflow.Primary, pass
	pass.Out[0].Kind = workflow.ToEnd
	pass.Data.Result = &expr.Literal{Value: value.NewObject(0)}
}
