package rewrite

import "github.com/flowglot/flowglot/pkg/workflow"

var emissions = Rewrite{
	ID:     "rewrite/produced-event",
	What:   "an event that a transition or an end produces becomes a step by itself",
	When:   "always",
	Before: "Ship → end, producing OrderShipped",
	After:  "Ship → OrderShipped → end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Emit && n.Role == workflow.Producing {
				e := c.NewElement(w, n.Element, n.Emits.Name, "event")
				n.Element, n.Role, e.Primary = e, workflow.Primary, n
				return true
			}
			return false
		})
	},
}
