package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostForked bounds how many nodes are looked at for all forks of a net.
const mostForked = 2_000_000

// mayTangle reports whether a fork of a workflow may have branches that do not come to its join once each: the branches have a node in
// common, or lead elsewhere, or may end; or something else leads to one of them, or to the join. Where it is false, every run that starts
// the branches brings them together, and no two tokens meet before.
func mayTangle(w *workflow.Workflow) bool {
	left := mostForked
	branch := make([]int, len(w.Nodes)) // by node: the branch that it was seen in last
	round := 0
	for _, fork := range w.Nodes {
		if fork.Split != workflow.SplitFork {
			continue
		}
		if fork.Joins == nil || fork.Joins.Join != workflow.JoinFork {
			return true
		}
		first := round + 1
		for _, out := range fork.Out {
			round++
			if !apart(fork, out, branch, first, round, &left) {
				return true
			}
		}
		for _, e := range fork.Joins.In {
			if branch[e.From.ID] < first && e.From != fork {
				return true
			}
		}
	}
	return false
}

// apart reports whether all nodes of a branch belong to it alone, and lead to nothing but one another and the join. The branches of the
// fork that were looked at before have the numbers from first on.
func apart(fork *workflow.Node, out *workflow.Edge, branch []int, first, number int, left *int) bool {
	if out.Disabled {
		return false
	}
	todo := []*workflow.Node{}
	add := func(n *workflow.Node) bool {
		switch {
		case n == fork.Joins || branch[n.ID] == number:
			return true
		case n == fork || branch[n.ID] >= first:
			return false
		}
		branch[n.ID] = number
		todo = append(todo, n)
		return true
	}
	if !add(out.To) {
		return false
	}
	var all []*workflow.Node
	for len(todo) > 0 {
		if *left--; *left < 0 {
			return false
		}
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		all = append(all, n)
		if n.Kind == workflow.State || n.Split == workflow.SplitAll || n.Body != nil && n.Body.Detached ||
			!slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return !e.Disabled }) {
			return false
		}
		for _, e := range n.Out {
			if !add(e.To) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(all, func(n *workflow.Node) bool {
		return slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e != out && branch[e.From.ID] != number })
	})
}
