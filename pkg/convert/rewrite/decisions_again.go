package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// decisionPrefix is how the name begins of a task that decides a condition of a choice.
const decisionPrefix = "Decide "

var decisionsAgain = Rewrite{
	ID:     "rewrite/decision-again",
	What:   "a choice by what a task before it decides, which is told the condition, has that condition again, as conditions are written that became tasks",
	When:   "can express the condition",
	Before: `decide-large({"if": "$.sum > 2 * $.limit"}); choice Large: if $.decide-large = true`,
	After:  "choice Large: if $.sum > 2 * $.limit",
	Losses: []*dialects.LossRule{&lossAskedTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return editNodes(w, func(n *workflow.Node) bool {
			return n.Kind == workflow.Choice && c.decideAgain(w, n)
		})
	},
}

// decideAgain gives a choice the conditions that the tasks before it decide, and takes these out. It reports false if there are none, or the
// choice, or what comes after it, does anything else with the decisions.
func (c *Conversion) decideAgain(w *workflow.Workflow, n *workflow.Node) bool {
	told := map[string]expr.Expr{} // by the member of the decision
	var tasks []*workflow.Node
	for at := n; len(at.In) == 1 && at.In[0].Kind == workflow.Next && at.In[0].Data.IsZero() && at.In[0].Require == nil; {
		at = at.In[0].From
		condition := c.toldBefore(at, n)
		if condition == nil {
			if c.decidesUntold(at, n) {
				return false
			}
			break
		}
		told[c.taskName(at)] = condition
		tasks = append(tasks, at)
	}
	if len(tasks) == 0 {
		return false
	}
	guards, ok := decidedGuards(n, told, c.domain())
	selects := filterPathOrNil(n.Data.Output)
	held := selects != nil && expr.Readable(selects) == expr.Readable(expr.NewPath(expr.RootInput, heldAt...))
	if !ok || n.Data != (workflow.Stages{Output: n.Data.Output}) || n.Data.Output != nil && !held {
		return false
	}
	for i, e := range n.Out {
		e.Guard = guards[i]
		if forgets := e.To; len(forgets.In) == 1 && c.forgetsTold(forgets, told) {
			c.loseAsked(w, forgets)
			Splice(forgets)
		}
	}
	n.Data.Output = nil
	for _, task := range tasks {
		c.loseAsked(w, task)
		Splice(task)
	}
	return true
}

// decidesUntold reports whether a node is a task whose decision a choice reads.
func (c *Conversion) decidesUntold(task, choice *workflow.Node) bool {
	return task.Kind == workflow.Task && task.Call != nil && slices.ContainsFunc(choice.Out, func(e *workflow.Edge) bool {
		return e.Guard != nil && (readsMember(e.Guard, c.taskName(task)) || readsMember(e.Guard, memberName(c.taskName(task))))
	})
}

func (c *Conversion) loseAsked(w *workflow.Workflow, task *workflow.Node) {
	c.Lose(w, &lossAskedTask, placeOf(task), task.Element, "the condition itself", "%q is assumed to decide by the condition that it is told, and is not called", task.Name())
}

// toldBefore is the condition that a task is told and decides before a choice, of which it has the name; nil for other nodes.
func (c *Conversion) toldBefore(task, choice *workflow.Node) expr.Expr {
	given := givenPlan(task)
	alone := *task
	if merging(alone.Data.Combine) {
		alone.Data.Combine = nil
	}
	if given == nil || given.Len() != 1 || len(task.Out) != 1 || task == task.Region.Start && task.Region.Scope != nil || !c.standsAlone(&alone) ||
		!numberedName(task.Name(), decisionPrefix+choice.Name()) || !sameName(c.taskName(task), task.Name()) {
		return nil
	}
	text, _ := given.Get(planIf).(string)
	condition := c.toldCondition(text, task.Span)
	if condition == nil || !c.expresses(condition) {
		return nil
	}
	return condition
}

// decidedGuards are the conditions of the edges of a choice, with what was decided in place of the decisions. It reports false if all of a
// decision is not replaced.
func decidedGuards(n *workflow.Node, told map[string]expr.Expr, d expr.Domain) ([]expr.Expr, bool) {
	out := make([]expr.Expr, len(n.Out))
	found, whole := false, true
	for i, e := range n.Out {
		if e.Guard == nil {
			continue
		}
		guard := expr.CommonCondition(e.Guard, d)
		replaced := replaceTests(guard, func(t *expr.Test) expr.Expr {
			condition := told[decisionTested(t)]
			found = found || condition != nil
			return condition
		})
		expr.Walk(replaced, func(x expr.Expr) {
			p, ok := x.(*expr.Path)
			whole = whole && !(ok && len(p.Steps) > 0 && (told[p.Steps[0].Name] != nil || n.Data.Output != nil && p.Steps[0].Name == heldAt[0]))
		})
		if out[i] = e.Guard; replaced != guard {
			out[i] = replaced
		}
	}
	return out, found && whole
}

// decisionTested is the member of the document, or of what takes its place, of which a test asks whether it is true; empty for other tests.
func decisionTested(t *expr.Test) string {
	steps := t.Path.Steps
	if len(steps) == 2 && steps[0].Name == heldAt[0] {
		steps = steps[1:]
	}
	if t.Op != expr.TestEqual || t.Value != true || t.Path.Root != expr.RootInput || len(steps) != 1 || steps[0].Kind != expr.StepChild {
		return ""
	}
	return steps[0].Name
}

// replaceTests replaces the tests of a condition that a function has something else for.
func replaceTests(x expr.Expr, by func(*expr.Test) expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Test:
		if other := by(x); other != nil {
			return other
		}
	case *expr.Not:
		if operand := replaceTests(x.Operand, by); operand != x.Operand {
			return &expr.Not{Operand: operand, Span: x.Span}
		}
	case *expr.Logic:
		operands := slices.Clone(x.Operands)
		for i := range operands {
			operands[i] = replaceTests(operands[i], by)
		}
		if !slices.Equal(operands, x.Operands) {
			return &expr.Logic{Op: x.Op, Operands: operands, Span: x.Span}
		}
	}
	return x
}

// forgetsTold reports whether a node is a task that takes the decisions of a choice before it out of the document, by its name.
func (c *Conversion) forgetsTold(n *workflow.Node, told map[string]expr.Expr) bool {
	if n.Kind != workflow.Task || onwardEdge(n) == nil || len(n.Out) != 1 || n.Call == nil || n.Call.Parameters != nil || !c.standsAlone(n) {
		return false
	}
	for member := range told {
		if numberedName(n.Name(), withoutPrefix+member) && sameName(c.taskName(n), withoutPrefix+member) {
			return true
		}
	}
	return false
}
