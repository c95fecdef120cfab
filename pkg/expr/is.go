package expr

import (
	"github.com/flowglot/flowglot/pkg/source"
)

// Type is what an [Is] asks of a value.
type Type uint8

// The types.
const (
	IsPresent Type = iota // the path selects something
	IsNull
	IsText
	IsNumber
	IsBoolean
	IsInstant // a text that is a timestamp
)

// An Is asks whether a value is of a type. What is missing is an error, unless its presence is what is asked.
type Is struct {
	Type    Type
	Operand Expr
	// Not turns the answer around.
	Not  bool
	Span source.Span
}

// Range implements [Expr].
func (x *Is) Range() source.Span { return x.Span }

func (e *evaluator) is(x *Is) (bool, error) {
	v, ok, err := e.value(x.Operand)
	switch {
	case err != nil:
		return false, err
	case x.Type == IsPresent:
		if p, path := x.Operand.(*Path); path && !p.Definite {
			list, _ := v.([]any)
			ok = ok && len(list) > 0
		}
		return ok != x.Not, nil
	case !ok:
		return false, e.missing(x.Operand)
	}
	return isOf(x.Type, v) != x.Not, nil
}

func isOf(t Type, v any) bool {
	switch v := v.(type) {
	case nil:
		return t == IsNull
	case bool:
		return t == IsBoolean
	case int64, float64:
		return t == IsNumber
	case string:
		if t == IsInstant {
			_, ok := ParseTimestamp(v)
			return ok
		}
		return t == IsText
	}
	return false
}

// like reports whether the whole of a text fits a pattern, in which * stands for any text, and a backslash takes the star
// or backslash after it literally (asl today: "StringMatches").
func like(text, pattern string) bool {
	// A star is tried with as little as possible; where what follows does not fit, the last star takes one more byte.
	t, p := 0, 0
	star, resume := -1, 0
	for t < len(text) {
		c, wild, width := patternByte(pattern, p)
		switch {
		case width > 0 && wild:
			star, resume = p+width, t
			p += width
		case width > 0 && c == text[t]:
			t++
			p += width
		case star >= 0:
			resume++
			t, p = resume, star
		default:
			return false
		}
	}
	for p < len(pattern) {
		_, wild, width := patternByte(pattern, p)
		if !wild {
			return false
		}
		p += width
	}
	return true
}

// patternByte reads the byte of a pattern at an offset; the width is 0 at its end.
func patternByte(pattern string, at int) (c byte, wild bool, width int) {
	switch {
	case at >= len(pattern):
		return 0, false, 0
	case pattern[at] == '*':
		return 0, true, 1
	case pattern[at] == '\\' && at+1 < len(pattern) && (pattern[at+1] == '*' || pattern[at+1] == '\\'):
		return pattern[at+1], false, 2
	}
	return pattern[at], false, 1
}
