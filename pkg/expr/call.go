package expr

import "github.com/flowglot/flowglot/pkg/source"

// A Call applies a function of a language to the values of its arguments.
type Call struct {
	// Name is the function as the language spells it.
	Name string
	Args []Expr
	// Apply computes the value. It must be safe for use by several goroutines, and must not keep args.
	Apply func(env *Env, args []any) (any, error)
	// Means returns what a call of the function computes in the terms of the tree, or nil; a nil function is not a meaning, too. It holds of
	// data that has the types which the function is for.
	Means func(*Call) Expr
	// Takes are questions that are true of the arguments for which there is a value: [TestText] of one that has to be a text. [TestPresent], and
	// no question, is any value.
	Takes []TestOp
	// Text is the call as it was written.
	Text           string
	NameSpan, Span source.Span
}

// Range implements [Expr].
func (x *Call) Range() source.Span { return x.Span }

// call computes a call. An argument that is missing is an error.
func (e *evaluator) callFunction(x *Call) (any, error) {
	var room [4]any
	args := room[:0]
	for _, a := range x.Args {
		v, err := e.operand(a)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	if err := e.visit(1 + len(args)); err != nil {
		return nil, err
	}
	v, err := x.Apply(e.env, args)
	if err == nil {
		return v, nil
	}
	if known, ok := err.(*EvalError); ok {
		return nil, known
	}
	return nil, &EvalError{Span: x.Span, Fault: FunctionFault, Message: x.Name + ": " + err.Error()}
}

// A List makes an array from expressions.
type List struct {
	Items []Expr
	// Node is the list as it was written; nil for one that nobody wrote.
	Node *source.Node
	Span source.Span
}

// Range implements [Expr].
func (x *List) Range() source.Span { return x.Span }

// list computes the items of a list.
func (e *evaluator) list(x *List) (any, error) {
	items := make([]any, len(x.Items))
	for i, item := range x.Items {
		v, err := e.operand(item)
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

// A Focus evaluates Of with the value of On as its input: `$`.
type Focus struct {
	On, Of Expr
}

// Range implements [Expr].
func (x *Focus) Range() source.Span { return x.Of.Range() }

func (e *evaluator) focus(x *Focus) (any, bool, error) {
	on, err := e.operand(x.On)
	if err != nil {
		return nil, false, err
	}
	outer := e.env.Input
	e.env.Input = on
	v, ok, err := e.value(x.Of)
	if err == nil && !ok {
		err = e.missing(x.Of) // which describes what the input has, and not the outer one
	}
	e.env.Input = outer
	return v, err == nil, err
}
