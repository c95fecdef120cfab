package expr

import "github.com/flowglot/flowglot/pkg/value"

// Constraints are what comparisons with fixed values have established about one value. The zero value is none.
type Constraints struct {
	equal       []any // at most one
	not         []any
	low, high   any // numbers, or nil
	above, less bool
	text        bool // it is ordered as a text
}

// Add takes a further comparison, the value on the left, and reports whether there may still be a value that fits all.
func (k *Constraints) Add(op CompareOp, v any) bool {
	const most = 100 // that are looked at
	switch _, isText := v.(string); {
	case op == Equal:
		if len(k.equal) > 0 {
			return value.Equal(k.equal[0], v)
		}
		k.equal = []any{v}
	case op == NotEqual:
		if len(k.not) < most {
			k.not = append(k.not, v)
		}
	case isText:
		k.text = true
	case op == Less || op == LessEqual:
		if c, _ := compareBound(v, k.high); k.high == nil || c < 0 || c == 0 && op == Less {
			k.high, k.less = v, op == Less
		}
	default:
		if c, _ := compareBound(v, k.low); k.low == nil || c > 0 || c == 0 && op == Greater {
			k.low, k.above = v, op == Greater
		}
	}
	return k.possible()
}

func compareBound(a, b any) (int, bool) {
	if b == nil {
		return 0, false
	}
	return value.Compare(a, b)
}

// possible reports whether there is a value that fits.
func (k *Constraints) possible() bool {
	number := k.low != nil || k.high != nil
	if k.text && number {
		return false
	}
	if k.low != nil && k.high != nil {
		if c, ok := value.Compare(k.low, k.high); ok && (c > 0 || c == 0 && (k.above || k.less)) {
			return false
		}
	}
	v, one := k.only()
	if !one {
		return true
	}
	for _, x := range k.not {
		if value.Equal(x, v) {
			return false
		}
	}
	return !number || k.within(v)
}

// only is the value that alone fits, if the comparisons leave one: the one that it is equal to, or that between two bounds which are equal.
func (k *Constraints) only() (any, bool) {
	if len(k.equal) > 0 {
		return k.equal[0], true
	}
	if k.low == nil || k.high == nil {
		return nil, false
	}
	c, ok := value.Compare(k.low, k.high)
	return k.low, ok && c == 0
}

// within reports whether a value is a number between the bounds.
func (k *Constraints) within(v any) bool {
	if k.low != nil {
		if c, ok := value.Compare(v, k.low); !ok || c < 0 || c == 0 && k.above {
			return false
		}
	}
	if k.high != nil {
		if c, ok := value.Compare(v, k.high); !ok || c > 0 || c == 0 && k.less {
			return false
		}
	}
	return true
}
