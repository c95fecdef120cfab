package value

import (
	"cmp"
	"math"
)

// Equal reports whether two values are the same: numbers by what they amount to, objects whatever the order of their
// members.
func Equal(a, b any) bool { return equal(a, b, 0) }

func equal(a, b any, depth int) bool {
	if depth > MaxDepth {
		return true // both are taken for null
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool:
		b, ok := b.(bool)
		return ok && a == b
	case string:
		b, ok := b.(string)
		return ok && a == b
	case int64, float64:
		c, ok := Compare(a, b)
		return ok && c == 0
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		if len(a) == 0 || &a[0] == &b[0] {
			return true
		}
		for i := range a {
			if !equal(a[i], b[i], depth+1) {
				return false
			}
		}
		return true
	case *Object:
		b, ok := b.(*Object)
		return ok && (a == b || a.Len() == b.Len() && covers(a, b, depth+1, equal))
	default:
		return false
	}
}

// covers reports whether b has each member of a, with values that are the same in the given sense.
func covers(a, b *Object, depth int, same func(a, b any, depth int) bool) bool {
	for i := range a.Len() {
		m, at := &a.members[i], i
		if at >= b.Len() || b.members[at].Key != m.Key { // mostly the order is the same
			at = b.find(m.Key)
		}
		if at < 0 || !same(m.Value, b.members[at].Value, depth) {
			return false
		}
	}
	return true
}

// Includes reports whether got has everything that want asks for: each member of an object, which in turn includes what
// is wanted of it, whatever else the object has. Anything that is no object must be equal.
func Includes(want, got any) bool { return includes(want, got, 0) }

func includes(want, got any, depth int) bool {
	w, ok := want.(*Object)
	if !ok || depth > MaxDepth {
		return equal(want, got, depth)
	}
	g, ok := got.(*Object)
	return ok && covers(w, g, depth+1, includes)
}

// Compare compares two numbers exactly: it returns -1, 0 or +1 as a is less than, equal to or greater than b. It reports
// false if either is no number.
func Compare(a, b any) (int, bool) {
	switch a := a.(type) {
	case int64:
		switch b := b.(type) {
		case int64:
			return cmp.Compare(a, b), true
		case float64:
			return compareMixed(a, b), b == b
		}
	case float64:
		switch b := b.(type) {
		case int64:
			return -compareMixed(b, a), a == a
		case float64:
			return cmp.Compare(a, b), a == a && b == b
		}
	}
	return 0, false
}

// compareMixed compares without turning the integer into a double, which would round it above 2^53.
func compareMixed(i int64, f float64) int {
	switch {
	case f >= 1<<63:
		return -1
	case f < -1<<63:
		return +1
	}
	whole, fraction := math.Modf(f)
	if c := cmp.Compare(i, int64(whole)); c != 0 {
		return c
	}
	return cmp.Compare(0, fraction)
}
