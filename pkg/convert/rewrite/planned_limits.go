package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var plannedLimits = Rewrite{
	ID:     "rewrite/planned-limit",
	What:   "a task that calls another one for at most some time is given the name of that and the time",
	When:   "has parameters of tasks",
	Before: "call-approve, which calls approve for at most 48 h; if $.approveTimedOut → Escalate",
	After:  "call-approve({\"do\": \"approve\", \"within\": \"PT48H\"}); if $.approveTimedOut → Escalate",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Parameters && eachTask(w, func(w *workflow.Workflow, n *workflow.Node) bool {
			s := c.standIn(n.Call.Task)
			if s == nil || n.Call.Parameters != nil {
				return false
			}
			part, worked := s.By.(*calledPart)
			if !worked {
				return false
			}
			plan := c.limitPlan(w, part)
			if plan == nil {
				return false
			}
			n.Call.Parameters = &expr.Literal{Value: plan, Span: n.Span}
			return true
		})
	},
}

// limitPlan is the plan of a task with a timer that leaves it; nil for one with something that a plan cannot describe.
func (c *Conversion) limitPlan(w *workflow.Workflow, p *calledPart) *value.Object {
	n := &p.node
	if n.Kind != workflow.Task || len(p.exits) != 1 || p.exits[0].edge.Kind != workflow.OnTimer || len(n.Timers) != 1 || n.Call.Parameters != nil ||
		n.Data != (workflow.Stages{Result: n.Data.Result, Combine: n.Data.Combine}) || p.answers != answersDocument {
		return nil
	}
	length := &n.Timers[0].Length
	v, fixed := fixedData(length.Expr)
	within := &partPlan{within: v}
	if !fixed || within.length() == nil || within.length().Unit != length.Unit {
		return nil
	}
	out := value.NewObject(4)
	out.Set(planDo, c.taskName(n))
	if event := c.answeringEvent(w, n.Call.Task); event != nil {
		out.Set(planAnswered, event)
	}
	if n.Data.Result != nil {
		made := c.answerInPlan(n.Data.Result)
		if made == nil {
			return nil
		}
		out.Set(planAnswers, made)
	}
	out.Set(planWithin, v)
	if isRetried(n) {
		if !retriedAtOnce(n.Retry) {
			return nil
		}
		out.Set(planRetries, int64(n.Retry[0].Limit))
	}
	if k := n.Data.Combine; !merging(k) {
		at := whole()
		switch {
		case replacing(k):
		case k.Mode == workflow.SetAt && k.Path.Root == expr.RootInput:
			at = k.Path
		default:
			return nil
		}
		out.Set(planResults, expr.Readable(at))
	}
	return out
}

// answerInPlan is what a plan has of a value that is made of the answer of a task; nil for any other value, and where it cannot be told.
func (c *Conversion) answerInPlan(x expr.Expr) any {
	made := expr.CommonValue(x, c.domain())
	of, ok := replaceRoot(made, expr.RootAnswer, whole())
	if !ok || !isOfAnswer(made) {
		return nil
	}
	return (&planning{Conversion: c}).computed(givenValue, of)
}

// ofAnswerInPlan is the value that a plan has, as an expression of the answer.
func (p *partPlan) ofAnswerInPlan() expr.Expr {
	if p.answers == nil {
		return nil
	}
	out, known := expr.MapPaths(p.answers, func(p *expr.Path) *expr.Path {
		if p.Root != expr.RootInput {
			return p
		}
		of := *p
		of.Root = expr.RootAnswer
		return &of
	})
	if !known {
		return nil
	}
	return out
}

// answeringEvent is what a plan has of the event whose data is the answer of a task of a workflow; nil if something else answers it.
func (c *Conversion) answeringEvent(w *workflow.Workflow, task string) *value.Object {
	list := c.passagesTo(task, "")
	if len(list) != 1 {
		return nil
	}
	p := &c.Raised.Occurrences[list[0]]
	if p.From.Kind != "event" || p.From.Value != "" || p.To.Member != "" || p.By != "" || p.Data != nil {
		return nil
	}
	valued := func(k workflow.Correlation) bool { return k.Value != nil } // which no plan has
	for _, e := range w.Events {
		if e.Type == p.From.Name && e.Source == p.From.Source && p.Apart == (len(e.Correlations) > 0) && !slices.ContainsFunc(e.Correlations, valued) && !e.Produced {
			return (&planning{Conversion: c}).happening(&workflow.Trigger{Name: e.Name, Event: e})
		}
	}
	return nil
}

// retriedAtOnce reports whether a task is retried some times after any error, without a delay, which is all that a plan can describe.
func retriedAtOnce(list []workflow.Retrier) bool {
	r := &list[0]
	return len(list) == 1 && takesAll(r.On) && len(r.On[0].Except) == 0 && r.Most == nil && r.Delay == nil && r.Interval == 0
}

// length is the time that a task has, in seconds or as a duration; nil if it is neither.
func (p *partPlan) length() *workflow.Length {
	l := &workflow.Length{Expr: &expr.Literal{Value: p.within}, Unit: workflow.Seconds}
	if text, ok := p.within.(string); ok {
		d, err := iso8601.ParseDuration(text)
		if l.Unit = workflow.Duration; err != nil || d.IsZero() {
			return nil
		}
		return l
	}
	if seconds, ok := value.Float(p.within); !ok || seconds <= 0 {
		return nil
	}
	return l
}

var limitsAgain = Rewrite{
	ID:     "rewrite/limit-again",
	What:   "a task that is given the name of the task that it calls, and the time that this has, becomes that task with a timer, or a wait for the event that answers it",
	When:   "has timers that leave tasks",
	Before: "call-approve({\"do\": \"approve\", \"within\": \"PT48H\"}); if $.approveTimedOut → Escalate",
	After:  "approve; after 48 h → Escalate",
	Losses: []*dialects.LossRule{&lossPlannedTask, &lossDecidingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if t := c.Able.Timers; !t.Has(dialects.TimerVisit) && !(t.Has(dialects.TimerAttempt) && c.Able.Handlers.Has(dialects.HandleTasks)) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			p := c.limitedPlan(w, n)
			if p == nil {
				return false
			}
			part := c.planChoice(w, n)
			onward := onwardEdge(n)
			var late *workflow.Edge
			switch {
			case part == nil && isNamedAfter(onward.To, n):
				return false
			case part == nil:
				late = w.Connect(n, onward.To, workflow.OnTimer, n.Span)
			case len(part.exits) > 1 || !sameName(memberTested(expr.CommonCondition(part.exits[0].guard, c.domain())), n.Name()+timedOutSuffix):
				return false
			default:
				late = part.exits[0].edge
				c.leaveInstead(n, part)
				late.Kind = workflow.OnTimer
			}
			n.Timers = []workflow.Timer{{Length: *p.length(), Counts: workflow.PerVisit, Interrupting: true, Edge: late, Span: n.Span}}
			if p.answered != nil && c.awaitsSomebody() {
				c.awaitInstead(w, n, p.answered)
				return true
			}
			c.Lose(w, &lossPlannedTask, placeOf(n), n.Element, "the task itself", "%q is assumed to call %s, and is not called", n.Name(), p.task)
			n.Call = &workflow.Call{Task: p.task, Span: n.Span}
			n.Data.Combine, n.Data.Result = p.combined(), p.ofAnswerInPlan()
			n.Retry = p.retriers()
			c.Raised.Planned = append(c.Raised.Planned, p.task)
			return true
		})
	},
}

// awaitsSomebody reports whether the target can wait for somebody outside, by a wait or by a task with a token.
func (c *Conversion) awaitsSomebody() bool { return len(c.Able.Awaits) > 0 || c.Able.Tokens }

// awaitInstead makes a task that is answered by an event a wait for that event.
func (c *Conversion) awaitInstead(w *workflow.Workflow, n *workflow.Node, answered *happening) {
	c.Lose(w, &lossDecidingTask, placeOf(n), n.Element, "the await of the event", "%q is assumed to wait for an event, and is not called", n.Name())
	awaitOn(n, (&building{Conversion: c, flow: w, because: n.Element}).eventOf(*answered))
	c.nameReactions(w, n)
}

// nameReactions gives the tasks after a wait that have its name before theirs the names that they had, where names have no colons in between.
func (c *Conversion) nameReactions(w *workflow.Workflow, n *workflow.Node) {
	before := n.Name() + "-"
	for next := onwardEdge(n).To; next.Kind == workflow.Task && len(next.In) == 1; next = onwardEdge(next).To {
		name := next.Name()
		if len(name) <= len(before) || !strings.EqualFold(name[:len(before)], before) || sameName(name, next.Call.Task) || onwardEdge(next) == nil {
			return
		}
		next.Element.Name = c.unused(w, n.Name()+": "+name[len(before):])
	}
}

// isNamedAfter reports whether a node is the choice by what a task answers in place of failing.
func isNamedAfter(choice, n *workflow.Node) bool {
	return choice.Kind == workflow.Choice && sameName(choice.Name(), n.Name()+failedSuffix)
}

// limitedPlan is the plan of a task that calls another one for at most some time; nil for other nodes.
func (c *Conversion) limitedPlan(w *workflow.Workflow, n *workflow.Node) *partPlan {
	p := c.planOf(w, n)
	if p == nil || p.within == nil || p.failed != nil || p.beside != nil || !c.callsAnother(n) {
		return nil
	}
	return p
}

// retriers are how the task is retried.
func (p *partPlan) retriers() []workflow.Retrier {
	if p.retries == 0 {
		return nil
	}
	return []workflow.Retrier{{On: workflow.Matcher{{All: true, Text: planAny}}, Limit: int(p.retries), Factor: 1}}
}

// combined is how the answer of a task gets into the document.
func (p *partPlan) combined() *workflow.Combine {
	switch {
	case p.results == nil:
		return &workflow.Combine{Mode: workflow.MergeDeep}
	case len(p.results.Steps) == 0:
		return nil
	}
	return &workflow.Combine{Mode: workflow.SetAt, Path: p.results}
}
