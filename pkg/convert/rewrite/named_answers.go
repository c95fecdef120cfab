package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// namedAnswers takes back what [awaitedAnswers] does, for a target that can wait for several events by name.
var namedAnswers = Rewrite{
	ID:     "rewrite/named-answer",
	What:   "turns an await of an answer that names one of several events, and the choice by that name, into an await of the events",
	When:   "can wait for several events",
	Before: "await Approval; if $.decision = \"Approved\" -> Ship; if $.decision = \"Rejected\" -> Refund",
	After:  "await Approval: event Approved -> Ship, event Rejected -> Refund",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !slices.Contains(c.Able.Awaits, "event") {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			return c.nameAnswers(w, n)
		})
	},
}

// nameAnswers makes a node wait for the events that a choice after it tells apart.
func (c *Conversion) nameAnswers(w *workflow.Workflow, n *workflow.Node) bool {
	next := onwardEdge(n)
	if n.Kind != workflow.Await || n.Awaits == nil || len(n.Awaits.For) > 0 || next == nil ||
		slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e != next && e.Kind != workflow.OnTimer }) {
		return false
	}
	choice := next.To
	if choice.Kind != workflow.Choice || len(choice.In) != 1 || !sameName(choice.Element.Name, n.Element.Name+decisionSuffix) {
		return false
	}
	names := make([]string, len(choice.Out))
	for i, e := range choice.Out {
		name, ok := decidedName(e.Guard)
		if !ok {
			return false
		}
		names[i] = name
	}
	next.Disconnect()
	kind := occurrenceKind(n.Awaits)
	toldApart := !slices.Contains(c.Able.Awaits, n.Awaits.Kind) && len(c.passagesTo(n.Element.Name, "")) == 0
	n.Awaits = &workflow.Awaits{Kind: "event"}
	n.Data.Assign = nil
	if n.Data.Combine != nil {
		n.Data.Combine = &workflow.Combine{Mode: n.Data.Combine.Mode, Span: n.Data.Combine.Span}
	}
	for i, e := range slices.Clone(choice.Out) {
		e.MoveStart(n)
		e.Guard, e.Label, e.Kind = nil, names[i], workflow.Next
		name := names[i]
		if name == "" {
			name = UpdateEvent
		}
		event := c.eventNamed(w, name) // which another wait may be for as well
		if event == nil {
			event = &workflow.Event{Name: name, Type: name, Source: w.ID, Span: e.Span}
			w.Events = append(w.Events, event)
		}
		if toldApart && names[i] != "" {
			c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{
				From: dialects.Occurrence{Kind: kind, Name: n.Element.Original().Name, Member: decisionMember, Value: name},
				To:   dialects.Occurrence{Kind: "event", Name: event.Type, Source: event.Source}})
		}
		n.Awaits.For = append(n.Awaits.For, workflow.Trigger{Name: name, Event: event, Edge: e, Span: e.Span})
	}
	choice.Region.TakeOut(choice)
	Compact(w)
	return true
}

// decidedName is the name that a condition compares the decision with; false for another condition.
func decidedName(guard expr.Expr) (string, bool) {
	if guard == nil {
		return "", false
	}
	var at expr.Expr
	var with any
	switch x := expr.Portable(guard, true).(type) {
	case *expr.Test:
		if x.Op != expr.TestEqual {
			return "", false
		}
		at, with = x.Path, x.Value
	case *expr.Compare:
		l, ok := x.Right.(*expr.Literal)
		if !ok || x.Op != expr.Equal {
			return "", false
		}
		at, with = x.Left, l.Value
	}
	p, ok := at.(*expr.Path)
	text, isText := with.(string)
	if !ok || !isText {
		return "", false
	}
	variable := p.Root == expr.RootVar && p.Name == decisionMember && len(p.Steps) == 0
	member := p.Root == expr.RootInput && len(p.Steps) == 1 && p.Steps[0].Name == decisionMember
	return text, variable || member
}

// allowedSuffix ends the name of the choice that a requested transition passes.
const allowedSuffix = " allowed"

// asksForRequest reports whether a choice asks whether a transition that was requested may be taken.
func asksForRequest(n *workflow.Node) bool {
	if n.Kind != workflow.Choice || len(n.In) != 1 || n.In[0].From.Awaits == nil || len(n.In[0].From.Awaits.For) == 0 {
		return false
	}
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.Guarded:
			if !strings.HasSuffix(dialects.PlainName(n.Element.Name), dialects.PlainName(allowedSuffix)) {
				return false
			}
		case e.To.Kind != workflow.Fail:
			return false
		}
	}
	return len(n.Out) <= 2 && len(n.Out) > 0 && n.Out[0].Kind == workflow.Guarded
}

// sameName reports whether two names are the same except for how dialects write names.
func sameName(a, b string) bool { return dialects.SamePlainName(a, b) }

// numberedName reports whether a name is another one in any dialect, or that with a number, which makes it another one among several.
func numberedName(name, base string) bool {
	rest, ok := strings.CutPrefix(dialects.PlainName(name), dialects.PlainName(base))
	return ok && strings.Trim(rest, "0123456789") == ""
}
