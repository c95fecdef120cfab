package sw

import (
	"regexp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A condition of this dialect is a path that selects something. What a condition asks of the document is written as a filter
// of it: `$[?(@.size > 3)]`, which tests the document itself where that is an object.

// A filterForm is a condition as a filter.
type filterForm struct {
	holds expr.Expr
	fails expr.Expr // when the condition is an error; nil is never
	// near describes the difference from the condition, if there is one.
	near string
}

// toFilter returns a condition as a filter. It reports false if no filter expresses it.
func toFilter(x expr.Expr) (filterForm, bool) {
	switch x := x.(type) {
	case *expr.Literal:
		_, ok := x.Value.(bool)
		return filterForm{holds: x}, ok
	case *expr.Not:
		s, ok := toFilter(x.Operand)
		s.holds = negated(s.holds)
		return s, ok
	case *expr.Logic:
		return logicFilter(x)
	case *expr.Test:
		return testFilter(x)
	case *expr.Path:
		return pathFilter(x)
	}
	return filterForm{}, false
}

// maxBefore is the number of operands before the last one whose failure is written: each repeats those before it.
const maxBefore = 20

// logicFilter connects conditions. One of them fails if the ones before it leave the answer open.
func logicFilter(x *expr.Logic) (filterForm, bool) {
	out := filterForm{}
	holds := &expr.Logic{Op: x.Op}
	var failing []string // what made one fail would have made the one before it fail
	for i, operand := range x.Operands {
		s, ok := toFilter(operand)
		if !ok {
			return filterForm{}, false
		}
		if out.near == "" {
			out.near = s.near
		}
		switch {
		case s.fails == nil || slices.Contains(failing, expr.Readable(s.fails)):
		case i > maxBefore:
			out.near = "in a long condition, a part that fails is not an error"
		default:
			failing = append(failing, expr.Readable(s.fails))
			var before []expr.Expr
			for _, h := range holds.Operands[:i] {
				if x.Op == expr.Or {
					h = negated(h)
				}
				before = append(before, h)
			}
			out.fails = anyOf(out.fails, all(append(before, s.fails)...))
		}
		holds.Operands = append(holds.Operands, s.holds)
	}
	out.holds = holds
	if len(holds.Operands) == 1 {
		out.holds = holds.Operands[0]
	}
	return out, true
}

// negated is a condition that holds where another does not.
func negated(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Not:
		return x.Operand
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return &expr.Literal{Value: !b}
		}
	}
	return &expr.Not{Operand: x}
}

func anyOf(a, b expr.Expr) expr.Expr {
	switch x := a.(type) {
	case nil:
		return b
	case *expr.Logic:
		if x.Op == expr.Or {
			return &expr.Logic{Op: expr.Or, Operands: append(slices.Clone(x.Operands), b)}
		}
	}
	return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{a, b}}
}

func all(list ...expr.Expr) expr.Expr {
	if len(list) == 1 {
		return list[0]
	}
	return &expr.Logic{Op: expr.And, Operands: list}
}

func compared(p *expr.Path, op expr.CompareOp, v any) expr.Expr {
	return &expr.Compare{Op: op, Left: p, Right: &expr.Literal{Value: v}}
}

// present asks whether there is a value, be it null: any value is null or is not, and what is missing is neither.
func present(p *expr.Path) expr.Expr {
	return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{compared(p, expr.NotEqual, nil), compared(p, expr.Equal, nil)}}
}

// ofKind asks whether a value is of the kind of another, and there.
func ofKind(p *expr.Path, v any) expr.Expr {
	one := func(op expr.CompareOp, v any, other expr.CompareOp, w any) expr.Expr {
		return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{compared(p, op, v), compared(p, other, w)}}
	}
	switch v.(type) {
	case bool:
		return one(expr.Equal, true, expr.Equal, false)
	case string:
		return matches(p, "")
	case nil:
		return compared(p, expr.Equal, nil)
	}
	return one(expr.Less, int64(0), expr.GreaterEqual, int64(0))
}

// isObject asks whether a value is an object: a filter tests it itself, and it has no first item as a list would.
func isObject(p *expr.Path) expr.Expr {
	itself, first := *p, *p
	itself.Steps = append(slices.Clone(p.Steps), expr.Step{Kind: expr.StepFilter, Filter: &expr.Literal{Value: true}})
	itself.Definite = false
	first.Steps = append(slices.Clone(p.Steps), expr.Step{Kind: expr.StepIndex})
	return all(&itself, negated(present(&first)))
}

// matches asks whether a text has a part that a pattern describes; the pattern contains its place.
func matches(p *expr.Path, pattern string) expr.Expr {
	return compared(p, expr.Matches, "(?s)"+pattern+".*")
}

// item is a path of the document as one of what a filter tests.
func item(p *expr.Path) *expr.Path {
	out := *p
	out.Root = expr.RootItem
	return &out
}

// comparisonOf is the comparison that a test asks for.
func comparisonOf(op expr.TestOp) expr.CompareOp {
	return [...]expr.CompareOp{expr.TestEqual: expr.Equal, expr.TestLess: expr.Less, expr.TestLessEqual: expr.LessEqual,
		expr.TestGreater: expr.Greater, expr.TestGreaterEqual: expr.GreaterEqual}[op]
}

// testFilter writes a test, with its answers for null, for what is missing and for values of another kind.
func testFilter(x *expr.Test) (filterForm, bool) {
	if x.Path.Root != expr.RootInput || !x.Path.Definite || !scalar(x.Value) {
		return filterForm{}, false
	}
	p := item(x.Path)
	out := filterForm{holds: question(x, p)}
	if x.Instant {
		out.near = "timestamps are compared as strings"
	}
	if x.Op == expr.TestEqual && x.Wrong == expr.Yes && x.Null == expr.Yes && x.Missing == expr.Yes {
		out.holds = negated(&expr.Logic{Op: expr.And, Operands: []expr.Expr{ofKind(p, x.Value), compared(p, expr.NotEqual, x.Value)}})
		return out, true
	}
	there, null := compared(p, expr.NotEqual, nil), compared(p, expr.Equal, nil)
	switch {
	case x.Op == expr.TestPresent && x.Null == expr.Fails:
		out.answer(x.Null, null)
	case x.Op == expr.TestPresent: // the question has it
	case x.Op == expr.TestObject:
		out.answer(x.Wrong, all(there, negated(isObject(p))))
		out.answer(x.Null, null)
	case x.Value == nil:
		out.answer(x.Wrong, there)
	default:
		out.answer(x.Wrong, all(there, negated(ofKind(p, x.Value))))
		out.answer(x.Null, null)
	}
	out.answer(x.Missing, negated(present(p)))
	return out, true
}

// question is what a test asks of a value of the kind that it is about.
func question(x *expr.Test, p *expr.Path) expr.Expr {
	text, _ := x.Value.(string)
	switch x.Op {
	case expr.TestObject:
		return isObject(p)
	case expr.TestPresent:
		if x.Null == expr.Yes {
			return present(p)
		}
		return compared(p, expr.NotEqual, nil)
	case expr.TestContains:
		return matches(p, ".*"+regexp.QuoteMeta(text))
	case expr.TestStartsWith:
		return matches(p, regexp.QuoteMeta(text))
	case expr.TestEndsWith:
		return compared(p, expr.Matches, "(?s).*"+regexp.QuoteMeta(text))
	}
	return compared(p, comparisonOf(x.Op), x.Value)
}

// answer makes a condition hold, or fail, where another does.
func (s *filterForm) answer(a expr.Answer, when expr.Expr) {
	switch a {
	case expr.Yes:
		s.holds = anyOf(s.holds, when)
	case expr.Fails:
		s.fails = anyOf(s.fails, when)
	}
}

func scalar(v any) bool {
	switch v.(type) {
	case *value.Object, []any:
		return false
	}
	return true
}

// pathFilter writes a test whether a path selects anything. In a filter a path by itself would ask for truth.
func pathFilter(p *expr.Path) (filterForm, bool) {
	if p.Root != expr.RootInput {
		return filterForm{}, false
	}
	if p.Definite {
		if last := len(p.Steps) - 1; last >= 0 && p.Steps[last].Kind == expr.StepFunction {
			return filterForm{}, false
		}
		return filterForm{holds: present(p)}, true
	}
	out, ok := pathWithPresence(p)
	return filterForm{holds: out}, ok
}

// pathWithPresence is a path whose filters ask for presence where they did so without saying it.
func pathWithPresence(p *expr.Path) (*expr.Path, bool) {
	out := *p
	out.Steps = make([]expr.Step, len(p.Steps))
	for i, s := range p.Steps {
		if s.Filter != nil {
			var ok bool
			if s.Filter, ok = filterWithPresence(s.Filter); !ok {
				return nil, false
			}
		}
		out.Steps[i] = s
	}
	return &out, true
}

func filterWithPresence(x expr.Expr) (expr.Expr, bool) {
	switch x := x.(type) {
	case *expr.Logic:
		out := &expr.Logic{Op: x.Op}
		for _, o := range x.Operands {
			part, ok := filterWithPresence(o)
			if !ok {
				return nil, false
			}
			out.Operands = append(out.Operands, part)
		}
		return out, true
	case *expr.Not:
		part, ok := filterWithPresence(x.Operand)
		return &expr.Not{Operand: part}, ok
	case *expr.Path:
		if x.Definite {
			return present(x), true
		}
		return pathWithPresence(x)
	}
	return x, true
}

// never is a condition that does not hold, whatever the document is.
func never() string { return braced(&expr.Literal{Value: false}) }

// braced is a condition as it is written in a definition.
func braced(x expr.Expr) string {
	p, ok := x.(*expr.Path)
	if !ok || p.Definite || p.Root != expr.RootInput {
		p = &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
	}
	return "{{ " + p.String() + " }}"
}
