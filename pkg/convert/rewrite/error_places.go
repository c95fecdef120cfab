package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var errorPlaces = Rewrite{
	ID:     "rewrite/error-place",
	What:   "an error that is merged into the document under a member is set there",
	When:   "always",
	Before: "on an error: merge {\"error\": …}",
	After:  "on an error: → $.error",
	Apply: func(_ *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, e := range w.Edges {
			if e.Kind == workflow.OnError && setError(e) {
				changed = true
			}
		}
		return changed
	},
}

// setError sets what is known of an error at a place, where it is merged as an object with that place alone.
func setError(e *workflow.Edge) bool {
	d := &e.Data
	if d.Combine == nil || d.Combine.Mode != workflow.MergeDeep || d.Result == nil {
		return false
	}
	names, leaf := placeIn(expr.Meant(d.Result))
	into := *d.Combine
	switch {
	case leaf == nil || len(names) == 0:
		l, fixed := leaf.(*expr.Literal)
		if !fixed || l.Value != nil {
			return false
		}
		into.Mode = workflow.Drop
	default:
		into.Mode, into.Path = workflow.SetAt, expr.NewPath(expr.RootInput, names...)
	}
	d.Combine, d.Result = &into, leaf
	if p, ok := leaf.(*expr.Path); ok && p.Root == expr.RootError && len(p.Steps) == 0 || into.Mode == workflow.Drop {
		d.Result = nil
	}
	return true
}

// placeIn are the names of the members that lead to the only value in an object, and that value.
func placeIn(x expr.Expr) (names []string, leaf expr.Expr) {
	for {
		o, ok := x.(*expr.Object)
		if !ok {
			return names, x
		}
		if len(o.Members) != 1 {
			return nil, nil
		}
		names, x = append(names, o.Members[0].Key), o.Members[0].Value
	}
}

var exceptions = Rewrite{
	ID:     "rewrite/error-exception",
	What:   "a handler or a retry of all errors but some becomes one of those and one of all",
	When:   "always",
	Before: "on CardDeclined → Release; on any error but CardDeclined → Alert",
	After:  "on CardDeclined → Release; on any error → Alert",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			changed = c.handleExceptions(w, n) || changed
			changed = retryExceptions(n) || changed
		}
		return changed
	},
}

// handleExceptions makes the handlers of a node take all errors in place of all but some. Those that none before takes lead to the handler
// after it that takes them, or fail as they did.
func (c *Conversion) handleExceptions(w *workflow.Workflow, n *workflow.Node) bool {
	taken, changed := map[string]bool{}, false
	for _, e := range slices.Clone(n.Out) {
		if e.Kind != workflow.OnError {
			continue
		}
		on, but := withoutExceptions(e.On, taken)
		if on == nil {
			continue
		}
		e.On, changed = on, true
		for _, name := range but {
			if later := laterHandler(n, e, name); later != nil {
				added := w.Connect(n, later.To, workflow.OnError, later.Span)
				added.On, added.Data = workflow.Matcher{{Name: name, Text: name, Span: later.Span}}, later.Data
				n.Out = slices.Insert(without(n.Out, added), slices.Index(n.Out, e), added)
				continue
			}
			failed := w.AddNode(n.Region, c.NewElement(w, n.Element, n.Element.Name+" failed: "+name, "fail"), workflow.Fail, workflow.Primary)
			failed.Raises = &workflow.Raises{Name: &expr.Literal{Value: name}}
			added := w.Connect(n, failed, workflow.OnError, e.Span)
			added.On = workflow.Matcher{{Name: name, Text: name, Span: e.Span}}
			added.Data.Combine = &workflow.Combine{Mode: workflow.Drop}
			n.Out = slices.Insert(without(n.Out, added), slices.Index(n.Out, e), added)
		}
	}
	return changed
}

// laterHandler is the first handler of a node, after one of them, that takes an error of a name; nil if there is none.
func laterHandler(n *workflow.Node, after *workflow.Edge, name string) *workflow.Edge {
	for _, e := range n.Out[slices.Index(n.Out, after)+1:] {
		takes := func(k workflow.Clause) bool {
			return k.If == nil && k.Class == 0 && (k.Name == name && name != "" || k.All && !slices.Contains(k.Except, name))
		}
		if e.Kind == workflow.OnError && slices.ContainsFunc(e.On, takes) {
			return e
		}
	}
	return nil
}

// retryExceptions is the same for retries: those that are excepted are not retried.
func retryExceptions(n *workflow.Node) bool {
	taken, changed := map[string]bool{}, false
	var out []workflow.Retrier
	for _, r := range n.Retry {
		on, but := withoutExceptions(r.On, taken)
		if on != nil {
			r.On, changed = on, true
			for _, name := range but {
				out = append(out, workflow.Retrier{On: workflow.Matcher{{Name: name, Text: name, Span: r.Span}}, Factor: 1, Span: r.Span})
			}
		}
		out = append(out, r)
	}
	if changed {
		n.Retry = out
	}
	return changed
}

// withoutExceptions is a matcher of all errors in place of one of all but some, and the exceptions that nothing before took; nil for
// a matcher without exceptions. What a matcher takes by name is noted.
func withoutExceptions(m workflow.Matcher, taken map[string]bool) (on workflow.Matcher, but []string) {
	for i := range m {
		if m[i].Name != "" {
			taken[m[i].Name] = true
		}
		if !m[i].All || len(m[i].Except) == 0 {
			continue
		}
		for _, name := range m[i].Except {
			if !taken[name] {
				but = append(but, name)
			}
		}
		all := m[i]
		all.Except = nil
		on = slices.Clone(m)
		on[i] = all
	}
	return on, but
}
