package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var listsAgain = Rewrite{
	ID:     "rewrite/list-again",
	What:   "an iteration over the member items of an answer, whose results at the member results only the next step reads, is over the answer itself, and gives that step the results",
	When:   "can have a list as its document",
	Before: "list → its answer has items; for each of $.items: ship → $.results; notify, whose answer is the document",
	After:  "list answers the document; for each of it: ship; the list of the results is the document; notify",
	Losses: []*dialects.LossRule{&lossHeldAnswer, &lossHeldItem},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Documents == workflow.ObjectDocument || !c.Options.Domain.Disjoint {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool { return c.listAgain(w, n) })
	},
}

var lossHeldItem = dialects.LossRule{ID: "convert/held-item", Level: dialects.Approximated, Affects: dialects.Inputs, Data: dialects.Any,
	What:   "a step of an iteration gets the item itself, and not an object with the item in it",
	Remedy: "let the worker take the item itself"}

// listAgain makes an iteration be over the document, if it has the shape and the members that such an iteration gets in a target whose
// document is an object.
func (c *Conversion) listAgain(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Item != "" && !getsItem(n) || n.Body.Items != nil && n.Body.Items.Select != nil || d.Select != nil || d.Result != nil || d.Output != nil ||
		!isMemberNamed(d.Payload, itemsMember) || d.Combine == nil || d.Combine.Mode != workflow.SetAt && d.Combine.Mode != workflow.AppendAt || !isMemberNamed(d.Combine.Path, resultsMember) ||
		handles(n) || len(n.Timers) > 0 || len(n.In) == 0 {
		return false
	}
	for _, e := range n.In {
		if g := e.From; g.Kind != workflow.Task || nextOf(g) != e || !merging(g.Data.Combine) && !setsItems(g.Data.Combine) || g.Data.Result != nil || g.Data.Output != nil || g.Data.Assign != nil {
			return false
		}
	}
	next := nextOf(n)
	if next == nil || len(next.To.In) != 1 {
		return false
	}
	t := &next.To.Data
	if next.To.Kind != workflow.Task || !replacing(t.Combine) || t.Select != nil || t.Result != nil || t.Output != nil || handles(next.To) ||
		t.Payload != nil && !isMemberNamed(t.Payload, resultsMember) {
		return false
	}
	for _, e := range n.In {
		g := e.From
		if !setsItems(g.Data.Combine) {
			c.Lose(w, &lossHeldAnswer, placeOf(g), g.Element, "the list itself", "only `$.items` of the answer of %q becomes the document", g.Name())
		}
		g.Data.Combine = nil
	}
	d.Payload, d.Combine, t.Payload = nil, nil, nil
	if n.Body.Item != "" {
		c.takeItem(w, n)
	}
	return true
}

// setsItems reports whether an answer is put where such an iteration has its list.
func setsItems(k *workflow.Combine) bool {
	return k != nil && k.Mode == workflow.SetAt && isMemberNamed(k.Path, itemsMember)
}

// itemMember is the member in which an item is where a step cannot get the item alone, and itemsMember that of a list that cannot be the
// document.
const itemMember, itemsMember = "item", "items"

// getsItem reports whether all that an iteration does is to call a task that gets the object with the item, or selects the item of it.
func getsItem(n *workflow.Node) bool {
	r := n.Body.Regions[0]
	payload := r.Start.Data.Payload
	return n.Body.Item == itemMember && n.Body.Gather == workflow.GatherList && isCallAlone(r) && (payload == nil || isMemberNamed(payload, itemMember))
}

// takeItem gives the only task of an iteration the item itself.
func (c *Conversion) takeItem(w *workflow.Workflow, n *workflow.Node) {
	task := n.Body.Regions[0].Start
	if task.Data.Payload == nil {
		c.Lose(w, &lossHeldItem, placeOf(task), task.Element, "the item itself", "only `$.%s` is assumed to be read of what %q gets", itemMember, task.Name())
	}
	body := *n.Body
	body.Item = ""
	n.Body, task.Data.Payload = &body, nil
}

// isMemberNamed reports whether an expression selects the member of the document that has a name.
func isMemberNamed(x expr.Expr, name string) bool {
	p, ok := meaningOrSelf(x).(*expr.Path)
	return ok && p != nil && isMember(p) && p.Steps[0].Name == name
}
