package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var collectedEvents = Rewrite{
	ID:     "rewrite/collected-events",
	What:   "an await of several events, all of which have to come, becomes an await of one answer: a worker collects the events, and answers with the data of all of them",
	When:   "cannot wait for several events, but for an answer",
	Before: "await Packed and Labelled; after 10 min → Late",
	After:  "await one answer; after 10 min → Late",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			if c.collects(n) {
				c.collectEvents(w, n)
				return true
			}
			return false
		})
	},
}

// collects reports whether a worker collects the events for which a node waits. Where a target can wait for several events, that is only
// needed for time limits, which begin again with each state that waits for another event, and for many events.
func (c *Conversion) collects(n *workflow.Node) bool {
	a := n.Awaits
	if n.Kind != workflow.Await || a == nil || !a.All || len(a.For) < 2 || a.FromScope || a.While != nil || !c.answered() {
		return false
	}
	if slices.Contains(c.Able.Awaits, "event") && len(n.Timers) == 0 && len(a.For) <= mostTogether {
		return false
	}
	return !slices.ContainsFunc(a.For, func(t workflow.Trigger) bool { return t.Event == nil })
}

// answered reports whether a node can wait for an answer.
func (c *Conversion) answered() bool {
	return slices.Contains(c.Able.Awaits, "userTask") || slices.Contains(c.Able.Awaits, "signal")
}

// collectEvents makes a node wait for one answer in place of several events. Between the events of a group a time limit counts, if there is
// one: the worker that collects them drops those before it then.
func (c *Conversion) collectEvents(w *workflow.Workflow, n *workflow.Node) {
	events := n.Awaits.For
	kind, does := c.answerKind()
	what := fmt.Sprintf("%s %q%s %s have arrived", does, n.Element.Name, onceEvents, andQuoted(events))
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Counts == workflow.PerArrival {
			what += ", each at most " + lengthText(&t.Length) + " after the one before"
		}
	}
	n.Timers = slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool { return t.Counts == workflow.PerArrival })
	if slices.ContainsFunc(events, correlates) {
		what += ", if their attributes are those that the run waits for"
	}
	task := c.StandIn(w, n.Element, slug("answer "+n.Element.Name), what+", with "+collectedData(events))
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = outside{}
	all := dialects.Occurrence{Kind: "events", At: n.Element.Original().Name}
	for i := range events {
		t := &events[i]
		p := dialects.Passage{From: eventAt(n, t), To: all, By: task, Data: t.Data, Apart: correlates(*t)}
		if t.Data == nil {
			p.Attributes = attributesOf(t.Event)
		}
		c.Raised.Occurrences = append(c.Raised.Occurrences, p)
	}
	c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{By: task, From: all,
		To: dialects.Occurrence{Kind: map[string]string{"userTask": "complete", "signal": "signal"}[kind], Name: n.Element.Name}})
	if e := events[0].Edge; e != nil {
		e.Kind, e.Guard = workflow.Next, nil
	}
	n.Awaits = &workflow.Awaits{Kind: kind}
	if n.Data.Combine == nil {
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	}
}

// onceEvents follows what a worker does that collects events, in the description of that.
const onceEvents = " once the events"

// requestsCollected describes the workers that collect events for a transition: they request it.
func (c *Conversion) requestsCollected(transition string) {
	for _, i := range c.passagesTo(transition, "") {
		if p := &c.Raised.Occurrences[i]; p.From.Kind == "events" && p.To.Kind == "transition" {
			by := c.standIn(p.By)
			_, when, _ := strings.Cut(by.What, onceEvents)
			by.What = fmt.Sprintf("requests the transition %q%s%s", transition, onceEvents, when)
		}
	}
}

// answerKind is the kind of the answer that a node can wait for, and what a worker does that gives it.
func (c *Conversion) answerKind() (kind, does string) {
	if slices.Contains(c.Able.Awaits, "signal") && !slices.Contains(c.Able.Awaits, "userTask") {
		return "signal", "signals"
	}
	return "userTask", "completes"
}

func correlates(t workflow.Trigger) bool { return len(t.Event.Correlations) > 0 }

// andQuoted lists the types of events for people.
func andQuoted(events []workflow.Trigger) string {
	var names []string
	for i := range events {
		names = append(names, strconv.Quote(events[i].Event.Type))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// collectedData describes the data of all events for people.
func collectedData(events []workflow.Trigger) string {
	var parts []string
	for i := range events {
		switch t := &events[i]; {
		case t.Data != nil:
			parts = append(parts, fmt.Sprintf("`%s` of %q", expr.Readable(t.Data), t.Event.Type))
		case correlates(*t):
			parts = append(parts, fmt.Sprintf("the data and the attributes %s of %q", strings.Join(attributesOf(t.Event), ", "), t.Event.Type))
		default:
			parts = append(parts, fmt.Sprintf("the data of %q", t.Event.Type))
		}
	}
	last := len(parts) - 1
	return strings.Join(parts[:last], ", ") + " and " + parts[last] + " merged"
}
