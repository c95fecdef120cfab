package step

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
)

// functionMeanings are the functions of one operand that compute a value as other languages do.
var functionMeanings = map[string]expr.Function{"len": expr.Length, "upper": expr.Upper, "lower": expr.Lower, "trim": expr.Trim,
	"floor": expr.Floor, "ceil": expr.Ceil, "abs": expr.Abs, "sum": expr.Sum, "min": expr.Least, "max": expr.Greatest,
	"keys": expr.Keys, "string": expr.ToText, "float": expr.ToNumber, "fromJSON": expr.FromJSON}

// arithmeticMeanings are the operators that compute with numbers.
var arithmeticMeanings = map[string]expr.Function{"+": expr.Add, "-": expr.Subtract, "*": expr.Multiply, "/": expr.Divide, "%": expr.Remainder}

// value is what a part means whose value is needed; nil if that cannot be expressed.
func (m *typedMeaning) value(n ast.Node) expr.Expr {
	if v, ok := constantValue(n); ok {
		return &expr.Literal{Value: v}
	}
	if p := m.path(n); p != nil {
		p.OrNull = p.OrNull || len(p.Steps) > 1
		return p
	}
	switch n := n.(type) {
	case *ast.ArrayNode:
		return m.list(n)
	case *ast.MapNode:
		return m.object(n)
	case *ast.ConditionalNode:
		return m.apply(expr.Choose, m.condition(n.Cond), m.value(n.Exp1), m.value(n.Exp2))
	case *ast.UnaryNode:
		if n.Operator == "-" {
			return m.apply(expr.Negate, m.value(n.Node))
		}
	case *ast.BinaryNode:
		if do, ok := arithmeticMeanings[n.Operator]; ok {
			return m.arithmetic(do, n)
		}
		if n.Operator == "??" {
			return m.otherwise(n)
		}
	case *ast.BuiltinNode:
		if x := m.function(n); x != nil {
			return x
		}
	case *ast.CallNode:
		if x := m.call(n); x != nil {
			return x
		}
	}
	return m.condition(n)
}

// arithmetic computes with two numbers, or joins two texts.
func (m *typedMeaning) arithmetic(do expr.Function, n *ast.BinaryNode) expr.Expr {
	left, right := m.value(n.Left), m.value(n.Right)
	if do != expr.Add || left == nil || right == nil || !expr.Textual(left) && !expr.Textual(right) {
		return m.apply(do, left, right)
	}
	out := &expr.Apply{Do: expr.Concat}
	for _, part := range []expr.Expr{left, right} {
		if inner, ok := part.(*expr.Apply); ok && inner.Do == expr.Concat {
			out.Args = append(out.Args, inner.Args...)
		} else {
			out.Args = append(out.Args, part)
		}
	}
	return out
}

// otherwise is a value, or another one where it is null.
func (m *typedMeaning) otherwise(n *ast.BinaryNode) expr.Expr {
	p := m.path(n.Left)
	if p == nil {
		return nil
	}
	there := m.test(p, expr.TestPresent, nil, expr.No)
	p.OrNull = false
	return m.apply(expr.Choose, there, p, m.value(n.Right))
}

func (m *typedMeaning) list(n *ast.ArrayNode) expr.Expr {
	out := &expr.List{}
	for _, item := range n.Nodes {
		x := m.value(item)
		if x == nil {
			return nil
		}
		out.Items = append(out.Items, x)
	}
	return out
}

func (m *typedMeaning) object(n *ast.MapNode) expr.Expr {
	out := &expr.Object{}
	known := map[string]bool{}
	for _, node := range n.Pairs {
		pair, ok := node.(*ast.PairNode)
		if !ok {
			return nil
		}
		key, ok := pair.Key.(*ast.StringNode)
		if !ok || known[key.Value] { // of a duplicate key the first value counts here
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

// function is what a function of the library means.
func (m *typedMeaning) function(n *ast.BuiltinNode) expr.Expr {
	switch n.Name {
	case "filter":
		return m.ofItems(expr.Where, n)
	case "map":
		return m.ofItems(expr.Each, n)
	case "count":
		return m.apply(expr.Count, m.ofItems(expr.Where, n))
	}
	return m.named(n.Name, n.Arguments)
}

// call is what a function of ours means.
func (m *typedMeaning) call(n *ast.CallNode) expr.Expr {
	callee, ok := n.Callee.(*ast.IdentifierNode)
	if !ok || m.of.words.memberships[m.of.byteOffset(n.Callee.Location().From)] {
		return nil
	}
	return m.named(callee.Value, n.Arguments)
}

func (m *typedMeaning) named(name string, args []ast.Node) expr.Expr {
	if slices.ContainsFunc(args, func(a ast.Node) bool { _, predicate := a.(*ast.PredicateNode); return predicate }) {
		return nil
	}
	do, known := functionMeanings[name]
	switch {
	case known && len(args) == 1:
		return m.apply(do, m.value(args[0]))
	case (name == "first" || name == "last") && len(args) == 1:
		index := map[string]int64{"first": 0, "last": -1}[name]
		return m.apply(expr.Nth, m.value(args[0]), &expr.Literal{Value: index})
	case name == "join" && len(args) == 2:
		return m.apply(expr.Join, m.value(args[0]), m.value(args[1]))
	case name == "concat" && len(args) == 2:
		if l, ok := args[1].(*ast.ArrayNode); ok && len(l.Nodes) == 1 {
			return m.apply(expr.Append, m.value(args[0]), m.value(l.Nodes[0]))
		}
	case name == "split" && len(args) == 2:
		return m.apply(expr.Split, m.value(args[0]), m.value(args[1]))
	}
	return nil
}
