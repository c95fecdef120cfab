package machine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// value evaluates an expression on a document. All expressions of the machine but guards go through it.
func (m *Machine) value(x expr.Expr, doc any) (any, error) {
	if l, ok := x.(*expr.Literal); ok {
		return l.Value, nil
	}
	m.see(doc)
	return expr.Eval(x, &m.env)
}

// see sets what expressions see.
func (m *Machine) see(doc any) {
	m.env.Input, m.env.Now = doc, m.now
	if m.entity != nil {
		m.env.Context = m.lifecycle()
	}
}

// holds evaluates a guard on a document.
func (m *Machine) holds(x expr.Expr, doc any) (bool, error) {
	m.see(doc)
	return expr.Holds(x, &m.env)
}

// selected is what the body of a node gets of the raw document.
func (m *Machine) selected(n *workflow.Node, raw any) (any, *Error) {
	if n.Data.Select == nil {
		return raw, nil
	}
	v, err := m.value(n.Data.Select, raw)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	return v, nil
}

// given is what the body of a node gets of the effective document.
func (m *Machine) given(n *workflow.Node, f int32, effective any) (any, *Error) {
	if n.Data.Payload == nil {
		return effective, nil
	}
	m.notes(n, f)
	v, err := m.value(n.Data.Payload, effective)
	m.env.Note = nil
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	return v, nil
}

// notes has what an expression notes told as a note about a node, if somebody looks.
func (m *Machine) notes(n *workflow.Node, f int32) {
	if m.observe != nil {
		m.env.Note = func(note string) { m.emit(Trace{Kind: Noted, Node: n, Note: note, frame: f}) }
	}
}

// base is the document that an answer is combined with: the raw one or the effective one of a token, or the one that all
// tokens of its frame share, as it is now.
func (m *Machine) base(s *workflow.Stages, f int32, raw, effective any) any {
	if s.Combine != nil && s.Combine.Effective {
		raw = effective
	}
	return m.document(f, raw)
}

// combined is a document with the answer of a body in it.
func (m *Machine) combined(s *workflow.Stages, doc, answer any) (any, *Error) {
	if s.Combine == nil {
		return answer, nil
	}
	switch s.Combine.Mode {
	case workflow.Drop:
		return doc, nil
	case workflow.Replace:
		if _, ok := answer.(map[string]any); ok {
			return answer, nil
		}
		return doc, nil
	case workflow.MergeShallow:
		return value.MergeShallow(doc, answer), nil
	case workflow.MergeDeep:
		return merged(doc, answer), nil
	case workflow.AppendAt:
		return m.appended(s.Combine.Path, doc, answer)
	}
	v, err := expr.Set(doc, s.Combine.Path, answer)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Combine, err)
	}
	return v, nil
}

// merged is a document with an answer merged into it. An answer without members changes nothing.
func merged(doc, answer any) any {
	if o, ok := answer.(map[string]any); !ok || len(o) == 0 {
		return doc
	}
	return value.MergeDeep(doc, answer)
}

// appended is a document in which the items of an answer stand behind those of the list at a path.
func (m *Machine) appended(p *expr.Path, doc, answer any) (any, *Error) {
	added, ok := answer.([]any)
	if !ok {
		added = []any{answer}
	}
	var list []any
	old, err := m.value(p, doc)
	var missing *expr.EvalError
	switch {
	case errors.As(err, &missing) && missing.Missing:
	case err != nil:
		return nil, m.dataError(m.flow.Errors.Combine, err)
	default:
		if list, ok = old.([]any); !ok {
			return nil, m.dataError(m.flow.Errors.Combine, fmt.Errorf("%s at %s is no list to add results to", value.Short(old), p.Text))
		}
	}
	v, err := expr.Set(doc, p, append(slices.Clone(list), added...))
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Combine, err)
	}
	return v, nil
}

// replaced is the answer of a body after the stage that replaces it.
func (m *Machine) replaced(s *workflow.Stages, effective, answer any) (any, *Error) {
	if s.Result == nil {
		return answer, nil
	}
	m.env.Answer = answer
	v, err := m.value(s.Result, effective)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	return v, nil
}

// output is what goes on of a document.
func (m *Machine) output(s *workflow.Stages, doc any) (any, *Error) {
	if s.Output == nil {
		return doc, nil
	}
	v, err := m.value(s.Output, doc)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	return v, nil
}

// instant is when a length that begins now is over: now, if that lies in the past.
func (m *Machine) instant(l workflow.Length, doc any) (time.Time, *Error) {
	v, err := m.value(l.Expr, doc)
	if err != nil {
		return time.Time{}, m.dataError(m.flow.Errors.Path, err)
	}
	if l.Unit == workflow.Duration {
		return m.after(v)
	}
	if l.Unit == workflow.Instant {
		if s, ok := v.(string); ok {
			if at, ok := expr.ParseTimestamp(s); ok {
				if at.Before(m.now) {
					at = m.now
				}
				return at, nil
			}
		}
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is no timestamp to wait for", value.Short(v)))
	}
	n := math.NaN()
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	}
	if !(n >= 0) || l.Whole && n != math.Trunc(n) {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is no number of seconds", value.Short(v)))
	}
	return m.now.Add(seconds(n)), nil
}

// after is when a duration that begins now is over.
func (m *Machine) after(v any) (time.Time, *Error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is no duration", value.Short(v)))
	}
	d, err := iso8601.ParseDuration(s)
	if err != nil {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%q is no duration: %w", s, err))
	}
	return d.AddTo(m.now), nil
}
