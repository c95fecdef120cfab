package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var choiceOutputs = Rewrite{
	ID:     "rewrite/choice-output",
	What:   "a step that was written to make what a branch of a choice gives the document becomes the output of that branch again, and so of an error handler",
	When:   "has outputs of branches and of error handlers",
	Before: `choice Size: if $.n > 5 → "Output of Size", which makes {"large": true} the document → Pack`,
	After:  `choice Size: if $.n > 5, {"large": true} → Pack`,
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.ChoiceOutputs {
			return false
		}
		changed := false
		for _, e := range slices.Clone(w.Edges) {
			if (c.isBranch(e) || c.dropsError(e)) && c.selectedBy(e.To, e) {
				pass := e.To
				e.Data = workflow.Stages{Result: madeBy(pass)}
				Splice(pass)
				changed = true
			}
		}
		return changed
	},
}

// madeBy is the document that a step makes, where it computes that, or members that are merged into it; nil for other steps.
func madeBy(pass *workflow.Node) expr.Expr {
	d := &pass.Data
	switch _, object := d.Result.(*expr.Object); {
	case replacing(d.Combine):
		return d.Result
	case d.Combine.Mode == workflow.MergeShallow && object:
		return &expr.Apply{Do: expr.Merge, Args: []expr.Expr{whole(), d.Result}, Span: pass.Span}
	}
	return nil
}

// isBranch reports whether an edge is a branch of a choice that leaves the document as it is.
func (c *Conversion) isBranch(e *workflow.Edge) bool {
	return e.From.Kind == workflow.Choice && e.Kind == workflow.Guarded && e.Guard != nil && e.Data.IsZero()
}

// dropsError reports whether an edge is an error handler that leaves the document as it is, and could make something else of it.
func (c *Conversion) dropsError(e *workflow.Edge) bool {
	d := &e.Data
	return e.Kind == workflow.OnError && c.Able.Handlers.Has(dialects.HandleData) && d.Combine != nil && d.Combine.Mode == workflow.Drop && *d == (workflow.Stages{Combine: d.Combine})
}

// selectedBy reports whether a step does nothing but make the document after an edge, is reached from nowhere else, and has the name that such a
// step gets.
func (c *Conversion) selectedBy(pass *workflow.Node, e *workflow.Edge) bool {
	if pass.Kind != workflow.Pass || len(pass.In) != 1 || !numberedName(pass.Name(), outputPrefix+e.From.Name()) || pass.Element.Doc != "" || madeBy(pass) == nil {
		return false
	}
	next := onwardEdge(pass)
	if next == nil || len(pass.Out) != 1 || !next.Data.IsZero() || next.Require != nil ||
		pass.Data != (workflow.Stages{Result: pass.Data.Result, Combine: pass.Data.Combine}) {
		return false
	}
	out, _ := c.writtenValue(madeBy(pass), &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings, Raw: true})
	return out != nil
}
