package expr

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/value"
)

// Set returns a document in which v is at a path of the input, and everything else as in doc, which is not changed:
// what lies on the path is copied, the rest is shared (asl: "Input and Output Processing"). A new member comes last.
//
// A member that is there is replaced, one that is missing is made, and so are the objects that lead to it. Of an array
// an item that is there is replaced; no array is made or made longer. Anything else in the way, null among it, is an
// *[EvalError], and so is a path of other steps than members and items.
func Set(doc any, p *Path, v any) (any, error) {
	if p.Root != RootInput {
		return nil, &EvalError{Span: p.Span, Message: "`" + excerpt(p.String()) + "` is not a place in the input"}
	}
	at, here, exists := 0, doc, true
	way := make([]any, len(p.Steps)) // what each step is applied to
	for ; at < len(p.Steps); at++ {
		if way[at] = here; !exists {
			way[at] = value.NewObject(1)
		}
		if why := unsettable(way[at], &p.Steps[at]); why != "" {
			return nil, p.cannotSet(at, why)
		}
		here, exists = take(way[at], &p.Steps[at])
	}
	for at--; at >= 0; at-- {
		v = replaced(way[at], &p.Steps[at], v)
	}
	return v, nil
}

// unsettable explains why there can be nothing at a step from a value, or returns "".
func unsettable(v any, s *Step) string {
	switch s.Kind {
	case StepChild:
		if _, ok := v.(*value.Object); !ok {
			return "is " + value.TypeOf(v) + " and has no members"
		}
		return ""
	case StepIndex:
		if _, ok := item(v, s.Index); !ok {
			return lacks(v, s)
		}
		return ""
	}
	return "can be followed by names and indexes only"
}

// replaced returns a copy of an object or array with v at a step that was found settable.
func replaced(container any, s *Step, v any) any {
	switch c := container.(type) {
	case *value.Object:
		return c.With(s.Name, v)
	case []any:
		items, index := slices.Clone(c), s.Index
		if index < 0 {
			index += len(items)
		}
		items[index] = v
		return items
	}
	return v
}

// cannotSet is the error that a path leads nowhere at the step of that number.
func (p *Path) cannotSet(at int, why string) *EvalError {
	before := *p
	before.Steps = p.Steps[:at]
	return &EvalError{
		Span:    p.Steps[at].Span,
		Message: fmt.Sprintf("nothing can be set at `%s`: `%s` %s", excerpt(p.String()), excerpt(before.String()), why),
	}
}
