package rewrite

import "github.com/flowglot/flowglot/pkg/workflow"

// observes reports whether somebody can see all members of the document that leaves a node: a task that gets the document as a
// whole, or the end of a run that succeeds. What a run does not show on any path needs no loss.
func observes(n *workflow.Node) bool { return seenAt(following(n)) }

// observesFrom reports whether somebody can see all members of the document that comes to a node, there or later.
func observesFrom(n *workflow.Node) bool { return seenAt([]*workflow.Node{n}) }

// mostSearched is how many nodes are searched for one at which the document is seen. Somebody is taken to see it after that many: a
// document that nobody sees is usually replaced soon, or the run fails.
const mostSearched = 256

// seenAt reports whether somebody can see all members of the document that comes to some nodes, there or later. It searches the nearest first.
func seenAt(todo []*workflow.Node) bool {
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
		case forgets(at):
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
