package value

// IsNumber reports whether a value is a number.
func IsNumber(v any) bool {
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

// Float returns a number as a double, and false for anything else. Integers beyond 2^53 are rounded.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// Sum adds two numbers: as integers if both are and the sum fits one, else as doubles. What is not a number counts as 0.
func Sum(a, b any) any {
	x, whole := a.(int64)
	y, both := b.(int64)
	if s := x + y; whole && both && (s > x) == (y > 0) {
		return s
	}
	f, _ := Float(a)
	g, _ := Float(b)
	return f + g
}
