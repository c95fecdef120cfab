package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entity moves between states: automated transitions are tried when it comes to a state and after each update, the others
// are taken when somebody asks for them. As steps, a state tries its automated transitions in a DECISION and rests at a USER_TASK.
// Where it matters which request completes that, the request is named by a variable.

// requested is the variable that names the transition that is asked for.
const requested = "transition"

// An entityWriter writes the workflows of an entity as one definition.
type entityWriter struct {
	*writer
	states  map[*workflow.Node]*state
	ways    map[*workflow.Edge]*draft // where transitions lead
	order   []*state
	refusal *draft
}

// A state is a state with the steps that it becomes; those it has no use for are nil.
type state struct {
	node *workflow.Node
	flow *workflow.Workflow
	// automated are the transitions that are tried, up to one that is always taken; manual are those that are asked for.
	automated, manual []*workflow.Edge
	always            bool // the last of the automated ones is always taken
	entry             *draft
	tries, rests      *draft
}

// raiseEntity writes the workflows that an entity may have. A definition has one start, so that they are parts of one.
func raiseEntity(p *workflow.Program, o dialects.Raising, r *dialects.Raised) {
	w := &entityWriter{writer: newWriter(p, p.Select[0].Workflow, o, r), states: map[*workflow.Node]*state{},
		ways: map[*workflow.Edge]*draft{}}
	main := w.flow
	flows := w.candidates()
	var front *draft
	if len(flows) > 1 {
		front = w.addFurther("select")
		front.title = "Select the workflow"
	}
	for _, f := range flows {
		w.flow = f
		for _, n := range f.Root.Nodes {
			if n.Kind == workflow.State {
				w.planState(n)
			}
		}
	}
	for _, s := range w.order {
		w.flow = s.flow
		w.fillState(s)
	}
	w.flow = main
	first := front
	if front != nil {
		w.fillSelection(front)
	} else {
		first = w.states[main.Root.Start].entry
	}
	w.addInactiveLosses(flows)
	w.addLimitLosses()
	r.Definitions = []dialects.Printed{w.finish(first)}
	for _, f := range flows[1:] {
		if f == p.Fallback {
			continue
		}
		w.losses.Add(&dialects.LossTexts, f.Span, nil, "", "%q becomes a part of the definition of %q", f.ID, main.ID)
	}
	r.Losses = append(r.Losses, w.losses.List()...)
	if r.Reason != "" {
		r.Definitions = nil
	}
}

// candidates are the workflows that may be chosen: those up to one without a condition, or the fallback after all of them.
func (w *entityWriter) candidates() []*workflow.Workflow {
	var out []*workflow.Workflow
	for _, c := range w.program.Select {
		out = append(out, c.Workflow)
		if c.If == nil && c.Ask == nil {
			return out
		}
	}
	return append(out, w.program.Fallback)
}

// addInactiveLosses adds the losses of the workflows that are never selected.
func (w *entityWriter) addInactiveLosses(flows []*workflow.Workflow) {
	chosen := map[*workflow.Workflow]bool{}
	for _, f := range flows {
		chosen[f] = true
	}
	for _, f := range w.program.Workflows {
		if !chosen[f] {
			w.losses.Add(&dialects.LossExtra, f.Span, nil, "", "the workflow %q is dropped, as it is never selected", f.ID)
		}
	}
}

// fillSelection completes the step that selects the workflow of an entity.
func (w *entityWriter) fillSelection(front *draft) {
	front.kind = Decision
	at := front
	open := true
	for _, c := range w.program.Select {
		begin := w.states[c.Workflow.Root.Start].entry
		w.losses.Add(&dialects.LossReselection, c.Workflow.Span, nil, "", "the workflow of an entity is selected once, when it is created")
		switch {
		case c.Ask != nil:
			at = w.addQuestion(at, c.Ask, begin, nil)
		case c.If == nil:
			at.addBranch(always.text, begin)
			open = false
		default:
			if is, ok := w.writeCondition(&guard{known: value.NewObject(0)}, c.If, nil); ok {
				at.addBranch(is.text, begin)
			}
		}
		if !open {
			return
		}
	}
	at.addBranch(always.text, w.states[w.program.Fallback.Root.Start].entry)
}

// planState plans the steps of a state.
func (w *entityWriter) planState(n *workflow.Node) {
	s := &state{node: n, flow: w.flow}
	for _, e := range n.Out {
		switch {
		case e.Disabled:
		case e.Kind == workflow.Manual:
			s.manual = append(s.manual, e)
		case !s.always && (e.Kind == workflow.Guarded || e.Kind == workflow.Next):
			s.automated = append(s.automated, e)
			s.always = e.Guard == nil && e.Ask == nil
		}
	}
	d := w.addDraft(n.Element)
	s.entry = d
	switch {
	case len(s.automated) == 0 && len(s.manual) == 0:
	case len(s.automated) == 0:
		s.rests = d
	case s.always:
		s.tries = d
	default:
		s.rests = d
		s.tries = &draft{id: w.unique(n.Name() + "-automated"), title: n.Name()}
		w.drafts = append(w.drafts, s.tries)
		s.entry = s.tries
	}
	w.states[n] = s
	w.order = append(w.order, s)
}

// fillState completes the steps of a state.
func (w *entityWriter) fillState(s *state) {
	e := s.node.Element
	if s.tries == nil && s.rests == nil {
		s.entry.kind = End
		w.losses.Add(&dialects.LossUpdates, e.NameSpan, e, "", "in a state without transitions an entity cannot be updated, and no request is rejected")
		return
	}
	if s.tries != nil {
		at := s.tries
		at.kind = Decision
		for _, x := range s.automated {
			at = w.addTry(s, at, x)
		}
		if s.rests != nil {
			at.addBranch(always.text, s.rests)
		}
	}
	if s.rests != nil {
		s.rests.kind = UserTask
		w.fillRequests(s)
	}
}

// way is where a transition leads: to its processors, one after the other, and then to the state after them.
func (w *entityWriter) way(x *workflow.Edge) *draft {
	if w.ways[x] == nil {
		w.ways[x] = w.processed(x)
	}
	return w.ways[x]
}

func (w *entityWriter) processed(x *workflow.Edge) *draft {
	to := w.states[x.Target()].entry
	if x.To.Role != workflow.Processing || x.To.Body == nil || len(x.To.Body.Regions) == 0 {
		return to
	}
	var first, last *draft
	for n := x.To.Body.Regions[0].Start; n != nil && n.Kind == workflow.Task; n = nextOf(n) {
		d := w.addFurther(n.Call.Task)
		d.kind, d.jobType = ServiceTask, w.taskName(n.Call.Task)
		w.addInputLosses(n)
		w.addResultLosses(n)
		w.addHandlerLosses(n)
		w.setRetries(n, d)
		w.addTimers(n, d)
		if first == nil {
			first = d
		} else {
			last.next = d
		}
		last = d
	}
	if last == nil {
		return to
	}
	last.next = to
	return first
}

func nextOf(n *workflow.Node) *workflow.Node {
	for _, e := range n.Out {
		if e.Kind == workflow.Next {
			return e.To
		}
	}
	return nil
}

// addLimitLosses adds the loss of the limits of a request, where one request may exceed them.
func (w *entityWriter) addLimitLosses() {
	for _, s := range w.order {
		if s.flow.Root.Start == s.node && w.exceeds(s.flow) {
			w.losses.Add(&dialects.LossLimits, s.flow.Span, nil, "", "the limits of a request are dropped: step does not count visits of a state")
		}
	}
}

// exceeds reports whether automated transitions loop, or are more in a row than a request may take.
func (w *entityWriter) exceeds(f *workflow.Workflow) bool {
	open := map[*workflow.Node]int{}
	depth := map[*workflow.Node]int{}
	var ready []*workflow.Node
	for _, s := range w.order {
		for _, x := range s.automated {
			open[x.Target()]++
		}
	}
	for _, s := range w.order {
		if open[s.node] == 0 {
			ready = append(ready, s.node)
		}
	}
	for i := 0; i < len(ready); i++ {
		n := ready[i]
		for _, x := range w.states[n].automated {
			to := x.Target()
			depth[to] = max(depth[to], depth[n]+1)
			if open[to]--; open[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	longest := 0
	for n, d := range depth {
		if n.Region == f.Root {
			longest = max(longest, d)
		}
	}
	return len(ready) < len(w.order) || f.Limits.Transitions > 0 && longest > f.Limits.Transitions
}
