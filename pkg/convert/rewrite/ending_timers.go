package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// endingTimers is for escalations: the run is over when the calls of the timer are, so nothing comes of the node any more if they take no
// time. It comes before timersInside, which has a worker make these calls.
var endingTimers = Rewrite{
	ID:     "rewrite/ending-timer",
	What:   "a timer whose path runs in parallel with its node, and ends the run as soon as its tasks answer, interrupts the node",
	When:   "cannot run a path in parallel with a node",
	Before: "approve; after 24 h also → Escalate → end",
	After:  "approve; after 24 h → Escalate → end",
	Losses: []*dialects.LossRule{&lossPromptAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerBeside) {
			return false
		}
		return eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate {
			path := c.endingPath(w, n, t)
			if path == nil {
				return timerStays
			}
			c.answerAtOnce(path)
			t.Interrupting = true
			return timerChanges
		})
	},
}

// endingPath are the nodes that a timer of a node starts in parallel with it, if they take no time by themselves and each way along them ends
// the run; nil for others. Where the run is over at once when the node is done, a worker can do the same without a contract.
func (c *Conversion) endingPath(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) []*workflow.Node {
	if t.Edge == nil || t.Interrupting || n.Region != w.Root || onwardEdge(n) == nil || passes(n, besideEdges(n)) {
		return nil
	}
	p := &timedPath{node: n}
	if !c.follow(p, t.Edge.To) || slowByItself(p.path) || len(p.exits) == 0 || len(p.path) > longestPath ||
		slices.ContainsFunc(p.path, func(x *workflow.Node) bool { return len(x.Out) == 0 }) || !endsBeforeOthers(w, n, t) {
		return nil
	}
	return append(p.path, p.exits...)
}

// endsBeforeOthers reports whether a timer that ends the run leaves out nothing: other timers of its node are over before it, or lead to where
// something else leads, too.
func endsBeforeOthers(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) bool {
	return !slices.ContainsFunc(n.Timers, func(other workflow.Timer) bool {
		switch {
		case other.Edge == t.Edge || other.Edge != nil && isLater(&t.Length, &other.Length):
			return false
		case other.Edge == nil || !isLater(&other.Length, &t.Length):
			return true
		}
		return !reachedWithout(w, other.Edge)[other.Edge.To]
	})
}

// reachedWithout are the nodes that a run can come to without an edge.
func reachedWithout(w *workflow.Workflow, without *workflow.Edge) map[*workflow.Node]bool {
	reached := map[*workflow.Node]bool{w.Root.Start: true}
	for todo := []*workflow.Node{w.Root.Start}; len(todo) > 0; {
		n := todo[0]
		todo = todo[1:]
		for _, e := range n.Out {
			if e != without && !reached[e.To] {
				reached[e.To] = true
				todo = append(todo, e.To)
			}
		}
	}
	return reached
}
