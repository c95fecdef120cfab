package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var askedAgain = Rewrite{
	ID:     "rewrite/asked-again",
	What:   "a task before a choice, of whose answer the first condition asks whether it is true and which nothing else reads, becomes that condition",
	When:   "can ask a task in place of a condition",
	Before: "is-fraud, whose answer is $isFraud; choice Scored: if $isFraud = true -> Refuse",
	After:  "choice Scored: if is-fraud -> Refuse",
	Losses: []*dialects.LossRule{&lossAnswerAside},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Asks && editNodes(w, func(n *workflow.Node) bool {
			return n.Kind == workflow.Choice && c.askAgain(w, n)
		})
	},
}

var lossAnswerAside = dialects.LossRule{ID: "convert/asked-answer", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "a task that is asked whether something holds answers true or false alone, and not under a member that another task takes out again",
	Remedy: "let the worker answer true or false"}

// askAgain makes the task before a choice the condition of its first edge. Where the answer is a member of the document, tasks have to take it
// out again after the choice, or the choice selects the document beside it.
func (c *Conversion) askAgain(w *workflow.Workflow, n *workflow.Node) bool {
	inPart := n.Region.Scope != nil // of which a plan tells the steps, and a plan has conditions alone
	if inPart || len(n.In) != 1 || n.In[0].Kind != workflow.Next || !n.In[0].Data.IsZero() || n.In[0].Require != nil || len(n.Out) == 0 || n.Out[0].Guard == nil {
		return false
	}
	task, first := n.In[0].From, n.Out[0]
	alone := *task
	alone.Data.Combine, alone.Data.Assign = nil, nil
	if !c.standsAlone(&alone) || task.Call.Parameters != nil || task.Element.Doc != "" || len(task.Out) != 1 || !first.Data.IsZero() {
		return false
	}
	name := memberName(task.Name())
	test, ok := expr.CommonCondition(first.Guard, c.domain()).(*expr.Test)
	if !ok || test.Op != expr.TestEqual || test.Value != true || readsBesideFirst(n, name) || readsOutside(w, n, name) {
		return false
	}
	var after []*workflow.Node
	for _, e := range n.Out {
		after = append(after, e.To)
	}
	if reachable(after)[n] { // a transition that closes a round may need the opposite of the condition
		return false
	}
	call, named := *task.Call, sameName(c.taskName(task), task.Name())
	switch {
	case c.assignsAnswer(task, name) && n.Data.IsZero() && test.Path.Root == expr.RootVar && nextTested(test.Path) == name && named:
	case merging(task.Data.Combine) && task.Data.Assign == nil && (named || sameName(c.taskName(task), "call "+task.Name())) && c.takesAside(w, n, test.Path, name):
		c.Lose(w, &lossAnswerAside, placeOf(task), task.Element, "true or false alone", "%q is assumed to answer nothing but %q", task.Name(), name)
	default:
		return false
	}
	first.Guard, first.Ask = nil, &call
	n.Data.Output = nil
	Splice(task)
	return true
}

// assignsAnswer reports whether all that becomes of the answer of a task is a variable.
func (c *Conversion) assignsAnswer(task *workflow.Node, name string) bool {
	d := &task.Data
	if d.Assign == nil || len(d.Assign.Variables) != 1 || d.Assign.Variables[0].Name != name || !isDropped(d) {
		return false
	}
	p, ok := expr.CommonValue(d.Assign.Variables[0].Value, c.domain()).(*expr.Path)
	return ok && p.Root == expr.RootAnswer && len(p.Steps) == 0
}

// readsBesideFirst reports whether a condition of a choice other than the first reads a member of the document, or a variable.
func readsBesideFirst(n *workflow.Node, name string) bool {
	for _, e := range n.Out[1:] {
		if e.Guard != nil && (readsNumbered(meaningOrSelf(e.Guard), name) || e.Ask != nil) {
			return true
		}
	}
	return false
}

// takesAside reports whether a choice reads an answer from a member of the document, and what comes after it does not have that member. It
// takes out the tasks that remove the member.
func (c *Conversion) takesAside(w *workflow.Workflow, n *workflow.Node, read *expr.Path, name string) bool {
	if selects := filterPathOrNil(n.Data.Output); selects != nil {
		held := expr.Readable(selects) == expr.Readable(expr.NewPath(expr.RootInput, heldAt...)) && n.Data == (workflow.Stages{Output: n.Data.Output})
		return held && expr.Readable(read) == expr.Readable(expr.NewPath(expr.RootInput, heldAt[0], name))
	}
	if !n.Data.IsZero() || nextTested(read) != name {
		return false
	}
	var removing []*workflow.Node
	for _, e := range n.Out {
		switch {
		case slices.Contains(removing, e.To):
		case c.removes(n, e.To, name):
			removing = append(removing, e.To)
		case e.To.Kind != workflow.Fail && observesFrom(e.To):
			return false
		}
	}
	for _, x := range removing {
		c.Lose(w, &lossAnswerAside, placeOf(x), x.Element, "the document as it was", "%q is assumed only to take %q out of the document, and is not called", x.Name(), name)
		Splice(x)
	}
	return true
}

// removes reports whether a node is a task that only a choice leads to, and that takes a member by which the choice is made out of the document.
func (c *Conversion) removes(choice, n *workflow.Node, member string) bool {
	return !slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e.From != choice }) && onwardEdge(n) != nil && len(n.Out) == 1 && c.standsAlone(n) &&
		n.Call.Parameters == nil && numberedName(n.Name(), withoutPrefix+member) && numberedName(c.taskName(n), withoutPrefix+member)
}
