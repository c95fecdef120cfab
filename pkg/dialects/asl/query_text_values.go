package asl

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// queryNames are the functions of JSONata that compute what one in common terms does.
var queryNames = map[expr.Function]string{expr.Count: "count", expr.Letters: "length", expr.Upper: "uppercase", expr.Lower: "lowercase", expr.Floor: "floor",
	expr.Ceil: "ceil", expr.Abs: "abs", expr.Sum: "sum", expr.Least: "min", expr.Greatest: "max", expr.ToNumber: "number", expr.FromJSON: "parse",
	expr.HasPart: "contains", expr.Split: "split", expr.Join: "join"}

var queryArithmeticSigns = map[expr.Function]string{expr.Add: "+", expr.Subtract: "-", expr.Multiply: "*", expr.Divide: "/", expr.Remainder: "%", expr.Concat: "&"}

// value writes an expression whose value is needed.
func (w *queryWriter) value(x expr.Expr) jsonata.Node {
	switch x := x.(type) {
	case *expr.Literal:
		return w.literal(x.Value)
	case *expr.Path:
		switch {
		case x.OrNull:
			plain := *x
			plain.OrNull = false
			return w.orNull(&plain)
		case x.Definite:
			return w.path(x)
		}
		if y := expr.CommonValue(x, expr.Domain{Typed: true}); y != expr.Expr(x) {
			return w.value(y)
		}
	case *expr.Object:
		return w.object(x)
	case *expr.List:
		return w.list(x)
	case *expr.Apply:
		return w.function(x)
	case *expr.Test, *expr.Not, *expr.Logic, *expr.Compare:
		return w.condition(x)
	}
	return w.fail("`" + expr.Readable(x) + "`")
}

func (w *queryWriter) object(x *expr.Object) jsonata.Node {
	out := &jsonata.Object{}
	for _, m := range x.Members {
		out.Members = append(out.Members, jsonata.Pair{Key: w.literal(m.Key), Value: w.value(m.Value)})
	}
	return out
}

// list writes a list. JSONata puts the items of a list that is an item in its place, unless it is written as a list in the list.
func (w *queryWriter) list(x *expr.List) jsonata.Node {
	out := &jsonata.Array{}
	for _, item := range x.Items {
		_, nested := item.(*expr.List)
		l, fixed := item.(*expr.Literal)
		if fixed {
			_, nested = l.Value.([]any)
		}
		v := w.value(item)
		if !nested && !single(item) {
			v = asOneItem(v)
		}
		out.Items = append(out.Items, v)
	}
	return out
}

// asOneItem is a value as one item of a list, also if it is a list. JSONata keeps a list that is written as one in its place.
func asOneItem(v jsonata.Node) jsonata.Node {
	list := &jsonata.Array{Items: []jsonata.Node{&jsonata.Array{Items: []jsonata.Node{v}}}}
	return &jsonata.Conditional{If: binary("=", called("type", v), &jsonata.String{Value: "array"}), Then: list, Else: v}
}

// orNull writes a value that is null where there is none.
func (w *queryWriter) orNull(x expr.Expr) jsonata.Node {
	v := w.value(x)
	return &jsonata.Conditional{If: called("exists", v), Then: v, Else: &jsonata.Null{}}
}

// function writes what is computed.
func (w *queryWriter) function(x *expr.Apply) jsonata.Node {
	if sign := queryArithmeticSigns[x.Do]; sign != "" {
		return w.operator(x, sign)
	}
	switch x.Do {
	case expr.Negate:
		return &jsonata.Negate{Operand: w.value(x.Args[0])}
	case expr.Choose:
		return &jsonata.Conditional{If: w.condition(x.Args[0]), Then: w.value(x.Args[1]), Else: w.value(x.Args[2])}
	case expr.OrNull:
		return w.orNull(x.Args[0])
	case expr.Truth:
		return w.value(x.Args[0])
	case expr.Any:
		return w.any(x.Args[0], x.Args[1])
	case expr.All:
		return called("not", w.any(x.Args[0], opposite(x.Args[1])))
	case expr.Where:
		return &jsonata.Array{Items: []jsonata.Node{w.where(x)}}
	case expr.Each:
		if !single(x.Args[1]) {
			return w.fail("a list of values that may be lists")
		}
		return &jsonata.Array{Items: []jsonata.Node{w.each(x)}}
	case expr.Nth:
		return w.nth(x)
	case expr.Length:
		return w.length(x)
	case expr.ToText:
		if expr.Textual(x.Args[0]) {
			return w.value(x.Args[0])
		}
		return called("string", w.value(x.Args[0]))
	case expr.ToJSON:
		if p, ok := x.Args[0].(*expr.Path); ok && len(p.Steps) == 0 { // of a document, which is an object: a text would be itself
			return called("string", w.value(x.Args[0]))
		}
	case expr.Merge:
		out := &jsonata.Array{}
		for _, a := range x.Args {
			out.Items = append(out.Items, w.value(a))
		}
		return called("merge", out)
	case expr.Without:
		return binary("~>", w.value(x.Args[0]), &jsonata.Transform{Pattern: &jsonata.Variable{}, Update: &jsonata.Object{}, Delete: w.value(x.Args[1])})
	case expr.HasStart, expr.HasEnd:
		if p, ok := x.Args[0].(*expr.Path); ok {
			if l, ok := x.Args[1].(*expr.Literal); ok {
				op := map[expr.Function]expr.TestOp{expr.HasStart: expr.TestStartsWith, expr.HasEnd: expr.TestEndsWith}[x.Do]
				return w.question(&expr.Test{Op: op, Path: p, Value: l.Value}, w.path(p))
			}
		}
	}
	return w.namedFunction(x)
}

// namedFunction writes a function that JSONata has under a name.
func (w *queryWriter) namedFunction(x *expr.Apply) jsonata.Node {
	name := queryNames[x.Do]
	if name == "" {
		return w.fail("`" + expr.Readable(x) + "`")
	}
	args := make([]jsonata.Node, len(x.Args))
	for i, a := range x.Args {
		if args[i] = w.value(a); i == 0 && x.Do == expr.Count { // of what selects nothing the others have no value
			args[i] = w.sequence(a)
		}
	}
	return called(name, args...)
}

func (w *queryWriter) operator(x *expr.Apply, sign string) jsonata.Node {
	var out jsonata.Node
	for _, a := range x.Args {
		if text, ok := a.(*expr.Apply); ok && x.Do == expr.Concat && text.Do == expr.ToText { // & does that by itself
			a = text.Args[0]
		}
		part := w.value(a)
		if out == nil {
			out = part
		} else {
			out = binary(sign, out, part)
		}
	}
	if len(x.Args) == 1 {
		return binary(sign, out, w.literal(""))
	}
	return out
}

// any asks whether there is an item of a list for which a condition holds.
func (w *queryWriter) any(list, condition expr.Expr) jsonata.Node {
	if l, ok := condition.(*expr.Literal); ok && l.Value == true {
		return binary(">", called("count", w.sequence(list)), w.literal(int64(0)))
	}
	return called("exists", w.where(&expr.Apply{Do: expr.Where, Args: []expr.Expr{list, condition}}))
}

// sequence writes a list for those to whom it does not matter whether a list of one is a single value.
func (w *queryWriter) sequence(x expr.Expr) jsonata.Node {
	if a, ok := x.(*expr.Apply); ok {
		switch a.Do {
		case expr.Where:
			return w.where(a)
		case expr.Each:
			return w.each(a)
		case expr.Keys:
			return called("keys", w.value(a.Args[0]))
		}
	}
	return w.value(x)
}

// where writes the items of a list for which a condition holds.
func (w *queryWriter) where(x *expr.Apply) jsonata.Node {
	list := w.sequence(x.Args[0])
	w.items++
	condition := w.condition(x.Args[1])
	w.items--
	if p, ok := list.(*jsonata.Path); ok {
		last := len(p.Steps) - 1
		p.Steps[last] = &jsonata.Filter{Target: p.Steps[last], Predicate: condition}
		return p
	}
	return &jsonata.Filter{Target: list, Predicate: condition}
}

// each writes what is computed of each item of a list.
func (w *queryWriter) each(x *expr.Apply) jsonata.Node {
	list := w.sequence(x.Args[0])
	w.items++
	of := w.value(x.Args[1])
	w.items--
	steps := []jsonata.Node{list}
	if p, ok := list.(*jsonata.Path); ok {
		steps = p.Steps
	}
	switch of := of.(type) {
	case *jsonata.Name, *jsonata.Object:
		return &jsonata.Path{Steps: append(steps, of)}
	case *jsonata.Path:
		if _, name := of.Steps[0].(*jsonata.Name); name {
			return &jsonata.Path{Steps: append(steps, of.Steps...)}
		}
	}
	return &jsonata.Path{Steps: append(steps, &jsonata.Block{Expressions: []jsonata.Node{of}})}
}

// nth writes an item of a list.
func (w *queryWriter) nth(x *expr.Apply) jsonata.Node {
	list, index := w.sequence(x.Args[0]), w.value(x.Args[1])
	if p, ok := list.(*jsonata.Path); ok {
		if _, path := x.Args[0].(*expr.Path); path {
			last := len(p.Steps) - 1
			p.Steps[last] = &jsonata.Filter{Target: p.Steps[last], Predicate: index}
			return p
		}
	}
	return &jsonata.Filter{Target: &jsonata.Block{Expressions: []jsonata.Node{list}}, Predicate: index}
}

// lengthOf is how large a value is that may be a text, an object or a list.
func lengthOf(of jsonata.Node) jsonata.Node {
	is := func(kind string) jsonata.Node { return binary("=", called("type", of), &jsonata.String{Value: kind}) }
	return &jsonata.Conditional{If: is("string"), Then: called("length", of),
		Else: called("count", &jsonata.Conditional{If: is("object"), Then: called("keys", of), Else: of})}
}

// length writes how large a value is: a list where it is known to be one, else a list, an object or a text.
func (w *queryWriter) length(x *expr.Apply) jsonata.Node {
	of := w.sequence(x.Args[0])
	p, isPath := x.Args[0].(*expr.Path)
	switch {
	case isPath && !w.lists[p.String()]:
		return lengthOf(of)
	case !isPath && expr.Textual(x.Args[0]):
		return called("length", of)
	}
	return called("count", of)
}
