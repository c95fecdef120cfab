package rewrite

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var droppedResults = Rewrite{
	ID:     "rewrite/dropped-results",
	What:   "where the results of parts are dropped, the answers of the tasks in them are dropped one by one",
	When:   "has one document for a node with regions and what is in them",
	Before: "scope {a} {b}, whose results are dropped → c",
	After:  "scope {a, whose answer is dropped} {b, whose answer is dropped} → c",
	Losses: []*dialects.LossRule{&lossBranchData, &lossBranchDocument, &dialects.LossJoin},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins.Has(dialects.JoinScopes) && c.Able.Gathers != dialects.GatherChanges {
			return false
		}
		changed := false
		for _, n := range w.Nodes { // those in a scope come after it
			if n.Body == nil || n.Body.Each || n.Data.Combine == nil || n.Data.Combine.Mode != workflow.Drop || n.Data.Assign != nil { // of the results
				continue
			}
			all := true
			for _, r := range n.Body.Regions {
				for _, x := range r.Nodes {
					all = c.dropIn(w, n, x) && all
				}
			}
			if changed = true; all && c.Able.Gathers.Has(dialects.GatherChanges) { // of which there are none
				n.Body.Gather, n.Data.Combine = workflow.GatherChanges, nil
			}
		}
		return changed
	},
}

// dropIn drops what a node in a scope puts into the document, where nobody in the scope looks at it. What else gets into the document stays
// there, which is a loss; dropIn then reports false.
func (c *Conversion) dropIn(w *workflow.Workflow, scope, n *workflow.Node) bool {
	all := true
	drop := func(d *workflow.Stages, from []*workflow.Node) {
		if d.Combine != nil && d.Combine.Mode == workflow.Drop {
			return
		}
		if readInPart(from) {
			if all = false; !c.Able.Joins.Has(dialects.JoinScopes) { // else a loss of the target is about the results of the scope
				c.keepChange(w, scope, n, d)
			}
			return
		}
		*d = workflow.Stages{Select: d.Select, Payload: d.Payload, Assign: d.Assign, Combine: &workflow.Combine{Mode: workflow.Drop, Span: scope.Span}}
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			drop(&e.Data, []*workflow.Node{e.To})
		}
	}
	switch {
	case !changesDocument(n) && n.Kind != workflow.Scope:
	case c.Able.Ignores && !readInPart(onward(n)) && c.forgets(n):
	default:
		drop(&n.Data, onward(n))
	}
	return all
}

// forgets makes a stand-in that calls tasks, and gives the whole document, drop by itself what it puts into that: where failures are
// ignored together with answers, the target would ignore what it fails with. It reports whether the node calls such a stand-in.
func (c *Conversion) forgets(n *workflow.Node) bool {
	s, part := c.documentCaller(n)
	if part == nil || len(part.exits) > 0 {
		return false
	}
	d, what := &part.node.Data, answerText(&part.node)
	before, found := strings.CutSuffix(s.What, what)
	if !found {
		return false
	}
	*d = workflow.Stages{Select: d.Select, Payload: d.Payload, Assign: d.Assign, Combine: &workflow.Combine{Mode: workflow.Drop, Span: n.Span}}
	s.What = before + answerText(&part.node)
	return true
}

// readInPart reports whether something reads the document at some nodes or after them, within their region.
func readInPart(todo []*workflow.Node) bool {
	seen := map[*workflow.Node]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[at] {
			continue
		}
		seen[at] = true
		if looksAtDocument(at) {
			return true
		}
		todo = append(todo, following(at)...)
	}
	return false
}

// looksAtDocument reports whether a node looks at the document that comes to it, or hands it to a task.
func looksAtDocument(n *workflow.Node) bool {
	fixed := func(x expr.Expr) bool {
		_, ok := x.(*expr.Literal)
		return x == nil || ok
	}
	for _, e := range n.Out {
		if !fixed(e.Guard) || !fixed(e.Require) {
			return true
		}
	}
	switch n.Kind {
	case workflow.End:
		return false
	case workflow.Wait:
		return !fixed(n.Until.Expr)
	case workflow.Fail:
		return !fixed(n.Raises.Name) || !fixed(n.Raises.Cause)
	case workflow.Pass:
		return !fixed(n.Data.Result)
	case workflow.Choice:
		return false
	}
	return true
}
