package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// queryFunctionMeanings are the functions of one operand that compute a value as other languages do.
var queryFunctionMeanings = map[string]expr.Function{"length": expr.Letters, "uppercase": expr.Upper, "lowercase": expr.Lower, "floor": expr.Floor,
	"ceil": expr.Ceil, "abs": expr.Abs, "string": expr.ToText, "number": expr.ToNumber, "parse": expr.FromJSON}

// aggregateMeanings are the functions of a list.
var aggregateMeanings = map[string]expr.Function{"count": expr.Count, "sum": expr.Sum, "min": expr.Least, "max": expr.Greatest}

var queryArithmetic = map[string]expr.Function{"+": expr.Add, "-": expr.Subtract, "*": expr.Multiply, "/": expr.Divide, "%": expr.Remainder}

// value is what a part means whose value is needed; nil if that cannot be expressed.
func (m *queryMeaning) value(n jsonata.Node) expr.Expr {
	if m.depth++; m.depth > deepestMeaning {
		return nil
	}
	defer func() { m.depth-- }()
	switch n := n.(type) {
	case *jsonata.String:
		return &expr.Literal{Value: n.Value}
	case *jsonata.Number:
		return &expr.Literal{Value: n.Value}
	case *jsonata.Null:
		return &expr.Literal{}
	case *jsonata.Negate:
		if i, ok := literalNumber(n); ok {
			return &expr.Literal{Value: i}
		}
		return applied(expr.Negate, m.value(n.Operand))
	case *jsonata.Object:
		return m.object(n)
	case *jsonata.Array:
		return m.array(n)
	case *jsonata.Conditional:
		return m.choice(n)
	case *jsonata.Block:
		return m.block(n, m.value)
	case *jsonata.Binary:
		if do, ok := queryArithmetic[n.Op]; ok {
			return applied(do, m.value(n.Left), m.value(n.Right))
		}
		if n.Op == "&" {
			return m.text(n)
		}
		if n.Op == "~>" {
			return m.without(n)
		}
	case *jsonata.Call:
		if x := m.call(n); x != nil {
			return x
		}
	case *jsonata.Variable:
		if x := m.bound[n.Name]; x != nil {
			return x
		}
	}
	if p := m.path(n); p != nil {
		return p
	}
	if isCondition(n) {
		return m.condition(n)
	}
	return nil
}

// choice is what a conditional expression means.
func (m *queryMeaning) choice(n *jsonata.Conditional) expr.Expr {
	if n.Else == nil {
		return nil
	}
	if x := m.length(n); x != nil {
		return x
	}
	test := m.condition(n.If)
	otherwise := m.soleItem(test, n.Else)
	if otherwise == nil {
		otherwise = m.value(n.Else)
	}
	return applied(expr.Choose, test, m.value(n.Then), otherwise)
}

// isCondition reports whether the value of an expression is true or false, whatever the data is.
func isCondition(n jsonata.Node) bool {
	switch n := n.(type) {
	case *jsonata.Boolean:
		return true
	case *jsonata.Binary:
		return queryOperators[n.Op] != 0 || n.Op == "=" || n.Op == "and" || n.Op == "or"
	case *jsonata.Call:
		return slices.Contains([]string{"not", "exists", "boolean", "contains"}, functionName(n))
	}
	return false
}

// text joins texts, and what else is written as a text.
func (m *queryMeaning) text(n *jsonata.Binary) expr.Expr {
	out := &expr.Apply{Do: expr.Concat}
	for _, side := range []jsonata.Node{n.Left, n.Right} {
		x := m.value(side)
		if x == nil {
			return nil
		}
		if inner, ok := x.(*expr.Apply); ok && inner.Do == expr.Concat {
			out.Args = append(out.Args, inner.Args...)
		} else if expr.Textual(x) {
			out.Args = append(out.Args, x)
		} else {
			out.Args = append(out.Args, &expr.Apply{Do: expr.ToText, Args: []expr.Expr{x}})
		}
	}
	return out
}

func (m *queryMeaning) object(n *jsonata.Object) expr.Expr {
	out := &expr.Object{}
	known := map[string]bool{}
	for _, pair := range n.Members {
		key, ok := pair.Key.(*jsonata.String)
		if !ok || known[key.Value] {
			return nil
		}
		known[key.Value] = true
		x := m.value(pair.Value)
		if x == nil {
			return nil
		}
		out.Members = append(out.Members, expr.ObjectMember{Key: key.Value, Value: x})
	}
	return out
}

// call is what a call means that computes a value.
func (m *queryMeaning) call(n *jsonata.Call) expr.Expr {
	name := functionName(n)
	if m.bound[name] != nil || n.Partial() || len(n.Arguments) == 0 {
		return nil
	}
	if do, ok := aggregateMeanings[name]; ok && len(n.Arguments) == 1 {
		return m.aggregate(do, n.Arguments[0])
	}
	if do, ok := queryFunctionMeanings[name]; ok && len(n.Arguments) == 1 {
		return applied(do, m.value(n.Arguments[0]))
	}
	switch {
	case name == "join" && len(n.Arguments) == 2:
		return applied(expr.Join, m.listArgument(n.Arguments[0]), m.value(n.Arguments[1]))
	case name == "split" && len(n.Arguments) == 2:
		if sep, ok := n.Arguments[1].(*jsonata.String); ok && sep.Value != "" {
			return applied(expr.Split, m.value(n.Arguments[0]), m.value(sep))
		}
	case name == "merge" && len(n.Arguments) == 1:
		list, ok := n.Arguments[0].(*jsonata.Array)
		if !ok {
			return applied(expr.Merge, m.value(itemsOfLists(n.Arguments[0])))
		}
		out := &expr.Apply{Do: expr.Merge}
		for _, item := range list.Items {
			out.Args = append(out.Args, m.value(item))
		}
		return applied(out.Do, out.Args...)
	case name == "lookup" && len(n.Arguments) == 2:
		p := m.path(n.Arguments[0])
		key, ok := n.Arguments[1].(*jsonata.String)
		if p != nil && ok {
			return memberPath(p, key.Value)
		}
	}
	return nil
}

// itemsOfLists is the list of objects and lists whose items $reduce(…, $append) collects in one list; of other expressions, they
// themselves.
func itemsOfLists(n jsonata.Node) jsonata.Node {
	c, ok := n.(*jsonata.Call)
	if !ok || c.Partial() || functionName(c) != "reduce" || len(c.Arguments) != 2 {
		return n
	}
	if f, ok := c.Arguments[1].(*jsonata.Variable); ok && f.Name == "append" {
		return c.Arguments[0]
	}
	return n
}

// without is an object that a transformation takes a member away from: $o ~> |$|{}, 'name'|.
func (m *queryMeaning) without(n *jsonata.Binary) expr.Expr {
	t, ok := n.Right.(*jsonata.Transform)
	if !ok {
		return nil
	}
	whole, isVariable := t.Pattern.(*jsonata.Variable)
	update, isObject := t.Update.(*jsonata.Object)
	name, isText := t.Delete.(*jsonata.String)
	if !isVariable || whole.Name != "" || !isObject || len(update.Members) > 0 || !isText {
		return nil
	}
	return applied(expr.Without, m.value(n.Left), &expr.Literal{Value: name.Value})
}

// aggregate computes with the items of a list.
func (m *queryMeaning) aggregate(do expr.Function, of jsonata.Node) expr.Expr {
	if do == expr.Count {
		return applied(do, m.sequence(of))
	}
	return applied(do, m.listArgument(of))
}

// listArgument is a list that a function computes with. A path of several names is most often the values of one member of each item of a
// list, which cannot be distinguished from a list in an object: it has no meaning.
func (m *queryMeaning) listArgument(n jsonata.Node) expr.Expr {
	x := m.sequence(n)
	if p, ok := x.(*expr.Path); ok && len(p.Steps) > 1 {
		return nil
	}
	return x
}
