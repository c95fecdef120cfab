package jsonata

// A Function is a function that Go code implements: a built-in one, or one that the caller of an evaluation adds.
type Function struct {
	name      string
	arity     int // how many parameters functions that take functions believe it has
	params    int // how many it has
	signature *signature
	raw       bool // it sees sequences as they are
	run       func(c *Context, args []any) (any, *Error)
}

// A Context is what a function knows of the evaluation that calls it.
type Context struct {
	m       *machine
	context any
	frame   *frame
}

// A closure is a lambda with the variables that it sees, or a function with some of its arguments.
type closure struct {
	lambda  *lambda
	params  []string
	context any
	frame   *frame
	native  *Function // whose arguments are params, if it is not a lambda
	open    bool      // made by partial application: it has no signature
}

// A callee is what a call calls, and with what.
type callee struct {
	function  *unit
	arguments []*unit // nil for a placeholder
	name      string  // if it is a variable or a bare name
	bare      bool
	at        Range
}

// A call calls a function.
type call struct {
	callee
	tail bool // nothing follows it in the function that it is in
}

// A tailCall is a call that is left to the caller of the function that it ends.
type tailCall struct {
	function any
	args     []any
	context  any
	frame    *frame
	callee   *callee
}

func (n *call) eval(m *machine, context any, f *frame) (any, *Error) {
	return n.with(m, context, f, nil, n.tail)
}

// with calls the function, with first as the first argument if it is not nil.
func (n *callee) with(m *machine, context any, f *frame, first *any, tail bool) (any, *Error) {
	function, err := n.function.eval(m, context, f)
	if err != nil {
		return nil, err
	}
	if IsUndefined(function) && n.bare && m.bound(n.name, f) {
		return nil, failAt("T1005", n.at).about(n.name)
	}
	args := make([]any, 0, len(n.arguments)+1)
	if first != nil {
		args = append(args, *first)
	}
	for _, a := range n.arguments {
		v, err := a.eval(m, context, f)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	if c, ok := function.(*closure); tail && ok {
		return &tailCall{c, args, context, f, n}, nil
	}
	v, err := m.apply(function, args, context, f)
	if err != nil {
		return nil, n.place(err)
	}
	return v, nil
}

// place gives an error that a function raised the place of the call.
func (n *callee) place(err *Error) *Error {
	if !err.placed && !err.Limit && err.Code != "D3137" && err.Code != "D3141" {
		err.in(n.name)
	}
	return err.at(n.at)
}

// bound reports whether a variable of that name exists.
func (m *machine) bound(name string, f *frame) bool {
	if _, ok := f.lookup(name); ok {
		return true
	}
	return !IsUndefined(m.global(name))
}

// apply calls a function, and the functions that it ends with.
func (m *machine) apply(function any, args []any, context any, f *frame) (any, *Error) {
	v, err := m.applyOnce(function, args, context, f)
	for err == nil {
		t, ok := v.(*tailCall)
		if !ok {
			return v, nil
		}
		if v, err = m.applyOnce(t.function, t.args, t.context, t.frame); err != nil {
			err = t.callee.place(err)
		}
	}
	return nil, err
}

func (m *machine) applyOnce(function any, args []any, context any, f *frame) (any, *Error) {
	switch fn := function.(type) {
	case *Function:
		if fn.signature != nil {
			var err *Error
			if args, err = fn.signature.arguments(args, context); err != nil {
				return nil, err
			}
		}
		return m.native(fn, args, context, f)
	case *closure:
		return m.closure(fn, args, context, f)
	}
	return nil, fail("T1006")
}

// native calls a function of Go.
func (m *machine) native(fn *Function, args []any, context any, f *frame) (any, *Error) {
	if err := m.step(); err != nil {
		return nil, err
	}
	for len(args) < fn.params {
		args = append(args, Undefined{})
	}
	if !fn.raw {
		args = append([]any(nil), args...)
		for i, a := range args {
			if _, ok := a.(*sequence); ok || m.nests && compound(a) && !IsFunction(a) {
				var err *Error
				if args[i], err = m.plain(a, 0); err != nil {
					return nil, err
				}
			}
		}
	}
	return fn.run(&Context{m, context, f}, args)
}

// closure calls a lambda, or a function that was partially applied.
func (m *machine) closure(c *closure, args []any, context any, f *frame) (any, *Error) {
	if c.lambda != nil && c.lambda.signature != nil && !c.open {
		var err *Error
		if args, err = c.lambda.signature.arguments(args, context); err != nil {
			return nil, err
		}
	}
	if m.calls >= m.limits.Calls {
		return nil, limit("U1001", "calls are nested too deeply; look for a recursion that never ends, or make the function end with its call")
	}
	for len(args) < len(c.params) {
		args = append(args, Undefined{})
	}
	// The arguments belong to this call: every caller makes them for it.
	inner := &frame{c.frame, c.params, args[:len(c.params)]}
	if c.native != nil {
		return c.forward(m, inner, f)
	}
	m.calls++
	v, err := c.lambda.body.eval(m, c.context, inner)
	m.calls--
	return v, err
}

// A lambda is a function definition.
type lambda struct {
	params    []string
	signature *signature
	body      *unit
	at        Range
}

func (n *lambda) eval(_ *machine, context any, f *frame) (any, *Error) {
	return &closure{lambda: n, params: n.params, context: context, frame: f}, nil
}

// call calls a function.
func (c *Context) call(function any, args ...any) (any, *Error) {
	return c.m.apply(function, args, nil, c.frame)
}

// arity returns how many parameters a function has, so that no more arguments are given to it.
func arity(function any) int {
	switch fn := function.(type) {
	case *Function:
		return fn.arity
	case *closure:
		return len(fn.params)
	}
	return 0
}

// callWith calls a function with as many of the arguments as it has parameters, and at least one.
func (c *Context) callWith(function any, args ...any) (any, *Error) {
	return c.call(function, args[:max(1, min(len(args), arity(function)))]...)
}
