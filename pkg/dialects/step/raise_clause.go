package step

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/flowglot/flowglot/pkg/value"
)

// A clause is a part of a condition that is being written. Where a boolean is needed, the clause nil is an error.
type clause struct {
	text    string
	binding binding
	negated string   // the same turned around, where that is more than a sign in front; a comparison
	parts   []string // of a conjunction
}

// A binding is how tightly the parts of a clause belong together.
type binding uint8

// The bindings, the loosest first.
const (
	ternary binding = iota
	disjunction
	conjunction
	comparing
	adding
	multiplying
	atom
)

var always, never, failing = clause{text: "true", binding: atom}, clause{text: "false", binding: atom}, clause{text: "nil", binding: atom}

func (c clause) is(other clause) bool { return c.text == other.text && c.binding == atom }

// constant reports whether a clause is the same for all values.
func (c clause) constant() bool { return c.is(always) || c.is(never) || c.is(failing) }

// within is the text of a clause as a part of something that binds as tightly as given.
func (c clause) within(b binding) string {
	if c.binding < b {
		return "(" + c.text + ")"
	}
	return c.text
}

// compared is a comparison.
func compared(left, op, right string) clause {
	c := clause{text: left + " " + op + " " + right, binding: comparing}
	if turned := opposite(op); op == "==" || op == "!=" {
		c.negated = left + " " + turned + " " + right
	}
	return c
}

func not(c clause) clause {
	switch {
	case c.is(always):
		return never
	case c.is(never):
		return always
	case c.is(failing):
		return failing
	case c.negated != "":
		return clause{text: c.negated, binding: c.binding, negated: c.text}
	}
	return clause{text: "!" + c.within(atom), binding: atom}
}

// both holds where two clauses do. The second does not repeat tests of the first.
func both(a, b clause) clause {
	switch {
	case a.is(always):
		return b
	case a.is(never), b.is(always), a.is(failing):
		return a
	}
	parts := slices.Clip(a.operands())
	for _, p := range b.operands() {
		if !slices.Contains(parts, p) {
			parts = append(parts, p)
		}
	}
	if len(parts) == len(a.operands()) {
		return a
	}
	return clause{text: strings.Join(parts, " && "), binding: conjunction, parts: parts}
}

// operands are what has to hold for a clause to hold, as parts of a conjunction.
func (c clause) operands() []string {
	if c.parts != nil {
		return c.parts
	}
	return []string{c.within(conjunction)}
}

func either(a, b clause) clause {
	switch {
	case a.is(never):
		return b
	case a.is(always), b.is(never), a.is(failing):
		return a
	}
	return clause{text: a.within(disjunction) + " || " + b.within(disjunction), binding: disjunction}
}

// choose is one clause where another holds, and a third elsewhere.
func choose(if_, then, otherwise clause) clause {
	switch {
	case if_.is(always), then.text == otherwise.text:
		return then
	case if_.is(never):
		return otherwise
	case otherwise.is(never):
		return both(if_, then)
	case then.is(always):
		return either(if_, otherwise)
	case then.is(never):
		return both(not(if_), otherwise)
	case otherwise.is(always):
		return either(not(if_), then)
	}
	return clause{text: if_.within(disjunction) + " ? " + then.within(disjunction) + " : " + otherwise.within(disjunction), binding: ternary}
}

// constantText writes a value as an expression does. Strings are in single quotes, as the definition has them in double ones.
func constantText(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return quotedText(v)
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = constantText(x)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case *value.Object:
		var parts []string
		for key, x := range v.All() {
			parts = append(parts, quotedText(key)+": "+constantText(x))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return string(value.Append(nil, v))
}

func quotedText(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case r < ' ' || r == 0x7f:
			b.WriteString(`\x` + strconv.FormatInt(int64(r)+0x100, 16)[1:])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// isPlainName reports whether a name can be written in an expression as it is.
func isPlainName(name string) bool {
	for i, r := range name {
		if r == '$' || !isNamePart(r) || i == 0 && unicode.IsDigit(r) {
			return false
		}
	}
	switch name {
	case "", "true", "false", "nil", "null":
		return false
	}
	return !isOperatorName(name)
}

// memberText is the expression of a member of the value of another expression.
func memberText(of, name string) string {
	if isPlainName(name) {
		return of + "." + name
	}
	return of + "[" + quotedText(name) + "]"
}
