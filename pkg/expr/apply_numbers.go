package expr

import (
	"math"

	"github.com/flowglot/flowglot/pkg/value"
)

// arithmetic computes with two integers if the result fits one, else with doubles.
func arithmetic(f Function, a, b any) (any, bool) {
	if !value.IsNumber(a) || !value.IsNumber(b) {
		return nil, false
	}
	x, xWhole := a.(int64)
	y, yWhole := b.(int64)
	if f == Remainder {
		if !xWhole || !yWhole || y == 0 {
			return nil, false
		}
		return x - y*(x/y), true
	}
	if xWhole && yWhole && f != Divide {
		if z, fits := whole(f, x, y); fits {
			return z, true
		}
	}
	l, _ := value.Float(a)
	r, _ := value.Float(b)
	out := map[Function]float64{Add: l + r, Subtract: l - r, Multiply: l * r, Divide: l / r}[f]
	return out, !math.IsInf(out, 0) && !math.IsNaN(out)
}

// whole computes with integers, and reports whether the result fits one.
func whole(f Function, x, y int64) (int64, bool) {
	switch f {
	case Add:
		z := x + y
		return z, (z > x) == (y > 0)
	case Subtract:
		z := x - y
		return z, (z < x) == (y > 0)
	}
	z := x * y
	return z, x == 0 || z/x == y && !(x == -1 && y == math.MinInt64)
}

func rounded(f Function, v any) (any, bool) {
	if i, ok := v.(int64); ok && i != math.MinInt64 {
		if f == Abs && i < 0 {
			return -i, true
		}
		return i, true
	}
	x, ok := v.(float64)
	if !ok {
		return nil, false
	}
	return map[Function]float64{Floor: math.Floor(x), Ceil: math.Ceil(x), Abs: math.Abs(x)}[f], true
}

// aggregate looks at a list of numbers, and nothing else in it.
func aggregate(f Function, list any) (any, bool) {
	items, ok := list.([]any)
	for _, x := range items {
		ok = ok && value.IsNumber(x)
	}
	switch {
	case !ok:
		return nil, false
	case f == Sum && len(items) == 0:
		return int64(0), true
	case f == Sum:
		return sum(list)
	case f == Least:
		return extreme(list, -1)
	}
	return extreme(list, +1)
}
