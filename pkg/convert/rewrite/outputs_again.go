package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// How the names begin of a step that makes what a node gives the document, and of one that puts variables of it there.
const (
	outputPrefix    = "Output of "
	variablesPrefix = "Variables of "
)

var outputsAgain = Rewrite{
	ID:     "rewrite/output-again",
	What:   "a step that was written to select a part of the document after a task, or to add to it what were variables, does so as part of the task again",
	When:   "can select a part of the document after a task",
	Before: "book; then \"Output of book\", which makes $.booking the document",
	After:  "book, then $.booking is selected",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Outputs {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool { return selectAgain(n) || c.addAgain(n) })
	},
}

// selectAgain has a task or a scope select itself what the step after it selects, if that step does nothing else, is reached from nowhere
// else, and has the name that it gets where it is written by itself. It reports false for others.
func selectAgain(n *workflow.Node) bool {
	if n.Kind != workflow.Task && n.Kind != workflow.Scope || n.Data.Output != nil || n.Data.Assign != nil {
		return false
	}
	pass := stepWrittenAfter(n, outputPrefix)
	if pass == nil {
		return false
	}
	selected, rest := pass.Data.Output, pass.Data
	if selected == nil {
		selected, rest.Result = rest.Result, nil
	}
	rest.Output = nil
	if selected == nil || !rest.IsZero() {
		return false
	}
	n.Data.Output = selected
	Splice(pass)
	return true
}

// addAgain has a task itself add to the document what the step after it adds that was written for its variables. It reports false for other
// steps, and if the target cannot compute that.
func (c *Conversion) addAgain(n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Data.Output != nil || n.Data.Assign != nil {
		return false
	}
	pass := stepWrittenAfter(n, variablesPrefix)
	if pass == nil || pass.Data.Result == nil || pass.Data.Combine == nil || pass.Data.Combine.Mode != workflow.MergeShallow ||
		pass.Data != (workflow.Stages{Result: pass.Data.Result, Combine: pass.Data.Combine}) {
		return false
	}
	made := &expr.Apply{Do: expr.Merge, Args: []expr.Expr{whole(), pass.Data.Result}}
	if out, _ := c.writtenValue(made, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings}); out == nil {
		return false
	}
	n.Data.Output = made
	Splice(pass)
	return true
}
