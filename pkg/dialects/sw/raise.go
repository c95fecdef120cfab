package sw

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect. It refuses every program: the model does not hold the filters, the merging of data and
// the matching of errors that a definition of this dialect needs, so that what came out would not do the same.
func (Dialect) Raise(p *workflow.Program, _ source.Format) (text []byte, losses []diag.Diagnostic) {
	w := p.Start()
	if w == nil {
		return nil, nil
	}
	for i := range w.Unsupported {
		losses = append(losses, loss(w, w.Unsupported[i].Span, w.Unsupported[i].Message("converted")))
	}
	if len(losses) == 0 {
		at := source.Span{}
		if w.Root != nil && w.Root.Start != nil {
			at = w.Root.Start.Element.NameSpan
		}
		losses = append(losses, loss(w, at, "nothing is converted to Serverless Workflow: its filters of data have no part in the model"))
	}
	return nil, losses
}

func loss(w *workflow.Workflow, at source.Span, message string) diag.Diagnostic {
	return diag.Diagnostic{Rule: "convert/unsupported", Severity: diag.Error, File: w.File, Span: at, Dialect: w.Dialect, Message: message}
}
