package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var choiceOutputs = Rewrite{
	ID:     "rewrite/choice-output",
	What:   "a step that was written to make what a branch of a choice gives the document becomes the output of that branch again",
	When:   "has outputs of branches",
	Before: `choice Size: if $.n > 5 → "Output of Size", which makes {"large": true} the document → Pack`,
	After:  `choice Size: if $.n > 5, {"large": true} → Pack`,
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.ChoiceOutputs {
			return false
		}
		changed := false
		for _, e := range slices.Clone(w.Edges) {
			if c.branchGives(e) {
				pass := e.To
				e.Data = pass.Data
				Splice(pass)
				changed = true
			}
		}
		return changed
	},
}

// branchGives reports whether an edge is a branch of a choice to a step that does nothing but make the document, is reached from nowhere else,
// and has the name that such a step gets.
func (c *Conversion) branchGives(e *workflow.Edge) bool {
	pass := e.To
	if e.From.Kind != workflow.Choice || e.Kind != workflow.Guarded || e.Guard == nil || !e.Data.IsZero() || pass.Kind != workflow.Pass || len(pass.In) != 1 ||
		!numberedName(pass.Name(), outputPrefix+e.From.Name()) || pass.Element.Doc != "" || pass.Data.Result == nil || !replacing(pass.Data.Combine) {
		return false
	}
	next := onwardEdge(pass)
	if next == nil || len(pass.Out) != 1 || next.To.Kind == workflow.End || !next.Data.IsZero() || next.Require != nil ||
		pass.Data != (workflow.Stages{Result: pass.Data.Result, Combine: pass.Data.Combine}) {
		return false
	}
	out, _ := c.writtenValue(pass.Data.Result, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Raw: true})
	return out != nil
}
