package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// beside reports whether nodes of two elements lie in different branches, which run at the same time. Of nodes in different workflows it
// is not known, and they may.
func (x *net) beside(a, b string) bool {
	for _, n := range x.byName[a] {
		for _, m := range x.byName[b] {
			if n != m && besideNode(n, m) {
				return true
			}
		}
	}
	return false
}

// besideNode reports whether two nodes lie in different regions of one scope, or in different branches of a fork.
func besideNode(a, b *workflow.Node) bool {
	around := map[*workflow.Region]*workflow.Node{} // the node in each region that is a, or has it in it
	for n := a; n != nil; n = n.Region.Scope {
		around[n.Region] = n
	}
	for n := b; n != nil; n = n.Region.Scope {
		if other := around[n.Region]; other != nil {
			return forked(n.Region, other, n)
		}
		if scope := n.Region.Scope; scope != nil && around[scope.Region] == scope {
			return !scope.Body.Each && len(scope.Body.Regions) > 1
		}
	}
	return true
}

// forked reports whether two nodes of a region lie in different branches of a fork in it.
func forked(r *workflow.Region, a, b *workflow.Node) bool {
	if a == b {
		return false
	}
	for _, fork := range r.Nodes {
		if fork.Split != workflow.SplitFork {
			continue
		}
		for i, e := range fork.Out {
			if !branch(fork, e)[a] {
				continue
			}
			if slices.ContainsFunc(slices.Delete(slices.Clone(fork.Out), i, i+1), func(e *workflow.Edge) bool { return branch(fork, e)[b] }) {
				return true
			}
		}
	}
	return false
}

// branch has the nodes of a branch of a fork, which an edge of it leads to.
func branch(fork *workflow.Node, e *workflow.Edge) map[*workflow.Node]bool {
	seen := map[*workflow.Node]bool{}
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
