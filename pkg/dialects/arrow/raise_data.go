package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// In a flow a step gets what comes along its arrow, and what it answers is all that goes on.

// task returns the step that calls what a node calls.
func (x *translated) task(n *workflow.Node) chain {
	at := placeOf(n)
	if n.Awaits != nil {
		x.refuse(at, "%q gets its result from an event, and a flow cannot wait for one", n.Name())
		return nil
	}
	x.inputSelection(n)
	if n.Data.Result != nil {
		x.add(&dialects.LossExpression, at, n.Element, "the result unchanged", "the transformation of a task's result is dropped")
	}
	x.combined(n)
	x.outputSelection(n)
	if w := x.program.Find(n.Call.Task); n.Call.Workflow && w != nil {
		return x.call(n, w)
	}
	x.answers(n)
	return chain{{step: x.names.invocation(n)}}
}

// answers notes that not all answers that the source takes are such that a flow does. Where documents are objects, so are answers.
func (x *translated) answers(n *workflow.Node) {
	if !n.Call.Structured && x.w.Documents == workflow.AnyDocument {
		x.add(&dialects.LossDocument, placeOf(n), n.Element, "an object or a list", "in a flow, a result that is neither an object nor a list is an error")
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
	case workflow.SetAt, workflow.AppendAt:
		x.add(&dialects.LossPlace, at, n.Element, "the result in place of the document", "a flow cannot store a result at `%s`", c.Path)
	case workflow.Drop:
		x.add(&dialects.LossPlace, at, n.Element, "the result in place of the document", "a flow cannot discard a result")
	case workflow.MergeShallow, workflow.MergeDeep:
		x.add(&dialects.LossMergeIntoReplace, at, n.Element, "the result in place of the document", "a flow cannot merge a result into the document")
	}
}

// narrowed notes that more of the document goes in than what is selected of it.
func (x *translated) narrowed(n *workflow.Node, what string, whole, part *dialects.LossRule) {
	for _, s := range []expr.Expr{n.Data.Select, n.Data.Payload} {
		if s == nil {
			continue
		}
		rule := part
		if isEmptyObject(s) {
			rule = whole
		}
		x.add(rule, spanOf(s.Range(), placeOf(n)), n.Element, "the whole document", "%s", what)
		x.missing(n, s)
	}
}

// inputSelection notes that a task gets more than what is selected for it.
func (x *translated) inputSelection(n *workflow.Node) {
	x.narrowed(n, "a flow cannot select a part of the document for a task", &dialects.LossSelection, &dialects.LossInputPart)
}

// passedSelection notes that more goes on than what is selected.
func (x *translated) passedSelection(n *workflow.Node) {
	x.narrowed(n, "a flow cannot pass on a selected part of the document", &dialects.LossOutputSelection, &lossOutputPart)
}

// outputSelection notes that all of the document goes on, and not what is selected of it.
func (x *translated) outputSelection(n *workflow.Node) {
	o := n.Data.Output
	if o == nil {
		return
	}
	rule := &lossOutputPart
	if isEmptyObject(o) {
		rule = &dialects.LossOutputSelection
	}
	x.add(rule, spanOf(o.Range(), placeOf(n)), n.Element, "the whole document", "a flow cannot pass on a selected part of the document")
	x.missing(n, o)
}

// isEmptyObject reports whether an expression is the empty object, which is a part of any.
func isEmptyObject(e expr.Expr) bool {
	l, ok := e.(*expr.Literal)
	if !ok {
		return false
	}
	o, ok := l.Value.(*value.Object)
	return ok && o.Len() == 0
}

// selections notes the selections of a node that does nothing but hand on its document.
func (x *translated) selections(n *workflow.Node) {
	x.passedSelection(n)
	x.outputSelection(n)
}

// missing notes that an expression which selects nothing is an error in the source.
func (x *translated) missing(n *workflow.Node, e expr.Expr) {
	if p, ok := e.(*expr.Path); ok && p.Definite {
		x.add(&dialects.LossPathError, spanOf(e.Range(), placeOf(n)), n.Element, "", "a path that selects nothing is not an error")
	}
}

// limits notes what bounds a node, tries it again and handles its errors.
func (x *translated) limits(n *workflow.Node) {
	for i := range n.Timers {
		t := &n.Timers[i]
		at := spanOf(t.Span, t.Length.Span, placeOf(n))
		if t.Implied {
			x.add(&dialects.LossTimeout, at, n.Element, "", "the default timeout of a task is dropped: a flow has no timeouts")
			continue
		}
		x.add(&dialects.LossTimeout, at, n.Element, "", "the timeout of %q is dropped: a flow has no timeouts", n.Name())
	}
	for i := range n.Retry {
		r := &n.Retry[i]
		x.add(&dialects.LossRetry, spanOf(r.Span, placeOf(n)), n.Element, "", "the retries of %q are dropped: a flow has none", n.Name())
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			x.add(&dialects.LossHandler, spanOf(e.Span, placeOf(n)), n.Element, "the run fails", "the error handlers of %q are dropped: a flow has none", n.Name())
		}
	}
}

// wait notes that a flow lets no time pass.
func (x *translated) wait(n *workflow.Node) {
	x.selections(n)
	x.add(&dialects.LossWait, placeOf(n), n.Element, "", "the wait of %q is dropped: a flow cannot wait", n.Name())
	if n.Until != nil {
		x.missing(n, n.Until.Expr)
	}
}
