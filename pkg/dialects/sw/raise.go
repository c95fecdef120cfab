package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect for programs of this dialect. Those of others are rewritten, and written by [Dialect.Write].
func (d Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	return dialects.RaiseEach(p, d, func(w *workflow.Workflow, _ *dialects.Raised) []byte {
		return dialects.PrintLike(canonical(raiseWorkflow(w)), w.File, o.Format)
	})
}
