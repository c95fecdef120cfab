package fsm

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeRegion writes a region, and returns the state that it begins with. after is the state that its ends lead to; nil is none:
// there the workflow ends.
func (x *raiser) writeRegion(r *workflow.Region, after *workflow.Node) *workflow.Node {
	if r.Start == nil {
		x.out.Refuse(x.from, r.Span, "a part has no start")
		return nil
	}
	if r.Start.Split == workflow.SplitAll {
		return x.writeLine(r, after)
	}
	f, flaws := blocks.Flows(r)
	for _, flaw := range flaws {
		x.refuseFlaw(flaw)
	}
	if x.out.Reason != "" {
		return nil
	}
	return x.writeToken(f, after, nil)
}

// refuseFlaw refuses a net in which what runs in parallel does not nest: an entity is in one state at a time.
func (x *raiser) refuseFlaw(f blocks.Flaw) {
	at := f.Nodes[0]
	var why string
	switch f.Kind {
	case blocks.Ends, blocks.Parks, blocks.FurtherToken:
		return // are written as anywhere else
	case blocks.Cycles:
		why = "leads back to itself, " + arrows(f.Nodes) + ", out of its parallel branches"
	case blocks.NoJoin:
		why = "starts branches that no join brings together"
	case blocks.StrayJoin:
		why = "joins branches that do not start at its own fork"
	default:
		why = "has too many parallel branches to put into a sequence"
	}
	x.out.Refuse(x.from, at.Element.NameSpan, "an entity is in one state at a time, and %q %s", at.Name(), why)
}

// arrows shows the way through some nodes, at most a handful.
func arrows(nodes []*workflow.Node) string {
	const most = 5
	var all []string
	for i, n := range nodes {
		if i == most {
			all = append(all, "…")
			break
		}
		all = append(all, n.Name())
	}
	return strings.Join(append(all, nodes[0].Name()), " → ")
}

// A track is what one token moves through, on its way to states.
type track struct {
	*raiser
	flow   *blocks.Flow
	states map[*workflow.Node]*workflow.Node
	after  *workflow.Node // behind the ends of the region
	exit   *workflow.Node // the state of the join that the branch leads to
}

// writeToken writes the nodes that a token moves through, and returns the state it begins with.
func (x *raiser) writeToken(f *blocks.Flow, after, exit *workflow.Node) *workflow.Node {
	if f.Entry == nil {
		return exit
	}
	t := &track{raiser: x, flow: f, after: after, exit: exit, states: make(map[*workflow.Node]*workflow.Node, len(f.Nodes))}
	for _, n := range f.Nodes {
		t.add(n)
	}
	for _, n := range f.Nodes {
		if s := t.states[n]; s != nil {
			t.writeNode(n, s)
		}
	}
	return t.target(f.Entry)
}

// add adds the state of a node. What ends the workflow has one, however many tracks lead to it; the end of a state, and what
// happens on the way of a transition, has none.
func (t *track) add(n *workflow.Node) {
	switch {
	case n.Role != workflow.Primary && n.Role != workflow.Acting || !t.said[n]:
	case t.bound[n] != nil:
		t.states[n] = t.bound[n]
	case t.after == nil && (n.Kind == workflow.End || n.Kind == workflow.Fail):
		if t.finals[n] == nil {
			t.finals[n] = t.state(n.Element, n.Element.Name)
			t.writeNode(n, t.finals[n])
		}
	default:
		t.states[n] = t.state(n.Element, n.Element.Name)
	}
}

// target is the state in which an entity goes on that comes to a node.
func (t *track) target(n *workflow.Node) *workflow.Node {
	for range len(t.from.Nodes) {
		switch {
		case n == t.flow.Exit:
			return t.exit
		case t.states[n] != nil:
			return t.states[n]
		case t.finals[n] != nil:
			return t.finals[n]
		case n.Kind == workflow.Emit && way(n) != nil:
			t.addEventLoss(n)
			n = way(n).To
		case n.Terminates:
			return t.finished()
		default:
			return t.end()
		}
	}
	return t.end()
}

// addEventLoss adds the loss of an event that is not produced.
func (x *raiser) addEventLoss(n *workflow.Node) {
	x.losses.Add(&dialects.LossEvents, n.Span, n.Element, "", "the event %q is not produced", n.Emits.Name)
}

// end is the state in which an entity goes on at the end of the region.
func (t *track) end() *workflow.Node {
	if t.after != nil {
		return t.after
	}
	return t.finished()
}

// way is the usual edge out of a node; nil if there is none.
func way(n *workflow.Node) *workflow.Edge {
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return e
		}
	}
	return nil
}

// next is the state after a node.
func (t *track) next(n *workflow.Node) *workflow.Node {
	if e := way(n); e != nil {
		return t.along(e)
	}
	t.losses.Add(&dialects.LossDeadEnd, n.Element.NameSpan, n.Element, "a state in which the entity ends", "no path leads on from %q: in the source a run stops there for good", n.Name())
	return t.finished()
}

// along is the state that an edge leads to, whose data nothing changes on the way.
func (t *track) along(e *workflow.Edge) *workflow.Node {
	if !e.Data.IsZero() {
		t.losses.Add(&dialects.LossPlace, e.Span, e.From.Element, "the entity unchanged", "the change that the transition from %q makes to the data is dropped", e.From.Name())
	}
	return t.target(e.To)
}

// addRequirementLosses adds the loss of the requirement after a node.
func (t *track) addRequirementLosses(n *workflow.Node) {
	if e := way(n); e != nil && e.Require != nil {
		t.addRequirementLoss(e, "")
	}
}

// writeFork puts the branches of a fork in a row, the first one first.
func (t *track) writeFork(n, s *workflow.Node) {
	f := t.flow.Forks[n]
	if f == nil {
		t.connect(s, t.next(n), workflow.Next, "")
		return
	}
	t.addRowLosses(n, len(f.Branches))
	next := t.states[f.Join]
	if next == nil { // no branch leads there
		next = t.end()
	}
	for _, b := range slices.Backward(f.Branches) {
		next = t.writeToken(b, t.after, next)
	}
	if t.out.Reason == "" {
		t.connect(s, next, workflow.Next, next.Name())
	}
}

// addRowLosses adds the losses where branches run one after the other.
func (x *raiser) addRowLosses(n *workflow.Node, branches int) {
	if branches > 1 {
		x.losses.Add(&dialects.LossOrder, n.Element.NameSpan, n.Element, "branches in sequence", "the branches of %q do not run in parallel", n.Name())
	}
	x.losses.Add(&dialects.LossJoin, n.Element.NameSpan, n.Element, "the entity as the branches leave it",
		"each branch of %q works on the entity as the branch before leaves it", n.Name())
}
