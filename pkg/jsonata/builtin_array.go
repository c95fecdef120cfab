package jsonata

import (
	"math"
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
)

var arrayFunctions = []definition{
	{"append", "<xx:a>", 2, 2, appendArrays},
	{"reverse", "<a:a>", 1, 1, reverse},
	{"shuffle", "<a:a>", 1, 1, shuffle},
	{"distinct", "<x:x>", 1, 1, distinct},
	{"zip", "<a+>", 0, 0, zip},
	{"sort", "<af?:a>", 2, 2, sortArray},
}

// appended joins two values to one array. What is not an array counts as an array of it.
func (m *machine) appended(a, b any) (any, *Error) {
	if IsUndefined(a) {
		return b, nil
	}
	if IsUndefined(b) {
		return a, nil
	}
	x, isArray := array(a)
	if !isArray {
		x = []any{a}
	}
	y, isArray := array(b)
	if !isArray {
		y = []any{m.stored(b)}
	}
	if err := m.spend(len(x) + len(y)); err != nil {
		return nil, err
	}
	return slices.Concat(x, y), nil
}

func appendArrays(c *Context, args []any) (any, *Error) {
	c.m.built = true
	return c.m.appended(args[0], args[1])
}

func reverse(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok || len(list) <= 1 {
		return args[0], nil
	}
	out := slices.Clone(list)
	slices.Reverse(out)
	return out, c.m.spend(len(out))
}

func shuffle(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok || len(list) <= 1 {
		return args[0], nil
	}
	out := slices.Clone(list)
	for i := len(out) - 1; i > 0; i-- {
		j := int(c.Random() * float64(i+1))
		out[i], out[j] = out[j], out[i]
	}
	return out, c.m.spend(len(out))
}

func distinct(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok || len(list) <= 1 {
		return args[0], nil
	}
	var out []any
	scalars := map[any]bool{}
	for _, v := range list {
		if known, err := c.known(v, out, scalars); err != nil {
			return nil, err
		} else if !known {
			out = append(out, v)
		}
	}
	if err := c.m.spend(len(list)); err != nil {
		return nil, err
	}
	if isSequence(args[0]) {
		return &sequence{items: out}, nil
	}
	return out, nil
}

// known reports whether a value is among others, and remembers the scalar ones.
func (c *Context) known(v any, among []any, scalars map[any]bool) (bool, *Error) {
	if f, ok := v.(float64); ok && math.IsNaN(f) {
		return false, nil
	}
	if !compound(v) {
		if f, ok := value.Float(v); ok {
			v = f
		}
		if scalars[v] {
			return true, nil
		}
		scalars[v] = true
		return false, nil
	}
	for _, other := range among {
		if compound(other) && c.m.same(v, other, 0) {
			return true, nil
		}
	}
	return false, c.m.spend(len(among))
}

func zip(c *Context, args []any) (any, *Error) {
	c.m.built = true
	n := math.MaxInt
	for _, a := range args {
		n = min(n, len(items(a)))
	}
	if len(args) == 0 {
		n = 0
	}
	if err := c.m.spend(n * len(args)); err != nil {
		return nil, err
	}
	out := make([]any, n)
	for i := range out {
		row := make([]any, len(args))
		for j, a := range args {
			row[j] = c.m.stored(items(a)[i])
		}
		out[i] = row
	}
	return out, nil
}

func sortArray(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok || len(list) <= 1 {
		return args[0], nil
	}
	compare := args[1]
	after := func(a, b any) (bool, *Error) {
		v, err := c.call(compare, a, b)
		if err != nil {
			return false, err
		}
		return c.m.truth(v)
	}
	if IsUndefined(compare) {
		if !sortable(list) {
			return nil, fail("D3070")
		}
		after = func(a, b any) (bool, *Error) {
			if x, ok := a.(string); ok {
				return compareText(x, b.(string)) > 0, nil
			}
			order, _ := compareNumbers(a, b)
			return order > 0, nil
		}
	}
	return orError(mergeSort(c.m, list, after))
}

// orError returns a list as a value.
func orError(list []any, err *Error) (any, *Error) {
	if err != nil {
		return nil, err
	}
	return list, nil
}

// sortable reports whether a list has only numbers or only strings.
func sortable(list []any) bool {
	numbers, texts := 0, 0
	for _, v := range list {
		switch v.(type) {
		case int64, float64:
			numbers++
		case string:
			texts++
		}
	}
	return numbers == len(list) || texts == len(list)
}

var objectFunctions = []definition{
	{"keys", "<x-:a<s>>", 1, 1, keys},
	{"lookup", "<x-s:x>", 2, 2, lookupIn},
	{"spread", "<x-:a<o>>", 1, 1, spread},
	{"merge", "<a<o>:o>", 1, 1, merge},
}

func keys(c *Context, args []any) (any, *Error) {
	out := &sequence{}
	seen := map[string]bool{}
	return out, c.keysOf(args[0], out, seen, 0)
}

func (c *Context) keysOf(v any, out *sequence, seen map[string]bool, depth int) *Error {
	if err := c.m.nested(depth); err != nil {
		return err
	}
	if o, ok := v.(*value.Object); ok {
		for k := range o.All() {
			if !seen[k] {
				seen[k] = true
				out.items = append(out.items, k)
			}
		}
		return c.m.spend(o.Len())
	}
	if err := c.m.spend(len(items(v))); err != nil {
		return err
	}
	for _, item := range items(v) {
		if err := c.keysOf(item, out, seen, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func lookupIn(c *Context, args []any) (any, *Error) {
	name, ok := args[1].(string)
	if !ok {
		return Undefined{}, nil
	}
	return c.m.lookup(args[0], name)
}

func spread(c *Context, args []any) (any, *Error) {
	c.m.built = true
	return c.spread(args[0], 0)
}

func (c *Context) spread(v any, depth int) (any, *Error) {
	if err := c.m.nested(depth); err != nil {
		return nil, err
	}
	if o, ok := v.(*value.Object); ok {
		out := &sequence{}
		for k, item := range o.All() {
			out.items = append(out.items, value.ObjectOf(value.Member{Key: k, Value: item}))
		}
		return out, c.m.spend(o.Len())
	}
	list, isArray := array(v)
	if !isArray {
		return v, nil
	}
	out := []any{}
	for _, item := range list {
		part, err := c.spread(item, depth+1)
		if err != nil {
			return nil, err
		}
		if !IsUndefined(part) {
			out = appendJoined(out, part)
		}
	}
	if len(list) == 0 {
		return &sequence{}, nil
	}
	return out, c.m.spend(len(out))
}

func merge(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	c.m.built = true
	size := 0
	for _, item := range list {
		o, _ := item.(*value.Object)
		size += o.Len()
	}
	if err := c.m.spend(size); err != nil {
		return nil, err
	}
	out := value.NewObject(0)
	for i, item := range list {
		o, _ := item.(*value.Object)
		if i == 0 {
			out = o.Clone()
			continue
		}
		for k, v := range o.All() {
			out.Set(k, v)
		}
	}
	return out, nil
}
