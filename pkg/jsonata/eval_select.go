package jsonata

import "github.com/flowglot/flowglot/pkg/value"

// A literal is a value of its own.
type literal struct{ value any }

func (l *literal) eval(*machine, any, *frame) (any, *Error) { return l.value, nil }

// A member looks up a member of the context.
type member struct{ name string }

func (n *member) eval(m *machine, context any, _ *frame) (any, *Error) {
	return m.lookup(context, n.name)
}

// of returns the member of an object.
func (n *member) of(o *value.Object) any {
	if v, ok := o.Lookup(n.name); ok {
		return v
	}
	return Undefined{}
}

// lookup returns a member of an object, or the members of all objects in an array.
func (m *machine) lookup(v any, name string) (any, *Error) {
	if o, ok := v.(*value.Object); ok {
		if v, ok := o.Lookup(name); ok {
			return v, nil
		}
		return Undefined{}, nil
	}
	list, isArray := array(v)
	if !isArray {
		return Undefined{}, nil
	}
	out := &sequence{}
	if err := m.lookupAll(list, name, out, 0); err != nil {
		return nil, err
	}
	return out, nil
}

func (m *machine) lookupAll(list []any, name string, out *sequence, depth int) *Error {
	if err := m.nested(depth); err != nil {
		return err
	}
	if err := m.spend(len(list)); err != nil {
		return err
	}
	for _, item := range list {
		switch item := item.(type) {
		case *value.Object:
			if v, ok := item.Lookup(name); ok {
				if inner, isArray := array(v); isArray {
					out.items = append(out.items, inner...)
				} else {
					out.items = append(out.items, v)
				}
			}
		case []any, *sequence:
			if err := m.lookupAll(items(item), name, out, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// A variable is $, $$ or a variable with a name.
type variable struct {
	name  string
	local bool // it may be bound within the expression
}

func (n *variable) eval(m *machine, context any, f *frame) (any, *Error) {
	if n.name == "" {
		if s, ok := context.(*sequence); ok && s.outer {
			return s.items[0], nil
		}
		return context, nil
	}
	if n.local {
		if v, ok := f.lookup(n.name); ok {
			return v, nil
		}
	}
	return m.global(n.name), nil
}

// A parent is %.
type parent struct{ slot *slot }

func (n *parent) eval(_ *machine, _ any, f *frame) (any, *Error) {
	if v, ok := f.lookup(n.slot.label); ok {
		return v, nil
	}
	return Undefined{}, nil
}

// A wildcard is *, the values of all members of the context.
type wildcard struct{}

func (wildcard) eval(m *machine, context any, _ *frame) (any, *Error) {
	if s, ok := context.(*sequence); ok && s.outer {
		context = s.items[0]
	}
	var out []any
	joined := false // with the items of an array: no longer a sequence
	add := func(v any) *Error {
		if _, isArray := array(v); !isArray {
			out = append(out, v)
			return nil
		}
		joined = true
		return m.flatten(v, &out, 0)
	}
	if o, ok := context.(*value.Object); ok {
		for _, v := range o.All() {
			if err := add(v); err != nil {
				return nil, err
			}
		}
	} else {
		for _, v := range items(context) {
			if err := add(v); err != nil {
				return nil, err
			}
		}
	}
	if err := m.spend(len(out)); err != nil {
		return nil, err
	}
	if joined {
		return out, nil
	}
	return &sequence{items: out}, nil
}

// flatten appends a value, or the items of an array and of the arrays in it.
func (m *machine) flatten(v any, out *[]any, depth int) *Error {
	list, isArray := array(v)
	if !isArray {
		*out = append(*out, v)
		return nil
	}
	if err := m.nested(depth); err != nil {
		return err
	}
	for _, item := range list {
		if err := m.flatten(item, out, depth+1); err != nil {
			return err
		}
	}
	return m.spend(len(list))
}

// A descendants is **, the context and all that is in it.
type descendants struct{}

func (descendants) eval(m *machine, context any, _ *frame) (any, *Error) {
	if IsUndefined(context) {
		return context, nil
	}
	out := &sequence{}
	if err := m.descend(context, out, 0); err != nil {
		return nil, err
	}
	if len(out.items) == 1 {
		return out.items[0], nil
	}
	return out, nil
}

func (m *machine) descend(v any, out *sequence, depth int) *Error {
	if err := m.nested(depth); err != nil {
		return err
	}
	if err := m.spend(1); err != nil {
		return err
	}
	if list, isArray := array(v); isArray {
		for _, item := range list {
			if err := m.descend(item, out, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	out.items = append(out.items, v)
	if o, ok := v.(*value.Object); ok {
		for _, item := range o.All() {
			if err := m.descend(item, out, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}
