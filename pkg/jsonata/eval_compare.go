package jsonata

import "github.com/flowglot/flowglot/pkg/value"

// An equality is = or !=. It is false if an operand is undefined.
type equality struct {
	not         bool
	left, right *unit
}

func (n *equality) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	if IsUndefined(x) || IsUndefined(y) {
		return false, nil
	}
	return m.same(x, y, 0) != n.not, m.check()
}

// A comparison is <, <=, > or >= of two numbers or two strings.
type comparison struct {
	op          string
	left, right *unit
	at          Range
}

func (n *comparison) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	for _, v := range []any{x, y} {
		switch v.(type) {
		case string, int64, float64, Undefined:
		default:
			err := failAt("T2010", n.at).about(quote(n.op))
			err.Value = v
			return nil, err
		}
	}
	if IsUndefined(x) || IsUndefined(y) {
		return Undefined{}, nil
	}
	if a, ok := x.(string); ok {
		if b, ok := y.(string); ok {
			return n.holds(compareText(a, b)), nil
		}
		return nil, failAt("T2009", n.at).about(quote(n.op))
	}
	if _, ok := y.(string); ok {
		return nil, failAt("T2009", n.at).about(quote(n.op))
	}
	order, ordered := compareNumbers(x, y)
	return ordered && n.holds(order), nil
}

func (n *comparison) holds(order int) bool {
	switch n.op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	default:
		return order >= 0
	}
}

// compareNumbers compares two numbers. NaN is neither less nor greater nor equal.
func compareNumbers(x, y any) (int, bool) {
	if a, ok := x.(int64); ok {
		if b, ok := y.(int64); ok {
			switch {
			case a < b:
				return -1, true
			case a > b:
				return 1, true
			}
			return 0, true
		}
	}
	a, _ := value.Float(x)
	b, _ := value.Float(y)
	switch {
	case a < b:
		return -1, true
	case a > b:
		return 1, true
	}
	return 0, a == b
}

// A logical is and or or. The right side is evaluated only if the left one does not decide.
type logical struct {
	or          bool
	left, right *unit
}

func (n *logical) eval(m *machine, context any, f *frame) (any, *Error) {
	x, err := n.left.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	ok, err := m.truth(x)
	if err != nil || ok == n.or {
		return ok, err
	}
	if x, err = n.right.eval(m, context, f); err != nil {
		return nil, err
	}
	ok, err = m.truth(x)
	return ok, err
}

// An inclusion is in.
type inclusion struct{ left, right *unit }

func (n *inclusion) eval(m *machine, context any, f *frame) (any, *Error) {
	x, y, err := both(m, n.left, n.right, context, f)
	if err != nil {
		return nil, err
	}
	if IsUndefined(x) || IsUndefined(y) {
		return false, nil
	}
	list, isArray := array(y)
	if !isArray {
		list = []any{y}
	}
	if err := m.spend(len(list)); err != nil {
		return nil, err
	}
	for _, item := range list {
		if identical(x, item) {
			return true, nil
		}
	}
	return false, nil
}
