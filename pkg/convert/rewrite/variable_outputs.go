package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// variableOutputs is done before variables become members of the document, which an output would drop.
var variableOutputs = Rewrite{
	ID:     "rewrite/variable-output",
	What:   "a part of the document that a task selects while variables are read later is what it answers, or is selected by a step after it",
	When:   "has no variables besides the document",
	Before: "look: its answer is the document, assign day, and $.order becomes the document; ship gets $day and $.total",
	After:  "look: assign day, and of its answer $.order becomes the document; ship gets $day and $.total",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Variables {
			return false
		}
		life := findVariables(w)
		return life != nil && editNodes(w, func(n *workflow.Node) bool {
			if n.Data.Output == nil || n.Kind != workflow.Task && n.Kind != workflow.Scope || !life.after(n, nil).any() {
				return false
			}
			if !answersOutput(&n.Data) {
				pass := AddAfter(w, n, c.NewElement(w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
				pass.Data.Result, n.Data.Output = n.Data.Output, nil
			}
			return true
		})
	},
}

// answersOutput makes the output of a node whose answer is the document what is taken of the answer. It reports whether it could.
func answersOutput(d *workflow.Stages) bool {
	if !replacing(d.Combine) {
		return false
	}
	answer := d.Result
	if answer == nil {
		answer = expr.NewPath(expr.RootAnswer)
	}
	x, ok := replaceRoot(d.Output, expr.RootInput, answer)
	if ok {
		d.Result, d.Output = x, nil
	}
	return ok
}
