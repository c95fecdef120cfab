package jsonata

// values returns the values of tuples.
func (m *machine) values(tuples *sequence) *sequence {
	out := &sequence{items: make([]any, len(tuples.items))}
	for i, t := range tuples.items {
		out.items[i] = t.(*tuple).value
	}
	return out
}

// tupleStep evaluates a step for each tuple, and binds what the step binds.
func (m *machine) tupleStep(s *unit, input []any, tuples *sequence, f *frame) (*sequence, *Error) {
	out := &sequence{tuples: true}
	if order, ok := s.run.(*order); ok {
		if err := m.tupleSort(s, order, input, tuples, out, f); err != nil {
			return nil, err
		}
	} else {
		if tuples == nil {
			tuples = &sequence{tuples: true, items: make([]any, len(input))}
			for i, v := range input {
				tuples.items[i] = &tuple{value: v}
			}
		}
		for _, t := range tuples.items {
			t := t.(*tuple)
			v, err := s.eval(m, t.value, t.frame(f))
			if err != nil {
				return nil, err
			}
			m.extend(s, t, v, out)
			if err := m.spend(1); err != nil {
				return nil, err.at(s.at)
			}
		}
	}
	v, err := m.stages(s, out, f)
	if err != nil {
		return nil, err
	}
	if done, ok := v.(*sequence); ok {
		return done, nil
	}
	return &sequence{tuples: true, items: items(v)}, nil
}

// tupleSort evaluates an order among tuples, or makes tuples of what it sorts.
func (m *machine) tupleSort(s *unit, order *order, input []any, tuples, out *sequence, f *frame) *Error {
	from := tuples
	if tuples == nil {
		from = &sequence{items: input}
	}
	sorted, err := order.sort(m, from, f)
	if err != nil {
		return err
	}
	if tuples != nil {
		_, out.plain = sorted.([]any)
		out.items, out.tuples = items(sorted), !out.plain
		return nil
	}
	for i, v := range items(sorted) {
		t := &tuple{value: v}
		if s.index != "" {
			t.bind(s.index, int64(i))
		}
		out.items = append(out.items, t)
	}
	return nil
}

// extend appends a tuple for each value that a step results in for a tuple.
func (m *machine) extend(s *unit, t *tuple, v any, out *sequence) {
	if IsUndefined(v) {
		return
	}
	list, isArray := array(v)
	if !isArray {
		list = []any{v}
	}
	stream, _ := v.(*sequence)
	carried := stream != nil && stream.tuples
	for i, item := range list {
		if inner, ok := item.(*tuple); ok && carried {
			joined := t.with(inner.value)
			for j, name := range inner.names {
				joined.bind(name, inner.values[j])
			}
			out.items = append(out.items, joined)
			continue
		}
		next := t.with(item)
		if s.focus != "" {
			next.bind(s.focus, item)
			next.value = t.value
		}
		if s.index != "" {
			next.bind(s.index, int64(i))
		}
		if s.ancestor != nil {
			next.bind(s.ancestor.label, t.value)
		}
		out.items = append(out.items, next)
	}
}
