package machine

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// push makes a token that will enter a node next.
func (m *Machine) push(f int32, n *workflow.Node, from branch, data any) {
	m.tokenCount++
	m.ready = append(m.ready, token{node: n, frame: f, generation: m.frames[f].generation, from: from, order: m.tokenCount, data: data})
}

// enter moves a token to a node.
func (m *Machine) enter(t *token) {
	n := t.node
	switch n.Join {
	case workflow.JoinFork:
		if !m.joinBranch(t) {
			return
		}
	case workflow.JoinEdges:
		if !m.joinEdges(t) {
			return
		}
	}
	if n.When != nil && !m.checkWhen(t) {
		return
	}
	if n.Region.Shared {
		t.data = m.frames[t.frame].document
	}
	if m.outgrown(n, t.data) {
		return
	}
	m.uses(n, PartNode, 0)
	if n.Role == workflow.Primary {
		m.steps++
		if m.visited.len < maxVisited {
			m.visited.append(n.Element)
		}
		if m.observe != nil {
			m.emit(Trace{Kind: Entered, Node: n, Data: t.data, frame: t.frame})
		}
	}
	m.at(n, t.frame, none)
	if fault := m.record(t.frame, n.History.Entry); fault != nil {
		m.fail(*t, none, fault)
		return
	}
	switch n.Kind {
	case workflow.Task, workflow.Wait, workflow.Await, workflow.Scope, workflow.Resource:
		m.startAttempt(m.openVisit(*t))
	default:
		effective, fault := m.selectInput(n.Data.Select, t.data)
		if fault != nil {
			m.fail(*t, none, fault)
			return
		}
		m.passThrough(t, effective)
	}
}

// checkWhen reports whether the guard of a node holds. If it does not, the token goes on with what it has.
func (m *Machine) checkWhen(t *token) bool {
	holds, err := m.holds(t.node.When, t.data)
	switch {
	case err != nil:
		m.fail(*t, none, m.dataError(m.flow.Errors.Path, err))
		return false
	case holds:
		t.data = m.learn(t.frame, t.data)
		return true
	}
	t.data = m.learn(t.frame, t.data)
	if m.observe != nil {
		m.emit(Trace{Kind: Skipped, Node: t.node, Data: t.data, frame: t.frame})
	}
	t.skipped = true
	m.moveOn(t, t.data)
	return false
}

// maxVisited bounds the record of what was visited in a run without a limit of steps.
const maxVisited = 10_000_000

// passThrough moves a token through a node at which none ever rests.
func (m *Machine) passThrough(t *token, effective any) {
	n := t.node
	switch n.Kind {
	case workflow.Pass:
		answer, fault := m.makePayload(n, effective)
		if fault != nil {
			m.fail(*t, none, fault)
			return
		}
		m.leave(t, none, effective, answer)
	case workflow.Choice:
		m.choose(*t, effective)
	case workflow.State:
		m.enterState(n)
	case workflow.Emit:
		if fault := m.produceEvent(n, t.frame, effective); fault != nil {
			m.fail(*t, none, fault)
			return
		}
		if !m.outcome.Done {
			m.moveOn(t, effective)
		}
	case workflow.Table:
		answer, fault := m.decide(n, effective)
		if fault != nil {
			m.fail(*t, none, fault)
			return
		}
		m.leave(t, none, effective, answer)
	case workflow.End:
		out, fault := m.replaceResult(n.Data.Result, effective, effective)
		if fault == nil {
			out, fault = m.selectOutput(n.Data.Output, out)
		}
		if fault == nil && !same(out, t.data) {
			fault = m.checkOutput(n, out)
		}
		if fault != nil {
			m.fail(*t, none, fault)
			return
		}
		m.reachEnd(*t, out)
	case workflow.Fail:
		m.fail(*t, none, m.failError(n, effective))
	}
}

// choose takes the first edge of a choice whose guard holds.
func (m *Machine) choose(t token, effective any) {
	n := t.node
	way, err := m.firstHolding(n, effective)
	if err != nil {
		m.fail(t, none, m.dataError(m.flow.Errors.Path, err))
		return
	}
	effective = m.learn(t.frame, effective)
	if way == nil {
		if n.NoMatch == workflow.MatchOrStay {
			m.park(t)
			return
		}
		m.fail(t, none, m.newError(m.flow.Errors.NoMatch, workflow.ClassNoMatch, fmt.Sprintf("no choice of %q matches, and it has no default", n.Name())))
		return
	}
	var out any
	assigned, fault := m.computeAssignments(way.Data.Assign, effective, effective)
	if fault == nil {
		out, fault = m.replaceResult(way.Data.Result, effective, effective)
	}
	if fault == nil {
		out, fault = m.outputOf(&t, out)
	}
	if fault != nil {
		m.fail(t, none, fault)
		return
	}
	m.assign(n, t.frame, assigned)
	m.takeEdge(&t, way, out)
}

// outputOf returns the document that a token takes on from its node, and notes the exit.
func (m *Machine) outputOf(t *token, out any) (any, *Error) {
	n := t.node
	out, fault := m.selectOutput(n.Data.Output, out)
	if fault == nil && !same(out, t.data) {
		fault = m.checkOutput(n, out)
	}
	if fault == nil {
		fault = m.record(t.frame, n.History.Exit)
	}
	return out, fault
}

// firstHolding is the first edge of a choice whose guard holds, or its default; nil if there is none.
func (m *Machine) firstHolding(n *workflow.Node, effective any) (*workflow.Edge, error) {
	if m.oracle != nil {
		if e, err := m.oracle.Choose(n, effective, m.isSet); e != nil || err != nil {
			return e, err
		}
	}
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		if e.Kind == workflow.Default && otherwise == nil {
			otherwise = e
		}
		if e.Kind != workflow.Guarded || m.oracle != nil {
			continue
		}
		holds, err := m.holds(e.Guard, effective)
		if err != nil {
			return nil, err
		}
		if holds {
			return e, nil
		}
	}
	return otherwise, nil
}

// leave makes a token go on from a node whose body gave an answer. vi is the visit at which it rested, or none.
func (m *Machine) leave(t *token, vi int32, effective, answer any) {
	n := t.node
	if vi != none { // a token that does not rest has only just been moved here
		m.at(n, t.frame, vi)
	}
	var change, out any
	assigned, fault := m.computeAssignments(n.Data.Assign, effective, answer)
	if fault == nil {
		out, fault = m.replaceResult(n.Data.Result, effective, answer)
	}
	if fault == nil {
		change = out
		out, fault = m.combineResult(n.Data.Combine, m.documentToCombine(n.Data.Combine, t.frame, t.data, effective), out)
	}
	combined := out
	if fault == nil {
		out, fault = m.outputOf(t, out)
	}
	if fault != nil {
		m.fail(*t, vi, fault)
		return
	}
	if vi != none {
		m.closeVisit(vi)
	}
	m.assign(n, t.frame, assigned)
	m.recordCombined(t.frame, n.Data.Combine, change, combined)
	if n.Region.Shared {
		m.frames[t.frame].document = out
	}
	if n.Kind != workflow.Pass || n.Data.Result != nil {
		if n.Kind != workflow.Scope || n.Body.Gather != workflow.GatherOne {
			t.origin = m.derive(t.derivation)
		}
	}
	m.moveOn(t, out)
}

// leaveVisit makes the token that rests at a visit go on, whose body gave an answer.
func (m *Machine) leaveVisit(vi int32, effective, answer any) {
	t := m.tokenAt(vi)
	m.leave(&t, vi, effective, answer)
}

// moveOn moves a token on from a node that it is done with.
func (m *Machine) moveOn(t *token, out any) {
	n := t.node
	if n.Split != workflow.SplitOne {
		m.split(*t, out)
		return
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			m.takeEdge(t, e, out)
			return
		}
	}
	t.data = out
	m.park(*t)
}

// document is what a token of a frame works on: its own document, or the one that all tokens there share, as it is now.
func (m *Machine) document(f int32, own any) any {
	if m.frames[f].region.Shared {
		return m.frames[f].document
	}
	return own
}

// park leaves a token where it is, for good.
func (m *Machine) park(t token) {
	if m.observe != nil {
		m.emit(Trace{Kind: Parked, Node: t.node, frame: t.frame})
	}
	m.parked = append(m.parked, t)
}

// takeEdge moves a token along an edge, if what it requires holds; if it does not, the region fails.
func (m *Machine) takeEdge(t *token, e *workflow.Edge, data any) {
	if e.Require != nil {
		holds, err := m.holds(e.Require, data)
		if err != nil || !holds {
			t.data = data
			m.failRegion(*t, m.newError(m.flow.Errors.Require, workflow.ClassNoMatch, fmt.Sprintf("the transition from %q to %q is refused: %s is false",
				e.From.Name(), e.Target().Name(), expr.Readable(e.Require))))
			return
		}
	}
	if m.outgrown(e.From, data) {
		return
	}
	if m.observe != nil && e.From.Role != workflow.Acting && e.From.Role != workflow.Producing {
		m.emit(Trace{Kind: Took, Node: e.From, Edge: e, Data: data, frame: t.frame})
	}
	m.uses(e.From, PartEdge, e.ID)
	m.tokenCount++
	m.ready = append(m.ready, token{node: e.To, frame: t.frame, generation: m.frames[t.frame].generation, from: t.from, via: e,
		order: m.tokenCount, data: data, origin: t.origin})
}

// reachEnd makes a token end its region.
func (m *Machine) reachEnd(t token, out any) {
	if m.outgrown(t.node, out) {
		return
	}
	fr := &m.frames[t.frame]
	switch {
	case t.node.Terminates:
		m.finish(Outcome{Output: out, Ended: []*workflow.Node{t.node}})
	case fr.visit != none:
		m.completeRegion(t, out)
	case fr.detached:
		m.closeDetached(t.frame)
	default:
		ended := []*workflow.Node{t.node}
		if t.node.Join == workflow.JoinEdges {
			ended = m.endSources
		}
		if m.oracle != nil {
			m.recordCut(&t)
		}
		m.finish(Outcome{Output: out, Ended: ended})
	}
}

// finish ends the run; what was still going on is cancelled.
func (m *Machine) finish(o Outcome) {
	o.Done = true
	m.closeFrame(rootFrame)
	for f := range m.frames {
		if m.detachedCount > 0 && m.frames[f].detached {
			m.closeDetached(int32(f))
		}
	}
	m.cancelTimer(m.expiryTimer)
	m.outcome = o
	m.ready = m.ready[:0]
	m.commands = append(m.commands, Command{Kind: Finish})
	if m.observe != nil {
		t := Trace{Kind: RunEnded, Data: o.Output, Error: o.Error}
		if len(o.Ended) == 1 {
			t.Node = o.Ended[0]
		}
		m.emit(t)
	}
}
