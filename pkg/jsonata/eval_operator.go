package jsonata

import (
	"math"

	"github.com/flowglot/flowglot/pkg/value"
)

// An arithmetic is an operation of two numbers.
type arithmetic struct {
	op          byte
	left, right *unit
	at          Range
}

func (n *arithmetic) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	if a, ok := x.(int64); ok {
		if b, ok := y.(int64); ok {
			if v, ok := whole(n.op, a, b); ok {
				return v, nil
			}
		}
	}
	for i, v := range []any{x, y} {
		if IsUndefined(v) {
			continue
		}
		isNumber, err := numeric(v)
		if err == nil && !isNumber {
			code := "T2001"
			if i == 1 {
				code = "T2002"
			}
			err = fail(code).about(quote(string(n.op)))
			err.Value = v
		}
		if err != nil {
			return nil, err.at(n.at)
		}
	}
	if IsUndefined(x) || IsUndefined(y) {
		return Undefined{}, nil
	}
	a, _ := value.Float(x)
	b, _ := value.Float(y)
	switch n.op {
	case '+':
		return number(a + b), nil
	case '-':
		return number(a - b), nil
	case '*':
		return number(a * b), nil
	case '/':
		return number(a / b), nil
	default:
		return number(math.Mod(a, b)), nil
	}
}

// whole computes with integers where that is exact: where all doubles would be integers too.
func whole(op byte, a, b int64) (any, bool) {
	const most = 1 << 31
	switch op {
	case '+', '-':
		if a < -mostExact || a > mostExact || b < -mostExact || b > mostExact {
			return nil, false
		}
		if op == '-' {
			b = -b
		}
		sum := a + b
		return sum, sum >= -mostExact && sum <= mostExact
	case '*':
		if a <= -most || a >= most || b <= -most || b >= most {
			return nil, false
		}
		product := a * b
		return product, product >= -mostExact && product <= mostExact
	case '%':
		if b == 0 || a < 0 || a > mostExact || b < -mostExact || b > mostExact {
			return nil, false
		}
		return a % b, true
	}
	return nil, false
}

// both evaluates the operands of an operation.
func both(m *machine, left, right *unit, context any, f *frame) (x, y any, err *Error) {
	if x, err = left.eval(m, context, f); err != nil {
		return nil, nil, err
	}
	y, err = right.eval(m, context, f)
	return x, y, err
}

// A negation is the negative of a number.
type negation struct{ operand *unit }

func (n *negation) eval(m *machine, context any, f *frame) (any, *Error) {
	v, err := n.operand.eval(m, context, f)
	if err != nil || IsUndefined(v) {
		return v, err
	}
	if isNumber, err := numeric(v); err != nil || !isNumber {
		if err == nil {
			err = fail("D1002").of(v)
		}
		return nil, err
	}
	if i, ok := v.(int64); ok && i != math.MinInt64 {
		return -i, nil
	}
	x, _ := value.Float(v)
	return number(-x), nil
}

// A concatenation is &: both sides as strings. What is undefined is empty.
type concatenation struct {
	left, right *unit
	at          Range
}

func (n *concatenation) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	a, err := m.text(x)
	if err != nil {
		return nil, err.at(n.at)
	}
	b, err := m.text(y)
	if err != nil {
		return nil, err.at(n.at)
	}
	if err := m.spendBytes(len(a) + len(b)); err != nil {
		return nil, err.at(n.at)
	}
	return a + b, nil
}

// An interval is a..b within an array constructor.
type interval struct {
	left, right *unit
	at          Range
}

// longestInterval is how many items an interval can have.
const longestInterval = 10_000_000

func (n *interval) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	from, ok := integer(x)
	if !ok {
		return nil, failAt("T2003", n.at)
	}
	to, ok := integer(y)
	if !ok {
		return nil, failAt("T2004", n.at)
	}
	if IsUndefined(x) || IsUndefined(y) || from > to {
		return Undefined{}, nil
	}
	size := to - from + 1
	if size > longestInterval {
		return nil, failAt("D2014", n.at).about(formatNumber(number(size)))
	}
	if err := m.spend(int(size)); err != nil {
		return nil, err.at(n.at)
	}
	out := make([]any, int(size))
	for i := range out {
		out[i] = number(from + float64(i))
	}
	return &sequence{items: out}, nil
}

// integer returns a whole number; what is undefined counts as one.
func integer(v any) (float64, bool) {
	if IsUndefined(v) {
		return 0, true
	}
	f, ok := value.Float(v)
	return f, ok && f == math.Trunc(f) && !math.IsInf(f, 0)
}

// A fallback is ??, the right side if the left one is undefined, or ?:, the right side if the left one is not true.
type fallback struct {
	left, right *unit
	truth       bool
}

func (n *fallback) eval(m *machine, context any, f *frame) (any, *Error) {
	v, err := n.left.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	ok := !IsUndefined(v)
	if n.truth {
		if ok, err = m.truth(v); err != nil {
			return nil, err
		}
	}
	if ok {
		return v, nil
	}
	return n.right.eval(m, context, f)
}

// A condition is test ? then : otherwise.
type condition struct{ test, then, otherwise *unit }

func (n *condition) eval(m *machine, context any, f *frame) (any, *Error) {
	v, err := n.test.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	ok, err := m.truth(v)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return n.then.eval(m, context, f)
	case n.otherwise != nil:
		return n.otherwise.eval(m, context, f)
	}
	return Undefined{}, nil
}
