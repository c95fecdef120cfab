package sw

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func newBool(b bool) *source.Node {
	return &source.Node{Kind: source.Bool, Text: strconv.FormatBool(b)}
}

func newNumber(n int) *source.Node {
	return &source.Node{Kind: source.Number, Text: strconv.Itoa(n)}
}

// listOf maps what a part has several of to an array.
func listOf[T any](of []T, item func(T) *source.Node) *source.Node {
	out := &source.Node{Kind: source.Array}
	for _, x := range of {
		out.Items = append(out.Items, item(x))
	}
	return out
}

// objectOf makes an object of keys and values, without those that are nil.
func objectOf(members ...any) *source.Node {
	n := dialects.NewObject()
	for i := 0; i < len(members); i += 2 {
		if v := members[i+1].(*source.Node); v != nil {
			dialects.Put(n, members[i].(string), v)
		}
	}
	return n
}

// textOf is a text, or nil for an empty one.
func textOf(s string) *source.Node {
	if s == "" {
		return nil
	}
	return dialects.NewText(s)
}

func raiseWorkflow(w *workflow.Workflow) *source.Node {
	var states []*workflow.Node
	for _, n := range w.Root.Nodes {
		if n.Role == workflow.Primary {
			states = append(states, n)
		}
	}
	return putExtras(raiseAround(w, listOf(states, raiseState)), w.Extras)
}

// raiseAround raises the fields of a workflow besides its states.
func raiseAround(w *workflow.Workflow, states *source.Node) *source.Node {
	var events *source.Node
	if len(w.Events) > 0 {
		events = listOf(w.Events, raiseEvent)
	}
	return objectOf("id", dialects.NewText(w.ID), "name", textOf(w.Title), "description", textOf(w.Doc), "events", events, "states", states)
}

func raiseEvent(e *workflow.Event) *source.Node {
	n := objectOf("name", dialects.NewText(e.Name), "source", textOf(e.Source), "type", textOf(e.Type))
	if e.Produced {
		dialects.Put(n, "kind", dialects.NewText(produced))
	}
	if len(e.Correlations) > 0 {
		dialects.Put(n, "correlation", listOf(e.Correlations, func(c workflow.Correlation) *source.Node {
			return objectOf("contextAttributeName", dialects.NewText(c.Attribute), "contextAttributeValue", asWritten(c.Value))
		}))
	}
	return putExtras(n, e.Extras)
}
