package step

import (
	"errors"
	"math"
	"slices"

	"github.com/expr-lang/expr/vm/runtime"

	"github.com/flowglot/flowglot/pkg/value"
)

// asInt returns an integer in the one type that values have.
func asInt(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case int:
		return int64(v), true
	}
	return 0, false
}

func asFloat(v any) (float64, bool) {
	if f, ok := v.(float64); ok {
		return f, true
	}
	i, ok := asInt(v)
	return float64(i), ok
}

// arithmetic computes with two integers, or with doubles, if the operands are not integers or the result does not fit.
func arithmetic(args []any, whole func(a, b int64) (int64, bool), double func(a, b float64) float64, other func(a, b any) any) (any, error) {
	a, aInt := asInt(args[0])
	b, bInt := asInt(args[1])
	if aInt && bInt {
		if c, fits := whole(a, b); fits {
			return c, nil
		}
	}
	x, aNumber := asFloat(args[0])
	y, bNumber := asFloat(args[1])
	if !aNumber || !bNumber {
		return other(args[0], args[1]), nil
	}
	return finite(double(x, y))
}

func finite(f float64) (any, error) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, errors.New("its result is not a finite number")
	}
	return f, nil
}

func add(m *meter, args []any) (any, error) {
	if a, ok := args[0].(string); ok {
		if b, ok := args[1].(string); ok {
			if err := m.spendText(len(a) + len(b)); err != nil {
				return nil, err
			}
			return a + b, nil
		}
	}
	return arithmetic(args, func(a, b int64) (int64, bool) { c := a + b; return c, (c > a) == (b > 0) },
		func(a, b float64) float64 { return a + b }, func(a, b any) any { return runtime.Add(a, b) })
}

func subtract(_ *meter, args []any) (any, error) {
	return arithmetic(args, func(a, b int64) (int64, bool) { c := a - b; return c, (c < a) == (b > 0) },
		func(a, b float64) float64 { return a - b }, func(a, b any) any { return runtime.Subtract(a, b) })
}

func multiply(_ *meter, args []any) (any, error) {
	return arithmetic(args, func(a, b int64) (int64, bool) {
		c := a * b
		return c, a == 0 || c/a == b && !(a == -1 && b == math.MinInt64)
	}, func(a, b float64) float64 { return a * b }, func(a, b any) any { return runtime.Multiply(a, b) })
}

var errDivision = errors.New("it divides by zero")

// divide always gives a double.
func divide(_ *meter, args []any) (any, error) {
	x, aNumber := asFloat(args[0])
	y, bNumber := asFloat(args[1])
	switch {
	case !aNumber || !bNumber:
		return runtime.Divide(args[0], args[1]), nil
	case y == 0:
		return nil, errDivision
	}
	return finite(x / y)
}

func modulo(_ *meter, args []any) (any, error) {
	a, aInt := asInt(args[0])
	b, bInt := asInt(args[1])
	switch {
	case !aInt || !bInt:
		return runtime.Modulo(args[0], args[1]), nil
	case b == 0:
		return nil, errDivision
	case b == -1:
		return int64(0), nil // the processor fails at the least integer
	}
	return a % b, nil
}

func power(_ *meter, args []any) (any, error) { return finite(runtime.Exponent(args[0], args[1])) }

func equal(_ *meter, args []any) (any, error)    { return same(args[0], args[1]), nil }
func notEqual(_ *meter, args []any) (any, error) { return !same(args[0], args[1]), nil }

// same compares by value: numbers by what they amount to, objects whatever the order of their members.
func same(a, b any) bool {
	if s, ok := a.(string); ok {
		t, ok := b.(string)
		return ok && s == t
	}
	x, ok := plain(a)
	if !ok {
		return runtime.Equal(a, b) // a time, a duration
	}
	y, ok := plain(b)
	return ok && value.Equal(x, y)
}

// ordered compares two numbers exactly, and leaves all else to the library.
func ordered(other func(a, b any) bool, holds func(c int) bool) function {
	return func(_ *meter, args []any) (any, error) {
		a, b := args[0], args[1]
		if i, ok := a.(int); ok {
			a = int64(i)
		}
		if i, ok := b.(int); ok {
			b = int64(i)
		}
		if c, ok := value.Compare(a, b); ok {
			return holds(c), nil
		}
		return other(a, b), nil
	}
}

// in reports whether a list has an item, or an object a member.
func in(m *meter, args []any) (any, error) {
	switch all := args[1].(type) {
	case []any:
		if err := m.spend(len(all) / perRound); err != nil {
			return nil, err
		}
		return slices.ContainsFunc(all, func(x any) bool { return same(x, args[0]) }), nil
	case *groups:
		list, err := member(all, args[0])
		return err == nil && list != nil, nil
	case *value.Object, *unfinished:
		o, _ := objectOf(all)
		key, ok := args[0].(string)
		return ok && o.Has(key), nil
	}
	return runtime.In(args[0], args[1]), nil
}
