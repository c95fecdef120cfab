package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entity is a program whose workflow is chosen for it. A state of it tries its automated transitions in a Choice state. Where
// it rests, a task replaces whoever asks for a transition: its answer names the transition.
//
// What a task or a question answers must not get into the document, and must not take its place either. So the document is put
// aside for as long as that is looked at: it is its own member "entity" for a moment, and the Choice state that reads the answer
// takes it back by its OutputPath.

// writeEntity writes the workflows that may be chosen as one machine.
func (r *raising) writeEntity() *source.Node {
	m := r.newMachine()
	e := &entity{machine: m, raising: r, starts: map[*workflow.Workflow]*link{}}
	start := ""
	if c := &r.program.Select[0]; c.If == nil && c.Ask == nil {
		e.choose(c.Workflow)
	} else {
		start = e.writeSelection()
	}
	for _, w := range e.chosen {
		r.flow = w
		r.reportTexts(w)
		first := e.writeWorkflow(w)
		e.starts[w].set(first)
		if start == "" {
			start = first
		}
	}
	for _, w := range r.program.Workflows {
		if !slices.Contains(e.chosen, w) {
			r.flow = w
			r.lose(&dialects.LossExtra, w.Span, nil, "", "the workflow %q is dropped: it is never selected", w.ID)
		}
	}
	m.startAt(start)
	m.close()
	if !m.ends() {
		r.flow = e.chosen[0]
		r.refuse(r.flow.Root.Start.Span, "from %q on, only the limits of a request end the transitions, and asl has no such limits", r.flow.Root.Start.Name())
	}
	if len(e.chosen) == 1 {
		m.writeComment(e.chosen[0].Title, e.chosen[0].Doc)
	}
	return m.root
}

// entity is the workflows of an entity on their way into a machine.
type entity struct {
	raising *raising
	machine *machine
	chosen  []*workflow.Workflow // in the order of the selection
	starts  map[*workflow.Workflow]*link
}

// choose returns where the start of a workflow is, and has the workflow written if it is the first to ask.
func (e *entity) choose(w *workflow.Workflow) way {
	if e.starts[w] == nil {
		e.starts[w] = &link{}
		e.chosen = append(e.chosen, w)
	}
	return way{link: e.starts[w]}
}

// writeSelection adds what chooses a workflow, and returns the name of its first state.
func (e *entity) writeSelection() string {
	name := e.raising.reserveName("Which workflow")
	t := e.beginTrying(name, nil)
	for i := range e.raising.program.Select {
		c := &e.raising.program.Select[i]
		e.raising.flow = c.Workflow
		switch {
		case c.Ask != nil:
			t.ask(c.Ask, c.Workflow.Root.Start.Element, func() way { return e.choose(c.Workflow) })
		case c.If == nil:
			t.otherwise(e.choose(c.Workflow))
		default:
			if x, ok := e.machine.translateGuard(c.If, nil); ok {
				t.add(x, e.choose(c.Workflow))
			}
		}
	}
	t.finish(func() way { return e.choose(e.raising.program.Fallback) })
	if len(e.chosen) > 1 {
		e.raising.flow = e.chosen[0]
		e.raising.lose(&dialects.LossReselection, e.chosen[0].Span, nil, "one choice at the start", "the workflow of an entity is selected once, and not again for each request")
	}
	return name
}

// trying is a sequence of Choice states that try one condition after the other, with questions between them.
type trying struct {
	entity  *entity
	choices *choices
	state   *source.Node
}

// beginTrying begins with a Choice state of that name. of is the element whose texts it carries; nil is none.
func (e *entity) beginTrying(name string, of *workflow.Element) *trying {
	s := e.machine.addState(name, Choice)
	if of != nil {
		comment(s, of.Title, of.Doc)
	}
	return &trying{entity: e, choices: e.machine.newChoices(), state: s}
}

// ask puts a question to a task: if its answer is true, the way is taken.
func (t *trying) ask(call *workflow.Call, of *workflow.Element, to func() way) {
	if t.choices.decided {
		return
	}
	m := t.entity.machine
	hold, asked, answer := m.raising.reserveName("Before "+call.Task), m.raising.reserveName(call.Task), m.raising.reserveName(call.Task+": answer")
	t.choices.otherwise(way{name: hold})
	t.choices.write(t.state, nil)
	m.addHold(hold, asked)
	s := m.addState(asked, Task)
	dialects.Put(s, "Resource", dialects.NewText(m.raising.addressTask(call.Task)))
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("answer")))
	m.writeLargestLimit(s, call.Span, of)
	m.lead(s, way{name: answer})
	m.raising.lose(&dialects.LossGuard, call.Span, of, "a test whether it is true", "a task result that is neither true nor false counts as false")
	t.state, t.choices = m.addState(answer, Choice), m.newChoices()
	dialects.Put(t.state, "OutputPath", dialects.NewText(member("entity")))
	rule := dialects.NewObject()
	dialects.Put(rule, "Variable", dialects.NewText(member("answer")))
	dialects.Put(rule, "BooleanEquals", boolean(true))
	t.choices.add(condition{rule: rule}, to())
}

func (t *trying) add(x condition, to way) { t.choices.add(x, to) }

func (t *trying) otherwise(to way) { t.choices.otherwise(to) }

// finish sets the target if no condition holds.
func (t *trying) finish(to func() way) {
	if !t.choices.decided {
		t.choices.otherwise(to())
	}
	t.choices.write(t.state, nil)
}

// addHold adds a state that puts the document aside.
func (m *machine) addHold(name, next string) *source.Node {
	s := m.addPass(name, way{name: next})
	dialects.Put(s, "ResultPath", dialects.NewText(member("entity")))
	return s
}

// writeWorkflow adds the states of a workflow that its start leads to, and returns the name of the first.
func (e *entity) writeWorkflow(w *workflow.Workflow) string {
	e.reportBounds(w)
	l := &entityFlow{entity: e, machine: e.machine, raising: e.raising, flow: w, entry: map[*workflow.Node]string{}, taken: map[*workflow.Edge]way{}}
	reach := w.ReachFrom(w.Root.Start)
	var states []*workflow.Node
	for _, n := range w.Root.Nodes {
		switch {
		case n.Kind != workflow.State:
		case reach[n.ID]:
			l.entry[n] = e.raising.nameState(n.Element)
			states = append(states, n)
		default:
			e.raising.lose(&dialects.LossExtra, n.Element.NameSpan, n.Element, "", "unreachable states are dropped")
		}
	}
	l.checks = !slices.ContainsFunc(states, func(n *workflow.Node) bool { return len(distinct(named(n))) == 0 })
	for _, n := range states {
		e.raising.reportElementTexts(n.Element)
		l.writeState(n)
	}
	return l.entry[w.Root.Start]
}

// An entityFlow writes a workflow of an entity.
type entityFlow struct {
	machine *machine
	raising *raising
	entity  *entity
	flow    *workflow.Workflow
	entry   map[*workflow.Node]string
	taken   map[*workflow.Edge]way // where an edge leads, by what happens on it
	fails   string                 // the state that a request which cannot be carried out ends in
	lacks   string                 // the state that a request for a transition which is not there ends in
	// checks is true if the answer of every request is looked at, even where it can ask for one transition alone: the workflow never
	// ends by itself, and a machine has to be able to.
	checks bool
}

// writeState adds the states of a state.
func (l *entityFlow) writeState(n *workflow.Node) {
	tried, asked := automated(n), distinct(named(n))
	switch {
	case len(tried) == 0 && len(asked) == 0:
		comment(l.machine.addState(l.entry[n], Succeed), "", n.Element.Doc)
	case len(tried) == 0:
		comment(l.writeRest(n, l.entry[n], asked), "", n.Element.Doc)
	default:
		l.writeTransitions(n, tried, asked)
	}
}

// automated are the transitions that a state tries by itself.
func automated(n *workflow.Node) []*workflow.Edge {
	var out []*workflow.Edge
	for _, e := range n.Out {
		if !e.Disabled && (e.Kind == workflow.Guarded || e.Kind == workflow.Next) {
			out = append(out, e)
		}
	}
	return out
}

// named are the transitions that a request can name.
func named(n *workflow.Node) []*workflow.Edge {
	var out []*workflow.Edge
	for _, e := range n.Out {
		if !e.Disabled && e.Name != "" && (e.Kind == workflow.Manual || e.Kind == workflow.Guarded || e.Kind == workflow.Next) {
			out = append(out, e)
		}
	}
	return out
}

// writeTransitions adds the choice among the automated transitions of a state. If none can be taken, it rests.
func (l *entityFlow) writeTransitions(n *workflow.Node, tried, asked []*workflow.Edge) {
	t := l.entity.beginTrying(l.entry[n], n.Element)
	for _, edge := range tried {
		switch {
		case edge.Ask != nil:
			t.ask(edge.Ask, n.Element, func() way { return l.writeTransition(edge) })
		case edge.Guard == nil:
			t.otherwise(l.writeTransition(edge))
		default:
			if x, ok := l.machine.translateGuard(known(edge), n.Element); ok {
				t.add(x, l.writeTransition(edge))
			}
		}
	}
	t.finish(func() way {
		name := l.raising.reserveName(n.Name() + ": rest")
		l.writeRest(n, name, asked)
		return way{name: name}
	})
}

// writeRest adds what awaits a request for one of some transitions, and returns the first of its states. There may be none: then the
// request never comes.
func (l *entityFlow) writeRest(n *workflow.Node, first string, asked []*workflow.Edge) *source.Node {
	task := l.raising.addStandIn(n.Name())
	l.raising.lose(&dialects.LossUpdates, n.Element.NameSpan, n.Element, "a task that awaits a transition",
		"a waiting entity cannot be updated, and a request for an unknown transition is not an error")
	if len(asked) > 0 {
		l.raising.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, "a task whose result names the transition",
			"the data of a request is not merged into the entity")
	}
	if len(asked) < 2 && !l.checks {
		s := l.addResting(n, first, task)
		dialects.Put(s, "ResultPath", nothing())
		to := way{}
		for _, edge := range asked {
			l.reportPassage(n, edge, task, "")
			to = l.writeRequested(edge)
		}
		l.machine.lead(s, to)
		return s
	}
	asks, which := l.raising.reserveName(n.Name()+": request"), l.raising.reserveName(n.Name()+": which transition")
	holds := l.machine.addHold(first, asks)
	s := l.addResting(n, asks, task)
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("request")))
	l.machine.lead(s, way{name: which})
	s = l.machine.addState(which, Choice)
	dialects.Put(s, "OutputPath", dialects.NewText(member("entity")))
	c := l.machine.newChoices()
	for _, edge := range asked {
		l.reportPassage(n, edge, task, "transition")
		rule := dialects.NewObject()
		dialects.Put(rule, "Variable", dialects.NewText("$.request.transition"))
		dialects.Put(rule, "StringEquals", dialects.NewText(edge.Name))
		c.add(condition{rule: rule}, l.writeRequested(edge))
	}
	c.otherwise(l.addProblem(&l.lacks, "No such transition", l.flow.Errors.Request.Name, "the state does not have the transition"))
	c.write(s, nil)
	return holds
}

// addProblem returns where the state is that raises an error, and adds it if it is not there yet.
func (l *entityFlow) addProblem(name *string, wanted, problem, cause string) way {
	if *name == "" {
		*name = l.raising.reserveName(wanted)
		l.machine.addFail(*name, problem, cause)
	}
	return way{name: *name}
}

// known is the condition of a transition, with what it asks of the state that the entity is in answered.
func known(e *workflow.Edge) expr.Expr {
	return expr.Known(e.Guard, value.ObjectOf(value.Member{Key: "state", Value: e.From.Name()}))
}

// distinct are the edges that a request can name: the first of each name.
func distinct(edges []*workflow.Edge) []*workflow.Edge {
	var out []*workflow.Edge
	seen := map[string]bool{}
	for _, e := range edges {
		if !seen[e.Name] {
			seen[e.Name] = true
			out = append(out, e)
		}
	}
	return out
}

// addResting adds the task that replaces a request.
func (l *entityFlow) addResting(n *workflow.Node, name, task string) *source.Node {
	s := l.machine.addState(name, Task)
	dialects.Put(s, "Resource", dialects.NewText(task))
	l.machine.writeLargestLimit(s, n.Element.NameSpan, n.Element)
	return s
}

// reportPassage notes what takes the place of a request.
func (l *entityFlow) reportPassage(n *workflow.Node, e *workflow.Edge, task, member string) {
	l.raising.out.Occurrences = append(l.raising.out.Occurrences, dialects.Passage{From: dialects.Occurrence{Kind: "transition", Name: e.Name, At: n.Name()},
		To: dialects.Occurrence{Kind: "task", Name: task, Member: member}})
}

// writeRequested adds a transition that a request names, and returns where it begins. It fails if its condition does not hold.
func (l *entityFlow) writeRequested(e *workflow.Edge) way {
	if e.Guard == nil && e.Ask == nil {
		return l.writeTransition(e)
	}
	name := l.raising.reserveName(e.From.Name() + ": " + e.Name)
	t := l.entity.beginTrying(name, nil)
	if e.Ask != nil {
		t.ask(e.Ask, e.From.Element, func() way { return l.writeTransition(e) })
	} else if x, ok := l.machine.translateGuard(known(e), e.From.Element); ok {
		t.add(x, l.writeTransition(e))
	}
	t.finish(func() way {
		return l.addProblem(&l.fails, "Not allowed", l.flow.Errors.Refused.Name, "the condition of the transition does not hold")
	})
	return way{name: name}
}

// writeTransition adds what happens on a transition that is taken, and returns where it begins: at its target if nothing does.
func (l *entityFlow) writeTransition(e *workflow.Edge) way {
	if w, ok := l.taken[e]; ok {
		return w
	}
	to := way{name: l.entry[e.Target()]}
	if e.To.Role == workflow.Processing && e.To.Body != nil {
		to = way{name: l.machine.writeRegion(e.To.Body.Regions[0], to)}
	}
	l.taken[e] = to
	return to
}

// reportBounds notes that the limits of a request are dropped, if some request may come to them: its automated transitions form a cycle,
// or are more than one request may take.
func (e *entity) reportBounds(w *workflow.Workflow) {
	open := map[*workflow.Node]int{}
	var states, order []*workflow.Node
	for _, n := range w.Root.Nodes {
		if n.Kind == workflow.State {
			states = append(states, n)
			eachAutomated(n, func(to *workflow.Node) { open[to]++ })
		}
	}
	for _, n := range states {
		if open[n] == 0 {
			order = append(order, n)
		}
	}
	length := map[*workflow.Node]int{}
	longest := 0
	for i := 0; i < len(order); i++ {
		n := order[i]
		eachAutomated(n, func(to *workflow.Node) {
			length[to] = max(length[to], length[n]+1)
			longest = max(longest, length[to])
			if open[to]--; open[to] == 0 {
				order = append(order, to)
			}
		})
	}
	if most := w.Limits.Transitions; len(order) < len(states) || most > 0 && longest > most {
		e.raising.lose(&dialects.LossLimits, w.Span, nil, "", "the limits of a request (%d visits of a state, %d transitions) are dropped: asl has none",
			w.Limits.Visits, w.Limits.Transitions)
	}
}

func eachAutomated(n *workflow.Node, do func(to *workflow.Node)) {
	for _, e := range automated(n) {
		do(e.Target())
	}
}
