package jsonata

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// A definition is a built-in function: its name, its signature, how many parameters it has, and how many of them functions
// that take functions count.
type definition struct {
	name, signature string
	params, arity   int
	run             func(c *Context, args []any) (any, *Error)
}

// builtins are the functions of the language by their names. The table is never changed.
var builtins = sync.OnceValue(func() map[string]*Function {
	return table(textFunctions, matchFunctions, numberFunctions, arrayFunctions, objectFunctions, higherFunctions, valueFunctions,
		codeFunctions, dateFunctions)
})

func table(groups ...[]definition) map[string]*Function {
	out := map[string]*Function{}
	for _, group := range groups {
		for _, d := range group {
			s, err := parseSignature(d.signature)
			if err != nil {
				panic(fmt.Sprintf("the signature of %s: %v", d.name, err)) // a mistake in this program
			}
			out[d.name] = &Function{name: d.name, arity: d.arity, params: d.params, signature: s, raw: true, run: d.run}
		}
	}
	return out
}

// NewFunction makes a function of Go code for [Env.Functions]. The signature is one of JSONata, such as <s-n?:s>: the
// arguments are checked against it, and completed by the context. The code gets as many arguments as the signature has
// parameters, [Undefined] for those that are missing; values are those of package value. An error that it returns becomes
// an [Error] at the call.
func NewFunction(name, signature string, run func(c *Context, args []any) (any, error)) (*Function, error) {
	s, err := parseSignature(signature)
	if err != nil {
		return nil, err
	}
	return &Function{name: name, arity: len(s.params), params: len(s.params), signature: s,
		run: func(c *Context, args []any) (any, *Error) {
			v, err := run(c, args)
			if err == nil {
				return v, nil
			}
			if e, ok := err.(*Error); ok {
				return nil, e
			}
			return nil, &Error{Message: err.Error(), Value: Undefined{}}
		}}, nil
}

// Call calls a function that was given as an argument.
func (c *Context) Call(function any, args ...any) (any, error) {
	v, err := c.m.finish(c.call(function, args...))
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Random returns the next random number of the evaluation, from 0 up to and without 1.
func (c *Context) Random() float64 {
	if c.m.env.Random == nil {
		return 0
	}
	return c.m.env.Random()
}

// Spend counts items that a function makes, against the limits of the evaluation.
func (c *Context) Spend(items int) error {
	if err := c.m.spend(items); err != nil {
		return err
	}
	return nil
}

// BuiltIn reports whether the language has a function of that name.
func BuiltIn(name string) bool { return builtins()[name] != nil }

// Arity returns how many arguments a built-in function takes: at least and at most. Arguments that the context can
// replace are not counted in the least. The most is negative if there may be any number.
func Arity(name string) (least, most int, known bool) {
	f := builtins()[name]
	if f == nil {
		return 0, 0, false
	}
	for _, p := range f.signature.params {
		if !p.optional {
			least++
		}
		if most++; p.repeated {
			return least, -1, true
		}
	}
	return least, most, true
}

// BuiltIns returns the names of the built-in functions in alphabetical order.
func BuiltIns() []string { return slices.Sorted(maps.Keys(builtins())) }

// Accepts reports whether a built-in function may take a value of a type as one of its arguments, counted from 0, when it is
// called with as many as given. The type is the symbol that signatures have for it. The answer is true where it depends on
// the context, or on the types of other arguments.
func Accepts(name string, given, at int, symbol byte) bool {
	f := builtins()[name]
	if f == nil {
		return true
	}
	params := f.signature.params
	for i := range params {
		if params[i].repeated || given < len(params) && (params[i].context || i < at && params[i].optional) {
			return true
		}
	}
	return at >= len(params) || strings.IndexByte(params[at].types, symbol) >= 0
}
