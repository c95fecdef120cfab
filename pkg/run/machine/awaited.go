package machine

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// Awaited is something that a run still waits for.
type Awaited struct {
	Node string
	Kind string // "task", "join", "deadEnd", or what an await node waits for: "userTask", "signal", "event"
	Name string
}

// Awaited lists what tokens wait for, in the order in which their nodes are defined.
func (m *Machine) Awaited() []Awaited {
	at := make(map[*workflow.Node][]Awaited)
	add := func(n *workflow.Node, kind, name string) {
		at[n] = append(at[n], Awaited{Node: n.Name(), Kind: kind, Name: name})
	}
	for i := range m.visits {
		v := &m.visits[i]
		switch {
		case v.node == nil:
		case v.node.Awaits != nil && v.node.Awaits.For != nil:
			for _, name := range m.missing(int32(i)) {
				add(v.node, v.node.Awaits.Kind, name)
			}
		case v.call != 0 && v.node.Call != nil:
			add(v.node, "task", v.node.Call.Task)
		case v.node.Kind == workflow.Await:
			add(v.node, v.node.Awaits.Kind, v.node.Name())
		}
	}
	for at := range m.pendingJoins {
		add(at.node, "join", at.node.Name())
	}
	for i := range m.forks {
		if f := &m.forks[i]; f.node != nil && f.joined {
			add(f.node.Joins, "join", f.node.Joins.Name())
		}
	}
	if state := m.State(); state != nil {
		add(state, "transition", state.Name())
	}
	for _, t := range m.parked {
		kind := "deadEnd"
		if t.node.Join == workflow.JoinFork {
			kind = "join"
		}
		if m.frames[t.frame].generation == t.generation {
			add(t.node, kind, t.node.Name())
		}
	}
	if len(at) == 0 {
		return nil
	}
	var out []Awaited
	workflows := []*workflow.Workflow{m.flow}
	if m.program != nil {
		workflows = append(workflows, m.program.Workflows...)
	}
	for _, w := range workflows {
		for _, n := range w.Nodes {
			out = append(out, at[n]...)
			delete(at, n)
		}
	}
	return out
}

// missing are the names of the events that a visit still waits for.
func (m *Machine) missing(vi int32) []string {
	n := m.visits[vi].node
	if scope := m.frames[m.visits[vi].frame].visit; n.Awaits.FromScope && scope != none {
		vi = scope
	}
	var names []string
	for i := range n.Awaits.For {
		if name := n.Awaits.For[i].Name; !m.hasArrived(vi, n, i) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// CanMove reports whether a token could move, which a [Resume] event makes it do.
func (m *Machine) CanMove() bool { return len(m.ready) > 0 && !m.outcome.Done }

// InFlight returns the command that asked for a call which is in flight; false if there is no such call, or if it is one that
// reads or writes a file.
func (m *Machine) InFlight(id int64) (Command, bool) {
	if vi, ok := m.calls[id]; ok {
		if v := &m.visits[vi]; v.node != nil && v.node.Call != nil {
			return Command{Kind: Invoke, ID: id, Node: v.node, Call: v.node.Call, ByEvent: v.node.Emits != nil, Attempt: v.attempt, Token: v.token, Input: v.payload}, true
		}
	}
	if m.entity != nil {
		if q, ok := m.entity.asked[id]; ok && len(m.frames) > 0 {
			return Command{Kind: Invoke, ID: id, Node: q.node, Call: q.call, Attempt: 1, Input: m.frames[rootFrame].document}, true
		}
	}
	return Command{}, false
}
