package asl

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// flawLevels documents how bad the flaws of a net are, as Soundness has it.
const flawLevels = "an error at level current, a warning at level 2016"

// Soundness implements dialects.Definition: no MUST of the text of 2016 forbids the flaws of a net, but today's engine refuses a
// state that cannot be reached and a machine that has no terminal state.
func (d *definition) Soundness(*workflow.Workflow) dialects.Soundness {
	s := dialects.Soundness{Unset: unsetVariable.ID, Unreferenced: diag.Warning, Unreachable: diag.Warning, NoEnd: diag.Warning, Trap: diag.Warning}
	if d.level == Current {
		s.Unreferenced, s.Unreachable, s.NoEnd = diag.Error, diag.Error, diag.Error
	}
	return s
}

// WorstFlaw implements dialects.Definition.
func (d *definition) WorstFlaw() diag.Severity {
	if d.level == Current {
		return diag.Error
	}
	return diag.Warning
}
