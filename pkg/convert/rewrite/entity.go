package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entity moves between states. When it enters one, the automated transitions are tried in order; if none can be taken, it rests
// until somebody requests a transition. As a plain net a state is
//
//   - a choice of its automated transitions, or the work of the only one;
//   - an await of the requests for the others, which is the default of the choice where there are both; and
//   - an end, where nothing leaves the state.
//
// The processors of a transition are tasks along its edge. A request is an event whose type is the name of the transition and
// whose source is the workflow. Whoever sends data to a resting entity without a request has the automated transitions tried
// again: where there are some, that is the event [UpdateEvent].
var statesOfEntity = Rewrite{
	ID:     "rewrite/entity-states",
	What:   "turns each state of an entity into a choice of its automated transitions and an await of the requests for the others",
	When:   "has no entity states",
	Before: "state OPEN: if total <= 100 -> PAID; by request APPROVE -> PAID",
	After:  "choice OPEN: if total <= 100 -> PAID, else await OPEN waiting: event APPROVE -> PAID",
	Losses: []*dialects.LossRule{&dialects.LossLimits, &dialects.LossReselection, &lossDecision, &lossAnswerType},
	Apply:  plainEntity,
}

// UpdateEvent is the type of the event by which a resting entity gets data without a request for a transition.
const UpdateEvent = "update"

// restSuffix ends the name of the await of a state that has a choice too.
const restSuffix = " waiting"

// hasStates reports whether a workflow is that of an entity.
func hasStates(w *workflow.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.State })
}

// plainEntity turns the workflow of an entity into a plain net, and reports whether it did.
func plainEntity(c *Conversion, w *workflow.Workflow) bool {
	if c.Able.Kinds.Has(workflow.State) || !hasStates(w) {
		return false
	}
	x := &entity{Conversion: c, flow: w, starts: map[*workflow.Node]bool{w.Root.Start: true}, events: make(map[string]*workflow.Event, len(w.Elements))}
	for _, e := range slices.Backward(w.Events) { // the first of a name counts
		x.events[e.Name] = e
	}
	if len(c.Program.Select) > 0 {
		x.joinCandidates()
	}
	x.findTransitions()
	x.makeRoom()
	x.addLimitLosses()
	for _, s := range x.states {
		x.rewriteState(s)
	}
	x.flow.Limits.Visits, x.flow.Limits.Transitions = 0, 0
	x.flow.Root.Shared = false
	for _, e := range Prune(x.flow) {
		x.Raised.Note("the state %q is left out, as no transition leads to it", e.Name)
	}
	return true
}

// makeRoom allocates the tables of what the states wait for at once.
func (x *entity) makeRoom() {
	asked := 0
	for _, s := range x.states {
		asked += len(s.asked)
	}
	if x.requested == nil {
		x.requested = make(map[*workflow.Event]dialects.Occurrence, asked)
	}
	x.arrivals.expect(asked)
}

// An entity is a workflow with states being converted to a plain net.
type entity struct {
	*Conversion
	flow   *workflow.Workflow
	starts map[*workflow.Node]bool // in which entities begin
	events map[string]*workflow.Event
	states []*state
	named  map[string]bool // the names of elements, once a transition asks for them
}

// A state is a state with its transitions.
type state struct {
	node *workflow.Node
	name string
	// entry is where the net goes on that leads to the state: the node, or what it asks first.
	entry *workflow.Node
	// tried are the automated transitions, up to one that is always taken, and asked those that are requested.
	tried, asked []*workflow.Edge
	always       bool // the last of tried has no condition
}

// findTransitions sorts the transitions of all states. It answers what their conditions ask of the life of the entity that the
// net knows: the state, and the last transition where only one leads there.
func (x *entity) findTransitions() {
	last := x.lastTransitions()
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if n.Kind != workflow.State {
			continue
		}
		s := &state{node: n, name: n.Name(), entry: n}
		l, known := last[n]
		for _, e := range slices.Clone(n.Out) {
			e.Guard = e.Condition()
			if e.Guard != nil && known && !l.several {
				e.Guard = expr.Known(e.Guard, l.seen())
			}
			if !x.keeps(s, e) {
				dropTransition(e)
			}
		}
		x.states = append(x.states, s)
	}
}

// keeps sorts a transition. It reports false if the transition is never taken.
func (x *entity) keeps(s *state, e *workflow.Edge) bool {
	if l, ok := e.Guard.(*expr.Literal); ok {
		switch {
		case l.Value == true:
			e.Guard = nil
		case l.Value == false && e.Ask == nil:
			return false
		}
	}
	e.Label = e.Name
	switch {
	case e.Disabled:
		x.Raised.Note("the transition %q of the state %q is left out, as it is disabled", e.Name, s.name)
		return false
	case s.always:
		return false
	case e.Kind == workflow.Manual:
		s.asked = append(s.asked, e)
		return true
	}
	e.Title = e.Name
	s.tried = append(s.tried, e)
	if e.Guard != nil && e.Ask == nil && x.leavesNothing(s.tried) {
		e.Guard = nil
	}
	if s.always = e.Guard == nil && e.Ask == nil; s.always {
		for _, never := range s.asked { // the entity does not rest here
			dropTransition(never)
		}
		s.asked = nil
	}
	return true
}

// mostCompared is how many conditions are looked at together: the time for that grows with their number for each transition of a state, and
// many conditions that leave nothing are hardly written by hand.
const mostCompared = 200

// leavesNothing reports whether it is certain that the condition of one of some transitions holds.
func (x *entity) leavesNothing(tried []*workflow.Edge) bool {
	if len(tried) > mostCompared {
		return false
	}
	var guards []expr.Expr
	for _, e := range tried {
		if e.Guard != nil && e.Ask == nil {
			guards = append(guards, expr.CommonCondition(e.Guard, x.domain()))
		}
	}
	if x.Options.Domain.Typed {
		return expr.Complete(guards)
	}
	return expr.Exhaustive(guards)
}

// dropTransition takes a transition and what happens along it out of the net.
func dropTransition(e *workflow.Edge) {
	if scope := e.To; scope.Role == workflow.Processing {
		for _, on := range slices.Clone(scope.Out) {
			on.Disconnect()
		}
		scope.Region.TakeOut(scope)
	}
	e.Disconnect()
}

// A lastTransition is the name of the transitions that lead to a state; empty where an entity begins.
type lastTransition struct {
	name    string
	several bool // they have different names
}

// seen is what conditions see of it.
func (l lastTransition) seen() *value.Object {
	var last any = l.name
	if l.name == "" {
		last = nil
	}
	return value.ObjectOf(value.Member{Key: workflow.EntityPrevious, Value: last})
}

// lastTransitions are the last transitions of the states that transitions lead to.
func (x *entity) lastTransitions() map[*workflow.Node]lastTransition {
	out := make(map[*workflow.Node]lastTransition, len(x.flow.Elements))
	for n := range x.starts {
		out[n] = lastTransition{}
	}
	for _, n := range x.flow.Root.Nodes {
		if n.Kind != workflow.State {
			continue
		}
		for _, e := range n.Out {
			if e.Disabled {
				continue
			}
			to := e.Target()
			if l, known := out[to]; known {
				out[to] = lastTransition{l.name, l.several || l.name != e.Name}
			} else {
				out[to] = lastTransition{name: e.Name}
			}
		}
	}
	return out
}

// rewriteState makes a state what its transitions need.
func (x *entity) rewriteState(s *state) {
	n := s.node
	switch {
	case len(s.tried) == 0 && len(s.asked) == 0:
		n.Kind = workflow.End
	case len(s.tried) == 1 && s.always:
		x.rewriteOnly(s)
	case len(s.tried) == 0:
		x.rewriteRest(n, s)
	default:
		x.rewriteChoice(s)
	}
}

// rewriteOnly makes a state with one transition that is always taken a step that does its work.
func (x *entity) rewriteOnly(s *state) {
	n, e := s.node, s.tried[0]
	n.Kind, e.Kind = workflow.Pass, workflow.Next
	tasks := x.insertProcessors(e, n.Element)
	if len(tasks) == 0 {
		return
	}
	Splice(n)
	n.Element.Primary = tasks[0]
}

// rewriteChoice makes a state with automated transitions a choice, whose default is to rest.
func (x *entity) rewriteChoice(s *state) {
	n := s.node
	n.Kind = workflow.Choice
	at := n
	for i, e := range s.tried {
		e.Kind = workflow.Guarded
		switch {
		case e.Ask != nil && i == 0:
			s.entry = x.ask(x.flow, n, e)
		case e.Ask != nil:
			at = x.addChoice(at, n.Element, s.name)
			e.MoveStart(at)
			x.ask(x.flow, at, e)
		case e.Guard == nil:
			e.Kind = workflow.Default
			fallthrough
		case e.From != at:
			e.MoveStart(at)
		}
		x.insertProcessors(e, nil)
	}
	if s.always {
		return
	}
	rest := addBeside(x.flow, n, x.NewElement(x.flow, n.Element, s.name+restSuffix, n.Element.Kind), workflow.Await, true)
	x.flow.Connect(at, rest, workflow.Default, n.Span)
	x.rewriteRest(rest, s)
}

// addChoice adds a choice that is the default of another one.
func (x *entity) addChoice(at *workflow.Node, because *workflow.Element, wish string) *workflow.Node {
	more := addBeside(x.flow, at, x.NewElement(x.flow, because, wish, because.Kind), workflow.Choice, true)
	x.flow.Connect(at, more, workflow.Default, at.Span)
	return more
}

// rewriteRest makes a node the await of the requests for the transitions of a state.
func (x *entity) rewriteRest(n *workflow.Node, s *state) {
	n.Kind = workflow.Await
	n.Awaits = &workflow.Awaits{Kind: "event"}
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	taken := make(map[string]bool, len(s.asked))
	for _, e := range s.asked {
		if taken[e.Name] { // the first of a name is the one that is requested
			dropTransition(e)
			continue
		}
		taken[e.Name] = true
		e.Kind = workflow.Guarded
		if e.From != n {
			e.MoveStart(n)
		}
		x.await(n, e, e.Name, dialects.Occurrence{Kind: "transition", Name: e.Name, At: s.name})
		x.insertCondition(e)
	}
	if len(s.tried) > 0 {
		again := x.flow.Connect(n, s.entry, workflow.Guarded, n.Span)
		again.Label = UpdateEvent
		x.await(n, again, UpdateEvent, dialects.Occurrence{Kind: "update", At: s.name})
		return
	}
	x.Raised.Note("updates of an entity cannot be converted where the entity waits for a request only")
}

// await adds an event to those that a node waits for.
func (x *entity) await(n *workflow.Node, e *workflow.Edge, name string, from dialects.Occurrence) {
	event := x.events[name]
	if event == nil {
		event = &workflow.Event{Name: name, Type: name, Source: x.flow.ID, Span: e.Span}
		x.flow.Events, x.events[name] = append(x.flow.Events, event), event
	}
	n.Awaits.For = append(n.Awaits.For, workflow.Trigger{Name: name, Event: event, Edge: e, Span: e.Span})
	x.requested[event] = from
	x.Arrives(from, dialects.Occurrence{Kind: "event", Name: event.Type, Source: event.Source})
}

// insertCondition puts the condition of a requested transition into a choice on its way, and its processors after it. A request
// whose condition does not hold fails.
func (x *entity) insertCondition(e *workflow.Edge) {
	if e.Guard == nil && e.Ask == nil {
		x.insertProcessors(e, nil)
		return
	}
	because, to := e.From.Element, e.To
	check := addBeside(x.flow, e.From, x.NewElement(x.flow, because, e.Name+" allowed", because.Kind), workflow.Choice, true)
	on := x.flow.Connect(check, to, workflow.Guarded, e.Span)
	on.Label, on.Name, on.Guard, on.Ask = e.Label, e.Name, e.Guard, e.Ask
	e.Guard, e.Ask = nil, nil
	e.Redirect(check)
	if on.Ask != nil {
		x.ask(x.flow, check, on)
	}
	x.insertProcessors(on, nil)
}
