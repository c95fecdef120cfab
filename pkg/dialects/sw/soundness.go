package sw

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Soundness implements dialects.Definition: the specification forbids none of the flaws of a net.
func (d *definition) Soundness(*workflow.Workflow) dialects.Soundness {
	return dialects.Soundness{Unreferenced: diag.Warning, Unreachable: diag.Warning, NoEnd: diag.Warning, Trap: diag.Warning}
}

// WorstFlaw implements dialects.Definition.
func (d *definition) WorstFlaw() diag.Severity { return diag.Warning }
