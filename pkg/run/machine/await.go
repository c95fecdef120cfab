package machine

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// heard is an event that came for an await node.
type heard struct {
	trigger int // of the node's
	event   any
}

// listen has a visit wait, unless what it waits for came already, while something else in its scope was going on.
func (m *Machine) listen(vi int32) {
	v := &m.visits[vi]
	n, scope := v.node, m.frames[v.frame].visit
	if n.Awaits.FromScope && scope != none && m.satisfied(scope, n) {
		m.arrived(vi, m.visits[scope].heard)
		return
	}
	if s := n.Awaits.While; s != nil && s.From.After(m.now) {
		v.lasting = append(v.lasting, m.setTimer(s.From, timer{visit: vi, use: wakes}))
	}
	if m.observe != nil {
		m.emit(Trace{Kind: Awaiting, Node: n, frame: m.visits[vi].frame})
	}
}

// occurred has what happened outside reach the node that waits for it longest: an occurrence that names its element
// answers it, as the first of the events that it waits for would.
func (m *Machine) occurred(name string, v any) {
	vi := m.awaiting(name)
	if vi == none {
		return
	}
	n := m.listening(vi)
	if n == nil {
		m.emitArrived(vi, m.visits[vi].node, v)
		m.leave(m.token(vi), vi, m.visits[vi].effective, v)
		return
	}
	for i := range n.Awaits.For {
		if !m.has(vi, n, i) {
			m.reach(vi, n, i, m.eventOf(&n.Awaits.For[i], v))
			return
		}
	}
}

// Awaits reports whether an occurrence that names an element would be taken now.
func (m *Machine) Awaits(name string) bool { return m.awaiting(name) != none }

// awaiting finds the visit that waits longest for an occurrence that names an element.
func (m *Machine) awaiting(name string) int32 {
	return m.earliest(func(vi int32) bool {
		n := m.visits[vi].node
		return n.Name() == name && (n.Kind == workflow.Await && n.Awaits.For == nil || m.listening(vi) != nil)
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

// listening returns the node for whose events a visit listens, or nil. It is that of the visit, or one inside of its
// scope that listens from when the scope was entered.
func (m *Machine) listening(vi int32) *workflow.Node {
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

// has reports whether the event of a trigger came; if events come in groups, for the first of those that are collected.
func (m *Machine) has(vi int32, n *workflow.Node, trigger int) bool {
	came := m.visits[vi].heard
	if i := slices.IndexFunc(m.groups, func(g group) bool { return g.visit == vi }); n.Awaits.Groups && i >= 0 {
		came = m.groups[i].heard
	}
	return slices.ContainsFunc(came, func(h heard) bool { return h.trigger == trigger })
}

// satisfied reports whether what an await node waits for came. vi is the visit that listens for it.
func (m *Machine) satisfied(vi int32, n *workflow.Node) bool {
	if !n.Awaits.All {
		return len(m.visits[vi].heard) > 0
	}
	for i := range n.Awaits.For {
		if !m.has(vi, n, i) {
			return false
		}
	}
	return true
}

// Takes reports whether an event would be taken at an instant, before which nothing else happens.
func (m *Machine) Takes(event any, at time.Time) bool {
	m.now = at
	vi, _ := m.listener(event)
	return vi != none
}

// received has an event reach the node that waits for it longest.
func (m *Machine) received(event any) {
	vi, trigger := m.listener(event)
	if vi == none {
		return
	}
	m.reach(vi, m.listening(vi), trigger, event)
}

// listener finds the visit that waits longest for an event, and the trigger that it is for.
func (m *Machine) listener(event any) (vi int32, trigger int) {
	e, ok := event.(map[string]any)
	if !ok {
		return none, 0
	}
	vi = m.earliest(func(vi int32) bool {
		n := m.listening(vi)
		return n != nil && m.triggered(vi, n, e) >= 0
	})
	if vi == none {
		return none, 0
	}
	return vi, m.triggered(vi, m.listening(vi), e)
}

// triggered returns which trigger of a node an event is for, or -1.
func (m *Machine) triggered(vi int32, n *workflow.Node, e map[string]any) int {
	a := n.Awaits
	if a.While != nil && !a.While.Active(m.now, m.began) {
		return -1
	}
	for i := range a.For {
		if (a.Groups || !m.has(vi, n, i)) && m.fits(vi, m.definition(a.For[i].Event, a.For[i].Name), e) {
			return i
		}
	}
	return -1
}

// reach has an event come for a trigger of a node. vi is the visit that listens for it.
func (m *Machine) reach(vi int32, n *workflow.Node, trigger int, event any) {
	m.emitArrived(vi, n, event)
	if n.Awaits.Groups {
		m.collect(vi, n, trigger, event)
		return
	}
	m.hear(vi, n, trigger, event)
	m.proceed(vi, n)
}

func (m *Machine) emitArrived(vi int32, n *workflow.Node, event any) {
	if m.observe != nil {
		m.emit(Trace{Kind: Arrived, Node: n, Data: event, frame: m.visits[vi].frame})
	}
}

// hear keeps an event for a trigger of a node, and for the others that wait for the same.
func (m *Machine) hear(vi int32, n *workflow.Node, trigger int, event any) {
	name := n.Awaits.For[trigger].Name
	for i := range n.Awaits.For {
		if i == trigger || n.Awaits.All && n.Awaits.For[i].Name == name {
			m.visits[vi].heard = append(m.visits[vi].heard, heard{i, event})
		}
	}
	e, _ := event.(map[string]any)
	m.correlate(m.instance(vi), correlating(m.definition(n.Awaits.For[trigger].Event, name), e))
}

// proceed has a node go on if all that it waits for came. vi is the visit that listens for it; a node in its scope may not
// have been entered yet.
func (m *Machine) proceed(vi int32, n *workflow.Node) {
	if !m.satisfied(vi, n) {
		return
	}
	if n.Awaits.FromScope {
		if at := m.inside(vi, n); at != none {
			m.arrived(at, m.visits[vi].heard)
		}
		return
	}
	m.arrived(vi, m.visits[vi].heard)
}

// inside is the visit of a node in the regions of a scope, or none.
func (m *Machine) inside(scope int32, n *workflow.Node) int32 {
	for _, f := range m.visits[scope].frames {
		for _, vi := range m.frames[f].visits {
			if m.visits[vi].node == n {
				return vi
			}
		}
	}
	return none
}

// arrived has a node go on with the events that came for it.
func (m *Machine) arrived(vi int32, came []heard) {
	v := &m.visits[vi]
	n, t := v.node, m.token(vi)
	if n.Kind == workflow.Task {
		m.replied(vi, came[0].event)
		return
	}
	doc := m.document(v.frame, v.effective)
	var changes []any
	var way *workflow.Edge
	for _, h := range came {
		trigger := &n.Awaits.For[h.trigger]
		way = trigger.Edge
		change, err := m.ofEvent(trigger, h.event)
		if err != nil {
			m.fail(t, vi, m.dataError(m.flow.Errors.Path, err))
			return
		}
		changes = append(changes, change)
		doc = merged(doc, change)
	}
	out, fault := m.output(&n.Data, doc)
	if fault != nil {
		m.fail(t, vi, fault)
		return
	}
	m.closeVisit(vi)
	for _, c := range changes {
		m.changed(t.frame, c)
	}
	if n.Region.Shared {
		m.frames[t.frame].document = out
	}
	if way != nil && !n.Awaits.All {
		m.follow(t, way, out)
		return
	}
	m.onward(t, out)
}

// replied has a call that an event answers have its answer.
func (m *Machine) replied(vi int32, event any) {
	e, _ := event.(map[string]any)
	m.commands = append(m.commands, Command{Kind: Settled, ID: m.visits[vi].call, Result: e["data"]})
	m.answered(vi, e["data"])
}
