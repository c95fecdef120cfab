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
// it rests, a task stands in for whoever asks for a transition: its answer names the transition.
//
// What a task or a question answers must not get into the document, and must not take its place either. So the document is put
// aside for as long as that is looked at: it is its own member "entity" for a moment, and the Choice state that reads the answer
// takes it back by its OutputPath.

// entity writes the workflows that may be chosen as one machine.
func (r *raising) entity() *source.Node {
	m := r.machine()
	e := &entity{machine: m, starts: map[*workflow.Workflow]*link{}}
	start := ""
	if c := &r.program.Select[0]; c.If == nil && c.Ask == nil {
		e.start(c.Workflow)
	} else {
		start = e.selection()
	}
	for _, w := range e.chosen {
		r.flow = w
		r.texts(w)
		first := e.workflow(w)
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
		m.comment(e.chosen[0].Title, e.chosen[0].Doc)
	}
	return m.root
}

// entity is the workflows of an entity on their way into a machine.
type entity struct {
	*machine
	chosen []*workflow.Workflow // in the order of the selection
	starts map[*workflow.Workflow]*link
}

// start is the way to the start of a workflow.
func (e *entity) start(w *workflow.Workflow) way {
	if e.starts[w] == nil {
		e.starts[w] = &link{}
		e.chosen = append(e.chosen, w)
	}
	return way{link: e.starts[w]}
}

// selection adds what chooses a workflow, and returns the name of its first state.
func (e *entity) selection() string {
	name := e.name("Which workflow")
	t := e.trying(name, nil)
	for i := range e.program.Select {
		c := &e.program.Select[i]
		e.raising.flow = c.Workflow
		switch {
		case c.Ask != nil:
			t.ask(c.Ask, c.Workflow.Root.Start.Element, func() way { return e.start(c.Workflow) })
		case c.If == nil:
			t.otherwise(e.start(c.Workflow))
		default:
			if x, ok := e.guard(c.If, nil); ok {
				t.add(x, e.start(c.Workflow))
			}
		}
	}
	t.finish(func() way { return e.start(e.program.Fallback) })
	if len(e.chosen) > 1 {
		e.raising.flow = e.chosen[0]
		e.lose(&dialects.LossReselection, e.chosen[0].Span, nil, "one choice at the start", "the workflow of an entity is selected once, and not again for each request")
	}
	return name
}

// trying is a sequence of Choice states that try one condition after the other, with questions between them.
type trying struct {
	*entity
	*choices
	state *source.Node
}

// trying begins with a Choice state of that name. of is the element whose texts it carries; nil is none.
func (e *entity) trying(name string, of *workflow.Element) *trying {
	s := e.add(name, Choice)
	if of != nil {
		comment(s, of.Title, of.Doc)
	}
	return &trying{entity: e, choices: e.choices(), state: s}
}

// ask puts a question to a task: if its answer is true, the way is taken.
func (t *trying) ask(call *workflow.Call, of *workflow.Element, to func() way) {
	if t.decided {
		return
	}
	m := t.entity.machine
	hold, asked, answer := m.name("Before "+call.Task), m.name(call.Task), m.name(call.Task+": answer")
	t.choices.otherwise(way{name: hold})
	t.choices.write(t.state, nil)
	m.hold(hold, asked)
	s := m.add(asked, Task)
	dialects.Put(s, "Resource", dialects.NewText(m.resource(call.Task)))
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("answer")))
	m.largestLimit(s, call.Span, of)
	m.lead(s, way{name: answer})
	m.lose(&dialects.LossGuard, call.Span, of, "a test whether it is true", "a task result that is neither true nor false counts as false")
	t.state, t.choices = m.add(answer, Choice), m.choices()
	dialects.Put(t.state, "OutputPath", dialects.NewText(member("entity")))
	rule := dialects.NewObject()
	dialects.Put(rule, "Variable", dialects.NewText(member("answer")))
	dialects.Put(rule, "BooleanEquals", boolean(true))
	t.choices.add(condition{rule: rule}, to())
}

func (t *trying) add(x condition, to way) { t.choices.add(x, to) }

func (t *trying) otherwise(to way) { t.choices.otherwise(to) }

// finish says where to go if nothing holds.
func (t *trying) finish(to func() way) {
	if !t.decided {
		t.choices.otherwise(to())
	}
	t.choices.write(t.state, nil)
}

// hold adds a state that puts the document aside.
func (m *machine) hold(name, next string) *source.Node {
	s := m.pass(name, way{name: next})
	dialects.Put(s, "ResultPath", dialects.NewText(member("entity")))
	return s
}

// workflow adds the states of a workflow that its start leads to, and returns the name of the first.
func (e *entity) workflow(w *workflow.Workflow) string {
	e.bounds(w)
	l := &entityFlow{entity: e, flow: w, entry: map[*workflow.Node]string{}, taken: map[*workflow.Edge]way{}}
	reach := w.ReachFrom(w.Root.Start)
	var states []*workflow.Node
	for _, n := range w.Root.Nodes {
		switch {
		case n.Kind != workflow.State:
		case reach[n.ID]:
			l.entry[n] = e.stateName(n.Element)
			states = append(states, n)
		default:
			e.lose(&dialects.LossExtra, n.Element.NameSpan, n.Element, "", "unreachable states are dropped")
		}
	}
	l.checks = !slices.ContainsFunc(states, func(n *workflow.Node) bool { return len(distinct(named(n))) == 0 })
	for _, n := range states {
		e.elementTexts(n.Element)
		l.state(n)
	}
	return l.entry[w.Root.Start]
}

// An entityFlow writes a workflow of an entity.
type entityFlow struct {
	*entity
	flow  *workflow.Workflow
	entry map[*workflow.Node]string
	taken map[*workflow.Edge]way // where an edge leads, by what happens on it
	fails string                 // the state that a request which cannot be carried out ends in
	lacks string                 // the state that a request for a transition which is not there ends in
	// checks tells that the answer of every request is looked at, even where it can ask for one transition alone: the workflow never
	// ends by itself, and a machine has to be able to.
	checks bool
}

// state adds the states of a state.
func (l *entityFlow) state(n *workflow.Node) {
	tried, asked := automated(n), distinct(named(n))
	switch {
	case len(tried) == 0 && len(asked) == 0:
		comment(l.add(l.entry[n], Succeed), "", n.Element.Doc)
	case len(tried) == 0:
		comment(l.rest(n, l.entry[n], asked), "", n.Element.Doc)
	default:
		l.try(n, tried, asked)
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

// try adds the choice among the automated transitions of a state. If none can be taken, it rests.
func (l *entityFlow) try(n *workflow.Node, tried, asked []*workflow.Edge) {
	t := l.trying(l.entry[n], n.Element)
	for _, edge := range tried {
		switch {
		case edge.Ask != nil:
			t.ask(edge.Ask, n.Element, func() way { return l.take(edge) })
		case edge.Guard == nil:
			t.otherwise(l.take(edge))
		default:
			if x, ok := l.guard(known(edge), n.Element); ok {
				t.add(x, l.take(edge))
			}
		}
	}
	t.finish(func() way {
		name := l.name(n.Name() + ": rest")
		l.rest(n, name, asked)
		return way{name: name}
	})
}

// rest adds what awaits a request for one of some transitions, and returns the first of its states. There may be none: then the
// request never comes.
func (l *entityFlow) rest(n *workflow.Node, first string, asked []*workflow.Edge) *source.Node {
	task := l.standIn(n.Name())
	l.lose(&dialects.LossUpdates, n.Element.NameSpan, n.Element, "a task that awaits a transition",
		"a waiting entity cannot be updated, and a request for an unknown transition is not an error")
	if len(asked) > 0 {
		l.lose(&lossOccurrenceData, n.Element.NameSpan, n.Element, "a task whose result names the transition",
			"the data of a request is not merged into the entity")
	}
	if len(asked) < 2 && !l.checks {
		s := l.resting(n, first, task)
		dialects.Put(s, "ResultPath", nothing())
		to := way{}
		for _, edge := range asked {
			l.passage(n, edge, task, "")
			to = l.asked(edge)
		}
		l.lead(s, to)
		return s
	}
	asks, which := l.name(n.Name()+": request"), l.name(n.Name()+": which transition")
	holds := l.hold(first, asks)
	s := l.resting(n, asks, task)
	dialects.Put(s, "InputPath", dialects.NewText(member("entity")))
	dialects.Put(s, "ResultPath", dialects.NewText(member("request")))
	l.lead(s, way{name: which})
	s = l.add(which, Choice)
	dialects.Put(s, "OutputPath", dialects.NewText(member("entity")))
	c := l.choices()
	for _, edge := range asked {
		l.passage(n, edge, task, "transition")
		rule := dialects.NewObject()
		dialects.Put(rule, "Variable", dialects.NewText("$.request.transition"))
		dialects.Put(rule, "StringEquals", dialects.NewText(edge.Name))
		c.add(condition{rule: rule}, l.asked(edge))
	}
	c.otherwise(l.problem(&l.lacks, "No such transition", l.flow.Errors.Request.Name, "the state does not have the transition"))
	c.write(s, nil)
	return holds
}

// problem is the way to a state that raises an error, which is added if it is not there yet.
func (l *entityFlow) problem(name *string, wanted, problem, cause string) way {
	if *name == "" {
		*name = l.name(wanted)
		l.fail(*name, problem, cause)
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

// resting adds the task that stands in for a request.
func (l *entityFlow) resting(n *workflow.Node, name, task string) *source.Node {
	s := l.add(name, Task)
	dialects.Put(s, "Resource", dialects.NewText(task))
	l.largestLimit(s, n.Element.NameSpan, n.Element)
	return s
}

// passage notes what takes the place of a request.
func (l *entityFlow) passage(n *workflow.Node, e *workflow.Edge, task, member string) {
	l.Occurrences = append(l.Occurrences, dialects.Passage{From: dialects.Occurrence{Kind: "transition", Name: e.Name, At: n.Name()},
		To: dialects.Occurrence{Kind: "task", Name: task, Member: member}})
}

// asked is the way of a transition that somebody asks for: if its condition does not hold, that is an error.
func (l *entityFlow) asked(e *workflow.Edge) way {
	if e.Guard == nil && e.Ask == nil {
		return l.take(e)
	}
	name := l.name(e.From.Name() + ": " + e.Name)
	t := l.trying(name, nil)
	if e.Ask != nil {
		t.ask(e.Ask, e.From.Element, func() way { return l.take(e) })
	} else if x, ok := l.guard(known(e), e.From.Element); ok {
		t.add(x, l.take(e))
	}
	t.finish(func() way {
		return l.problem(&l.fails, "Not allowed", l.flow.Errors.Refused.Name, "the condition of the transition does not hold")
	})
	return way{name: name}
}

// take is the way of a transition that is taken: what happens on it, and its target.
func (l *entityFlow) take(e *workflow.Edge) way {
	if w, ok := l.taken[e]; ok {
		return w
	}
	to := way{name: l.entry[e.Target()]}
	if e.To.Role == workflow.Processing && e.To.Body != nil {
		to = way{name: l.region(e.To.Body.Regions[0], to)}
	}
	l.taken[e] = to
	return to
}

// bounds notes that the limits of a request are not said, if some request may come to them: its automated transitions form a cycle,
// or are more than one request may take.
func (e *entity) bounds(w *workflow.Workflow) {
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
		e.lose(&dialects.LossLimits, w.Span, nil, "", "the limits of a request (%d visits of a state, %d transitions) are dropped: asl has none",
			w.Limits.Visits, w.Limits.Transitions)
	}
}

func eachAutomated(n *workflow.Node, do func(to *workflow.Node)) {
	for _, e := range automated(n) {
		do(e.Target())
	}
}
