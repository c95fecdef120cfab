package jsonata

import "github.com/flowglot/flowglot/pkg/value"

// A transform is |pattern|update, delete|, a function that changes a copy of its argument.
type transform struct{ pattern, update, remove *unit }

var transformSignature, _ = parseSignature("<(oa):o>")

func (n *transform) eval(m *machine, _ any, f *frame) (any, *Error) {
	return &Function{arity: 1, params: 1, raw: true, signature: transformSignature,
		run: func(c *Context, args []any) (any, *Error) { return n.apply(m, args[0], f, c) }}, nil
}

func (n *transform) apply(m *machine, v any, f *frame, c *Context) (any, *Error) {
	if IsUndefined(v) {
		return v, nil
	}
	clone, bound := f.lookup("clone")
	if !bound {
		clone = m.global("clone")
	}
	if !IsFunction(clone) {
		return nil, fail("T2013")
	}
	result, err := c.call(clone, v)
	if err != nil {
		return nil, err
	}
	matches, err := n.pattern.eval(m, result, f)
	if err != nil || IsUndefined(matches) {
		return result, err
	}
	list, isArray := array(matches)
	if !isArray {
		list = []any{matches}
	}
	for _, match := range list {
		if err := n.change(m, match, f); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// change changes one of the values that the pattern selects. It is a part of the copy, which nobody else can see yet.
func (n *transform) change(m *machine, match any, f *frame) *Error {
	update, err := n.update.eval(m, match, f)
	if err != nil {
		return err
	}
	o, isObject := match.(*value.Object)
	if !IsUndefined(update) {
		members, ok := update.(*value.Object)
		if !ok {
			return failAt("T2011", n.update.at).of(update)
		}
		if _, isArray := array(match); !isObject && !isArray && members.Len() > 0 {
			err := failAt("T2011", n.pattern.at)
			err.Message = "a transform can change only objects, and its pattern selects " + describe(match)
			return err
		}
		for k, v := range members.All() {
			if !isObject {
				break
			}
			// What the update took from the copy is copied once more: an object must not contain itself.
			v, err := m.clone(v, 0)
			if err != nil {
				return err.at(n.update.at)
			}
			o.Set(k, v)
		}
	}
	if n.remove == nil {
		return nil
	}
	names, err := n.remove.eval(m, match, f)
	if err != nil || IsUndefined(names) {
		return err
	}
	list, isArray := array(names)
	if !isArray {
		list = []any{names}
	}
	for _, name := range list {
		if _, ok := name.(string); !ok {
			return failAt("T2012", n.remove.at).of(names)
		}
	}
	for _, name := range list {
		if isObject && o.Has(name.(string)) {
			*o = *o.Without(name.(string))
		}
	}
	return nil
}

// clone returns a deep copy of a value, without the functions in it.
func (m *machine) clone(v any, depth int) (any, *Error) {
	if err := m.nested(depth); err != nil {
		return nil, err
	}
	if s, ok := v.(*sequence); ok && s.outer {
		v = s.items[0]
	}
	switch v := v.(type) {
	case []any, *sequence:
		list := items(v)
		out := make([]any, len(list))
		for i, item := range list {
			var err *Error
			if out[i], err = m.clone(item, depth+1); err != nil {
				return nil, err
			}
		}
		return out, m.spend(len(out))
	case *value.Object:
		out := value.NewObject(v.Len())
		for k, item := range v.All() {
			c, err := m.clone(item, depth+1)
			if err != nil {
				return nil, err
			}
			out.Set(k, c)
		}
		return out, m.spend(out.Len())
	case *Function, *closure:
		return "", nil
	}
	return v, nil
}
