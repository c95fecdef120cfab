package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// endingTimers is for escalations: a timer starts a few calls beside a wait, and then the run ends, whatever is awaited. It comes before
// waitsInParts, which is for paths after which the wait goes on.
var endingTimers = Rewrite{
	ID:     "rewrite/ending-timer",
	What:   "a timer whose path runs in parallel with its node and ends the run interrupts the node, if the workers that it calls answer at once",
	When:   "cannot run a path in parallel with a node",
	Before: "await approval; after 24 h also escalate → end-escalated",
	After:  "await approval; after 24 h → escalate → end-escalated",
	Losses: []*dialects.LossRule{&lossPromptAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerBeside) {
			return false
		}
		changed := eachTimer(w, func(n *workflow.Node, t *workflow.Timer) timerFate {
			path := c.endingPath(w, n, t)
			if path == nil {
				return timerStays
			}
			c.answerAtOnce(path)
			t.Interrupting = true
			return timerChanges
		})
		if changed && dropLater(w) {
			c.prune(w)
		}
		return changed
	},
}

// endingPath is the path of a timer beside a node, up to where each run that comes along it ends; nil if one does not, if steps on it take
// time by themselves, if others may run beside the node, or if a later timer is all that leads to a step, which only a slow worker reaches.
func (c *Conversion) endingPath(w *workflow.Workflow, n *workflow.Node, t *workflow.Timer) []*workflow.Node {
	if t.Edge == nil || t.Interrupting || n.Kind != workflow.Await && n.Kind != workflow.Task || n.Region.Scope != nil || inBranch(w, n) {
		return nil
	}
	if slices.ContainsFunc(n.Timers, func(x workflow.Timer) bool {
		return x.Edge != nil && x.Edge != t.Edge && len(x.Edge.To.In) == 1 && isLater(&x.Length, &t.Length)
	}) {
		return nil
	}
	p := &timedPath{node: n}
	if !c.follow(p, t.Edge.To) || len(p.exits) == 0 || slowByItself(p.path) ||
		slices.ContainsFunc(p.path, func(x *workflow.Node) bool { return len(x.Out) == 0 }) {
		return nil
	}
	return p.path
}
