package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (d Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	if len(p.Workflows) == 0 || r.RefuseUnsupported(p, d.Name()) {
		return r
	}
	for _, w := range p.Workflows {
		refuse(r, w)
	}
	if r.Reason == "" {
		r.Definitions = []dialects.Printed{{ID: p.Start().ID, Text: dialects.PrintLike(canonical(raiseAll(p)), p.Start().File, o.Format)}}
	}
	return r
}

// refuse refuses a workflow that has other nodes besides states.
func refuse(r *dialects.Raised, w *workflow.Workflow) {
	for _, n := range w.Nodes {
		if n.Role == workflow.Primary && n.Kind != workflow.State {
			r.Refuse(w, n.Element.NameSpan, "an entity state machine has no counterpart of %q", n.Name())
		}
	}
}

// raiseAll makes a file of the shape that the workflows came in; several that came in none are an array.
func raiseAll(p *workflow.Program) *source.Node {
	list := &source.Node{Kind: source.Array}
	var held *source.Node
	for _, w := range p.Workflows {
		if n := w.Extras.Get(envelope); n != nil {
			held = n
		}
		list.Items = append(list.Items, raiseWorkflow(w))
	}
	switch {
	case held == nil && len(list.Items) == 1:
		return list.Items[0]
	case held == nil || held.Kind == source.Array:
		return list
	}
	out := *held
	out.Members = append(append([]source.Member(nil), held.Members...), source.Member{Key: "workflows", Value: list})
	return &out
}

// raiseWorkflow makes a definition of a workflow. What its author wrote in this dialect, and the model has no part for, is in the extras.
func raiseWorkflow(w *workflow.Workflow) *source.Node {
	ours := w.Dialect == (Dialect{}).Name()
	n, states := dialects.NewObject("name", w.ID, "initialState", w.Root.Start.Name()), dialects.NewObjectFor(len(w.Root.Nodes))
	for _, x := range w.Extras {
		if ours && x.Key != envelope {
			dialects.Put(n, x.Key, x.Value)
		}
	}
	if !ours {
		dialects.Put(n, "version", "1", "active", true)
	}
	if doc := description(w); doc != "" && n.Member("desc") == nil {
		dialects.Put(n, "desc", doc)
	}
	dialects.Put(n, "states", states)
	for _, x := range w.Root.Nodes {
		if x.Kind == workflow.State {
			dialects.Put(states, x.Name(), raiseState(x, ours))
		}
	}
	return n
}

// description is the title and the description of a workflow.
func description(w *workflow.Workflow) string {
	if w.Title == w.ID {
		return w.Doc
	}
	return dialects.JoinTexts(w.Title, w.Doc, ": ")
}

func raiseState(x *workflow.Node, ours bool) *source.Node {
	n := dialects.NewObject("transitions", dialects.NewList(x.Out, func(e *workflow.Edge) *source.Node { return raiseTransition(e, ours) }))
	if ours {
		dialects.PutExtras(n, x.Element.Extras)
	}
	return n
}

// raiseTransition makes a transition of an edge. Where its author wrote it in this dialect, all of it is in the extras.
func raiseTransition(e *workflow.Edge, ours bool) *source.Node {
	const usual = 6
	n := dialects.NewObjectFor(usual, "name", e.Name, "next", e.Target().Name())
	if ours {
		dialects.PutExtras(n, e.Extras)
		return n
	}
	dialects.Put(n, "manual", e.Kind == workflow.Manual, "disabled", e.Disabled)
	if l, ok := e.Guard.(*expr.Literal); ok && l.Value == false {
		dialects.Put(n, "criterion", raiseCondition(&expr.Logic{Op: expr.Or})) // of nothing, which never holds
	} else if e.Guard != nil && !ok {
		dialects.Put(n, "criterion", raiseCondition(e.Guard))
	}
	if e.Ask != nil {
		dialects.Put(n, "criterion", raiseFunction(e.Ask))
	}
	dialects.Put(n, "processors", raiseProcessors(e.To))
	return n
}
