package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise implements dialects.Dialect for programs of this dialect. Those of others are rewritten, and written by [Dialect.Write].
func (Dialect) Raise(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	out := &dialects.Raised{}
	if out.RefuseUnsupported(p, (Dialect{}).Name()) {
		return out
	}
	for _, w := range p.Workflows {
		out.Definitions = append(out.Definitions, dialects.Printed{ID: w.ID, Text: dialects.PrintLike(canonical(raiseWorkflow(w)), w.File, o.Format)})
	}
	return out
}
