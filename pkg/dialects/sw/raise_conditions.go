package sw

import (
	"regexp"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A condition of this dialect is a path that selects something. What a condition asks of the document is written as a filter
// of it: `$[?(@.size > 3)]`, which tests the document itself where that is an object.

// A said is a condition in the words of a filter.
type said struct {
	holds expr.Expr
	fails expr.Expr // when the condition is an error; nil is never
	// near is what differs of it; empty if nothing does.
	near string
}

// say returns a condition in the words of a filter. It reports false if there are none.
func say(x expr.Expr) (said, bool) {
	switch x := x.(type) {
	case *expr.Literal:
		_, ok := x.Value.(bool)
		return said{holds: x}, ok
	case *expr.Not:
		s, ok := say(x.Operand)
		s.holds = negated(s.holds)
		return s, ok
	case *expr.Logic:
		return sayLogic(x)
	case *expr.Test:
		return sayTest(x)
	case *expr.Loose:
		return sayLoose(x)
	case *expr.Path:
		return sayPath(x)
	}
	return said{}, false
}

// sayLogic connects conditions. One of them fails if the ones before it leave the answer open.
func sayLogic(x *expr.Logic) (said, bool) {
	out := said{}
	holds := &expr.Logic{Op: x.Op}
	var failing []string // what made one fail would have made the one before it fail
	for i, operand := range x.Operands {
		s, ok := say(operand)
		if !ok {
			return said{}, false
		}
		if out.near == "" {
			out.near = s.near
		}
		if s.fails != nil && !slices.Contains(failing, expr.Readable(s.fails)) {
			failing = append(failing, expr.Readable(s.fails))
			var before []expr.Expr
			for _, h := range holds.Operands[:i] {
				if x.Op == expr.Or {
					h = negated(h)
				}
				before = append(before, h)
			}
			out.fails = either(out.fails, all(append(before, s.fails)...))
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

func either(a, b expr.Expr) expr.Expr {
	if a == nil {
		return b
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
	either := func(op expr.CompareOp, v any, other expr.CompareOp, w any) expr.Expr {
		return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{compared(p, op, v), compared(p, other, w)}}
	}
	switch v.(type) {
	case bool:
		return either(expr.Equal, true, expr.Equal, false)
	case string:
		return matches(p, "")
	case nil:
		return compared(p, expr.Equal, nil)
	}
	return either(expr.Less, int64(0), expr.GreaterEqual, int64(0))
}

// matches asks whether a text has a part that a pattern describes; the pattern says where.
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

// sayTest says a test, with its answers for null, for what is missing and for values of another kind.
func sayTest(x *expr.Test) (said, bool) {
	if x.Path.Root != expr.RootInput || !x.Path.Definite || !scalar(x.Value) {
		return said{}, false
	}
	p := item(x.Path)
	out := said{holds: question(x, p)}
	if x.Instant {
		out.near = "timestamps are compared as texts"
	}
	if x.Op == expr.TestEqual && x.Wrong == expr.Yes && x.Null == expr.Yes && x.Missing == expr.Yes {
		out.holds = negated(&expr.Logic{Op: expr.And, Operands: []expr.Expr{ofKind(p, x.Value), compared(p, expr.NotEqual, x.Value)}})
		return out, true
	}
	if x.Op != expr.TestPresent {
		wrong := all(compared(p, expr.NotEqual, nil), negated(ofKind(p, x.Value)))
		if x.Value == nil {
			wrong = compared(p, expr.NotEqual, nil)
		}
		out.answer(x.Wrong, wrong)
	}
	if x.Op != expr.TestPresent && x.Value != nil {
		out.answer(x.Null, compared(p, expr.Equal, nil))
	}
	out.answer(x.Missing, negated(present(p)))
	return out, true
}

// question is what a test asks of a value of the kind that it is about.
func question(x *expr.Test, p *expr.Path) expr.Expr {
	text, _ := x.Value.(string)
	switch x.Op {
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

// answer has a condition hold, or fail, where another does.
func (s *said) answer(a expr.Answer, when expr.Expr) {
	switch a {
	case expr.Yes:
		s.holds = either(s.holds, when)
	case expr.Fails:
		s.fails = either(s.fails, when)
	}
}

func scalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// sayPath says a path that asks whether it selects anything. In a filter a path by itself would ask for truth.
func sayPath(p *expr.Path) (said, bool) {
	if p.Root != expr.RootInput {
		return said{}, false
	}
	if p.Definite {
		if last := len(p.Steps) - 1; last >= 0 && p.Steps[last].Kind == expr.StepFunction {
			return said{}, false
		}
		return said{holds: present(p)}, true
	}
	out, ok := mended(p)
	return said{holds: out}, ok
}

// mended is a path whose filters ask for presence where they did so without saying it.
func mended(p *expr.Path) (*expr.Path, bool) {
	out := *p
	out.Steps = make([]expr.Step, len(p.Steps))
	for i, s := range p.Steps {
		if s.Filter != nil {
			var ok bool
			if s.Filter, ok = mendedFilter(s.Filter); !ok {
				return nil, false
			}
		}
		out.Steps[i] = s
	}
	return &out, true
}

func mendedFilter(x expr.Expr) (expr.Expr, bool) {
	switch x := x.(type) {
	case *expr.Logic:
		out := &expr.Logic{Op: x.Op}
		for _, o := range x.Operands {
			part, ok := mendedFilter(o)
			if !ok {
				return nil, false
			}
			out.Operands = append(out.Operands, part)
		}
		return out, true
	case *expr.Not:
		part, ok := mendedFilter(x.Operand)
		return &expr.Not{Operand: part}, ok
	case *expr.Path:
		if x.Definite {
			return present(x), true
		}
		return mended(x)
	}
	return x, true
}

// sayLoose says a condition that takes texts for numbers and looks into lists, as near as it gets.
func sayLoose(x *expr.Loose) (said, bool) {
	left, ok := x.Left.(*expr.Path)
	if !ok || left.Root != expr.RootInput || x.Fold && x.Op != expr.LooseEqual || x.Op == expr.LooseItems || x.Op == expr.LooseLike || x.Op == expr.LooseMatches {
		return said{}, false
	}
	p := item(left)
	self := &expr.Path{Root: expr.RootItem, Definite: true}
	one := func(at *expr.Path) expr.Expr { return looseQuestion(x, at) }
	out := said{near: "texts that read as numbers, lists and other letter case are looked at in another way"}
	switch {
	case x.Op == expr.LooseNull && p.Definite:
		out.holds = negated(compared(p, expr.NotEqual, nil))
	case one(p) == nil:
		return said{}, false
	case p.Definite:
		items := &expr.Path{Root: expr.RootItem, Steps: append(append([]expr.Step(nil), p.Steps...), expr.Step{Kind: expr.StepFilter, Filter: one(self)})}
		out.holds = either(one(p), items)
	default:
		items := *p
		items.Steps = append(append([]expr.Step(nil), p.Steps...), expr.Step{Kind: expr.StepFilter, Filter: one(self)})
		out.holds = &items
	}
	if x.Negated {
		out.holds = negated(out.holds)
	}
	return out, true
}

// looseQuestion is what a loose condition asks of one value; nil if no filter says it.
func looseQuestion(x *expr.Loose, p *expr.Path) expr.Expr {
	var values []any
	for _, r := range x.Right {
		if !scalar(r.Value) {
			return nil
		}
		values = append(values, r.Value)
	}
	between := func(low, high expr.CompareOp) expr.Expr {
		return all(compared(p, low, values[0]), compared(p, high, values[1]))
	}
	switch x.Op {
	case expr.LooseEqual:
		return looseEqual(p, values[0], x.Fold)
	case expr.LooseGreater, expr.LooseGreaterEqual, expr.LooseLess, expr.LooseLessEqual:
		op := map[expr.LooseOp]expr.CompareOp{expr.LooseGreater: expr.Greater, expr.LooseGreaterEqual: expr.GreaterEqual,
			expr.LooseLess: expr.Less, expr.LooseLessEqual: expr.LessEqual}[x.Op]
		return compared(p, op, asNumber(values[0]))
	case expr.LooseBetween:
		return between(expr.Greater, expr.Less)
	case expr.LooseBetweenOrEqual:
		return between(expr.GreaterEqual, expr.LessEqual)
	case expr.LooseNull:
		return compared(p, expr.Equal, nil)
	}
	text, ok := values[0].(string)
	if !ok {
		text = string(value.Append(nil, values[0]))
	}
	switch text = regexp.QuoteMeta(text); x.Op {
	case expr.LooseContains:
		return matches(p, ".*"+text)
	case expr.LooseStartsWith:
		return matches(p, text)
	case expr.LooseEndsWith:
		return compared(p, expr.Matches, "(?s).*"+text)
	}
	return nil
}

// looseEqual takes a number for the text that it is written as, and the other way round.
func looseEqual(p *expr.Path, v any, fold bool) expr.Expr {
	text, isText := v.(string)
	switch number := asNumber(v); {
	case fold && isText && number == v:
		return compared(p, expr.Matches, "(?i)"+regexp.QuoteMeta(text))
	case isText && number != v:
		return either(compared(p, expr.Equal, text), compared(p, expr.Equal, number))
	case !isText && value.TypeOf(v) == value.TypeOf(int64(0)):
		return either(compared(p, expr.Equal, v), compared(p, expr.Equal, string(value.Append(nil, v))))
	}
	return compared(p, expr.Equal, v)
}

// asNumber is the number that a text reads as, or the value.
func asNumber(v any) any {
	if text, ok := v.(string); ok && text != "" {
		if n, ok := value.Number(text); ok {
			return n
		}
	}
	return v
}

// never is a condition that does not hold, whatever the document is.
func never() string { return braced(&expr.Literal{Value: false}) }

// braced is a condition as it stands in a definition.
func braced(x expr.Expr) string {
	p, ok := x.(*expr.Path)
	if !ok || p.Definite || p.Root != expr.RootInput {
		p = &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
	}
	return "{{ " + p.String() + " }}"
}
