package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var addedParts = Rewrite{
	ID:     "rewrite/added-part",
	What:   "steps in brackets whose answers are merged with what came to the brackets merge them into the document one by one",
	When:   "has no steps that wait for several edges, if inputs and answers are objects",
	Before: "{A, B with what came in and what A gave}; what came in and what both gave is merged, then C",
	After:  "{A, whose answer is merged into the document; B, whose answer is merged into the document}, then C",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins.Has(dialects.JoinEdges) || !c.Options.Domain.Objects {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if at := mergedWithInput(n); at != nil && c.adds(n) {
				at.In[0].Disconnect()
				at.Inputs = workflow.ListValues
				c.addInPlace(n)
				changed = true
			}
		}
		return changed
	},
}

// mergedWithInput is the node after steps in brackets that merges what they give into what came to them; nil if there is none.
func mergedWithInput(n *workflow.Node) *workflow.Node {
	if n.Kind != workflow.Scope || n.Join != workflow.JoinEdges || len(n.In) != 1 || len(n.Out) != 1 {
		return nil
	}
	if at := n.Out[0].To; mergesBoth(at, n.In[0].From, n) {
		return at
	}
	return nil
}

// mergesBoth reports whether a node merges what a second one gives into what a first one gives, and nothing else.
func mergesBoth(n, first, second *workflow.Node) bool {
	return n.Join == workflow.JoinEdges && n.Inputs == workflow.MergeValues && len(n.In) == 2 && n.In[0].From == first && n.In[1].From == second
}

// adds reports whether what a node gives can be merged into what comes to it inside of it: it is a task, or brackets around nodes of which that
// is true, in a row or one of several; or around what [stepParts] writes.
func (c *Conversion) adds(n *workflow.Node) bool {
	switch {
	case !n.Data.IsZero() || handles(n) || len(n.Retry)+len(n.Timers) > 0:
		return false
	case n.Kind == workflow.Task, n.Kind == workflow.Pass:
		return true
	case n.Kind != workflow.Scope || n.Body.Each || n.Body.Gather != workflow.GatherOne || len(n.Body.Regions) != 1:
		return false
	}
	r := n.Body.Regions[0]
	steps := stepsOf(r)
	if c.writtenAsPart(steps) {
		return true
	}
	if slices.ContainsFunc(steps, func(x *workflow.Node) bool { return !c.adds(x) }) {
		return false
	}
	return inRow(r, steps) || excludeOneAnother(steps)
}

// writtenAsPart reports whether steps in a row are a task and one that reshapes or drops its answer, or the task that is told the list of the items,
// an iteration, and the task that is told the place of its results.
func (c *Conversion) writtenAsPart(steps []*workflow.Node) bool {
	for i, x := range steps {
		if len(x.In) != 1 || len(x.Out) != 1 || x.When != nil || i > 0 && x.In[0].From != steps[i-1] {
			return false
		}
	}
	switch len(steps) {
	case 2:
		made, last := steps[0], steps[1]
		return made.Kind == workflow.Task && made.Data.IsZero() && c.helps(last, made.Name()+partDoneSuffix, made.Name()+resultSuffix)
	case 3:
		list, each, last := steps[0], steps[1], steps[2]
		return each.Kind == workflow.Scope && each.Body.Each && c.tells(list, each.Name()+itemsSuffix) && c.tells(last, each.Name()+partSuffix+resultSuffix)
	}
	return false
}

// stepsOf are the nodes of a region of steps that wait for their edges, without its start and its end.
func stepsOf(r *workflow.Region) []*workflow.Node {
	return slices.DeleteFunc(slices.Clone(r.Nodes), func(n *workflow.Node) bool { return n.Role == workflow.Starting || n.Role == workflow.Ending })
}

// inRow reports whether the second of two steps, if there is one, gets what came in with what the first gave, and both are what the region
// gives.
func inRow(r *workflow.Region, steps []*workflow.Node) bool {
	switch len(steps) {
	case 0:
		return true
	case 1:
		return len(steps[0].In) == 1 && len(steps[0].Out) == 1
	case 2:
		a, b := steps[0], steps[1]
		return len(a.In) == 1 && a.In[0].From == r.Start && len(a.Out) == 2 && mergesBoth(b, r.Start, a) && len(b.Out) == 1
	}
	return false
}

// excludeOneAnother reports whether at most one of some conditional steps side by side does something.
func excludeOneAnother(steps []*workflow.Node) bool {
	if len(steps) > mostExclusive {
		return false
	}
	for i, a := range steps {
		if a.When == nil || len(a.In) != 1 || len(a.Out) != 1 ||
			slices.ContainsFunc(steps[:i], func(b *workflow.Node) bool { return !expr.Exclusive(a.When, b.When) }) {
			return false
		}
	}
	return true
}

// addInPlace has a node, or the nodes in it, merge what they give into what comes to them.
func (c *Conversion) addInPlace(n *workflow.Node) {
	switch n.Kind {
	case workflow.Task:
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: n.Span}
	case workflow.Scope:
		r := n.Body.Regions[0]
		steps := stepsOf(r)
		if c.writtenAsPart(steps) { // only what the last of them gives
			n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: n.Span}
			return
		}
		if len(steps) == 2 && mergesBoth(steps[1], r.Start, steps[0]) {
			a, b := steps[0], steps[1]
			for _, e := range slices.Clone(a.Out) {
				if e.To != b {
					e.Disconnect()
				}
			}
			b.In[0].Disconnect()
			b.Inputs = workflow.ListValues
		}
		for _, x := range steps {
			c.addInPlace(x)
		}
	}
}
