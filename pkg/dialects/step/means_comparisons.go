package step

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
)

// What comparisons mean for data that has the types which they are written for.

// signs are the comparisons.
var signs = map[string]expr.CompareOp{"==": expr.Equal, "!=": expr.NotEqual, "<": expr.Less, "<=": expr.LessEqual, ">": expr.Greater, ">=": expr.GreaterEqual}

// comparison returns the meaning of a comparison in common terms; nil for another operator, or if it has none.
func (m *typedMeaning) comparison(n *ast.BinaryNode) expr.Expr {
	op, ok := signs[n.Operator]
	if !ok {
		return nil
	}
	if c := m.kind(n); c != nil {
		return c
	}
	if c := m.instant(n); c != nil {
		return c
	}
	left, right, sign := n.Left, n.Right, n.Operator
	if _, fixed := constantValue(left); fixed {
		left, right, sign = right, left, turned(sign)
	}
	v, fixed := constantValue(right)
	if p := m.path(left); p != nil && fixed {
		switch order, ordered := orders[sign]; {
		case sign == "==":
			return m.equals(p, v)
		case sign == "!=":
			return negate(m.equals(p, v))
		case ordered && v != nil:
			return m.test(p, order, v, expr.Fails)
		}
		return nil
	}
	a, b := m.value(n.Left), m.value(n.Right)
	if a == nil || b == nil {
		return nil
	}
	return &expr.Compare{Op: op, As: expr.Alike, Left: a, Right: b}
}

// instant compares a text with a fixed one as timestamps: date(v) < date('…').
func (m *typedMeaning) instant(n *ast.BinaryNode) expr.Expr {
	text, ok := dateOf(n.Right).(*ast.StringNode)
	subject := dateOf(n.Left)
	if !ok || subject == nil {
		return nil
	}
	p := m.path(subject)
	if _, valid := expr.ParseTimestamp(text.Value); !valid || p == nil {
		return nil
	}
	op := orders[n.Operator] // of no order, TestPresent
	if n.Operator == "==" || n.Operator == "!=" {
		op = expr.TestEqual
	}
	c := m.test(p, op, text.Value, expr.Fails)
	c.(*expr.Test).Instant = true
	if n.Operator == "!=" {
		return negate(c)
	}
	return c
}

// dateOf is the operand of the function date; nil for anything else.
func dateOf(n ast.Node) ast.Node {
	if call, ok := n.(*ast.BuiltinNode); ok && call.Name == "date" && len(call.Arguments) == 1 {
		return call.Arguments[0]
	}
	return nil
}

// equals asks whether a value is a constant. To be null is not to be there.
func (m *typedMeaning) equals(p *expr.Path, v any) expr.Expr {
	if v == nil {
		return negate(m.test(p, expr.TestPresent, nil, expr.No))
	}
	return m.test(p, expr.TestEqual, v, expr.No)
}

// typeTests are the names of types, and what asks for them.
var typeTests = map[string]expr.TestOp{"string": expr.TestText, "bool": expr.TestBoolean, "array": expr.TestList, "map": expr.TestObject}

// kind is a question about the type of a value: type(v) == 'string', or type(v) in ['int', 'float'].
func (m *typedMeaning) kind(n *ast.BinaryNode) expr.Expr {
	call, ok := n.Left.(*ast.BuiltinNode)
	if !ok || call.Name != "type" || len(call.Arguments) != 1 {
		return nil
	}
	p := m.path(call.Arguments[0])
	if p == nil {
		return nil
	}
	switch of := n.Right.(type) {
	case *ast.StringNode:
		op, known := typeTests[of.Value]
		if !known || n.Operator != "==" && n.Operator != "!=" {
			return nil
		}
		c := m.test(p, op, nil, expr.No)
		if n.Operator == "!=" {
			return negate(c)
		}
		return c
	case *ast.ArrayNode:
		if names, fixed := constants(of); fixed && n.Operator == "in" && len(names) == 2 && slices.Contains(names, any("int")) && slices.Contains(names, any("float")) {
			return m.test(p, expr.TestNumber, nil, expr.No)
		}
	}
	return nil
}

// constants are the values of a list of constants.
func constants(list *ast.ArrayNode) ([]any, bool) {
	out := []any{}
	for _, item := range list.Nodes {
		v, ok := constantValue(item)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// membership asks whether a value is one of several, or a member of an object.
func (m *typedMeaning) membership(subject, in ast.Node) expr.Expr {
	if list, ok := in.(*ast.ArrayNode); ok {
		if c := m.kind(&ast.BinaryNode{Operator: "in", Left: subject, Right: in}); c != nil {
			return c
		}
		values, fixed := constants(list)
		if p := m.path(subject); p != nil && fixed {
			out := &expr.Logic{Op: expr.Or}
			for _, v := range values {
				out = connected(out, m.equals(p, v))
			}
			return out
		}
	}
	if name, ok := subject.(*ast.StringNode); ok {
		if p := m.presence(name.Value, in); p != nil {
			return p
		}
	}
	left, right := m.value(subject), m.value(in)
	if left == nil || right == nil {
		return nil
	}
	return &expr.Compare{Op: expr.In, As: expr.Alike, Left: left, Right: right}
}

// presence asks whether an object has a member, if it is known to be one: all variables are.
func (m *typedMeaning) presence(name string, in ast.Node) expr.Expr {
	whole, ok := in.(*ast.IdentifierNode)
	if ok && whole.Value == everything {
		return &expr.Test{Op: expr.TestPresent, Path: steps(child(name)), Null: expr.Yes}
	}
	known := slices.Contains(m.objects, in.String())
	if or, ok := in.(*ast.BinaryNode); ok && or.Operator == "??" { // an empty object where there is none
		none, object := or.Right.(*ast.MapNode)
		in, known = or.Left, object && len(none.Pairs) == 0
	}
	p := m.path(in)
	if p == nil || !known {
		return nil
	}
	member := *p
	member.OrNull = false
	member.Steps = append(slices.Clone(p.Steps), child(name))
	member.Text = member.String()
	return &expr.Test{Op: expr.TestPresent, Path: &member, Null: expr.Yes}
}

// texts asks for a part of a text.
func (m *typedMeaning) texts(n *ast.BinaryNode) expr.Expr {
	part, fixed := n.Right.(*ast.StringNode)
	if p := m.path(n.Left); p != nil && fixed {
		ops := map[string]expr.TestOp{"contains": expr.TestContains, "startsWith": expr.TestStartsWith, "endsWith": expr.TestEndsWith}
		return m.test(p, ops[n.Operator], part.Value, expr.No)
	}
	ops := map[string]expr.Function{"contains": expr.HasPart, "startsWith": expr.HasStart, "endsWith": expr.HasEnd}
	return m.apply(ops[n.Operator], m.value(n.Left), m.value(n.Right))
}

// pattern asks whether a part of a text matches a pattern, which in common terms is one of the whole.
func (m *typedMeaning) pattern(n *ast.BinaryNode) expr.Expr {
	text, fixed := n.Right.(*ast.StringNode)
	left := m.value(n.Left)
	if left == nil || !fixed {
		return nil
	}
	return &expr.Compare{Op: expr.Matches, As: expr.Alike, Left: left, Right: &expr.Literal{Value: expr.WholePattern(text.Value)}}
}
