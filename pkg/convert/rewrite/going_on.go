package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

var goingOn = Rewrite{
	ID:     "rewrite/going-on",
	What:   "a time limit of an action after which its state continues becomes an error whose handler leads to the next step",
	When:   "always",
	Before: "check (10 s, then continue) → ship",
	After:  "check (10 s); on a timeout → ship; → ship",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Scope && n.Role == workflow.Primary && failLate(n) {
				catchTimeout(w, n)
				return true
			}
			return false
		})
	},
}

// failLate has the tasks in a scope fail by the time limits with which they completed it, and reports whether there are some.
func failLate(n *workflow.Node) bool {
	some := false
	for _, r := range n.Body.Regions {
		for _, inner := range r.Nodes {
			if inner.Kind == workflow.Scope && inner.Role == workflow.Acting {
				some = failLate(inner) || some
			}
			if inner.Kind != workflow.Task {
				continue
			}
			for i := range inner.Timers {
				if t := &inner.Timers[i]; t.Completes {
					t.Completes, t.Raises, some = false, workflow.ClassTimeout, true
				}
			}
		}
	}
	return some
}

// catchTimeout has a node go on after a time limit, with the document that it has.
func catchTimeout(w *workflow.Workflow, n *workflow.Node) {
	for _, on := range slices.Clone(n.Out) {
		if on.Kind != workflow.Next && on.Kind != workflow.ToEnd {
			continue
		}
		e := w.Connect(n, on.To, workflow.OnError, on.Span)
		e.On = workflow.Matcher{{Class: workflow.ClassTimeout, Span: on.Span}}
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop, Effective: n.Data.Select != nil}, Output: n.Data.Output}
	}
}
