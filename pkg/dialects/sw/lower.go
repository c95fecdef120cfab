package sw

import (
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
	l := &lowering{plain: d.plain, unprinted: d.unprinted, nodes: make([]*workflow.Node, len(w.States)), events: map[string]*workflow.Event{},
		flow: &workflow.Workflow{
			ID:        dialects.BaseName(Dialect{}, d.file.Name),
			Dialect:   Dialect{}.Name(),
			File:      d.file,
			Documents: workflow.ObjectDocument,
			Span:      w.Node.Span,
			Errors:    errorTable(),
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
	for _, e := range w.Events {
		l.event(e)
	}
	l.workflow(w)
	l.keepRest(w)
	return &workflow.Program{Workflows: []*workflow.Workflow{l.flow}}
}

// errorTable has the names of errors. The text gives that of a function that fails; the others are our own.
func errorTable() workflow.ErrorTable {
	name := func(s string) workflow.ErrorName { return workflow.ErrorName{Name: s} }
	return workflow.ErrorTable{Task: name("FunctionExecutionError"), Timeout: name(errTimeout), Heartbeat: name(errTimeout), Expired: name(errTimeout),
		Path: name("ExpressionError"), Combine: name("ExpressionError"), NoMatch: name("NoMatch"), Require: name(errRefused),
		Inactive: name("StartRefused"), NameKey: "name", CauseKey: "message"}
}

// lowering is a definition being converted to the model.
type lowering struct {
	plain     bool // filters keep no names
	unprinted bool // the definition is not written again
	flow      *workflow.Workflow
	nodes     []*workflow.Node // those of the states, in their order; nil of one that is not lowered
	events    map[string]*workflow.Event
	kept      []part
}

func (l *lowering) unsupported(what, why string, at source.Span) {
	l.flow.Unsupported = append(l.flow.Unsupported, workflow.Unsupported{What: what, Why: why, Span: at})
}

// dangling notes a transition that leads nowhere known, so that what it might have reached is not known either.
func (l *lowering) dangling(what string, at source.Span) {
	l.unsupported(what, "", at)
	l.flow.Root.Dangling = true
}

// workflow lowers the states, each with a document of its own.
func (l *lowering) workflow(w *Workflow) {
	r := l.flow.AddRegion(nil, w.StatesNode.Span)
	l.flow.Reserve(r, 2*len(w.States)) // most have a state of the net, and what it does in it
	for _, s := range w.States {
		switch {
		case s.name() == "":
			l.dangling("a state without a name", headOf(s.Node))
		case s.Name != nil && w.names[s.Name.Value] != s:
			l.dangling("a state with a duplicate name", s.Name.Node.Span)
		default:
			l.nodes[s.index] = l.state(r, s)
			if s.StartNode != nil && r.Start == nil {
				r.Start = l.nodes[s.index]
				l.schedule(r.Start, s)
			}
		}
	}
	for _, s := range w.States {
		if n := l.nodeOf(s); n != nil {
			l.edges(n, s)
		}
	}
	if r.Start == nil {
		l.dangling("a workflow without a start", headOf(w.StatesNode))
	}
}

// nodeOf is the node of a state; nil if there is none.
func (l *lowering) nodeOf(s *State) *workflow.Node {
	if s == nil {
		return nil
	}
	return l.nodes[s.index]
}

// headOf is where a value begins.
func headOf(n *source.Node) source.Span {
	return source.Span{Start: n.Span.Start, End: min(n.Span.Start+1, n.Span.End)}
}

// length is a duration, written out or computed.
func length(n *source.Node, t *Template) workflow.Length {
	return workflow.Length{Expr: either(n, t), Unit: workflow.Duration, Span: n.Span}
}

// either is a text as it was written, or, if it is an expression, its value.
func either(n *source.Node, t *Template) expr.Expr {
	if t.path() != nil {
		return t.value()
	}
	return writtenText(n)
}

// writtenText is a text as it was written.
func writtenText(n *source.Node) expr.Expr {
	return &expr.Literal{Value: n.Text, Node: n, Span: n.Span}
}
