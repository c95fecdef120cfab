package expr

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
)

// String returns the canonical text of the path, made from its steps: reading it again gives an equal path. Names are
// quoted where they have other characters than letters, digits, `_` and `-`.
func (p *Path) String() string { return string(appendPath(nil, p)) }

// Readable returns an expression on one line for people, as labels of diagrams show it:
// `$.valid == true and $.total <= 1000`, `not ($.type == "Private")`.
func Readable(x Expr) string { return string(appendExpr(nil, x, forPeople)) }

// A spelling describes how conditions are written.
type spelling struct {
	filter    bool // JSONPath, and not a text for people
	and, or   string
	operators [Like + 1]string // by CompareOp
}

var (
	forPeople = &spelling{
		and: " and ", or: " or ",
		operators: [...]string{"==", "!=", "<", "<=", ">", ">=", "matches", "in", "is like"},
	}
	forFilters = &spelling{
		filter: true,
		and:    " && ", or: " || ",
		operators: [...]string{"==", "!=", "<", "<=", ">", ">=", "=~", "in", "like"},
	}
)

func appendExpr(dst []byte, x Expr, in *spelling) []byte {
	switch x := x.(type) {
	case *Literal:
		return appendLiteral(dst, x.Value, in)
	case *Path:
		return appendPath(dst, x)
	case *Not:
		return appendNot(dst, x.Operand, in)
	case *Compare:
		return appendCompare(dst, x, in.operators[min(x.Op, Like)], in)
	case *Logic:
		return appendLogic(dst, x, in)
	case *Foreign:
		return append(dst, strings.Join(strings.Fields(x.Text), " ")...)
	case *Object:
		return appendObject(dst, x, in)
	case *List:
		return appendList(dst, x, in)
	case *Call:
		return appendCall(dst, x, in)
	case *Focus:
		return appendExpr(dst, x.Of, in)
	case *Is:
		return appendIs(dst, x, in)
	case *Loose:
		return appendLoose(dst, x, in)
	case *Test:
		return appendTest(dst, x, in)
	case *Apply:
		return appendApply(dst, x, in)
	}
	return dst
}

// appendApply appends a function: between its operands if it is an operator, else before them.
func appendApply(dst []byte, x *Apply, in *spelling) []byte {
	word := functionWords[x.Do]
	if x.Do == Without && len(x.Args) == 2 {
		of, several := x.Args[0].(*Apply)
		dst = appendOperand(dst, x.Args[0], in)
		if word = " " + word + " "; several && of.Do == Without {
			word = ", "
		}
		return appendOperand(append(dst, word...), x.Args[1], in)
	}
	infix := x.Do <= Remainder || x.Do == Concat || x.Do >= HasPart && x.Do <= HasEnd
	if !infix {
		dst = append(append(dst, word...), '(')
	}
	for i, arg := range x.Args {
		switch {
		case i > 0 && infix:
			dst = append(append(append(dst, ' '), word...), ' ')
		case i > 0:
			dst = append(dst, ", "...)
		}
		if inner, ok := arg.(*Apply); ok && infix && inner.Do <= Concat && inner.Do != Negate {
			dst = append(appendApply(append(dst, '('), inner, in), ')')
		} else {
			dst = appendOperand(dst, arg, in)
		}
	}
	if !infix {
		dst = append(dst, ')')
	}
	return dst
}

// appendTest appends what a test asks, except for what it says of values that it cannot be about.
func appendTest(dst []byte, x *Test, in *spelling) []byte {
	dst = appendPath(dst, x.Path)
	words := [...]string{" is there", " = ", " < ", " <= ", " > ", " >= ", " contains ", " starts with ", " ends with ", " is an object",
		" is a string", " is a number", " is a boolean", " is a list", " is a timestamp"}
	dst = append(dst, words[min(x.Op, TestInstant)]...)
	if x.unary() {
		return dst
	}
	return appendLiteral(dst, x.Value, in)
}

func appendObject(dst []byte, x *Object, in *spelling) []byte {
	dst = append(dst, '{')
	for i, m := range x.Members {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(value.AppendString(dst, m.Key), ": "...)
		dst = appendExpr(dst, m.Value, in)
	}
	return append(dst, '}')
}

func appendList(dst []byte, x *List, in *spelling) []byte {
	dst = append(dst, '[')
	for i, item := range x.Items {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendExpr(dst, item, in)
	}
	return append(dst, ']')
}

func appendCall(dst []byte, x *Call, in *spelling) []byte {
	dst = append(append(dst, x.Name...), '(')
	for i, arg := range x.Args {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendExpr(dst, arg, in)
	}
	return append(dst, ')')
}

// appendIs appends a question about a type.
func appendIs(dst []byte, x *Is, in *spelling) []byte {
	dst = append(appendExpr(dst, x.Operand, in), " is "...)
	if x.Not {
		dst = append(dst, "not "...)
	}
	words := [...]string{"there", "null", "a string", "a number", "a boolean", "a timestamp"}
	return append(dst, words[min(x.Type, IsInstant)]...)
}

func appendCompare(dst []byte, x *Compare, operator string, in *spelling) []byte {
	dst = append(appendOperand(dst, x.Left, in), ' ')
	dst = append(append(dst, operator...), ' ')
	if l, ok := x.Right.(*Literal); ok && x.Op == Matches {
		if text, ok := l.Value.(string); ok {
			return appendPattern(dst, text, in)
		}
	}
	return appendOperand(dst, x.Right, in)
}

// appendNot appends an operand that must not hold.
func appendNot(dst []byte, operand Expr, in *spelling) []byte {
	if !in.filter {
		return append(appendExpr(append(dst, "not ("...), operand, in), ')')
	}
	switch x := operand.(type) {
	case *Compare:
		if x.Op == In {
			return appendCompare(dst, x, "nin", in)
		}
		return append(appendExpr(append(dst, "!("...), x, in), ')')
	default:
		return appendOperand(append(dst, '!'), x, in)
	}
}

func appendLogic(dst []byte, x *Logic, in *spelling) []byte {
	if len(x.Operands) == 0 {
		return strconv.AppendBool(dst, x.Op == And)
	}
	word := in.and
	if x.Op == Or {
		word = in.or
	}
	for i, operand := range x.Operands {
		if i > 0 {
			dst = append(dst, word...)
		}
		dst = appendOperand(dst, operand, in)
	}
	return dst
}

// appendOperand puts what is connected by `and` or `or` into parentheses.
func appendOperand(dst []byte, x Expr, in *spelling) []byte {
	if _, ok := x.(*Logic); ok {
		return append(appendExpr(append(dst, '('), x, in), ')')
	}
	return appendExpr(dst, x, in)
}

func appendPath(dst []byte, p *Path) []byte {
	switch p.Root {
	case RootContext:
		dst = append(dst, "$$"...)
	case RootItem:
		dst = append(dst, '@')
	case RootVar:
		dst = append(append(dst, '$'), p.Name...)
	default:
		dst = append(dst, '$')
	}
	descended := false
	for i := range p.Steps {
		dst = appendStep(dst, &p.Steps[i], descended)
		descended = p.Steps[i].Kind == StepDescend
	}
	return dst
}

// appendStep appends a step, without its dot after the two dots of a descent.
func appendStep(dst []byte, s *Step, descended bool) []byte {
	switch s.Kind {
	case StepDescend:
		return append(dst, ".."...)
	case StepChild:
		if plain(s.Name) {
			if !descended {
				dst = append(dst, '.')
			}
			return append(dst, s.Name...)
		}
		return append(appendQuoted(append(dst, '['), s.Name), ']')
	case StepFunction:
		if !descended {
			dst = append(dst, '.')
		}
		return append(append(dst, s.Name...), "()"...)
	}
	return append(appendBracket(append(dst, '['), s), ']')
}

func appendBracket(dst []byte, s *Step) []byte {
	switch s.Kind {
	case StepIndex:
		return strconv.AppendInt(dst, int64(s.Index), 10)
	case StepNames:
		for i, name := range s.Names {
			dst = appendQuoted(comma(dst, i), name)
		}
	case StepIndexes:
		for i, index := range s.Indexes {
			dst = strconv.AppendInt(comma(dst, i), int64(index), 10)
		}
	case StepSlice:
		dst = append(appendBound(dst, s.From), ':')
		dst = appendBound(dst, s.To)
		if s.By != nil {
			dst = appendBound(append(dst, ':'), s.By)
		}
	case StepWildcard:
		dst = append(dst, '*')
	case StepFilter:
		dst = append(appendExpr(append(dst, "?("...), s.Filter, forFilters), ')')
	}
	return dst
}

// comma separates the elements of a list from the one before, which the first has not.
func comma(dst []byte, i int) []byte {
	if i == 0 {
		return dst
	}
	return append(dst, ',')
}

func appendBound(dst []byte, bound *int) []byte {
	if bound == nil {
		return dst
	}
	return strconv.AppendInt(dst, int64(*bound), 10)
}

// plain reports whether a name can follow a dot in any path.
func plain(name string) bool {
	for i := range len(name) {
		if !wordByte(name[i]) {
			return false
		}
	}
	return name != ""
}

// appendLiteral appends a literal, for people as JSON.
func appendLiteral(dst []byte, v any, in *spelling) []byte {
	if !in.filter {
		return value.Append(dst, v)
	}
	switch v := v.(type) {
	case string:
		return appendQuoted(dst, v)
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			dst = appendLiteral(comma(dst, i), item, in)
		}
		return append(dst, ']')
	}
	return value.Append(dst, v)
}

// appendQuoted appends a text in single quotes, its control characters escaped.
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '\'')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, `\n`...)
		case c == '\t':
			dst = append(dst, `\t`...)
		case c < ' ' || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '\'')
}

// appendPattern appends a regular expression, for people as JSON, and else between slashes; those in it get a backslash.
func appendPattern(dst []byte, re string, in *spelling) []byte {
	if !in.filter {
		return value.AppendString(dst, re)
	}
	dst = append(dst, '/')
	for i := 0; i < len(re); i++ {
		switch re[i] {
		case '/':
			dst = append(dst, '\\')
		case '\\':
			if i+1 < len(re) {
				dst = append(dst, '\\')
				i++
			}
		}
		dst = append(dst, re[i])
	}
	return append(dst, '/')
}
