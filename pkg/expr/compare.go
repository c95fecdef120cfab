package expr

import (
	"cmp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// compare compares in the typing of JSONPath filters.
func (e *evaluator) compare(c *Compare) (bool, error) {
	left, ok, err := e.value(c.Left)
	if !ok || err != nil {
		return false, err
	}
	right, ok, err := e.value(c.Right)
	if !ok || err != nil {
		return false, err
	}
	switch c.Op {
	case Equal:
		return e.equal(left, right)
	case NotEqual:
		same, err := e.equal(left, right)
		return !same && err == nil, err
	case Matches:
		return e.matches(c, left, right)
	case In:
		items, _ := right.([]any)
		for _, item := range items {
			if same, err := e.equal(left, item); same || err != nil {
				return same, err
			}
		}
		return false, nil
	}
	order, ok := value.Compare(left, right)
	if !ok {
		order, ok = compareTexts(left, right)
	}
	return ok && holdsFor(c.Op, order), nil
}

// compareTyped compares in one of the typings of asl: "Choice State", where an operand that is missing is an error and
// one of another type makes any comparison false.
func (e *evaluator) compareTyped(c *Compare) (bool, error) {
	left, err := e.operand(c.Left)
	if err != nil {
		return false, err
	}
	right, err := e.operand(c.Right)
	if err != nil {
		return false, err
	}
	if c.As == Alike {
		return e.compareAlike(c, left, right)
	}
	switch c.Op {
	case Matches:
		return e.matches(c, left, right)
	case Like:
		text, ok := left.(string)
		pattern, okay := right.(string)
		return ok && okay && like(text, pattern), e.visit(len(text) + len(pattern))
	case In:
		items, _ := right.([]any)
		if err := e.visit(len(items)); err != nil {
			return false, err
		}
		for _, item := range items {
			if order, ok := typedOrder(c.As, left, item); ok && order == 0 {
				return true, nil
			}
		}
		return false, nil
	}
	if c.As == Boolean && c.Op != Equal && c.Op != NotEqual {
		return false, nil // booleans have no order
	}
	order, ok := typedOrder(c.As, left, right)
	return ok && holdsFor(c.Op, order), nil
}

// compareAlike compares two values of one type.
func (e *evaluator) compareAlike(c *Compare, left, right any) (bool, error) {
	switch c.Op {
	case Equal:
		return e.equal(left, right)
	case NotEqual:
		same, err := e.equal(left, right)
		return !same && err == nil, err
	case Matches:
		return e.matches(c, left, right)
	case In:
		items, ok := right.([]any)
		if !ok {
			return false, &EvalError{Span: c.Span, Message: "in needs an array, found " + value.TypeOf(right)}
		}
		for _, item := range items {
			if same, err := e.equal(left, item); same || err != nil {
				return same, err
			}
		}
		return false, nil
	}
	order, ok := value.Compare(left, right)
	if !ok {
		order, ok = compareTexts(left, right)
	}
	if !ok {
		return false, &EvalError{Span: c.Span, Message: value.TypeOf(left) + " and " + value.TypeOf(right) + " have no order"}
	}
	return holdsFor(c.Op, order), nil
}

// operand computes an operand that must not be missing.
func (e *evaluator) operand(x Expr) (any, error) {
	v, ok, err := e.value(x)
	if !ok && err == nil {
		return nil, e.missing(x)
	}
	return v, err
}

// typedOrder compares two values of a type. It reports false if either is of another.
func typedOrder(as Typing, left, right any) (int, bool) {
	switch as {
	case Text:
		return compareTexts(left, right)
	case CodeUnits:
		return compareCodeUnits(left, right)
	case Numeric:
		return value.Compare(left, right)
	case Timestamp:
		return compareTimestamps(left, right)
	case Boolean:
		l, ok := left.(bool)
		r, okay := right.(bool)
		if l == r {
			return 0, ok && okay
		}
		return 1, ok && okay
	}
	return 0, false
}

// compareTexts orders texts by their code points, which is the order of their bytes.
func compareTexts(left, right any) (int, bool) {
	l, ok := left.(string)
	r, okay := right.(string)
	return strings.Compare(l, r), ok && okay
}

// compareCodeUnits orders texts by their UTF-16 code units: a character beyond U+FFFF comes before those from U+E000 on.
func compareCodeUnits(left, right any) (int, bool) {
	l, ok := left.(string)
	r, okay := right.(string)
	if !ok || !okay {
		return 0, false
	}
	for l != "" && r != "" {
		a, width := utf8.DecodeRuneInString(l)
		b, size := utf8.DecodeRuneInString(r)
		if a != b {
			if (a > 0xFFFF) != (b > 0xFFFF) {
				a, b = firstUnit(a), firstUnit(b)
			}
			return cmp.Compare(a, b), true
		}
		l, r = l[width:], r[size:]
	}
	return cmp.Compare(len(l), len(r)), true
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r <= 0xFFFF {
		return r
	}
	high, _ := utf16.EncodeRune(r)
	return high
}

func compareTimestamps(left, right any) (int, bool) {
	l, ok := left.(string)
	r, okay := right.(string)
	if !ok || !okay {
		return 0, false
	}
	a, ok := ParseTimestamp(l)
	b, okay := ParseTimestamp(r)
	return a.Compare(b), ok && okay
}

// holdsFor reports whether a comparison is true of operands that are in the given order.
func holdsFor(op CompareOp, order int) bool {
	switch op {
	case Equal:
		return order == 0
	case NotEqual:
		return order != 0
	case Less:
		return order < 0
	case LessEqual:
		return order <= 0
	case Greater:
		return order > 0
	case GreaterEqual:
		return order >= 0
	}
	return false
}

// matches reports whether a text matches a pattern. A pattern that comes from the data is compiled each time.
func (e *evaluator) matches(c *Compare, left, right any) (bool, error) {
	text, ok := left.(string)
	pattern, okay := right.(string)
	if !ok || !okay {
		return false, nil
	}
	re := c.pattern
	if re == nil {
		var err error
		if re, err = compile(pattern); err != nil {
			return false, &EvalError{Span: c.Right.Range(), Message: "invalid regular expression: " + err.Error()}
		}
	}
	return re.MatchString(text), nil
}

// equal compares two values, each part of which counts as a visit.
func (e *evaluator) equal(a, b any) (bool, error) {
	if err := e.visit(weight(a, maxVisits-e.visits)); err != nil {
		return false, err
	}
	return value.Equal(a, b), nil
}

// weight counts the values that a value is made of, up to a little more than most. A long text counts as several: a function of texts inside
// of another, and so on, could make one that does not fit into the memory.
func weight(v any, most int) int {
	const text = 4 // bytes for one more
	n := 1
	switch v := v.(type) {
	case string:
		n += len(v) / text
	case []any:
		for _, item := range v {
			if n > most {
				break
			}
			n += weight(item, most-n)
		}
	case *value.Object:
		for _, member := range v.All() {
			if n > most {
				break
			}
			n += weight(member, most-n)
		}
	}
	return n
}
