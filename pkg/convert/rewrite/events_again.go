package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// publishPrefix begins the name of a task that replaces the production of an event.
const publishPrefix = "publish "

// eventsAgain recognizes the task that stands in for the production of an event, after a conversion to a dialect without events, and
// restores the event. Only the exact shape and names of such a stand-in are taken.
var eventsAgain = Rewrite{
	ID:     "rewrite/event-again",
	What:   "a task that was written to publish the event that its step is named after becomes the production of the event again",
	When:   "produces events",
	Before: "OrderShipped, which calls publish-ordershipped",
	After:  "produce OrderShipped",
	Losses: []*dialects.LossRule{&lossEventTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Kinds.Has(workflow.Emit) && eachTask(w, c.produceAgain)
	},
}

var lossEventTask = dialects.LossRule{ID: "convert/event-task", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "a task that is named after an event to publish is not called: the engine produces the event, with the document as its data",
	Remedy: "set the type and the data of the event, and see that the engine publishes it"}

// produceAgain turns a task into the production of an event, if it has the shape and the names of a task that replaced one. It reports
// whether it did.
func (c *Conversion) produceAgain(w *workflow.Workflow, n *workflow.Node) bool {
	d := &n.Data
	if n.Call.Workflow || n.Call.Child != nil || n.Call.Token || n.Call.Parameters != nil || n.Awaits != nil || n.Emits != nil || n.When != nil ||
		len(n.Retry)+len(n.Timers) > 0 || d.Select != nil || d.Payload != nil || d.Result != nil || d.Output != nil || d.Assign != nil ||
		onwardEdge(n) == nil || c.eventNamed(w, n.Name()) != nil || c.isSubstitute(n.Call.Task) || !sameName(c.taskName(n), publishPrefix+n.Name()) ||
		slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError && !Ignores(e) }) {
		return false
	}
	c.Lose(w, &lossEventTask, placeOf(n), n.Element, "the production of the event", "%q is assumed to publish the event of its name, and is not called", n.Name())
	for _, e := range slices.Clone(n.Out) {
		if e.Kind == workflow.OnError {
			e.Disconnect()
		}
	}
	event := &workflow.Event{Name: n.Name(), Type: n.Name(), Source: w.ID, Produced: true, Span: n.Span}
	w.Events = append(w.Events, event)
	n.Kind, n.Call, n.Emits = workflow.Emit, nil, &workflow.Emission{Name: event.Name, Event: event, Data: whole(), Span: n.Span}
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: workflow.Drop, Span: n.Span}}
	c.Raised.Produced = append(c.Raised.Produced, n.Element.Original().Name)
	return true
}
