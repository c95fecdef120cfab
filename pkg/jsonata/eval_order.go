package jsonata

// An order sorts values by keys.
type order struct {
	keys       []*unit
	descending []bool
	at         Range
}

func (n *order) eval(m *machine, context any, f *frame) (any, *Error) { return n.sort(m, context, f) }

// A sorted value comes with those of its keys that were needed so far.
type sorted struct {
	item any
	keys []any
}

// sort sorts the items of a sequence; equal ones remain in their order. Keys are computed once, and later ones only for
// values that earlier ones do not tell apart. The result is an array, also of tuples: in the stages of the same step and
// in a grouping after it their variables are not bound, as in the reference implementation.
func (n *order) sort(m *machine, s any, f *frame) (any, *Error) {
	list := items(s)
	if len(list) <= 1 {
		return s, nil
	}
	seq, _ := s.(*sequence)
	tuples := seq != nil && seq.tuples
	all := make([]*sorted, len(list))
	for i, item := range list {
		all[i] = &sorted{item: item}
	}
	key := func(s *sorted, i int) (any, *Error) {
		for len(s.keys) <= i {
			context, inner := s.item, f
			if tuples {
				t := s.item.(*tuple)
				context, inner = t.value, t.frame(f)
			}
			v, err := n.keys[len(s.keys)].eval(m, context, inner)
			if err != nil {
				return nil, err
			}
			s.keys = append(s.keys, v)
		}
		return s.keys[i], nil
	}
	all, err := mergeSort(m, all, func(a, b *sorted) (bool, *Error) {
		for i := range n.keys {
			x, err := key(a, i)
			if err != nil {
				return false, err
			}
			y, err := key(b, i)
			if err != nil {
				return false, err
			}
			if c, err := n.compare(x, y, i); c != 0 || err != nil {
				return c > 0, err
			}
		}
		return false, nil
	})
	if err != nil {
		return nil, err
	}
	out := make([]any, len(all))
	for i, s := range all {
		out[i] = s.item
	}
	return out, nil
}

// compare compares two keys. What is undefined comes last, whatever the direction.
func (n *order) compare(x, y any, i int) (int, *Error) {
	switch noX, noY := IsUndefined(x), IsUndefined(y); {
	case noX && noY:
		return 0, nil
	case noX:
		return 1, nil
	case noY:
		return -1, nil
	}
	for _, v := range []any{x, y} {
		switch v.(type) {
		case string, int64, float64:
		default:
			err := failAt("T2008", n.at)
			err.Value = v
			return 0, err
		}
	}
	a, textX := x.(string)
	b, textY := y.(string)
	if textX != textY {
		return 0, failAt("T2007", n.at)
	}
	var c int
	if textX {
		c = compareText(a, b)
	} else {
		c, _ = compareNumbers(x, y)
	}
	if n.descending[i] {
		c = -c
	}
	return c, nil
}

// mergeSort sorts a list; after reports whether one value comes after another.
func mergeSort[T any](m *machine, list []T, after func(a, b T) (bool, *Error)) ([]T, *Error) {
	if len(list) <= 1 {
		return list, nil
	}
	middle := len(list) / 2
	left, err := mergeSort(m, list[:middle], after)
	if err != nil {
		return nil, err
	}
	right, err := mergeSort(m, list[middle:], after)
	if err != nil {
		return nil, err
	}
	if err := m.spend(len(list)); err != nil {
		return nil, err
	}
	out := make([]T, 0, len(list))
	for len(left) > 0 && len(right) > 0 {
		swap, err := after(left[0], right[0])
		if err != nil {
			return nil, err
		}
		if swap {
			out, right = append(out, right[0]), right[1:]
		} else {
			out, left = append(out, left[0]), left[1:]
		}
	}
	return append(append(out, left...), right...), nil
}
