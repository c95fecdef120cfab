package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// itemLists undoes the test by which an author makes an iteration accept a single value as well as a list: in the model an iteration does
// so by itself, and the writer of a dialect whose iterations need a list writes the test again.
var itemLists = Rewrite{
	ID:     "rewrite/item-list",
	What:   "an iteration over a value if that is a list, and else over a list with it alone, becomes one over the value: anything but a list is one item",
	When:   "always",
	Before: "for each of type($.orders) is array ? $.orders : [$.orders]: ship",
	After:  "for each of $.orders, which may be one: ship",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, releaseList)
	},
}

// releaseList removes the test from an iteration, and reports whether it had one.
func releaseList(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Items == nil || n.Body.Items.Reader != nil {
		return false
	}
	x := expr.OneOrMany(meaningOrSelf(n.Data.Payload))
	if x == nil {
		return false
	}
	body, items := *n.Body, *n.Body.Items
	items.List, items.Objects = false, nil
	body.Items = &items
	n.Body, n.Data.Payload = &body, x
	if isWhole(x) {
		n.Data.Payload = nil
	}
	return true
}
