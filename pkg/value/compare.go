package value

import (
	"cmp"
	"math"
)

// Equal reports whether two values are the same: numbers by what they amount to, objects whatever the order of their
// members.
//
// Values may share their parts so often that nobody could visit them one by one. Such values are compared all the same: parts
// that are known to be equal are not compared twice.
func Equal(a, b any) bool {
	var c comparison
	return c.equal(a, b, 0)
}

// Includes reports whether got has everything that want asks for: each member of an object, which in turn includes what
// is wanted of it, whatever else the object has. Anything that is not an object must be equal.
func Includes(want, got any) bool {
	var c comparison
	return c.includes(want, got, 0)
}

// A comparison compares two values. As it ends with the first difference, all parts that it has finished comparing are alike.
type comparison struct {
	visits int          // of containers
	alike  map[pair]int // by the pair, the least depth at which it was found to be alike; see comparison.known
}

// A pair is two lists or two objects that are compared.
type pair struct {
	a, b     any // *any, the first item of a list, or *Object
	length   int
	included bool // b includes a, and need not equal it
}

// plainVisits is how many containers are compared before the pairs that are alike are remembered, which costs more than
// comparing small values again.
const plainVisits = 1 << 18

// known reports whether a pair was found to be alike before. What lies deeper than [MaxDepth] is taken for null, so that a pair
// which is alike at one depth is so at any larger one.
func (c *comparison) known(p pair, depth int) bool {
	if c.visits++; c.visits <= plainVisits {
		return false
	}
	least, ok := c.alike[p]
	return ok && least <= depth
}

// remember notes that a pair is alike, and returns true.
func (c *comparison) remember(p pair, depth int) bool {
	if c.visits > plainVisits {
		if c.alike == nil {
			c.alike = map[pair]int{}
		}
		c.alike[p] = depth
	}
	return true
}

func (c *comparison) equal(a, b any, depth int) bool {
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
		order, ok := Compare(a, b)
		return ok && order == 0
	case []any:
		b, ok := b.([]any)
		return ok && len(a) == len(b) && c.equalLists(a, b, depth)
	case *Object:
		b, ok := b.(*Object)
		return ok && (a == b || a.Len() == b.Len() && c.covers(a, b, depth, false))
	default:
		return false
	}
}

// equalLists compares lists of the same length.
func (c *comparison) equalLists(a, b []any, depth int) bool {
	if len(a) == 0 || &a[0] == &b[0] {
		return true
	}
	p := pair{a: &a[0], b: &b[0], length: len(a)}
	if c.known(p, depth) {
		return true
	}
	for i := range a {
		if !c.equal(a[i], b[i], depth+1) {
			return false
		}
	}
	return c.remember(p, depth)
}

// covers reports whether b has each member of a, with values that are equal, or that include those of a.
func (c *comparison) covers(a, b *Object, depth int, included bool) bool {
	p := pair{a: a, b: b, included: included}
	if c.known(p, depth) {
		return true
	}
	for i := range a.Len() {
		m, at := &a.members[i], i
		if at >= b.Len() || b.members[at].Key != m.Key { // mostly the order is the same
			at = b.find(m.Key)
		}
		if at < 0 {
			return false
		}
		alike := false
		if included {
			alike = c.includes(m.Value, b.members[at].Value, depth+1)
		} else {
			alike = c.equal(m.Value, b.members[at].Value, depth+1)
		}
		if !alike {
			return false
		}
	}
	return c.remember(p, depth)
}

func (c *comparison) includes(want, got any, depth int) bool {
	w, ok := want.(*Object)
	if !ok || depth > MaxDepth {
		return c.equal(want, got, depth)
	}
	g, ok := got.(*Object)
	return ok && c.covers(w, g, depth, true)
}

// Compare compares two numbers exactly: it returns -1, 0 or +1 as a is less than, equal to or greater than b. It reports
// false if either is not a number.
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
