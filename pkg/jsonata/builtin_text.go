package jsonata

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

var textFunctions = []definition{
	{"string", "<x-b?:s>", 2, 1, stringOf},
	{"substring", "<s-nn?:s>", 3, 3, substring},
	{"substringBefore", "<s-s:s>", 2, 2, substringBefore},
	{"substringAfter", "<s-s:s>", 2, 2, substringAfter},
	{"lowercase", "<s-:s>", 1, 1, onText(strings.ToLower)},
	{"uppercase", "<s-:s>", 1, 1, onText(upper)},
	{"length", "<s-:n>", 1, 1, length},
	{"trim", "<s-:s>", 1, 1, onText(trim)},
	{"pad", "<s-ns?:s>", 3, 3, pad},
	{"join", "<a<s>s?:s>", 2, 2, join},
}

// onText makes a function of one that changes a text.
func onText(change func(string) string) func(*Context, []any) (any, *Error) {
	return func(c *Context, args []any) (any, *Error) {
		s, ok := args[0].(string)
		if !ok {
			return Undefined{}, nil
		}
		return change(s), c.m.spendBytes(len(s))
	}
}

func stringOf(c *Context, args []any) (any, *Error) {
	if IsUndefined(args[0]) {
		return args[0], nil
	}
	pretty, _ := args[1].(bool)
	s, err := c.m.format(args[0], pretty)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func substring(_ *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	start, _ := value.Float(args[1])
	n := float64(utf8.RuneCountInString(s))
	if n+start < 0 {
		start = 0
	}
	end := n
	if limit, limited := value.Float(args[2]); limited {
		if limit <= 0 {
			return "", nil
		}
		if end = start + limit; start < 0 {
			end += n
		}
	}
	return sliceRunes(s, position(start, n), position(end, n)), nil
}

// position makes an index of a number as JavaScript's slice does: whole, from the end if negative, within the length.
func position(at, length float64) int {
	at = math.Trunc(at)
	if at < 0 {
		at = max(0, at+length)
	}
	return int(min(at, length))
}

// sliceRunes returns the characters of a text from one index up to another.
func sliceRunes(s string, from, to int) string {
	if from >= to {
		return ""
	}
	start, n := len(s), 0
	for i := range s {
		if n == from {
			start = i
		}
		if n == to {
			return s[start:i]
		}
		n++
	}
	return s[start:]
}

func substringBefore(_ *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	before, _, _ := strings.Cut(s, orUndefined(args[1]))
	return before, nil
}

func substringAfter(_ *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	if _, after, found := strings.Cut(s, orUndefined(args[1])); found {
		return after, nil
	}
	return s, nil
}

// orUndefined returns a text, or what JavaScript makes of one that is undefined.
func orUndefined(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return "undefined"
}

func length(_ *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	return int64(utf8.RuneCountInString(s)), nil
}

// manyUpper are the letters whose upper case is more than one letter (Unicode: SpecialCasing, without Greek).
var manyUpper = strings.NewReplacer("ß", "SS", "ŉ", "ʼN", "ǰ", "J̌", "և", "ԵՒ", "ẖ", "H̱", "ẗ", "T̈", "ẘ", "W̊", "ẙ", "Y̊",
	"ẚ", "Aʾ", "ﬀ", "FF", "ﬁ", "FI", "ﬂ", "FL", "ﬃ", "FFI", "ﬄ", "FFL", "ﬅ", "ST", "ﬆ", "ST")

// upper returns a text in upper case.
func upper(s string) string { return strings.ToUpper(manyUpper.Replace(s)) }

// trim makes every run of white space one blank, and drops those at both ends.
func trim(s string) string {
	var b strings.Builder
	gap := false
	for i := range len(s) {
		switch c := s[i]; c {
		case ' ', '\t', '\n', '\r':
			gap = true
		default:
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteByte(c)
		}
	}
	return b.String()
}

func pad(c *Context, args []any) (any, *Error) {
	s, ok := args[0].(string)
	if !ok {
		return Undefined{}, nil
	}
	width, _ := value.Float(args[1])
	width = math.Trunc(width)
	with, _ := args[2].(string)
	if with == "" {
		with = " "
	}
	missing := math.Abs(width) - float64(utf8.RuneCountInString(s))
	if missing <= 0 {
		return s, nil
	}
	if missing > math.MaxInt32 {
		return nil, c.m.spendBytes(math.MaxInt32 * 4)
	}
	if err := c.m.spendBytes(int(missing) * len(with)); err != nil {
		return nil, err
	}
	padding := sliceRunes(strings.Repeat(with, int(missing)), 0, int(missing))
	if width > 0 {
		return s + padding, nil
	}
	return padding + s, nil
}

func join(c *Context, args []any) (any, *Error) {
	list, ok := array(args[0])
	if !ok {
		return Undefined{}, nil
	}
	separator, _ := args[1].(string)
	size := 0
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i], _ = v.(string)
		size += len(parts[i]) + len(separator)
	}
	if err := c.m.spendBytes(size); err != nil {
		return nil, err
	}
	return strings.Join(parts, separator), nil
}
