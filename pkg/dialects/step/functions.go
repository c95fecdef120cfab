package step

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"

	"github.com/expr-lang/expr/builtin"
	"github.com/expr-lang/expr/vm/runtime"

	"github.com/flowglot/flowglot/pkg/value"
)

// Operators and functions that have to do something else here than in the library: numbers are those of JSON, so that
// integers that fit stay integers and nothing overflows without a word; equality looks at values and not at the types
// that hold them; what may grow without bounds is metered; and nothing depends on the order of a map or on the clock.

// A meter bounds what one evaluation costs.
type meter struct{ left int }

const (
	maxRounds = 1_000_000 // rounds of all loops of an evaluation, each as much as perRound bytes of texts that it makes
	perRound  = 16
	maxText   = 1_000_000 // bytes of a text that an expression makes
)

var errTooMuch = errors.New("it takes too much time or memory")

// spend takes from the meter; a nil one is never empty.
func (m *meter) spend(n int) error {
	if m == nil {
		return nil
	}
	if m.left -= n; m.left < 0 {
		return errTooMuch
	}
	return nil
}

// spendText takes what a text of that length costs.
func (m *meter) spendText(length int) error {
	if length > maxText {
		return fmt.Errorf("it builds a text of more than %d bytes", maxText)
	}
	return m.spend(length / perRound)
}

// functions replace operators, under their own names, and functions of the library. Before their operands they may be
// given a meter.
var functions = replacing(map[string]function{
	"+": add, "-": subtract, "*": multiply, "/": divide, "%": modulo, "**": power, "^": power,
	"==": equal, "!=": notEqual, "in": in,
	"<":  ordered(runtime.Less, func(c int) bool { return c < 0 }),
	"<=": ordered(runtime.LessOrEqual, func(c int) bool { return c <= 0 }),
	">":  ordered(runtime.More, func(c int) bool { return c > 0 }),
	">=": ordered(runtime.MoreOrEqual, func(c int) bool { return c >= 0 }),

	"now": nowIn, "timezone": timezone,
	"keys":    listed("keys", func(m value.Member) any { return m.Key }),
	"values":  listed("values", func(m value.Member) any { return m.Value }),
	"toPairs": listed("toPairs", func(m value.Member) any { return []any{m.Key, m.Value} }),
	"replace": replace, "join": join, "uniq": unique,

	round: func(m *meter, _ []any) (any, error) { return nil, m.spend(1) },
})

// round is called once for each round of a loop.
const round = "round of a loop"

type function func(m *meter, args []any) (any, error)

// replacing puts functions into the form of the library.
func replacing(all map[string]function) map[string]*builtin.Function {
	maps.Copy(all, objectFunctions)
	out := make(map[string]*builtin.Function, len(all))
	for name, f := range all {
		out[name] = &builtin.Function{Name: name, Func: func(args ...any) (any, error) {
			if len(args) > 0 {
				if m, ok := args[0].(*meter); ok {
					return f(m, args[1:])
				}
			}
			return f(nil, args)
		}}
	}
	return out
}

// takes reports whether a function of the library can be called with so many arguments.
func takes(name string, count int) bool {
	f := builtin.Builtins[builtin.Index[name]]
	if f.Predicate {
		return true // the parser has counted
	}
	if name == "get" {
		return count == 2 // the library does not say
	}
	if f.Validate != nil {
		args := make([]reflect.Type, count)
		for i := range args {
			args[i] = reflect.TypeFor[any]()
		}
		if name == "now" {
			return count <= 1
		}
		_, err := f.Validate(args)
		return err == nil
	}
	for _, t := range f.Types {
		if t.NumIn() == count || t.IsVariadic() && count >= t.NumIn()-1 {
			return true
		}
	}
	return false
}

// nowIn returns the instant, which is its first argument, in a time zone.
func nowIn(_ *meter, args []any) (any, error) {
	t, isTime := args[0].(time.Time)
	zone, isZone := args[1].(*time.Location)
	if !isTime || !isZone {
		return nil, errors.New("\"now\" takes a time zone or nothing")
	}
	return t.In(zone), nil
}

// timezone knows no zone of the machine that it runs on.
func timezone(_ *meter, args []any) (any, error) {
	name, ok := args[0].(string)
	if !ok || name == "Local" {
		return nil, errors.New("\"timezone\" takes the name of a time zone")
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("unknown time zone %s", short(name))
	}
	return zone, nil
}

// listed returns a function that makes a list of the members of an object, in their order.
func listed(name string, item func(m value.Member) any) function {
	return func(_ *meter, args []any) (any, error) {
		o, ok := objectOf(args[0])
		if !ok {
			return nil, fmt.Errorf("%q takes an object, not %s", name, typeName(args[0]))
		}
		out := make([]any, o.Len())
		for i := range out {
			out[i] = item(o.At(i))
		}
		return out, nil
	}
}

// library calls the function of the library that one of ours takes the place of.
func library(name string, args []any) (any, error) {
	f := builtin.Builtins[builtin.Index[name]]
	if f.Fast != nil {
		return f.Fast(args[0]), nil
	}
	return f.Func(args...)
}

func replace(m *meter, args []any) (any, error) {
	text, ok1 := args[0].(string)
	old, ok2 := args[1].(string)
	by, ok3 := args[2].(string)
	if ok1 && ok2 && ok3 {
		if err := m.spendText(len(text) + strings.Count(text, old)*len(by)); err != nil {
			return nil, err
		}
	}
	return library("replace", args)
}

func join(m *meter, args []any) (any, error) {
	items, ok := args[0].([]any)
	glue := ""
	if ok && len(args) > 1 {
		glue, ok = args[1].(string)
	}
	if ok {
		size := len(items) * len(glue)
		for _, x := range items {
			s, _ := x.(string)
			size += len(s)
		}
		if err := m.spendText(size); err != nil {
			return nil, err
		}
	}
	return library("join", args)
}

// unique leaves out items that come before, in linear time.
func unique(m *meter, args []any) (any, error) {
	v, _ := plain(args[0])
	items, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("\"uniq\" takes a list, not %s", typeName(args[0]))
	}
	seen := make(map[string]bool, len(items))
	out := []any{}
	for _, x := range items {
		if err := m.spend(1 + value.Size(x, maxText)/perRound); err != nil {
			return nil, err
		}
		if value.Size(x, maxText) > maxText {
			return nil, errTooMuch
		}
		text := string(value.AppendSorted(nil, x))
		if !seen[text] {
			seen[text] = true
			out = append(out, x)
		}
	}
	return out, nil
}
