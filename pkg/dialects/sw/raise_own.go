package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func raiseWorkflow(w *workflow.Workflow) *source.Node {
	return putExtras(raiseAround(w, dialects.NewList(w.Root.Primaries(), raiseState)), w.Extras)
}

// raiseAround raises the fields of a workflow besides its states.
func raiseAround(w *workflow.Workflow, states *source.Node) *source.Node {
	return dialects.NewObject("id", w.ID, "name", dialects.TextOf(w.Title), "description", dialects.TextOf(w.Doc),
		"events", dialects.SomeList(w.Events, raiseEvent), "states", states)
}

func raiseEvent(e *workflow.Event) *source.Node {
	n := dialects.NewObject("name", dialects.NewText(e.Name), "source", dialects.TextOf(e.Source), "type", dialects.TextOf(e.Type))
	if e.Produced {
		dialects.Put(n, "kind", produced)
	}
	dialects.Put(n, "correlation", dialects.SomeList(e.Correlations, func(c workflow.Correlation) *source.Node {
		return dialects.NewObject("contextAttributeName", c.Attribute, "contextAttributeValue", asWritten(c.Value))
	}))
	return putExtras(n, e.Extras)
}
