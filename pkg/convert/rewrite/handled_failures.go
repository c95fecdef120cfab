package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// handledFailures has tasks fail in the place of steps whose error a handler around them reads or tells from others. It is for targets in
// which all steps that fail on purpose do so with one and the same error. It reports whether there were some.
func (c *Conversion) handledFailures(w *workflow.Workflow) bool {
	var read *reads // of the workflow, once it is asked for
	changed := false
	for _, n := range w.Nodes {
		if n.Kind != workflow.Fail || n.Region.Scope == nil {
			continue
		}
		if read == nil {
			read = readsOf(w)
		}
		if errorMatters(n, read) {
			c.failByTask(w, n)
			n.Data.Payload = raisedPayload(n.Raises)
			changed = true
		}
	}
	return changed
}

// raisedPayload is what a task is given that fails with an error whose name and cause are fixed: these, as [failingTasks] reads them again.
// For another error it is nil, and the task gets the document.
func raisedPayload(r *workflow.Raises) expr.Expr {
	payload := &expr.Object{}
	for _, part := range []struct {
		key string
		x   expr.Expr
	}{{"error", r.Name}, {"cause", r.Cause}} {
		if part.x == nil {
			continue
		}
		l, fixed := part.x.(*expr.Literal)
		if !fixed {
			return nil
		}
		payload.Members = append(payload.Members, expr.ObjectMember{Key: part.key, Value: &expr.Literal{Value: l.Value}})
	}
	if len(payload.Members) == 0 || payload.Members[0].Key != "error" {
		return nil
	}
	return payload
}

// errorMatters reports whether it matters to what is around a step with which error the step fails, up to a handler of all errors.
func errorMatters(n *workflow.Node, read *reads) bool {
	for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
		for i := range scope.Retry {
			if !takesFailures(scope.Retry[i].On) {
				return true
			}
		}
		for _, e := range scope.Out {
			if e.Kind != workflow.OnError {
				continue
			}
			if !takesFailures(e.On) || keepsError(e, read) {
				return true
			}
			return false
		}
	}
	return false
}

// takesFailures reports whether a matcher takes every error with which a step can fail on purpose.
func takesFailures(m workflow.Matcher) bool {
	return slices.ContainsFunc(m, func(c workflow.Clause) bool {
		return c.If == nil && len(c.Except) == 0 && (c.All || c.Class&workflow.ClassBranch != 0)
	})
}

// keepsError reports whether an edge puts the error that it handles where something reads it.
func keepsError(e *workflow.Edge, read *reads) bool {
	switch d := e.Data.Combine; {
	case d == nil:
		return true
	case d.Mode == workflow.Drop:
		return false
	}
	return e.Data.Combine.Mode != workflow.SetAt || !unreadAfter(read, e)
}

// followsFailures reports whether nothing leads to an end but tasks that always fail.
func (c *Conversion) followsFailures(end *workflow.Node) bool {
	if len(end.In) == 0 {
		return false
	}
	for _, e := range end.In {
		if e.From.Call == nil || e.Kind == workflow.OnError {
			return false
		}
		s := c.standIn(e.From.Call.Task)
		if s == nil {
			return false
		}
		if _, fails := s.By.(failing); !fails {
			return false
		}
	}
	return true
}
