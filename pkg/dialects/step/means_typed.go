package step

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
)

// What an expression means for data that has the types which it is written for. There `+` adds numbers but beside a text, and `in` looks
// for an item of a list but where the rest of the expression takes what it looks in for an object (step: "Operators").

// A typedMeaning is an expression being converted to the terms of all languages.
type typedMeaning struct {
	of *Expression
	// objects are the parts of the data, as text, of which a member is looked at: they are objects.
	objects []string
	// items is how many predicates are around: # is an item there.
	items int
}

// typedCondition is what an expression means where true or false is needed; nil if that cannot be expressed.
func (x *Expression) typedCondition() expr.Expr {
	m := x.typedMeaning()
	if m == nil {
		return nil
	}
	return m.condition(x.tree)
}

// typedValue is the same for an expression whose value is needed.
func (x *Expression) typedValue() expr.Expr {
	m := x.typedMeaning()
	if m == nil {
		return nil
	}
	return m.value(x.tree)
}

func (x *Expression) typedMeaning() *typedMeaning {
	if x.tree == nil {
		return nil
	}
	m := &typedMeaning{of: x}
	m.findObjects(x.tree)
	return m
}

func (m *typedMeaning) findObjects(n ast.Node) {
	if member, ok := n.(*ast.MemberNode); ok {
		if _, named := member.Property.(*ast.StringNode); named {
			m.objects = append(m.objects, member.Node.String())
		}
	}
	inside(n, m.findObjects)
}

// condition is what a part means where true or false is needed.
func (m *typedMeaning) condition(n ast.Node) expr.Expr {
	switch n := n.(type) {
	case *ast.BoolNode:
		return &expr.Literal{Value: n.Value}
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			if c := m.condition(n.Node); c != nil {
				return negate(c)
			}
		}
		return nil
	case *ast.BinaryNode:
		return m.operation(n)
	case *ast.ConditionalNode:
		return m.apply(expr.Choose, m.condition(n.Cond), m.condition(n.Exp1), m.condition(n.Exp2))
	case *ast.CallNode:
		if m.of.words.memberships[m.of.byteOffset(n.Callee.Location().From)] {
			return m.membership(n.Arguments[1], n.Arguments[0])
		}
		return nil
	case *ast.BuiltinNode:
		return m.predicate(n)
	}
	if p := m.path(n); p != nil {
		return m.test(p, expr.TestEqual, true, expr.Fails)
	}
	return nil
}

func negate(x expr.Expr) expr.Expr {
	if n, ok := x.(*expr.Not); ok {
		return n.Operand
	}
	return &expr.Not{Operand: x}
}

// test is a test of a value; wrong is its answer for null and values of other types.
func (m *typedMeaning) test(p *expr.Path, op expr.TestOp, v any, wrong expr.Answer) expr.Expr {
	plain := *p
	plain.OrNull = false
	t := &expr.Test{Op: op, Path: &plain, Value: v, Wrong: wrong, Null: wrong, Missing: wrong}
	if !p.OrNull && len(p.Steps) == 1 && p.Root == expr.RootInput {
		t.Missing = expr.Fails
	}
	return t
}

func (m *typedMeaning) operation(n *ast.BinaryNode) expr.Expr {
	switch n.Operator {
	case "&&", "and":
		return m.logic(n, expr.And)
	case "||", "or":
		return m.logic(n, expr.Or)
	case "in":
		return m.membership(n.Left, n.Right)
	case "contains", "startsWith", "endsWith":
		return m.texts(n)
	case "matches":
		return m.pattern(n)
	}
	return m.comparison(n)
}

func (m *typedMeaning) logic(n *ast.BinaryNode, op expr.LogicOp) expr.Expr {
	left, right := m.condition(n.Left), m.condition(n.Right)
	if left == nil || right == nil {
		return nil
	}
	return connected(connected(&expr.Logic{Op: op}, left), right)
}

// predicate asks a question of the items of a list.
func (m *typedMeaning) predicate(n *ast.BuiltinNode) expr.Expr {
	do, ok := map[string]expr.Function{"any": expr.Any, "all": expr.All, "none": expr.Any}[n.Name]
	if !ok {
		return nil
	}
	out := m.ofItems(do, n)
	if out != nil && n.Name == "none" {
		return negate(out)
	}
	return out
}

// ofItems applies a function to a list and what is asked or computed of each item.
func (m *typedMeaning) ofItems(do expr.Function, n *ast.BuiltinNode) expr.Expr {
	if len(n.Arguments) != 2 {
		return nil
	}
	p, ok := n.Arguments[1].(*ast.PredicateNode)
	if !ok {
		return nil
	}
	list := m.value(n.Arguments[0])
	m.items++
	defer func() { m.items-- }()
	if do == expr.Each {
		return m.apply(do, list, m.value(p.Node))
	}
	return m.apply(do, list, m.condition(p.Node))
}

// apply is a function of operands; nil if one of them has no meaning.
func (m *typedMeaning) apply(do expr.Function, args ...expr.Expr) expr.Expr {
	if slices.Contains(args, nil) {
		return nil
	}
	return &expr.Apply{Do: do, Args: args}
}

// path is a variable, or a part of one, as a path; nil for anything else. A member of all variables is null where there is none.
func (m *typedMeaning) path(n ast.Node) *expr.Path {
	out := &expr.Path{Definite: true}
	var members []expr.Step
	for {
		switch x := n.(type) {
		case *ast.IdentifierNode:
			switch {
			case isNull(x):
				return nil
			case x.Value == everything && len(members) == 0:
				return nil
			case x.Value == everything:
				out.OrNull = true
			default:
				members = append(members, child(x.Value))
			}
			return finishPath(out, members)
		case *ast.PointerNode:
			if x.Name != "" || m.items == 0 {
				return nil
			}
			out.Root = expr.RootItem
			return finishPath(out, members)
		case *ast.MemberNode:
			if x.Optional {
				return nil
			}
			switch key := x.Property.(type) {
			case *ast.StringNode:
				members = append(members, child(key.Value))
			case *ast.IntegerNode:
				members = append(members, expr.Step{Kind: expr.StepIndex, Index: key.Value})
			default:
				return nil
			}
			n = x.Node
		default:
			return nil
		}
	}
}

func finishPath(p *expr.Path, members []expr.Step) *expr.Path {
	slices.Reverse(members)
	p.Steps = members
	p.Text = p.String()
	return p
}
