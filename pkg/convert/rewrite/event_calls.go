package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// eventCalls restores the intent of a call to an event bus where the target produces events itself. A call with handlers is kept: the
// production of an event cannot fail.
var eventCalls = Rewrite{
	ID:     "rewrite/event-call",
	What:   "a task that does nothing but put an event on a bus becomes an event that is produced",
	When:   "produces events",
	Before: "task put-events, with the event OrderShipped; its answer is dropped",
	After:  "produce OrderShipped",
	Losses: []*dialects.LossRule{&lossEventCall},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Kinds.Has(workflow.Emit) && eachTask(w, c.produceInstead)
	},
}

var lossEventCall = dialects.LossRule{ID: "convert/event-call", Level: dialects.Approximated,
	Affects: dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName, Data: dialects.Same,
	What: "an event is produced by the engine, and not by a call that can fail and takes its time", Remedy: "see that the engine publishes the event"}

// produceInstead turns a task whose call does nothing but produce an event into the production of it. The answer has to be dropped.
func (c *Conversion) produceInstead(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	handles := slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })
	if n.Call.Event == nil || handles || d.Payload == nil || d.Select != nil || d.Output != nil || d.Combine == nil || d.Combine.Mode != workflow.Drop {
		return false
	}
	made := n.Call.Event(d.Payload)
	if made == nil {
		return false
	}
	made.Name, made.Span = n.Element.Name, n.Span
	made.Event.Name, made.Event.Span = made.Name, n.Span
	w.Events = append(w.Events, made.Event)
	c.Lose(w, &lossEventCall, placeOf(n), n.Element, "", "%q produces its event without a call of %s", n.Name(), n.Call.Task)
	c.Raised.Produced = append(c.Raised.Produced, n.Element.Original().Name)
	n.Kind, n.Call, n.Emits, n.Retry, n.Timers = workflow.Emit, nil, made, nil, nil
	d.Payload = nil
	return true
}
