package step

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Soundness implements dialects.Definition: steps that cannot be reached and definitions without an end are refused (step: "Validation
// rules").
func (d *definition) Soundness(*workflow.Workflow) dialects.Soundness {
	return dialects.Soundness{Unreferenced: diag.Error, Unreachable: diag.Error, NoEnd: diag.Error, Trap: diag.Warning}
}

// WorstFlaw implements dialects.Definition.
func (d *definition) WorstFlaw() diag.Severity { return diag.Error }
