package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestNothingIsSilent looks for what the model has no part for in each dialect that has a place for it.
func TestNothingIsSilent(t *testing.T) {
	t.Parallel()
	for _, x := range definitions(t) {
		from := dialects.ByName(all.Dialects(), x.name)
		p := today(t, x)
		for _, name := range []string{"step", "sw", "arrow"} {
			if from.Name() == name {
				continue
			}
			r := convert.Raise(all.Dialects(), dialects.Named(all.Dialects(), name), p, written(dialects.Named(all.Dialects(), name)))
			if r.Reason != "" {
				continue
			}
			var text strings.Builder
			for _, d := range r.Definitions {
				text.Write(d.Text)
			}
			for _, said := range unmodelled(p) {
				if !strings.Contains(text.String(), said) {
					t.Errorf("%s to %s: %q is gone", x.path, name, said)
				}
			}
		}
	}
}

// unmodelled are the texts of a program that the model has no part for, and those for people.
func unmodelled(p *workflow.Program) []string {
	var out []string
	add := func(s string) { // the version 1 of an entity comes back by itself; a query language and what is written in it become other expressions
		if s != "" && s != "1" && s != "JSONata" && !strings.HasPrefix(s, "{%") && !strings.ContainsAny(s, "\"\n\\") {
			out = append(out, s)
		}
	}
	extras := func(x workflow.Extras) {
		for _, e := range x {
			if e.Value != nil && e.Value.Kind == source.String && !e.Span.IsZero() {
				add(e.Value.Text)
			}
		}
	}
	for _, w := range p.Workflows {
		if w == p.Fallback {
			continue
		}
		if w.Dialect != "arrow" {
			extras(w.Extras)
		}
		add(w.Title)
		add(w.Doc)
		for _, e := range w.Elements {
			add(e.Title)
			add(e.Doc)
			if w.Dialect != "arrow" { // where extras are how something was spelled
				extras(e.Extras)
			}
		}
		for _, r := range w.Regions {
			extras(r.Extras)
		}
		for _, n := range w.Nodes {
			for i := range n.Retry {
				extras(n.Retry[i].Extras)
			}
			for i := range n.Timers {
				extras(n.Timers[i].Extras)
			}
			for _, e := range n.Out {
				extras(e.Extras)
			}
		}
	}
	return out
}
