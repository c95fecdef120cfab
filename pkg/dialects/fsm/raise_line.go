package fsm

import (
	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A halt is a node in a row of those that wait for one another.
type halt struct {
	node *workflow.Node
	skip int // the halt to go on with if the node is passed over
}

// writeLine writes a region in which every node waits for all that lead to it: in a row, each after those it needs.
func (x *raiser) writeLine(r *workflow.Region, after *workflow.Node) *workflow.Node {
	var halts []halt
	x.collectHalts(r, &halts)
	if x.out.Reason != "" {
		return nil
	}
	states := make([]*workflow.Node, len(halts)+1)
	for i, s := range halts {
		states[i] = x.state(s.node.Element, s.node.Name())
	}
	states[len(halts)] = after
	if after == nil {
		states[len(halts)] = x.finished()
	}
	for i, s := range halts {
		x.writeHalt(s, states[i], states[i+1], states[s.skip])
	}
	return states[0]
}

// collectHalts appends the nodes of a region in a row. A scope is its nodes, after one for itself if it may be passed over.
func (x *raiser) collectHalts(r *workflow.Region, all *[]halt) {
	b, flaws := blocks.Nest(r)
	for _, f := range flaws {
		x.out.Refuse(x.from, f.Nodes[0].Element.NameSpan, "an entity state machine has no counterpart of %q, which %s", f.Nodes[0].Name(),
			map[bool]string{true: "leads back to itself and never ends: " + arrows(f.Nodes), false: "does not lead to the end"}[f.Kind == blocks.Cycles])
	}
	if b == nil {
		return
	}
	if parallel(b) {
		x.addSpreadLosses(r)
	}
	for _, n := range inRow(b, nil) {
		x.collectHalt(n, all)
	}
}

func (x *raiser) collectHalt(n *workflow.Node, all *[]halt) {
	if n.Kind != workflow.Scope {
		*all = append(*all, halt{n, len(*all) + 1})
		return
	}
	if n.Body.Each {
		x.out.Refuse(x.from, n.Element.NameSpan, "an entity state machine has no counterpart of %q, which iterates over a list", n.Name())
		return
	}
	from := len(*all)
	if n.When != nil {
		*all = append(*all, halt{node: n})
	}
	for _, inner := range n.Body.Regions {
		x.collectHalts(inner, all)
	}
	if n.When != nil {
		(*all)[from].skip = len(*all)
	}
}

// inRow are the nodes of a block, each after those it needs.
func inRow(b *blocks.Block, row []*workflow.Node) []*workflow.Node {
	if b.Kind == blocks.Single {
		return append(row, b.Node)
	}
	for _, p := range b.Parts {
		row = inRow(p, row)
	}
	return row
}

// parallel reports whether anything in a block runs in parallel.
func parallel(b *blocks.Block) bool {
	if b.Kind == blocks.Parallel || b.Kind == blocks.Layers {
		return true
	}
	for _, p := range b.Parts {
		if parallel(p) {
			return true
		}
	}
	return false
}

// addSpreadLosses adds the losses where nodes run in a row, from each that one of several ways leads to.
func (x *raiser) addSpreadLosses(r *workflow.Region) {
	for _, n := range r.Nodes {
		if len(n.Out) < 2 {
			continue
		}
		for _, e := range n.Out {
			at := e.To.Element
			if e.To.Kind == workflow.End {
				at = n.Element
			}
			x.losses.Add(&dialects.LossOrder, at.NameSpan, at, "steps in sequence", "the steps do not run in parallel")
			x.losses.Add(&dialects.LossJoin, at.NameSpan, at, "the entity as the step before leaves it", "each step works on the entity as the step before leaves it")
		}
	}
}

// writeHalt writes the work of a node, and how it is passed over: by a transition after the one that has its guard as a
// criterion.
func (x *raiser) writeHalt(s halt, state, next, skipped *workflow.Node) {
	n := s.node
	var e *workflow.Edge
	switch {
	case n.Kind == workflow.Scope:
		e = x.connect(state, next, workflow.Next, next.Name())
	case n.Kind == workflow.Task:
		e = x.perform(state, next, n.Name(), x.createProcessor(n))
	case n.Kind == workflow.Pass && n.Data.Result == nil:
		e = x.connect(state, next, workflow.Next, next.Name())
	case n.Kind == workflow.Pass || n.Kind == workflow.Resource:
		e = x.perform(state, next, n.Name(), x.createStandIn(n))
	default:
		x.out.Refuse(x.from, n.Element.NameSpan, "an entity state machine has no counterpart of %q", n.Name())
		return
	}
	if n.When == nil {
		return
	}
	x.setCriterion(e, n.When, n, nil)
	if e.Guard != nil || e.Ask != nil {
		x.connect(state, skipped, workflow.Next, "pass over")
	}
}
