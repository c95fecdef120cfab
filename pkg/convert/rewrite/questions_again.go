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
			told := c.toldCondition(e.Ask.Condition, e.Ask.Span)
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

// toldText is a condition as the text that a task is told which decides by it, and that [Conversion.toldCondition] reads again: a path that
// selects something where it holds, or, for data of the types that the condition is written for, the condition in common terms. It is empty
// if there is none.
func (c *Conversion) toldText(condition expr.Expr) string {
	common := expr.CommonCondition(condition, c.domain())
	if filter, _ := expr.FilterPath(common, expr.FilterStyle{Exact: !c.Options.Domain.Typed}); filter != nil {
		return filter.Text
	}
	text := expr.Readable(common)
	if read := expr.ParseReadable(text); !c.Options.Domain.Typed || read == nil || !readsAlike(common) || !c.sameCondition(read, common) {
		return ""
	}
	return text
}

// toldCondition is the condition that a task is told; nil if it is told none, or in words that only people read.
func (c *Conversion) toldCondition(text string, at source.Span) expr.Expr {
	p, err := expr.ParsePath(source.Plain(text, 0))
	switch {
	case err == nil && p.Root == expr.RootInput && !p.Definite:
		p.Span = at
		return p
	case !c.Options.Domain.Typed:
		return nil
	}
	read := expr.ParseReadable(text)
	if _, path := read.(*expr.Path); path {
		return nil
	}
	return read
}

// questionName is what a task is called that decides whether an edge is taken.
func questionName(e *workflow.Edge) string { return e.From.Name() + " " + e.Name }
