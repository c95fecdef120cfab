package asl

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// catchers writes where errors lead (asl 2016: "Fallback states").
func (m *machineWriter) catchers(s *source.Node, n *workflow.Node) {
	var all []*source.Node
	caught := map[string]bool{}
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Completes {
			all = append(all, m.completion(n))
			caught[errTimeout] = true
		}
	}
	for _, e := range n.Out {
		if e.Kind != workflow.OnError {
			continue
		}
		names := m.errorEquals(e.On)
		if names == nil {
			m.lose(&dialects.LossHandler, e.Span, n.Element, "", "an error handler of %q is dropped: asl matches errors by their names", n.Name())
			continue
		}
		if late := m.timeout(n, e); late != nil && !caught[errTimeout] {
			all = append(all, late)
			caught[errTimeout] = true
		}
		if !m.own {
			names = remaining(names, caught)
		}
		if len(names.Items) == 0 {
			continue
		}
		c := handlerOf(names)
		m.caught(c, e)
		dialects.Put(c, "Next", m.reference(e.To))
		m.addExtras(c, e.Extras)
		all = append(all, c)
		if !m.own && takesAll(c) {
			break
		}
	}
	dialects.Put(s, "Catch", dialects.SomeItems(all))
}

// timeout is a catcher for a time limit alone, where the error gets into the document and the source has another name for it; else nil.
func (m *machineWriter) timeout(n *workflow.Node, e *workflow.Edge) *source.Node {
	t := &m.flow.Errors
	limited := slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge == nil && t.Raises == workflow.ClassTimeout })
	if !m.queries || !limited || !e.On.Matches(t.Timeout.Name, workflow.ClassTimeout) || m.sameErrors() || e.Data.Combine == nil || e.Data.Combine.Mode == workflow.Drop {
		return nil
	}
	late := *e
	raised := &expr.Literal{Value: t.Object(t.Timeout.Name, workflow.TimedOut)}
	if late.Data.Result != nil && !isWholeError(late.Data.Result) {
		return nil
	}
	late.Data.Result = raised
	c := handlerOf(list(dialects.NewText(errTimeout)))
	m.caught(c, &late)
	dialects.Put(c, "Next", m.reference(e.To))
	return c
}

// isWholeError reports whether an expression is an error as it is.
func isWholeError(x expr.Expr) bool {
	p, ok := x.(*expr.Path)
	return ok && p.Root == expr.RootError && len(p.Steps) == 0
}

// completion is the catcher of a time limit after which a run goes on with what it has.
func (m *machineWriter) completion(n *workflow.Node) *source.Node {
	c := handlerOf(list(dialects.NewText(errTimeout)))
	m.dropCaught(c)
	to := &workflow.Node{Kind: workflow.End, Role: workflow.Ending}
	if e := n.Onward(); e != nil {
		to = e.To
	}
	dialects.Put(c, "Next", m.reference(to))
	return c
}

func (m *machineWriter) dropCaught(c *source.Node) {
	if m.queries {
		dialects.Put(c, "Output", marked("$states.input"))
	} else {
		dialects.Put(c, "ResultPath", nothing())
	}
}

// caught writes what of an error gets into the document.
func (m *machineWriter) caught(c *source.Node, e *workflow.Edge) {
	into := e.Data.Combine
	if !m.queries {
		m.pathless = m.pathless || !pathsCatch(e)
		switch {
		case m.own:
			dialects.Put(c, "ResultPath", pathOf(into))
		case into == nil:
		case into.Mode == workflow.Drop:
			m.dropCaught(c)
		case into.Mode == workflow.SetAt && isReference(into.Path):
			dialects.Put(c, "ResultPath", into.Path.String())
		default:
			dialects.Put(c, "ResultPath", "$.error")
		}
		if !m.sameErrors() && (into == nil || into.Mode != workflow.Drop) {
			m.lose(&dialects.LossErrorData, e.Span, e.From.Element, "an object with Error and Cause", "errors that are stored in the document have other members")
		}
		return
	}
	m.assignments(c, e.Data.Assign, e.From)
	result := e.Data.Result
	if into == nil && result == nil && m.sameErrors() {
		return
	}
	result = cmp.Or[expr.Expr](result, expr.NewPath(expr.RootError))
	if into == nil || into.Mode == workflow.Replace {
		m.field(c, "Output", result, e.From)
		return
	}
	text, ok := m.query(result)
	if !ok && into.Mode != workflow.Drop {
		m.lose(&dialects.LossErrorData, e.Span, e.From.Element, "the whole error", "asl cannot express what %q keeps of an error", e.From.Name())
		text = "$states.errorOutput"
	}
	dialects.Put(c, "Output", marked(queryCombined(into, "$states.input", text)))
}

// sameErrors reports whether the source has errors in the data as asl does.
func (d *document) sameErrors() bool {
	return d.flow.Errors.NameKey == "Error" && d.flow.Errors.CauseKey == "Cause"
}
