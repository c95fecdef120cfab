package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// catches reports whether a scope has a catcher that names the errors it takes.
func catches(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && slices.ContainsFunc(n.Out, named)
}

// named reports whether an edge catches only errors that it names.
func named(e *workflow.Edge) bool {
	return e.Kind == workflow.OnError && len(e.On) > 0 && !e.Disabled &&
		!slices.ContainsFunc(e.On, func(c workflow.Clause) bool { return c.If != nil || c.All || c.Class != 0 || c.Name == "" })
}

// uncaught are the catchers of scopes that no run takes although the scope is entered. Errors that the machine itself raises for data may
// come from anywhere: catchers of those are passed over.
func (f *flaws) uncaught() []Flaw {
	s := f.space
	if !slices.ContainsFunc(s.Workflow.Nodes, catches) {
		return nil
	}
	taken, entered := map[*workflow.Edge]bool{}, map[*workflow.Element]bool{}
	for i := range s.States {
		for k := range s.States[i].Steps {
			for _, e := range s.States[i].Steps[k].Taken {
				taken[e] = true
			}
			for _, e := range s.States[i].Steps[k].Entered {
				entered[e] = true
			}
		}
	}
	var out []Flaw
	for _, n := range s.Workflow.Nodes {
		if !catches(n) || n.Role != workflow.Primary || !entered[n.Element] {
			continue
		}
		for _, e := range n.Out {
			if named(e) && !taken[e] && !s.raisedForData(e.On) {
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
