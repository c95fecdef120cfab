package jsonata

import (
	"github.com/flowglot/flowglot/pkg/value"
)

// A constructor makes an array.
type constructor struct {
	list []*unit
	unit *unit // the constructor as a part of the expression
}

func (n *constructor) eval(m *machine, context any, f *frame) (any, *Error) {
	m.built = true
	out := make([]any, 0, len(n.list))
	for _, u := range n.list {
		v, err := u.eval(m, context, f)
		if err != nil {
			return nil, err
		}
		if IsUndefined(v) {
			continue
		}
		list, isArray := array(v)
		if _, nested := u.run.(*constructor); nested || !isArray {
			out = append(out, m.stored(v))
			continue
		}
		if err := m.spend(len(list)); err != nil {
			return nil, err
		}
		if len(out) == 0 {
			out = list[:len(list):len(list)] // shared, as long as nothing follows
			continue
		}
		out = append(out, list...)
	}
	if err := m.spend(len(n.list)); err != nil {
		return nil, err
	}
	if n.unit.cons {
		return &sequence{items: out, plain: true}, nil
	}
	return out, nil
}

// A grouper makes an object, of the context or of the values that it groups by their keys.
type grouper struct {
	keys, values []*unit
	at           Range
}

// A bunch is the values that have the same key.
type bunch struct {
	pair  int // the key expression
	first any
	all   []any // if there are more than one
}

func (n *grouper) eval(m *machine, context any, f *frame) (any, *Error) {
	m.built = true
	s, _ := context.(*sequence)
	tuples := s != nil && s.tuples
	list, isArray := array(context)
	if !isArray {
		if literal, err := n.literal(m, context, f); literal != nil || err != nil {
			return literal, err
		}
		list = []any{context}
	} else if len(list) == 0 && !tuples {
		list = []any{Undefined{}}
	}
	var order []string
	bunches := map[string]*bunch{}
	for _, item := range list {
		for i, key := range n.keys {
			k, ok, err := n.key(m, key, item, tuples, f)
			if err != nil {
				return nil, err
			}
			if !ok {
				continue
			}
			b := bunches[k]
			if b == nil {
				bunches[k] = &bunch{pair: i, first: item}
				order = append(order, k)
				continue
			}
			if b.pair != i {
				return nil, failAt("D1009", n.at).about(quote(k))
			}
			b.add(item)
		}
		if err := m.spend(len(n.keys)); err != nil {
			return nil, err
		}
	}
	out := value.NewObject(len(order))
	for _, k := range order {
		v, err := n.bunched(m, bunches[k], tuples, f)
		if err != nil {
			return nil, err
		}
		if !IsUndefined(v) {
			out.Set(k, m.stored(v))
		}
	}
	return out, nil
}

// literal makes an object whose keys are constants, each once, which needs no groups. It returns nil for others.
func (n *grouper) literal(m *machine, context any, f *frame) (any, *Error) {
	if !n.constant() {
		return nil, nil
	}
	out := value.NewObject(len(n.keys))
	for i, key := range n.keys {
		v, err := n.values[i].eval(m, context, f)
		if err != nil {
			return nil, err
		}
		if !IsUndefined(v) {
			out.Set(key.run.(*literal).value.(string), m.stored(v))
		}
	}
	return out, m.spend(len(n.keys))
}

func (n *grouper) constant() bool {
	for i, key := range n.keys {
		l, ok := key.run.(*literal)
		if !ok || key.kind != stringKind || key.filters != nil || reserved(l.value.(string)) {
			return false
		}
		for _, other := range n.keys[:i] {
			if other.run.(*literal).value == l.value {
				return false
			}
		}
	}
	return true
}

// key evaluates a key expression for a value. It reports false if the key is undefined.
func (n *grouper) key(m *machine, key *unit, item any, tuples bool, f *frame) (string, bool, *Error) {
	if tuples {
		t := item.(*tuple)
		item, f = t.value, t.frame(f)
	}
	v, err := key.eval(m, item, f)
	if err != nil || IsUndefined(v) {
		return "", false, err
	}
	k, ok := v.(string)
	switch {
	case !ok:
		err := failAt("T1003", key.at)
		err.Value = v
		return "", false, err
	case reserved(k):
		return "", false, failAt("D1013", key.at).about(quote(k))
	}
	return k, true, nil
}

// reserved reports whether the reference implementation keeps a key for itself.
func reserved(key string) bool { return key == "_jsonata_lambda" || key == "_jsonata_function" }

// bunched evaluates the value expression of a group.
func (n *grouper) bunched(m *machine, b *bunch, tuples bool, f *frame) (any, *Error) {
	context := b.first
	if b.all != nil {
		context = b.all
	}
	if tuples {
		t := b.first.(*tuple)
		if b.all != nil {
			t = mergeTuples(b.all)
		}
		context, f = t.value, t.frame(f)
	}
	return n.values[b.pair].eval(m, context, f)
}

// add joins a value to a group. Arrays are joined item by item.
func (b *bunch) add(item any) {
	if b.all == nil {
		b.all = appendJoined(nil, b.first)
	}
	b.all = appendJoined(b.all, item)
}

// appendJoined appends a value, or the items of an array.
func appendJoined(out []any, v any) []any {
	if list, isArray := array(v); isArray {
		return append(out, list...)
	}
	return append(out, v)
}

// mergeTuples makes one tuple of many: each variable has all values.
func mergeTuples(list []any) *tuple {
	first := list[0].(*tuple)
	out := first.with(first.value)
	values := appendJoined(nil, first.value)
	bound := map[string][]any{}
	for i, name := range first.names {
		bound[name] = appendJoined(nil, first.values[i])
	}
	for _, item := range list[1:] {
		t := item.(*tuple)
		values = appendJoined(values, t.value)
		for i, name := range t.names {
			if _, known := bound[name]; !known {
				out.bind(name, nil)
			}
			bound[name] = appendJoined(bound[name], t.values[i])
		}
	}
	out.value = values
	for i, name := range out.names {
		out.values = append(out.values[:i:i], append([]any{bound[name]}, out.values[i+1:]...)...)
	}
	return out
}

// A block is expressions in parentheses, with variables of their own.
type block struct{ list []*unit }

func (n *block) eval(m *machine, context any, f *frame) (any, *Error) {
	inner := &frame{outer: f}
	var v any = Undefined{}
	for _, u := range n.list {
		var err *Error
		if v, err = u.eval(m, context, inner); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// A binding gives a variable a value, which is its own value too.
type binding struct {
	name  string
	value *unit
}

func (n *binding) eval(m *machine, context any, f *frame) (any, *Error) {
	v, err := n.value.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	f.bind(n.name, v)
	return v, nil
}
