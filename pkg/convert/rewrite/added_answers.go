package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var addedAnswers = Rewrite{
	ID:     "rewrite/added-answer",
	What:   "parallel steps whose results are merged with what came to them merge their answers into the document",
	When:   "has no steps that wait for several edges, if inputs and answers are objects",
	Before: "in parallel: A, and nothing; what both give is merged, then B",
	After:  "A, whose answer is merged into the document, then B",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.apart || !c.Options.Domain.Objects {
			return false
		}
		changed := false
		for _, n := range slices.Backward(w.Nodes) { // from the inner ones to the outer
			changed = c.addAnswers(w, n) || changed
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// addAnswers has the tasks in the regions of a scope merge their answers into the document, if the scope merges what they give with what
// came to it. It reports false for other scopes.
func (c *Conversion) addAnswers(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || n.Body.Each || n.Body.Gather != workflow.GatherMerged || len(n.Body.Regions) < 2 || !n.Data.IsZero() ||
		len(n.Out) != 1 || n.When != nil || n.Body.Regions[0].Start.Kind != workflow.End {
		return false
	}
	adding := n.Body.Regions[1:]
	if len(adding) == 1 && c.failsOrGivesNothing(adding[0]) {
		for _, x := range slices.Clone(adding[0].Nodes) {
			if givesNothing(x) {
				Splice(x)
			}
		}
		n.Body.Regions = adding
		unpack(w, n)
		return true
	}
	inner := only(adding[0])
	if len(adding) == 1 && inner != nil && joinsValues(inner) && inner.When == nil && inner.Data.IsZero() {
		adding = inner.Body.Regions
	} else {
		inner = nil
	}
	if len(adding) > 1 && !c.Options.Domain.Disjoint || slices.ContainsFunc(adding, func(r *workflow.Region) bool { return !c.answersLast(r) }) {
		return false
	}
	mode := workflow.MergeShallow
	if len(adding) > 1 {
		mode = workflow.MergeDeep // which is the same where answers do not overwrite parts of what is there
	}
	for _, r := range adding {
		mergeLast(r, mode)
	}
	if len(adding) > 1 {
		if inner != nil && named(w, inner.Element) {
			n.Element, inner.Element.Primary = inner.Element, n
		} else if inner != nil {
			n.Element.Name = inner.Name()
		}
		n.Body.Regions, n.Body.Gather = adding, workflow.GatherChanges
		return true
	}
	n.Body.Regions = adding
	unpack(w, n)
	return true
}

// answersLast reports whether all that is done in a region, after choices, is to call one task, or several in parallel, and to end.
func (c *Conversion) answersLast(r *workflow.Region) bool {
	return !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		switch n.Kind {
		case workflow.Choice:
			return !n.Data.IsZero()
		case workflow.End, workflow.Fail:
			return n.Terminates
		case workflow.Task:
			return n.When != nil || !n.Data.IsZero() || len(n.Out) != 1 || n.Out[0].To.Kind != workflow.End
		case workflow.Pass:
			return !givesNothing(n)
		case workflow.Scope:
			alone := joinsValues(n) && n.When == nil && n.Data.IsZero() && len(n.Out) == 1 && n.Out[0].To.Kind == workflow.End
			return !alone || !c.Options.Domain.Disjoint || slices.ContainsFunc(n.Body.Regions, func(r *workflow.Region) bool { return !c.answersLast(r) })
		}
		return true
	})
}

// failsOrGivesNothing reports whether a region gives nothing wherever it does not fail, in a task that is given the error: with what came to it,
// that is the same as where it leads on.
func (c *Conversion) failsOrGivesNothing(r *workflow.Region) bool {
	fails := false
	for _, n := range r.Nodes {
		if n.Kind == workflow.End && n.Terminates {
			return false
		}
		if n.Kind == workflow.End || !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.To.Kind == workflow.End }) {
			continue
		}
		raised := c.failsAgain() && c.raisedBy(n) != nil
		if fails = fails || raised; !raised && !givesNothing(n) {
			return false
		}
	}
	return fails
}

// givesNothing reports whether a node gives an empty object and leads to the end, as one does for a branch that is skipped.
func givesNothing(n *workflow.Node) bool {
	l, ok := n.Data.Result.(*expr.Literal)
	if !ok || n.Data.Combine != nil || n.When != nil || len(n.Out) != 1 || n.Out[0].To.Kind != workflow.End {
		return false
	}
	o, ok := l.Value.(*value.Object)
	return ok && o.Len() == 0
}

// mergeLast has the tasks of a region merge their answers into the document.
func mergeLast(r *workflow.Region, mode workflow.Mode) {
	for _, n := range slices.Clone(r.Nodes) {
		switch n.Kind {
		case workflow.Task:
			n.Data.Combine = &workflow.Combine{Mode: mode, Span: n.Span}
		case workflow.Pass:
			Splice(n)
		case workflow.Scope:
			for _, inner := range n.Body.Regions {
				mergeLast(inner, workflow.MergeDeep) // as in addAnswers
			}
			n.Body.Gather = workflow.GatherChanges
		}
	}
}
