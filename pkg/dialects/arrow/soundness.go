package arrow

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Soundness implements dialects.Definition. That a task has no input is a finding of the dialect's own rules.
func (d *definition) Soundness(*workflow.Workflow) dialects.Soundness {
	return dialects.Soundness{Unreachable: diag.Error, NoEnd: diag.Warning, Trap: diag.Warning}
}

// WorstFlaw implements dialects.Definition. The net that the rules looked at shows whether a step is never reached.
func (d *definition) WorstFlaw() diag.Severity {
	if d.checked != nil && !d.checked.islands {
		return diag.Warning
	}
	return diag.Error
}
