package machine

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// heard is an event that came for an await node.
type arrival struct {
	trigger int // of the node's
	event   any
}

// startAwaiting makes a visit wait, unless what it waits for came already, while something else in its scope was going on.
func (m *Machine) startAwaiting(vi int32) {
	v := &m.visits[vi]
	n, scope := v.node, m.frames[v.frame].visit
	if n.Awaits.FromScope && scope != none && m.satisfied(scope, n) {
		m.resume(vi, m.visits[scope].arrivals)
		return
	}
	if s := n.Awaits.While; s != nil && s.From.After(m.now) {
		v.visitTimers = append(v.visitTimers, m.setTimer(s.From, timer{visit: vi, action: startsSchedule}))
	}
	if m.observe != nil {
		m.emit(Trace{Kind: Awaiting, Node: n, frame: m.visits[vi].frame})
	}
}

// deliverOccurrence has what happened outside reach the node that waits for it longest: an occurrence that names its element
// answers it, as the first of the events that it waits for would.
func (m *Machine) deliverOccurrence(name string, v any) {
	vi := m.findAwaiting(name)
	if vi == none {
		return
	}
	n := m.awaitingNode(vi)
	if n == nil {
		m.traceArrival(vi, m.visits[vi].node, v, 0, 0)
		m.leaveVisit(vi, m.visits[vi].effective, v)
		return
	}
	for i := range n.Awaits.For {
		if !m.hasArrived(vi, n, i) {
			m.deliver(vi, n, i, m.makeEvent(&n.Awaits.For[i], v))
			return
		}
	}
}

// Awaits reports whether an occurrence that names an element would be taken now.
func (m *Machine) Awaits(name string) bool { return m.findAwaiting(name) != none }

// findAwaiting finds the visit that waits longest for an occurrence that names an element.
func (m *Machine) findAwaiting(name string) int32 {
	return m.earliest(func(vi int32) bool {
		n := m.visits[vi].node
		return n.Name() == name && (n.Kind == workflow.Await && n.Awaits.For == nil || m.awaitingNode(vi) != nil)
	})
}

// earliest finds the visit that was opened first among those that f holds for.
func (m *Machine) earliest(f func(vi int32) bool) int32 {
	found := none
	for i := range m.visits {
		v := &m.visits[i]
		if v.node != nil && (found == none || v.order < m.visits[found].order) && f(int32(i)) {
			found = int32(i)
		}
	}
	return found
}

// awaitingNode returns the node for whose events a visit listens, or nil. It is that of the visit, or one inside of its
// scope that listens from when the scope was entered.
func (m *Machine) awaitingNode(vi int32) *workflow.Node {
	v := &m.visits[vi]
	n := v.node
	switch {
	case n.Awaits != nil && n.Awaits.For != nil && !n.Awaits.FromScope && (n.Kind == workflow.Await || v.call != 0):
	case n.Kind == workflow.Scope && n.Body.Listens != nil:
		n = n.Body.Listens
	default:
		return nil
	}
	if m.satisfied(vi, n) {
		return nil
	}
	return n
}

// hasArrived reports whether the event of a trigger came; if events come in groups, for the first of those that are collected.
func (m *Machine) hasArrived(vi int32, n *workflow.Node, trigger int) bool {
	came := m.visits[vi].arrivals
	if i := slices.IndexFunc(m.groups, func(g group) bool { return g.visit == vi }); n.Awaits.Groups && i >= 0 {
		came = m.groups[i].arrivals
	}
	return slices.ContainsFunc(came, func(h arrival) bool { return h.trigger == trigger })
}

// satisfied reports whether what an await node waits for came. vi is the visit that listens for it.
func (m *Machine) satisfied(vi int32, n *workflow.Node) bool {
	if !n.Awaits.All {
		return len(m.visits[vi].arrivals) > 0
	}
	for i := range n.Awaits.For {
		if !m.hasArrived(vi, n, i) {
			return false
		}
	}
	return true
}

// Takes reports whether an event would be taken at an instant, before which nothing else happens.
func (m *Machine) Takes(event any, at time.Time) bool {
	m.now = at
	vi, _ := m.findListener(event)
	return vi != none
}

// deliverEvent has an event reach the node that waits for it longest.
func (m *Machine) deliverEvent(event any) {
	vi, trigger := m.findListener(event)
	if vi == none {
		return
	}
	m.deliver(vi, m.awaitingNode(vi), trigger, event)
}

// findListener finds the visit that waits longest for an event, and the trigger that it is for.
func (m *Machine) findListener(event any) (vi int32, trigger int) {
	e, ok := event.(*value.Object)
	if !ok {
		return none, 0
	}
	vi = m.earliest(func(vi int32) bool {
		n := m.awaitingNode(vi)
		return n != nil && m.matchTrigger(vi, n, e) >= 0
	})
	if vi == none {
		return none, 0
	}
	return vi, m.matchTrigger(vi, m.awaitingNode(vi), e)
}

// matchTrigger returns which trigger of a node an event is for, or -1.
func (m *Machine) matchTrigger(vi int32, n *workflow.Node, e *value.Object) int {
	a := n.Awaits
	if a.While != nil && !a.While.Active(m.now, m.startedAt) {
		return -1
	}
	for i := range a.For {
		if (a.Groups || !m.hasArrived(vi, n, i)) && m.matchesEvent(vi, m.eventDefinition(a.For[i].Event, a.For[i].Name), e) {
			return i
		}
	}
	return -1
}

// deliver passes an event to a trigger of a node. vi is the visit that listens for it.
func (m *Machine) deliver(vi int32, n *workflow.Node, trigger int, event any) {
	if n.Awaits.Groups {
		m.addToGroup(vi, n, trigger, event)
		return
	}
	m.recordArrival(vi, n, trigger, event)
	missing := 0
	if n.Awaits.All {
		missing = len(n.Awaits.For) - len(m.visits[vi].arrivals)
	}
	m.traceArrival(vi, n, event, 0, missing)
	m.resumeIfSatisfied(vi, n)
}

// traceArrival traces an occurrence that a node waits for: for which of the groups that it collects, if it does, and for how many more it
// waits.
func (m *Machine) traceArrival(vi int32, n *workflow.Node, event any, group int64, missing int) {
	if m.observe != nil {
		m.emit(Trace{Kind: Arrived, Node: n, Data: event, Index: int(group), Count: missing, frame: m.visits[vi].frame})
	}
}

// recordArrival keeps an event for a trigger of a node, and for the others that wait for the same.
func (m *Machine) recordArrival(vi int32, n *workflow.Node, trigger int, event any) {
	name := n.Awaits.For[trigger].Name
	for i := range n.Awaits.For {
		if i == trigger || n.Awaits.All && n.Awaits.For[i].Name == name {
			m.visits[vi].arrivals = append(m.visits[vi].arrivals, arrival{i, event})
		}
	}
	e, _ := event.(*value.Object)
	m.addCorrelation(m.workflowFrame(vi), sharedAttributes(m.eventDefinition(n.Awaits.For[trigger].Event, name), e))
}

// resumeIfSatisfied makes a node go on if all that it waits for came. vi is the visit that listens for it; a node in its scope may not
// have been entered yet.
func (m *Machine) resumeIfSatisfied(vi int32, n *workflow.Node) {
	if !m.satisfied(vi, n) {
		return
	}
	if n.Awaits.FromScope {
		if at := m.visitInside(vi, n); at != none {
			m.resume(at, m.visits[vi].arrivals)
		}
		return
	}
	m.resume(vi, m.visits[vi].arrivals)
}

// visitInside is the visit of a node in the regions of a scope, or none.
func (m *Machine) visitInside(scope int32, n *workflow.Node) int32 {
	for _, f := range m.visits[scope].children {
		for _, vi := range m.frames[f].visits {
			if m.visits[vi].node == n {
				return vi
			}
		}
	}
	return none
}

// resume makes a node go on with the events that came for it.
func (m *Machine) resume(vi int32, came []arrival) {
	v := &m.visits[vi]
	n, t := v.node, m.tokenAt(vi)
	if n.Kind == workflow.Task {
		m.answerByEvent(vi, came[0].event)
		return
	}
	doc := m.document(v.frame, v.effective)
	var changes []any
	var way *workflow.Edge
	for _, h := range came {
		trigger := &n.Awaits.For[h.trigger]
		way = trigger.Edge
		change, err := m.eventChange(trigger, h.event)
		if err != nil {
			m.fail(t, vi, m.dataError(m.flow.Errors.Path, err))
			return
		}
		changes = append(changes, change)
		doc = mergeNonEmpty(doc, change)
	}
	m.at(n, t.frame, vi)
	out, fault := m.selectOutput(n.Data.Output, doc)
	if fault != nil {
		m.fail(t, vi, fault)
		return
	}
	m.closeVisit(vi)
	for _, c := range changes {
		m.recordChange(t.frame, c)
	}
	if n.Region.Shared {
		m.frames[t.frame].document = out
	}
	if way != nil && !n.Awaits.All {
		m.takeEdge(&t, way, out)
		return
	}
	m.moveOn(&t, out)
}

// answerByEvent makes a call that an event answers have its answer.
func (m *Machine) answerByEvent(vi int32, event any) {
	e, _ := event.(*value.Object)
	m.commands = append(m.commands, Command{Kind: Settled, ID: m.visits[vi].call, Result: e.Get("data")})
	m.handleAnswer(vi, e.Get("data"), nil)
}
