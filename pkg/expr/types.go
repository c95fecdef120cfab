package expr

import (
	"regexp/syntax"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

// Textual reports whether the value of an expression in common terms is known to be a text.
func Textual(x Expr) bool {
	switch x := x.(type) {
	case *Literal:
		_, text := x.Value.(string)
		return text
	case *Apply:
		switch x.Do {
		case Concat, Upper, Lower, Trim, ToText, ToJSON, Join:
			return true
		case Choose:
			return Textual(x.Args[1]) && Textual(x.Args[2])
		}
	}
	return false
}

// anything is a pattern of any text.
const anything = "(?s:.*)"

// WholePattern returns a pattern that matches the whole of the texts of which another matches a part.
func WholePattern(part string) string {
	if inner, ok := anchored(part); ok {
		return inner
	}
	return anything + "(?:" + part + ")" + anything
}

// PartPattern returns a pattern that matches a part of the texts which another matches as a whole.
func PartPattern(whole string) string {
	if inner, ok := strings.CutPrefix(whole, anything+"(?:"); ok {
		if inner, ok = strings.CutSuffix(inner, ")"+anything); ok {
			if _, err := syntax.Parse(inner, syntax.Perl); err == nil {
				return inner
			}
		}
	}
	flags, rest := leadingFlags(whole)
	if re, err := syntax.Parse(rest, syntax.Perl); err == nil && re.Op != syntax.OpAlternate && !strings.HasPrefix(rest, "(?") {
		return flags + "^" + rest + "$"
	}
	return "^(?:" + whole + ")$"
}

// leadingFlags takes the flags off the beginning of a pattern: those that ignore case and have a dot match line ends.
func leadingFlags(pattern string) (flags, rest string) {
	for _, flags := range [...]string{"(?s)", "(?is)", "(?i)"} {
		if rest, ok := strings.CutPrefix(pattern, flags); ok {
			return flags, rest
		}
	}
	return "", pattern
}

// anchored returns what is between ^ and $, if those are the ends of a pattern that matches whole texts only.
func anchored(part string) (string, bool) {
	flags, part := leadingFlags(part)
	inner, ok := strings.CutPrefix(part, "^")
	inner, okay := strings.CutSuffix(inner, "$")
	if !ok || !okay || strings.HasSuffix(inner, `\`) {
		return "", false
	}
	re, err := syntax.Parse(inner, syntax.Perl)
	if err != nil || re.Op == syntax.OpAlternate {
		return "", false
	}
	return flags + inner, true
}

// SeveralTypes reports whether a filter compares one path with values of several types: no data has all the types that it asks for.
func SeveralTypes(filter Expr) bool {
	types, several := map[string]string{}, false
	Walk(filter, func(x Expr) {
		c, ok := x.(*Compare)
		if !ok {
			return
		}
		p, isPath := c.Left.(*Path)
		l, fixed := c.Right.(*Literal)
		if !isPath || !fixed || l.Value == nil {
			return
		}
		v := l.Value
		if list, ok := v.([]any); ok && len(list) > 0 {
			v = list[0]
		}
		at, is := p.String(), value.TypeOf(v)
		was, seen := types[at]
		several = several || seen && was != is
		types[at] = is
	})
	return several
}
