package expr

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
)

// maxVisits is how many values one evaluation looks at. A path such as `$..*..*..*` would else take forever.
const maxVisits = 10_000_000

// Eval computes an expression. An error is an *[EvalError].
//
// The value of a path is what it selects: see [Path.Definite]. A definite path that selects nothing, or whose function
// has no value for what it is applied to, is an error that is Missing. Conditions have the values that [Holds] gives
// them.
func Eval(x Expr, env *Env) (any, error) {
	e := evaluator{env: env, item: env.Item}
	v, ok, err := e.value(x)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, e.missing(x)
	}
	return v, nil
}

// Holds reports whether a condition is true. A path by itself asks whether it selects anything, whatever that is; a
// literal must be a boolean. An error is an *[EvalError].
func Holds(x Expr, env *Env) (bool, error) {
	e := evaluator{env: env, item: env.Item}
	return e.holds(x)
}

// An evaluator computes one expression.
type evaluator struct {
	env     *Env
	item    any  // what @ stands for
	project bool // several names as a last step are a projection
	visits  int  // how many values were looked at
}

// visit counts values that are looked at.
func (e *evaluator) visit(n int) error {
	e.visits += n
	if e.visits > maxVisits {
		return &EvalError{Message: fmt.Sprintf("the expression visits more than %d values", maxVisits)}
	}
	return nil
}

// value computes an expression. It reports false if there is nothing.
func (e *evaluator) value(x Expr) (any, bool, error) {
	switch x := x.(type) {
	case *Literal:
		return x.Value, true, nil
	case *Path:
		return e.path(x)
	case *Foreign:
		v, err := e.foreign(x)
		return v, err == nil, err
	case *Object:
		return e.object(x)
	case *List:
		v, err := e.list(x)
		return v, err == nil, err
	case *Call:
		v, err := e.callFunction(x)
		return v, err == nil, err
	case *Focus:
		return e.focus(x)
	case *Apply:
		v, err := e.apply(x)
		return v, err == nil, err
	}
	holds, err := e.holds(x)
	return holds, err == nil, err
}

// holds evaluates a condition. A value that is neither true nor false is an error, except for a path: see [Holds].
func (e *evaluator) holds(x Expr) (bool, error) {
	switch x := x.(type) {
	case *Path:
		v, ok, err := e.path(x)
		if x.Truth {
			return ok && Truthy(v), err
		}
		if list, many := v.([]any); many && !x.Definite {
			return len(list) > 0, err
		}
		return ok, err
	case *Logic:
		return e.logic(x)
	case *Not:
		holds, err := e.holds(x.Operand)
		return !holds && err == nil, err
	case *Compare:
		if x.As == Jayway {
			return e.compare(x)
		}
		return e.compareTyped(x)
	case *Literal:
		if b, ok := x.Value.(bool); ok {
			return b, nil
		}
		return false, &EvalError{Span: x.Span, Message: value.TypeOf(x.Value) + " is not a condition"}
	case *Foreign:
		v, err := e.foreign(x)
		if err != nil {
			return false, err
		}
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return false, &EvalError{Span: x.Span, Message: fmt.Sprintf("the condition %s must be true or false, not %s", x.Text, value.TypeOf(v))}
	case *Loose:
		return e.loose(x)
	case *Test:
		return e.test(x)
	case *Is:
		return e.is(x)
	case *Call, *Focus, *Apply:
		v, err := e.operand(x)
		if err != nil {
			return false, err
		}
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return false, &EvalError{Span: x.Range(), Message: "the condition is " + value.TypeOf(v) + " and not true or false"}
	case *Object, *List:
		return false, &EvalError{Span: x.Range(), Message: "an object or a list is not a condition"}
	}
	return false, &EvalError{Message: fmt.Sprintf("no expression: %v", x)}
}

// logic evaluates operands until one of them decides.
func (e *evaluator) logic(x *Logic) (bool, error) {
	for _, operand := range x.Operands {
		holds, err := e.holds(operand)
		if err != nil {
			return false, err
		}
		if holds == (x.Op == Or) {
			return holds, nil
		}
	}
	return x.Op == And, nil
}

// Truthy reports whether a value holds as a condition: null, false, and an empty text, list or object are not true, anything else
// is (sw: "Workflow Data Expressions").
func Truthy(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case *value.Object:
		return v.Len() > 0
	}
	return true
}

// foreign has an expression of another language computed.
func (e *evaluator) foreign(x *Foreign) (any, error) {
	if x.Run == nil {
		return nil, &EvalError{Span: x.Span, Message: "expressions in " + x.Language + " cannot be evaluated"}
	}
	return x.Run(e.env)
}

// object computes the members of an object, each on the same data.
func (e *evaluator) object(x *Object) (any, bool, error) {
	o := value.NewObject(len(x.Members))
	for _, m := range x.Members {
		v, ok, err := e.value(m.Value)
		switch {
		case err != nil:
			return nil, false, err
		case !ok:
			return nil, false, e.missing(m.Value)
		}
		o.Set(m.Key, v)
	}
	return o, true, nil
}

// missing is the error of an expression without a value.
func (e *evaluator) missing(x Expr) *EvalError {
	p, ok := x.(*Path)
	if !ok {
		return &EvalError{Span: x.Range(), Missing: true, Message: "the expression has no value"}
	}
	err := &EvalError{Span: p.Span, Missing: true}
	why, step := e.whyNothing(p)
	if step != nil {
		err.Span = step.Span
	}
	err.Message = "`" + excerpt(p.String()) + "` selects nothing: " + why
	return err
}

// whyNothing describes where a path ended, and at which step.
func (e *evaluator) whyNothing(p *Path) (string, *Step) {
	v, ok := e.root(p)
	if !ok {
		return "the variable `$" + p.Name + "` is not defined", nil
	}
	before := *p
	for i := range p.Steps {
		step := &p.Steps[i]
		next, ok := take(v, step)
		if ok {
			v = next
			continue
		}
		before.Steps = p.Steps[:i]
		if single(p.Steps[i:i+1]) || step.Kind == StepFunction {
			return "`" + excerpt(before.String()) + "` " + lacks(v, step), step
		}
		break
	}
	last := len(p.Steps) - 1
	before.Steps = p.Steps[:last]
	return "`" + p.Steps[last].Name + "()` has no value for what `" + excerpt(before.String()) + "` selects", &p.Steps[last]
}

// lacks explains why a member, an item or a function leads nowhere from a value.
func lacks(v any, s *Step) string {
	switch s.Kind {
	case StepFunction:
		return "is " + value.TypeOf(v) + " for which `" + s.Name + "()` has no value"
	case StepIndex:
		items, ok := v.([]any)
		if !ok {
			return "is " + value.TypeOf(v) + " and has no items"
		}
		return fmt.Sprintf("has no item %d, it has %d", s.Index, len(items))
	}
	if _, ok := v.(*value.Object); !ok {
		return "is " + value.TypeOf(v) + " and has no members"
	}
	return "has no member `" + excerpt(s.Name) + "`"
}
