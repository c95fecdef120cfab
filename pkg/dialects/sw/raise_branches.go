package sw

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What runs in parallel is a parallel state. A branch of calls that follow one another has them as its actions; any other one is
// a definition of its own, which the branch calls (sw: "Parallel State: Branch").

// A branch is one of several parts that run in parallel.
type branch struct {
	name  string
	calls []*workflow.Node // if they are all that it does
	write func(d *draft)   // else writes it as a definition
}

// writeFork writes the branches of a fork up to its join, and goes on after that.
func (d *draft) writeFork(n *workflow.Node) {
	f := d.forks[n]
	var all []branch
	for _, b := range f.Branches {
		if b.Entry != nil {
			all = append(all, branch{b.Entry.Element.Name, callsOf(b), func(child *draft) { child.writeNet(b) }})
		}
	}
	s := d.addParallel(d.mains[n], n.Element, all)
	annotate(s, f.Join.Element)
	if !n.Region.Shared || !independent(all) {
		d.lose(&dialects.LossJoin, n.Element.NameSpan, n.Element, "results that are merged as the branches end", "branches do not share their data while they run")
	}
	d.failOnTimeout(s, limited(s))
	d.leave(s, d.next(f.Join))
}

// independent reports whether what each of some branches does with a shared document does not depend on the others: each
// calls a task once, all at the same instant, and what it gives is merged when it comes.
func independent(all []branch) bool {
	for _, b := range all {
		if len(b.calls) != 1 || b.calls[0].Data.Combine == nil || b.calls[0].Data.Combine.Mode != workflow.MergeDeep {
			return false
		}
	}
	return true
}

// callsOf are the nodes of a branch, if each of them calls a task and nothing else; else nil.
func callsOf(f *blocks.Flow) []*workflow.Node {
	var out []*workflow.Node
	for n := f.Entry; n != f.Exit; {
		if !calls(n) || len(out) > len(f.Nodes) {
			return nil
		}
		out = append(out, n)
		e := n.Out[0]
		if e.Kind == workflow.ToEnd && f.Exit == nil {
			return out
		}
		n = e.To
	}
	return out
}

// calls reports whether an action can do all that a node of a chain does.
func calls(n *workflow.Node) bool {
	return acts(n) && len(n.Out) == 1
}

// acts reports whether an action can do all that a node does, without its transition.
func acts(n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.When != nil || n.Data.Output != nil || len(n.Retry) > 0 {
		return false
	}
	for i := range n.Timers {
		if n.Timers[i].Edge != nil {
			return false
		}
	}
	for _, e := range n.Out {
		if e.Kind != workflow.Next && e.Kind != workflow.ToEnd {
			return false
		}
	}
	return true
}

// addParallel begins a state with branches. The element is the one that it is, or nil.
func (d *draft) addParallel(name string, e *workflow.Element, all []branch) *source.Node {
	s := d.add(name, Parallel)
	if e != nil {
		d.describe(s, e, name)
	}
	branches, taken := list(), names{}
	var parts []*workflow.Node
	for _, b := range all {
		x := objectOf("name", dialects.NewText(taken.unique(cmp.Or(b.name, name))))
		if b.calls != nil {
			dialects.Put(x, "actions", d.actions(b.calls))
			parts = append(parts, b.calls...)
		} else {
			child := d.newDraft(d.flow, d.id+"-"+x.Get("name").Text, d)
			child.title = x.Get("name").Text
			b.write(child)
			dialects.Put(x, "workflowId", dialects.NewText(child.id))
		}
		branches.Items = append(branches.Items, x)
	}
	if len(branches.Items) == 0 {
		s.Member("type").Value = dialects.NewText(Inject.String())
		return s
	}
	dialects.Put(s, "branches", branches)
	for _, n := range parts {
		annotate(s, n.Element)
	}
	return s
}

// actions are calls one after the other.
func (d *draft) actions(nodes []*workflow.Node) *source.Node {
	out, taken := list(), names{}
	for _, n := range nodes {
		a := objectOf("name", dialects.NewText(taken.unique(n.Element.Name)))
		call := d.action(n)
		a.Members = append(a.Members, call.Members...)
		d.writeLimits(n, a)
		out.Items = append(out.Items, a)
	}
	return out
}

// limited reports whether an action in a state has a time limit.
func limited(s *source.Node) bool {
	b := s.Get("branches")
	if b == nil {
		return false
	}
	return slices.ContainsFunc(b.Items, func(x *source.Node) bool {
		actions := x.Get("actions")
		return actions != nil && slices.ContainsFunc(actions.Items, func(a *source.Node) bool { return a.Member("timeout") != nil })
	})
}

// writeScope writes the regions of a scope.
func (d *draft) writeScope(n *workflow.Node) {
	if n.Body.Each {
		d.writeEach(n)
		return
	}
	var all []branch
	for i, r := range n.Body.Regions {
		b := branch{name: "branch " + strconv.Itoa(i+1), write: func(child *draft) { child.writeRegion(r) }}
		if r.Start.Split != workflow.SplitAll {
			b.name = r.Start.Element.Name
			if f, flaws := blocks.Flows(r); len(flaws) == 0 {
				b.calls = callsOf(f)
			}
		}
		all = append(all, b)
	}
	s := d.addParallel(d.mains[n], n.Element, all)
	d.writeFilters(s, n)
	if c := n.Data.Combine; c == nil || c.Mode != workflow.Drop || !d.dropResults(s) {
		d.lose(&dialects.LossJoin, n.Element.NameSpan, n.Element, "results that are merged as the branches end", "the results of branches are merged instead of a list")
	}
	if len(all) > 0 {
		d.writeHandlers(s, n, nil, limited(s))
	}
	d.leave(s, d.wayAfter(n))
}

// dropResults makes a state drop the results of its branches, if each of them calls one task.
func (d *draft) dropResults(s *source.Node) bool {
	if s.Get("branches") == nil {
		return true
	}
	for _, b := range s.Get("branches").Items {
		if a := b.Get("actions"); a == nil || len(a.Items) != 1 {
			return false
		}
	}
	for _, b := range s.Get("branches").Items {
		a := b.Get("actions").Items[0]
		if a.Get("actionDataFilter").Member("dataResultsPath") == nil {
			d.addFilter(a, "actionDataFilter", "dataResultsPath", never())
		}
	}
	return true
}

// writeEach writes an iteration over the items of the document. A document that is not a list is one item.
func (d *draft) writeEach(n *workflow.Node) {
	const item, results = "item", "results"
	s := d.add(d.mains[n], ForEach)
	d.describe(s, n.Element, d.mains[n])
	d.lose(&dialects.LossIteration, n.Element.NameSpan, n.Element, "an iteration that passes its item under a name", "a task gets a document with the item instead of the item alone")
	dialects.Put(s, "inputCollection", dialects.NewText("{{ $[?(true)] }}"))
	dialects.Put(s, "iterationParam", dialects.NewText(item))
	dialects.Put(s, "outputCollection", dialects.NewText("{{ $."+results+" }}"))
	if calls := d.inEach(n.Body.Regions[0]); calls != nil {
		dialects.Put(s, "actions", d.actions(calls))
		for _, c := range calls {
			if c.Element != n.Element {
				annotate(s, c.Element)
			}
		}
	} else {
		child := d.newDraft(d.flow, d.id+"-"+d.mains[n], d)
		child.title = d.mains[n]
		child.writeRegion(n.Body.Regions[0])
		dialects.Put(s, "workflowId", dialects.NewText(child.id))
	}
	d.addFilter(s, "stateDataFilter", "dataOutputPath", "{{ $."+results+" }}")
	d.writeHandlers(s, n, nil, false)
	d.leave(s, d.wayAfter(n))
}

// inEach are the calls of a region that has nothing else, else nil.
func (d *draft) inEach(r *workflow.Region) []*workflow.Node {
	b, flaws := blocks.Nest(r)
	if len(flaws) > 0 || r.Start.Split != workflow.SplitAll {
		return nil
	}
	return inSequence(b)
}

// inSequence are the calls of a block that has nothing else, else nil.
func inSequence(b *blocks.Block) []*workflow.Node {
	if b.Kind != blocks.Single && b.Kind != blocks.Sequence {
		return nil
	}
	nodes := b.Nodes()
	if slices.ContainsFunc(nodes, func(n *workflow.Node) bool { return !acts(n) }) {
		return nil
	}
	if b.Kind == blocks.Sequence && slices.ContainsFunc(b.Parts, func(p *blocks.Block) bool { return p.Kind != blocks.Single }) {
		return nil
	}
	return nodes
}
