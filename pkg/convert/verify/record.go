package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A record holds facts about a run of the source that cannot be seen from outside.
type record struct {
	pair *Pair
	// foreign is true if a document was not an object, and the two sides accept different other values.
	foreign bool
	// done holds the results of the elements that tasks of the target replace, by those tasks.
	done     map[string][]dueAnswer
	standIns map[string]string // the tasks, by the element
	skipped  map[*workflow.Node]bool
	arrivals []arrival
	waits    []wait
	fired    []firing
	pausing  []*workflow.Node // the waits that are not over
	cut      []firing         // those that were not over when the run ended
	// collected are the events for which nodes went on that wait for several.
	collected []collection
	// leftOut is true if an occurrence had no effect in the source, and was not given to the target: one that waits then stops earlier.
	leftOut bool
}

// An arrival is an event that a node took.
type arrival struct {
	node  string
	at    time.Time
	event any
	group int // of those that the node collects
}

// A firing is a time limit of a node that ran down, or a wait that was over.
type firing struct {
	node string
	at   time.Time
}

func newRecord(p *Pair) *record {
	r := &record{pair: p, done: map[string][]dueAnswer{}, standIns: map[string]string{}, skipped: map[*workflow.Node]bool{}}
	for _, s := range p.Raised.StandIns {
		r.done[s.Task] = nil
		if _, places := s.By.(dialects.Placer); s.By == nil || places { // of others it is known what they answer
			r.standIns[s.Element] = s.Task
		}
	}
	return r
}

// note looks at something that happened.
func (r *record) note(t *machine.Trace) {
	switch t.Kind {
	case machine.RunStarted, machine.Entered, machine.Called, machine.Answered, machine.RegionEnded, machine.Took:
		if _, object := t.Data.(*value.Object); !object && r.pair.Source.Start().Documents != r.pair.Target.Start().Documents {
			r.foreign = true
		}
	}
	switch t.Kind {
	case machine.Skipped:
		r.skipped[t.Node] = true
	case machine.Awaiting:
		r.waits = append(r.waits, wait{node: t.Node, from: t.At, before: len(r.arrivals)})
	case machine.WaitEnded:
		r.pausing = slices.DeleteFunc(r.pausing, func(n *workflow.Node) bool { return n == t.Node })
		r.fired = append(r.fired, firing{t.Node.Name(), t.At})
	case machine.TimedOut, machine.GaveUp:
		r.fired = append(r.fired, firing{t.Node.Name(), t.At})
	case machine.WaitStarted:
		r.pausing = append(r.pausing, t.Node)
	case machine.RunEnded:
		for _, n := range r.pausing {
			r.cut = append(r.cut, firing{n.Name(), t.At})
		}
	case machine.Arrived:
		r.arrivals = append(r.arrivals, arrival{t.Node.Name(), t.At, t.Data, t.Index})
		r.collect(t)
	case machine.Took:
		r.endWait(t)
		if t.Edge == onward(t.Node) {
			r.noteResult(t, dueAnswer{at: t.At, value: t.Data})
		}
	case machine.Raised:
		if t.Node != nil { // it is nil where a workflow is selected
			if t.Error != nil && t.Error.Class&workflow.ClassTimeout != 0 {
				r.fired = append(r.fired, firing{t.Node.Name(), t.At})
			}
			r.endWait(t)
			r.noteResult(t, dueAnswer{at: t.At, fail: t.Error})
		}
	}
}

// onward is the edge that a token first takes from a node that is done; nil if there is none.
func onward(n *workflow.Node) *workflow.Edge {
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return e
		}
	}
	return nil
}

// noteResult notes the result of an element that a task replaces. One that was passed over did nothing.
func (r *record) noteResult(t *machine.Trace, x dueAnswer) {
	task, ok := r.standIns[t.Node.Name()]
	switch {
	case !ok, t.Node.Role == workflow.Starting: // where what lies in the element begins
	case r.skipped[t.Node]:
		delete(r.skipped, t.Node)
	default:
		r.done[task] = append(r.done[task], x)
	}
}

// takers are the nodes that took an event when it was delivered, or the state in which an entity was. What names its taker
// itself has none here.
func (r *record) takers(d *run.Delivery) []string {
	if d.State != nil {
		return []string{d.State.Name()}
	}
	var out []string
	if d.Event.Kind == machine.Received {
		for _, a := range r.arrivals {
			// A node that takes one like it at the same instant once more, in a loop, took another one.
			if a.at.Equal(d.Event.At) && value.Equal(a.event, d.Event.Value) && !slices.Contains(out, a.node) {
				out = append(out, a.node)
			}
		}
	}
	return out
}

// passages are those by which what was delivered goes to the other side: one for each node that took it.
func (r *record) passages(d *run.Delivery) []*dialects.Passage {
	var out []*dialects.Passage
	for _, node := range r.takers(d) {
		if p := r.pair.passage(&d.Event, node); p != nil {
			out = append(out, p)
		}
	}
	if p := r.pair.passage(&d.Event, ""); len(out) == 0 && p != nil {
		out = append(out, p)
	}
	return out
}
