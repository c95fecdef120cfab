package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var edgeJoins = Rewrite{
	ID:     "rewrite/edge-joins",
	What:   "steps that wait for all of their edges become branches that run in parallel and are joined",
	When:   "has no steps that wait for several edges",
	Before: "A → B, A → C, B → D, C → D",
	After:  "A, then B and C in parallel, then D",
	Losses: []*dialects.LossRule{&dialects.LossJoin, &dialects.LossLayers},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins.Has(dialects.JoinEdges) {
			return false
		}
		changed := false
		for _, r := range slices.Backward(slices.Clone(w.Regions)) { // from the inner ones to the outer
			if r.Start != nil && r.Start.Split == workflow.SplitAll {
				c.joinBranches(w, r)
				changed = true
			}
			if c.Raised.Reason != "" {
				return true
			}
		}
		if changed {
			w.Lineage, c.apart = false, true
			Compact(w)
		}
		return changed
	},
}

// joinBranches makes the graph of a region a sequence of nodes and of scopes with branches.
func (c *Conversion) joinBranches(w *workflow.Workflow, r *workflow.Region) {
	end := r.Nodes[len(r.Nodes)-1]
	b, flaws := blocks.Nest(r)
	if len(flaws) > 0 {
		at := flaws[0].Nodes[0]
		switch flaws[0].Kind {
		case blocks.Cycles:
			c.Refuse(w, placeOf(at), "the steps from %q on are a cycle that never ends: data that enters it stays in it", at.Name())
		case blocks.TooDeep:
			c.Refuse(w, placeOf(at), "%q is nested too deeply: at most %d levels are converted", at.Name(), blocks.MaxDepth)
		default:
			c.Refuse(w, placeOf(at), "no path leads from %q to the end", at.Name())
		}
		return
	}
	j := &joining{c: c, w: w}
	s := sequenceOfBlock(b, end)
	j.mergeSingle(s)
	for _, n := range r.Nodes {
		n.In, n.Out = nil, nil
	}
	r.Nodes = nil
	j.write(r, s, end)
	if r.Scope == nil || !named(w, r.Scope.Element) || r.Scope.Body.Each {
		return
	}
	if r.Start == end { // a name for a step that does nothing
		r.Scope.Kind, r.Scope.Role, r.Scope.Body = workflow.Pass, workflow.Primary, nil
		return
	}
	if len(r.Nodes) != 2 {
		return
	}
	n, around := r.Nodes[0], r.Scope.Element
	asks := n.When != nil || guarded(n)
	if n.Kind == workflow.Scope && !n.Body.Each && n.When == nil && !named(w, n.Element) {
		n.Element.Name = around.Name
	}
	if asks {
		if c.askers == nil {
			c.askers = map[*workflow.Node]string{}
		}
		c.askers[n] = around.Name
	}
}

// A piece is a part of a sequence: a node, or parts that run in parallel, or in layers, and that a node joins.
type piece struct {
	node     *workflow.Node
	branches []sequence
	layers   *blocks.Block // whose parts the branches are
	joins    *workflow.Node
}

// A sequence is what a token goes through one after the other; an empty one hands on what comes in.
type sequence []piece

// sequenceOfBlock is a block as a sequence that leads to a node.
func sequenceOfBlock(b *blocks.Block, to *workflow.Node) sequence {
	parts := []*blocks.Block{b}
	if b.Kind == blocks.Sequence {
		parts = b.Parts
	}
	out := make(sequence, len(parts))
	for i, part := range slices.Backward(parts) {
		p := &out[i]
		if part.Kind == blocks.Single {
			p.node, to = part.Node, part.Node
			continue
		}
		p.joins = to
		if part.Kind == blocks.Layers {
			p.layers = part
		}
		for _, inner := range part.Parts {
			p.branches = append(p.branches, sequenceOfBlock(inner, to))
		}
	}
	return out
}

// named reports whether the author of a definition wrote the name of an element.
func named(w *workflow.Workflow, e *workflow.Element) bool {
	if e.Kind == "" { // which a rewrite added
		return false
	}
	e = e.Original()
	f := e.File
	if f == nil {
		f = w.File
	}
	at := e.NameSpan
	return f != nil && at.Start >= 0 && at.Start < at.End && at.End <= len(f.Text) &&
		(string(f.Text[at.Start:at.End]) == e.Name || e.Given != "" && string(f.Text[at.Start:at.End]) == e.Given)
}

// joining writes sequences as regions.
type joining struct {
	c *Conversion
	w *workflow.Workflow
}

// write fills a region with a sequence and its end.
func (j *joining) write(r *workflow.Region, s sequence, end *workflow.Node) {
	var before *workflow.Node
	add := func(n *workflow.Node, kind workflow.EdgeKind) {
		if before == nil {
			r.Start = n
		} else {
			j.w.Connect(before, n, kind, n.Span)
		}
		before = n
	}
	for i := range s {
		n := s[i].node
		switch {
		case s[i].layers != nil:
			for _, x := range j.layered(r, &s[i]) {
				add(x, workflow.Next)
			}
			continue
		case n == nil:
			n = j.scope(r, &s[i])
		default:
			r.Nodes = append(r.Nodes, n)
			n.Region = r
		}
		n.Join, n.Split, n.Inputs = workflow.JoinAny, workflow.SplitOne, workflow.ListValues
		add(n, workflow.Next)
	}
	r.Nodes = append(r.Nodes, end)
	end.Region, end.Join = r, workflow.JoinAny
	add(end, workflow.ToEnd)
}

// scope is a node that runs branches.
func (j *joining) scope(r *workflow.Region, p *piece) *workflow.Node {
	because := p.joins.Element
	if n := firstNode(p.branches); n != nil {
		because = n.Element
	}
	n := j.w.AddNode(r, j.c.NewElement(j.w, because, together(p.branches, " and "), ""), workflow.Scope, workflow.Primary)
	n.Body.Gather = workflow.GatherJoined
	for _, b := range p.branches {
		if last := len(b) - 1; last >= 0 && b[last].joins == p.joins {
			n.Body.Gather = workflow.GatherSpread
		}
	}
	if p.joins.Inputs == workflow.MergeValues {
		n.Body.Gather = workflow.GatherMerged
	}
	for _, b := range p.branches {
		inner := j.w.AddRegion(n, n.Span)
		end := j.w.AddNode(inner, n.Element, workflow.End, workflow.Ending)
		inner.Nodes = nil
		j.mergeSingle(b)
		j.write(inner, b, end)
	}
	return n
}

// mergeSingle makes the nodes of a sequence that merge a single value get it merged: in a step before, where it may be a list.
func (j *joining) mergeSingle(s sequence) {
	for i := range s {
		n := s[i].node
		if n == nil || n.Inputs != workflow.MergeValues || i > 0 && s[i-1].node == nil || isObject(s[:i]) {
			continue
		}
		if i == 0 || !isObject(s[:i-1]) && s[i-1].node.When != nil || !mergeResult(s[i-1].node) {
			j.c.Lose(j.w, &dialects.LossJoin, placeOf(n), n.Element, "the list", "the items of a list that reaches %q are not merged", n.Name())
		}
	}
}

// isObject reports whether the value that a sequence gives is an object, as far as that can be seen.
func isObject(s sequence) bool {
	for _, p := range slices.Backward(s) {
		n := p.node
		switch {
		case n == nil:
			return false
		case n.Kind == workflow.Scope:
			return !n.Body.Each && n.Body.Gather == workflow.GatherMerged
		case n.Kind == workflow.Pass && n.Data.Result == nil: // it hands on what comes to it
			continue
		case n.Kind == workflow.Pass:
			l, fixed := n.Data.Result.(*expr.Literal)
			if !fixed {
				return false
			}
			if _, object := l.Value.(*value.Object); !object {
				return false
			}
		}
		if n.When == nil {
			return true
		}
	}
	return true
}

// mergeResult makes a scope merge its results. It reports false if that is not all that can come out of it, if it is not skipped.
func mergeResult(n *workflow.Node) bool {
	switch {
	case n.Kind != workflow.Scope:
		return false
	case n.Body.Gather != workflow.GatherOne:
		n.Body.Gather = workflow.GatherMerged
		return true
	}
	inner := n.Body.Regions[0].Nodes
	for _, e := range inner[len(inner)-1].In {
		if last := e.From; last.When != nil || last.Kind == workflow.Scope && !mergeResult(last) {
			return false
		}
	}
	return true
}

// firstNode is the first node in some branches; nil if they are empty.
func firstNode(branches []sequence) *workflow.Node {
	for _, b := range branches {
		for _, p := range b {
			if p.node != nil {
				return p.node
			}
			if n := firstNode(p.branches); n != nil {
				return n
			}
		}
	}
	return nil
}

// together names branches by what they begin with: "A, B and C".
func together(branches []sequence, last string) string {
	const most = 3
	var names []string
	for _, b := range branches {
		if n := firstNode([]sequence{b}); n != nil {
			names = append(names, n.Name())
		}
	}
	if len(names) == 1 {
		return names[0] + " in parallel"
	}
	return enumerate(names, most, last)
}

// enumerate joins names, of which so many are written.
func enumerate(names []string, most int, last string) string {
	switch {
	case len(names) == 0:
		return "parallel"
	case len(names) == 1:
		return names[0]
	case len(names) > most:
		return fmt.Sprintf("%s%s%d more", strings.Join(names[:most-1], ", "), last, len(names)-most+1)
	}
	return strings.Join(names[:len(names)-1], ", ") + last + names[len(names)-1]
}
