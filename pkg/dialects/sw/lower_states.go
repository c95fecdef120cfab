package sw

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// state lowers a state except for its transitions.
func (l *lowering) state(r *workflow.Region, s *State) *workflow.Node {
	at := headOf(s.Node)
	if s.Name != nil {
		at = s.Name.Node.Span
	}
	e := l.flow.AddElement(s.name(), s.Type.String(), at, s.Node.Span)
	e.Title, e.Doc = textIn(s.Node.Get("metadata"), "title"), textIn(s.Node.Get("metadata"), "description")
	e.Unnamed = s.Type == Inject && e.Name == stopName && (e.Title == "" || e.Title == stopName)
	n := l.flow.AddNode(r, e, kindOf(s), workflow.Primary)
	if s.Type == NoType {
		l.dangling("a state without a type", at)
		return n
	}
	if s.Broken {
		l.unsupported("the "+s.String(), "", at)
	}
	if s.StartNode != nil && r.Start != nil {
		l.unsupported("a second start", "", headOf(s.StartNode))
	}
	l.filter(&n.Data, s.Filter)
	l.body(n, s)
	for _, x := range s.Retries {
		l.retry(n, x)
	}
	return n
}

// kindOf is the kind of node that a state becomes.
func kindOf(s *State) workflow.Kind {
	switch s.Type {
	case EventState, Callback, ForEach:
		return workflow.Scope
	case Switch:
		if s.onEvents() {
			return workflow.Await
		}
		return workflow.Choice
	case Delay:
		return workflow.Wait
	case SubFlow:
		if s.Waits == nil || !s.Waits.Value {
			return workflow.Scope
		}
		return workflow.Task
	case Parallel:
		if len(s.Branches) > 0 {
			return workflow.Scope
		}
	case Operation:
		if len(s.Actions) > 0 {
			return workflow.Scope
		}
	}
	return workflow.Pass
}

// onEvents reports whether a switch decides by events.
func (s *State) onEvents() bool { return s.Node.Member("eventConditions") != nil }

// body lowers what a state does.
func (l *lowering) body(n *workflow.Node, s *State) {
	switch s.Type {
	case EventState:
		l.eventState(n, s)
	case Operation:
		l.operation(n, s)
	case Delay:
		if s.TimeDelay == nil {
			l.unsupported("a delay without a length", "", n.Element.NameSpan)
			return
		}
		until := length(s.TimeDelay.Node, s.TimeDelay.Expr)
		n.Until = &until
	case Parallel:
		l.parallel(n, s)
	case SubFlow:
		l.subFlow(n, s)
	case Inject:
		if s.Data != nil {
			n.Data.Result = &expr.Literal{Value: value.Of(s.Data), Node: s.Data, Span: s.Data.Span}
			n.Data.Combine = merging(s.Data.Span)
		}
	case ForEach:
		l.forEach(n, s)
	case Callback:
		l.callback(n, s)
	}
}

// merging is how results get into the data of a state.
func merging(at source.Span) *workflow.Combine {
	return &workflow.Combine{Mode: workflow.MergeDeep, Effective: true, Span: at}
}

// filter lowers the filter of a state.
func (l *lowering) filter(d *workflow.Stages, f *Filter) {
	if f == nil {
		return
	}
	if f.Input.path() != nil {
		d.Select = f.Input.filter(l.plain)
	}
	d.Output = l.outputOf(f)
}

// outputOf is what goes on of a state's data; nil is all of it.
func (l *lowering) outputOf(f *Filter) expr.Expr {
	if f == nil || f.Output.path() == nil {
		return nil
	}
	return f.Output.filter(l.plain)
}

// operation lowers the actions of an operation: in one region after each other, or in one each.
func (l *lowering) operation(n *workflow.Node, s *State) {
	if n.Body == nil {
		return
	}
	n.Body.Gather = workflow.GatherChanges
	l.acts(n, s.Mode, s.Actions, s)
}

// acts lowers actions to the regions of a scope.
func (l *lowering) acts(scope *workflow.Node, mode *Word, actions []*Action, s *State) {
	if mode != nil && mode.Value == "parallel" {
		for _, a := range actions {
			l.sequence(l.flow.AddRegion(scope, a.Node.Span), []*Action{a}, s)
		}
		return
	}
	l.sequence(l.flow.AddRegion(scope, scope.Span), actions, s)
}

func (l *lowering) parallel(n *workflow.Node, s *State) {
	if n.Body == nil {
		return
	}
	n.Body.Gather = workflow.GatherChanges
	for _, b := range s.Branches {
		r := l.flow.AddRegion(n, b.Node.Span)
		if b.Name != nil {
			r.Name = b.Name.Value
		}
		if b.WorkflowID == nil {
			l.sequence(r, b.Actions, s)
		} else {
			l.lowerCall(r, n.Element, b.WorkflowID)
		}
		l.keep(func() *source.Node { return raiseBranch(r) }, b.Node, &r.Extras)
	}
	switch {
	case s.Completion == nil || s.Completion.Value == "and":
	case s.Completion.Value == "xor":
		n.Body.Enough = &expr.Literal{Value: int64(1), Span: s.Completion.Node.Span}
	case s.N == nil:
		l.unsupported("a parallel state without the number of branches that are enough", "", n.Element.NameSpan)
	default:
		n.Body.Enough = l.count(s.N)
	}
}

// count is a number, written out or computed.
func (l *lowering) count(c *Count) expr.Expr {
	if c.Value < 0 && c.Expr.path() != nil {
		return c.Expr.value()
	}
	return &expr.Literal{Value: int64(c.Value), Node: c.Node, Span: c.Node.Span}
}

// subFlow lowers the call of another workflow. One that is not waited for is alone in the region of a scope.
func (l *lowering) subFlow(n *workflow.Node, s *State) {
	if s.WorkflowID == nil {
		l.unsupported("a subflow without a workflow", "", n.Element.NameSpan)
		return
	}
	if n.Kind == workflow.Scope {
		n.Body.Detached = true
		l.lowerCall(l.flow.AddRegion(n, n.Span), n.Element, s.WorkflowID)
		return
	}
	n.Call = calling(s.WorkflowID)
	n.Data.Combine = merging(s.WorkflowID.Node.Span)
}

// calling names a workflow that is called.
func calling(id *Text) *workflow.Call {
	return &workflow.Call{Task: id.Value, Workflow: true, Span: id.Node.Span}
}

// lowerCall lowers the call of a workflow as all that a region does.
func (l *lowering) lowerCall(r *workflow.Region, e *workflow.Element, id *Text) {
	n := l.flow.AddNode(r, e, workflow.Task, workflow.Acting)
	n.Span = id.Node.Span
	n.Call = calling(id)
	n.Data.Combine = merging(id.Node.Span)
	r.Start = n
	l.end(n, id.Node.Span)
}

// end ends the region of a node after it.
func (l *lowering) end(n *workflow.Node, at source.Span) *workflow.Node {
	end := l.flow.AddNode(n.Region, n.Element, workflow.End, workflow.Ending)
	l.flow.Connect(n, end, workflow.ToEnd, at)
	return end
}

func (l *lowering) forEach(n *workflow.Node, s *State) {
	n.Body.Each, n.Body.Gather = true, workflow.GatherEach
	switch {
	case s.Collection.path() == nil:
		l.unsupported("a foreach state without a collection", "", n.Element.NameSpan)
	case s.Param == nil:
		l.unsupported("a foreach state without a parameter", "", n.Element.NameSpan)
	default:
		n.Data.Payload, n.Body.Item = s.Collection.collection(), s.Param.Value
	}
	if s.Max != nil {
		n.Body.Most = l.count(s.Max)
	}
	n.Data.Combine = &workflow.Combine{Mode: workflow.Drop, Effective: true, Span: n.Span}
	if p := s.Results.path(); p != nil {
		n.Data.Combine = &workflow.Combine{Mode: workflow.AppendAt, Path: p, Effective: true, Span: s.Results.Node.Span}
	}
	r := l.flow.AddRegion(n, n.Span)
	if s.WorkflowID != nil {
		l.lowerCall(r, n.Element, s.WorkflowID)
		return
	}
	l.sequence(r, s.Actions, s)
}

// textIn is a text of the metadata of a state: texts for people are where raise_texts.go puts them.
func textIn(metadata *source.Node, key string) string {
	if x := metadata.Get(key); x != nil && x.Kind == source.String {
		return x.Text
	}
	return ""
}
