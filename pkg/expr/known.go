package expr

import "github.com/flowglot/flowglot/pkg/value"

// Known returns a condition with what it asks of the context answered, as far as that is known: conditions that are [Loose]
// about a member of context become true or false, and what they decide goes. Members that context does not have are not
// known. The rest is as it was, so that the result holds of the same documents where the context is as it says.
func Known(x Expr, context *value.Object) Expr {
	switch x := x.(type) {
	case *Loose:
		p, ok := x.Left.(*Path)
		if !ok || p.Root != RootContext || len(p.Steps) == 0 || p.Steps[0].Kind != StepChild {
			return x
		}
		if !context.Has(p.Steps[0].Name) {
			return x
		}
		if holds, err := Holds(x, &Env{Context: context}); err == nil {
			return &Literal{Value: holds, Span: x.Span}
		}
	case *Not:
		switch operand := Known(x.Operand, context).(type) {
		case *Literal:
			return turned(operand)
		default:
			return &Not{Operand: operand, Span: x.Span}
		}
	case *Logic:
		return knownLogic(x, context)
	}
	return x
}

// knownLogic leaves out the operands that are known and decide nothing, and those after one that decides all.
func knownLogic(x *Logic, context *value.Object) Expr {
	out := &Logic{Op: x.Op, Span: x.Span}
	fallible := false // what came so far may have no answer
	for _, o := range x.Operands {
		o = Known(o, context)
		l, ok := o.(*Literal)
		switch decides := ok && l.Value == (x.Op == Or); {
		case decides && !fallible:
			return l
		case decides:
			out.Operands = append(out.Operands, l)
			return out
		case ok && l.Value == (x.Op == And):
			continue
		}
		fallible = fallible || !answers(o)
		out.Operands = append(out.Operands, o)
	}
	return out.Reduced()
}

// answers reports whether a condition has an answer for every document, and is never an error.
func answers(x Expr) bool {
	switch x := x.(type) {
	case *Loose:
		return true
	case *Literal:
		_, ok := x.Value.(bool)
		return ok
	case *Not:
		return answers(x.Operand)
	case *Logic:
		for _, o := range x.Operands {
			if !answers(o) {
				return false
			}
		}
		return true
	}
	return false
}
