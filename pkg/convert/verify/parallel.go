package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// dividing returns the fork, or the scope with several regions, that has two nodes in different branches; nil if nothing has, and they run
// one after the other.
func (x *net) dividing(a, b *workflow.Node) *workflow.Node {
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
	for _, fork := range a.Region.Nodes {
		if fork.Split != workflow.SplitFork {
			continue
		}
		ofA, ofB := x.branches(fork, a), x.branches(fork, b)
		if len(ofA) > 0 && len(ofB) > 0 && !slices.ContainsFunc(ofA, func(e *workflow.Edge) bool { return slices.Contains(ofB, e) }) {
			return fork
		}
	}
	return nil
}

// branches are the edges of a fork along which a node, or the scope that it lies in, can be reached before the branches join.
func (x *net) branches(fork, n *workflow.Node) (out []*workflow.Edge) {
	for n != nil && n.Region != fork.Region {
		n = n.Region.Scope
	}
	for _, e := range fork.Out {
		if n != nil && branch(fork, e)[n] {
			out = append(out, e)
		}
	}
	return out
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
			if n.Call == nil || m.Call == nil || n == m {
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
