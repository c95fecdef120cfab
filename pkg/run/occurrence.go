package run

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// An Occurrence is something that happens outside a run and reaches whatever waits for it.
type Occurrence struct {
	// Kind is the word of the user for it: "complete", "signal", "event", "transition", "update" or "taskToken".
	Kind string
	// Node is the element that it reaches; empty for one that names none.
	Node string
	// Value is what comes with it; an event is its Value, a CloudEvent. With a task token it is the result of the task.
	Value any
	// Fail, with a task token, is the error that the task fails with; Heartbeat is a sign of life instead of an answer.
	Fail      *machine.Error
	Heartbeat bool
	// After is when it happens, counted from the start of the run; nil: as soon as something awaits it, those without
	// a time in their order. One that comes when nothing awaits it is lost.
	After *iso8601.Duration
}

// Event is the occurrence as the machine is told of it, without its instant.
func (o *Occurrence) Event() machine.Event {
	e := machine.Event{Kind: machine.Occurred, Name: o.Node, Value: o.Value}
	switch o.Kind {
	case "event":
		e.Kind = machine.Received
	case "transition":
		e.Kind = machine.Request
	case "update":
		e.Kind = machine.Update
	case "taskToken":
		switch {
		case o.Heartbeat:
			e.Kind = machine.Heartbeat
		case o.Fail != nil:
			e.Kind, e.Error = machine.Failure, o.Fail
		default:
			e.Kind = machine.Answer
		}
	}
	return e
}

// nameOf is what an occurrence is called in a note: the element that it names, or the type of an event.
func nameOf(e machine.Event) string {
	if o, ok := e.Value.(*value.Object); ok && e.Kind == machine.Received {
		s, _ := o.Get("type").(string)
		return s
	}
	return e.Name
}

// String is the occurrence in a note: "signal approve".
func (o Occurrence) String() string {
	s := strings.TrimSpace(o.Kind + " " + nameOf(o.Event()))
	if o.After != nil {
		s += " after " + o.After.String()
	}
	return s
}
