package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect. It refuses every program: the model does not hold the filters, the merging of data and
// the matching of errors that a definition of this dialect needs, so that what came out would not do the same.
func (Dialect) Raise(p *workflow.Program, _ dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	if w := p.Start(); w != nil && !r.RefuseUnsupported(p) {
		at := w.Span
		if w.Root != nil && w.Root.Start != nil {
			at = w.Root.Start.Element.NameSpan
		}
		r.Refuse(w, at, "nothing is converted to Serverless Workflow: its filters of data have no part in the model")
	}
	return r
}
