package jsonata

// A unit is a compiled node: what computes its value, and what is then done with it.
type unit struct {
	run  evaluator
	at   Range
	kind unitKind

	filters []stage  // predicates of what is not a path
	group   *grouper // of what is not a path
	keep    bool     // a sequence of one remains an array

	// As a step of a path.
	stages   []stage
	focus    string // the variable that @ binds
	index    string // the variable that # binds
	ancestor *slot  // what a % further on calls the context of this step
	tuple    bool   // from this step on, the path carries tuples
	cons     bool   // an array constructor, which does not iterate over the context and is not flattened

	seeking []*slot // the % in it whose step has not been found
}

// A unitKind is what the rules about paths need to know of a unit.
type unitKind uint8

const (
	otherKind unitKind = iota
	nameKind
	stringKind
	literalKind // a number, true, false, null
	wildcardKind
	parentKind
	blockKind
	pathKind
	sortKind
	arrayKind
	callKind
	conditionKind
)

// A stage is what a step does with its values: it keeps some, or it binds their positions.
type stage struct {
	filter *unit
	index  string
}

// A slot stands for the value of a %. Its label is the name under which tuples carry it.
type slot struct {
	label string
	level int
}

// An evaluator computes the value of a node for a context.
type evaluator interface {
	eval(m *machine, context any, f *frame) (any, *Error)
}

// eval computes the value of a unit, with its predicates and its grouping.
func (u *unit) eval(m *machine, context any, f *frame) (any, *Error) {
	if err := m.step(); err != nil {
		return nil, err.at(u.at)
	}
	v, err := u.run.eval(m, context, f)
	if err != nil {
		return nil, err.at(u.at)
	}
	for i := range u.filters {
		if v, err = m.filter(u.filters[i].filter, v, f); err != nil {
			return nil, err
		}
	}
	if u.group != nil {
		if v, err = u.group.eval(m, v, f); err != nil {
			return nil, err.at(u.at)
		}
	}
	if _, ok := v.(*sequence); ok {
		return collapse(v, u.keep), nil
	}
	return v, nil
}

// A frame holds variables. Those of the frames around it are visible in it.
type frame struct {
	outer  *frame
	names  []string
	values []any
}

// lookup finds a variable.
func (f *frame) lookup(name string) (any, bool) {
	for ; f != nil; f = f.outer {
		for i := len(f.names) - 1; i >= 0; i-- {
			if f.names[i] == name {
				return f.values[i], true
			}
		}
	}
	return nil, false
}

// bind gives a variable of this frame a value.
func (f *frame) bind(name string, v any) {
	for i := range f.names {
		if f.names[i] == name {
			f.values[i] = v
			return
		}
	}
	// Frames of lambdas and tuples share their names with others: append may not write after them.
	f.names = append(f.names[:len(f.names):len(f.names)], name)
	f.values = append(f.values[:len(f.values):len(f.values)], v)
}

// A tuple is a value in a path that binds variables: with the values that its steps bound.
type tuple struct {
	value  any
	names  []string
	values []any
}

// with returns a copy of a tuple with another value.
func (t *tuple) with(v any) *tuple {
	return &tuple{v, t.names[:len(t.names):len(t.names)], t.values[:len(t.values):len(t.values)]}
}

// bind sets a variable of a tuple.
func (t *tuple) bind(name string, v any) {
	for i, n := range t.names {
		if n == name {
			t.values = append([]any(nil), t.values...)
			t.values[i] = v
			return
		}
	}
	t.names = append(t.names, name)
	t.values = append(t.values, v)
}

// frame returns a frame with the variables of the tuple.
func (t *tuple) frame(outer *frame) *frame {
	if len(t.names) == 0 {
		return outer
	}
	return &frame{outer, t.names, t.values}
}
