package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// dividing returns the fork, or the scope with several regions, that has two nodes in different branches; nil if nothing has, and they run
// one after the other. A node to which several branches of a fork lead is in a branch other than its own.
func (x *net) dividing(a, b *workflow.Node) *workflow.Node {
	if a == b {
		return x.sharing(a)
	}
	for ra, at := a.Region, a; ; ra, at = ra.Scope.Region, ra.Scope {
		for rb, bt := b.Region, b; ; rb, bt = rb.Scope.Region, rb.Scope {
			switch {
			case ra == rb:
				return x.forkBetween(at, bt)
			case ra.Scope != nil && ra.Scope == rb.Scope:
				return ra.Scope
			}
			if rb.Scope == nil {
				break
			}
		}
		if ra.Scope == nil {
			return nil
		}
	}
}

// forkBetween returns the fork of a region that leads to two nodes along different edges only; nil if there is none.
func (x *net) forkBetween(a, b *workflow.Node) *workflow.Node {
	for _, fork := range x.forks[a.Region] {
		ofA, ofB := x.branches(fork, a), x.branches(fork, b)
		if len(ofA) > 0 && len(ofB) > 0 && !slices.ContainsFunc(ofA, func(e *workflow.Edge) bool { return slices.Contains(ofB, e) }) {
			return fork
		}
	}
	return nil
}

// sharing returns the fork of which several branches lead to a node; nil if there is none.
func (x *net) sharing(n *workflow.Node) *workflow.Node {
	for _, fork := range x.forks[n.Region] {
		if len(x.branches(fork, n)) > 1 {
			return fork
		}
	}
	return nil
}

// runsParallel reports whether parts of the source may run at the same time.
func (x *net) runsParallel() bool {
	return len(x.forks) > 0 || slices.ContainsFunc(x.nodes, func(n *workflow.Node) bool {
		return n.Body != nil && (len(n.Body.Regions) > 1 || n.Body.Each || n.Body.Detached) ||
			slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting })
	})
}

// inBranch reports whether an element has a node in a branch of a fork, or in a scope with several regions.
func (x *net) inBranch(element string) bool {
	return slices.ContainsFunc(x.byName[element], func(n *workflow.Node) bool {
		for at := n; at != nil; at = at.Region.Scope {
			if scope := at.Region.Scope; scope != nil && len(scope.Body.Regions) > 1 {
				return true
			}
			if slices.ContainsFunc(x.forks[at.Region], func(fork *workflow.Node) bool { return len(x.branches(fork, at)) > 0 }) {
				return true
			}
		}
		return false
	})
}

// beside reports whether nodes of two elements lie in different branches, which run at the same time. Of nodes in different workflows it
// is not known, and they may.
func (x *net) beside(a, b string) bool {
	pair := [2]string{a, b}
	is, known := x.besides[pair]
	if !known {
		is = slices.ContainsFunc(x.byName[a], func(n *workflow.Node) bool {
			return slices.ContainsFunc(x.byName[b], func(m *workflow.Node) bool {
				return rootOf(n) != rootOf(m) || x.dividing(n, m) != nil
			})
		})
		x.besides[pair] = is
	}
	return is
}

// rootOf is the outermost region that a node lies in.
func rootOf(n *workflow.Node) *workflow.Region {
	r := n.Region
	for r.Scope != nil {
		r = r.Scope.Region
	}
	return r
}

// branches are the edges of a fork along which a node, or the scope that it lies in, can be reached before the branches join.
func (x *net) branches(fork, n *workflow.Node) (out []*workflow.Edge) {
	for n != nil && n.Region != fork.Region {
		n = n.Region.Scope
	}
	for _, e := range fork.Out {
		if n != nil && x.branch(fork, e)[n] {
			out = append(out, e)
		}
	}
	return out
}

// branch has the nodes of a branch of a fork, which an edge of it leads to.
func (x *net) branch(fork *workflow.Node, e *workflow.Edge) map[*workflow.Node]bool {
	if seen, known := x.reached[e]; known {
		return seen
	}
	seen := map[*workflow.Node]bool{}
	x.reached[e] = seen
	for todo := []*workflow.Node{e.To}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == nil || at == fork || at == fork.Joins || seen[at] {
			continue
		}
		seen[at] = true
		for _, next := range at.Out {
			todo = append(todo, next.To)
		}
	}
	return seen
}

// within reports whether a node lies in a scope, or in a workflow that is called in it, or in a branch of a fork.
func (x *net) within(n, of *workflow.Node) bool {
	switch {
	case of.Body != nil:
		return x.inside(n, of, nil)
	case of.Split == workflow.SplitFork:
		return len(x.branches(of, n)) > 0
	}
	return false
}

// atOnce reports whether two calls are made in branches that run at the same time, whichever of them ends first.
func (t *trial) atOnce(a, b *call) bool {
	x := t.pair.net()
	for _, n := range x.byName[a.Node] {
		for _, m := range x.byName[b.Node] {
			if n.Call == nil || m.Call == nil {
				continue
			}
			if fork := x.dividing(n, m); fork != nil && t.happened.turn(fork, t.options.Start.Add(a.At)) == t.happened.turn(fork, t.options.Start.Add(b.At)) {
				return true
			}
		}
	}
	return false
}

// turn is how often a node had been entered by an instant.
func (h *history) turn(n *workflow.Node, at time.Time) int {
	visits := h.visits[visited(n)]
	return len(visits) - len(slices.DeleteFunc(slices.Clone(visits), func(v visit) bool { return !v.at.After(at) }))
}
