package jsonata

import (
	"math"
	"strconv"

	"github.com/flowglot/flowglot/pkg/value"
)

// Undefined is the value of an expression that results in nothing: of a path that leads nowhere, for example. It is not
// null, and it occurs in no array and no object.
type Undefined struct{}

// IsUndefined reports whether a value is [Undefined].
func IsUndefined(v any) bool {
	_, ok := v.(Undefined)
	return ok
}

// IsFunction reports whether a value is a function: a built-in one, one that the caller registered, or a lambda.
func IsFunction(v any) bool {
	switch v.(type) {
	case *Function, *closure:
		return true
	}
	return false
}

// A sequence is an array that the evaluator made. Within an evaluation it differs from an array: a sequence of one value
// is that value, and sequences in sequences become one. In results sequences are arrays.
type sequence struct {
	items []any

	plain  bool // it is an array after all: one that a constructor made, which paths do not flatten
	keep   bool // it remains an array if it has one value
	outer  bool // it wraps the document, which is an array
	tuples bool // its items are tuples
}

// items returns the items of an array or a sequence.
func items(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case *sequence:
		return v.items
	}
	return nil
}

// array returns the items of a value, and whether it is an array or a sequence.
func array(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case *sequence:
		return v.items, true
	}
	return nil, false
}

// isSequence reports whether a value is a sequence, as opposed to an array.
func isSequence(v any) bool {
	s, ok := v.(*sequence)
	return ok && !s.plain
}

// collapse returns what a sequence is as a value: nothing, its only item, or itself.
func collapse(v any, keep bool) any {
	s, ok := v.(*sequence)
	if !ok || s.plain || s.tuples {
		return v
	}
	if keep {
		s.keep = true
	}
	switch {
	case len(s.items) == 0:
		return Undefined{}
	case len(s.items) == 1 && !s.keep:
		return s.items[0]
	}
	return s
}

// mostExact is the largest integer up to which all integers are exact doubles.
const mostExact = 1 << 53

// number returns a double as a value: as an int64 if it is whole and fits. Beyond the exact integers that is the one that
// JavaScript prints for the double.
func number(f float64) any {
	if f >= -mostExact && f <= mostExact {
		if i := int64(f); float64(i) == f {
			return i
		}
		return f
	}
	if f == math.Trunc(f) {
		if i, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
			return i
		}
	}
	return f
}

// numeric reports whether a value is a number. Infinity is an error, and NaN is not a number.
func numeric(v any) (bool, *Error) {
	switch v := v.(type) {
	case int64:
		return true, nil
	case float64:
		if math.IsInf(v, 0) {
			return false, fail("D1001").of(v)
		}
		return !math.IsNaN(v), nil
	}
	return false, nil
}

// truth returns the truth value of a value, as $boolean casts it.
func (m *machine) truth(v any) (bool, *Error) {
	switch v := v.(type) {
	case bool:
		return v, nil
	case string:
		return v != "", nil
	case int64:
		return v != 0, nil
	case float64:
		ok, err := numeric(v)
		return ok && v != 0, err
	case *value.Object:
		return v.Len() > 0, nil
	case []any:
		return m.anyTrue(v)
	case *sequence:
		return m.anyTrue(v.items)
	}
	return false, nil
}

func (m *machine) anyTrue(list []any) (bool, *Error) {
	if err := m.spend(len(list)); err != nil {
		return false, err
	}
	for _, v := range list {
		if ok, err := m.truth(v); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

func formatInt(i int64) string { return strconv.FormatInt(i, 10) }

// formatNumber writes a number as JavaScript does.
func formatNumber(v any) string {
	if i, ok := v.(int64); ok {
		return formatInt(i)
	}
	f, _ := v.(float64)
	switch size := math.Abs(f); {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	case size >= 1e21 || size < 1e-6:
		s := strconv.FormatFloat(f, 'e', -1, 64)
		if n := len(s); s[n-2] == '0' && (s[n-3] == '-' || s[n-3] == '+') {
			s = s[:n-2] + s[n-1:] // an exponent of one digit comes with a zero
		}
		return s
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// typeName names the type of a value as $type does.
func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case int64, float64:
		return "number"
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any, *sequence:
		return "array"
	case *Function, *closure:
		return "function"
	}
	return "object"
}

// describe shows a value in a message.
func describe(v any) string {
	switch v := v.(type) {
	case Undefined:
		return "nothing"
	case string:
		return quote(v)
	case int64, float64:
		return formatNumber(v)
	case bool:
		return strconv.FormatBool(v)
	case nil:
		return "null"
	}
	return "the " + typeName(v)
}
