package step

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
)

// What an expression means for data that has the types which it is written for. There `+` adds numbers but beside a text, and `in` looks
// for an item of a list but where the rest of the expression takes what it looks in for an object (step: "Operators").

// A typedMeaning is an expression on its way into the terms of all languages.
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

// signs are the comparisons.
var signs = map[string]expr.CompareOp{"==": expr.Equal, "!=": expr.NotEqual, "<": expr.Less, "<=": expr.LessEqual, ">": expr.Greater, ">=": expr.GreaterEqual}

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
	p := m.path(in)
	if p == nil || !slices.Contains(m.objects, in.String()) {
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
