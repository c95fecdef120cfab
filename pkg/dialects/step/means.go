package step

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// condition returns a condition for the model, which knows what it describes in the terms that other languages have, too.
func (x *Expression) condition() *expr.Foreign {
	f := x.foreign()
	f.Means, f.MeansTyped, f.Judges = x.conditionMeans, x.typedCondition, x.judgement
	return f
}

// value returns an expression for the model whose value a variable gets.
func (x *Expression) value() *expr.Foreign {
	f := x.foreign()
	f.Means, f.MeansTyped = x.valueMeans, x.typedValue
	return f
}

// conditionMeans is what an expression describes where true or false is needed; nil if that cannot be expressed.
func (x *Expression) conditionMeans() expr.Expr {
	if x.tree == nil {
		return nil
	}
	m := meaning{of: x}
	c := m.condition(x.tree)
	if c == nil {
		return nil
	}
	return m.defined(c)
}

// valueMeans is the value of an expression: a fixed one, that of a variable or a member, or the answer of a condition.
func (x *Expression) valueMeans() expr.Expr {
	if x.tree == nil {
		return nil
	}
	m := meaning{of: x}
	if v, ok := constantValue(x.tree); ok {
		return &expr.Literal{Value: v, Span: m.whole()}
	}
	if path := m.path(x.tree); path != nil {
		path.OrNull = len(path.Steps) > 1
		return path
	}
	if givesBoolean(x.tree) {
		return x.conditionMeans()
	}
	return nil
}

// givesBoolean reports whether the value of a condition is true or false, or none at all. One that is decided by its second
// side has whatever value that has.
func givesBoolean(n ast.Node) bool {
	if b, ok := n.(*ast.BinaryNode); ok {
		switch b.Operator {
		case "&&", "and", "||", "or":
			return givesBoolean(b.Right)
		}
	}
	_, not := n.(*ast.UnaryNode)
	return not || kindOf(n) == source.Bool
}

// A meaning is an expression being converted to the terms of all languages. Its variables are the members of the document.
type meaning struct {
	of *Expression
	// certain are the variables of which a test asks whatever the others say, so that one that is missing fails there.
	certain []string
	// unsure means that what is looked at is not reached for all documents.
	unsure bool
}

// defined puts tests before a condition that fail where a variable is missing that it may not come to (step: "Error
// behaviour").
func (m *meaning) defined(c expr.Expr) expr.Expr {
	all := &expr.Logic{Op: expr.And, Span: c.Range()}
	for _, v := range m.of.names {
		if !slices.Contains(m.certain, v.name) {
			at := m.of.At(v.from, v.to)
			all.Operands = append(all.Operands, &expr.Test{Op: expr.TestPresent, Path: steps(child(v.name)), Null: expr.Yes, Missing: expr.Fails, Span: at})
		}
	}
	if len(all.Operands) == 0 {
		return c
	}
	return connected(all, c)
}

// condition is what a part of an expression describes where true or false is needed; nil if that cannot be expressed.
func (m *meaning) condition(n ast.Node) expr.Expr {
	switch n := n.(type) {
	case *ast.BoolNode:
		return &expr.Literal{Value: n.Value, Span: m.whole()}
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			if c := m.condition(n.Node); c != nil {
				return &expr.Not{Operand: c, Span: m.whole()}
			}
		}
	case *ast.BinaryNode:
		return m.operation(n)
	case *ast.CallNode:
		if m.of.words.memberships[m.of.byteOffset(n.Callee.Location().From)] {
			return m.membership(n.Arguments[1], n.Arguments[0])
		}
	case *ast.IdentifierNode, *ast.MemberNode:
		return m.ask(n, &expr.Test{Op: expr.TestEqual, Value: true, Wrong: expr.Fails, Null: expr.Fails, Missing: expr.Fails})
	}
	return nil
}

// whole is the place of the expression: its parts are known by what they count, not by where they begin and end.
func (m *meaning) whole() source.Span { return m.of.At(0, len(m.of.Text.String)) }

func (m *meaning) operation(n *ast.BinaryNode) expr.Expr {
	switch n.Operator {
	case "&&", "and":
		return m.logic(n, expr.And)
	case "||", "or":
		return m.logic(n, expr.Or)
	case "in":
		return m.membership(n.Left, n.Right)
	case "contains", "startsWith", "endsWith":
		return m.texts(n)
	}
	return m.comparison(n)
}

// logic connects two conditions. What the second one is about is looked at only if the first does not decide.
func (m *meaning) logic(n *ast.BinaryNode, op expr.LogicOp) expr.Expr {
	left := m.condition(n.Left)
	if left == nil {
		return nil
	}
	before := m.unsure
	m.unsure = true
	right := m.condition(n.Right)
	m.unsure = before
	if right == nil {
		return nil
	}
	out := &expr.Logic{Op: op, Span: m.whole()}
	return connected(connected(out, left), right)
}

// connected adds a condition to those that are connected already.
func connected(l *expr.Logic, x expr.Expr) *expr.Logic {
	if inner, ok := x.(*expr.Logic); ok && inner.Op == l.Op {
		l.Operands = append(l.Operands, inner.Operands...)
	} else {
		l.Operands = append(l.Operands, x)
	}
	return l
}

// orders are the questions of comparisons that need an order.
var orders = map[string]expr.TestOp{"<": expr.TestLess, "<=": expr.TestLessEqual, ">": expr.TestGreater, ">=": expr.TestGreaterEqual}

// comparison is one with a constant: equality is false of another type, an order is an error.
func (m *meaning) comparison(n *ast.BinaryNode) expr.Expr {
	subject, op := n.Left, n.Operator
	v, ok := constantValue(n.Right)
	if !ok {
		subject, op = n.Right, turned(op)
		if v, ok = constantValue(n.Left); !ok {
			return nil
		}
	}
	switch order, ordered := orders[op]; {
	case op == "==":
		return m.oneOf(subject, []any{v})
	case op == "!=":
		c := m.oneOf(subject, []any{v})
		if c == nil {
			return nil
		}
		return &expr.Not{Operand: c, Span: m.whole()}
	case ordered && v != nil:
		if _, boolean := v.(bool); !boolean {
			return m.ask(subject, &expr.Test{Op: order, Value: v, Wrong: expr.Fails, Null: expr.Fails, Missing: expr.Fails})
		}
	}
	return nil
}

// membership asks whether a subject is one of several constants.
func (m *meaning) membership(subject, in ast.Node) expr.Expr {
	list, ok := in.(*ast.ArrayNode)
	if !ok || len(list.Nodes) == 0 {
		return nil
	}
	var values []any
	for _, item := range list.Nodes {
		v, ok := constantValue(item)
		if !ok {
			return nil
		}
		values = append(values, v)
	}
	return m.oneOf(subject, values)
}

// oneOf asks whether a subject equals one of several constants, whatever its type. To be null is not to be there.
func (m *meaning) oneOf(subject ast.Node, values []any) expr.Expr {
	var tests []*expr.Test
	for _, v := range values {
		t := &expr.Test{Op: expr.TestEqual, Value: v}
		if v == nil {
			t = &expr.Test{Op: expr.TestPresent}
		}
		tests = append(tests, t)
	}
	return m.ask(subject, tests...)
}

// texts asks for a part of a text. What is null has none; anything else that is not a text is an error.
func (m *meaning) texts(n *ast.BinaryNode) expr.Expr {
	part, ok := n.Right.(*ast.StringNode)
	if !ok {
		return nil
	}
	ops := map[string]expr.TestOp{"contains": expr.TestContains, "startsWith": expr.TestStartsWith, "endsWith": expr.TestEndsWith}
	return m.ask(n.Left, &expr.Test{Op: ops[n.Operator], Value: part.Value, Wrong: expr.Fails})
}

// ask asks whether one of some tests holds of a variable or of a member, where one of presence is turned to ask for absence; nil
// if the subject is neither. A missing variable is an error; a missing member of an object is null, but there has to be an object.
func (m *meaning) ask(subject ast.Node, tests ...*expr.Test) expr.Expr {
	path := m.path(subject)
	if path == nil {
		return nil
	}
	if name := path.Steps[0].Name; !m.unsure && !slices.Contains(m.certain, name) {
		m.certain = append(m.certain, name)
	}
	var asked []expr.Expr
	for _, t := range tests {
		t.Path, t.Span = path, m.whole()
		if len(path.Steps) == 1 {
			t.Missing = expr.Fails
		}
		if t.Op == expr.TestPresent {
			asked = append(asked, &expr.Not{Operand: t, Span: t.Span})
		} else {
			asked = append(asked, t)
		}
	}
	out := asked[0]
	if len(asked) > 1 {
		out = &expr.Logic{Op: expr.Or, Operands: asked, Span: m.whole()}
	}
	if last := len(path.Steps) - 1; last > 0 {
		object := &expr.Test{Op: expr.TestObject, Path: steps(path.Steps[:last]...), Wrong: expr.Fails, Null: expr.Fails, Missing: expr.Fails, Span: m.whole()}
		out = &expr.Logic{Op: expr.And, Operands: []expr.Expr{object, out}, Span: m.whole()}
	}
	return out
}

// path is a variable, or a member of one, as a path of the document; nil for anything else.
func (m *meaning) path(n ast.Node) *expr.Path {
	var members []expr.Step
	for {
		switch x := n.(type) {
		case *ast.IdentifierNode:
			if isNull(x) || x.Value == everything {
				return nil
			}
			slices.Reverse(members)
			out := steps(append([]expr.Step{child(x.Value)}, members...)...)
			out.Span = m.whole()
			return out
		case *ast.MemberNode:
			name, ok := x.Property.(*ast.StringNode)
			if !ok || x.Optional {
				return nil
			}
			members = append(members, child(name.Value))
			n = x.Node
		default:
			return nil
		}
	}
}

func child(name string) expr.Step { return expr.Step{Kind: expr.StepChild, Name: name} }

// steps is the path of some members.
func steps(members ...expr.Step) *expr.Path {
	p := &expr.Path{Steps: members, Definite: true}
	p.Text = p.String()
	return p
}

// constantValue is the value of a constant.
func constantValue(n ast.Node) (any, bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return int64(n.Value), true
	case *ast.FloatNode:
		return n.Value, true
	case *ast.StringNode:
		return n.Value, true
	case *ast.BoolNode:
		return n.Value, true
	case *ast.NilNode:
		return nil, true
	case *ast.IdentifierNode:
		return nil, isNull(n)
	case *ast.UnaryNode:
		v, ok := constantValue(n.Node)
		switch x := v.(type) {
		case int64:
			if n.Operator == "-" {
				return -x, ok
			}
		case float64:
			if n.Operator == "-" {
				return -x, ok
			}
		}
		return nil, false
	}
	return nil, false
}
