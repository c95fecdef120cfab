package jsonata

import "github.com/flowglot/flowglot/pkg/value"

// same reports whether two values are deeply equal. The order of members does not matter. If the limits do not suffice to
// find out, the next check reports that.
func (m *machine) same(a, b any, depth int) bool {
	switch x := a.(type) {
	case int64:
		switch y := b.(type) {
		case int64:
			return x == y
		case float64:
			return float64(x) == y
		}
		return false
	case float64:
		y, ok := value.Float(b)
		return ok && x == y
	case *value.Object:
		y, ok := b.(*value.Object)
		return ok && m.sameMembers(x, y, depth)
	case []any, *sequence:
		y, ok := array(b)
		return ok && m.sameItems(items(a), y, depth)
	}
	switch b.(type) {
	case []any, *sequence, *value.Object:
		return false
	}
	return a == b
}

func (m *machine) sameItems(x, y []any, depth int) bool {
	if len(x) != len(y) || depth > value.MaxDepth || m.spend(len(x)) != nil {
		return false
	}
	if len(x) == 0 || &x[0] == &y[0] {
		return true
	}
	for i := range x {
		if !m.same(x[i], y[i], depth+1) {
			return false
		}
	}
	return true
}

func (m *machine) sameMembers(x, y *value.Object, depth int) bool {
	if x == y {
		return true
	}
	if x.Len() != y.Len() || depth > value.MaxDepth || m.spend(x.Len()) != nil {
		return false
	}
	for k, v := range x.All() {
		w, ok := y.Lookup(k)
		if !ok || !m.same(v, w, depth+1) {
			return false
		}
	}
	return true
}

// compareText compares two strings by their UTF-16 units, as JavaScript does. That differs from the order of bytes only
// where a character above U+FFFF meets one between U+E000 and U+FFFF.
func compareText(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		if x >= 0xEE && y >= 0xEE && (x >= 0xF0) != (y >= 0xF0) {
			x, y = y, x
		}
		if x < y {
			return -1
		}
		return 1
	}
	return len(a) - len(b)
}

// identical reports whether two values are the same scalar, or the same array or object, as opposed to equal ones.
func identical(a, b any) bool {
	switch x := a.(type) {
	case int64, float64:
		f, _ := value.Float(a)
		g, isNumber := value.Float(b)
		return isNumber && f == g
	case []any, *sequence:
		y, ok := array(b)
		list := items(x)
		return ok && len(list) == len(y) && len(list) > 0 && &list[0] == &y[0]
	}
	switch b.(type) {
	case []any, *sequence:
		return false
	}
	return a == b
}
