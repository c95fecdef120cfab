package jsonata

import "github.com/flowglot/flowglot/pkg/value"

var higherFunctions = []definition{
	{"map", "<af>", 2, 2, mapArray},
	{"filter", "<af>", 2, 2, filterArray},
	{"single", "<af?>", 2, 2, single},
	{"reduce", "<afj?:j>", 3, 3, reduce},
	{"each", "<o-f:a>", 2, 2, each},
	{"sift", "<o-f?:o>", 2, 2, sift},
}

func mapArray(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	c.m.built = true
	out := &sequence{items: make([]any, 0, len(list))}
	for i, item := range list {
		v, err := c.callWith(args[1], item, int64(i), args[0])
		if err != nil {
			return nil, err
		}
		if !IsUndefined(v) {
			out.items = append(out.items, c.m.stored(v))
		}
	}
	return out, c.m.spend(len(list))
}

func filterArray(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	out := &sequence{}
	for i, item := range list {
		v, err := c.callWith(args[1], item, int64(i), args[0])
		if err != nil {
			return nil, err
		}
		if ok, err := c.m.truth(v); err != nil {
			return nil, err
		} else if ok {
			out.items = append(out.items, item)
		}
	}
	return out, c.m.spend(len(list))
}

func single(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	var result any
	found := false
	for i, item := range list {
		fits := true
		if !IsUndefined(args[1]) {
			v, err := c.callWith(args[1], item, int64(i), args[0])
			if err != nil {
				return nil, err
			}
			if fits, err = c.m.truth(v); err != nil {
				return nil, err
			}
		}
		if fits && found {
			return nil, fail("D3138")
		}
		if fits {
			result, found = item, true
		}
	}
	if !found {
		return nil, fail("D3139")
	}
	return result, nil
}

func reduce(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	if arity(args[1]) < 2 {
		return nil, fail("D3050")
	}
	result, start := args[2], 0
	if IsUndefined(result) && len(list) > 0 {
		result, start = list[0], 1
	}
	for i := start; i < len(list); i++ {
		all := []any{result, list[i], int64(i), args[0]}
		v, err := c.call(args[1], all[:min(len(all), arity(args[1]))]...)
		if err != nil {
			return nil, err
		}
		result = v
	}
	return result, c.m.spend(len(list))
}

func each(c *Context, args []any) (any, *Error) {
	out := &sequence{}
	c.m.built = true
	o, _ := args[0].(*value.Object)
	for k, item := range o.All() {
		v, err := c.callWith(args[1], item, k, args[0])
		if err != nil {
			return nil, err
		}
		if !IsUndefined(v) {
			out.items = append(out.items, c.m.stored(v))
		}
	}
	return out, c.m.spend(o.Len())
}

func sift(c *Context, args []any) (any, *Error) {
	o, _ := args[0].(*value.Object)
	c.m.built = true
	out := value.NewObject(0)
	for k, item := range o.All() {
		v, err := c.callWith(args[1], item, k, args[0])
		if err != nil {
			return nil, err
		}
		if ok, err := c.m.truth(v); err != nil {
			return nil, err
		} else if ok {
			out.Set(k, item)
		}
	}
	if out.Len() == 0 {
		return Undefined{}, nil
	}
	return out, c.m.spend(o.Len())
}
