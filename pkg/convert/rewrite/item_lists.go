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
	x := oneOrMany(n.Data.Payload)
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

// oneOrMany returns the path p of the expression "p if p is a list, else [p]"; nil for other expressions.
func oneOrMany(x expr.Expr) expr.Expr {
	choose, ok := meaningOrSelf(x).(*expr.Apply)
	if !ok || choose.Do != expr.Choose {
		return nil
	}
	test, isTest := choose.Args[0].(*expr.Test)
	one, isList := choose.Args[2].(*expr.List)
	p, isPath := choose.Args[1].(*expr.Path)
	if !isTest || !isList || !isPath || test.Op != expr.TestList || len(one.Items) != 1 {
		return nil
	}
	item, isPath := one.Items[0].(*expr.Path)
	if !isPath || expr.Readable(item) != expr.Readable(p) || expr.Readable(test.Path) != expr.Readable(p) {
		return nil
	}
	return p
}
