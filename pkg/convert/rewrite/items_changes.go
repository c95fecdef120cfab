package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var itemChanges = Rewrite{
	ID:     "rewrite/iteration-results",
	What:   "an iteration that collects what its actions answered becomes one that collects what its steps result in",
	When:   "iterates, or the iteration does more than to call a task",
	Before: "for each $.orders as order: ship; answers are added to $.shipped",
	After:  "for each $.orders as {\"order\": …}: ship; the list of the results → $.shipped",
	Losses: []*dialects.LossRule{&lossCollected, &lossAppended},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind != workflow.Scope || !n.Body.Each {
				return false
			}
			changed := fillAbsent(n)
			if n.Body.Gather == workflow.GatherEach && !c.iteratesAlike(n) {
				c.collectResults(w, n)
				return true
			}
			return changed
		})
	},
}

var (
	lossCollected = dialects.LossRule{ID: "convert/collected-item", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What:   "each result of an iteration with several actions contains the item as well as the answers",
		Remedy: "remove the item from the results where they are read, or make one action of them"}
	lossAppended = dialects.LossRule{ID: "convert/appended-results", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "the results of an iteration replace the list instead of being added to it",
		Remedy: "start with an empty list"}
)

// fillAbsent puts null in place of what the first step of an iteration reads besides the item, where its document has nothing else. It
// reports whether it did.
func fillAbsent(n *workflow.Node) bool {
	first := n.Body.Regions[0].Start
	if n.Body.Item == "" || len(first.In) > 0 || first.Data.Payload == nil || first.Data.Select != nil || n.Body.Items != nil && n.Body.Items.Select != nil {
		return false
	}
	filled := false
	x, ok := mapTree(first.Data.Payload, func(p *expr.Path) (expr.Expr, bool) {
		if p.Root != expr.RootInput || !p.OrNull || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || p.Steps[0].Name == n.Body.Item {
			return p, true
		}
		filled = true
		return &expr.Literal{Span: p.Span}, true
	})
	if ok && filled {
		first.Data.Payload = x
		return true
	}
	return false
}

// iteratesAlike reports whether a worker takes the place of an iteration which iterates as the source does, and calls one task for each
// item.
func (c *Conversion) iteratesAlike(n *workflow.Node) bool {
	if c.Able.Each || c.Able.Computes {
		return false
	}
	list, ends := sequenceOf(n.Body.Regions[0].Start)
	return ends && len(list) == 1
}

// collectResults makes an iteration give the list of the results of its regions.
func (c *Conversion) collectResults(w *workflow.Workflow, n *workflow.Node) {
	n.Body.Gather = workflow.GatherList
	if into := n.Data.Combine; into != nil && into.Mode == workflow.AppendAt {
		at := *into
		at.Mode = workflow.SetAt
		n.Data.Combine = &at
		if !c.Options.Domain.Disjoint {
			c.Lose(w, &lossAppended, n.Element.NameSpan, n.Element, "", "the results of %q replace an existing list", n.Name())
		}
	}
	region := n.Body.Regions[0]
	list, _ := sequenceOf(region.Start)
	if called := region.Start; mergesCalled(called) { // what it merges is all that changes
		called.Data.Combine = nil
		return
	}
	if len(list) == 1 {
		list[0].Data.Payload, list[0].Data.Select = seen(&list[0].Data), nil
		list[0].Data.Combine = nil
		return
	}
	if len(list) > 1 && n.Data.Combine != nil && n.Data.Combine.Mode != workflow.Drop {
		c.Lose(w, &lossCollected, n.Element.NameSpan, n.Element, "", "each result of %q contains the item as well as the answers of its actions", n.Name())
	}
}
