package jsonata

import (
	"cmp"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
)

// Limits bound an evaluation. A limit of 0 is the default.
type Limits struct {
	// Steps is how many steps an evaluation may take: each node that is evaluated is one, and so is each item that a
	// function goes through.
	Steps int
	// Calls is how deep calls of lambdas may be nested. A call that ends a function is not nested in it.
	Calls int
	// Bytes is how much an evaluation may build in all: 16 for each item of an array or object, and the bytes of strings.
	Bytes int
	// Nesting is how many levels of arrays and objects a result may have.
	Nesting int
}

// The limits that hold if none are given.
const (
	DefaultSteps   = 30_000_000
	DefaultCalls   = 100
	DefaultBytes   = 1 << 30
	DefaultNesting = 1_000
)

// An Env is the world of an evaluation. The zero value has no document, no variables, and the built-in functions.
type Env struct {
	// Input is the document; [Undefined] if there is none. Values are those of package value.
	Input any
	// Lookup returns the value of a variable that the expression does not bind itself, by its name without $. It precedes
	// the functions; nil is no variables.
	Lookup func(name string) (any, bool)
	// Functions are added to the built-in ones, by their names without $. One that is nil removes a built-in function.
	Functions map[string]*Function
	// Now is the time that $now and $millis return and that dates are completed by; nil is the start of 1970. It is asked
	// once in an evaluation.
	Now func() time.Time
	// Random returns the next random number, from 0 up to and without 1; nil is 0 always.
	Random func() float64
	// Expired is asked now and then whether to stop the evaluation; nil is never.
	Expired func() bool
	Limits  Limits
}

// Evaluate evaluates the expression. The result is a value of package value, or [Undefined], or a function (see
// [IsFunction]); functions within a result are the empty string. The error is an *[Error].
func (e *Expression) Evaluate(env Env) (any, error) {
	m := newMachine(&env)
	context := env.Input
	if list, ok := context.([]any); ok {
		context = &sequence{items: []any{list}, outer: true}
	}
	v, err := m.finish(e.root.eval(m, context, &frame{}))
	if err != nil {
		return nil, err.at(e.root.at)
	}
	return v, nil
}

// A machine is one evaluation.
type machine struct {
	env     *Env
	limits  Limits
	steps   int
	bytes   int
	calls   int
	evals   int // $eval in $eval
	now     time.Time
	started bool // now is set
	built   bool // arrays or objects were made, which may nest too deep
	nests   bool // sequences are stored in arrays or objects
}

func newMachine(env *Env) *machine {
	l := env.Limits
	l.Steps = cmp.Or(l.Steps, DefaultSteps)
	l.Calls = cmp.Or(l.Calls, DefaultCalls)
	l.Bytes = cmp.Or(l.Bytes, DefaultBytes)
	l.Nesting = cmp.Or(l.Nesting, DefaultNesting)
	return &machine{env: env, limits: l}
}

// step counts a step.
func (m *machine) step() *Error {
	m.steps++
	if m.steps > m.limits.Steps || m.steps&0xFFF == 0 && m.env.Expired != nil && m.env.Expired() {
		return limit("U1001", "the evaluation takes too long; look for a loop that never ends")
	}
	return nil
}

// spend counts items that are visited or made.
func (m *machine) spend(n int) *Error {
	m.steps += n / 8
	m.bytes += 16 * n
	return m.check()
}

// spendBytes counts the bytes of a string that is made.
func (m *machine) spendBytes(n int) *Error {
	m.steps += n / 64
	m.bytes += n
	return m.check()
}

func (m *machine) check() *Error {
	switch {
	case m.bytes > m.limits.Bytes:
		return limit("D2015", "the memory limit of the evaluation is exceeded")
	case m.steps > m.limits.Steps:
		return m.step()
	}
	return nil
}

// nested checks how deep a value nests that is visited.
func (m *machine) nested(depth int) *Error {
	if depth > value.MaxDepth {
		return limit("U1001", "a value is nested too deeply")
	}
	return nil
}

// time returns the time of the evaluation.
func (m *machine) time() time.Time {
	if !m.started {
		m.started, m.now = true, time.UnixMilli(0).UTC()
		if m.env.Now != nil {
			m.now = m.env.Now().UTC()
		}
	}
	return m.now
}

// global returns a variable that the expression does not bind: of the caller, or a function.
func (m *machine) global(name string) any {
	if name == "$" {
		return m.env.Input
	}
	if m.env.Lookup != nil {
		if v, ok := m.env.Lookup(name); ok {
			return v
		}
	}
	if f, ok := m.env.Functions[name]; ok {
		if f == nil {
			return Undefined{}
		}
		return f
	}
	if f, ok := builtins()[name]; ok {
		return f
	}
	return Undefined{}
}

// stored notes that a value becomes part of an array or object.
func (m *machine) stored(v any) any {
	if _, ok := v.(*sequence); ok {
		m.nests = true
	}
	return v
}

// finish makes a result of what the expression evaluates to: sequences become arrays.
func (m *machine) finish(v any, err *Error) (any, *Error) {
	if err != nil {
		return nil, err
	}
	if _, function := v.(*Function); function {
		return v, nil
	}
	if _, function := v.(*closure); function {
		return v, nil
	}
	if s, ok := v.(*sequence); ok && s.tuples {
		v = m.values(s)
	}
	if !m.built && !m.nests {
		if list, ok := array(v); ok {
			return list, nil
		}
		return v, nil
	}
	return m.plain(v, 0)
}

// plain replaces sequences within a value by arrays, and functions by the empty string, as $string writes them. Values in
// which there are none are returned as they are.
func (m *machine) plain(v any, depth int) (any, *Error) {
	if depth > m.limits.Nesting {
		return nil, limit("U1001", "the result is nested too deeply")
	}
	switch v := v.(type) {
	case []any:
		return m.plainItems(v, depth)
	case *sequence:
		return m.plainItems(v.items, depth)
	case *value.Object:
		return m.plainObject(v, depth)
	case *tuple:
		return m.plain(v.value, depth)
	case *Function, *closure:
		return "", nil
	case Undefined:
		if depth > 0 {
			return nil, nil // a group of a regular expression that did not take part
		}
	}
	return v, nil
}

func (m *machine) plainItems(list []any, depth int) (any, *Error) {
	if err := m.spend(len(list)); err != nil {
		return nil, err
	}
	out, copied := list, false
	for i, item := range list {
		if !compound(item) {
			continue
		}
		v, err := m.plain(item, depth+1)
		if err != nil {
			return nil, err
		}
		if !copied {
			if unchanged(item, v) {
				continue
			}
			out, copied = append([]any(nil), list...), true
		}
		out[i] = v
	}
	if out == nil {
		out = []any{}
	}
	return out, nil
}

func (m *machine) plainObject(o *value.Object, depth int) (any, *Error) {
	if err := m.spend(o.Len()); err != nil {
		return nil, err
	}
	out := o
	for i := range o.Len() {
		member := o.At(i)
		if !compound(member.Value) {
			continue
		}
		v, err := m.plain(member.Value, depth+1)
		if err != nil {
			return nil, err
		}
		if out == o {
			if unchanged(member.Value, v) {
				continue
			}
			out = o.Clone()
		}
		out.Set(member.Key, v)
	}
	return out, nil
}

// compound reports whether a value needs a look: it is not a number, string, boolean or null.
func compound(v any) bool {
	switch v.(type) {
	case nil, string, bool, int64, float64:
		return false
	}
	return true
}

// unchanged reports whether plain returned a value as it was.
func unchanged(before, after any) bool {
	switch b := before.(type) {
	case *value.Object:
		return before == after
	case []any:
		a, ok := after.([]any)
		return ok && len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
	}
	return false
}
