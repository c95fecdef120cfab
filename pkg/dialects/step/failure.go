package step

import (
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr/file"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// failure explains why an evaluation failed, in words of our own: those of the library speak of types of Go.
func (p *program) failure(err error) error {
	x := p.of
	out := &expr.EvalError{Span: x.At(0, len(x.Text.String)), Message: x.excerpt() + ": it cannot be evaluated with these variables"}
	var fault *file.Error
	if !errors.As(err, &fault) {
		return out
	}
	at := x.byteOffset(fault.From)
	out.Span = x.At(at, max(at, x.byteOffset(fault.To)))
	out.Message = x.excerpt() + ": " + explained(fault, x.Text.String[at:max(at, x.byteOffset(fault.To))])
	return out
}

// explained describes what an error of the library means; word is what is at its place.
func explained(fault *file.Error, word string) string {
	message := fault.Message
	if fault.Prev != nil && !strings.HasPrefix(message, "interface conversion") && !strings.HasPrefix(message, "reflect") &&
		!strings.HasPrefix(message, "runtime error") && !strings.HasPrefix(message, "parsing") && !strings.HasPrefix(message, "time:") {
		return message // of one of our functions, or of a library's that speaks to people
	}
	if found, wanted, ok := cutConversion(message); ok {
		return fmt.Sprintf("expected %s at %s, found %s", wanted, short(word), found)
	}
	if rest, ok := strings.CutPrefix(message, "invalid operation: "); ok {
		if left, right, ok := strings.Cut(rest, " "+word+" "); ok {
			return fmt.Sprintf("%s cannot be applied to %s and %s", short(word), typeWords(left), typeWords(right))
		}
	}
	if rest, ok := strings.CutPrefix(message, "cannot fetch "); ok {
		if name, from, ok := cutLast(rest, " from "); ok {
			return fmt.Sprintf("%s has no member or item %s", typeWords(from), short(name))
		}
	}
	if rest, ok := strings.CutPrefix(message, `operator "in" not defined on `); ok {
		return fmt.Sprintf("%s has no elements", typeWords(rest))
	}
	switch {
	case strings.HasPrefix(message, "index out of range"), strings.HasPrefix(message, "invalid argument for"):
		text, _, _ := strings.Cut(message, " (")
		return text
	case strings.HasPrefix(message, "memory budget"):
		return errTooMuch.Error()
	}
	return fmt.Sprintf("it cannot be evaluated with these variables, at %s", short(word))
}

// cutConversion takes apart the message that a value is of another type than expected.
func cutConversion(message string) (found, wanted string, ok bool) {
	rest, ok := strings.CutPrefix(message, "interface conversion: interface {} is ")
	if !ok {
		return "", "", false
	}
	found, wanted, ok = strings.Cut(rest, ", not ")
	return typeWords(found), typeWords(wanted), ok
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// typeWords puts a type of Go into words.
func typeWords(name string) string {
	switch {
	case name == "nil", name == "<nil>":
		return "null"
	case name == "bool":
		return "a boolean"
	case name == "string":
		return "a string"
	case strings.HasPrefix(name, "int"), strings.HasPrefix(name, "float"), strings.HasPrefix(name, "uint"):
		return "a number"
	case strings.HasPrefix(name, "[]"):
		return "an array"
	case strings.HasPrefix(name, "map["), name == "*value.Object", name == "*step.unfinished", name == "*step.groups":
		return "an object"
	case name == "time.Time":
		return "a time"
	case name == "time.Duration":
		return "a length of time"
	}
	return "a value of another kind"
}

// typeName names the type of what an expression computes with.
func typeName(v any) string {
	if _, ok := objectOf(v); ok {
		return value.TypeOf((*value.Object)(nil))
	}
	if x, ok := plain(v); ok {
		return value.TypeOf(x)
	}
	return "a value of another kind"
}
