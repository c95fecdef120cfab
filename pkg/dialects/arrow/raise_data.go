package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// In a flow a step gets what comes along its arrow, and what it answers is all that goes on.

// translateTask returns the step that calls what a node calls.
func (x *translated) translateTask(n *workflow.Node) chain {
	at := placeOf(n)
	if n.Awaits != nil {
		x.refuse(at, "%q gets its result from an event, and a flow cannot wait for one", n.Name())
		return nil
	}
	x.addInputLosses(n)
	if n.Data.Result != nil {
		x.add(&dialects.LossExpression, at, n.Element, "the result unchanged", "the transformation of a task's result is dropped")
	}
	x.addCombineLosses(n)
	x.addOutputLosses(n)
	if w := x.program.Find(n.Call.Task); n.Call.Workflow && w != nil {
		return x.translateCall(n, w)
	}
	x.addAnswerLosses(n)
	return chain{{step: x.names.invocation(n)}}
}

// addAnswerLosses adds the loss of results that a flow does not accept. Where documents are objects, so are results.
func (x *translated) addAnswerLosses(n *workflow.Node) {
	if !n.Call.Structured && x.w.Documents == workflow.AnyDocument {
		x.add(&dialects.LossDocument, placeOf(n), n.Element, "an object or a list", "in a flow, a result that is neither an object nor a list is an error")
	}
}

// addCombineLosses adds the losses of a result that does not replace the document in the source.
func (x *translated) addCombineLosses(n *workflow.Node) {
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

// addNarrowedLosses adds the losses of selections: the whole document is passed on instead.
func (x *translated) addNarrowedLosses(n *workflow.Node, what string, whole, part *dialects.LossRule) {
	for _, s := range []expr.Expr{n.Data.Select, n.Data.Payload} {
		if s == nil {
			continue
		}
		rule := part
		if isEmptyObject(s) {
			rule = whole
		}
		x.add(rule, spanOf(s.Range(), placeOf(n)), n.Element, "the whole document", "%s", what)
		x.addPathLoss(n, s)
	}
}

// addInputLosses adds the losses of the selection of a task's input.
func (x *translated) addInputLosses(n *workflow.Node) {
	x.addNarrowedLosses(n, "a flow cannot select a part of the document for a task", &dialects.LossSelection, &dialects.LossInputPart)
}

// addPassedLosses adds the losses of the selection of the data that a node passes on.
func (x *translated) addPassedLosses(n *workflow.Node) {
	x.addNarrowedLosses(n, "a flow cannot pass on a selected part of the document", &dialects.LossOutputSelection, &lossOutputPart)
}

// addOutputLosses adds the losses of an output selection: the whole document is passed on instead.
func (x *translated) addOutputLosses(n *workflow.Node) {
	o := n.Data.Output
	if o == nil {
		return
	}
	rule := &lossOutputPart
	if isEmptyObject(o) {
		rule = &dialects.LossOutputSelection
	}
	x.add(rule, spanOf(o.Range(), placeOf(n)), n.Element, "the whole document", "a flow cannot pass on a selected part of the document")
	x.addPathLoss(n, o)
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

// addSelectionLosses adds the losses of the selections of a node that only passes on its document.
func (x *translated) addSelectionLosses(n *workflow.Node) {
	x.addPassedLosses(n)
	x.addOutputLosses(n)
}

// addPathLoss adds the loss of the error that the source raises if an expression selects nothing.
func (x *translated) addPathLoss(n *workflow.Node, e expr.Expr) {
	if p, ok := e.(*expr.Path); ok && p.Definite {
		x.add(&dialects.LossPathError, spanOf(e.Range(), placeOf(n)), n.Element, "", "a path that selects nothing is not an error")
	}
}

// addLimitLosses adds the losses of the timeouts, retries and error handlers of a node.
func (x *translated) addLimitLosses(n *workflow.Node) {
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

// addWaitLosses adds the losses of a wait.
func (x *translated) addWaitLosses(n *workflow.Node) {
	x.addSelectionLosses(n)
	x.add(&dialects.LossWait, placeOf(n), n.Element, "", "the wait of %q is dropped: a flow cannot wait", n.Name())
	if n.Until != nil {
		x.addPathLoss(n, n.Until.Expr)
	}
}
