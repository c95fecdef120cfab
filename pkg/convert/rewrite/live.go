package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// observes reports whether somebody can see all members of the document that leaves a node: a task that gets the document as a
// whole, or the end of a run that succeeds. What a run does not show on any path needs no loss.
func observes(n *workflow.Node) bool { return seenAt(following(n), nil) }

// observesFrom reports whether somebody can see all members of the document that comes to a node, there or later.
func observesFrom(n *workflow.Node) bool { return seenAt([]*workflow.Node{n}, nil) }

// observesBeside is [observesFrom] once stand-ins do what nodes did: what the worker of one does not read of the document, and does not answer, is
// not seen there.
func (c *Conversion) observesBeside(n *workflow.Node) bool {
	return seenAt([]*workflow.Node{n}, c.selectsByWorker)
}

// selectsByWorker reports whether a node is a stand-in that calls one task with parts of the document, and answers what takes its place.
func (c *Conversion) selectsByWorker(n *workflow.Node) bool {
	if n.Call == nil || n.Data.Output == nil {
		return false
	}
	s := c.standIn(n.Call.Task)
	if s == nil {
		return false
	}
	part, ok := s.By.(*calledPart)
	if !ok || part.node.Body != nil || len(part.under) == 0 || part.answers != answersDocument || part.node.Data.Payload == nil && part.node.Data.Select == nil ||
		expr.Readable(n.Data.Output) != expr.Readable(expr.NewPath(expr.RootInput, part.under...)) {
		return false
	}
	d := &part.node.Data
	return replacing(d.Combine) && !slices.ContainsFunc([]expr.Expr{d.Select, d.Payload, d.Result}, readsWhole)
}

// readsWhole reports whether an expression may read all of the document.
func readsWhole(x expr.Expr) bool {
	found := false
	eachLeaf(x, func(x expr.Expr) {
		p, path := x.(*expr.Path)
		found = found || !path || p.Root == expr.RootInput && len(p.Steps) == 0
	})
	return found
}

// mostSearched is how many nodes are searched for one at which the document is seen. Somebody is taken to see it after that many: a
// document that nobody sees is usually replaced soon, or the run fails.
const mostSearched = 256

// seenAt reports whether somebody can see all members of the document that comes to some nodes, there or later, but for those that see and pass
// on parts of it alone. It searches the nearest first.
func seenAt(todo []*workflow.Node, blind func(*workflow.Node) bool) bool {
	seen := map[*workflow.Node]bool{}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		switch {
		case at.Kind == workflow.Task && at.Raises != nil: // it fails, whatever it gets
			continue
		case forgets(at), blind != nil && blind(at):
			continue
		case at.Kind == workflow.End, at.Kind == workflow.Scope, at.Kind == workflow.Emit, at.Kind == workflow.Resource:
			return true
		case at.Kind == workflow.Task && at.Data.Payload == nil && at.Data.Select == nil:
			return true
		case at.Kind != workflow.Fail && len(at.Out) == 0: // the present document is what a run shows
			return true
		case len(seen) == mostSearched:
			return true
		}
		todo = append(todo, following(at)...)
	}
	return false
}

func following(n *workflow.Node) []*workflow.Node {
	out := make([]*workflow.Node, 0, len(n.Out))
	for _, e := range n.Out {
		out = append(out, e.To)
	}
	return out
}

// forgets reports whether nothing of the document that comes to a node goes on from it: fixed data takes its place.
func forgets(n *workflow.Node) bool {
	d := &n.Data
	return n.Kind == workflow.Pass && replacing(d.Combine) && d.Select == nil && d.Payload == nil && d.Result != nil && !readsDocument(d.Result)
}
