package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Steps whose dependencies have no form of branches run in layers. Between two of them the document is a list: of the results that a later
// layer needs.

// layering writes a piece with layers.
type layering struct {
	*joining
	region *workflow.Region
	piece  *piece
	// kept are the parts whose results the document holds, by their index; of one alone, the document is the result. -1 is what comes in.
	kept []int
	out  []*workflow.Node
}

// layered returns the nodes that run the layers of a piece one after the other, and then join what comes after them.
func (j *joining) layered(r *workflow.Region, p *piece) []*workflow.Node {
	l := &layering{joining: j, region: r, piece: p, kept: []int{-1}}
	at, all := placeOf(firstNode(p.branches)), together(p.branches, " and ")
	parts := p.layers.Parts
	for i := range parts { // what comes after any of the first layer may be delayed
		if n := firstNode(p.branches[i : i+1]); n != nil && parts[i].Layer == 0 {
			j.c.Lose(j.w, &dialects.LossLayers, at, n.Element, "layers of steps", "%s run in layers, each of which waits for the one before", all)
		}
	}
	for layer := 0; layer <= parts[len(parts)-1].Layer; layer++ {
		l.layer(layer)
	}
	l.last()
	return l.out
}

// layer adds the scope of a layer: a branch for each of its parts, and one for each result that is needed later.
func (l *layering) layer(at int) {
	parts := l.piece.layers.Parts
	var names []sequence
	for i := range parts {
		if parts[i].Layer == at {
			names = append(names, l.piece.branches[i])
		}
	}
	scope := l.w.AddNode(l.region, l.c.NewElement(l.w, firstNode(names).Element, together(names, " and "), ""), workflow.Scope, workflow.Primary)
	l.out = append(l.out, scope)
	var kept []int
	for _, i := range l.kept {
		if l.needed(i, at) {
			kept = append(kept, i)
			l.branch(scope, sequence{l.pick(i, l.piece.joins)})
		}
	}
	for i := range parts {
		if parts[i].Layer != at {
			continue
		}
		kept = append(kept, i)
		s := l.piece.branches[i]
		l.branch(scope, slices.Concat(sequence{l.input(parts[i].After, s[0].node)}, s))
	}
	if l.kept = kept; len(kept) == 1 {
		scope.Body.Gather = workflow.GatherJoined
	}
}

// needed reports whether something after a layer needs a result.
func (l *layering) needed(i, layer int) bool {
	for _, part := range l.piece.layers.Parts {
		if part.Layer > layer && slices.Contains(part.After, i) {
			return true
		}
	}
	return slices.Contains(l.piece.layers.Last, i)
}

// branch adds a branch to a scope, without the pieces that are nothing.
func (l *layering) branch(scope *workflow.Node, s sequence) {
	s = slices.DeleteFunc(s, func(p piece) bool { return p.node == nil && p.joins == nil })
	r := l.w.AddRegion(scope, scope.Span)
	end := l.w.AddNode(r, scope.Element, workflow.End, workflow.Ending)
	r.Nodes = nil
	l.write(r, s, end)
}

// pick is a node that hands on a result alone to another node; nothing, where the document is the result.
func (l *layering) pick(i int, to *workflow.Node) piece {
	if len(l.kept) == 1 {
		return piece{}
	}
	name, because := "Input", to.Element
	if i >= 0 {
		n := firstNode(l.piece.branches[i : i+1])
		name, because = "Result of "+n.Name(), n.Element
	}
	e := l.c.NewElement(l.w, because, name, "")
	n := l.w.AddNode(l.region, e, workflow.Pass, workflow.Primary)
	l.region.Nodes = without(l.region.Nodes, n)
	p := &expr.Path{Root: expr.RootInput, Definite: true, Steps: []expr.Step{{Kind: expr.StepIndex, Index: slices.Index(l.kept, i)}}}
	p.Text = fmt.Sprintf("$[%d]", p.Steps[0].Index)
	n.Data.Select = p
	return piece{node: n}
}

// input is what makes the input of a node of the results that it waits for.
func (l *layering) input(of []int, to *workflow.Node) piece {
	if len(of) == 1 {
		return l.pick(of[0], to)
	}
	p := piece{joins: to}
	for _, i := range of {
		s := sequence{l.pick(i, to)}
		p.branches = append(p.branches, slices.DeleteFunc(s, func(p piece) bool { return p.node == nil }))
	}
	return p
}

// last adds what joins the results that the layers give.
func (l *layering) last() {
	switch p := l.input(l.piece.layers.Last, l.piece.joins); {
	case p.node != nil:
		l.region.Nodes = append(l.region.Nodes, p.node)
		l.out = append(l.out, p.node)
	case p.joins != nil:
		l.out = append(l.out, l.scope(l.region, &p))
	}
}
