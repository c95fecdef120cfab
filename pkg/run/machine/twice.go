package machine

import "github.com/flowglot/flowglot/pkg/workflow"

// Twice returns a node at which two tokens rest at once that are not the branches of a fork: both run what one is meant to run. It is nil
// if there is none.
func (m *Machine) Twice() *workflow.Node {
	for i := range m.visits {
		a := &m.visits[i]
		if a.node == nil {
			continue
		}
		for k := range m.visits[:i] {
			if b := &m.visits[k]; b.node == a.node && b.frame == a.frame && b.from == a.from {
				return a.node
			}
		}
	}
	return nil
}

// Crowd returns the largest number of tokens that rest at one node of a frame, or are there for good, and are not the branches of a fork. A
// net in whose cycles a timer adds tokens that need not go on has no bound on it.
func (m *Machine) Crowd() int {
	type place struct {
		node  *workflow.Node
		frame int32
		from  branch
	}
	at := make(map[place]int, len(m.visits)+len(m.parked))
	most := 0
	count := func(p place) {
		at[p]++
		most = max(most, at[p])
	}
	for i := range m.visits {
		if v := &m.visits[i]; v.node != nil {
			count(place{v.node, v.frame, v.from})
		}
	}
	for i := range m.parked {
		if t := &m.parked[i]; m.frames[t.frame].generation == t.generation {
			count(place{t.node, t.frame, t.from})
		}
	}
	return most
}

// Nesting returns how deep activations of one fork are open inside of each other: 2 if a branch of a fork starts that fork again. A net in
// which that happens without end has no bound on its tokens.
func (m *Machine) Nesting() int {
	deepest := 0
	for i := range m.forks {
		if m.forks[i].node == nil {
			continue
		}
		depth := 1
		for from := m.forks[i].outer; from.fork > 0 && m.forks[from.fork-1].generation == from.generation; from = m.forks[from.fork-1].outer {
			if m.forks[from.fork-1].node == m.forks[i].node {
				depth++
			}
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// Recursion returns how often a workflow lies in itself at least: 2 if one called itself, by way of others or not. It follows from how deep
// calls nest and how many workflows there are.
func (m *Machine) Recursion() int {
	if m.program == nil {
		return 1
	}
	deepest := 0
	for i := range m.frames {
		if fr := &m.frames[i]; fr.region != nil {
			deepest = max(deepest, int(fr.calls))
		}
	}
	workflows := max(1, len(m.program.Workflows))
	return (deepest + workflows) / workflows
}
