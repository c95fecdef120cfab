package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// node says what is done at a node by the transitions that leave its state.
func (t *track) node(n, s *workflow.Node) {
	if n.Kind != workflow.Task && n.Kind != workflow.Scope {
		t.unhandled(n)
		t.retries(n)
		if n.Kind != workflow.Await {
			t.timers(n)
		}
	}
	switch n.Kind {
	case workflow.Task:
		t.task(n, s)
	case workflow.Pass:
		t.pass(n, s)
	case workflow.Table, workflow.Resource:
		t.substitute(n, s)
	case workflow.Wait:
		t.wait(n, s)
	case workflow.Choice:
		t.choice(n, s)
	case workflow.Await:
		t.await(n, s)
	case workflow.Scope:
		t.scope(n, s)
	case workflow.Emit:
		t.unproduced(n)
		t.onward(n, s, "")
	case workflow.End:
		t.leaving(n)
		if t.after != nil {
			t.connect(s, t.after, workflow.Next, t.after.Name())
		}
	case workflow.Fail:
		t.fails(n, s)
	default:
		t.out.Refuse(t.from, n.Element.NameSpan, "an entity state machine has no counterpart of %q", n.Name())
	}
}

// onward adds the transition to the state after a node. One with a requirement has it as its criterion.
func (t *track) onward(n, s *workflow.Node, name string, doing ...*processing) {
	next := t.next(n)
	if name == "" {
		name = next.Name()
	}
	e := t.perform(s, next, name, doing...)
	if by := way(n); by != nil && by.Require != nil {
		t.criterion(e, by.Require, n, nil)
		t.required(by, "the entity, which stays in the state")
	}
}

// required notes that what does not hold on a way is not a failure.
func (x *raiser) required(e *workflow.Edge, instead string) {
	x.losses.Add(&lossFailure, e.Span, e.From.Element, instead, "the requirement after %q no longer fails when it does not hold", e.From.Name())
}

// task says a task as the processor of the transition that leaves its state.
func (t *track) task(n, s *workflow.Node) {
	t.onward(n, s, n.Name(), t.processor(n))
	t.handlers(n, s)
}

// pass says a step that makes data, which an entity state machine does not, as a task; or one where nothing happens.
func (t *track) pass(n, s *workflow.Node) {
	switch d := &n.Data; {
	case n.Split == workflow.SplitFork:
		t.fork(n, s)
	case d.Combine != nil && d.Combine.Mode == workflow.Drop, d.Result == nil && d.Combine == nil && d.Payload == nil:
		t.leaving(n)
		t.onward(n, s, "")
	default:
		t.substitute(n, s)
	}
}

// substitute says what the definition computes as a task of the name of the step.
func (t *track) substitute(n, s *workflow.Node) {
	t.onward(n, s, n.Name(), t.standIn(n))
}

// standIn is the processor that does what the definition does itself at a node.
func (x *raiser) standIn(n *workflow.Node) *processing {
	name := x.stand(n.Name())
	x.out.StandIns = append(x.out.StandIns, dialects.Renaming{From: n.Name(), To: name})
	what := "a task has to compute the data of %q"
	switch n.Kind {
	case workflow.Table:
		what = "a task has to evaluate the decision table %q"
	case workflow.Resource:
		what = "a task has to read or write the file %q"
	}
	x.losses.Add(&dialects.LossStandIn, n.Element.NameSpan, n.Element, "the task "+quote(name), what, n.Name())
	return &processing{task: name, attach: true}
}

// stand is the name of a task that replaces something else.
func (x *raiser) stand(name string) string {
	unique := x.asked.unique(name)
	for x.calls(unique) {
		unique = x.asked.unique(name)
	}
	x.out.Substitutes = append(x.out.Substitutes, unique)
	return unique
}

// calls reports whether a task of that name is called anywhere.
func (x *raiser) calls(name string) bool {
	if x.called == nil {
		x.called = map[string]bool{}
		for _, n := range x.from.Nodes {
			if n.Call != nil {
				x.called[x.taskOf(n.Call.Task)] = true
			}
		}
	}
	return x.called[name]
}

// wait says nothing of the time that passes.
func (t *track) wait(n, s *workflow.Node) {
	t.losses.Add(&dialects.LossWait, n.Element.NameSpan, n.Element, "", "the wait at %q is dropped: an entity state machine cannot wait", n.Name())
	if _, fixed := n.Until.Expr.(*expr.Literal); !fixed {
		t.unchecked(n, n.Until.Span)
	}
	t.leaving(n)
	t.onward(n, s, "")
}

// await says what is awaited as transitions that somebody has to ask for.
func (t *track) await(n, s *workflow.Node) {
	t.leaving(n)
	if len(n.Awaits.For) > 0 {
		t.events(n, s)
	} else {
		kind := "complete"
		if n.Awaits.Kind == "signal" {
			kind = "signal"
		}
		t.unrequired(n)
		by := t.connect(s, t.next(n), workflow.Manual, n.Name())
		t.passage(dialects.Occurrence{Kind: kind, Name: n.Name()}, by.Name)
		t.accompanied(n)
	}
	t.losses.Add(&lossStrayRequest, n.Element.NameSpan, n.Element, "", "a request that nothing awaits is an error")
	for i := range n.Timers {
		t.awaitTimer(n, s, &n.Timers[i])
	}
}

// passage notes which transition takes the place of an occurrence.
func (x *raiser) passage(from dialects.Occurrence, name string) {
	p := dialects.Passage{From: from, To: dialects.Occurrence{Kind: "transition", Name: name}}
	if !x.passages[p] {
		x.passages[p] = true
		x.out.Occurrences = append(x.out.Occurrences, p)
	}
}

// accompanied looks at what becomes of the data that comes with an occurrence, which an entity takes in deeply.
func (t *track) accompanied(n *workflow.Node) {
	switch c := n.Data.Combine; {
	case c != nil && c.Mode == workflow.MergeDeep && n.Data.Result == nil:
	case c != nil && c.Mode == workflow.MergeShallow:
		t.losses.Add(&dialects.LossReplaceIntoMerge, n.Element.NameSpan, n.Element, "a deep merge",
			"objects in the data of a request are merged with existing ones instead of replacing them")
	default:
		t.losses.Add(&dialects.LossPlace, n.Element.NameSpan, n.Element, "a deep merge", "the data of a request is merged into the entity")
	}
}

// events says each event that is awaited as a transition. Where all have to come, they do one after the other.
func (t *track) events(n, s *workflow.Node) {
	a := n.Awaits
	for i, w := range a.For {
		last := !a.All || i == len(a.For)-1
		var to *workflow.Node
		switch {
		case !last:
			to = t.state(nil, n.Name()+" after "+w.Name)
		case w.Edge != nil:
			to = t.target(w.Edge.To)
		default:
			to = t.next(n)
		}
		by := t.connect(s, to, workflow.Manual, w.Name)
		if w.Event != nil {
			t.passage(dialects.Occurrence{Kind: "event", Name: w.Event.Type, Source: w.Event.Source}, by.Name)
		}
		if !last {
			s = to
		}
		t.losses.Add(&dialects.LossPlace, w.Span, n.Element, "a deep merge of the data of the request", "the data of the event %q is merged into the entity", w.Name)
	}
	t.losses.Add(&dialects.LossAwait, n.Element.NameSpan, n.Element, "a transition for each event", "%q awaits requests instead of events", n.Name())
}

// awaitTimer says where a timer leads to that ends the waiting. A second token has no place.
func (t *track) awaitTimer(n, s *workflow.Node, timer *workflow.Timer) {
	if timer.Edge == nil || !timer.Interrupting {
		t.losses.Add(&dialects.LossTimeout, timer.Length.Span, n.Element, "", "the timer of %q is dropped", n.Name())
		return
	}
	to := t.target(timer.Edge.To)
	by := t.connect(s, to, workflow.Manual, to.Name())
	t.losses.Add(&lossTimerByRequest, timer.Span, n.Element, "the manual transition "+quote(by.Name), "the timer of %q is dropped: somebody has to request the transition", n.Name())
}

// choice says the ways out of a choice as transitions with criteria, which are tried in order.
func (t *track) choice(n, s *workflow.Node) {
	t.leaving(n)
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch e.Kind {
		case workflow.Default:
			if otherwise == nil {
				otherwise = e
			}
		case workflow.Guarded:
			to := t.along(e)
			if e.Require != nil {
				t.required(e, "")
			}
			t.criterion(t.connect(s, to, workflow.Guarded, to.Name()), e.Guard, n, n.Data.Select)
		}
	}
	if otherwise != nil {
		to := t.along(otherwise)
		t.connect(s, to, workflow.Next, to.Name())
	} else if n.NoMatch == workflow.MatchOrFail && forced(s) == nil {
		t.losses.Add(&lossFailure, n.Element.NameSpan, n.Element, "the entity, which stays in the state", "%q no longer fails if nothing matches", n.Name())
	}
}
