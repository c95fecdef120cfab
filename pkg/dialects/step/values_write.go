package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
)

// operatorTexts are the functions that are operators, and how tightly they bind.
var operatorTexts = map[expr.Function]struct {
	sign    string
	binding binding
}{
	expr.Add: {" + ", adding}, expr.Subtract: {" - ", adding}, expr.Concat: {" + ", adding},
	expr.Multiply: {" * ", multiplying}, expr.Divide: {" / ", multiplying}, expr.Remainder: {" % ", multiplying},
	expr.HasPart: {" contains ", comparing}, expr.HasStart: {" startsWith ", comparing}, expr.HasEnd: {" endsWith ", comparing},
}

// functionTexts are the functions by name.
var functionTexts = map[expr.Function]string{expr.Length: "len", expr.Count: "len", expr.Letters: "len", expr.Upper: "upper", expr.Lower: "lower",
	expr.Trim: "trim", expr.Floor: "floor", expr.Ceil: "ceil", expr.Abs: "abs", expr.Sum: "sum", expr.Least: "min", expr.Greatest: "max",
	expr.Any: "any", expr.All: "all", expr.Where: "filter", expr.Each: "map", expr.Keys: "keys", expr.Split: "split", expr.Join: "join",
	expr.ToText: "string", expr.ToNumber: "float", expr.FromJSON: "fromJSON"}

func lower(s string) string { return strings.ToLower(s) }

// value writes an expression whose value is needed.
func (w *expressionWriter) value(x expr.Expr) clause {
	switch x := x.(type) {
	case *expr.Literal:
		return clause{text: constantText(x.Value), binding: atom}
	case *expr.Path:
		if !x.Definite {
			break
		}
		return w.optionalPath(x)
	case *expr.List:
		parts := make([]string, len(x.Items))
		for i, item := range x.Items {
			parts[i] = w.value(item).text
		}
		return clause{text: "[" + strings.Join(parts, ", ") + "]", binding: atom}
	case *expr.Object:
		parts := make([]string, len(x.Members))
		for i, m := range x.Members {
			parts[i] = quotedText(m.Key) + ": " + w.value(m.Value).text
		}
		return clause{text: "{" + strings.Join(parts, ", ") + "}", binding: atom}
	case *expr.Apply:
		return w.function(x)
	case *expr.Test, *expr.Logic, *expr.Not, *expr.Compare:
		if !w.exact {
			return w.condition(x)
		}
		c, lacks := exactClause(x)
		if lacks != "" {
			return w.fail(lacks)
		}
		return c
	}
	return w.fail("`" + expr.Readable(x) + "`")
}

// function writes what is computed.
func (w *expressionWriter) function(x *expr.Apply) clause {
	if w.exact && x.Do != expr.OrNull {
		return w.fail("`" + expr.Readable(x) + "` for data of any type")
	}
	if op, ok := operatorTexts[x.Do]; ok {
		return w.operator(x, op.sign, op.binding)
	}
	switch x.Do {
	case expr.Negate:
		return clause{text: "-" + w.value(x.Args[0]).within(atom), binding: multiplying}
	case expr.Choose:
		return clause{text: w.condition(x.Args[0]).within(disjunction) + " ? " + w.value(x.Args[1]).within(disjunction) + " : " + w.value(x.Args[2]).within(disjunction)}
	case expr.Nth:
		return clause{text: w.value(x.Args[0]).within(atom) + "[" + w.value(x.Args[1]).text + "]", binding: atom}
	case expr.OrNull:
		return w.orNull(x)
	case expr.Append:
		return clause{text: "concat(" + w.value(x.Args[0]).text + ", [" + w.value(x.Args[1]).text + "])", binding: atom}
	}
	name, ok := functionTexts[x.Do]
	if !ok {
		return w.fail("`" + expr.Readable(x) + "`")
	}
	parts := make([]string, len(x.Args))
	for i, a := range x.Args {
		if i == 1 && (x.Do == expr.Any || x.Do == expr.All || x.Do == expr.Where) {
			parts[i] = w.condition(a).text
		} else {
			parts[i] = w.value(a).text
		}
	}
	if x.Do == expr.ToText && expr.Textual(x.Args[0]) {
		return w.value(x.Args[0])
	}
	return clause{text: name + "(" + strings.Join(parts, ", ") + ")", binding: atom}
}

// operator writes an operation of two operands, or more of which each takes in the next.
func (w *expressionWriter) operator(x *expr.Apply, sign string, b binding) clause {
	text := w.value(x.Args[0]).within(b)
	for _, a := range x.Args[1:] {
		text += sign + w.value(a).within(b+1)
	}
	return clause{text: text, binding: b}
}

// orNull writes a value that is null where there is none: for members of objects, the language itself does that.
func (w *expressionWriter) orNull(x *expr.Apply) clause {
	p, ok := x.Args[0].(*expr.Path)
	if !ok || p.Root != expr.RootInput || len(p.Steps) != 1 {
		return w.fail("a value that may be missing")
	}
	orNull := *p
	orNull.OrNull = true
	return w.optionalPath(&orNull)
}

// optionalPath writes a path whose value is needed.
func (w *expressionWriter) optionalPath(p *expr.Path) clause {
	if w.exact && !p.OrNull && len(p.Steps) > 1 {
		return w.fail("`" + p.String() + "` for data of any type")
	}
	return w.path(p)
}

// path writes a path from a variable on, or from the item of a list.
func (w *expressionWriter) path(p *expr.Path) clause {
	at := notation{item: p.Root == expr.RootItem}
	switch p.Root {
	case expr.RootInput, expr.RootItem:
	case expr.RootAnswer:
		return w.fail("the answer of the task alone")
	case expr.RootError:
		return w.fail("data of an error")
	case expr.RootVar:
		return w.fail("the variable $" + p.Name)
	default:
		return w.fail("what the run itself provides")
	}
	for i, s := range p.Steps {
		if s.Kind != expr.StepIndex && s.Kind != expr.StepChild {
			return w.fail("the path `" + p.String() + "`")
		}
		at.bare = at.bare || i == 0 && !at.item && s.Kind == expr.StepChild && isPlainName(s.Name) && !w.optional[s.Name]
	}
	return clause{text: at.text(p.Steps), binding: atom}
}
