package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A part is what one token moves through, on its way into a machine: each node is a state, or a few of them.
type part struct {
	raising *raising
	machine *machine
	flow    *blocks.Flow
	finish  way
	// entry is the name of the state that a node begins with.
	entry map[*workflow.Node]string
	// whole is the element of the scope that the part is all of, if it is one. Its first state has the texts of that.
	whole *workflow.Element
}

// writeFlow adds the states of a region whose tokens move along plain transitions.
func (m *machine) writeFlow(r *workflow.Region, finish way) string {
	f, flaws := blocks.Flows(r)
	if m.raising.refuseFlaws(flaws) {
		return m.raising.reserveName("")
	}
	return m.writePart(f, finish)
}

// refuseFlaws refuses what asl cannot express of forks and joins, and reports whether there was something.
func (r *raising) refuseFlaws(flaws []blocks.Flaw) bool {
	before := r.out.Reason
	for _, f := range flaws {
		n := f.Nodes[0]
		switch f.Kind {
		case blocks.Ends:
			r.refuse(n.Span, "%q ends the run from within a branch of %q, which asl cannot express", n.Name(), f.Fork.Name())
		case blocks.Cycles:
			r.refuse(n.Span, "the cycle %s leads out of the branches and back to their start, which asl cannot express", cycle(f.Nodes))
		case blocks.NoJoin:
			r.refuse(n.Span, "no join brings the branches of %q together, which asl cannot express", n.Name())
		case blocks.StrayJoin:
			r.refuse(n.Span, "a path leads to the join %q from outside of its branches, which asl cannot express", n.Name())
		case blocks.TooDeep:
			r.refuse(n.Span, "%q is nested too deeply: at most %d levels are written", n.Name(), blocks.MaxDepth)
		case blocks.TooLarge:
			r.refuse(n.Span, "the branches share too many steps: they would be repeated for each branch")
		case blocks.Parks, blocks.FurtherToken: // both are losses
		}
	}
	return r.out.Reason != before
}

// cycle names the nodes of a cycle: `"a", "b", "a"`.
func cycle(nodes []*workflow.Node) string {
	var names []string
	for _, n := range nodes {
		names = append(names, quote(n.Name()))
	}
	return strings.Join(append(names, names[0]), ", ")
}

// writePart adds the states of a flow, and returns the name of the first.
func (m *machine) writePart(f *blocks.Flow, finish way) string {
	p := &part{machine: m, raising: m.raising, flow: f, finish: finish, entry: map[*workflow.Node]string{}}
	if f.Entry == nil {
		name := m.raising.reserveName("Nothing to do")
		m.addPass(name, finish)
		return name
	}
	joins := map[*workflow.Node]bool{}
	for _, fork := range f.Forks {
		joins[fork.Join] = true
	}
	var nodes []*workflow.Node
	for _, n := range f.Nodes {
		if !joins[n] && !isEnding(n) && n.Role != workflow.Producing {
			p.entry[n] = m.nameNode(n)
			nodes = append(nodes, n)
		}
	}
	for _, n := range nodes {
		p.writeNode(n)
	}
	return p.entry[f.Entry]
}

// nameNode reserves the name of the state that a node becomes: that of its element, or, for a processor of a transition, of the task.
func (m *machine) nameNode(n *workflow.Node) string {
	if n.Role == workflow.Processing && n.Call != nil {
		return m.raising.reserveName(n.Call.Task)
	}
	return m.raising.nameState(n.Element)
}

// isEnding reports whether a node is an end that belongs to the state before it.
func isEnding(n *workflow.Node) bool { return n.Kind == workflow.End && n.Role == workflow.Ending }

// to is where an edge leads to.
func (p *part) to(n *workflow.Node) way {
	for n.Role == workflow.Producing {
		p.raising.lose(&dialects.LossEvents, n.Span, n.Element, "", "events are dropped: asl cannot produce events")
		if len(n.Out) == 0 {
			return p.finish
		}
		n = n.Out[0].To
	}
	if n == p.flow.Exit || isEnding(n) {
		return p.finish
	}
	return way{name: p.entry[n]}
}

// findNext returns where a node leads when it is done. If it leads nowhere, that is a loss: a run would rest there for ever.
func (p *part) findNext(n *workflow.Node) way {
	if fork := p.flow.Forks[n]; fork != nil {
		n = fork.Join
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			p.reportEdge(e)
			return p.to(e.To)
		}
	}
	p.raising.lose(&dialects.LossDeadEnd, n.Element.NameSpan, n.Element, "an end", "no path leads on from %q: in the source a run stops there for good", n.Name())
	return p.finish
}

// reportEdge adds the losses of an edge.
func (p *part) reportEdge(e *workflow.Edge) {
	if !e.Data.IsZero() && e.Kind != workflow.OnError || e.Require != nil {
		p.raising.lose(&dialects.LossExpression, e.Span, e.From.Element, "", "the change that a transition out of %q makes to the data is dropped", e.From.Name())
	}
}

// writeNode adds the states of a node.
func (p *part) writeNode(n *workflow.Node) {
	p.raising.reportElementTexts(n.Element)
	if n.Kind != workflow.Task && n.Kind != workflow.Await && n.Kind != workflow.Resource {
		for i := range n.Timers {
			p.raising.lose(&dialects.LossTimeout, n.Timers[i].Span, n.Element, "", "a timeout of %q is dropped", n.Name())
		}
	}
	if fork := p.flow.Forks[n]; fork != nil {
		p.writeParallel(n, fork)
		return
	}
	switch n.Kind {
	case workflow.Pass:
		p.writeMapping(n)
	case workflow.Task, workflow.Await, workflow.Resource:
		if w := p.raising.calledBy(n); w != nil {
			p.writeCalls(n, w)
			return
		}
		switch {
		case decides(n):
			p.writeEvents(n)
			return
		case n.Awaits != nil && n.Kind == workflow.Await && n.Awaits.All && len(n.Awaits.For) > 1:
			p.writeAllEvents(n)
			return
		}
		p.writeTask(n)
	case workflow.Emit:
		p.raising.lose(&dialects.LossEvents, n.Span, n.Element, "", "events are dropped: asl cannot produce events")
		s := p.addState(n, Pass)
		p.machine.writeStages(s, n)
		p.machine.lead(s, p.findNext(n))
	case workflow.Choice:
		p.writeChoice(n)
	case workflow.Table:
		p.writeTable(n)
	case workflow.Wait:
		p.writeWait(n)
	case workflow.Scope:
		p.writeScope(n)
	case workflow.End:
		p.writeEnd(n)
	case workflow.Fail:
		p.writeFail(n)
	default:
		p.raising.refuse(n.Span, "%q (%s) cannot be converted to asl", n.Name(), n.Kind)
	}
}

// addState adds the state that a node begins with, with the texts of its element.
func (p *part) addState(n *workflow.Node, t StateType) *source.Node {
	s := p.machine.addState(p.entry[n], t)
	switch {
	case p.whole != nil && n == p.flow.Entry:
		title(s, p.whole)
	case n.Role == workflow.Primary:
		title(s, n.Element)
	}
	return s
}

// title writes the texts of an element.
func title(s *source.Node, e *workflow.Element) {
	text := e.Title
	if text == e.Name {
		text = ""
	}
	comment(s, text, e.Doc)
}

// writeEnd adds the end of a run, or, if another workflow follows, what leads there.
func (p *part) writeEnd(n *workflow.Node) {
	if p.finish != (way{}) {
		s := p.addState(n, Pass)
		p.machine.lead(s, p.finish)
		return
	}
	s := p.addState(n, Succeed)
	p.machine.writeStages(s, n)
}

func (p *part) writeFail(n *workflow.Node) {
	s := p.addState(n, Fail)
	dialects.Put(s, "Error", p.writeErrorPart(n, n.Raises.Name))
	dialects.Put(s, "Cause", p.writeErrorPart(n, n.Raises.Cause))
}

// writeErrorPart returns the name or the cause of an error, or, where that is computed, the name of the node that raises it: asl of 2016
// requires both.
func (p *part) writeErrorPart(n *workflow.Node, x expr.Expr) *source.Node {
	if l, ok := x.(*expr.Literal); ok {
		if text, ok := l.Value.(string); ok {
			return dialects.NewText(text)
		}
	}
	if x != nil {
		p.raising.lose(&dialects.LossErrorName, n.Span, n.Element, quote(n.Name()), "the error name of %q is computed, and asl needs a fixed name", n.Name())
	}
	return dialects.NewText(n.Name())
}

// writeParallel adds a fork with its branches. All of them work on one document in the source, and on copies here: what was there
// before goes on.
func (p *part) writeParallel(n *workflow.Node, fork *blocks.Fork) {
	s := p.addState(n, Parallel)
	branches := list()
	writes := false
	for _, f := range fork.Branches {
		m := p.raising.newMachine()
		m.startAt(m.writePart(f, way{}))
		m.close()
		branches.Items = append(branches.Items, m.root)
		writes = writes || flowWrites(f)
	}
	p.raising.reportElementTexts(fork.Join.Element)
	dialects.Put(s, "Branches", branches)
	dialects.Put(s, "ResultPath", nothing())
	if writes {
		p.raising.lose(&dialects.LossJoin, n.Element.NameSpan, n.Element, `"ResultPath": null`,
			"the changes that the branches of %q make to the document are dropped after %q", n.Name(), fork.Join.Name())
	}
	p.machine.lead(s, p.findNext(n))
}

// flowWrites reports whether a flow may change the document.
func flowWrites(f *blocks.Flow) bool {
	for _, n := range f.Nodes {
		if c := n.Data.Combine; c != nil && c.Mode != workflow.Drop || n.Data.Output != nil || n.Kind == workflow.Scope {
			return true
		}
		if fork := f.Forks[n]; fork != nil {
			for _, b := range fork.Branches {
				if flowWrites(b) {
					return true
				}
			}
		}
	}
	return false
}

// calledBy is the workflow of the program that a node calls, or nil.
func (r *raising) calledBy(n *workflow.Node) *workflow.Workflow {
	if n.Call == nil || !n.Call.Workflow {
		return nil
	}
	return r.program.Find(n.Call.Task)
}

// decides reports whether the events that a node waits for have ways of their own.
func decides(n *workflow.Node) bool {
	if n.Kind != workflow.Await || n.Awaits.All {
		return false
	}
	for i := range n.Awaits.For {
		if e := n.Awaits.For[i].Edge; e != nil && e.Kind == workflow.Guarded {
			return true
		}
	}
	return false
}
