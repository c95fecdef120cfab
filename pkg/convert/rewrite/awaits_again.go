package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// awaitsAgain restores an await of several events, after a conversion to a dialect in which a worker had to wait for them: the worker
// answered with the name of the event as the decision, a choice took the branch of that event, and a task removed the decision from the
// document.
var awaitsAgain = Rewrite{
	ID:     "rewrite/await-again",
	What:   "a task, the choice by the decision that it answers, and the tasks that take the decision out of the document become an await and the choice, as awaits are written that became tasks",
	When:   "can wait for several events",
	Before: "approval; if $.decision = \"Approved\" -> without-decision -> Ship; else -> approval-decision-unmatched",
	After:  "await approval; if $.decision = \"Approved\" -> Ship",
	Losses: []*dialects.LossRule{&lossDecidingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		b := newBoundary(c, w)
		return slices.Contains(c.Able.Awaits, "event") && editNodes(w, func(n *workflow.Node) bool {
			choice := c.decidedChoice(w, n)
			if choice == nil {
				return c.requestAgain(w, n)
			}
			c.Lose(w, &lossDecidingTask, placeOf(n), n.Element, "the await of the events", "%q is assumed to answer with the name of an event that arrived, and is not called", n.Name())
			splitDecided(w, choice)
			c.awaitAgain(n, choice)
			b.limits(n)
			return true
		})
	},
}

var lossDecidingTask = dialects.LossRule{ID: "convert/deciding-task", Level: dialects.Approximated, Data: dialects.Any,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Events,
	What:    "a task that answers when an event arrives, or with the name of one of several, is not called: the engine waits for the events",
	Remedy:  "see that the events arrive at the engine, and check that the task does nothing but wait for them"}

// decidedChoice returns the choice after a task that waits for several events in place of an await, if both have the shape and the names of
// such a conversion: the last branch of the choice fails because the decision is not the name of an event. It returns nil for other tasks.
func (c *Conversion) decidedChoice(w *workflow.Workflow, n *workflow.Node) *workflow.Node {
	if !c.standsForWait(w, n) {
		return nil
	}
	e := onwardEdge(n)
	choice, decision := e.To, n.Name()+decisionSuffix
	if choice.Kind != workflow.Choice || len(choice.In) != 1 || !choice.Data.IsZero() || len(choice.Timers) > 0 || len(choice.Out) < 3 ||
		!sameName(choice.Name(), decision) && (!c.apart || named(w, choice.Element)) {
		return nil
	}
	last := choice.Out[len(choice.Out)-1]
	if raised := c.raisedBy(last.To); last.Kind != workflow.Default || raised == nil || raised.Cause != nil || len(last.To.In) != 1 ||
		!sameName(last.To.Name(), decision+unmatchedSuffix) {
		return nil
	}
	for _, e := range choice.Out[:len(choice.Out)-1] {
		if len(decidedAlternatives(e.Guard)) == 0 || e.Ask != nil || e.Require != nil || !e.Data.IsZero() || !c.forgetsDecision(e.To, choice) && observesFrom(e.To) {
			return nil
		}
	}
	return choice
}

// decidedAlternatives are the conditions one of which has to hold where a guard does, if each is that the decision is a certain name.
func decidedAlternatives(guard expr.Expr) []expr.Expr {
	if guard == nil {
		return nil
	}
	list := alternatives(expr.Portable(guard, true))
	if slices.ContainsFunc(list, func(x expr.Expr) bool { _, decides := decidedName(x); return !decides }) {
		return nil
	}
	return list
}

// splitDecided gives a choice an edge of its own for each name that is decided, where several lead to the same step.
func splitDecided(w *workflow.Workflow, choice *workflow.Node) {
	edges := choice.Out
	var out []*workflow.Edge
	for _, e := range edges {
		list := decidedAlternatives(e.Guard)
		if len(list) < 2 {
			out = append(out, e)
			continue
		}
		e.Guard = list[0]
		out = append(out, e)
		for _, x := range list[1:] {
			other := w.Connect(choice, e.To, e.Kind, e.Span)
			other.Guard = x
			out = append(out, other)
		}
	}
	choice.Out = out
}

// standsForWait reports whether a node is a task that can stand in for an await: it is named after its step, gets the document, and its answer
// is merged into that.
func (c *Conversion) standsForWait(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Parameters != nil || !merging(n.Data.Combine) || !sameName(c.taskName(n), n.Name()) {
		return false
	}
	alone := withoutLimit(w, n)
	alone.Data = workflow.Stages{}
	return n.Data == (workflow.Stages{Result: n.Data.Result, Combine: n.Data.Combine}) && c.standsAlone(alone) && onwardEdge(n) != nil
}

// withoutLimit is a node without what ends its wait after some time, and without what handles that alone: a timer that leads elsewhere, or
// a time limit, which becomes one.
func withoutLimit(w *workflow.Workflow, n *workflow.Node) *workflow.Node {
	alone := *n
	ends := func(t workflow.Timer) bool {
		return t.Edge == nil && t.Raises == workflow.ClassTimeout || t.Edge != nil && t.Interrupting
	}
	if slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return !ends(t) }) {
		return &alone
	}
	alone.Timers = nil
	alone.Out = slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool {
		return e.Kind == workflow.OnError && onlyTimeouts(e.On, w.Errors.Timeout.Name)
	})
	return &alone
}

// forgetsDecision reports whether a step removes the decision of a choice from the document, and is reached from that choice only.
func (c *Conversion) forgetsDecision(n, choice *workflow.Node) bool {
	if n.Call == nil || n.Call.Parameters != nil || onwardEdge(n) == nil || !c.standsAlone(n) ||
		slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e.From != choice }) {
		return false
	}
	wish := withoutPrefix + decisionMember
	return sameName(strings.TrimRight(c.taskName(n), "-0123456789"), wish) && sameName(strings.TrimRight(n.Name(), "- 0123456789"), wish)
}

// awaitAgain turns the task into the await, and takes out the steps of the choice that only the conversion needed.
func (c *Conversion) awaitAgain(n, choice *workflow.Node) {
	for _, e := range slices.Clone(choice.Out) {
		switch without := e.To; {
		case e.Kind == workflow.Default:
			e.Disconnect()
			dropWithEnd(without)
		case c.forgetsDecision(without, choice):
			e.Redirect(onwardEdge(without).To)
			if len(without.In) == 0 {
				dropWithEnd(without)
			}
		}
	}
	choice.Element.Name = n.Name() + decisionSuffix
	n.Kind, n.Call, n.Awaits = workflow.Await, nil, &workflow.Awaits{Kind: "userTask"}
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}}
}
