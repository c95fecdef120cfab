package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The conditions of a step that always leads on, and of one that fails, as no branch of it is ever taken (step: "DECISION").
const taken, untaken = "true", "false"

// writeTransitions writes where a step leads to, except for its timers.
func (x *writer) writeTransitions(s *source.Node, n *workflow.Node, t StepType) {
	branches, parallel, next := dialects.NewObject(), &source.Node{Kind: source.Array}, ""
	for _, e := range n.Out {
		to := x.idOf(e.To)
		switch {
		case e.Kind == workflow.OnTimer:
		case e.Kind == workflow.Guarded || t == Decision && !x.own:
			condition := taken
			if e.Kind == workflow.Guarded {
				condition = dialects.Written(e.Guard).Text
			}
			if branches.Member(condition) == nil { // of two with one condition, the second is never taken
				dialects.Put(branches, condition, to)
			}
		case t == ParallelGateway:
			parallel.Items = append(parallel.Items, dialects.NewText(to))
		case next == "":
			next = to
		}
	}
	switch t {
	case Decision:
		if len(branches.Members) == 0 {
			dialects.Put(branches, untaken, x.anyEnd())
		}
		dialects.Put(s, "conditionalNextSteps", branches)
	case ParallelGateway:
		dialects.Put(s, "parallelNextSteps", parallel)
	case ServiceTask, UserTask, End:
	default:
		if next == "" { // a step that a run never leaves
			next = x.parking()
		}
	}
	dialects.Put(s, "nextStep", dialects.TextOf(next))
}

// timers adds the boundary events of a step; a wait for a time is a WAIT that a timer ends.
func (x *writer) timers(s *source.Node, n *workflow.Node) {
	var events []*source.Node
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge != nil {
			events = append(events, x.timer(n, &t.Length, t.Interrupting, t.Edge.To))
			if x.own {
				dialects.PutExtras(events[len(events)-1], t.Extras)
			}
		}
	}
	if e := n.Onward(); n.Kind == workflow.Wait && e != nil {
		events = append(events, x.timer(n, n.Until, true, e.To))
	}
	dialects.Put(s, "boundaryEvents", dialects.SomeItems(events))
}

func (x *writer) timer(n *workflow.Node, l *workflow.Length, interrupting bool, to *workflow.Node) *source.Node {
	text, ok := dialects.Duration8601(l)
	if !ok {
		x.raised.Refuse(x.flow, n.Element.NameSpan, "the duration of a timer is fixed in step, and the duration of the timer of %q depends on the data", n.Name())
	}
	return dialects.NewObject("type", timer, "duration", text, "interrupting", interrupting, "targetStepId", x.idOf(to))
}

// endID is the id of an END that nobody named.
const endID = "end"

// ending is the id of the END of all that nobody named an end of, and parking that of a step at which a run stays.
func (x *writer) ending() string  { return x.added(&x.end, endID) }
func (x *writer) parking() string { return x.added(&x.park, "stays") }

// added is the id of a step that the net has no node for.
func (x *writer) added(id *string, wish string) string {
	if *id == "" {
		*id = x.taken.Free(wish)
	}
	return *id
}

// anyEnd is the id of an END that a step names which never reaches it.
func (x *writer) anyEnd() string {
	for _, n := range x.flow.Root.Nodes {
		if id := x.ids[n]; n.Kind == workflow.End && id != "" { // one that nothing leads to is left out
			return id
		}
	}
	return x.ending()
}

// addSteps adds the steps that the net has no node for.
func (x *writer) addSteps(steps *source.Node) {
	add := func(id, name string, t StepType) {
		if id != "" {
			steps.Items = append(steps.Items, dialects.NewObject("id", id, "name", name, "type", t.String()))
		}
	}
	add(x.park, "Stays", UserTask)
	add(x.end, "End", End)
}
