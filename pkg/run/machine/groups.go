package machine

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// group is what came so far of the events that start a run together.
type group struct {
	id     int64
	visit  int32
	heard  []heard
	values map[string]any // of the attributes that its events have in common
	timer  int64          // 0: none runs
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
	maps.Copy(g.values, values)
	for i := range n.Awaits.For {
		if n.Awaits.For[i].Name == name {
			g.heard = append(g.heard, heard{i, event})
		}
	}
	m.cancelTimer(g.timer)
	if len(g.heard) == len(n.Awaits.For) {
		m.correlate(m.instance(vi), g.values)
		came := g.heard
		m.dropGroups(vi)
		m.visits[vi].heard = came
		m.proceed(vi, n)
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
