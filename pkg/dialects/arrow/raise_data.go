package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// In a flow a step gets what comes along its arrow, and what it answers is all that goes on.

// task returns the step that calls what a node calls.
func (x *translated) task(n *workflow.Node) chain {
	at := placeOf(n)
	x.narrowed(n, &dialects.LossSelection, "the whole document", "a task gets what is selected of the document")
	if n.Data.Result != nil {
		x.add(&dialects.LossExpression, at, n.Element, "the answer as it is", "the answer of a task is not made into something else")
	}
	x.combined(n)
	x.outputSelection(n)
	x.answers(n)
	return chain{{step: x.names.invocation(n)}}
}

// answers notes what becomes of answers that are neither objects nor lists, or not objects.
func (x *translated) answers(n *workflow.Node) {
	merges := n.Data.Combine != nil && n.Data.Combine.Mode >= workflow.MergeShallow
	switch {
	case merges:
		x.add(&dialects.LossDocument, placeOf(n), n.Element, "the answer", "an answer that is no object is passed over in the source, and goes on in a flow, or is an error")
	case !n.Call.Structured:
		x.add(&dialects.LossDocument, placeOf(n), n.Element, "an object or a list", "an answer that is neither an object nor a list is an error in a flow")
	}
}

// combined notes that an answer goes somewhere else in the source than in the place of the document.
func (x *translated) combined(n *workflow.Node) {
	c := n.Data.Combine
	if c == nil {
		return
	}
	at := spanOf(c.Span, placeOf(n))
	switch c.Mode {
	case workflow.SetAt:
		x.add(&dialects.LossPlace, at, n.Element, "the result in the place of the document", "a result is not put at `%s`", c.Path)
	case workflow.Drop:
		x.add(&dialects.LossPlace, at, n.Element, "the result in the place of the document", "a result is not dropped")
	case workflow.MergeShallow, workflow.MergeDeep:
		x.add(&dialects.LossMergeIntoReplace, at, n.Element, "the result in the place of the document", "a result is not merged into the document")
	}
}

// narrowed notes that more of the document goes in than what is selected of it.
func (x *translated) narrowed(n *workflow.Node, rule *dialects.LossRule, instead, what string) {
	if s := n.Data.Select; s != nil {
		x.add(rule, spanOf(s.Range(), placeOf(n)), n.Element, instead, "%s", what)
		x.missing(n, s)
	}
}

// outputSelection notes that all of the document goes on, and not what is selected of it.
func (x *translated) outputSelection(n *workflow.Node) {
	if o := n.Data.Output; o != nil {
		x.add(&dialects.LossOutputSelection, spanOf(o.Range(), placeOf(n)), n.Element, "", "what is selected of the document does not go on alone")
		x.missing(n, o)
	}
}

// selections notes the selections of a node that does nothing but hand on its document.
func (x *translated) selections(n *workflow.Node) {
	x.narrowed(n, &dialects.LossOutputSelection, "", "what is selected of the document does not go on alone")
	x.outputSelection(n)
}

// missing notes that an expression which selects nothing is an error in the source.
func (x *translated) missing(n *workflow.Node, e expr.Expr) {
	if _, fixed := e.(*expr.Literal); !fixed {
		x.add(&lossPathError, spanOf(e.Range(), placeOf(n)), n.Element, "", "a path that selects nothing is no error")
	}
}

// limits notes what bounds a node, tries it again and handles its errors.
func (x *translated) limits(n *workflow.Node) {
	for i := range n.Timers {
		t := &n.Timers[i]
		at := spanOf(t.Span, t.Length.Span, placeOf(n))
		if t.Implied {
			x.add(&dialects.LossTimeout, at, n.Element, "", "the time limit that a task has by default is not said")
			continue
		}
		x.add(&dialects.LossTimeout, at, n.Element, "", "the time limit of %q is not said", n.Name())
		x.extras(t.Extras)
	}
	for i := range n.Retry {
		r := &n.Retry[i]
		x.add(&dialects.LossRetry, spanOf(r.Span, placeOf(n)), n.Element, "", "%q is not tried again", n.Name())
		x.extras(r.Extras)
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			x.add(&dialects.LossHandler, spanOf(e.Span, placeOf(n)), n.Element, "the run fails", "errors of %q are not handled", n.Name())
			x.extras(e.Extras)
		}
	}
}

// wait notes that a flow lets no time pass.
func (x *translated) wait(n *workflow.Node) {
	x.selections(n)
	x.add(&dialects.LossWait, placeOf(n), n.Element, "", "%q lets no time pass", n.Name())
	if n.Until != nil {
		x.missing(n, n.Until.Expr)
	}
}
