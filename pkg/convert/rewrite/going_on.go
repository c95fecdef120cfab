package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var goingOn = Rewrite{
	ID:     "rewrite/going-on",
	What:   "a time limit of an action after which its state continues becomes an error whose handler leads to the next step",
	When:   "always",
	Before: "check (10 s, then continue) → ship",
	After:  "check (10 s); on a timeout → ship; → ship",
	Losses: []*dialects.LossRule{&lossStoppedItems},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind != workflow.Scope || n.Role != workflow.Primary || !failLate(n) {
				return false
			}
			if n.Body.Each && !isDropped(&n.Data) && observes(n) {
				c.Lose(w, &lossStoppedItems, placeOf(n), n.Element, "no list", "the results of %q are not in a list if an action is out of time", n.Name())
			}
			catchTimeout(w, n)
			return true
		})
	},
}

var lossStoppedItems = dialects.LossRule{ID: "convert/stopped-items", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, OnFailure: true,
	What:   "the results of the items of an iteration are not in a list where the time limit of an action ends it",
	Remedy: "handle the timeout in the worker, and answer then, too"}

// failLate makes the tasks in a scope fail by the time limits with which they completed it, and reports whether there are some.
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

// catchTimeout makes a node go on after a time limit, with the document that it has: with what was finished in it.
func catchTimeout(w *workflow.Workflow, n *workflow.Node) {
	for _, on := range slices.Clone(n.Out) {
		if on.Kind != workflow.Next && on.Kind != workflow.ToEnd {
			continue
		}
		e := w.Connect(n, on.To, workflow.OnError, on.Span)
		e.On = workflow.Matcher{{Class: workflow.ClassTimeout, Span: on.Span}}
		e.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop, Effective: true}, Output: n.Data.Output}
	}
}

// forgetTimeouts removes the handlers of time limits of a node that has none.
func forgetTimeouts(n *workflow.Node) {
	limited := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Raises&workflow.ClassTimeout != 0 })
	if limited || n.Body != nil || n.Call != nil && (n.Call.Workflow || n.Call.Child != nil) {
		return
	}
	for _, e := range errorEdges(n) {
		if len(e.On) > 0 && !slices.ContainsFunc(e.On, func(k workflow.Clause) bool {
			return k.Name != "" || k.All || k.If != nil || k.Class != workflow.ClassTimeout
		}) {
			e.Disconnect()
		}
	}
}
