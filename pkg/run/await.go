package run

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// heard is an event that came for an await node.
type heard struct {
	trigger int // of the node's
	event   any
}

// group is what came so far of the events that start a run together.
type group struct {
	id     int64
	visit  int32
	heard  []heard
	values map[string]any // of the attributes that its events have in common
	timer  int64          // 0: none runs
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

// definition is the event of a name: that of the workflow which refers to it, or one of a workflow that may have called it
// (sw: "SubFlow State").
func (m *Machine) definition(e *workflow.Event, name string) *workflow.Event {
	if e == nil && m.program != nil {
		return m.program.EventNamed(name)
	}
	return e
}

// fits reports whether an event is of a definition, and correlates with those that the run took before.
func (m *Machine) fits(vi int32, d *workflow.Event, e map[string]any) bool {
	if d == nil || e["type"] != d.Type || d.Source != "" && e["source"] != d.Source {
		return false
	}
	for _, c := range d.Correlations {
		got, has := e[c.Attribute]
		if !has {
			return false
		}
		want, known := m.correlated[c.Attribute]
		if c.Value != nil {
			v, err := m.value(c.Value, m.known(vi))
			if err != nil {
				return false
			}
			want, known = v, true
		}
		if known && attributeText(want) != attributeText(got) {
			return false
		}
	}
	return true
}

// known is what the expressions of an event's definition see: the input of the workflow (sw: "Workflow Data Expressions"),
// and beside it what the run has come to know since.
func (m *Machine) known(vi int32) any {
	f := m.visits[vi].frame
	for m.frames[f].region.Scope != nil && m.frames[f].visit != none {
		f = m.visits[m.frames[f].visit].frame
	}
	return value.MergeDeep(m.kept(vi), m.frames[f].document)
}

// attributeText is a value as an attribute of an event spells it.
func attributeText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.Append(nil, v))
}

// correlating are the attributes of an event that it has to have in common with others, by name.
func correlating(d *workflow.Event, e map[string]any) map[string]any {
	out := map[string]any{}
	if d != nil {
		for _, c := range d.Correlations {
			if v, has := e[c.Attribute]; has && c.Value == nil {
				out[c.Attribute] = v
			}
		}
	}
	return out
}

// eventOf is what somebody sent to a node, as the event that it waits for.
func (m *Machine) eventOf(t *workflow.Trigger, data any) any {
	e := map[string]any{"data": data}
	if d := m.definition(t.Event, t.Name); d != nil {
		e["type"], e["source"] = d.Type, d.Source
	}
	return e
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
	m.correlate(correlating(m.definition(n.Awaits.For[trigger].Event, name), e))
}

// correlate holds the run to the attributes of an event, where nothing was said about them before.
func (m *Machine) correlate(values map[string]any) {
	for k, v := range values {
		if m.correlated == nil {
			m.correlated = map[string]any{}
		}
		if _, known := m.correlated[k]; !known {
			m.correlated[k] = v
		}
	}
}

// proceed has a node go on if all that it waits for came. vi is the visit that listens for it; a node in its scope may not
// have been entered yet.
func (m *Machine) proceed(vi int32, n *workflow.Node) {
	if !m.satisfied(vi, n) {
		return
	}
	if n.Awaits.FromScope {
		at := m.earliest(func(x int32) bool { return m.visits[x].node == n && m.frames[m.visits[x].frame].visit == vi })
		if at != none {
			m.arrived(at, m.visits[vi].heard)
		}
		return
	}
	m.arrived(vi, m.visits[vi].heard)
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

// ofEvent is what is merged of an event: what its trigger says, or else its payload and the attributes that it correlates by.
func (m *Machine) ofEvent(t *workflow.Trigger, event any) (any, error) {
	if t.Data != nil {
		return m.value(t.Data, event)
	}
	e, _ := event.(map[string]any)
	attributes := map[string]any{}
	if d := m.definition(t.Event, t.Name); d != nil {
		for _, c := range d.Correlations {
			if v, has := e[c.Attribute]; has {
				attributes[c.Attribute] = v
			}
		}
	}
	return value.MergeShallow(e["data"], attributes), nil
}

// replied has a call that an event answers have its answer.
func (m *Machine) replied(vi int32, event any) {
	e, _ := event.(map[string]any)
	m.commands = append(m.commands, Command{Kind: Settled, ID: m.visits[vi].call, Result: e["data"]})
	m.answered(vi, e["data"])
}

// collect puts an event into the first group that it belongs to, or begins one. A group that is complete starts the run.
func (m *Machine) collect(vi int32, n *workflow.Node, trigger int, event any) {
	e, _ := event.(map[string]any)
	name := n.Awaits.For[trigger].Name
	values := correlating(m.definition(n.Awaits.For[trigger].Event, name), e)
	i := slices.IndexFunc(m.groups, func(g group) bool { return g.visit == vi && g.lacks(n, name) && g.agrees(values) })
	if i < 0 {
		m.lastID++
		m.groups = append(m.groups, group{id: m.lastID, visit: vi, values: map[string]any{}})
		i = len(m.groups) - 1
	}
	g := &m.groups[i]
	for k, v := range values {
		g.values[k] = v
	}
	for i := range n.Awaits.For {
		if n.Awaits.For[i].Name == name {
			g.heard = append(g.heard, heard{i, event})
		}
	}
	m.cancelTimer(g.timer)
	if len(g.heard) == len(n.Awaits.For) {
		m.correlate(g.values)
		came := g.heard
		m.dropGroups(vi)
		m.groupComplete(vi, n, came)
		return
	}
	m.expire(vi, n, g)
}

// expire sets the timer after which a group is given up.
func (m *Machine) expire(vi int32, n *workflow.Node, g *group) {
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Counts == workflow.PerArrival {
			if at, fault := m.instant(t.Length, m.visits[vi].effective); fault == nil {
				g.timer = m.setTimer(at, timer{visit: vi, use: expires, group: g.id})
			}
		}
	}
}

// groupComplete has the node go on for which a group was collected.
func (m *Machine) groupComplete(vi int32, n *workflow.Node, came []heard) {
	m.visits[vi].heard = came
	m.proceed(vi, n)
}

// dropGroup gives up a group whose next event did not come in time.
func (m *Machine) dropGroup(id int64) {
	m.groups = slices.DeleteFunc(m.groups, func(g group) bool { return g.id == id })
}

// dropGroups gives up the groups of a visit.
func (m *Machine) dropGroups(vi int32) {
	for _, g := range m.groups {
		if g.visit == vi {
			m.cancelTimer(g.timer)
		}
	}
	m.groups = slices.DeleteFunc(m.groups, func(g group) bool { return g.visit == vi })
}

// lacks reports whether the event of a name has not come for a group.
func (g *group) lacks(n *workflow.Node, name string) bool {
	return !slices.ContainsFunc(g.heard, func(h heard) bool { return n.Awaits.For[h.trigger].Name == name })
}

// agrees reports whether attributes are those of a group, where both have them.
func (g *group) agrees(values map[string]any) bool {
	for k, v := range values {
		if known, has := g.values[k]; has && attributeText(known) != attributeText(v) {
			return false
		}
	}
	return true
}
