package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var waitAsTask = Rewrite{
	ID:     "rewrite/wait-as-task",
	What:   "a wait becomes a task that answers after that time",
	When:   "cannot wait",
	Before: "wait 30 s",
	After:  "the task wait, which answers after 30 s",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Kinds.Has(workflow.Wait) && c.Able.FixedWaits {
			return c.standInForWaits(w)
		}
		return c.standInFor(w, workflow.Wait, c.waitByTask)
	},
}

var failAsTask = Rewrite{
	ID:     "rewrite/fail-as-task",
	What:   "a failure becomes a task that fails",
	When:   "has no steps that fail, or has them fail with one error only, and a handler around this one needs to know with which, or with no error that is computed",
	Before: "fail with OrderInvalid",
	After:  "the task order-invalid, which fails with OrderInvalid",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Errors != nil && c.Able.Errors.Unnamed {
			return c.handledFailures(w)
		}
		return c.standInFor(w, workflow.Fail, c.failByTask) || !c.Able.ErrorData && c.standInForComputed(w)
	},
}

var emitAsTask = Rewrite{
	ID:     "rewrite/event-as-task",
	What:   "an event that is produced becomes a task that publishes it",
	When:   "does not produce events",
	Before: "produce OrderShipped",
	After:  "the task order-shipped, which publishes the event",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.standInFor(w, workflow.Emit, c.publishByTask)
	},
}

var awaitAsTask = Rewrite{
	ID:     "rewrite/await-as-task",
	What:   "a wait for an answer from outside becomes a task, which is answered from outside",
	When:   "cannot wait for anything",
	Before: "await approval",
	After:  "the task approval",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return len(c.Able.Awaits) == 0 && eachNode(w, func(n *workflow.Node) bool {
			waits := n.Kind == workflow.Await && n.Awaits != nil && len(n.Awaits.For) == 0
			if waits {
				plan := c.requestPlan(n)
				c.awaitByTask(w, n)
				if plan != nil {
					n.Call.Parameters = plan
				}
			}
			return waits
		})
	},
}

// answeredTasks is the rewrite of tasks that events call and answer. Before other tasks call them it is applied where these have to limit
// their time.
func answeredTasks(limited bool) Rewrite {
	return Rewrite{
		ID:     "rewrite/answered-task",
		What:   "a task that is called by an event and answered by another becomes one that is called, and the event is produced before it",
		When:   "does not produce and await events",
		Before: "Book: produces BookingAsked, and is answered by the event Booked",
		After:  "produce BookingAsked; Book",
		Losses: []*dialects.LossRule{&dialects.LossEvents, &lossEventData},
		Apply: func(c *Conversion, w *workflow.Workflow) bool {
			if slices.Contains(c.Able.Awaits, "event") && c.Able.Kinds.Has(workflow.Emit) || limited && c.Able.Timers.Has(dialects.TimerVisit) {
				return false
			}
			return eachNode(w, func(n *workflow.Node) bool {
				answered := n.Kind == workflow.Task && n.Awaits != nil
				if answered {
					c.answerByTask(w, n)
				}
				return answered
			})
		},
	}
}

// standInFor replaces by tasks the nodes of a kind that the target lacks, and reports whether there were some.
func (c *Conversion) standInFor(w *workflow.Workflow, kind workflow.Kind, replace func(*workflow.Workflow, *workflow.Node)) bool {
	if c.Able.Kinds.Has(kind) {
		return false
	}
	changed := false
	for _, n := range w.Nodes {
		if n.Kind == kind {
			replace(w, n)
			changed = true
		}
	}
	return changed
}

// standInForWaits replaces by tasks the waits whose length is not fixed.
func (c *Conversion) standInForWaits(w *workflow.Workflow) bool {
	changed := false
	for _, n := range w.Nodes {
		if n.Kind != workflow.Wait {
			continue
		}
		if _, fixed := n.Until.Expr.(*expr.Literal); !fixed || n.Until.Unit == workflow.Instant {
			c.waitByTask(w, n)
			changed = true
		}
	}
	return changed
}

// standInForComputed replaces by tasks the steps that fail with an error whose name or cause is computed.
func (c *Conversion) standInForComputed(w *workflow.Workflow) bool {
	changed := false
	for _, n := range w.Nodes {
		if n.Kind != workflow.Fail || n.Raises == nil {
			continue
		}
		if slices.ContainsFunc([]expr.Expr{n.Raises.Name, n.Raises.Cause}, func(x expr.Expr) bool { _, literal := x.(*expr.Literal); return x != nil && !literal }) {
			c.failByTask(w, n)
			changed = true
		}
	}
	return changed
}

// become makes a node a task, with a name like the wish, that hands on the document it gets. Where the node can fail because of that, the
// answer is not dropped if failures would be ignored then.
func (c *Conversion) become(w *workflow.Workflow, n *workflow.Node, wish string, parameters *value.Object, what string) *dialects.StandIn {
	fails := false
	if n.Until != nil {
		_, fixed := n.Until.Expr.(*expr.Literal)
		fails, n.Until = !fixed || c.deadline(w) != nil, nil
	}
	switch able := c.Able.Answers; {
	case able.Has(dialects.AnswerDropped) && !(fails && c.Able.Ignores):
		n.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
	case able.Has(dialects.AnswerReplaces) && !c.changesBranch(n):
		n.Data.Combine = nil
		what += ", and answers its input"
	default:
		mode, _ := c.merges()
		n.Data.Combine = &workflow.Combine{Mode: mode}
		what += ", and answers {}"
	}
	n.Kind = workflow.Task
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(wish), what), Span: n.Span}
	if c.Able.Parameters && parameters != nil && parameters.Len() > 0 {
		n.Call.Parameters = &expr.Literal{Value: parameters, Span: n.Span}
	}
	return &c.Raised.StandIns[len(c.Raised.StandIns)-1]
}

// waitByTask makes a task answer after the time that a node waits for.
func (c *Conversion) waitByTask(w *workflow.Workflow, n *workflow.Node) {
	until, parameters := n.Until, (*value.Object)(nil)
	length, fixed := until.Expr.(*expr.Literal)
	if fixed {
		key := map[workflow.Unit]string{workflow.Seconds: "seconds", workflow.Instant: "until", workflow.Duration: "duration"}[until.Unit]
		parameters = value.ObjectOf(value.Member{Key: key, Value: length.Value})
	}
	part := &calledPart{node: *n, flow: c.around(w), element: c.Caller(n)}
	plain := n.Data.IsZero()
	if plain {
		part.limit = c.deadline(w)
	}
	standIn := c.become(w, n, n.Name(), parameters, waitText(until)+deadlineText(w, part.limit))
	if part.limit != nil || plain && !fixed { // the source may select of the document when the wait is over
		standIn.By = part
	} else if fixed {
		if d, ok := fixedTime(length.Value, until.Unit); ok {
			standIn.By = waiting{d, n.Data.Combine == nil}
		}
	}
}

// waitText describes how long a worker waits, for people.
func waitText(until *workflow.Length) string {
	length, fixed := until.Expr.(*expr.Literal)
	if !fixed {
		what := map[workflow.Unit]string{workflow.Seconds: "waits the number of seconds in `%s`",
			workflow.Instant: "waits until the time in `%s`", workflow.Duration: "waits the duration in `%s`"}[until.Unit]
		return fmt.Sprintf(what, expr.Readable(until.Expr))
	}
	text := value.Short(length.Value)
	if s, ok := length.Value.(string); ok {
		text = s
	}
	return map[workflow.Unit]string{workflow.Seconds: "waits " + text + " s", workflow.Instant: "waits until " + text, workflow.Duration: "waits " + text}[until.Unit]
}

// fixedTime is how long a wait lasts, if that does not depend on when it begins.
func fixedTime(v any, unit workflow.Unit) (time.Duration, bool) {
	if seconds, ok := value.Float(v); ok && unit == workflow.Seconds {
		return time.Duration(seconds * float64(time.Second)), true
	}
	text, _ := v.(string)
	d, err := iso8601.ParseDuration(text)
	return d.Clock, err == nil && unit == workflow.Duration && d == iso8601.Duration{Clock: d.Clock}
}

// failByTask makes a task fail with the error of a node, which it keeps. What comes after it is the end.
func (c *Conversion) failByTask(w *workflow.Workflow, n *workflow.Node) {
	parameters := value.NewObject(2)
	what := "fails"
	if n.Raises != nil {
		for _, part := range []struct {
			key, before string
			x           expr.Expr
		}{{"error", " with ", n.Raises.Name}, {"cause", ": ", n.Raises.Cause}} {
			if part.x == nil {
				continue
			}
			text := "`" + expr.Readable(part.x) + "`"
			if l, ok := part.x.(*expr.Literal); ok {
				parameters.Set(part.key, l.Value)
				text, _ = l.Value.(string)
			} else if told := (&planning{Conversion: c}).computed(givenValue, part.x); told != nil {
				parameters.Set(part.key, told)
			}
			what += part.before + text
		}
	}
	if n.Raises == nil {
		n.Raises = &workflow.Raises{}
	}
	n.Kind, n.Data = workflow.Task, workflow.Stages{}
	if mode, ok := c.merges(); ok { // an answer that there never is needs no place
		n.Data.Combine = &workflow.Combine{Mode: mode}
	}
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug(n.Element.Name), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = failing{n.Raises}
	if c.Able.Parameters && parameters.Len() > 0 {
		n.Call.Parameters = &expr.Literal{Value: parameters, Span: n.Span}
	}
	end := w.AddNode(n.Region, n.Element, workflow.End, workflow.Ending)
	w.Connect(n, end, workflow.ToEnd, n.Span)
}

// publishByTask has a task publish an event.
func (c *Conversion) publishByTask(w *workflow.Workflow, n *workflow.Node) {
	emits := n.Emits
	n.Emits = nil
	by := publishing{emission: emits, kind: emits.Name, source: w.ID}
	what := "publishes the event " + strconv.Quote(emits.Name)
	if e := emits.Event; e != nil {
		by.kind, by.source = e.Type, cmp.Or(e.Source, by.source)
		what += " of the type " + strconv.Quote(e.Type)
	}
	if emits.Data != nil {
		what += " with the data `" + expr.Readable(expr.CommonValue(emits.Data, c.domain())) + "`"
	}
	standIn := c.become(w, n, publishPrefix+n.Element.Name, nil, what)
	by.echos = n.Data.Combine == nil
	standIn.By = by
}

// awaitByTask has a task answered by what a node waits for.
func (c *Conversion) awaitByTask(w *workflow.Workflow, n *workflow.Node) {
	kind := "complete"
	if n.Awaits.Kind == "signal" {
		kind = "signal"
	}
	c.substitute(w, n, slug(n.Element.Name), dialects.Occurrence{Kind: kind, Name: n.Element.Name})
	if n.Data.Combine == nil {
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	}
}

// answerByTask makes a task answer that is called by an event, and answered by one: it keeps its name, and gets what the event has as its
// data.
func (c *Conversion) answerByTask(w *workflow.Workflow, n *workflow.Node) {
	if n.Call == nil || n.Call.Task == "" {
		n.Call = &workflow.Call{Task: c.unusedTask(w, slug(n.Element.Name)), Span: n.Span}
		c.Raised.Substitutes = append(c.Raised.Substitutes, n.Call.Task)
	}
	task := n.Call.Task
	if !c.selectEventData(n, n.Awaits.For, "", nil) {
		c.loseEventData(w, n, n.Awaits.For)
	}
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		from := dialects.Occurrence{Kind: "event", Name: t.Name, At: n.Element.Name}
		if t.Event != nil {
			from.Name, from.Source = t.Event.Type, t.Event.Source
		}
		c.Arrives(from, dialects.Occurrence{Kind: "task", Name: task})
	}
	if n.Emits != nil {
		c.produceBefore(w, n)
	}
	n.Awaits, n.Emits = nil, nil
	n.Call = &workflow.Call{Task: task, Span: n.Span}
}

// produceBefore has the event that a node produces to call a task produced before, once for all attempts, if the target can.
func (c *Conversion) produceBefore(w *workflow.Workflow, n *workflow.Node) {
	if n.Emits.Data != nil {
		n.Data.Payload = n.Emits.Data
	}
	if len(n.Retry) == 0 {
		event := AddBefore(w, n, c.NewElement(w, n.Element, n.Emits.Name+" event", "event"), workflow.Emit)
		event.Emits, event.Data.Combine = n.Emits, &workflow.Combine{Mode: workflow.Drop}
		return
	}
	c.Lose(w, &dialects.LossEvents, placeOf(n), n.Element, "the call of the task "+n.Call.Task, "the event %q is not produced by the workflow", n.Emits.Name)
}

// substitute makes a node a task whose answer is an occurrence.
func (c *Conversion) substitute(w *workflow.Workflow, n *workflow.Node, wish string, from dialects.Occurrence) {
	task := c.unusedTask(w, wish)
	c.Raised.Substitutes = append(c.Raised.Substitutes, task)
	c.Arrives(from, dialects.Occurrence{Kind: "task", Name: task})
	n.Kind, n.Awaits = workflow.Task, nil
	n.Call = &workflow.Call{Task: task, Span: n.Span}
}
