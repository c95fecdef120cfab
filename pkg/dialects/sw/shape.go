package sw

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The nodes of a plain net become states: each has the parts that lowering a state would have given it.

// region gives the nodes of a region the shape of states, after the idioms in it have become what they stand for.
func (s *shaping) region(r *workflow.Region) {
	for _, n := range r.Nodes {
		if n.Role == workflow.Ending {
			continue
		}
		if n.Element.Primary != n { // of an element that is more than one node each is a state
			own := *n.Element
			own.Primary, n.Element = n, &own
		}
		n.Role = workflow.Primary
	}
	s.foldRequirements(r)
	s.foldActions(r)
	s.foldReactions(r)
	s.foldEvents(r)
	states := r.Primaries()
	for _, n := range states {
		s.rename(n.Element)
	}
	for _, n := range states {
		n.Element.Whole = nil
		s.title(n.Element)
		s.state(n)
	}
	for _, n := range states {
		s.leave(n)
	}
	s.begin(r)
}

// state gives a node the shape of a state of its type.
func (s *shaping) state(n *workflow.Node) {
	switch n.Kind {
	case workflow.Task:
		s.task(n)
	case workflow.Choice:
		s.choice(n)
	case workflow.Wait:
		s.delay(n)
	case workflow.Await:
		s.await(n)
	case workflow.Scope:
		s.scope(n)
	case workflow.Emit:
		s.emit(n)
	case workflow.End:
		s.end(n)
	case workflow.Fail:
		s.fail(n)
	default:
		s.pass(n)
	}
	for _, e := range n.Out {
		e.Extras = nil
		if title := dialects.BranchTitle(e); title != nil && e.Kind == workflow.Guarded {
			e.Extras = workflow.Extras{{Key: "metadata", Value: dialects.NewObject("title", title)}}
		}
	}
	s.output(n)
}

// output writes what goes on of the document, as far as a filter of a state can select it. Of a member of the document itself the filter
// would keep the name: it is selected of a list with the document.
func (s *shaping) output(n *workflow.Node) {
	x := n.Data.Output
	if x == nil {
		return
	}
	f, _ := x.(*expr.Foreign)
	if f == nil || f.Node == nil || f.Node.Kind != source.String {
		s.lose(&dialects.LossOutputSelection, n, "", "the output of %q is one that no filter of a state selects", n.Element.Name)
		n.Data.Output = nil
		return
	}
	p, _ := expr.Meant(f).(*expr.Path)
	switch {
	case p == nil || len(p.Steps) == 0:
		n.Data.Output = nil
	case len(p.Steps) > 1 || p.Steps[0].Kind != expr.StepChild:
	case n.Kind == workflow.Pass && n.Data.Result == nil:
		n.Data.Select = writtenTemplate(listed).value()
		n.Data.Output = writtenTemplate("{{ $[0]" + strings.TrimPrefix(p.String(), "$") + " }}").value()
	default:
		s.lose(&lossSelectedName, n, "", "the value that %q selects stays under the name %q", n.Element.Name, p.Steps[0].Name)
	}
}

// listed selects a list with an object in it.
const listed = "{{ $[?(true)] }}"

// task makes a call an operation with one action, or the call of a workflow a subflow.
func (s *shaping) task(n *workflow.Node) {
	if n.Call.Workflow && n.Data.Payload == nil && len(n.Timers) == 0 {
		n.Element.Kind = SubFlow.String()
		if n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop {
			s.lose(&dialects.LossReplaceIntoMerge, n, "the output is merged", "the output of the workflow %q is merged into the document", n.Call.Task)
		}
		s.errors(n, false)
		return
	}
	n.Element.Kind = Operation.String()
	list := []*workflow.Node{s.action(n)}
	limited := len(list[0].Timers) > 0
	for _, x := range s.further[n] {
		a := s.action(x)
		a.Element.Name = x.Element.Name
		limited = limited || len(a.Timers) > 0
		list = append(list, a)
	}
	s.errors(n, limited)
	enclose(n, list...)
}

// enclose makes a node a state that performs actions one after the other.
func enclose(n *workflow.Node, actions ...*workflow.Node) {
	n.Kind, n.Call, n.Timers, n.Emits, n.Awaits = workflow.Scope, nil, nil, nil, nil
	n.Data = workflow.Stages{Output: n.Data.Output}
	n.Body = &workflow.Body{Gather: workflow.GatherChanges, Regions: []*workflow.Region{sequence(n, actions)}}
}

// sequence is a region with actions one after the other. Nothing follows the last one: the region is only raised.
func sequence(scope *workflow.Node, actions []*workflow.Node) *workflow.Region {
	r := &workflow.Region{Scope: scope, Nodes: actions}
	if len(actions) == 0 {
		r.Nodes = []*workflow.Node{{Kind: workflow.End, Role: workflow.Ending, Element: scope.Element}}
	}
	for i, n := range r.Nodes {
		n.Region = r
		if i > 0 {
			before := r.Nodes[i-1]
			before.Out = []*workflow.Edge{{Kind: workflow.Next, From: before, To: n}}
		}
	}
	r.Start = r.Nodes[0]
	return r
}

// action is the call of a node as an action.
func (s *shaping) action(n *workflow.Node) *workflow.Node {
	name := s.function(n.Call)
	a := &workflow.Node{Kind: workflow.Task, Role: workflow.Acting, Element: &workflow.Element{Name: name}, Call: &workflow.Call{Task: name}}
	if p, ok := n.Data.Payload.(*expr.Foreign); ok && p.Node != nil && p.Node.Kind == source.Object {
		a.Data.Payload = p
	} else if l, ok := n.Data.Payload.(*expr.Literal); ok {
		a.Data.Payload = l
	} else if n.Data.Payload != nil {
		s.lose(&dialects.LossInputPart, n, "the whole document", "the parameters of %q would not be an object", n.Element.Name)
	}
	if n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop {
		a.Data.Result = writtenTemplate(neverHolds).value()
	}
	a.Timers = s.limits(n)
	return a
}

// pass makes a node that computes, or does nothing, a state that injects fixed data.
func (s *shaping) pass(n *workflow.Node) {
	n.Kind, n.Element.Kind = workflow.Pass, Inject.String()
	x := n.Data.Result
	combine := n.Data.Combine
	n.Data = workflow.Stages{Output: n.Data.Output}
	s.drops(n)
	v, fixed := expr.Constant(x)
	switch {
	case x == nil || combine != nil && combine.Mode == workflow.Drop:
		return
	case combine == nil && !fixed: // a part of the document takes its place
		n.Data.Output = cmp.Or(n.Data.Output, x)
	case combine == nil:
		// Lists are not merged, so that what is in one replaces what was there, and is selected from it.
		const member = "result"
		n.Data.Result = &expr.Literal{Value: value.ObjectOf(value.Member{Key: member, Value: []any{v}})}
		n.Data.Output = writtenTemplate("{{ $." + member + "[0] }}").value()
	case fixed:
		n.Data.Result = &expr.Literal{Value: v}
	}
}

// drops drops the handlers of a state in which nothing fails.
func (s *shaping) drops(n *workflow.Node) {
	for _, e := range slices.Clone(n.Out) {
		if e.Kind == workflow.OnError {
			e.Disconnect()
		}
	}
	n.Retry = nil
}

// delay makes a wait a delay.
func (s *shaping) delay(n *workflow.Node) {
	n.Element.Kind = Delay.String()
	s.drops(n)
	length, _ := dialects.Duration8601(n.Until)
	n.Until = &workflow.Length{Expr: &expr.Literal{Value: length}}
}

// end makes an end that is a state one that does nothing and ends.
func (s *shaping) end(n *workflow.Node) {
	n.Kind, n.Element.Kind = workflow.Pass, Inject.String()
	n.Data = workflow.Stages{Output: cmp.Or(n.Data.Output, n.Data.Result)}
	to := s.ending(n)
	to.Terminates = n.Terminates && s.inBranch()
	n.Terminates = false
}

// inBranch reports whether the definition is a branch of another one, so that an end may have to end more than it.
func (s *shaping) inBranch() bool { return s.flow != s.of }

// ending connects a node to the end that belongs to it.
func (s *shaping) ending(n *workflow.Node) *workflow.Node {
	to := s.flow.AddNode(n.Region, n.Element, workflow.End, workflow.Ending)
	s.flow.Connect(n, to, workflow.ToEnd, n.Span)
	return to
}

// fail makes a failure a state whose transition is never allowed.
func (s *shaping) fail(n *workflow.Node) {
	n.Kind, n.Element.Kind, n.Data = workflow.Pass, Inject.String(), workflow.Stages{}
	if m := dialects.NewObject("error", fixedText(n.Raises.Name), "cause", fixedText(n.Raises.Cause)); len(m.Members) > 0 {
		for _, x := range n.Element.Extras {
			m.Members = append(m.Members, x.Value.Members...)
		}
		n.Element.Extras = workflow.Extras{{Key: "metadata", Value: m}}
	}
	n.Raises = nil
	s.refuse(n, workflow.Next)
	s.out.Note("sw fails by a transition that is not allowed: its error is called %s, and the error of the source is in the metadata of the state", errRefused)
}

// fixedText is a text that an expression always gives; nil for others.
func fixedText(x expr.Expr) *source.Node {
	v, _ := expr.Constant(x)
	text, _ := v.(string)
	return dialects.TextOf(text)
}

// refuse adds a transition to a node that is never allowed.
func (s *shaping) refuse(n *workflow.Node, kind workflow.EdgeKind) {
	e := s.flow.Connect(n, s.stop(n.Region), kind, n.Span)
	e.Require = writtenTemplate(neverHolds).holds()
}

// stop is the state that does nothing but end.
func (s *shaping) stop(r *workflow.Region) *workflow.Node {
	if s.ended == nil {
		e := s.flow.AddElement(s.names.Free(stopName), Inject.String(), source.Span{}, source.Span{})
		s.ended = s.flow.AddNode(r, e, workflow.Pass, workflow.Primary)
		s.ending(s.ended)
	}
	return s.ended
}

// stopName is the name of the state that transitions lead to which have to lead to a state and end.
const stopName = "Finish"

// leave makes the edges of a state lead where they may.
func (s *shaping) leave(n *workflow.Node) {
	for _, e := range slices.Clone(n.Out) {
		to := e.To
		if to.Role == workflow.Producing || to.Kind != workflow.End || to.Role == workflow.Primary {
			continue
		}
		to.Terminates = to.Terminates && s.inBranch()
		if (e.Kind == workflow.Next || e.Kind == workflow.ToEnd) && n.Element.Kind != Switch.String() {
			e.Kind = workflow.ToEnd
			continue
		}
		e.Redirect(s.stop(n.Region))
	}
	if n.Element.Kind != Switch.String() && !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.Next || e.Kind == workflow.ToEnd }) {
		s.rest(n)
	}
}

// rest makes a state that nothing leads on from wait for what never comes.
func (s *shaping) rest(n *workflow.Node) {
	e := s.flow.AddElement(s.names.Free(n.Element.Name+" rests"), EventState.String(), source.Span{}, source.Span{})
	rests := s.flow.AddNode(n.Region, e, workflow.Await, workflow.Primary)
	s.waitFor(rests, []workflow.Trigger{s.trigger("nothing follows")})
	s.ending(rests)
	s.flow.Connect(n, rests, workflow.Next, n.Span)
	s.lose(&dialects.LossDeadEndWaits, n, "an event that is never sent", "%q is a dead end", n.Element.Name)
}

// begin makes a definition begin with its input, and not with an event: where the first state waits for one, another is before it.
func (s *shaping) begin(r *workflow.Region) {
	n := r.Start
	if n.Element.Kind != EventState.String() {
		return
	}
	e := s.flow.AddElement(s.names.Free(startName), Inject.String(), source.Span{}, source.Span{})
	first := s.flow.AddNode(r, e, workflow.Pass, workflow.Primary)
	s.flow.Connect(first, n, workflow.Next, n.Span)
	r.Start = first
	r.Nodes = append([]*workflow.Node{first}, r.Nodes[:len(r.Nodes)-1]...)
}

// startName is the name of the state before one that waits for an event.
const startName = "Start"

// takeOut takes a node out of its region.
func takeOut(n *workflow.Node) {
	n.Region.Nodes = slices.DeleteFunc(slices.Clone(n.Region.Nodes), func(x *workflow.Node) bool { return x == n })
}
