package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossItems = dialects.LossRule{ID: "convert/items", Level: dialects.Dropped,
	Affects: dialects.Inputs | dialects.Output | dialects.Order | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "an iteration no longer reads its items from elsewhere, groups them, runs each by itself, tolerates failures, or stores the outcomes",
	Remedy: "run the iteration by a worker, or in a workflow of its own"}

// distributedItems names what is lost of iterations that no task could take the place of: see [callingTasks].
var distributedItems = Rewrite{
	ID:     "rewrite/distributed-items",
	What:   "an iteration loses what it does with its items besides running its steps for each",
	When:   "has no iterations that read, group or store their items, or tolerate failures",
	Before: "for each of $.orders, of which 5 may fail: ship, await receipt",
	After:  "for each of $.orders: ship, await receipt",
	Losses: []*dialects.LossRule{&lossItems},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if !c.lacksItems(w, n) {
				return false
			}
			c.Lose(w, &lossItems, placeOf(n), n.Element, "a plain iteration", "the iteration %q does its steps for each item%s", n.Name(), itemsText(n.Body.Items))
			body, of := *n.Body, n.Body.Items
			body.Items = &workflow.Items{List: of.List, Objects: of.Objects, Select: of.Select, Value: of.Value, Index: of.Index, AtOnce: of.AtOnce}
			n.Body = &body
			return true
		})
	},
}

// lacksItems reports whether a node is an iteration that does more with its items than run its steps for each: it reads them from elsewhere,
// groups them, tolerates failures, has a run of its own for each, or stores what came of them (asl today: "Distributed Map"). No target has
// that.
func (c *Conversion) lacksItems(_ *workflow.Workflow, n *workflow.Node) bool {
	return n.Kind == workflow.Scope && n.Body.Each && !plainItems(n.Body.Items)
}

// plainItems reports whether an iteration does nothing with its items but run its steps for each of a list.
func plainItems(i *workflow.Items) bool {
	return i == nil || i.Reader == nil && i.Batch == nil && i.Tolerated == nil && i.Share == nil && !i.Runs && i.Collect == nil && i.Writer == nil
}

// readsItems reports whether an iteration reads its items from elsewhere than the document.
func readsItems(i *workflow.Items) bool { return i != nil && i.Reader != nil }

// itemsText describes for people what an iteration does with its items besides: " that it reads from …".
func itemsText(i *workflow.Items) string {
	text := ""
	if plainItems(i) {
		return text
	}
	if i.Reader != nil {
		text += " that it reads by " + i.Reader.Resource + withText(i.Reader.Parameters)
		if i.Reader.Most != nil {
			text += ", at most " + numberText(i.Reader.Most)
		}
	}
	if i.Batch != nil {
		text += ", in batches" + batchText(i.Batch)
	}
	if i.Runs {
		text += ", each in a run of its own"
	}
	if i.Tolerated != nil {
		text += ", of which " + numberText(i.Tolerated) + " may fail"
	}
	if i.Share != nil {
		text += ", of which " + numberText(i.Share) + " % may fail"
	}
	if i.Writer != nil {
		text += ", and stores the outcomes by " + i.Writer.Resource + withText(i.Writer.Parameters)
	}
	return text
}

// batchText describes for people how items are grouped.
func batchText(b *workflow.Batch) string {
	text := ""
	for _, x := range []struct {
		bound expr.Expr
		of    string
	}{{b.Most, " items"}, {b.Bytes, " bytes"}} {
		switch {
		case x.bound == nil:
		case text == "":
			text = " of at most " + numberText(x.bound) + x.of
		default:
			text += " and " + numberText(x.bound) + x.of
		}
	}
	return text + withText(b.Input)
}

// withText describes what something is given, for people; it is empty if that is nothing.
func withText(x expr.Expr) string {
	if x == nil {
		return ""
	}
	return " with `" + expr.Readable(x) + "`"
}
