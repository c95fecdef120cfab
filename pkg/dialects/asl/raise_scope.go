package asl

import (
	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// scope adds a scope: what its regions do side by side is a Parallel state, and a single region is part of the sequence.
func (p *part) scope(n *workflow.Node) {
	b := n.Body
	p.joinedLate(n)
	switch {
	case b.Each:
		p.refuse(n.Span, "%q iterates over a list, which asl of 2016 cannot express", n.Name())
	case n.Data.Payload != nil:
		p.refuse(n.Span, "asl cannot express how %q runs its parts", n.Name())
	case len(b.Regions) == 1 && p.inlined(n):
	case b.Listens != nil:
		p.refuse(n.Span, "%q waits for events while it runs other steps, which asl cannot express", n.Name())
	default:
		p.branches(n)
	}
}

// joinedLate notes that a scope is done when all that it runs has ended.
func (p *part) joinedLate(n *workflow.Node) {
	switch b := n.Body; {
	case b.Enough != nil:
		p.lose(&dialects.LossJoinedLate, b.Enough.Range(), n.Element, "a wait for all branches", "the source does not wait for all branches of %q", n.Name())
	case b.Detached:
		p.lose(&dialects.LossJoinedLate, n.Element.NameSpan, n.Element, "a wait for its end", "the source does not wait for the end of the part that %q starts", n.Name())
	}
}

// inlined adds the single region of a scope as a part of the sequence, and reports whether it can be one. The first of its states has
// the name of the scope.
func (p *part) inlined(n *workflow.Node) bool {
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
		s := p.state(n, Pass)
		p.stages(s, n)
		p.lead(s, p.onward(n))
		return true
	}
	inner := &part{machine: p.machine, flow: f, finish: p.onward(n), entry: map[*workflow.Node]string{}, whole: n.Element}
	for _, x := range acting {
		name, part := p.entry[n], x.Element.Name
		if x.Kind == workflow.Await {
			part = "event"
		}
		if x != f.Entry {
			name = p.name(n.Name() + ": " + part)
		}
		inner.entry[x] = name
	}
	for _, x := range acting {
		inner.node(x)
	}
	first := p.states.Get(p.entry[n])
	if n.Data.Select != nil {
		if first.Member("InputPath") == nil {
			p.selection(first, "InputPath", n, n.Data.Select)
		}
		p.lose(&dialects.LossPlace, n.Data.Select.Range(), n.Element, "", "%q applies its selection only to its first step", n.Name())
	}
	if len(acting) == 1 {
		if n.Data.Output != nil {
			p.selection(first, "OutputPath", n, n.Data.Output)
		}
		p.retries(first, n)
		p.catchers(first, n)
	}
	return true
}

// branches adds a Parallel state.
func (p *part) branches(n *workflow.Node) {
	b := n.Body
	s := p.state(n, Parallel)
	branches := list()
	for _, r := range b.Regions {
		branches.Items = append(branches.Items, p.raising.branch(r))
	}
	dialects.Put(s, "Branches", branches)
	if b.Gather != workflow.GatherChanges {
		p.combine(s, n)
	}
	p.selection(s, "InputPath", n, n.Data.Select)
	p.selection(s, "OutputPath", n, n.Data.Output)
	switch {
	case b.Gather == workflow.GatherList:
	case b.Gather == workflow.GatherChanges:
		dialects.Put(s, "ResultPath", nothing())
		p.lose(&dialects.LossJoin, n.Element.NameSpan, n.Element, `"ResultPath": null`, "the data that the parts of %q merge into the document is dropped", n.Name())
	case len(b.Regions) == 1 && n.Data.Output == nil && n.Data.Combine == nil:
		dialects.Put(s, "OutputPath", dialects.NewText("$[0]"))
	default:
		p.lose(&dialects.LossJoin, n.Span, n.Element, "a list of the results", "the parts of %q result in a list", n.Name())
	}
	p.retries(s, n)
	p.catchers(s, n)
	p.lead(s, p.onward(n))
}

// events adds what waits for one of several events, each with a way of its own: a task stands in for them, and its answer names the
// event.
func (p *part) events(n *workflow.Node) {
	asks, which := p.name(n.Name()+": event"), p.name(n.Name()+": which event")
	task := p.standIn(n.Name())
	title(p.hold(p.entry[n], asks), n.Element)
	s := p.add(asks, Task)
	p.rename(n.Name(), asks) // where a run waits
	dialects.Put(s, "Resource", dialects.NewText(task))
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("answer")))
	p.limits(s, n)
	p.lead(s, way{name: which})
	for _, c := range catchersOf(s) { // which goes on with what was there before
		held := p.name(n.Name() + ": too late")
		back := p.add(held, Pass)
		dialects.Put(back, "InputPath", dialects.NewText(member("entity")))
		dialects.Put(back, "Next", c.Get("Next"))
		c.Member("Next").Value = dialects.NewText(held)
	}
	p.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, "a task whose result names the event", "the data of an event is not merged into the document")
	s = p.add(which, Choice)
	dialects.Put(s, "OutputPath", dialects.NewText(member("entity")))
	c := p.choices()
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		if t.Event == nil || t.Edge == nil {
			continue
		}
		p.Occurrences = append(p.Occurrences, dialects.Passage{
			From: dialects.Occurrence{Kind: "event", Name: t.Event.Type, At: n.Name(), Source: t.Event.Source},
			To:   dialects.Occurrence{Kind: "task", Name: task, Member: "event"}})
		rule := dialects.NewObject()
		dialects.Put(rule, "Variable", dialects.NewText("$.answer.event"))
		dialects.Put(rule, "StringEquals", dialects.NewText(t.Event.Type))
		p.edge(t.Edge)
		c.add(condition{rule: rule}, p.to(t.Edge.To))
	}
	c.write(s, func() way { return p.finish })
}

// allEvents adds what waits for several events: a task stands in for each, side by side.
func (p *part) allEvents(n *workflow.Node) {
	s := p.state(n, Parallel)
	branches := list()
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		m := p.raising.machine()
		name, task := m.name(t.Name), m.standIn(t.Name)
		x := m.add(name, Task)
		dialects.Put(x, "Resource", dialects.NewText(task))
		m.largestLimit(x, t.Span, n.Element)
		m.lead(x, way{})
		m.startAt(name)
		branches.Items = append(branches.Items, m.root)
		if t.Event != nil {
			p.Occurrences = append(p.Occurrences, dialects.Passage{
				From: dialects.Occurrence{Kind: "event", Name: t.Event.Type, At: n.Name(), Source: t.Event.Source},
				To:   dialects.Occurrence{Kind: "task", Name: task}})
		}
	}
	p.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, `"ResultPath": null`, "the data of the events is not merged into the document")
	for i := range n.Timers {
		p.lose(&dialects.LossTimeout, n.Timers[i].Span, n.Element, "", "a timeout of %q is dropped", n.Name())
	}
	dialects.Put(s, "Branches", branches)
	dialects.Put(s, "ResultPath", nothing())
	p.lead(s, p.onward(n))
}

// catchersOf are the catchers of a state.
func catchersOf(s *source.Node) []*source.Node {
	if all := s.Get("Catch"); all != nil {
		return all.Items
	}
	return nil
}

// calls adds a workflow of the program that a node calls, as a part of the sequence.
func (p *part) calls(n *workflow.Node, w *workflow.Workflow) {
	if p.within[w] {
		p.refuse(n.Span, "%q calls the workflow %q, which calls itself, and asl of 2016 cannot call workflows", n.Name(), w.ID)
		return
	}
	p.within[w] = true
	outer := p.raising.flow
	s := p.state(n, Pass)
	p.stages(s, n)
	to := p.onward(n)
	p.raising.flow = w
	p.texts(w)
	p.unbounded(w)
	p.lead(s, way{name: p.region(w.Root, to)})
	p.raising.flow = outer
	delete(p.within, w)
}
