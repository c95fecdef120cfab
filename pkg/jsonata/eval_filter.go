package jsonata

import (
	"math"

	"github.com/flowglot/flowglot/pkg/value"
)

// filter keeps the values for which a predicate holds, or those at the indexes that it results in.
func (m *machine) filter(predicate *unit, v any, f *frame) (any, *Error) {
	list, isArray := array(v)
	if !isArray {
		list = []any{v}
		m.built = m.built || IsUndefined(v) // which a predicate may select all the same
	}
	s, _ := v.(*sequence)
	tuples := s != nil && s.tuples
	if l, ok := predicate.run.(*literal); ok && predicate.kind == literalKind {
		if n, ok := value.Float(l.value); ok {
			return itemAt(list, n, tuples), nil
		}
	}
	out := &sequence{tuples: tuples}
	for i, item := range list {
		context, inner := item, f
		if tuples {
			t := item.(*tuple)
			context, inner = t.value, t.frame(f)
		}
		r, err := predicate.eval(m, context, inner)
		if err != nil {
			return nil, err
		}
		n, err := m.selects(r, i, len(list))
		if err != nil {
			return nil, err.at(predicate.at)
		}
		for range n {
			out.items = append(out.items, item)
		}
	}
	if err := m.spend(len(out.items)); err != nil {
		return nil, err.at(predicate.at)
	}
	return out, nil
}

// itemAt returns the item at an index, counted from the end if it is negative.
func itemAt(list []any, n float64, tuples bool) any {
	i := math.Floor(n)
	if i < 0 {
		i += float64(len(list))
	}
	out := &sequence{tuples: tuples}
	if i < 0 || i >= float64(len(list)) || IsUndefined(list[int(i)]) {
		return out
	}
	item := list[int(i)]
	if _, isArray := array(item); isArray {
		return item
	}
	out.items = []any{item}
	return out
}

// selects returns how often the result of a predicate selects the item at an index.
func (m *machine) selects(r any, i, length int) (int, *Error) {
	switch r := r.(type) {
	case bool:
		if r {
			return 1, nil
		}
		return 0, nil
	case int64, float64:
		return selectsIndex(r, i, length)
	}
	list, isArray := array(r)
	if isArray {
		n, indexes := 0, true
		for _, v := range list {
			isNumber, err := numeric(v)
			if err != nil {
				return 0, err
			}
			if indexes = indexes && isNumber; !indexes {
				break
			}
			one, _ := selectsIndex(v, i, length)
			n += one
		}
		if indexes {
			return n, nil
		}
	}
	ok, err := m.truth(r)
	if ok {
		return 1, err
	}
	return 0, err
}

func selectsIndex(v any, i, length int) (int, *Error) {
	isNumber, err := numeric(v)
	if err != nil || !isNumber {
		return 0, err
	}
	n, _ := value.Float(v)
	if n = math.Floor(n); n < 0 {
		n += float64(length)
	}
	if n == float64(i) {
		return 1, nil
	}
	return 0, nil
}
