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

var itemChangesAgain = Rewrite{
	ID:     "rewrite/iteration-results-again",
	What:   "an iteration that takes the item out of the results of its steps becomes one that collects what its actions answered",
	When:   "has items as members only",
	Before: "for each of $.orders, with {\"order\": item}: pack; ship; the list of the results without \"order\" → $.shipped",
	After:  "for each of $.orders as {\"order\": …}: pack; ship; the list of the answers → $.shipped",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.ItemMember != "" && c.Options.Domain.Disjoint && eachNode(w, c.collectAgain)
	},
}

var (
	lossCollected = dialects.LossRule{ID: "convert/collected-item", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
		What:   "each result of an iteration with several actions contains the item as well as the answers, since these may have a member with its name",
		Remedy: "assume disjoint, remove the item from the results where they are read, or make one action of them"}
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
	if len(list) > 1 && !isDropped(&n.Data) {
		if c.Options.Domain.Disjoint && n.Data.Result == nil {
			n.Data.Result = withoutItems(n.Body.Item)
			return
		}
		c.Lose(w, &lossCollected, n.Element.NameSpan, n.Element, "", "each result of %q contains the item as well as the answers of its actions", n.Name())
	}
}

// withoutItems are the results of an iteration without the member that the steps know their item by.
func withoutItems(item string) expr.Expr {
	without := &expr.Apply{Do: expr.Without, Args: []expr.Expr{expr.NewPath(expr.RootItem), &expr.Literal{Value: item}}}
	return &expr.Apply{Do: expr.Each, Args: []expr.Expr{expr.NewPath(expr.RootAnswer), without}}
}

// isWithoutItems reports whether that is what an expression makes of the results.
func isWithoutItems(x expr.Expr, item string) bool {
	return expr.Readable(x) == expr.Readable(withoutItems(item))
}

// collectAgain makes an iteration collect what its steps merge into the document that it selects for them, if that has nothing but the item,
// and all that is done with the results is to take the item out of them. It reports false for others.
func (c *Conversion) collectAgain(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Gather != workflow.GatherList || n.Body.Items == nil || n.Body.Items.Select == nil || n.Data.Result == nil {
		return false
	}
	item, region := c.onlyMember(n.Body.Items), n.Body.Regions[0]
	if item == "" || !callsOnly(region) || !isWithoutItems(n.Data.Result, item) {
		return false
	}
	for step := region.Start; step.Kind != workflow.End; step = step.Out[0].To {
		if !mergesAnswer(step) {
			return false
		}
	}
	body := *n.Body
	body.Gather = workflow.GatherEach
	n.Body, n.Data.Result = &body, nil
	return true
}
