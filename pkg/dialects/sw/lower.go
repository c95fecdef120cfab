package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Lower implements dialects.Definition.
func (d *definition) Lower() *workflow.Program {
	w := d.workflow
	if w == nil || len(w.States) == 0 {
		return nil
	}
	l := &lowering{nodes: make(map[*State]*workflow.Node, len(w.States)), flow: &workflow.Workflow{
		ID:        dialects.BaseName(Dialect{}, d.file.Name),
		Dialect:   Dialect{}.Name(),
		File:      d.file,
		Documents: workflow.ObjectDocument,
		Span:      w.Node.Span,
		Soundness: workflow.Soundness{Unreferenced: diag.Warning, Unreachable: diag.Warning, NoEnd: diag.Warning, Trap: diag.Warning},
		Errors: workflow.ErrorTable{Task: errorName("FunctionExecutionError"), Timeout: errorName("Timeout"), Heartbeat: errorName("Timeout"),
			Expired: errorName("Timeout"), Path: errorName("ExpressionError"), Combine: errorName("ExpressionError"),
			NoMatch: errorName("NoMatch"), NameKey: "name", CauseKey: "message"},
	}}
	if w.ID != nil && w.ID.Value != "" {
		l.flow.ID = w.ID.Value
	}
	if w.Description != nil {
		l.flow.Doc = w.Description.Value
	}
	if w.Name != nil {
		l.flow.Title = w.Name.Value
	}
	l.workflow(w)
	return &workflow.Program{Workflows: []*workflow.Workflow{l.flow}}
}

func errorName(s string) workflow.ErrorName { return workflow.ErrorName{Name: s} }

// lowering is a definition on its way into the model.
type lowering struct {
	flow  *workflow.Workflow
	nodes map[*State]*workflow.Node
}

// notYet is why a state is not run.
const notYet = "flowglot does not run it yet"

func (l *lowering) unsupported(what, why string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Why: why, Span: at})
}

// dangling notes a way that leads nowhere known, so that what it might have reached is not known either.
func (l *lowering) dangling(what string, at source.Span) {
	l.unsupported(what, "", at)
	l.flow.Root.Dangling = true
}

// workflow lowers the states, each with a document of its own.
func (l *lowering) workflow(w *Workflow) {
	r := l.flow.AddRegion(nil, w.StatesNode.Span)
	for _, s := range w.States {
		switch {
		case s.name() == "":
			l.dangling("a state without a name", headOf(s.Node))
		case s.Name != nil && w.names[s.Name.Value] != s:
			l.dangling("a state whose name is taken", s.Name.Node.Span)
		default:
			l.nodes[s] = l.state(r, s)
			if s.StartNode != nil && r.Start == nil {
				r.Start = l.nodes[s]
			}
		}
	}
	for _, s := range w.States {
		if n := l.nodes[s]; n != nil {
			l.edges(n, s)
		}
	}
	if r.Start == nil {
		l.dangling("a workflow without a start", headOf(w.StatesNode))
	}
}

// headOf is where a value begins.
func headOf(n *source.Node) source.Span {
	return source.Span{Start: n.Span.Start, End: min(n.Span.Start+1, n.Span.End)}
}

// state lowers a state but for its ways out.
func (l *lowering) state(r *workflow.Region, s *State) *workflow.Node {
	at := headOf(s.Node)
	if s.Name != nil {
		at = s.Name.Node.Span
	}
	e := l.flow.AddElement(s.name(), s.Type.String(), at, s.Node.Span)
	n := l.flow.AddNode(r, e, kindOf(s), workflow.Primary)
	if s.Type == NoType {
		l.dangling("a state without a type", at)
		return n
	}
	switch s.Type {
	case EventState:
		n.Awaits = &workflow.Awaits{Kind: "event"}
		l.limit(n, s.Timeout)
	case Delay:
		if s.TimeDelay != nil {
			n.Until = &workflow.Length{Expr: written(s.TimeDelay.Node), Unit: workflow.Duration, Span: s.TimeDelay.Node.Span}
		}
	case Callback:
		n.Awaits = &workflow.Awaits{Kind: "event"}
		if s.Action != nil {
			n.Call = &workflow.Call{Task: s.Action.title(), Span: headOf(s.Action.Node)}
		}
		l.limit(n, s.Timeout)
	case SubFlow:
		n.Call = call(s.WorkflowID, at)
	case Operation:
		l.operation(n, s)
	case Parallel:
		for _, b := range s.Branches {
			l.branch(n, b)
		}
	case ForEach:
		n.Body.Each = true
		if s.WorkflowID != nil {
			region := l.flow.AddRegion(n, s.WorkflowID.Node.Span)
			l.called(region, "iteration", s.WorkflowID.Node.Span, call(s.WorkflowID, at))
			break
		}
		l.sequence(l.flow.AddRegion(n, s.Node.Span), s.Actions, s.Node)
	}
	for _, x := range s.Retries {
		l.retry(n, x)
	}
	if !l.runs(n, s) {
		l.unsupported("the "+s.String()+" of type "+s.Type.String(), notYet, at)
	}
	return n
}

// kindOf is the kind of node that a state becomes.
func kindOf(s *State) workflow.Kind {
	switch s.Type {
	case EventState, Callback:
		return workflow.Await
	case Switch:
		return workflow.Choice // between conditions on data, or between events
	case Delay:
		return workflow.Wait
	case SubFlow:
		return workflow.Task
	case Parallel:
		if len(s.Branches) > 0 {
			return workflow.Scope
		}
	case ForEach:
		return workflow.Scope
	case Operation:
		switch {
		case len(s.Actions) == 1:
			return workflow.Task
		case len(s.Actions) > 1:
			return workflow.Scope
		}
	}
	return workflow.Pass
}

// operation lowers the actions of an operation: one is the node's own call, several are regions of it.
func (l *lowering) operation(n *workflow.Node, s *State) {
	switch {
	case n.Kind == workflow.Task:
		n.Call = &workflow.Call{Task: s.Actions[0].title(), Span: headOf(s.Actions[0].Node)}
	case n.Kind != workflow.Scope:
	case s.Mode != nil && s.Mode.Value == "parallel":
		for _, a := range s.Actions {
			l.sequence(l.flow.AddRegion(n, a.Node.Span), []*Action{a}, a.Node)
		}
	default:
		l.sequence(l.flow.AddRegion(n, s.Node.Span), s.Actions, s.Node)
	}
}

func (l *lowering) branch(scope *workflow.Node, b *Branch) {
	r := l.flow.AddRegion(scope, b.Node.Span)
	if b.WorkflowID == nil {
		l.sequence(r, b.Actions, b.Node)
		return
	}
	name := b.WorkflowID.Value
	if b.Name != nil {
		name = b.Name.Value
	}
	l.called(r, name, b.WorkflowID.Node.Span, call(b.WorkflowID, b.Node.Span))
}

// sequence lowers actions that follow one another.
func (l *lowering) sequence(r *workflow.Region, actions []*Action, of *source.Node) {
	if len(actions) == 0 {
		e := l.flow.AddElement("no action", "nothing", headOf(of), of.Span)
		r.Start = l.flow.AddNode(r, e, workflow.Pass, workflow.Primary)
		l.end(r.Start, of.Span)
		return
	}
	var before *workflow.Node
	for _, a := range actions {
		e := l.flow.AddElement(a.title(), "action", headOf(a.Node), a.Node.Span)
		n := l.flow.AddNode(r, e, workflow.Task, workflow.Primary)
		n.Call = &workflow.Call{Task: a.title(), Span: e.NameSpan}
		if a.Function != nil {
			n.Call.Task = a.Function.Name
		}
		l.limit(n, a.Timeout)
		if before == nil {
			r.Start = n
		} else {
			l.flow.Connect(before, n, workflow.Next, a.Node.Span)
		}
		before = n
	}
	l.end(before, of.Span)
}

// called lowers the call of another workflow as all that a region does.
func (l *lowering) called(r *workflow.Region, name string, at source.Span, c *workflow.Call) {
	e := l.flow.AddElement(name, "workflow", at, at)
	r.Start = l.flow.AddNode(r, e, workflow.Task, workflow.Primary)
	r.Start.Call = c
	l.end(r.Start, at)
}

// call names a workflow that is called.
func call(id *Text, at source.Span) *workflow.Call {
	if id == nil {
		return &workflow.Call{Span: at}
	}
	return &workflow.Call{Task: id.Value, Span: id.Node.Span}
}

// end ends the region of a node behind it.
func (l *lowering) end(n *workflow.Node, at source.Span) {
	l.flow.Connect(n, l.flow.AddNode(n.Region, n.Element, workflow.End, workflow.Ending), workflow.ToEnd, at)
}

// limit adds a time limit that does not lead elsewhere.
func (l *lowering) limit(n *workflow.Node, p *Period) {
	if p != nil {
		n.Timers = append(n.Timers, workflow.Timer{Length: workflow.Length{Expr: written(p.Node), Unit: workflow.Duration, Span: p.Node.Span},
			Counts: workflow.PerVisit, Raises: workflow.ClassTimeout, Span: p.Node.Span})
	}
}

// written is a text as it was written.
func written(n *source.Node) expr.Expr { return &expr.Literal{Value: n.Text, Node: n, Span: n.Span} }

// condition is an expression that only this dialect can say.
func condition(t *Template) expr.Expr {
	if t == nil {
		return nil
	}
	return &expr.Foreign{Language: Dialect{}.Name(), Text: strings.TrimSpace(t.Node.Text), Span: t.Node.Span}
}
