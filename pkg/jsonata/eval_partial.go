package jsonata

// forward calls the function of Go that was partially applied.
func (c *closure) forward(m *machine, inner, f *frame) (any, *Error) {
	args := make([]any, c.native.params)
	for i := range args {
		v, ok := inner.lookup(argumentName(i))
		if !ok {
			v = Undefined{}
		}
		args[i] = v
	}
	return m.native(c.native, args, c.context, f)
}

// A partial is a call with placeholders: a function of those arguments.
type partial struct{ callee }

func (n *partial) eval(m *machine, context any, f *frame) (any, *Error) {
	args := make([]any, len(n.arguments))
	for i, a := range n.arguments {
		if a == nil {
			continue
		}
		var err *Error
		if args[i], err = a.eval(m, context, f); err != nil {
			return nil, err
		}
	}
	function, err := n.function.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	out := &closure{context: context, open: true}
	var params []string
	switch fn := function.(type) {
	case *closure:
		out.lambda, out.native, out.context = fn.lambda, fn.native, fn.context
		out.frame, params = &frame{outer: fn.frame}, fn.params
	case *Function:
		out.native, out.frame = fn, &frame{}
		for i := range fn.params {
			params = append(params, argumentName(i))
		}
	default:
		if IsUndefined(function) && n.bare && m.bound(n.name, f) {
			return nil, failAt("T1007", n.at).about(n.name)
		}
		return nil, failAt("T1008", n.at)
	}
	for i, name := range params {
		switch {
		case i >= len(args):
			out.frame.bind(name, Undefined{})
		case n.arguments[i] == nil:
			out.params = append(out.params, name)
		default:
			out.frame.bind(name, args[i])
		}
	}
	return out, nil
}

// argumentName names an argument of a function of Go. No variable has such a name.
func argumentName(i int) string { return "." + string(rune('a'+i)) }

// A chain is ~>: a value given to a function, or two functions made one.
type chain struct {
	left, right *unit
	at          Range
}

func (n *chain) eval(m *machine, context any, f *frame) (any, *Error) {
	v, err := n.left.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	if c, ok := n.right.run.(*call); ok {
		return c.with(m, context, f, &v, false)
	}
	function, err := n.right.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	if !IsFunction(function) {
		return nil, failAt("T2006", n.at)
	}
	if IsFunction(v) {
		return composed(v, function), nil
	}
	if v, err = m.apply(function, []any{v}, nil, f); err != nil {
		return nil, err.at(n.at)
	}
	return v, nil
}

// composed returns the function that gives to the second what the first returns.
func composed(first, second any) *Function {
	return &Function{arity: 1, params: 1, raw: true, run: func(c *Context, args []any) (any, *Error) {
		v, err := c.call(first, args...)
		if err != nil {
			return nil, err
		}
		return c.call(second, v)
	}}
}
