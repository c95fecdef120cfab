package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entity whose processor fails stays in its state, and the request has failed: nothing in the definition happens
// then. What handles the errors of a task is a transition that somebody has to ask for, therefore; there is one after each
// task that lies in what the handler is about.

// enclosing is a scope around the node that is being written.
type enclosing struct {
	scope *workflow.Node
	track *track // that the scope is a node of
}

// writeHandlers adds the transitions for what handles the errors of a task, and of the scopes that it lies in.
func (t *track) writeHandlers(n, s *workflow.Node) {
	t.addHandlerLosses(n, "")
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && !ignored(n, e) {
			to := t.target(e.To)
			t.connect(s, to, workflow.Manual, to.Name())
		}
	}
	for i := len(t.inside) - 1; i >= 0; i-- {
		around := t.inside[i]
		for _, e := range around.scope.Out {
			if e.Kind == workflow.OnError {
				to := around.track.target(e.To)
				t.connect(s, to, workflow.Manual, to.Name())
			}
		}
	}
}

// addHandlerLosses adds the losses of errors that are handled only if somebody requests it.
func (t *track) addHandlerLosses(n *workflow.Node, instead string) {
	for _, e := range n.Out {
		if e.Kind != workflow.OnError || ignored(n, e) {
			continue
		}
		if instead == "" {
			instead = "a manual transition"
		}
		t.losses.Add(&lossHandlerByRequest, e.Span, n.Element, instead, "after an error of %q, somebody has to request the transition to the handler", n.Name())
	}
}

// addUnhandledLosses adds the losses for errors that are not handled at all: nothing fails there.
func (x *raiser) addUnhandledLosses(n *workflow.Node) {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			x.losses.Add(&dialects.LossHandler, e.Span, n.Element, "", "the error handlers of %q are dropped", n.Name())
		}
	}
}

// writeFailure writes a failure. Where a scope around it handles that, it leads there; else the entity stays in its state, which nothing
// leaves.
func (t *track) writeFailure(n, s *workflow.Node) {
	e, by := t.handler(n)
	if e == nil {
		t.losses.Add(&lossFailure, n.Element.NameSpan, n.Element, "the state "+quote(s.Name()), "the failure %q becomes an ordinary final state", n.Name())
		return
	}
	if c := e.Data.Combine; c == nil || c.Mode != workflow.Drop {
		t.losses.Add(&dialects.LossErrorData, e.Span, n.Element, "", "the handler of %q does not get the error", n.Name())
	}
	to := by.track.target(e.To)
	t.connect(s, to, workflow.Next, to.Name())
}

// handler is the error edge of a scope around a node that fails by a fixed name which takes its error, and the scope; nil if
// that is none, or not known.
func (x *raiser) handler(n *workflow.Node) (*workflow.Edge, enclosing) {
	name := ""
	if n.Raises.Name != nil {
		l, ok := n.Raises.Name.(*expr.Literal)
		if !ok {
			return nil, enclosing{}
		}
		name, _ = l.Value.(string)
	}
	for i := len(x.inside) - 1; i >= 0; i-- {
		around := x.inside[i]
		for _, r := range around.scope.Retry {
			if takes(r.On, name) != no {
				return nil, enclosing{}
			}
		}
		for _, e := range around.scope.Out {
			if e.Kind != workflow.OnError {
				continue
			}
			switch takes(e.On, name) {
			case yes:
				return e, around
			case unknown:
				return nil, enclosing{}
			}
		}
	}
	return nil, enclosing{}
}

// An answer is yes, no or unknown.
type answer uint8

const (
	no answer = iota
	yes
	unknown
)

// takes reports whether a matcher takes the error of a failure in a scope.
func takes(m workflow.Matcher, name string) answer {
	for i := range m {
		if m[i].If != nil {
			return unknown
		}
	}
	if m.Matches(name, workflow.ClassFail|workflow.ClassBranch) {
		return yes
	}
	return no
}
