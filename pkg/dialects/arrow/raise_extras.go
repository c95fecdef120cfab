package arrow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// spelled reports whether the model holds what an extra of a key says: the extra is there for how it was spelled.
func spelled(key string) bool {
	switch key {
	case "criterion", "active", "processors", "manual", "disabled", "jobType", "retryCount", "hitPolicy", "IntervalSeconds", "MaxAttempts", "BackoffRate":
		return true
	}
	return false
}

// isText reports whether an extra of a key is a text for people as it was written, where the model holds it.
func isText(key string) bool {
	switch key {
	case "Comment", "name", "description", "desc":
		return true
	}
	return false
}

// envelope is the key of an extra that says what holds several workflows in one file.
const envelope = "/"

// held reports whether the model holds what an extra says, beside texts for people that it holds.
func held(key string, texts []string) bool {
	return spelled(key) || isText(key) && slices.ContainsFunc(texts, func(t string) bool { return t != "" })
}

// extras notes fields that have no place in a flow. texts are those for people that the model holds, and that are noted where it
// does.
func (x *translated) extras(all workflow.Extras, texts ...string) {
	for _, e := range all {
		switch {
		case held(e.Key, texts):
		case e.Key == envelope:
			if e.Value == nil || e.Value.Kind != source.Object {
				continue
			}
			for _, m := range e.Value.Members {
				x.field(m.KeySpan, m.Key)
			}
		default:
			x.field(e.Span, e.Key)
		}
	}
}

func (x *translated) field(at source.Span, key string) {
	x.add(&dialects.LossExtra, spanOf(at, x.w.Span), nil, "", "the field %q has no place in a flow", key)
}

// keep has the fields of a workflow be parameters of the flow, which have no effect on a run (arrow: "The use of parameters is
// implementation defined").
func (x *translated) keep(all workflow.Extras, texts ...string) {
	for _, e := range all {
		switch {
		case e.Value == nil || e.Key == envelope:
			x.extras(workflow.Extras{e})
		case !held(e.Key, texts):
			x.parameters = append(x.parameters, source.Member{Key: e.Key, Value: e.Value})
		}
	}
}

// workflowTexts keeps the texts and fields of a workflow, and notes those that have no place. The texts of tasks are in their
// declarations, those of other elements are parameters of the flow, under the names of the elements.
func (x *translated) workflowTexts(w *workflow.Workflow) {
	if w == x.main {
		x.keep(w.Extras, w.Title, w.Doc)
	} else {
		x.extras(w.Extras, w.Title, w.Doc)
	}
	told := documentation(w.ID, w.Title, w.Doc) != nil && (w == x.main || x.calling[w])
	if hasTexts(w.ID, w.Title, w.Doc) && !told {
		x.add(&dialects.LossTexts, w.Span, nil, "", "the texts of workflow %q have no place in a flow", w.ID)
	}
	texts := &source.Node{Kind: source.Object}
	for _, e := range w.Elements {
		x.extras(e.Extras, e.Title, e.Doc)
		switch {
		case !hasTexts(e.Name, e.Title, e.Doc) || x.names.texts[e]:
		case w == x.main:
			texts.Members = append(texts.Members, source.Member{Key: e.Name, Value: text(joinedText(e.Name, e.Title, e.Doc))})
		default:
			x.add(&dialects.LossTexts, spanOf(e.NameSpan, e.Span), nil, "", "texts of what is no task of a flow have no place in it")
		}
	}
	if len(texts.Members) > 0 {
		x.parameters = append(x.parameters, source.Member{Key: "texts", Value: texts})
	}
	for _, e := range w.Edges {
		if e.Kind != workflow.OnError {
			x.extras(e.Extras)
		}
	}
}

// hasTexts reports whether there is more to say about something than its name.
func hasTexts(name, title, doc string) bool { return doc != "" || title != "" && title != name }
