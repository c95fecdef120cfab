package asl

import (
	"fmt"
	"math"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A wanted is the value that a field of a JSONata state demands of its expression (asl today: "Accepting fields").
type wanted struct {
	kind        wantedKind
	least, most float64 // of numbers
	objects     bool    // of items: an object is one, too
}

type wantedKind uint8

const (
	wantAny wantedKind = iota
	wantBoolean
	wantText
	wantInteger
	wantNumber
	wantTimestamp
	wantItems
)

// name is the type as today's engine names it.
func (w wanted) name() string {
	return [...]string{"any", "boolean", "string", "number", "number", "string", "array"}[w.kind]
}

// fits reports whether a value is of the type.
func (w wanted) fits(v any) bool {
	switch w.kind {
	case wantBoolean:
		_, ok := v.(bool)
		return ok
	case wantText, wantTimestamp:
		_, ok := v.(string)
		return ok
	case wantInteger, wantNumber:
		return typeOfValue(v) == "number"
	case wantItems:
		if _, ok := v.(*value.Object); ok {
			return w.objects
		}
		_, ok := v.([]any)
		return ok
	}
	return true
}

// typeOfValue is the type of a value as today's engine names it.
func typeOfValue(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case int64, float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// check is an error if a value is not what a field demands.
func (w wanted) check(c *Computed, v any) error {
	fail := func(format string, args ...any) error {
		return &expr.EvalError{Span: c.Node.Span, Fault: expr.QueryFault,
			Message: fmt.Sprintf("The JSONata expression '%s' specified for the field '%s' ", expressionOf(c), c.At) + fmt.Sprintf(format, args...)}
	}
	if !w.fits(v) {
		return fail("returned an unexpected result type. Expected '%s', but was '%s' for value: %s", w.name(), typeOfValue(v), value.Short(v))
	}
	switch w.kind {
	case wantInteger, wantNumber:
		n, _ := value.Float(v)
		if n < w.least || n > w.most || w.kind == wantInteger && n != math.Trunc(n) {
			return fail("returned %s, which is not a number from %v to %v", value.Short(v), w.least, w.most)
		}
	case wantTimestamp:
		if _, ok := expr.ParseTimestamp(v.(string)); !ok {
			return &expr.EvalError{Span: c.Node.Span, Fault: expr.QueryFault,
				Message: "The Timestamp field cannot be parsed as an ISO-8601 extended offset date-time format string: " + v.(string)}
		}
	}
	return nil
}

// typed is an expression whose value is checked.
func typed(c *Computed, want wanted) expr.Expr {
	x, ok := c.Expr.(*expr.Foreign)
	if !ok {
		return c.Expr
	}
	checked := *x
	if want.kind == wantBoolean {
		checked.MeansTyped = func() expr.Expr { return conditionMeans(c.Query) }
	}
	run := x.Run
	if run == nil {
		return x
	}
	checked.Run = func(env *expr.Env) (any, error) {
		v, err := run(env)
		if err == nil {
			err = want.check(c, v)
		}
		return v, err
	}
	return &checked
}

// expressionOf is the text of a JSONata expression without its marks.
func expressionOf(c *Computed) string {
	if x, ok := c.Expr.(*expr.Foreign); ok {
		return x.Text
	}
	return c.Node.Text
}
