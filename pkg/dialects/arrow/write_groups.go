package arrow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// groups puts the exits of a choice together that lead to the same node, and those that share nodes and meet before the line
// ends: what they share is written once then, unless it is a single task. Paths that share nodes and go on separately are apart, with a
// copy of the nodes for each, and so is a path that fails from one that does not. A group is the indexes of its exits in order; the groups are in the
// order of their first exits.
func (x *writer) groups(l *line, exits []exit) [][]int {
	at := map[*workflow.Node]int{}
	var same [][]int
	for i, w := range exits {
		g, ok := at[w.to]
		if !ok {
			g = len(same)
			at[w.to] = g
			same = append(same, nil)
		}
		same[g] = append(same[g], i)
	}
	if len(same) < 3 { // two that share nodes and meet before the end would be all there is
		return same
	}
	var out [][]int
	for _, class := range l.apartIfFailing(exits, same, l.sharing(exits, same)) {
		var targets []*workflow.Node
		var together []int
		for _, g := range class {
			targets = append(targets, exits[same[g][0]].to)
			together = append(together, same[g]...)
		}
		if meet := l.at(targets); meet != l.to && (meet == nil || meet.Kind != workflow.Task || len(meet.Out) != 1 || !x.idle(l, meet.Out[0].To)) {
			slices.Sort(together)
			out = append(out, together)
			continue
		}
		for _, g := range class {
			out = append(out, same[g])
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out
}

// apartIfFailing takes the groups whose paths all fail out of classes with others: they meet nothing.
func (l *line) apartIfFailing(exits []exit, groups, classes [][]int) (out [][]int) {
	for _, class := range classes {
		var going, failing []int
		for _, g := range class {
			if l.of[exits[groups[g][0]].to].nowhere {
				failing = append(failing, g)
			} else {
				going = append(going, g)
			}
		}
		if len(going) == 0 {
			out = append(out, class)
			continue
		}
		out = append(out, going)
		for _, g := range failing {
			out = append(out, []int{g})
		}
	}
	return out
}

// sharing returns classes of groups: those that come to one node before the line ends are in one.
func (l *line) sharing(exits []exit, groups [][]int) [][]int {
	class := make([]int, len(groups)) // by group, one of its class; the first is one of its own
	first := func(g int) int {
		for class[g] != g {
			g = class[g]
		}
		return g
	}
	owner := map[*workflow.Node]int{}
	for g := range groups {
		class[g] = g
		todo := []*workflow.Node{exits[groups[g][0]].to}
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if n == l.to {
				continue
			}
			if other, seen := owner[n]; seen {
				a, b := first(other), first(g)
				class[max(a, b)] = min(a, b)
				continue
			}
			owner[n] = g
			for _, e := range edgesOf(n) {
				todo = append(todo, e.To)
			}
		}
	}
	var out [][]int
	at := map[int]int{}
	for g := range groups {
		root := first(g)
		k, ok := at[root]
		if !ok {
			k = len(out)
			at[root] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], g)
	}
	return out
}
