package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// In a layered region a node waits for one token on each of its edges, and sends one along each edge that leads on. Steps do that
// with gateways only, which begin branches at one place and end them at another. So the net is cut where all ways lead through one
// node; between two cuts, parts without connection are branches of a gateway. A branch is a chain of steps; one that forks
// in itself is worked on step by step, and a part without a cut is worked on in layers.

// A dependencyWriter writes a layered region.
type dependencyWriter struct {
	*writer
	region *workflow.Region
	serial bool                        // something was written one by one
	forks  map[*workflow.Node][]*draft // the gateways before a node, the outer ones first
}

// planDependencies plans a region whose nodes wait for all their edges.
func (w *writer) planDependencies(r *workflow.Region) {
	v := &dependencyWriter{writer: w, region: r, forks: map[*workflow.Node][]*draft{}}
	nodes := v.sorted()
	w.layered[r] = v.writeBlock(nodes, func() *draft { return w.after(r) }, w.nested[r], 0)
	for _, n := range nodes {
		for _, f := range v.forks[n] {
			f.id = w.unique("fork")
			w.drafts = append(w.drafts, f)
		}
		w.planStep(n)
	}
	for _, n := range nodes {
		for _, f := range v.forks[n] {
			f.join.id = w.unique("join")
			w.drafts = append(w.drafts, f.join)
		}
	}
	v.addJoinLosses(nodes)
}

// addJoinLosses adds the losses where values come together.
func (v *dependencyWriter) addJoinLosses(nodes []*workflow.Node) {
	note := func(e *workflow.Element) {
		v.losses.Add(&dialects.LossJoin, e.NameSpan, e, "variables", "the results of several steps are merged into the variables instead of a list")
	}
	var last []*workflow.Node
	for _, n := range nodes {
		count := 0
		for _, e := range n.In {
			if !e.Back {
				count++
			}
		}
		if count > 1 {
			note(n.Element)
		}
		if slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.To.Role == workflow.Ending }) {
			last = append(last, n)
		}
	}
	if len(last) > 1 {
		for _, n := range last {
			note(n.Element)
		}
	}
}

// forward are the nodes that edges lead on to, but for the end.
func forward(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	for _, e := range n.Out {
		if !e.Back && (e.Kind == workflow.Next || e.Kind == workflow.ToEnd) && e.To.Role != workflow.Ending && !slices.Contains(out, e.To) {
			out = append(out, e.To)
		}
	}
	return out
}

// sorted returns the nodes that the start leads to, each after those that lead to it, and else in the order of the text. A
// cycle is refused: it makes ever more tokens.
func (v *dependencyWriter) sorted() []*workflow.Node {
	led := v.flow.ReachFrom(v.region.Start)
	open := map[*workflow.Node]int{}
	for _, n := range v.region.Nodes {
		if !led[n.ID] {
			continue
		}
		for _, e := range n.Out {
			if e.Back {
				v.raised.Refuse(v.flow, e.Span, "%q continues and loops back at the same time, which step cannot express", n.Name())
			}
		}
		for _, to := range forward(n) {
			open[to]++
		}
	}
	ready := []*workflow.Node{v.region.Start}
	var out []*workflow.Node
	for len(ready) > 0 {
		n := ready[0]
		ready = ready[1:]
		if n.Role != workflow.Starting {
			out = append(out, n)
		}
		var freed []*workflow.Node
		for _, to := range forward(n) {
			if open[to]--; open[to] == 0 {
				freed = append(freed, to)
			}
		}
		ready = append(freed, ready...)
	}
	return out
}

// mostNested is how deep blocks are looked into; what lies deeper is worked on step by step.
const mostNested = 50

// writeBlock writes nodes, in their order, of which all that have no edge from another begin together, and what follows when all are
// done. It returns where they begin.
func (v *dependencyWriter) writeBlock(nodes []*workflow.Node, then goal, nested bool, depth int) goal {
	if len(nodes) == 0 {
		return then
	}
	if depth > mostNested {
		return v.writeOneByOne(nodes, then)
	}
	segments := v.findCuts(nodes)
	for _, s := range slices.Backward(segments) {
		then = v.writeSegment(s, then, nested, depth, len(segments) == 1)
	}
	return then
}

// A segment is a node that all ways lead through, or what lies between two of those.
type segment struct {
	nodes []*workflow.Node
	cut   bool
}

// findCuts finds the nodes that all ways through some nodes lead through: no edge passes by them, from before to after, if the
// nodes without an edge from another are led to by one from before, and those without one to another lead after.
func (v *dependencyWriter) findCuts(nodes []*workflow.Node) []segment {
	at := make(map[*workflow.Node]int, len(nodes))
	for i, n := range nodes {
		at[n] = i
	}
	passing := make([]int, len(nodes)+1) // how many more edges pass by a node than by the one before it
	pass := func(from, to int) {
		if from+1 < to {
			passing[from+1]++
			passing[to]--
		}
	}
	entered := make([]bool, len(nodes))
	for i, n := range nodes {
		left := false
		for _, to := range forward(n) {
			if j, ok := at[to]; ok {
				pass(i, j)
				entered[j], left = true, true
			}
		}
		if !left {
			pass(i, len(nodes))
		}
	}
	for i := range nodes {
		if !entered[i] {
			pass(-1, i)
		}
	}
	var out []segment
	count := 0
	for i, n := range nodes {
		count += passing[i]
		switch last := len(out) - 1; {
		case count == 0:
			out = append(out, segment{[]*workflow.Node{n}, true})
		case last >= 0 && !out[last].cut:
			out[last].nodes = append(out[last].nodes, n)
		default:
			out = append(out, segment{[]*workflow.Node{n}, false})
		}
	}
	return out
}

// writeSegment writes a segment, and returns where it begins. whole is true if it is all of a block.
func (v *dependencyWriter) writeSegment(s segment, then goal, nested bool, depth int, whole bool) goal {
	if s.cut {
		v.sequels[s.nodes[0]] = then
		return func() *draft { return v.target(s.nodes[0]) }
	}
	parts := v.parts(s.nodes)
	switch {
	case len(parts) == 1 && whole && nested:
		return v.writeOneByOne(s.nodes, then)
	case len(parts) == 1 && whole:
		return v.writeLayers(s.nodes, then)
	case len(parts) == 1:
		return v.writeBlock(s.nodes, then, nested, depth+1)
	case nested:
		return v.writeOneByOne(s.nodes, then)
	}
	return v.writeGateway(parts, then, depth)
}

// writeGateway writes parts that run in parallel.
func (v *dependencyWriter) writeGateway(parts [][]*workflow.Node, then goal, depth int) goal {
	fork := &draft{title: "Fork", kind: ParallelGateway, join: &draft{title: "Join", kind: JoinGateway}}
	v.forks[parts[0][0]] = append(v.forks[parts[0][0]], fork)
	var begins []goal
	v.serial = false
	all := slices.Concat(parts...)
	for _, n := range all {
		v.within(n, all)
	}
	for _, p := range parts {
		begins = append(begins, v.writeBlock(p, func() *draft { return fork.join }, true, depth+1))
	}
	if v.serial { // what runs beside it is cancelled at other times where it fails
		for _, n := range all {
			v.lose(&lossNestedParts, n.Element.NameSpan, n, "steps in sequence", "branches within a branch run one after the other")
		}
	}
	return func() *draft {
		if fork.parallel == nil {
			for _, b := range begins {
				fork.parallel = append(fork.parallel, b())
			}
			fork.join.next = then()
		}
		return fork
	}
}

// within notes that nothing in a node may run in parallel, as it lies in a branch, and what runs beside it.
func (v *dependencyWriter) within(n *workflow.Node, all []*workflow.Node) {
	if n.Body != nil {
		for _, r := range n.Body.Regions {
			v.nested[r], v.beside[r] = true, all
		}
	}
}

// parts are the nodes by what is connected with what, in the order of the first of each.
func (v *dependencyWriter) parts(nodes []*workflow.Node) [][]*workflow.Node {
	group := make(map[*workflow.Node]*workflow.Node, len(nodes))
	for _, n := range nodes {
		group[n] = n
	}
	find := func(n *workflow.Node) *workflow.Node {
		for group[n] != n {
			group[n] = group[group[n]]
			n = group[n]
		}
		return n
	}
	for _, n := range nodes {
		for _, to := range forward(n) {
			if _, ok := group[to]; ok {
				group[find(to)] = find(n)
			}
		}
	}
	index := map[*workflow.Node]int{}
	var out [][]*workflow.Node
	for _, n := range nodes {
		g := find(n)
		i, ok := index[g]
		if !ok {
			i = len(out)
			index[g] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], n)
	}
	return out
}

// writeOneByOne writes nodes one after the other.
func (v *dependencyWriter) writeOneByOne(nodes []*workflow.Node, then goal) goal {
	v.serial = true
	for _, n := range nodes {
		v.lose(&lossNestedParts, n.Element.NameSpan, n, "steps in sequence", "branches within a branch run one after the other")
	}
	for _, n := range slices.Backward(nodes) {
		next := then
		v.sequels[n] = next
		then = func() *draft { return v.target(n) }
	}
	return then
}

// writeLayers writes nodes in layers: those of a layer run in parallel, and the next begins when all are done.
func (v *dependencyWriter) writeLayers(nodes []*workflow.Node, then goal) goal {
	layer := map[*workflow.Node]int{}
	var all [][]*workflow.Node
	for _, n := range nodes {
		i := layer[n]
		for len(all) <= i {
			all = append(all, nil)
		}
		all[i] = append(all[i], n)
		for _, to := range forward(n) {
			layer[to] = max(layer[to], i+1)
		}
		v.lose(&dialects.LossLayers, n.Element.NameSpan, n, "steps in layers", "parallel steps start together, when all steps before them are done")
	}
	for _, nodes := range slices.Backward(all) {
		if len(nodes) == 1 {
			n := nodes[0]
			v.sequels[n] = then
			then = func() *draft { return v.target(n) }
			continue
		}
		parts := make([][]*workflow.Node, len(nodes))
		for i, n := range nodes {
			parts[i] = []*workflow.Node{n}
		}
		then = v.writeGateway(parts, then, 0)
	}
	return then
}
