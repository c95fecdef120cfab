package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var itemMembers = Rewrite{
	ID:     "rewrite/item-member",
	What:   "an item that is the document of the steps of an iteration becomes a member of it, which the worker reads, or which the first step makes the document",
	When:   "has items as members only",
	Before: "for each of $.orders: ship gets it",
	After:  "for each of $.orders as {\"item\": …}: ship reads $.item",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.ItemMember == "" {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Item != "" {
				return false
			}
			c.nameItem(w, n)
			return true
		})
	},
}

// nameItem makes the items of an iteration a member of the document of its steps. An iteration with one task collects what that answers.
func (c *Conversion) nameItem(w *workflow.Workflow, n *workflow.Node) {
	body := *n.Body
	body.Item = c.Able.ItemMember
	if plainItems(body.Items) {
		body.Items = nil
	}
	n.Body = &body
	if body.Items != nil && body.Items.Select != nil { // which makes the document of the item
		return
	}
	item, region := expr.NewPath(expr.RootInput, body.Item), body.Regions[0]
	if task := region.Start; body.Gather == workflow.GatherList && isCallAlone(region) {
		if payload, ok := within(item, orWhole(task.Data.Payload)); ok {
			task.Data.Payload, task.Data.Combine = payload, &workflow.Combine{Mode: workflow.MergeDeep}
			body.Gather = workflow.GatherEach
			return
		}
	}
	first := AddBefore(w, region.Start, c.NewElement(w, n.Element, "Item of "+n.Name(), ""), workflow.Pass)
	first.Data.Result = item
}

// itemAsMember gives the steps of an iteration their item as the member of an object that the source selects for them, where the selection
// has nothing else and the target has items as members. It reports false for another iteration.
func (c *Conversion) itemAsMember(n *workflow.Node) bool {
	items := *n.Body.Items
	member := c.onlyMember(&items)
	if member == "" {
		return false
	}
	items.Select = nil
	body := *n.Body
	body.Item, body.Items = member, &items
	if plainItems(body.Items) {
		body.Items = nil
	}
	n.Body = &body
	collectAnswer(&body)
	return true
}

// onlyMember is the member that an item is of the object which is selected for it, if that has no other and the target has items as members; else
// empty.
func (c *Conversion) onlyMember(items *workflow.Items) string {
	o, ok := expr.CommonValue(items.Select, c.domain()).(*expr.Object)
	if !ok || c.Able.ItemMember == "" || len(o.Members) != 1 || items.Value == nil || expr.Readable(o.Members[0].Value) != expr.Readable(items.Value) {
		return ""
	}
	return o.Members[0].Key
}

// collectAnswer makes an iteration of one task, whose item is a member of the document, collect what that answers.
func collectAnswer(b *workflow.Body) {
	if region := b.Regions[0]; b.Gather == workflow.GatherList && isCallAlone(region) {
		region.Start.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
		b.Gather = workflow.GatherEach
	}
}

// isCallAlone reports whether a region does nothing but call a task, whose answer is its result.
func isCallAlone(r *workflow.Region) bool {
	n := r.Start
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Workflow || n.Awaits != nil || n.Emits != nil || len(n.Retry) > 0 || len(n.Out) != 1 || len(n.In) > 0 {
		return false
	}
	d, end := &n.Data, n.Out[0].To
	return d.Select == nil && d.Result == nil && d.Output == nil && d.Assign == nil && (d.Combine == nil || d.Combine.Mode == workflow.Replace) &&
		!slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil }) &&
		end.Kind == workflow.End && !end.Terminates && end.Data.IsZero() && n.Out[0].Require == nil
}
