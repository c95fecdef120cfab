package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var refusals = Rewrite{
	ID:     "rewrite/refusal",
	What:   "substitutes that stand in for missing constructs become these constructs: transitions that are never allowed, states that do nothing, time limits without effect",
	When:   "always",
	Before: "Reject → Finish, which requires false",
	After:  "Reject fails",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			changed = fillConstant(n) || changed
			changed = dropWaitAgain(n) || changed
			changed = dropUselessRetry(n) || changed
			for _, e := range n.Out {
				if e.Require != nil && never(e.Require) {
					changed = replaceForbidden(w, n, e) || changed
				}
			}
		}
		if changed = skipStart(w) || changed; changed {
			Compact(w)
		}
		return changed
	},
}

// never reports whether a condition holds for no document.
func never(x expr.Expr) bool {
	switch x := expr.Meant(x).(type) {
	case *expr.Literal:
		return x.Value == false
	case *expr.Path:
		if len(x.Steps) == 1 && x.Steps[0].Kind == expr.StepFilter {
			l, ok := x.Steps[0].Filter.(*expr.Literal)
			return ok && l.Value == false
		}
	}
	return false
}

// replaceForbidden takes out a transition that is never allowed: a node without another one fails, and a choice loses its default.
func replaceForbidden(w *workflow.Workflow, n *workflow.Node, e *workflow.Edge) bool {
	to := e.To
	switch {
	case e.Kind == workflow.Default && n.Kind == workflow.Choice:
	case e.Kind == workflow.Next && n.Kind == workflow.Pass && n.Data.IsZero() && len(n.Out) == 1:
		n.Kind, n.Raises = workflow.Fail, &workflow.Raises{Name: &expr.Literal{Value: w.Errors.Require.Name},
			Cause: &expr.Literal{Value: "the transition to " + to.Element.Name + " is not allowed"}}
	default:
		return false
	}
	e.Disconnect()
	if onlyGoesOn(to) && len(to.In) == 0 && to.Region.Start != to && strings.HasPrefix(to.Element.Name, "Finish") {
		for _, out := range slices.Clone(to.Out) {
			out.Disconnect()
		}
		to.Region.TakeOut(to)
	}
	return true
}

// onlyGoesOn reports whether a node does nothing but go on.
func onlyGoesOn(n *workflow.Node) bool {
	return n.Kind == workflow.Pass && n.Data.IsZero() && len(n.Out) == 1 && n.Out[0].Require == nil
}

// skipStart takes out a start that does nothing but go on to a wait, which could not be the start itself.
func skipStart(w *workflow.Workflow) bool {
	n := w.Root.Start
	if n == nil || !onlyGoesOn(n) || len(n.In) > 0 || n.Element.Name != "Start" || n.Out[0].Kind != workflow.Next {
		return false
	}
	if to := n.Out[0].To; to.Kind != workflow.Await && (to.Kind != workflow.Scope || to.Body.Listens == nil) {
		return false
	}
	Splice(n)
	return true
}

// dropWaitAgain drops the timers of a wait after which it begins to wait again.
func dropWaitAgain(n *workflow.Node) bool {
	if n.Kind != workflow.Await {
		return false
	}
	kept := slices.DeleteFunc(slices.Clone(n.Timers), func(t workflow.Timer) bool {
		return t.Edge != nil && t.Interrupting && t.Edge.To == n && t.Edge.Data.IsZero() && t.Edge.Require == nil && !n.Awaits.All
	})
	if len(kept) == len(n.Timers) {
		return false
	}
	for i := range n.Timers {
		if e := n.Timers[i].Edge; e != nil && e.To == n {
			e.Disconnect()
		}
	}
	n.Timers = kept
	return true
}

// dropUselessRetry drops the last retries if they retry nothing.
func dropUselessRetry(n *workflow.Node) bool {
	last := len(n.Retry)
	for last > 0 && n.Retry[last-1].Limit == 0 && n.Retry[last-1].Most == nil {
		last--
	}
	if last == len(n.Retry) {
		return false
	}
	n.Retry = slices.Clone(n.Retry[:last])
	return true
}

// fillConstant makes a pass node give an item of a fixed list, where it merges the list and then selects that item alone.
func fillConstant(n *workflow.Node) bool {
	l, ok := n.Data.Result.(*expr.Literal)
	p, okay := meaningOrSelf(n.Data.Output).(*expr.Path)
	if n.Kind != workflow.Pass || n.Data.Combine == nil || n.Data.Combine.Mode != workflow.MergeDeep || !ok || !okay || !p.Definite || len(p.Steps) != 2 ||
		p.Steps[1].Kind != expr.StepIndex {
		return false
	}
	v, err := expr.Eval(p, &expr.Env{Input: l.Value})
	if err != nil {
		return false
	}
	n.Data.Result, n.Data.Combine, n.Data.Output = &expr.Literal{Value: v, Span: l.Span}, nil, nil
	return true
}
