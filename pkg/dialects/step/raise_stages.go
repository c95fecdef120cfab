package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// addInputLosses adds the losses of the input of a task, which is all variables.
func (w *writer) addInputLosses(n *workflow.Node) {
	if x := n.Data.Payload; x != nil {
		w.lose(&lossSelectedInput, x.Range(), n, "", "a task gets all variables instead of the input that the source computes")
	}
	switch x := n.Data.Select.(type) {
	case nil:
	case *expr.Literal:
		if o, ok := x.Value.(*value.Object); ok && o.Len() == 0 {
			w.lose(&dialects.LossSelection, x.Span, n, "", "a task gets all variables instead of a fixed input")
			return
		}
		w.lose(&lossSelectedInput, x.Span, n, "", "a task gets all variables instead of a fixed input")
	default:
		w.lose(&lossSelectedInput, x.Range(), n, "", "a task gets all variables instead of a part of them")
	}
}

// addResultLosses adds the losses of a result, whose members are merged into the variables (step: "Variables and data flow").
func (w *writer) addResultLosses(n *workflow.Node) {
	if x := n.Data.Result; x != nil {
		w.lose(&dialects.LossExpression, x.Range(), n, "", "the transformation of a result is dropped")
	}
	at := n.Element.NameSpan
	c := n.Data.Combine
	if c != nil && c.Span != (source.Span{}) {
		at = c.Span
	}
	switch {
	case c == nil || c.Mode == workflow.Replace:
		w.lose(&dialects.LossReplaceIntoMerge, at, n, "", "step merges results into the variables instead of replacing them")
	case c.Mode == workflow.SetAt:
		w.lose(&dialects.LossPlace, at, n, "", "the members of a result become variables, wherever the source stores it")
	case c.Mode == workflow.Drop:
		w.lose(&dialects.LossPlace, at, n, "", "the members of a result become variables; the source discards the result")
	case c.Mode == workflow.MergeShallow && n.Kind == workflow.Task, c.Mode == workflow.MergeDeep && n.Kind == workflow.Await && n.Awaits.Kind == "signal":
		w.lose(&dialects.LossPlace, at, n, "", "members that are objects are merged differently")
	}
}

// addSelectionLosses adds the losses of a part that replaces the document; in step all variables stay.
func (w *writer) addSelectionLosses(n *workflow.Node, stages ...expr.Expr) {
	for _, x := range stages {
		switch l, literal := x.(*expr.Literal); {
		case x == nil:
		case literal && isEmptyObject(l.Value):
			w.lose(&dialects.LossOutputSelection, x.Range(), n, "", "all variables stay; the source drops the document")
		default:
			w.lose(&lossSelection, x.Range(), n, "", "all variables stay; the source keeps only a part of the document")
		}
	}
}

func isEmptyObject(v any) bool {
	o, ok := v.(*value.Object)
	return ok && o.Len() == 0
}

// fillPass completes a step that makes data: a TRANSFORMATION of the members that are made, or a step that just goes on.
func (w *writer) fillPass(n *workflow.Node, d *draft) {
	next := w.following(n)
	values := w.dataOf(n)
	w.addSelectionLosses(n, n.Data.Output)
	if values == nil || len(values.Members) == 0 {
		d.makeStraight(next)
		return
	}
	d.kind, d.next, d.transformations = Transformation, next, values
}

// dataOf returns the data that a node makes, as the values of variables; nil is none.
func (w *writer) dataOf(n *workflow.Node) *source.Node {
	c := n.Data.Combine
	switch {
	case c != nil && c.Mode == workflow.Drop:
		return nil
	case c != nil && c.Mode == workflow.SetAt:
		return w.placeData(n, c)
	case n.Data.Result == nil:
		w.addSelectionLosses(n, n.Data.Select)
		return nil
	}
	if c == nil || c.Mode == workflow.Replace {
		w.lose(&dialects.LossReplaceIntoMerge, n.Data.Result.Range(), n, "", "step merges the new data into the variables instead of replacing them")
	}
	switch x := n.Data.Result.(type) {
	case *expr.Literal:
		if written := dialects.Written(x); written.Kind == source.Object {
			if c != nil && c.Mode == workflow.MergeDeep && slices.ContainsFunc(written.Members, func(m source.Member) bool { return m.Value.Kind == source.Object }) {
				w.lose(&dialects.LossPlace, x.Span, n, "variables", "step sets a whole variable, and cannot merge into it")
			}
			return fixedMembers(written)
		}
		w.lose(&dialects.LossDocument, x.Span, n, "", "a value that is not an object cannot replace the variables")
	case *expr.Object:
		out := dialects.NewObject()
		for _, m := range x.Members {
			if v := w.valueOf(n, m.Value); v != nil {
				dialects.Put(out, m.Key, v)
			}
		}
		return out
	default:
		w.lose(&dialects.LossExpression, x.Range(), n, "", "step cannot express %q", expr.Readable(x))
	}
	return nil
}

// placeData returns the data that a node sets at a path. A variable is set as a whole.
func (w *writer) placeData(n *workflow.Node, c *workflow.Combine) *source.Node {
	x := n.Data.Result
	if x == nil {
		x = n.Data.Select
	}
	if x == nil {
		x = &expr.Path{Definite: true}
	}
	v := w.valueOf(n, x)
	if v == nil || c.Path == nil || !countable(c.Path.Steps) || len(c.Path.Steps) == 0 || !onlyMembers(c.Path.Steps) {
		w.lose(&dialects.LossPlace, c.Span, n, "", "step can set variables only, not this place in the document")
		return nil
	}
	steps := c.Path.Steps
	if len(steps) > 1 {
		w.lose(&dialects.LossPlace, c.Span, n, "a variable", "step sets the whole variable instead of one member")
	}
	for i := len(steps) - 1; i > 0; i-- {
		if v.Kind == source.String && enclosed(v.Text) != noEnclosure {
			v = dialects.NewText("${" + nestedText(steps[1:], v.Text[2:len(v.Text)-1]) + "}")
			break
		}
		o := dialects.NewObject()
		dialects.Put(o, steps[i].Name, v)
		v = o
	}
	out := dialects.NewObject()
	dialects.Put(out, steps[0].Name, v)
	return out
}

// nestedText is an expression as the member of an object, and so on.
func nestedText(steps []expr.Step, text string) string {
	for i := len(steps) - 1; i >= 0; i-- {
		text = "{" + quotedText(steps[i].Name) + ": " + text + "}"
	}
	return text
}

// valueOf writes a value that a variable gets; nil if it cannot be expressed.
func (w *writer) valueOf(n *workflow.Node, x expr.Expr) *source.Node {
	if f, ok := x.(*expr.Foreign); ok && f.Means != nil {
		if m := f.Means(); m != nil {
			x = m
		}
	}
	switch x := x.(type) {
	case *expr.Literal:
		return fixed(dialects.Written(x))
	case *expr.Path:
		if x.Root == expr.RootInput && countable(x.Steps) {
			if len(x.Steps) > 1 && !x.OrNull {
				w.lose(&dialects.LossPathError, x.Span, n, "", "a missing member is null instead of an error")
			}
			bare := len(x.Steps) > 0 && isPlainName(x.Steps[0].Name)
			if !bare && len(x.Steps) == 1 {
				w.lose(&dialects.LossPathError, x.Span, n, "", "a missing member is null instead of an error")
			}
			return dialects.NewText("${" + notation{bare: bare}.text(x.Steps) + "}")
		}
	case *expr.Test, *expr.Logic, *expr.Not, *expr.Compare:
		g := guard{}
		if c, ok := w.writeCondition(&g, x, n.Element); ok {
			return dialects.NewText("${" + c.text + "}")
		}
		return nil
	}
	w.lose(&dialects.LossExpression, x.Range(), n, "", "step cannot express %q", expr.Readable(x))
	return nil
}

// fixed is a value as a variable gets it. A text that looks like an expression is one that gives the text.
func fixed(n *source.Node) *source.Node {
	if n.Kind == source.String && enclosed(n.Text) != noEnclosure {
		return dialects.NewText("${" + quotedText(n.Text) + "}")
	}
	return n
}

func fixedMembers(n *source.Node) *source.Node {
	out := dialects.NewObject()
	for _, m := range n.LastMembers() {
		dialects.Put(out, m.Key, fixed(m.Value))
	}
	return out
}
