package rewrite

import (
	"github.com/flowglot/flowglot/pkg/workflow"
)

var limitedAwaits = Rewrite{
	ID:     "rewrite/limited-await",
	What:   "a wait for somebody outside that a timer ends becomes a task that calls one which that somebody answers, and a choice whether it was out of time",
	When:   "cannot wait for anything",
	Before: "await approval; after 48 h → Escalate",
	After:  "call-approval, which calls approval for at most 48 h; if $.approvalTimedOut → Escalate",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if len(c.Able.Awaits) > 0 || !c.replaces() {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			if n.Kind == workflow.Await && len(n.Awaits.For) == 0 && len(n.Timers) > 0 && c.callableAround(n) {
				c.awaitByTask(w, n)
				c.callWithExits(w, n, answersDocument)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}
