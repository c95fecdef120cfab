package machine

import (
	"cmp"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A Happening is something that may happen next to a run.
type Happening struct {
	Event Event
	// Visit tells the token that it happens to from others: happenings of the same visit exclude one another. It is 0 for what
	// happens to the run as a whole.
	Visit int64
	Node  *workflow.Node // at which the token rests; nil for the time limit of the workflow
	Call  *workflow.Call // of an answer: what is called; nil for a file
	Asks  bool           // of an answer: it decides a condition
	Waits bool           // of a timer: it ends a wait, or the delay before another attempt
	Timer *workflow.Timer
	Edge  *workflow.Edge // of a request
	Due   time.Time      // of a timer
}

// Possible lists what may happen next, in the order in which the tokens came to rest: an answer of each call, which may as well be
// a failure; each timer that no earlier one of the same visit precedes; each occurrence that is awaited; and each request that an
// entity may get.
func (m *Machine) Possible() []Happening {
	var out []Happening
	if m.outcome.Done {
		return nil
	}
	for i := range m.visits {
		if v := &m.visits[i]; v.node != nil {
			out = m.possibleAt(int32(i), out)
		}
	}
	if m.entity != nil {
		out = m.possibleRequests(out)
	}
	if t, ok := m.timers[m.expiryTimer]; ok {
		out = append(out, Happening{Event: Event{Kind: TimerFired, ID: m.expiryTimer}, Due: t.at, Timer: m.flow.Timeout})
	}
	slices.SortStableFunc(out, func(a, b Happening) int { return cmp.Compare(a.Visit, b.Visit) })
	return out
}

// possibleAt adds what may happen at a visit.
func (m *Machine) possibleAt(vi int32, out []Happening) []Happening {
	v := &m.visits[vi]
	at := Happening{Visit: v.order, Node: v.node}
	if v.call != 0 && v.node.Emits == nil {
		h := at
		h.Event, h.Call = Event{Kind: Answer, ID: v.call}, v.node.Call
		out = append(out, h)
	}
	if n := m.awaitingNode(vi); n != nil {
		for i := range n.Awaits.For {
			if !m.hasArrived(vi, n, i) {
				h := at
				h.Event, h.Node = Event{Kind: Arrives, ID: v.order, Trigger: i}, n
				out = append(out, h)
			}
		}
	} else if v.node.Kind == workflow.Await && v.node.Awaits.For == nil {
		h := at
		h.Event = Event{Kind: Arrives, ID: v.order, Trigger: -1}
		out = append(out, h)
	}
	var timers []int64
	timers = append(append(timers, v.visitTimers...), v.attemptTimers...)
	for i, id := range timers {
		t, runs := m.timers[id]
		if !runs || t.action == startsSchedule || m.preceded(v, timers, i) {
			continue
		}
		h := at
		h.Event, h.Due, h.Timer = Event{Kind: TimerFired, ID: id}, t.at, t.leads
		h.Waits = t.action == endsWait || t.action == startsAttempt
		out = append(out, h)
	}
	return out
}

// preceded reports whether a timer of a visit is due after another one that was set no later. The time at which both are due is
// known only if neither was set without a length. In the clock of a host that has calls take no time a timer is never due earlier
// than it says, so that one which was set at the beginning of the visit is compared with all others.
func (m *Machine) preceded(v *visit, timers []int64, i int) bool {
	mine := m.timers[timers[i]]
	for k, id := range timers {
		other, runs := m.timers[id]
		if !runs || k == i || other.action == startsSchedule || !other.at.After(v.entered) || !mine.at.After(v.entered) {
			continue
		}
		earlier := k < len(v.visitTimers) || i >= len(v.visitTimers) || v.attempt <= 1
		if earlier && other.at.Before(mine.at) {
			return true
		}
	}
	return false
}

// possibleRequests adds the answers to questions of an entity, and the requests that it may get while it rests.
func (m *Machine) possibleRequests(out []Happening) []Happening {
	ids := make([]int64, 0, len(m.entity.asked))
	for id := range m.entity.asked {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		q := m.entity.asked[id]
		out = append(out, Happening{Event: Event{Kind: Answer, ID: id}, Node: q.node, Call: q.call, Asks: true, Edge: q.edge})
	}
	if !m.entity.rests {
		return out
	}
	var names []string
	automated := false
	for _, e := range m.entity.state.Out {
		if e.Disabled {
			continue
		}
		automated = automated || e.Kind == workflow.Guarded || e.Kind == workflow.Next
		if e.Name != "" && !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
			out = append(out, Happening{Event: Event{Kind: Request, Name: e.Name}, Node: m.entity.state, Edge: e})
		}
	}
	if automated {
		out = append(out, Happening{Event: Event{Kind: Update}, Node: m.entity.state})
	}
	return out
}

// arrive makes what an oracle lets happen reach the visit that it is for.
func (m *Machine) arrive(e Event) {
	vi := m.earliest(func(vi int32) bool { return m.visits[vi].order == e.ID })
	if vi == none {
		return
	}
	n := m.awaitingNode(vi)
	if n == nil || e.Trigger < 0 {
		m.traceArrival(vi, m.visits[vi].node, e.Value, 0, 0)
		m.leaveVisit(vi, m.visits[vi].effective, e.Value)
		return
	}
	m.deliver(vi, n, e.Trigger, m.makeEvent(&n.Awaits.For[e.Trigger], e.Value))
}

// Resting lists the visits at which tokens rest, by their numbers and in order, and how many tokens can move.
func (m *Machine) Resting() (visits []int64, ready int) {
	for i := range m.visits {
		if m.visits[i].node != nil {
			visits = append(visits, m.visits[i].order)
		}
	}
	slices.Sort(visits)
	return visits, len(m.ready)
}

// Tokens returns how many tokens there are, those among them that can move, never will or wait for others, and the forks that are open.
func (m *Machine) Tokens() int {
	n := len(m.visits) - len(m.idleVisits) + len(m.ready) + len(m.parked) + len(m.forks) - len(m.idleForks)
	for _, tokens := range m.pendingJoins {
		n += len(tokens)
	}
	return n
}

// Asks reports whether the next token to move may come to a question. If it does not, its move needs no copy of the machine to try
// another answer on.
func (m *Machine) Asks() bool {
	if len(m.ready) == 0 || m.entity != nil {
		return true
	}
	t := &m.ready[len(m.ready)-1]
	if t.starts != 0 || t.node.When != nil || t.node.Split != workflow.SplitOne || requires(t.node) {
		return true
	}
	switch t.node.Kind {
	case workflow.Pass, workflow.Task, workflow.Wait, workflow.Await:
		return false
	}
	return true
}

// requires reports whether an edge of a node has a requirement.
func requires(n *workflow.Node) bool {
	for _, e := range n.Out {
		if e.Require != nil {
			return true
		}
	}
	return false
}
