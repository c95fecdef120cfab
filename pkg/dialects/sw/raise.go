package sw

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect. Each workflow of the program becomes a definition, and so does each branch that does
// more than to call functions one after the other.
func (Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &raising{program: p, options: o, out: &dialects.Raised{}, ids: names{}, byFlow: map[*workflow.Workflow]*draft{},
		losses: map[*source.File]*dialects.Losses{}, tasks: map[string]bool{}, passages: map[dialects.Passage]bool{}}
	w := p.Start()
	if w == nil || r.out.RefuseUnsupported(p, (Dialect{}).Name()) {
		return r.out
	}
	if w.Dialect == (Dialect{}).Name() {
		for _, w := range p.Workflows {
			r.out.Definitions = append(r.out.Definitions, dialects.Printed{ID: w.ID, Text: dialects.PrintLike(canonical(raiseWorkflow(w)), w.File, o.Format)})
		}
		return r.out
	}
	r.writeAll()
	return r.finish()
}

// A raising is a program on its way into definitions.
type raising struct {
	program  *workflow.Program
	options  dialects.Raising
	out      *dialects.Raised
	drafts   []*draft
	ids      names // of the definitions
	byFlow   map[*workflow.Workflow]*draft
	files    []*source.File
	losses   map[*source.File]*dialects.Losses
	tasks    map[string]bool // those that are renamed
	passages map[dialects.Passage]bool
}

// writeAll writes all workflows, the one that starts first.
func (r *raising) writeAll() {
	flows := r.program.Workflows
	if len(r.program.Select) > 0 {
		flows = r.writeSelection()
	}
	for _, w := range flows {
		r.byFlow[w] = r.newDraft(w, w.ID, nil)
	}
	if d := r.drafts[0]; d.called != nil {
		d.called()
	}
	for _, w := range flows {
		r.byFlow[w].writeWorkflow()
	}
}

// newDraft begins a definition. of is the one in which it is a branch; nil for a workflow.
func (r *raising) newDraft(w *workflow.Workflow, id string, of *draft) *draft {
	d := &draft{raising: r, flow: w, of: of, id: r.ids.unique(cmp.Or(id, "workflow")), title: cmp.Or(w.Title, w.ID, id, "workflow"), names: names{},
		entries: map[*workflow.Node]string{}, mains: map[*workflow.Node]string{}, functions: map[string]string{}, events: map[string]string{}}
	r.drafts = append(r.drafts, d)
	return d
}

// lossesOf are those of the definitions in a file.
func (r *raising) lossesOf(f *source.File) *dialects.Losses {
	l := r.losses[f]
	if l == nil {
		l = dialects.NewLosses(f)
		r.losses[f] = l
		r.files = append(r.files, f)
	}
	return l
}

// finish prints the definitions, unless the program was refused.
func (r *raising) finish() *dialects.Raised {
	if r.out.Reason != "" {
		return r.out
	}
	for _, d := range r.drafts {
		d.prune()
		if len(d.states) > 0 {
			r.out.Definitions = append(r.out.Definitions, dialects.Printed{ID: d.id, Text: source.Print(canonical(d.tree()), r.options.Format)})
		}
	}
	for _, f := range r.files {
		list := r.losses[f].List()
		for _, w := range r.program.Workflows {
			if w.File == f {
				list = dialects.Consequent(w, list)
			}
		}
		r.out.Losses = append(r.out.Losses, list...)
	}
	slices.Sort(r.out.Substitutes)
	r.out.Substitutes = slices.Compact(r.out.Substitutes)
	return r.out
}
