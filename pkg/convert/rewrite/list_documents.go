package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var listDocuments = Rewrite{
	ID:     "rewrite/list-document",
	What:   "a list that is the document before or after an iteration becomes a member of it, and the following steps read it there",
	When:   "iterates over a list in the document, which is an object",
	Before: "list answers the document; for each of it: ship; the list of the results is the document; notify gets it",
	After:  "answer of list → $.items; for each of $.items: ship → $.results; notify gets $.results",
	Losses: []*dialects.LossRule{&lossOutputSelection},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if _, merges := c.merges(); !merges || !c.Able.Each || c.Able.Documents != workflow.ObjectDocument {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind != workflow.Scope || !n.Body.Each || n.Data.Select != nil || n.Data.Assign != nil {
				return false
			}
			before := c.iterateOverMember(w, n)
			return c.collectInMember(w, n) || before
		})
	},
}

// iterateOverMember makes the nodes before an iteration over the whole document, which make the document by themselves, put it at a member,
// which the iteration is over from then on. It reports whether it could.
func (c *Conversion) iterateOverMember(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Data.Payload != nil && !isWhole(meaningOrSelf(n.Data.Payload)) || !madeBefore(n) {
		return false
	}
	items := expr.NewPath(expr.RootInput, c.freeMember(w, itemsMember))
	c.keepAt(w, n, items)
	n.Data.Payload = items
	c.reread(w, n)
	return true
}

// collectInMember makes an iteration whose results are the document put them at a member, where the following steps read them. It reports
// whether it could.
func (c *Conversion) collectInMember(w *workflow.Workflow, n *workflow.Node) bool {
	d, next := &n.Data, nextOf(n)
	if n.Body.Gather != workflow.GatherList || !replacing(d.Combine) || d.Result != nil || d.Output != nil || next == nil {
		return false
	}
	results := expr.NewPath(expr.RootInput, c.freeMember(w, resultsMember))
	if !c.readAt(w, next, results) {
		return false
	}
	d.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: results, Span: n.Span}
	c.reread(w, n)
	return true
}

// madeBefore reports whether all nodes that lead to a node make its document by themselves, and lead nowhere else.
func madeBefore(n *workflow.Node) bool {
	for _, e := range n.In {
		if !makesDocument(e.From) || nextOf(e.From) != e {
			return false
		}
	}
	return len(n.In) > 0
}

// keepAt makes the nodes before a node put what they make at a member of the document.
func (c *Conversion) keepAt(w *workflow.Workflow, n *workflow.Node, at *expr.Path) {
	for _, e := range n.In {
		c.putAt(w, e.From, at)
	}
}

// putAt makes a node put what it makes at a member of the document.
func (c *Conversion) putAt(w *workflow.Workflow, n *workflow.Node, at *expr.Path) {
	d := &n.Data
	d.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at}
	if n.Kind == workflow.Pass {
		d.Result = &expr.Object{Members: []expr.ObjectMember{{Key: at.Steps[0].Name, Value: d.Result}}}
		d.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	}
	c.reread(w, n)
}
