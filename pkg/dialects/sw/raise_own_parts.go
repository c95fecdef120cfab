package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// raiseActions raises the actions of regions, one after the other.
func raiseActions(regions ...*workflow.Region) *source.Node {
	var all []*workflow.Node
	for _, r := range regions {
		all = append(all, chainFrom(r.Start, nil)...)
	}
	return dialects.NewList(all, raiseAction)
}

// chainFrom are the actions from a node on that follow one another, up to where another chain begins.
func chainFrom(n *workflow.Node, others map[*workflow.Node]bool) []*workflow.Node {
	var chain []*workflow.Node
	for n.Kind == workflow.Task && (len(chain) == 0 || !others[n]) {
		chain = append(chain, n)
		if len(n.Out) == 0 {
			break
		}
		n = n.Out[0].To
	}
	return chain
}

func raiseAction(n *workflow.Node) *source.Node {
	a := dialects.NewObject()
	if n.Element.Name != n.Call.Task {
		dialects.Put(a, "name", n.Element.Name)
	}
	if n.Emits != nil {
		dialects.Put(a, "eventRef", dialects.NewObject("triggerEventRef", n.Emits.Name, "resultEventRef", n.Awaits.For[0].Name,
			"data", asWritten(n.Emits.Data), "contextAttributes", asWritten(n.Emits.Attributes)))
	} else {
		dialects.Put(a, "functionRef", dialects.NewObject("refName", n.Call.Task, "parameters", asWritten(n.Data.Payload)))
	}
	raiseTimeout(a, "timeout", n)
	dialects.Put(a, "actionDataFilter", dialects.SomeObject("dataInputPath", asWritten(n.Data.Select), "dataResultsPath", asWritten(n.Data.Result)))
	return putExtras(a, n.Element.Extras)
}

// raiseRetry raises a retry definition. It contains the limit only if the author wrote it.
func raiseRetry(r *workflow.Retrier) *source.Node {
	n := dialects.NewObject("expression", raiseMatcher(r.On))
	if delay, ok := r.Delay.Expr.(*expr.Literal); !ok || delay.Node != nil || delay.Value != noDelay {
		dialects.Put(n, "interval", asWritten(r.Delay.Expr))
	}
	if r.Longer != nil {
		dialects.Put(n, "multiplier", asWritten(r.Longer.Expr))
	}
	switch {
	case r.Most != nil:
		dialects.Put(n, "maxAttempts", asWritten(r.Most))
	case !r.Implied:
		dialects.Put(n, "maxAttempts", int64(r.Limit))
	}
	return putExtras(n, r.Extras)
}

// raiseMatcher raises the expression that an error is matched with.
func raiseMatcher(m workflow.Matcher) *source.Node {
	if x := m[0].If; x != nil {
		return asWritten(x)
	}
	return dialects.NewText(m[0].Text)
}

// noDelay is the interval of a retry definition that has none.
const noDelay = "PT0S"

// raiseEdges raises the transitions out of a state.
func raiseEdges(s *source.Node, n *workflow.Node) {
	var conditions, handlers []*workflow.Edge
	for _, e := range n.Out {
		switch e.Kind {
		case workflow.Guarded:
			conditions = append(conditions, e)
		case workflow.OnError:
			handlers = append(handlers, e)
		case workflow.Default, workflow.OnTimer:
			dialects.Put(s, "default", raiseTransition(e))
		case workflow.Next:
			dialects.Put(s, "transition", raiseTransition(e))
		case workflow.ToEnd:
			dialects.Put(s, "end", raiseEnd(e))
		}
	}
	switch n.Kind {
	case workflow.Choice:
		dialects.Put(s, "dataConditions", dialects.NewList(conditions, raiseDataCondition))
	case workflow.Await:
		dialects.Put(s, "eventConditions", dialects.NewList(leading(n), func(t workflow.Trigger) *source.Node { return raiseEventCondition(&t) }))
		raiseTimeout(s, "eventTimeout", n)
	}
	dialects.Put(s, "onError", dialects.SomeList(handlers, raiseHandler))
}

func raiseDataCondition(e *workflow.Edge) *source.Node {
	return putExtras(dialects.NewObject("condition", asWritten(e.Guard), "transition", raiseTransition(e)), e.Extras)
}

// leading are the triggers of a node, each with the edge that it leads along: one without an edge of its own leads along the usual one.
func leading(n *workflow.Node) []workflow.Trigger {
	var usual *workflow.Edge
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			usual = e
		}
	}
	var out []workflow.Trigger
	for _, t := range n.Awaits.For {
		if t.Edge == nil {
			t.Edge = usual
		}
		if t.Edge != nil {
			out = append(out, t)
		}
	}
	return out
}

func raiseEventCondition(t *workflow.Trigger) *source.Node {
	return putExtras(dialects.NewObject("eventRef", t.Name, "eventDataFilter", raiseEventFilter(t), "transition", raiseTransition(t.Edge)),
		t.Edge.Extras)
}

func raiseHandler(e *workflow.Edge) *source.Node {
	n := dialects.NewObject("expression", raiseMatcher(e.On))
	if filter, ok := e.Data.Result.(*expr.Foreign); ok && filter.Node != nil {
		dialects.Put(n, "errorDataFilter", dialects.NewObject("dataOutputPath", asWritten(filter)))
	}
	dialects.Put(n, "transition", raiseTransition(e))
	return putExtras(n, e.Extras)
}

// raiseTransition raises a transition with the event that it produces.
func raiseTransition(e *workflow.Edge) *source.Node {
	return dialects.NewObject("nextState", e.Target().Element.Name, "expression", asWritten(e.Require), "produceEvent", raiseProduced(e.To))
}

// raiseProduced raises the event that a node produces; nil if it produces none.
func raiseProduced(n *workflow.Node) *source.Node {
	if n.Role != workflow.Producing {
		return nil
	}
	return dialects.NewObject("eventRef", n.Emits.Name, "data", asWritten(n.Emits.Data), "contextAttributes", asWritten(n.Emits.Attributes))
}

func raiseEnd(e *workflow.Edge) *source.Node {
	kind := "default"
	switch {
	case e.To.Role == workflow.Producing:
		kind = "event"
	case e.To.Terminates:
		kind = "terminate"
	}
	return dialects.NewObject("kind", kind, "produceEvent", raiseProduced(e.To))
}
