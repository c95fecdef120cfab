package sw

import (
	"bytes"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Results are merged deeply into the data of a state, and fixed data is, too. What is to take the place of something is put
// into a list, which is never merged, and selected from there: two steps of a path give the bare value.

// fixed is an expression that is a fixed value, or nil.
func fixed(x expr.Expr) *expr.Literal {
	if f, ok := x.(*expr.Foreign); ok && f.Means != nil {
		x = f.Means()
	}
	l, _ := x.(*expr.Literal)
	return l
}

// selected is a path as a filter. What it selects by a single name would keep that name, and where it selects nothing
// nothing is filtered (sw: "State Data Filter"). It is empty for a selection that no filter expresses, and for the whole document.
func (d *draft) selected(n *workflow.Node, x expr.Expr) string {
	p, ok := x.(*expr.Path)
	switch {
	case x == nil || fixed(x) != nil || ok && p.Root == expr.RootInput && len(p.Steps) == 0:
		return ""
	case !ok || p.Root != expr.RootInput:
		d.lose(&dialects.LossExpression, x.Range(), n.Element, "all of the document", "an sw filter cannot express this selection")
		return ""
	}
	d.lose(&dialects.LossPathError, x.Range(), n.Element, "all of the document", "a path that selects nothing is not an error in sw")
	if p.Definite && len(p.Steps) == 1 {
		d.lose(&lossSelectedName, x.Range(), n.Element, "an object with the value", "a value that is selected by a single name stays under that name, unless it is a list")
	}
	return "{{ " + p.String() + " }}"
}

// writeFilters writes the filters of the data that a state works on and passes on.
func (d *draft) writeFilters(s *source.Node, n *workflow.Node) {
	d.addFilter(s, "stateDataFilter", "dataInputPath", d.selected(n, n.Data.Select))
	d.addFilter(s, "stateDataFilter", "dataOutputPath", d.selected(n, n.Data.Output))
}

// addFilter adds a path to a filter, if there is one.
func (d *draft) addFilter(s *source.Node, filter, key, path string) {
	if path == "" {
		return
	}
	f := s.Get(filter)
	if f == nil {
		f = dialects.NewObject()
		dialects.Put(s, filter, f)
	}
	dialects.Put(f, key, dialects.NewText(path))
}

// writeReplacing writes a state from which a fixed value goes on in place of the document.
func (d *draft) writeReplacing(name string, l *expr.Literal, w way) {
	d.leave(d.replacing(name, dialects.Written(l)), w)
}

func (d *draft) replacing(name string, v *source.Node) *source.Node {
	s := d.add(name, Inject)
	dialects.Put(s, "data", objectOf("result", list(v)))
	d.addFilter(s, "stateDataFilter", "dataOutputPath", "{{ $.result[0] }}")
	return s
}

// writePass writes a state that only maps data.
func (d *draft) writePass(n *workflow.Node) {
	switch l, c := fixed(n.Data.Result), n.Data.Combine; {
	case n.Split == workflow.SplitFork:
		d.writeFork(n)
	case l != nil && c == nil && n.Data.Output == nil:
		s := d.replacing(d.mains[n], dialects.Written(l))
		d.describe(s, n.Element, d.mains[n])
		d.leave(s, d.next(n))
	case l != nil && c == nil:
		d.noteName(n.Element.Name, d.mains[n])
		output := d.names.unique(d.mains[n] + " output")
		dialects.Put(d.replacing(d.mains[n], dialects.Written(l)), "transition", transitionTo(output, ""))
		s := d.add(output, Inject)
		d.describe(s, n.Element, d.mains[n])
		d.addFilter(s, "stateDataFilter", "dataOutputPath", d.selected(n, n.Data.Output))
		d.leave(s, d.wayAfter(n))
	default:
		data, clear := d.injected(n)
		d.writeInject(n, data, clear)
	}
}

// writeInject writes a state with fixed data. An object in it replaces an object only if that is cleared before.
func (d *draft) writeInject(n *workflow.Node, data, clear *source.Node) {
	s := d.add(d.mains[n], Inject)
	d.describe(s, n.Element, d.mains[n])
	last := s
	if clear != nil {
		value := d.names.unique(d.mains[n] + " value")
		dialects.Put(s, "data", clear)
		dialects.Put(s, "transition", transitionTo(value, ""))
		last = d.add(value, Inject)
	}
	if data != nil {
		dialects.Put(last, "data", data)
	}
	if n.Data.Combine == nil {
		d.addFilter(s, "stateDataFilter", "dataInputPath", d.selected(n, n.Data.Select))
	}
	d.addFilter(last, "stateDataFilter", "dataOutputPath", d.selected(n, n.Data.Output))
	d.leave(last, d.wayAfter(n))
}

// injected returns the data that a node without a body adds to its document, and what has to be cleared before it.
func (d *draft) injected(n *workflow.Node) (data, clear *source.Node) {
	c := n.Data.Combine
	switch {
	case c == nil && n.Data.Result == nil, c != nil && c.Mode == workflow.Drop:
		return nil, nil
	case c != nil && c.Mode == workflow.SetAt:
		return d.setAt(n, c)
	}
	if o, ok := n.Data.Result.(*expr.Object); ok && c != nil {
		return d.members(n, o, c.Mode == workflow.MergeShallow)
	}
	d.lose(&dialects.LossExpression, n.Element.NameSpan, n.Element, "", "sw cannot express the data that %s computes", quote(n.Name()))
	return nil, nil
}

// setAt is a fixed value at a path as data.
func (d *draft) setAt(n *workflow.Node, c *workflow.Combine) (data, clear *source.Node) {
	l := fixed(n.Data.Result)
	if l == nil {
		d.lose(&dialects.LossPlace, c.Span, n.Element, "", "sw cannot copy a part of the document to another place")
		return nil, nil
	}
	v := dialects.Written(l)
	if data = placed(c.Path, v); data == nil {
		d.lose(&dialects.LossPlace, c.Span, n.Element, "", "sw cannot store a value in a list")
		return nil, nil
	}
	if len(c.Path.Steps) > 1 {
		d.lose(&dialects.LossPlace, c.Span, n.Element, "objects along the path", "a value is stored at a path even if a parent is not an object")
	}
	if v.Kind == source.Object {
		clear = placed(c.Path, value.Node(nil))
	}
	return data, clear
}

// placed is an object with a value at a path; nil if that is not a path of names.
func placed(p *expr.Path, v *source.Node) *source.Node {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if p.Steps[i].Kind != expr.StepChild {
			return nil
		}
		v = objectOf(p.Steps[i].Name, v)
	}
	return v
}

// members are the fixed ones of an object as data.
func (d *draft) members(n *workflow.Node, o *expr.Object, shallow bool) (data, clear *source.Node) {
	data, clear = dialects.NewObject(), dialects.NewObject()
	for _, m := range o.Members {
		l := fixed(m.Value)
		if l == nil {
			d.lose(&dialects.LossExpression, m.KeySpan, n.Element, "", "sw cannot store a computed value in the document")
			continue
		}
		v := dialects.Written(l)
		dialects.Put(data, m.Key, v)
		if shallow && v.Kind == source.Object {
			dialects.Put(clear, m.Key, value.Node(nil))
		}
	}
	if len(data.Members) == 0 {
		data = nil
	}
	if len(clear.Members) == 0 {
		clear = nil
	}
	return data, clear
}

// action is the call of a node.
func (d *draft) action(n *workflow.Node) *source.Node {
	f := objectOf("refName", dialects.NewText(d.function(n.Call.Task)))
	a := objectOf("functionRef", f)
	if l := fixed(n.Data.Select); l == nil {
		d.addFilter(a, "actionDataFilter", "dataInputPath", d.selected(n, n.Data.Select))
	} else if v := dialects.Written(l); v.Kind != source.Object || bytes.Contains(value.Append(nil, l.Value), []byte("{{")) {
		d.lose(&dialects.LossSelection, l.Span, n.Element, "all of the document", "sw cannot give a task this fixed input")
	} else {
		dialects.Put(f, "parameters", v)
	}
	if p := n.Call.Parameters; p != nil {
		d.lose(&dialects.LossParameters, p.Span, n.Element, "", "the parameters of a task are dropped: an sw function gets only its input")
	}
	d.addFilter(a, "actionDataFilter", "dataResultsPath", d.addMergeLosses(n))
	return a
}

// addMergeLosses adds the losses of a deep merge of the result of a call into the document, and returns the path of what is
// merged; empty if that is all of it.
func (d *draft) addMergeLosses(n *workflow.Node) string {
	const instead = "a merge into the document"
	c := n.Data.Combine
	at := n.Element.NameSpan
	if c != nil && c.Span.End > 0 {
		at = c.Span
	}
	switch {
	case fixed(n.Data.Output) != nil: // nothing of it goes on
	case c == nil || c.Mode == workflow.Replace:
		d.lose(&dialects.LossReplaceIntoMerge, at, n.Element, instead, "sw merges each result into the document instead of replacing it")
	case c.Mode == workflow.MergeShallow:
		d.lose(&dialects.LossReplaceIntoMerge, at, n.Element, instead, "sw merges objects in a result with existing ones instead of replacing them")
	case c.Mode == workflow.SetAt:
		d.lose(&dialects.LossPlace, at, n.Element, instead, "sw cannot store a result at a place in the document")
	case c.Mode == workflow.Drop:
		return never()
	}
	return ""
}

// headOfSpan is where a span begins.
func headOfSpan(s source.Span) source.Span {
	return source.Span{Start: s.Start, End: min(s.Start+1, s.End)}
}
