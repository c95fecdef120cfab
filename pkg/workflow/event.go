package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// An Event is a definition of CloudEvents that a workflow waits for or produces.
type Event struct {
	Name string // by which the definition refers to it
	// Type and Source are what the attributes of that name have to be, or are. An empty source is any, or that of the
	// workflow.
	Type, Source string
	Produced     bool
	// Correlations are what the events that a run waits for have to have in common.
	Correlations []Correlation
	Span         source.Span
	Extras       Extras
}

// A Correlation asks for an attribute of an event: for a value, or, if it has none, for the one that the attribute had in
// the first event that the workflow, or one that it was called by, took.
type Correlation struct {
	Attribute string
	Value     expr.Expr // of the input of the workflow, with what the document has besides it
}

// Awaits describes what an await node waits for: an occurrence that names its element, or events. What comes is the answer of
// the node's body, unless it comes with a trigger that has them.
type Awaits struct {
	// Kind is what reports call it: "userTask", "signal", "event".
	Kind string
	// For are the events; none if only an occurrence by name will do.
	For []Trigger
	// All means that each of the events has to come; else the first decides.
	All bool
	// Groups, with All, collects the events of each value of their correlations apart from the others. The first group
	// that is complete goes on; the timers that count PerArrival drop theirs.
	Groups bool
	// FromScope means that the node listens from when its scope is entered, and that a scope which is tried again does not
	// wait again for what came.
	FromScope bool
	// While, if it is not nil, is when events are taken.
	While *Schedule
}

// A Trigger is an event that an await node waits for.
type Trigger struct {
	Name  string // of the event
	Event *Event // nil where the workflow does not define it; a workflow that calls it may
	// Data is what is merged into the document, evaluated on the event; nil is its data, and the attributes that it
	// correlates by.
	Data expr.Expr
	// Edge is the one that is taken if the event decides; nil is the usual one. Where all events have to come it leads to
	// what is done because of the event.
	Edge *Edge
	Span source.Span
}

// An Emission makes an event of a document. A nil expression is an event without that part.
type Emission struct {
	Name  string // of the event
	Event *Event // nil where the workflow does not define it
	Data  expr.Expr
	// Attributes gives an object of further attributes.
	Attributes expr.Expr
	Span       source.Span
	Extras     Extras
}

// An EventIndex finds the events of a workflow by their names, also those that are added to its list later.
type EventIndex struct {
	flow  *Workflow
	named map[string]*Event
	known int // how many events of the list are in named
}

// NewEventIndex returns the index of a workflow. It is not safe for concurrent use.
func NewEventIndex(w *Workflow) *EventIndex {
	return &EventIndex{flow: w, named: make(map[string]*Event, len(w.Events))}
}

// Named returns the definition of an event, or nil, as [Workflow.EventNamed] does.
func (x *EventIndex) Named(name string) *Event {
	for ; x.known < len(x.flow.Events); x.known++ {
		e := x.flow.Events[x.known]
		if _, before := x.named[e.Name]; !before {
			x.named[e.Name] = e
		}
	}
	return x.named[name]
}

// EventNamed returns the definition of an event, or nil.
func (w *Workflow) EventNamed(name string) *Event {
	for _, e := range w.Events {
		if e.Name == name {
			return e
		}
	}
	return nil
}
