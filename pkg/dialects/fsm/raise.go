package fsm

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect.
func (Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	switch {
	case len(p.Workflows) == 0 || r.RefuseUnsupported(p, Dialect{}.Name()):
		return r
	case !slices.ContainsFunc(p.Workflows, ofEntity):
		return raiseOther(p, o)
	}
	for _, w := range p.Workflows {
		refuse(r, w)
	}
	if r.Reason == "" {
		r.Definitions = []dialects.Printed{{ID: p.Start().ID, Text: dialects.PrintLike(canonical(raiseAll(p)), p.Start().File, o.Format)}}
	}
	return r
}

// ofEntity reports whether a workflow has states of an entity.
func ofEntity(w *workflow.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.State })
}

// refuse refuses a workflow that has other nodes beside states.
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

func raiseWorkflow(w *workflow.Workflow) *source.Node {
	n, states := dialects.NewObject(), dialects.NewObject()
	dialects.Put(n, "name", dialects.NewText(w.ID))
	dialects.Put(n, "initialState", dialects.NewText(w.Root.Start.Name()))
	for _, x := range w.Extras {
		if x.Key != envelope {
			dialects.Put(n, x.Key, x.Value)
		}
	}
	if w.Doc != "" && n.Member("desc") == nil {
		dialects.Put(n, "desc", dialects.NewText(w.Doc))
	}
	dialects.Put(n, "states", states)
	for _, x := range w.Root.Nodes {
		if x.Kind == workflow.State {
			dialects.Put(states, x.Name(), raiseState(x, w.Dialect == (Dialect{}).Name()))
		}
	}
	return n
}

func raiseState(x *workflow.Node, ours bool) *source.Node {
	n, list := dialects.NewObject(), &source.Node{Kind: source.Array}
	for _, e := range x.Out {
		list.Items = append(list.Items, raiseTransition(e, ours))
	}
	dialects.Put(n, "transitions", list)
	dialects.PutExtras(n, x.Element.Extras)
	return n
}

// raiseTransition makes a transition of an edge. Where its author wrote it in this dialect, all of it is in the extras; else
// it is made again.
func raiseTransition(e *workflow.Edge, ours bool) *source.Node {
	n := dialects.NewObject()
	dialects.Put(n, "name", dialects.NewText(e.Name))
	dialects.Put(n, "next", dialects.NewText(e.Target().Name()))
	if !ours {
		dialects.Put(n, "manual", newBool(e.Kind == workflow.Manual))
		dialects.Put(n, "disabled", newBool(e.Disabled))
		if e.Guard != nil {
			dialects.Put(n, "criterion", raiseCondition(e.Guard))
		}
		if e.Ask != nil {
			dialects.Put(n, "criterion", raiseFunction(e.Ask))
		}
		dialects.Put(n, "processors", raiseProcessors(e.To))
	}
	if ours {
		dialects.PutExtras(n, e.Extras)
	}
	return n
}

func newBool(b bool) *source.Node {
	return &source.Node{Kind: source.Bool, Text: strconv.FormatBool(b)}
}
