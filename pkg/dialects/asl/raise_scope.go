package asl

import (
	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeScope adds a scope: what its regions do in parallel is a Parallel state, and a single region is part of the sequence.
func (p *part) writeScope(n *workflow.Node) {
	b := n.Body
	p.reportJoinedLate(n)
	switch {
	case b.Each:
		p.raising.refuse(n.Span, "%q iterates over a list, which asl of 2016 cannot express", n.Name())
	case n.Data.Payload != nil:
		p.raising.refuse(n.Span, "asl cannot express how %q runs its parts", n.Name())
	case len(b.Regions) == 1 && p.writeInlined(n):
	case b.Listens != nil:
		p.raising.refuse(n.Span, "%q waits for events while it runs other steps, which asl cannot express", n.Name())
	default:
		p.writeBranches(n)
	}
}

// reportJoinedLate notes that a scope is done when all that it runs has ended.
func (p *part) reportJoinedLate(n *workflow.Node) {
	switch b := n.Body; {
	case b.Enough != nil:
		p.raising.lose(&dialects.LossJoinedLate, b.Enough.Range(), n.Element, "a wait for all branches", "the source does not wait for all branches of %q", n.Name())
	case b.Detached:
		p.raising.lose(&dialects.LossJoinedLate, n.Element.NameSpan, n.Element, "a wait for its end", "the source does not wait for the end of the part that %q starts", n.Name())
	}
}

// writeInlined adds the single region of a scope as a part of the sequence, and reports whether it can be one. The first of its states has
// the name of the scope.
func (p *part) writeInlined(n *workflow.Node) bool {
	r := n.Body.Regions[0]
	if r.Start == nil || n.Body.Gather == workflow.GatherList || n.Body.Gather == workflow.GatherEach {
		return false
	}
	f, flaws := blocks.Flows(r)
	if len(flaws) > 0 || f.Entry == nil {
		return false
	}
	guarded := len(n.Retry) > 0
	for _, e := range n.Out {
		guarded = guarded || e.Kind == workflow.OnError
	}
	var acting []*workflow.Node
	for _, x := range f.Nodes {
		if !isEnding(x) {
			acting = append(acting, x)
		}
	}
	if guarded && len(acting) != 1 || n.Data.Output != nil && len(acting) != 1 {
		return false // what holds for all of them needs a state around them
	}
	if len(acting) == 0 {
		s := p.addState(n, Pass)
		p.machine.writeStages(s, n)
		p.machine.lead(s, p.findNext(n))
		return true
	}
	inner := &part{machine: p.machine, raising: p.raising, flow: f, finish: p.findNext(n), entry: map[*workflow.Node]string{}, whole: n.Element}
	for _, x := range acting {
		name, part := p.entry[n], x.Element.Name
		if x.Kind == workflow.Await {
			part = "event"
		}
		if x != f.Entry {
			name = p.raising.reserveName(n.Name() + ": " + part)
		}
		inner.entry[x] = name
	}
	for _, x := range acting {
		inner.writeNode(x)
	}
	first := p.machine.states.Get(p.entry[n])
	if n.Data.Select != nil {
		if first.Member("InputPath") == nil {
			p.machine.writeSelection(first, "InputPath", n, n.Data.Select)
		}
		p.raising.lose(&dialects.LossPlace, n.Data.Select.Range(), n.Element, "", "%q applies its selection only to its first step", n.Name())
	}
	if len(acting) == 1 {
		if n.Data.Output != nil {
			p.machine.writeSelection(first, "OutputPath", n, n.Data.Output)
		}
		p.writeRetries(first, n)
		p.writeCatchers(first, n)
	}
	return true
}

// writeBranches adds a Parallel state.
func (p *part) writeBranches(n *workflow.Node) {
	b := n.Body
	s := p.addState(n, Parallel)
	branches := list()
	for _, r := range b.Regions {
		branches.Items = append(branches.Items, p.raising.writeBranch(r))
	}
	dialects.Put(s, "Branches", branches)
	if b.Gather != workflow.GatherChanges {
		p.machine.writeCombine(s, n)
	}
	p.machine.writeSelection(s, "InputPath", n, n.Data.Select)
	p.machine.writeSelection(s, "OutputPath", n, n.Data.Output)
	switch {
	case b.Gather == workflow.GatherList:
	case b.Gather == workflow.GatherChanges:
		dialects.Put(s, "ResultPath", nothing())
		p.raising.lose(&dialects.LossJoin, n.Element.NameSpan, n.Element, `"ResultPath": null`, "the data that the parts of %q merge into the document is dropped", n.Name())
	case len(b.Regions) == 1 && n.Data.Output == nil && n.Data.Combine == nil:
		dialects.Put(s, "OutputPath", dialects.NewText("$[0]"))
	default:
		p.raising.lose(&dialects.LossJoin, n.Span, n.Element, "a list of the results", "the parts of %q result in a list", n.Name())
	}
	p.writeRetries(s, n)
	p.writeCatchers(s, n)
	p.machine.lead(s, p.findNext(n))
}

// writeEvents adds what waits for one of several events, each with a way of its own: a task replaces them, and its answer names the
// event.
func (p *part) writeEvents(n *workflow.Node) {
	asks, which := p.raising.reserveName(n.Name()+": event"), p.raising.reserveName(n.Name()+": which event")
	task := p.raising.addStandIn(n.Name())
	title(p.machine.addHold(p.entry[n], asks), n.Element)
	s := p.machine.addState(asks, Task)
	p.raising.rename(n.Name(), asks) // where a run waits
	dialects.Put(s, "Resource", dialects.NewText(task))
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("answer")))
	p.writeLimits(s, n)
	p.machine.lead(s, way{name: which})
	for _, c := range catchersOf(s) { // which goes on with what was there before
		held := p.raising.reserveName(n.Name() + ": too late")
		back := p.machine.addState(held, Pass)
		dialects.Put(back, "InputPath", dialects.NewText(member("entity")))
		dialects.Put(back, "Next", c.Get("Next"))
		c.Member("Next").Value = dialects.NewText(held)
	}
	p.raising.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, "a task whose result names the event", "the data of an event is not merged into the document")
	s = p.machine.addState(which, Choice)
	dialects.Put(s, "OutputPath", dialects.NewText(member("entity")))
	c := p.machine.newChoices()
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		if t.Event == nil || t.Edge == nil {
			continue
		}
		p.raising.out.Occurrences = append(p.raising.out.Occurrences, dialects.Passage{
			From: dialects.Occurrence{Kind: "event", Name: t.Event.Type, At: n.Name(), Source: t.Event.Source},
			To:   dialects.Occurrence{Kind: "task", Name: task, Member: "event"}})
		rule := dialects.NewObject()
		dialects.Put(rule, "Variable", dialects.NewText("$.answer.event"))
		dialects.Put(rule, "StringEquals", dialects.NewText(t.Event.Type))
		p.reportEdge(t.Edge)
		c.add(condition{rule: rule}, p.to(t.Edge.To))
	}
	c.write(s, func() way { return p.finish })
}

// writeAllEvents adds what waits for several events: a task replaces each, in parallel.
func (p *part) writeAllEvents(n *workflow.Node) {
	s := p.addState(n, Parallel)
	branches := list()
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		m := p.raising.newMachine()
		name, task := m.raising.reserveName(t.Name), m.raising.addStandIn(t.Name)
		x := m.addState(name, Task)
		dialects.Put(x, "Resource", dialects.NewText(task))
		m.writeLargestLimit(x, t.Span, n.Element)
		m.lead(x, way{})
		m.startAt(name)
		branches.Items = append(branches.Items, m.root)
		if t.Event != nil {
			p.raising.out.Occurrences = append(p.raising.out.Occurrences, dialects.Passage{
				From: dialects.Occurrence{Kind: "event", Name: t.Event.Type, At: n.Name(), Source: t.Event.Source},
				To:   dialects.Occurrence{Kind: "task", Name: task}})
		}
	}
	p.raising.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, `"ResultPath": null`, "the data of the events is not merged into the document")
	for i := range n.Timers {
		p.raising.lose(&dialects.LossTimeout, n.Timers[i].Span, n.Element, "", "a timeout of %q is dropped", n.Name())
	}
	dialects.Put(s, "Branches", branches)
	dialects.Put(s, "ResultPath", nothing())
	p.machine.lead(s, p.findNext(n))
}

// catchersOf are the catchers of a state.
func catchersOf(s *source.Node) []*source.Node {
	if all := s.Get("Catch"); all != nil {
		return all.Items
	}
	return nil
}

// writeCalls adds a workflow of the program that a node calls, as a part of the sequence.
func (p *part) writeCalls(n *workflow.Node, w *workflow.Workflow) {
	if p.raising.within[w] {
		p.raising.refuse(n.Span, "%q calls the workflow %q, which calls itself, and asl of 2016 cannot call workflows", n.Name(), w.ID)
		return
	}
	p.raising.within[w] = true
	outer := p.raising.flow
	s := p.addState(n, Pass)
	p.machine.writeStages(s, n)
	to := p.findNext(n)
	p.raising.flow = w
	p.raising.reportTexts(w)
	p.raising.reportUnbounded(w)
	p.machine.lead(s, way{name: p.machine.writeRegion(w.Root, to)})
	p.raising.flow = outer
	delete(p.raising.within, w)
}
