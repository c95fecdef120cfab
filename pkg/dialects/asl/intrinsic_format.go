package asl

import (
	"fmt"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A formatTemplate is the first argument of States.Format: the texts around the places of the values.
type formatTemplate []string

// templateParts returns the parts of a template that is written in the call: raw with its quotes and escapes, and text without.
// A brace after a backslash is not part of a place.
func templateParts(raw, text string) formatTemplate {
	if !strings.Contains(raw, `\`) {
		return strings.Split(text, "{}")
	}
	var parts formatTemplate
	var part []byte
	raw = strings.TrimSuffix(strings.TrimPrefix(raw, "'"), "'")
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '\\' && i+1 < len(raw):
			i++
			part = append(part, raw[i])
		case strings.HasPrefix(raw[i:], "{}"):
			parts, part = append(parts, string(part)), nil
			i++
		default:
			part = append(part, raw[i])
		}
	}
	return append(parts, string(part))
}

// formatParts makes States.Format for a template that is known.
func formatParts(t formatTemplate) func(*expr.Env, []any) (any, error) {
	return func(_ *expr.Env, args []any) (any, error) { return t.fill(args[1:]) }
}

// formatValue is States.Format for a template that comes from the data.
func formatValue(_ *expr.Env, args []any) (any, error) {
	s, err := textArgument(args[0])
	if err != nil {
		return nil, err
	}
	return formatTemplate(strings.Split(s, "{}")).fill(args[1:])
}

// fill puts values in their places.
func (t formatTemplate) fill(values []any) (any, error) {
	if len(values) != len(t)-1 {
		return nil, fmt.Errorf("the template has %d places {}, and %d values are given", len(t)-1, len(values))
	}
	out := []byte(t[0])
	for i, v := range values {
		out = append(appendJava(out, v, 0), t[i+1]...)
	}
	return string(out), nil
}

// appendJava appends a value as Java prints collections: {key=text, list=[1, 2]}. A text has no quotes.
func appendJava(dst []byte, v any, depth int) []byte {
	if depth > value.MaxDepth {
		return dst
	}
	switch v := v.(type) {
	case string:
		return append(dst, v...)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendJava(dst, item, depth+1)
		}
		return append(dst, ']')
	case *value.Object:
		dst = append(dst, '{')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			m := v.At(i)
			dst = appendJava(append(append(dst, m.Key...), '='), m.Value, depth+1)
		}
		return append(dst, '}')
	}
	return value.Append(dst, v)
}
