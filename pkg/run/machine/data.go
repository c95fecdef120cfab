package machine

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// evaluate evaluates an expression on a document. All expressions of the machine but guards go through it.
func (m *Machine) evaluate(x expr.Expr, doc any) (any, error) {
	if m.oracle != nil {
		return m.oracle.Value(x, doc, m.isSet)
	}
	if l, ok := x.(*expr.Literal); ok {
		return l.Value, nil
	}
	m.bindDocument(doc)
	return expr.Eval(x, &m.env)
}

// bindDocument sets what expressions see.
func (m *Machine) bindDocument(doc any) {
	m.env.Input, m.env.Now, m.env.Context = doc, m.now, nil
	if m.env.Lookup == nil {
		m.bindEnvironment()
	}
	if m.entity != nil {
		m.env.Context = m.lifecycle()
	}
}

// holds evaluates a guard on a document.
func (m *Machine) holds(x expr.Expr, doc any) (bool, error) {
	if m.oracle != nil {
		return m.oracle.Holds(x, doc, m.isSet)
	}
	m.bindDocument(doc)
	return expr.Holds(x, &m.env)
}

// selectInput is what the body of a node gets of the raw document.
func (m *Machine) selectInput(x expr.Expr, raw any) (any, *Error) {
	if x == nil {
		return raw, nil
	}
	return m.evaluateStage(SelectStage, x, raw)
}

// evaluateStage evaluates the expression of a stage on a document. Most nodes have few stages or none: what hands on the data where a
// stage is absent is a small function of its own, for which a run makes no call.
func (m *Machine) evaluateStage(s Stage, x expr.Expr, doc any) (any, *Error) {
	v, err := m.evaluate(x, doc)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Path, err)
	}
	m.staged(s, v)
	return v, nil
}

// makePayload is what the body of a node gets of the effective document.
func (m *Machine) makePayload(n *workflow.Node, effective any) (any, *Error) {
	if n.Data.Payload == nil {
		return effective, nil
	}
	return m.evaluatePayload(n, effective)
}

func (m *Machine) evaluatePayload(n *workflow.Node, effective any) (any, *Error) {
	m.collectNotes(n, m.here.frame)
	v, fault := m.evaluateStage(PayloadStage, n.Data.Payload, effective)
	m.env.Note = nil
	return v, fault
}

// collectNotes has what an expression notes told as a note about a node, if somebody looks.
func (m *Machine) collectNotes(n *workflow.Node, f int32) {
	if m.observe != nil {
		m.env.Note = func(note string) { m.emit(Trace{Kind: Noted, Node: n, Note: note, frame: f}) }
	}
}

// documentToCombine is the document that an answer is combined with: the raw one or the effective one of a token, or the one that all
// tokens of its frame share, as it is now.
func (m *Machine) documentToCombine(c *workflow.Combine, f int32, raw, effective any) any {
	if c != nil && c.Effective {
		raw = effective
	}
	return m.document(f, raw)
}

// combineResult is a document with the answer of a body in it.
func (m *Machine) combineResult(c *workflow.Combine, doc, answer any) (any, *Error) {
	if c == nil {
		return answer, nil
	}
	return m.combineStage(c, doc, answer)
}

func (m *Machine) combineStage(c *workflow.Combine, doc, answer any) (any, *Error) {
	v, fault := m.combine(c, doc, answer)
	if fault == nil {
		m.staged(CombineStage, v)
	}
	return v, fault
}

func (m *Machine) combine(c *workflow.Combine, doc, answer any) (any, *Error) {
	if m.oracle != nil {
		return m.oracle.Combine(c, doc, answer), nil
	}
	if o, ok := answer.(*value.Object); ok && c.Omit != "" {
		answer = o.Without(c.Omit)
	}
	switch c.Mode {
	case workflow.Drop:
		return doc, nil
	case workflow.Replace:
		if _, ok := answer.(*value.Object); ok {
			return answer, nil
		}
		return doc, nil
	case workflow.MergeShallow:
		return value.MergeShallow(doc, answer), nil
	case workflow.MergeDeep:
		return mergeNonEmpty(doc, answer), nil
	case workflow.AppendAt:
		return m.appendResults(c.Path, doc, answer)
	}
	v, err := expr.Set(doc, c.Path, answer)
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Combine, err)
	}
	return v, nil
}

// mergeNonEmpty is a document with an answer merged into it. An answer without members changes nothing.
func mergeNonEmpty(doc, answer any) any {
	if o, ok := answer.(*value.Object); !ok || o.Len() == 0 {
		return doc
	}
	return value.MergeDeep(doc, answer)
}

// appendResults is a document in which the items of an answer follow those of the list at a path.
func (m *Machine) appendResults(p *expr.Path, doc, answer any) (any, *Error) {
	added, ok := answer.([]any)
	if !ok {
		added = []any{answer}
	}
	var list []any
	old, err := m.evaluate(p, doc)
	var missing *expr.EvalError
	switch {
	case errors.As(err, &missing) && missing.Missing:
	case err != nil:
		return nil, m.dataError(m.flow.Errors.Combine, err)
	default:
		if list, ok = old.([]any); !ok {
			return nil, m.dataError(m.flow.Errors.Combine, fmt.Errorf("%s at %s is not a list that results can be added to", value.Short(old), p.Text))
		}
	}
	v, err := expr.Set(doc, p, append(slices.Clone(list), added...))
	if err != nil {
		return nil, m.dataError(m.flow.Errors.Combine, err)
	}
	return v, nil
}

// replaceResult is the answer of a body after the stage that replaces it.
func (m *Machine) replaceResult(x expr.Expr, effective, answer any) (any, *Error) {
	if x == nil {
		return answer, nil
	}
	return m.evaluateResult(x, effective, answer)
}

func (m *Machine) evaluateResult(x expr.Expr, effective, answer any) (any, *Error) {
	m.env.Answer = answer
	return m.evaluateStage(ResultStage, x, effective)
}

// selectOutput is what goes on of a document.
func (m *Machine) selectOutput(x expr.Expr, doc any) (any, *Error) {
	if x == nil {
		return doc, nil
	}
	return m.evaluateStage(OutputStage, x, doc)
}

// dueAt is when a length that begins now is over: now, if that lies in the past.
func (m *Machine) dueAt(l workflow.Length, doc any) (time.Time, *Error) {
	if m.isFree(l.Expr) {
		_, err := m.evaluate(l.Expr, doc)
		if err != nil {
			return m.now, m.dataError(m.flow.Errors.Path, err)
		}
		return m.now, nil // it is not known when
	}
	v, err := m.evaluate(l.Expr, doc)
	if err != nil {
		return time.Time{}, m.dataError(m.flow.Errors.Path, err)
	}
	if l.Unit == workflow.Duration {
		return m.dueAfter(v)
	}
	if l.Unit == workflow.Instant {
		if s, ok := v.(string); ok {
			if at, ok := expr.ParseTimestamp(s); ok {
				if l.Whole {
					at = at.Truncate(time.Second)
				}
				if l.Most > 0 && at.Sub(m.now).Seconds() > l.Most {
					return at, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is too far away to wait for", s))
				}
				if at.Before(m.now) {
					at = m.now
				}
				return at, nil
			}
		}
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is not a timestamp", value.Short(v)))
	}
	n := math.NaN()
	switch v := v.(type) {
	case int64:
		n = float64(v)
	case float64:
		n = v
	case string:
		if i, err := strconv.ParseInt(v, 10, 64); l.Numeral && err == nil {
			n = float64(i)
		}
	}
	if !(n >= l.Least) || l.Most > 0 && n > l.Most || l.Whole && n != math.Trunc(n) {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is not a number of seconds", value.Short(v)))
	}
	return m.now.Add(seconds(n)), nil
}

// dueAfter is when a duration that begins now is over.
func (m *Machine) dueAfter(v any) (time.Time, *Error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("%s is not a duration", value.Short(v)))
	}
	d, err := iso8601.ParseDuration(s)
	if err != nil {
		return time.Time{}, m.dataError(m.flow.Errors.Path, fmt.Errorf("invalid duration %q: %w", s, err))
	}
	return d.AddTo(m.now), nil
}
