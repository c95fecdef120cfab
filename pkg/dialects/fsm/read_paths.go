package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// jsonPath reads what a condition looks at; nil if it is not known, which was reported.
func (r *reader) jsonPath(c *Condition, found map[string]*source.Member) *expr.Path {
	f := found["jsonPath"]
	if f == nil {
		r.need(c.Node, words.Name(placeOf(c.Kind)), "jsonPath")
		return nil
	}
	t := r.Text(f)
	if t == nil {
		return nil
	}
	p, err := expr.ParsePath(r.File.Content(t.Node))
	if err != nil {
		d := r.Add(&pathSyntax.Rule, err.Span, "%s", err.Message)
		dialects.Remedy(d, err)
		switch {
		case t.Value == "":
			d.Help = "name a member of the entity: $.a"
		case !strings.HasPrefix(t.Value, "$"):
			d.Help = "start with the entity: $." + t.Value
		}
		return nil
	}
	return r.allowedPath(t, p)
}

// allowedPath checks that a path has only the steps that the dialect knows, and that it can lead to something.
func (r *reader) allowedPath(t *Text, p *expr.Path) *expr.Path {
	if p.Root != expr.RootInput {
		r.Add(&pathSyntax.Rule, t.Node.Span, "the path %s must start with $, the entity", quote(t.Value))
		return nil
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		switch s.Kind {
		case expr.StepChild, expr.StepIndex, expr.StepWildcard:
		default:
			r.Add(&pathSyntax.Rule, s.Span, "unsupported step in the path %s", quote(t.Value)).Help =
				"use names, items and [*]: $.a.b, $.a[0].b, $.a[*].b"
			return nil
		}
	}
	switch {
	case len(p.Steps) == 0:
		r.Add(&pathNothing.Rule, t.Node.Span, "the path %s selects the whole entity, an object, which equals no value", quote(t.Value)).Help =
			"name a member of it"
	case p.Steps[0].Kind == expr.StepIndex:
		r.Add(&pathNothing.Rule, p.Steps[0].Span, "the path %s selects nothing: an entity is an object and has no items", quote(t.Value))
	default:
		for i := range p.Steps {
			if s := &p.Steps[i]; s.Kind == expr.StepIndex && s.Index < 0 {
				r.Add(&pathNothing.Rule, s.Span, "the path %s selects nothing: items count from 0", quote(t.Value))
			}
		}
	}
	return p
}

// lifecycle reads the field of the metadata that a condition looks at.
func (r *reader) lifecycle(c *Condition, found map[string]*source.Member) *expr.Path {
	f := found["field"]
	if f == nil {
		r.need(c.Node, words.Name(inLifecycle), "field")
		return nil
	}
	t := r.Text(f)
	if t == nil {
		return nil
	}
	for _, name := range lifecycleFields {
		if t.Value == name {
			at := t.Node.Span
			return &expr.Path{Root: expr.RootContext, Steps: []expr.Step{{Kind: expr.StepChild, Name: name, Span: at}}, Definite: true,
				Text: "$$." + name, Span: at}
		}
	}
	d := r.Add(&lifecycleField.Rule, t.Node.Span, "unknown metadata field %s in a lifecycle condition", quote(t.Value))
	if r.Suggest(d, r.Guess(t.Value, lifecycleFields)); d.Help == "" {
		d.Help = "use state, creationDate or previousTransition; test fields of the entity with a simple condition"
	}
	return nil
}
