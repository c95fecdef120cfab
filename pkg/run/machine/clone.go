package machine

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
)

// Clone returns a copy of the machine, which goes its own way from here, without the observer. Its cost is that of what is
// going on now: what was visited so far, and data, which is never changed, are shared. Of what is shared only the list of
// visited elements is touched: cloning counts as a use of the machine.
func (m *Machine) Clone() *Machine {
	c := *m
	c.visited = m.visited.copy()
	c.sizes = sizes{most: m.sizes.most}
	c.commands, c.observe, c.event, c.env = nil, nil, nil, expr.Env{}
	c.frames = slices.Clone(m.frames)
	for i := range c.frames {
		f := &c.frames[i]
		f.visits, f.changes = copied(f.visits), copied(f.changes)
		f.variables = copied(f.variables)
	}
	c.visits = slices.Clone(m.visits)
	for i := range c.visits {
		c.visits[i].unshare()
	}
	c.forks = slices.Clone(m.forks)
	c.idleFrames, c.idleVisits, c.idleForks = copied(m.idleFrames), copied(m.idleVisits), copied(m.idleForks)
	c.ready, c.endSources = copied(m.ready), copied(m.endSources)
	c.parked = nil
	for _, t := range m.parked {
		if m.frames[t.frame].generation == t.generation {
			c.parked = append(c.parked, t)
		}
	}
	c.pendingJoins = maps.Clone(m.pendingJoins)
	for at, tokens := range c.pendingJoins {
		c.pendingJoins[at] = slices.Clone(tokens)
	}
	c.groups = slices.Clone(m.groups)
	for i := range c.groups {
		c.groups[i].arrivals = copied(m.groups[i].arrivals)
	}
	c.calls, c.timers = maps.Clone(m.calls), maps.Clone(m.timers)
	if m.entity != nil {
		e := *m.entity
		e.entered, e.asked = maps.Clone(e.entered), maps.Clone(e.asked)
		c.entity = &e
	}
	return &c
}

// unshare copies what a visit would change together with the one that it was copied from.
func (v *visit) unshare() {
	if v.node == nil {
		*v = visit{}
		return
	}
	v.retries, v.attemptTimers, v.visitTimers = copied(v.retries), copied(v.attemptTimers), copied(v.visitTimers)
	v.children, v.results, v.origins = copied(v.children), copied(v.results), copied(v.origins)
	v.endings, v.arrivals = copied(v.endings), copied(v.arrivals)
	v.items = v.items.copy()
}

// copied returns a copy of a list, nil for an empty one.
func copied[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}
