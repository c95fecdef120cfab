package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// catches reports whether a node has a handler that may be without use: one of a scope that names the errors it takes, or any of a node at
// which nothing fails.
func catches(n *workflow.Node) bool {
	if n.Kind == workflow.Scope {
		return slices.ContainsFunc(n.Out, named) || slices.ContainsFunc(n.Retry, retriesNamed)
	}
	return (len(n.Retry) > 0 || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError })) && neverFails(n)
}

// neverFails reports whether nothing at a node can be an error: it only lets a written time pass, or has only written data.
func neverFails(n *workflow.Node) bool {
	fixed := func(x expr.Expr) bool {
		if x == nil {
			return true
		}
		_, literal := x.(*expr.Literal)
		return literal
	}
	if n.Kind != workflow.Pass && n.Kind != workflow.Wait || n.Until != nil && !fixed(n.Until.Expr) || len(n.Timers) > 0 {
		return false
	}
	s := &n.Data
	keeps := s.Combine == nil || s.Combine.Mode != workflow.SetAt && s.Combine.Mode != workflow.AppendAt
	return keeps && s.Assign == nil && fixed(s.Select) && fixed(s.Payload) && fixed(s.Result) && fixed(s.Output)
}

// named reports whether an edge catches only errors that it names.
func named(e *workflow.Edge) bool {
	return e.Kind == workflow.OnError && !e.Disabled && onlyNames(e.On)
}

// retriesNamed reports whether a retrier is one of errors that it names, and may be used at all.
func retriesNamed(r workflow.Retrier) bool { return onlyNames(r.On) && (r.Limit > 0 || r.Most != nil) }

func onlyNames(m workflow.Matcher) bool {
	return len(m) > 0 && !slices.ContainsFunc(m, func(c workflow.Clause) bool { return c.If != nil || c.All || c.Class != 0 || c.Name == "" })
}

// uncaught are the catchers and retriers that no run uses although their node is entered. Errors that the machine itself raises for data
// may come from anywhere: handlers of those are passed over.
func (f *flaws) uncaught() []Flaw {
	s := f.space
	if !slices.ContainsFunc(s.Workflow.Nodes, catches) {
		return nil
	}
	taken, retried, entered := map[*workflow.Edge]bool{}, map[*workflow.Retrier]bool{}, map[*workflow.Element]bool{}
	for i := range s.States {
		for k := range s.States[i].Steps {
			t := &s.States[i].Steps[k]
			for _, e := range t.Taken {
				taken[e] = true
			}
			for _, r := range t.Retriers {
				retried[r] = true
			}
			for _, e := range t.Entered {
				entered[e] = true
			}
		}
	}
	var out []Flaw
	for _, n := range s.Workflow.Nodes {
		if !catches(n) || n.Role != workflow.Primary || !entered[n.Element] {
			continue
		}
		for i := range n.Retry {
			r := &n.Retry[i]
			if !retried[r] && (n.Kind != workflow.Scope || retriesNamed(*r) && !s.raisedForData(r.On)) {
				out = append(out, Flaw{Kind: NeverCaught, Node: n, Retrier: r})
			}
		}
		for _, e := range n.Out {
			if e.Kind == workflow.OnError && !taken[e] && (n.Kind != workflow.Scope || named(e) && !s.raisedForData(e.On)) {
				out = append(out, Flaw{Kind: NeverCaught, Node: n, Edge: e, Earlier: earlier(e)})
			}
		}
	}
	return out
}

// earlier returns a catcher before another one at the same node that takes all of its errors; nil if there is none.
func earlier(e *workflow.Edge) *workflow.Edge {
	for _, other := range e.From.Out {
		if other == e {
			break
		}
		takes := func(c workflow.Clause) bool { return other.On.Matches(c.Name, workflow.ClassTask|workflow.ClassBranch) }
		if other.Kind == workflow.OnError && !slices.ContainsFunc(e.On, func(c workflow.Clause) bool { return !takes(c) }) {
			return other
		}
	}
	return nil
}

// raisedForData reports whether a matcher names an error that the machine raises by itself.
func (s *Space) raisedForData(m workflow.Matcher) bool {
	own := OwnErrors(s.Workflow)
	return slices.ContainsFunc(m, func(c workflow.Clause) bool { return slices.Contains(own, c.Name) })
}

// OwnErrors lists the names of the errors that the machine raises in a workflow, whatever its tasks do.
func OwnErrors(w *workflow.Workflow) []string {
	t := &w.Errors
	var out []string
	for _, n := range []workflow.ErrorName{t.Task, t.Timeout, t.Heartbeat, t.Expired, t.Path, t.Combine, t.NoMatch, t.Answer, t.File, t.Request,
		t.Require, t.Inactive, t.Refused, t.Function, t.Query, t.Items, t.Results, t.Tolerance, t.Payload, t.History,
		t.Table.NoRule, t.Table.Unique, t.Table.Conflict, t.Table.Aggregate, t.Table.Cell, t.Table.Output} {
		if n.Name != "" {
			out = append(out, n.Name)
		}
	}
	return out
}
