package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// questionsAgain restores the condition of a transition, after a conversion to a dialect that cannot express it and asks a task in its place.
var questionsAgain = Rewrite{
	ID:     "rewrite/question-again",
	What:   "a transition that a task decides, which is told by what condition, has that condition again, as conditions are written that became tasks",
	When:   "cannot ask a task in place of a condition",
	Before: `state PAID: if paid-ship({"expression": "$[?(@.paid >= @.total)]"}) -> SHIPPED`,
	After:  "state PAID: if $.paid >= $.total -> SHIPPED",
	Losses: []*dialects.LossRule{&lossAskedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Asks {
			return false
		}
		changed := false
		for _, e := range w.Edges {
			if e.Ask == nil || !sameName(e.Ask.Task, questionName(e)) {
				continue
			}
			told := toldCondition(e.Ask)
			if told == nil {
				continue
			}
			c.Lose(w, &lossAskedTask, e.Ask.Span, e.From.Element, "the condition itself", "%q is assumed to decide by the condition that it is told, and is not called", e.Ask.Task)
			e.Guard, e.Ask = told, nil
			changed = true
		}
		return changed
	},
}

var lossAskedTask = dialects.LossRule{ID: "convert/asked-task", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "a task that is told the condition that it decides is not called: the condition decides",
	Remedy: "check that the task does nothing but decide by that condition"}

// toldCondition is the condition that a task is told; nil if it is told none, or in words that only people read.
func toldCondition(call *workflow.Call) expr.Expr {
	p, err := expr.ParsePath(source.Plain(call.Condition, 0))
	if err != nil || p.Root != expr.RootInput || p.Definite {
		return nil
	}
	p.Span = call.Span
	return p
}

// questionName is what a task is called that decides whether an edge is taken.
func questionName(e *workflow.Edge) string { return e.From.Name() + " " + e.Name }
