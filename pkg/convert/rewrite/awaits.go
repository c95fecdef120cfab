package rewrite

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// decisionMember is the member of an answer that names the event which came.
const decisionMember = "decision"

// decisionSuffix ends the name of the choice by the event that came.
const decisionSuffix = " decision"

var awaitedAnswers = Rewrite{
	ID:     "rewrite/awaited-answer",
	What:   "turns an await of events into an await of one answer, which names the event if there are several, and a choice by it",
	When:   "cannot wait for events",
	Before: "await Approval: event Approved -> Ship, event Rejected -> Refund",
	After:  "await Approval; if $.decision = \"Approved\" -> Ship; if $.decision = \"Rejected\" -> Refund",
	Losses: []*dialects.LossRule{&lossDecision, &lossEventData},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if slices.Contains(c.Able.Awaits, "event") {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if a := n.Awaits; n.Kind == workflow.Await && a != nil && len(a.For) > 0 && !a.Groups && !a.FromScope && (!a.All || len(a.For) == 1) {
				c.awaitAnswer(w, n)
				return true
			}
			return false
		})
	},
}

// awaitAnswer makes a node wait for an answer in place of events.
func (c *Conversion) awaitAnswer(w *workflow.Workflow, n *workflow.Node) {
	events := n.Awaits.For
	member := ""
	if len(events) > 1 && (c.keepsDecisionAside() || c.forgetsByTasks() || !leadsOneWay(n, events)) {
		member = decisionMember
	}
	kind, does := c.answerKind()
	to := dialects.Occurrence{Kind: map[string]string{"userTask": "complete", "signal": "signal"}[kind], Name: n.Element.Name, Member: member}
	names := make([]string, len(events))
	for i := range events {
		names[i] = c.answers(n, &events[i], to)
	}
	selected := c.selectEventData(n, events, member, names)
	if c.answersByWorker() && !selected {
		c.loseEventData(w, n, events)
	} else if !c.answersByWorker() {
		for i := range events {
			c.bringByEvent(w, n, &events[i], selected, to, "answer "+n.Element.Name, fmt.Sprintf("%s %q", does, n.Element.Name))
		}
	}
	n.Awaits = &workflow.Awaits{Kind: kind}
	if n.Data.Combine == nil {
		n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	}
	if member != "" {
		c.chooseByEvent(w, n, events, names)
	} else {
		goOnAfter(n, events)
	}
}

// leadsOneWay reports whether a node leads to the same one after each of some events.
func leadsOneWay(n *workflow.Node, events []workflow.Trigger) bool {
	var to *workflow.Node
	for i := range events {
		e := events[i].Edge
		if e == nil {
			e = usualEdge(n, events)
		}
		if e == nil || to != nil && e.To != to {
			return false
		}
		to = e.To
	}
	return true
}

// goOnAfter makes the edge that is taken after the first of some events the one that is taken after all of them.
func goOnAfter(n *workflow.Node, events []workflow.Trigger) {
	first := events[0].Edge
	if first != nil {
		first.Kind, first.Guard = workflow.Next, nil
	}
	for i := range events[1:] {
		if e := events[i+1].Edge; e != nil && e != first && slices.Contains(n.Out, e) {
			e.Disconnect()
		}
	}
}

// answers notes that an event is an answer from now on, and returns the name of the occurrence of the source that it is.
func (c *Conversion) answers(n *workflow.Node, t *workflow.Trigger, to dialects.Occurrence) string {
	if t.Event == nil {
		return t.Name
	}
	from := eventAt(n, t)
	name := c.Arrives(from, to).Name
	if len(t.Event.Correlations) > 0 && c.answersByWorker() {
		c.tellApart(from, to.Name, t)
	}
	return name
}

// eventAt is the occurrence of an event that a node awaits.
func eventAt(n *workflow.Node, t *workflow.Trigger) dialects.Occurrence {
	return dialects.Occurrence{Kind: "event", Name: t.Event.Type, Source: t.Event.Source, At: n.Element.Original().Name}
}

// answersByWorker reports whether what a node waits for becomes the answer of a worker in the end, which tells events apart as the source
// does.
func (c *Conversion) answersByWorker() bool { return c.Able.Tokens || len(c.Able.Awaits) == 0 }

// tellApart makes the worker that answers when an event arrives tell it apart by its attributes, which are in its answer too where the
// source does not select what of the event is merged.
func (c *Conversion) tellApart(from dialects.Occurrence, to string, t *workflow.Trigger) {
	for _, i := range c.passagesTo(to, from.At) {
		p := &c.Raised.Occurrences[i]
		if p.From != from {
			continue
		}
		p.Apart = true
		if t.Data == nil {
			p.Attributes = attributesOf(t.Event)
		}
	}
}

// attributesOf are the attributes by which an event is told apart.
func attributesOf(e *workflow.Event) []string {
	var out []string
	for _, k := range e.Correlations {
		out = append(out, k.Attribute)
	}
	return out
}

// chooseByEvent adds the choice by the member of the answer that names the event.
func (c *Conversion) chooseByEvent(w *workflow.Workflow, n *workflow.Node, events []workflow.Trigger, names []string) {
	choice := addBeside(w, n, c.NewElement(w, n.Element, n.Element.Name+decisionSuffix, n.Element.Kind), workflow.Choice, true)
	at := c.decided(w, n, decisionMember)
	usual := usualEdge(n, events)
	taken := map[*workflow.Edge]bool{}
	for i := range events {
		e := events[i].Edge
		switch {
		case e == nil && usual == nil:
			continue
		case e == nil:
			e = w.Connect(choice, usual.To, workflow.Guarded, events[i].Span)
		case taken[e]: // by an event before it
			e = w.Connect(choice, e.To, workflow.Guarded, events[i].Span)
		default:
			e.MoveStart(choice)
		}
		taken[e] = true
		e.Kind, e.Label = workflow.Guarded, events[i].Name
		e.Guard = &expr.Test{Op: expr.TestEqual, Path: at, Value: names[i], Span: events[i].Span}
	}
	if usual != nil {
		usual.Disconnect()
	}
	c.forget(w, choice, decisionMember)
	w.Connect(n, choice, workflow.Next, n.Span)
}

// usualEdge is the edge that is taken after an event without one of its own; nil if there is none.
func usualEdge(n *workflow.Node, events []workflow.Trigger) *workflow.Edge {
	for _, e := range n.Out {
		own := slices.ContainsFunc(events, func(t workflow.Trigger) bool { return t.Edge == e })
		if !own && (e.Kind == workflow.Next || e.Kind == workflow.ToEnd) {
			return e
		}
	}
	return nil
}

// keepsDecisionAside reports whether the name of an event that answered can be kept in a variable, and out of the document.
func (c *Conversion) keepsDecisionAside() bool { return c.Able.Variables && c.Able.Omits }

// decided returns where a condition finds what a member of the answer of a node names: the event that answered it, or the step that
// follows. It is a variable, if the target has some and can keep the name out of the document.
func (c *Conversion) decided(w *workflow.Workflow, n *workflow.Node, member string) *expr.Path {
	if c.keepsDecisionAside() {
		n.Data.Combine = &workflow.Combine{Mode: n.Data.Combine.Mode, Span: n.Span}
		if _, without := n.Data.Result.(*expr.Object); !without {
			n.Data.Combine.Omit = member
		}
		n.Data.Assign = &workflow.Assign{Variables: []workflow.Variable{{Name: member, NameSpan: n.Span,
			Value: expr.NewPath(expr.RootAnswer, member)}}}
		return variablePath(member)
	}
	if observes(n) && !c.forgetsByTasks() {
		c.Lose(w, &lossDecision, placeOf(n), n.Element, "the member "+strconv.Quote(member), "the decision made at %q stays in the document", n.Element.Name)
	}
	return expr.NewPath(expr.RootInput, member)
}

func variablePath(name string) *expr.Path {
	p := &expr.Path{Root: expr.RootVar, Name: name, Definite: true}
	p.Text = p.String()
	return p
}
