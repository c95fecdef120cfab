package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var exceptions = Rewrite{
	ID:     "rewrite/error-exception",
	What:   "a handler or a retry of all errors but some becomes one of those and one of all",
	When:   "always",
	Before: "on CardDeclined → Release; on any error but CardDeclined → Alert",
	After:  "on CardDeclined → Release; on any error → Alert",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes {
			changed = c.takeReported(w, n) || changed
			changed = c.handleExceptions(w, n) || changed
			changed = retryExceptions(n) || changed
		}
		return changed
	},
}

// takeReported makes the handlers and retries of a task that take all errors but those of time limits take the errors that a task reports. It
// reports whether there were some.
func (c *Conversion) takeReported(w *workflow.Workflow, n *workflow.Node) bool {
	if several := n.Body != nil && (n.Body.Each || len(n.Body.Regions) > 1); several || !c.Able.Handlers.Has(dialects.HandleReported) {
		return false
	}
	changed := false
	reported := func(m workflow.Matcher) workflow.Matcher {
		out := slices.Clone(m)
		for i := range out {
			ofTime := func(name string) bool { return name == w.Errors.Timeout.Name || name == w.Errors.Heartbeat.Name }
			if k := &out[i]; k.All && len(k.Except) > 0 && !slices.ContainsFunc(k.Except, func(name string) bool { return !ofTime(name) }) {
				k.All, k.Class, changed = false, workerClasses, true
			}
		}
		return out
	}
	for _, h := range errorEdges(n) {
		h.On = reported(h.On)
	}
	for i := range n.Retry {
		n.Retry[i].On = reported(n.Retry[i].On)
	}
	return changed
}

// handleExceptions makes the handlers of a node take all errors in place of all but some. Those that none before takes lead to the handler
// after it that takes them, or fail as they did.
func (c *Conversion) handleExceptions(w *workflow.Workflow, n *workflow.Node) bool {
	if !handles(n) {
		return false
	}
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
			failed := w.AddNode(n.Region, c.NewElement(w, n.Element, nameOfRaised(n, name), "fail"), workflow.Fail, workflow.Primary)
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

var exceptionsAgain = Rewrite{
	ID:     "rewrite/exception-again",
	What:   "a handler that leads to a failure with the same error, as it is written for an error that is not handled, becomes an exception of the handlers after it",
	When:   "tells errors by conditions",
	Before: "on CardDeclined → \"Charge failed: CardDeclined\", which fails with CardDeclined; on any error → Alert",
	After:  "on any error but CardDeclined → Alert",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.Able.Handlers.Has(dialects.HandleByCondition) && leaveRaised(w, func(n *workflow.Node) bool { return c.handles(n) })
	},
}

// nameOfRaised is the name of the step that fails with an error of a node which no handler takes, but for that step.
func nameOfRaised(n *workflow.Node, name string) string { return n.Element.Name + " failed: " + name }

// leaveRaised makes the handlers that only fail with the error that they take exceptions of those after them, in the nodes that are chosen.
// It reports whether there were some.
func leaveRaised(w *workflow.Workflow, chosen func(*workflow.Node) bool) bool {
	changed := false
	for _, n := range w.Nodes {
		handlers := errorEdges(n)
		for i, h := range handlers {
			if !raisesAgain(n, h, handlers[i+1:]) || !chosen(n) {
				continue
			}
			for _, later := range handlers[i+1:] {
				later.On = but(later.On, h.On[0].Name)
			}
			h.To.Region.TakeOut(h.To)
			h.Disconnect()
			changed = true
		}
	}
	if changed {
		Compact(w)
	}
	return changed
}

// raisesAgain reports whether a handler does nothing but fail with the error that it takes, in a step that is named for that, and whether no
// later one takes that error by its name.
func raisesAgain(n *workflow.Node, h *workflow.Edge, later []*workflow.Edge) bool {
	to := h.To
	if to.Kind != workflow.Fail || to.Raises == nil || to.Raises.Cause != nil || len(to.In) != 1 || len(h.On) != 1 || h.On[0].Name == "" {
		return false
	}
	name, fixed := to.Raises.Name.(*expr.Literal)
	return fixed && name.Value == h.On[0].Name && to.Element.Name == nameOfRaised(n, h.On[0].Name) && !slices.ContainsFunc(later, func(e *workflow.Edge) bool {
		return slices.ContainsFunc(e.On, func(k workflow.Clause) bool { return k.Name == name.Value })
	})
}

// but is a matcher that does not take errors of a name.
func but(m workflow.Matcher, name string) workflow.Matcher {
	out := slices.Clone(m)
	for i := range out {
		if out[i].All || out[i].Class != 0 {
			out[i].Except = append(slices.Clone(out[i].Except), name)
		}
	}
	return out
}
