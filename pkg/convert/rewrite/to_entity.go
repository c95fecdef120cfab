package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// toEntity makes the states of an entity of a plain net, as [statesOfEntity] makes a plain net of them. A step becomes a state of its
// name, and what is done there happens on the transition that leaves it. A task that only one transition leads to is on that
// transition: the transition has its name.
var toEntity = Rewrite{
	ID:     "rewrite/states",
	What:   "turns steps into states of an entity, and what they do into processors of the transitions that leave them",
	When:   "has states of entities",
	Before: "Check, calls check-order -> Large?; if $.total > 5000 -> Review, calls review-order -> Done",
	After:  "state Check: check-order (check-order) -> Large?; state Large?: if total > 5000 Review (review-order) -> Done",
	Losses: []*dialects.LossRule{&lossTimerByRequest, &lossAwaitedData, &lossIgnoredFailure, &lossCascade, &lossEventData, &lossEventOrder},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Kinds.Has(workflow.State) || hasStates(w) || w.Root == nil || w.Root.Start == nil {
			return false
		}
		x := &making{Conversion: c, flow: w, plans: map[*workflow.Node]*plan{}, owner: map[*workflow.Node]*workflow.Node{},
			ignored: map[*workflow.Node]bool{}}
		x.make()
		return true
	},
}

var (
	lossTimerByRequest = dialects.LossRule{ID: "convert/timer-by-request", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time, Data: dialects.Same,
		What: "what a timer leads to while something is awaited happens when somebody requests it", Remedy: "have a scheduler request the transition"}
	lossAwaitedData = dialects.LossRule{ID: "convert/awaited-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:   "the data of a request is merged into the document, which the source does not do",
		Remedy: "send the data as it has to be in the document"}
	lossIgnoredFailure = dialects.LossRule{ID: "convert/ignored-failure", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.ErrorName, Data: dialects.Same,
		What: "a failure of a task whose answer is dropped is ignored", Remedy: "report the failure in the answer of another task"}
)

// A making is a plain net on its way to the states of an entity.
type making struct {
	*Conversion
	renamed map[dialects.Renaming]bool // that are noted
	flow    *workflow.Workflow
	plans   map[*workflow.Node]*plan
	order   []*plan
	// owner is the state on whose transition a node is that has no state of its own.
	owner   map[*workflow.Node]*workflow.Node
	done    *workflow.Node                          // the state of ends without a name
	own     map[*workflow.Element]*workflow.Element // what the elements of the source have become themselves
	crowded bool                                    // there are more steps than a request may take transitions
	// ignored are the tasks whose failures nobody minds.
	ignored map[*workflow.Node]bool
}

// A plan is a state to be.
type plan struct {
	node        *workflow.Node
	transitions []*transition
	names       map[string]bool
}

// A transition is one to be.
type transition struct {
	edge  *workflow.Edge // of the net: its guard and place
	kind  workflow.EdgeKind
	name  string
	tasks []*workflow.Node
	to    *workflow.Node
}

func (x *making) make() {
	x.prune(x.flow)
	x.dropSteps()
	x.own = map[*workflow.Element]*workflow.Element{}
	for _, e := range x.flow.Elements {
		if o := Origin(e); e.Name == o.Name && o != e {
			x.own[o] = e
		}
	}
	x.crowded = x.steps() > maxTransitions
	x.findOwners()
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if x.owner[n] == nil && (n.Kind != workflow.End || n.Role == workflow.Primary) {
			x.plan(n)
		}
		if x.Raised.Reason != "" {
			return
		}
	}
	x.giveNames()
	x.breakLoops()
	x.addCascadeLosses()
	if x.Raised.Reason != "" {
		return
	}
	for _, e := range slices.Clone(x.flow.Edges) {
		if Ignores(e) {
			x.ignored[e.From] = true
		}
	}
	for _, e := range slices.Clone(x.flow.Edges) {
		Disconnect(e)
	}
	x.flow.Root.Nodes = nil
	for _, p := range x.order {
		x.write(p)
	}
	x.completeProgram()
	Compact(x.flow)
}

// steps is how many steps lead on to another one.
func (x *making) steps() int {
	n := 0
	for _, s := range x.flow.Root.Nodes {
		if len(s.Out) > 0 {
			n++
		}
	}
	return n
}

// dropSteps takes out steps that do nothing and that nobody named.
func (x *making) dropSteps() {
	for _, n := range slices.Clone(x.flow.Root.Nodes) {
		if n.Kind == workflow.Pass && n.Role != workflow.Primary && n.Data.IsZero() && onwardEdge(n) != nil && onwardEdge(n).To != n {
			Splice(n)
		}
	}
	Compact(x.flow)
}

// findOwners finds the nodes that are on transitions: tasks that one transition of a state with several leads to, further processors
// of a transition, and what is part of a state that waits.
func (x *making) findOwners() {
	for _, n := range x.flow.Root.Nodes {
		if n == x.flow.Root.Start || len(n.In) == 0 {
			continue
		}
		from := n.In[0].From
		switch {
		case n.Kind == workflow.Await && len(n.In) == 1 && from.Kind == workflow.Choice && n.In[0].Kind == workflow.Default &&
			sameName(n.Element.Name, from.Element.Name+restSuffix), asksForRequest(n):
			x.owner[n] = from
		case n.Kind == workflow.Fail && len(n.In) == 1 && asksForRequest(from):
			x.owner[n] = from
		case n.Kind == workflow.Task && x.onTransition(n):
			x.owner[n] = from
		}
	}
}

// onTransition reports whether a task is on a transition: the only edge to it is one of several of a choice or an await, or it is a
// further processor of the transition on which the task before it is.
func (x *making) onTransition(n *workflow.Node) bool {
	on := onwardEdge(n)
	if on == nil || on.To == n {
		return false
	}
	from := onlySource(n)
	switch {
	case from == nil:
		return false
	case from.Kind == workflow.Task:
		return x.crowded || sameName(n.Element.Name, partName(from.Element.Name, n.Call.Task))
	case from.Kind == workflow.Choice:
		return len(from.Out) > 1
	}
	return from.Kind == workflow.Await && from.Awaits != nil && len(from.Awaits.For) > 0
}

// onlySource is the node whose edges alone lead to another one, where they are one but for those after ignored failures; nil if there
// are several.
func onlySource(n *workflow.Node) *workflow.Node {
	var from *workflow.Node
	for _, e := range n.In {
		if e.Kind == workflow.OnError && len(n.In) > 1 && Ignores(e) && e.From.Kind == workflow.Task {
			continue
		}
		if from != nil {
			return nil
		}
		from = e.From
	}
	return from
}

// Ignores reports whether an edge ignores the failure of a task whose answer is dropped: it takes every error, and leads with an
// unchanged document to where the task goes on.
func Ignores(e *workflow.Edge) bool {
	n := e.From
	c, on := n.Data.Combine, onwardEdge(n)
	switch {
	case e.Kind != workflow.OnError || n.Kind != workflow.Task || on == nil || n.Data.Output != nil:
		return false
	case c == nil || c.Mode != workflow.Drop || e.Data.Combine == nil || e.Data.Combine.Mode != workflow.Drop || e.Data.Output != nil:
		return false
	case len(e.On) == 0 || !takesAll(e.On):
		return false
	}
	return e.To == on.To || e.To.Kind == workflow.End && on.To.Kind == workflow.End && e.To.Role == workflow.Ending && on.To.Role == workflow.Ending
}

// plan plans the state of a node.
func (x *making) plan(n *workflow.Node) {
	p := &plan{node: n, names: map[string]bool{}}
	x.plans[n] = p
	x.order = append(x.order, p)
	switch n.Kind {
	case workflow.End:
	case workflow.Pass:
		if e := onwardEdge(n); e != nil {
			x.add(p, e, workflow.Next, "")
		}
	case workflow.Task:
		x.planTask(p, n)
	case workflow.Choice:
		x.planChoice(p, n)
	case workflow.Await:
		x.planAwait(p, n)
	default:
		x.Refuse(x.flow, placeOf(n), "the target has no counterpart of %q", n.Name())
	}
}

// planTask plans the state of a task, whose only transition has it as its first processor.
func (x *making) planTask(p *plan, n *workflow.Node) {
	e := onwardEdge(n)
	if e == nil {
		x.Refuse(x.flow, placeOf(n), "nothing follows %q", n.Name())
		return
	}
	t := x.add(p, e, workflow.Next, dialects.TaskName(n.Call.Task, x.Options.Resource))
	t.tasks = append([]*workflow.Node{n}, t.tasks...)
}

// add plans a transition along an edge, with the tasks on it. Without a name it has that of its first task, of its edge, or of the
// state that it leads to.
func (x *making) add(p *plan, e *workflow.Edge, kind workflow.EdgeKind, name string) *transition {
	t := &transition{edge: e, kind: kind, to: e.To}
	first := ""
	for t.to.Kind == workflow.Task && x.owner[t.to] != nil {
		if first == "" && (e.From.Kind == workflow.Choice || e.From.Kind == workflow.Await) {
			first = t.to.Element.Name
		}
		t.tasks = append(t.tasks, t.to)
		t.to = onwardEdge(t.to).To
	}
	for _, wish := range []string{first, name, e.Label, x.named(t.to)} {
		if wish != "" {
			t.name = wish
			break
		}
	}
	t.name = dialects.Numbers{}.Free(p.names, t.name, " ")
	p.transitions = append(p.transitions, t)
	return t
}

// named is the name of the state of a node.
func (x *making) named(n *workflow.Node) string {
	if n.Kind == workflow.End && n.Role != workflow.Primary {
		return doneName
	}
	return n.Element.Name
}

// doneName is the name of the state in which an entity is whose workflow has ended without a name for it.
const doneName = "Done"

// planChoice plans the state of a choice, with those of the await in which the entity rests if nothing holds.
func (x *making) planChoice(p *plan, n *workflow.Node) {
	for _, e := range n.Out {
		switch {
		case x.owner[e.To] == n && e.To.Kind == workflow.Await:
			x.planRequests(p, e.To, n)
		case e.Guard != nil && !x.alwaysHolds(e.Guard):
			x.add(p, e, workflow.Guarded, "")
		default:
			e.Guard = nil
			x.add(p, e, workflow.Next, "")
			return // what comes after it is never tried
		}
	}
}

// planAwait plans the state of an await.
func (x *making) planAwait(p *plan, n *workflow.Node) {
	if n.Awaits != nil && len(n.Awaits.For) > 0 {
		x.planRequests(p, n, nil)
	} else if e := onwardEdge(n); e != nil {
		kind := "complete"
		if n.Awaits != nil && n.Awaits.Kind == "signal" {
			kind = "signal"
		}
		t := x.add(p, e, workflow.Manual, n.Element.Name)
		x.Arrives(dialects.Occurrence{Kind: kind, Name: Origin(n.Element).Name}, dialects.Occurrence{Kind: "transition", Name: t.name})
		x.addAwaitedDataLoss(n)
	}
	for i := range n.Timers {
		x.planTimer(p, n, &n.Timers[i])
	}
}

// planRequests plans the transitions that somebody requests while a node waits. The event by which an entity is updated needs none, as
// the state tries its other transitions again then.
func (x *making) planRequests(p *plan, n, choice *workflow.Node) {
	if n.Awaits.All && len(n.Awaits.For) > 1 {
		x.planAll(p, n)
		return
	}
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		e := t.Edge
		if e == nil {
			e = onwardEdge(n)
		}
		if e == nil || choice != nil && e.To == choice && t.Name == UpdateEvent {
			x.requested(n, t, dialects.Occurrence{Kind: "update"})
			continue
		}
		x.addEventLoss(n, t)
		if asksForRequest(e.To) && x.owner[e.To] == n {
			label := e.Label
			e = e.To.Out[0]
			e.Label = label
		}
		planned := x.add(p, e, workflow.Manual, t.Name)
		x.requested(n, t, dialects.Occurrence{Kind: "transition", Name: planned.name})
	}
	x.addAwaitedDataLoss(n)
}

// addEventLoss adds the loss of the data of an event where that is not what is merged.
func (x *making) addEventLoss(n *workflow.Node, t *workflow.Trigger) {
	if t.Data != nil || t.Event != nil && len(t.Event.Correlations) > 0 {
		x.Lose(x.flow, &lossEventData, t.Span, n.Element, "", "the data of the event %q is merged as a whole, without the attributes of the event", t.Name)
	}
}

// requested notes that an event arrives as a request.
func (x *making) requested(n *workflow.Node, t *workflow.Trigger, to dialects.Occurrence) {
	x.noteOnce("a request that no state waits for is an error of who makes it, and not ignored")
	if t.Event != nil {
		x.Arrives(dialects.Occurrence{Kind: "event", Name: t.Event.Type, Source: t.Event.Source, At: Origin(n.Element).Name}, to)
	}
}

// addAwaitedDataLoss adds the loss of what becomes of the data of a request, where that is not merged.
func (x *making) addAwaitedDataLoss(n *workflow.Node) {
	c := n.Data.Combine
	switch {
	case n.Data.Result == nil && (c == nil && n.Awaits.Kind == "event" || c != nil && c.Mode == workflow.MergeDeep):
	case n.Data.Result == nil && c != nil && c.Mode == workflow.MergeShallow && x.Options.Domain.Disjoint:
	default:
		x.Lose(x.flow, &lossAwaitedData, placeOf(n), n.Element, "a deep merge", "the data of a request at %q is merged into the entity", n.Name())
	}
}

// planTimer plans the transition to what a timer leads to.
func (x *making) planTimer(p *plan, n *workflow.Node, timer *workflow.Timer) {
	if timer.Edge == nil || !timer.Interrupting {
		x.Lose(x.flow, &lossTimeout, timer.Length.Span, n.Element, "", "the timer of %q is dropped", n.Name())
		return
	}
	t := x.add(p, timer.Edge, workflow.Manual, "")
	x.Lose(x.flow, &lossTimerByRequest, placeOf(n), n.Element, "the transition \""+t.name+"\"", "the timer of %q is dropped: somebody has to request the transition", n.Name())
}

// write makes the state of a plan.
func (x *making) write(p *plan) {
	n := p.node
	n.Kind, n.Role, n.Awaits = workflow.State, workflow.Primary, nil
	n.Element.Primary = n
	x.flow.Root.Nodes = append(x.flow.Root.Nodes, n)
	for _, t := range p.transitions {
		to := t.to
		if to.Kind == workflow.End && to.Role != workflow.Primary {
			to = x.end(to)
		}
		if len(t.tasks) > 0 {
			to = x.process(n, t.tasks, to)
		}
		e := x.flow.Connect(n, to, t.kind, t.edge.Span)
		e.Name, e.Guard = t.name, t.edge.Guard
	}
	n.Call, n.Data, n.Retry, n.Timers = nil, workflow.Stages{}, nil, nil
}

// giveNames gives each state a name of its own, and notes those that are not the names of the source. What a rewrite added for an
// element that has a state itself has no name in the source.
func (x *making) giveNames() {
	taken, numbers := map[string]bool{}, dialects.Numbers{}
	for _, p := range x.order {
		e := p.node.Element
		e.Name = numbers.Free(taken, e.Name, " ")
		x.rename(e, e.Name)
	}
}

// rename notes what an element of the source is called, if that is another name.
func (x *making) rename(e *workflow.Element, to string) {
	r := dialects.Renaming{From: Origin(e).Name, To: to}
	if x.renamed == nil {
		x.renamed = map[dialects.Renaming]bool{}
		for _, before := range x.Raised.Names { // of other workflows
			x.renamed[before] = true
		}
	}
	if r.From != to && r.From != "" && (x.own[Origin(e)] == nil || x.own[Origin(e)] == e) && !x.renamed[r] {
		x.renamed[r] = true
		x.Raised.Names = append(x.Raised.Names, r)
	}
}

// end is the state of an end without a name.
func (x *making) end(n *workflow.Node) *workflow.Node {
	if x.done == nil {
		x.done = x.flow.AddNode(x.flow.Root, x.NewElement(x.flow, n.Element, doneName, ""), workflow.State, workflow.Primary)
	}
	return x.done
}

// process adds the scope with the processors of a transition.
func (x *making) process(state *workflow.Node, tasks []*workflow.Node, to *workflow.Node) *workflow.Node {
	scope := x.flow.AddNode(x.flow.Root, state.Element, workflow.Scope, workflow.Processing)
	scope.Body.Gather = workflow.GatherOne
	x.flow.Connect(scope, to, workflow.Next, state.Span)
	r := x.flow.AddRegion(scope, state.Span)
	r.Shared = true
	var last *workflow.Node
	for _, t := range tasks {
		n := x.flow.AddNode(r, state.Element, workflow.Task, workflow.Processing)
		x.processor(n, t)
		if last != nil {
			x.follow(last, n)
		} else {
			r.Start = n
		}
		last = n
		if t != state {
			x.rename(t.Element, state.Element.Name)
		}
	}
	end := x.flow.AddNode(r, state.Element, workflow.End, workflow.Ending)
	x.follow(last, end)
	return scope
}

// processor has a node do what a task does.
func (x *making) processor(n, t *workflow.Node) {
	call := *t.Call
	call.Silent = true
	n.Call, n.Timers, n.Span = &call, t.Timers, t.Span
	x.callFor(n, t.Element)
	if isEmptyObject(t.Data.Payload) || t.Data.Payload == nil && isEmptyObject(t.Data.Select) {
		n.Data.Select = &expr.Literal{Value: value.NewObject(0), Span: t.Span}
	}
	n.Data.Combine = &workflow.Combine{Mode: workflow.Replace, Span: t.Span}
	if c := t.Data.Combine; c != nil && c.Mode == workflow.Drop {
		n.Data.Combine.Mode = workflow.Drop
		if !x.ignored[t] && !slices.Contains(x.Raised.Substitutes, t.Call.Task) {
			x.Lose(x.flow, &lossIgnoredFailure, placeOf(t), t.Element, "", "a failure of %q is ignored", t.Name())
		}
	}
}

// follow connects a processor with what is after it, which is also what follows an ignored failure.
func (x *making) follow(n, to *workflow.Node) {
	x.flow.Connect(n, to, workflow.Next, n.Span)
	if n.Data.Combine.Mode == workflow.Drop {
		e := x.flow.Connect(n, to, workflow.OnError, n.Span)
		e.On = workflow.Matcher{{All: true, Span: n.Span}}
		e.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Span: n.Span}
	}
}

func isEmptyObject(x expr.Expr) bool {
	l, ok := x.(*expr.Literal)
	if !ok {
		return false
	}
	o, ok := l.Value.(*value.Object)
	return ok && o.Len() == 0
}

// completeProgram makes the program one of entities.
func (x *making) completeProgram() {
	p := x.Program
	x.flow.Root.Shared = true
	if x.flow == p.Start() {
		p.Select, p.Fallback = []workflow.Candidate{{Workflow: x.flow}}, x.flow
	}
}
