package lint

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// Forks and joins. A fork makes a token for each of its branches, and its join waits for one from every branch; a token
// that comes from elsewhere it does not take. So for each fork the nodes that its branches can come to are looked at,
// from the fork to any join; a fork inside counts as one step, to what follows its own join.

// maxForkVisits bounds how many nodes are looked at for all forks of a net, so that the cost stays linear however forks
// overlap. Forks that are left over are not checked.
const maxForkVisits = 4_000_000

// forkCheck checks the forks and joins of a region.
type forkCheck struct {
	*netCheck
	region *workflow.Region
	// added are the edges that take a further token: those of timers that do not interrupt.
	added map[*workflow.Edge]bool
	// leaving are the edges that were reported to lead out of a branch.
	leaving map[*workflow.Edge]bool
	visits  int
}

// forks checks the forks and joins of a region, and the timers that add tokens to it.
func (c *netCheck) forks(r *workflow.Region) {
	f := &forkCheck{netCheck: c, region: r, added: map[*workflow.Edge]bool{}, leaving: map[*workflow.Edge]bool{}}
	forked := false
	for _, n := range r.Nodes {
		forked = forked || n.Split == workflow.SplitFork || n.Join == workflow.JoinFork
		for i := range n.Timers {
			if t := &n.Timers[i]; t.Edge != nil && !t.Interrupting {
				f.added[t.Edge] = true
			}
		}
	}
	if !forked {
		return
	}
	first := map[*workflow.Node]*workflow.Node{} // by join: the first fork that names it
	for _, n := range r.Nodes {
		if n.Split != workflow.SplitFork || n.Joins == nil {
			continue
		}
		if before := first[n.Joins]; before != nil {
			f.blame(n.Joins)
			f.report(&sharedJoinRule, 0, n.Element.NameSpan, fmt.Sprintf("%s shares the join %q with %s", c.kind(n.Element), n.Joins.Name(), c.kind(before.Element)),
				"give each its own join", c.related(before.Element.NameSpan, "the other"))
		} else {
			first[n.Joins] = n
		}
		f.fork(n)
	}
	for _, n := range r.Nodes {
		if n.Join == workflow.JoinFork && first[n] == nil {
			f.blame(n)
			f.report(&joinWithoutForkRule, 0, n.Element.NameSpan, c.kind(n.Element)+" waits for branches, but no fork refers to it",
				"name it as the join of what starts the branches, or remove it")
		}
	}
	f.outside(first)
}

// blame notes that the next finding is about a fork or a join.
func (f *forkCheck) blame(n *workflow.Node) {
	if _, known := f.faulty[n]; !known {
		f.faulty[n] = len(f.findings)
	}
}

// onward calls visit with the paths that a token takes from a node: for a fork, those after its join. None leads on from
// a join.
func (f *forkCheck) onward(n *workflow.Node, visit func(e *workflow.Edge)) {
	if n.Join == workflow.JoinFork {
		return
	}
	if n.Split == workflow.SplitFork && n.Joins != nil {
		n = n.Joins
	}
	for _, e := range n.Out {
		if !f.added[e] {
			visit(e)
		}
	}
}

// fork checks that each branch comes to the join, and that none leaves on that path.
func (f *forkCheck) fork(n *workflow.Node) {
	before := map[*workflow.Node][]*workflow.Node{} // the area of the branches, backwards
	var ways []*workflow.Edge
	var from []*workflow.Node // of each path: where it begins in the area, which for a fork inside is that fork
	seen := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	add := func(to *workflow.Node) {
		if !seen[to] {
			seen[to] = true
			todo = append(todo, to)
		}
	}
	for _, e := range n.Out {
		add(e.To)
	}
	for len(todo) > 0 {
		if f.visits++; f.visits > maxForkVisits {
			return
		}
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		f.onward(at, func(e *workflow.Edge) {
			before[e.To] = append(before[e.To], at)
			ways, from = append(ways, e), append(from, at)
			add(e.To)
		})
	}
	joins := map[*workflow.Node]bool{n.Joins: true} // what can come to the join
	for todo = append(todo, n.Joins); len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range before[at] {
			if !joins[b] {
				joins[b] = true
				todo = append(todo, b)
			}
		}
	}
	for _, e := range n.Out {
		if !joins[e.To] {
			f.blame(n)
			f.report(&neverJoinsRule, 0, e.Span, fmt.Sprintf("the branch of %s that starts at %q never reaches its join, %q", f.kind(n.Element), e.To.Name(), n.Joins.Name()),
				"lead the branch to the join, which waits for all branches", f.related(n.Joins.Element.NameSpan, "the join"))
		}
	}
	for i, e := range ways {
		if joins[from[i]] && !joins[e.To] && !f.leaving[e] {
			f.leaving[e] = true
			f.blame(n)
			f.report(&mayLeaveRule, 0, e.Span, fmt.Sprintf("a branch of %s may leave here without reaching its join, %q", f.kind(n.Element), n.Joins.Name()),
				"lead every path of a branch to the join, and decide after it", f.related(n.Element.NameSpan, "the branches start here"))
		}
	}
}

// outside reports the edges on which tokens of no branch come to a join: those on the path from the start, and from timers
// that add a token. joined has the joins that forks name.
func (f *forkCheck) outside(joined map[*workflow.Node]*workflow.Node) {
	seen := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	add := func(n *workflow.Node) {
		if n != nil && !seen[n] {
			seen[n] = true
			todo = append(todo, n)
		}
	}
	come := func(e *workflow.Edge) {
		if e.To.Join == workflow.JoinFork && joined[e.To] != nil {
			f.blame(e.To)
			f.report(&outsideJoinRule, 0, e.Span, fmt.Sprintf("%s leads to the join %s without belonging to one of its branches",
				f.kind(e.From.Element), f.kind(e.To.Element)), "lead to the step after the join instead", f.related(e.To.Element.NameSpan, "the join"))
		}
		add(e.To)
	}
	add(f.region.Start)
	for _, n := range f.region.Nodes {
		for i := range n.Timers {
			if e := n.Timers[i].Edge; f.added[e] && f.reach[n.ID] {
				come(e)
			}
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		f.onward(n, come)
	}
}
