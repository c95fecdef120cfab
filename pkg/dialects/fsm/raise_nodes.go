package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeNode writes the work of a node as the transitions that leave its state.
func (t *track) writeNode(n, s *workflow.Node) {
	if n.Kind != workflow.Task && n.Kind != workflow.Scope {
		t.addUnhandledLosses(n)
		t.addRetryLosses(n)
		if n.Kind != workflow.Await {
			t.addTimerLosses(n)
		}
	}
	switch n.Kind {
	case workflow.Task:
		t.writeTask(n, s)
	case workflow.Pass:
		t.writePass(n, s)
	case workflow.Table, workflow.Resource:
		t.writeSubstitute(n, s)
	case workflow.Wait:
		t.writeWait(n, s)
	case workflow.Choice:
		t.writeChoice(n, s)
	case workflow.Await:
		t.writeAwait(n, s)
	case workflow.Scope:
		t.writeScope(n, s)
	case workflow.Emit:
		t.addEventLoss(n)
		t.connectOnward(n, s, "")
	case workflow.End:
		t.addPassedLosses(n)
		if t.after != nil {
			t.connect(s, t.after, workflow.Next, t.after.Name())
		}
	case workflow.Fail:
		t.writeFailure(n, s)
	default:
		t.out.Refuse(t.from, n.Element.NameSpan, "an entity state machine has no counterpart of %q", n.Name())
	}
}

// connectOnward adds the transition to the state after a node. One with a requirement has it as its criterion.
func (t *track) connectOnward(n, s *workflow.Node, name string, doing ...*processing) {
	next := t.next(n)
	if name == "" {
		name = next.Name()
	}
	e := t.perform(s, next, name, doing...)
	if by := way(n); by != nil && by.Require != nil {
		t.setCriterion(e, by.Require, n, nil)
		t.addRequirementLoss(by, "the entity, which stays in the state")
	}
}

// addRequirementLoss adds the loss of a requirement, which no longer fails if it does not hold.
func (x *raiser) addRequirementLoss(e *workflow.Edge, instead string) {
	x.losses.Add(&lossFailure, e.Span, e.From.Element, instead, "the requirement after %q no longer fails when it does not hold", e.From.Name())
}

// writeTask writes a task as the processor of the transition that leaves its state.
func (t *track) writeTask(n, s *workflow.Node) {
	t.connectOnward(n, s, n.Name(), t.createProcessor(n))
	t.writeHandlers(n, s)
}

// writePass writes a step that makes data, which an entity state machine does not, as a task; or one where nothing happens.
func (t *track) writePass(n, s *workflow.Node) {
	switch d := &n.Data; {
	case n.Split == workflow.SplitFork:
		t.writeFork(n, s)
	case d.Combine != nil && d.Combine.Mode == workflow.Drop, d.Result == nil && d.Combine == nil && d.Payload == nil:
		t.addPassedLosses(n)
		t.connectOnward(n, s, "")
	default:
		t.writeSubstitute(n, s)
	}
}

// writeSubstitute writes what the definition computes as a task of the name of the step.
func (t *track) writeSubstitute(n, s *workflow.Node) {
	t.connectOnward(n, s, n.Name(), t.createStandIn(n))
}

// createStandIn returns the processor that does what the definition does itself at a node.
func (x *raiser) createStandIn(n *workflow.Node) *processing {
	name := x.standInName(n.Name())
	x.out.StandIns = append(x.out.StandIns, dialects.StandIn{Element: n.Name(), Task: name})
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

// standInName is the name of a task that replaces something else.
func (x *raiser) standInName(name string) string {
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

// writeWait writes the state of a wait, without its time.
func (t *track) writeWait(n, s *workflow.Node) {
	t.losses.Add(&dialects.LossWait, n.Element.NameSpan, n.Element, "", "the wait at %q is dropped: an entity state machine cannot wait", n.Name())
	if _, fixed := n.Until.Expr.(*expr.Literal); !fixed {
		t.addPathLoss(n, n.Until.Span)
	}
	t.addPassedLosses(n)
	t.connectOnward(n, s, "")
}

// writeAwait writes awaited events as transitions that somebody has to request.
func (t *track) writeAwait(n, s *workflow.Node) {
	t.addPassedLosses(n)
	if len(n.Awaits.For) > 0 {
		t.writeEvents(n, s)
	} else {
		kind := "complete"
		if n.Awaits.Kind == "signal" {
			kind = "signal"
		}
		t.addRequirementLosses(n)
		by := t.connect(s, t.next(n), workflow.Manual, n.Name())
		t.addPassage(dialects.Occurrence{Kind: kind, Name: n.Name()}, by.Name)
		t.addDataLosses(n)
	}
	t.losses.Add(&lossStrayRequest, n.Element.NameSpan, n.Element, "", "a request that nothing awaits is an error")
	for i := range n.Timers {
		t.writeTimer(n, s, &n.Timers[i])
	}
}

// addPassage notes the transition that replaces an occurrence.
func (x *raiser) addPassage(from dialects.Occurrence, name string) {
	p := dialects.Passage{From: from, To: dialects.Occurrence{Kind: "transition", Name: name}}
	if !x.passages[p] {
		x.passages[p] = true
		x.out.Occurrences = append(x.out.Occurrences, p)
	}
}

// addDataLosses adds the losses for the data of an occurrence, which an entity merges deeply.
func (t *track) addDataLosses(n *workflow.Node) {
	switch c := n.Data.Combine; {
	case c != nil && c.Mode == workflow.MergeDeep && n.Data.Result == nil:
	case c != nil && c.Mode == workflow.MergeShallow:
		t.losses.Add(&dialects.LossReplaceIntoMerge, n.Element.NameSpan, n.Element, "a deep merge",
			"objects in the data of a request are merged with existing ones instead of replacing them")
	default:
		t.losses.Add(&dialects.LossPlace, n.Element.NameSpan, n.Element, "a deep merge", "the data of a request is merged into the entity")
	}
}

// writeEvents writes each awaited event as a transition. If all have to come, they do so one after the other.
func (t *track) writeEvents(n, s *workflow.Node) {
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
			t.addPassage(dialects.Occurrence{Kind: "event", Name: w.Event.Type, Source: w.Event.Source}, by.Name)
		}
		if !last {
			s = to
		}
		t.losses.Add(&dialects.LossPlace, w.Span, n.Element, "a deep merge of the data of the request", "the data of the event %q is merged into the entity", w.Name)
	}
	t.losses.Add(&dialects.LossAwait, n.Element.NameSpan, n.Element, "a transition for each event", "%q awaits requests instead of events", n.Name())
}

// writeTimer writes the path of a timer that ends the waiting. A second token is dropped.
func (t *track) writeTimer(n, s *workflow.Node, timer *workflow.Timer) {
	if timer.Edge == nil || !timer.Interrupting {
		t.losses.Add(&dialects.LossTimeout, timer.Length.Span, n.Element, "", "the timer of %q is dropped", n.Name())
		return
	}
	to := t.target(timer.Edge.To)
	by := t.connect(s, to, workflow.Manual, to.Name())
	t.losses.Add(&lossTimerByRequest, timer.Span, n.Element, "the manual transition "+quote(by.Name), "the timer of %q is dropped: somebody has to request the transition", n.Name())
}

// writeChoice writes the paths out of a choice as transitions with criteria, which are tried in order.
func (t *track) writeChoice(n, s *workflow.Node) {
	t.addPassedLosses(n)
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
				t.addRequirementLoss(e, "")
			}
			t.setCriterion(t.connect(s, to, workflow.Guarded, to.Name()), e.Guard, n, n.Data.Select)
		}
	}
	if otherwise != nil {
		to := t.along(otherwise)
		t.connect(s, to, workflow.Next, to.Name())
	} else if n.NoMatch == workflow.MatchOrFail && forced(s) == nil {
		t.losses.Add(&lossFailure, n.Element.NameSpan, n.Element, "the entity, which stays in the state", "%q no longer fails if nothing matches", n.Name())
	}
}
