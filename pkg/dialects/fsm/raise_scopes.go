package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeScope writes the inside of a node: its parts, one after the other, after a state of its own; or tasks that follow each
// other as the processors of one transition.
func (t *track) writeScope(n, s *workflow.Node) {
	if n.Body.Each {
		t.out.Refuse(t.from, n.Element.NameSpan, "an entity state machine has no counterpart of %q, which iterates over a list", n.Name())
		return
	}
	t.addScopeLosses(n)
	if tasks := inSequence(n); tasks != nil {
		var all []*processing
		for _, task := range tasks {
			all = append(all, t.createProcessor(task))
			t.addUnhandledLosses(task)
		}
		t.connectOnward(n, s, n.Name(), all...)
		t.writeHandlers(n, s)
		return
	}
	t.addHandlerLosses(n, "the manual transitions of the steps that fail")
	t.addRequirementLosses(n)
	next := t.next(n)
	head := headOf(n)
	if head != nil {
		t.bound[head] = s
	}
	t.inside = append(t.inside, enclosing{n, t})
	for _, r := range slices.Backward(n.Body.Regions) {
		if next = t.writeRegion(r, next); t.out.Reason != "" {
			return
		}
	}
	t.inside = t.inside[:len(t.inside)-1]
	if head == nil {
		t.connect(s, next, workflow.Next, next.Name())
	}
}

// headOf is the node in a scope that its own state is for: one that waits, with which all begins. It is nil if there is none.
func headOf(n *workflow.Node) *workflow.Node {
	if len(n.Body.Regions) != 1 {
		return nil
	}
	if start := n.Body.Regions[0].Start; start != nil && start.Kind == workflow.Await && start.Element == n.Element {
		return start
	}
	return nil
}

// addScopeLosses adds the losses of a scope.
func (x *raiser) addScopeLosses(n *workflow.Node) {
	b := n.Body
	switch {
	case b.Gather == workflow.GatherList || len(b.Regions) != 1 || b.Detached:
		x.addRowLosses(n, len(b.Regions))
	case b.Gather == workflow.GatherEach:
		x.losses.Add(&dialects.LossJoin, n.Element.NameSpan, n.Element, "the entity unchanged", "the results of the parts of %q are combined differently", n.Name())
	}
	switch {
	case b.Enough != nil:
		x.losses.Add(&dialects.LossJoinedLate, b.Enough.Range(), n.Element, "a wait for all branches", "the source does not wait for all branches of %q", n.Name())
	case b.Detached:
		x.losses.Add(&dialects.LossJoinedLate, n.Element.NameSpan, n.Element, "a wait for its end", "the source does not wait for the end of the part that %q starts", n.Name())
	}
	if n.Data.Select != nil || n.Data.Payload != nil {
		x.addSelectionLoss(n)
	}
	x.addOutputLosses(n)
	x.addRetryLosses(n)
	x.addTimerLosses(n)
}

// inSequence are the tasks of a scope that has one region with nothing but tasks that follow one another; nil for another one.
func inSequence(n *workflow.Node) []*workflow.Node {
	if len(n.Body.Regions) != 1 || n.Body.Regions[0].Start == nil {
		return nil
	}
	var out []*workflow.Node
	r := n.Body.Regions[0]
	for at := r.Start; len(out) <= len(r.Nodes); {
		if at.Kind == workflow.End {
			return out
		}
		e := way(at)
		if at.Role != workflow.Acting || at.Kind != workflow.Task || e == nil || e.Require != nil {
			return nil
		}
		out = append(out, at)
		at = e.To
	}
	return nil
}
