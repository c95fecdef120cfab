package dialecttest

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Raise writes a program in a dialect, and returns the first definition, or nil, and the losses.
func Raise(d dialects.Dialect, p *workflow.Program, format source.Format) ([]byte, []*dialects.Loss) {
	r := d.Raise(p, dialects.Raising{Format: format})
	if len(r.Definitions) == 0 {
		return nil, r.Losses
	}
	return r.Definitions[0].Text, r.Losses
}
