package rewrite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var errorHandlers = Rewrite{
	ID:     "rewrite/error-handler",
	What:   "an error handler becomes a choice on the answer that the worker gives instead of failing",
	When:   "has no error handlers",
	Before: "charge-card; on CardDeclined → Refund",
	After:  "charge-card; if $.error.Error is CardDeclined → Refund",
	Losses: []*dialects.LossRule{&lossHandler, &lossErrorAsData, &lossDecision, &lossUnreached},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !slices.ContainsFunc(w.Nodes, handles) {
			return false
		}
		changed := false
		c.past = c.pastOf(w)
		defer func() { c.past = nil }()
		for _, n := range w.Nodes {
			switch handlers := errorEdges(n); {
			case len(handlers) == 0:
			case c.handles(n):
				changed = c.dropConditional(n, handlers) || changed
			case !c.Able.Ignores || len(handlers) > 1 || !Ignores(handlers[0]):
				c.replaceHandlers(w, n, handlers)
				changed = true
			}
		}
		if changed {
			c.prune(w)
		}
		return changed
	},
}

// failedSuffix ends the name of the choice whether the answer of a task is an error.
const failedSuffix = " failed?"

func errorEdges(n *workflow.Node) []*workflow.Edge {
	var out []*workflow.Edge
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			out = append(out, e)
		}
	}
	return out
}

// handles reports whether the target can catch the errors of a node.
func (c *Conversion) handles(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Scope:
		return c.Able.Handlers.Has(dialects.HandleScopes)
	case workflow.Pass, workflow.Choice, workflow.Wait:
		return c.Able.Handlers.Has(dialects.HandleOwn)
	}
	return c.Able.Handlers.Has(dialects.HandleTasks)
}

// dropConditional drops the handlers of a node that take the errors for which a condition holds, where the target tells errors by their
// names only. It reports whether there were some.
func (c *Conversion) dropConditional(n *workflow.Node, handlers []*workflow.Edge) bool {
	if c.Able.Handlers.Has(dialects.HandleByCondition) {
		return false
	}
	changed := false
	for i, h := range handlers {
		if !slices.ContainsFunc(h.On, func(k workflow.Clause) bool { return k.If != nil }) {
			continue
		}
		then := "the failure ends the workflow"
		if i+1 < len(handlers) {
			then = "the failure is left to the handlers after it"
		}
		c.sever(h, &lossHandler, h.Span, n.Element, "the handler of %q for errors with %s is dropped, as errors are handled by their names: %s",
			n.Name(), strings.Trim(names(h.On), "`"), then)
		changed = true
	}
	return changed
}

// replaceHandlers replaces the handlers of a node by a choice, where the worker can answer errors as data, and drops the others.
func (c *Conversion) replaceHandlers(w *workflow.Workflow, n *workflow.Node, handlers []*workflow.Edge) {
	var choice *workflow.Node
	joins := map[*workflow.Edge]bool{}
	for _, h := range handlers {
		joins[h] = joinsOn(h) // before there is a choice
	}
	for _, h := range handlers {
		if joins[h] && c.ignoreErrors(w, n, h) {
			continue
		}
		if Ignores(h) {
			c.Lose(w, &lossErrorAsData, h.Span, n.Element, fmt.Sprintf("let %s answer instead of failing", c.taskName(n)),
				"a failure of %q is not ignored", n.Name())
			h.Disconnect()
			continue
		}
		guard, ok := c.errorGuard(w, n, h)
		if !ok {
			c.sever(h, &lossHandler, h.Span, n.Element, "the handler of %q for %s is dropped: the failure ends the workflow", n.Name(), names(h.On))
			continue
		}
		guard = c.apartFromEarlier(w, n, h, guard)
		if choice == nil {
			choice = AddAfter(w, n, c.NewElement(w, n.Element, n.Name()+failedSuffix, ""), workflow.Choice)
		}
		if replacing(h.Data.Combine) && observesFrom(h.To) {
			c.Lose(w, &lossMergedResult, h.Span, n.Element, "the error is merged into it", "the error of %q replaces the document in the source", n.Name())
		}
		if !c.answerErrors(w, n, h) {
			c.Lose(w, &lossErrorAsData, h.Span, n.Element, fmt.Sprintf("let %s answer %s instead of failing", c.taskName(n), errorText(w, h)),
				"the handler of %q for %s handles an answer of its worker", n.Name(), names(h.On))
		}
		branch := w.Connect(choice, h.To, workflow.Guarded, h.Span)
		branch.Guard = guard
		h.Disconnect()
	}
	if choice == nil {
		return
	}
	var on, branches []*workflow.Edge
	for _, e := range choice.Out {
		if e.Kind == workflow.Guarded {
			branches = append(branches, e)
			continue
		}
		e.Kind = workflow.Default
		on = append(on, e)
	}
	choice.Out = append(branches, on...)
}

// joinsOn reports whether a handler of errors with names leads with an unchanged document to where the node goes on.
func joinsOn(h *workflow.Edge) bool {
	on, k := onwardEdge(h.From), h.Data.Combine
	return on != nil && !handlesUnnamed(h) && h.From.Data.Output == nil && k != nil && k.Mode == workflow.Drop && h.Data.Output == nil && sameEnding(h.To, on.To)
}

// ignoreErrors makes a stand-in call the task of a node, and answer nothing after the errors that a handler ignores. It reports false where
// answers are not merged.
func (c *Conversion) ignoreErrors(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) bool {
	if !c.mergesOnly() || n.Kind != workflow.Task {
		return false
	}
	part := c.calledPart(n)
	if part == nil {
		if part = c.callInstead(w, n); part == nil {
			return false
		}
	}
	if slices.Contains(n.Out, h) { // else it came first, and is in the part
		c.ignoreInPart(w, n, part, h)
	}
	return true
}

// answerErrors makes a stand-in call the task of a node, and answer the errors that a handler has in the document in place of failing with
// them. An error that a handler drops stays at a member. It reports false where answers are not merged, and where the handler has something
// else in the document.
func (c *Conversion) answerErrors(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) bool {
	if !c.mergesOnly() || n.Kind != workflow.Task {
		return false
	}
	k := h.Data.Combine
	if !replacing(k) && k.Mode != workflow.SetAt && k.Mode != workflow.Drop || h.Data.Result != nil || h.Data.Output != nil {
		return false
	}
	part := c.calledPart(n)
	if part == nil {
		if part = c.callInstead(w, n); part == nil {
			return false
		}
	}
	if !replacing(k) && k.Mode == workflow.Drop && observesFrom(h.To) {
		c.Lose(w, &lossDecision, h.Span, n.Element, "the member "+strconv.Quote(errorMembers(h)[0]), "the mark that %q failed stays in the document", n.Name())
	}
	part.taken = append(part.taken, takenErrors{by: h})
	c.standIn(n.Call.Task).What += fmt.Sprintf("; after %s, %s", exitText(w, h), errorText(w, h))
	return true
}

// calledPart is what the stand-in of a node carries out, and whose answers get into the document as errors do; nil for any other stand-in.
func (c *Conversion) calledPart(n *workflow.Node) *calledPart {
	if k := n.Data.Combine; k == nil || k.Mode == workflow.MergeDeep || k.Mode == workflow.MergeShallow {
		if s := c.standIn(n.Call.Task); s != nil {
			part, _ := s.By.(*calledPart)
			return part
		}
	}
	return nil
}

// taskName is what the target calls the task of a node.
func (c *Conversion) taskName(n *workflow.Node) string {
	return dialects.TaskName(n.Call.Task, c.Options.Resource)
}

// errorGuard is the condition under which the answer of a task is an error that a handler takes. It reports false for a handler that
// nothing can stand for: of what is not a task, of errors that the worker cannot answer, and where they are retried first.
func (c *Conversion) errorGuard(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) (expr.Expr, bool) {
	if n.Kind != workflow.Task || n.Call == nil || len(n.Retry) > 0 || c.Able.Answers.Has(dialects.AnswerReplaces) && !c.Able.Answers.Has(dialects.AnswerAt) {
		return nil, false
	}
	return errorShown(w, h)
}

// errorShown is the condition that the document has an error which a handler takes, where that has it. It reports false for a handler of
// errors that no name tells from others.
func errorShown(w *workflow.Workflow, h *workflow.Edge) (expr.Expr, bool) {
	at, ok := errorPath(h)
	if !ok {
		return nil, false
	}
	name := *at
	name.Steps = append(slices.Clone(at.Steps), expr.Step{Kind: expr.StepChild, Name: w.Errors.NameKey})
	name.Text = expr.Readable(&name)
	if len(at.Steps) == 0 {
		at = &name
	}
	present := presence(at, h.Span)
	if takesAll(h.On) {
		return allOf(present, h.Span), true
	}
	any := &expr.Logic{Op: expr.Or, Span: h.Span}
	for i := range h.On {
		if h.On[i].Name == "" {
			return nil, false
		}
		any.Operands = append(any.Operands, &expr.Test{Op: expr.TestEqual, Path: &name, Value: h.On[i].Name, Span: h.Span})
	}
	if len(any.Operands) == 1 {
		return allOf(append(present, any.Operands[0]), h.Span), true
	}
	return allOf(append(present, any), h.Span), true
}

// presence are the conditions that a path and each part of it leads to something.
func presence(at *expr.Path, span source.Span) []expr.Expr {
	out := make([]expr.Expr, len(at.Steps))
	for i := range at.Steps {
		p := *at
		p.Steps = at.Steps[:i+1]
		p.Text = expr.Readable(&p)
		out[i] = &expr.Test{Op: expr.TestPresent, Path: &p, Null: expr.No, Missing: expr.No, Span: span}
	}
	return out
}

// allOf is the condition that all of some hold.
func allOf(list []expr.Expr, span source.Span) expr.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return &expr.Logic{Op: expr.And, Operands: list, Span: span}
}

// errorPath is where a handler puts what is known of the error: the document itself where it replaces that. It reports false for a place
// that is not one of members.
func errorPath(h *workflow.Edge) (*expr.Path, bool) {
	switch k := h.Data.Combine; {
	case replacing(k):
		return whole(), true
	case k.Mode != workflow.SetAt:
		return expr.NewPath(expr.RootInput, "error"), k.Mode == workflow.Drop
	default:
		_, plain := members(k.Path)
		return k.Path, plain
	}
}

// errorMembers are the names of the members that lead to what is known of the error: see [errorPath].
func errorMembers(h *workflow.Edge) []string {
	at, _ := errorPath(h)
	var out []string
	for _, s := range at.Steps {
		out = append(out, s.Name)
	}
	return out
}

// errorText is what a worker has to answer, for people.
func errorText(w *workflow.Workflow, h *workflow.Edge) string {
	text := fmt.Sprintf("{%q: …, %q: …}", w.Errors.NameKey, w.Errors.CauseKey)
	if one := h.On[0]; len(h.On) == 1 && one.Name != "" && !one.All && one.Class == 0 {
		text = fmt.Sprintf("{%q: %q, …}", w.Errors.NameKey, one.Name)
	}
	for _, name := range slices.Backward(errorMembers(h)) {
		text = fmt.Sprintf("{%q: %s}", name, text)
	}
	return text
}
