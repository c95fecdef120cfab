package rewrite

import (
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var requestsAgain = Rewrite{
	ID:     "rewrite/request-again",
	What:   "a request whose name ends with the time after which it is made becomes a timer, as timers are written that became requests; the only request becomes a wait, if it is named after it, and one that is made at once is taken out",
	When:   "has no entity states",
	Before: "await approval: \"approve\" → Book, \"escalate after PT48H\" → Escalate",
	After:  "await approval: \"approve\" → Book; after 48 h → Escalate",
	Losses: []*dialects.LossRule{&lossTimedRequest},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Kinds.Has(workflow.State) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			return c.roundAgain(w, n) || c.waitsForRequest(w, n) || c.Able.Timers.Has(dialects.TimerVisit) && c.timeRequests(w, n)
		})
	},
}

var lossTimedRequest = dialects.LossRule{ID: "convert/timed-request", Level: dialects.Approximated, Data: dialects.Any,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Outcome,
	What:    "a request whose name ends with a time is a timer: nobody can make it earlier or later, or send data with it",
	Remedy:  "check that nothing but a scheduler makes the request"}

// afterTime is between the name of a request and the time after which it is made.
const afterTime = " after "

// requestAfter ends the name of the request that takes the place of a timer: it is made after that time. It is empty if the length of the
// timer depends on the data, or on when the run began.
func requestAfter(t *workflow.Timer) string {
	l, fixed := t.Length.Expr.(*expr.Literal)
	if !fixed || t.Counts == workflow.PerArrival {
		return ""
	}
	if text, ok := l.Value.(string); ok && t.Length.Unit == workflow.Duration {
		return afterTime + text
	}
	if seconds, ok := FixedSeconds(&t.Length); ok {
		return afterTime + iso8601.Format(time.Duration(seconds*float64(time.Second)))
	}
	return ""
}

// timeRequests makes timers of the requests that a node waits for whose names end with a time. At least one other request stays.
func (c *Conversion) timeRequests(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Await || n.Awaits == nil || n.Awaits.All || len(n.Timers) > 0 {
		return false
	}
	var kept, timed []workflow.Trigger
	for _, t := range n.Awaits.For {
		if _, ok := timeOf(&t); ok {
			timed = append(timed, t)
		} else {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 || len(timed) == 0 {
		return false
	}
	n.Awaits.For = kept
	for _, t := range timed {
		length, _ := timeOf(&t)
		t.Edge.Kind, t.Edge.Label = workflow.OnTimer, ""
		n.Timers = append(n.Timers, workflow.Timer{Length: workflow.Length{Expr: &expr.Literal{Value: length, Span: t.Span}, Unit: workflow.Duration, Span: t.Span},
			Counts: workflow.PerVisit, Edge: t.Edge, Interrupting: true, Span: t.Span})
		c.timeRequest(w, n, &t, "after that time", "the timer")
		nameWithoutTime(w, &t)
	}
	return true
}

// nameWithoutTime names what a timer leads to without the time, if it is named after the request that the timer was, and nothing else has
// that name.
func nameWithoutTime(w *workflow.Workflow, t *workflow.Trigger) {
	e := t.Edge.To.Element
	name := t.Name[:strings.LastIndex(t.Name, afterTime)]
	if e.Name == t.Name && !slices.ContainsFunc(w.Elements, func(x *workflow.Element) bool { return x.Name == name }) {
		e.Name = name
	}
}

// timeRequest notes that nobody has to make a request any more: when it is assumed to be made, and what is written instead.
func (c *Conversion) timeRequest(w *workflow.Workflow, n *workflow.Node, t *workflow.Trigger, when, instead string) {
	c.Lose(w, &lossTimedRequest, t.Span, n.Element, instead, "the request %q is assumed to be made %s, by nobody but a scheduler", t.Name, when)
	c.Raised.Occurrences = slices.DeleteFunc(c.Raised.Occurrences, func(p dialects.Passage) bool {
		return p.From.Kind == "transition" && p.From.Name == t.Name && p.From.At == n.Element.Original().Name
	})
	c.arrivals = arrivals{}
	if awaited := func(e *workflow.Event) bool { return isAwaited(w, e, n) }; t.Event != nil && !awaited(t.Event) {
		w.Events = slices.DeleteFunc(w.Events, func(e *workflow.Event) bool { return e == t.Event })
	}
}

// isAwaited reports whether a node of a workflow other than one of them awaits an event, or makes it.
func isAwaited(w *workflow.Workflow, e *workflow.Event, but *workflow.Node) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		return n != but && n.Awaits != nil && slices.ContainsFunc(n.Awaits.For, func(t workflow.Trigger) bool { return t.Event == e })
	})
}

// timeOf is the time that the name of a request ends with. It reports false for other requests.
func timeOf(t *workflow.Trigger) (string, bool) {
	i := strings.LastIndex(t.Name, afterTime)
	if i <= 0 || t.Edge == nil || t.Data != nil || !t.Edge.Data.IsZero() {
		return "", false
	}
	text := t.Name[i+len(afterTime):]
	d, err := iso8601.ParseDuration(text)
	return text, err == nil && !d.IsZero()
}
