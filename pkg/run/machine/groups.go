package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// group is what came so far of the events that start a run together.
type group struct {
	id       int64
	visit    int32
	arrivals []arrival
	values   *value.Object // of the attributes that its events have in common
	timer    int64         // 0: none runs
}

// addToGroup puts an event into the first group that it belongs to, or begins one. A group that is complete starts the run.
func (m *Machine) addToGroup(vi int32, n *workflow.Node, trigger int, event any) {
	e, _ := event.(*value.Object)
	name := n.Awaits.For[trigger].Name
	values := sharedAttributes(m.eventDefinition(n.Awaits.For[trigger].Event, name), e)
	i := slices.IndexFunc(m.groups, func(g group) bool { return g.visit == vi && g.lacks(n, name) && g.agrees(values) })
	if i < 0 {
		m.lastID++
		m.groups = append(m.groups, group{id: m.lastID, visit: vi})
		i = len(m.groups) - 1
	}
	g := &m.groups[i]
	g.values = value.MergeShallow(g.values, values).(*value.Object)
	for i := range n.Awaits.For {
		if n.Awaits.For[i].Name == name {
			g.arrivals = append(g.arrivals, arrival{i, event})
		}
	}
	m.traceArrival(vi, n, event, g.id, len(n.Awaits.For)-len(g.arrivals))
	m.cancelTimer(g.timer)
	if len(g.arrivals) == len(n.Awaits.For) {
		m.addCorrelation(m.workflowFrame(vi), g.values)
		came := g.arrivals
		m.dropGroups(vi)
		m.visits[vi].arrivals = came
		m.resumeIfSatisfied(vi, n)
		return
	}
	m.startExpiry(vi, n, g)
}

// startExpiry sets the timer after which a group is given up.
func (m *Machine) startExpiry(vi int32, n *workflow.Node, g *group) {
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Counts == workflow.PerArrival {
			if at, fault := m.dueAt(t.Length, m.visits[vi].effective); fault == nil {
				g.timer = m.setTimer(at, timer{visit: vi, action: dropsGroup, group: g.id})
			}
		}
	}
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
	return !slices.ContainsFunc(g.arrivals, func(h arrival) bool { return n.Awaits.For[h.trigger].Name == name })
}

// agrees reports whether attributes are those of a group, where both have them.
func (g *group) agrees(values *value.Object) bool {
	for k, v := range values.All() {
		if known, has := g.values.Lookup(k); has && attributeText(known) != attributeText(v) {
			return false
		}
	}
	return true
}
