package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// What a JSONata expression means in the terms of all languages, for data that has the types which it is written for (see [expr.Domain]):
// a name is looked up in an object, and what a predicate applies to is a list. Where JSONata makes a single value of a list of one, which
// other languages do not, there is no meaning.

// A queryMeaning is an expression being converted to these terms.
type queryMeaning struct {
	// bound are the variables that the expression gives a value itself.
	bound map[string]expr.Expr
	// items is how many predicates and functions of items are around: $ and bare names are of an item there.
	items int
	// depth bounds how deep the expression nests.
	depth int
}

// deepestMeaning is how deep an expression may nest that has a meaning.
const deepestMeaning = 100

// conditionMeans returns what an expression means where true or false is needed, and valueMeans where a value is; nil if it means more than
// can be expressed.
func conditionMeans(tree jsonata.Node) expr.Expr {
	m := &queryMeaning{bound: map[string]expr.Expr{}}
	return m.condition(tree)
}

func valueMeans(tree jsonata.Node) expr.Expr {
	if block, ok := tree.(*jsonata.Block); ok {
		if x := joinedMeans(block); x != nil {
			return x
		}
	}
	m := &queryMeaning{bound: map[string]expr.Expr{}}
	return m.value(tree)
}

// condition is what a part means where true or false is needed.
func (m *queryMeaning) condition(n jsonata.Node) expr.Expr {
	if m.depth++; m.depth > deepestMeaning {
		return nil
	}
	defer func() { m.depth-- }()
	switch n := n.(type) {
	case *jsonata.Boolean:
		return &expr.Literal{Value: n.Value}
	case *jsonata.Binary:
		return m.binaryCondition(n)
	case *jsonata.Conditional:
		if n.Else == nil {
			return nil
		}
		return applied(expr.Choose, m.condition(n.If), m.condition(n.Then), m.condition(n.Else))
	case *jsonata.Block:
		return m.block(n, m.condition)
	case *jsonata.Call:
		return m.callCondition(n)
	}
	if p := m.path(n); p != nil {
		return applied(expr.Truth, p)
	}
	return nil
}

// applied is a function of operands; nil if one of them has no meaning.
func applied(do expr.Function, args ...expr.Expr) expr.Expr {
	if slices.Contains(args, nil) {
		return nil
	}
	return &expr.Apply{Do: do, Args: args}
}

// opposite is a condition that holds where another does not; nil stays nil.
func opposite(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case nil:
		return nil
	case *expr.Not:
		return x.Operand
	}
	return &expr.Not{Operand: x}
}

// block is the value of its last expression, which those before it give variables to.
func (m *queryMeaning) block(n *jsonata.Block, means func(jsonata.Node) expr.Expr) expr.Expr {
	if len(n.Expressions) == 0 {
		return nil
	}
	var bound []string
	defer func() {
		for _, name := range bound {
			delete(m.bound, name)
		}
	}()
	last := len(n.Expressions) - 1
	for _, part := range n.Expressions[:last] {
		bind, ok := part.(*jsonata.Bind)
		if !ok || m.bound[bind.Name.Name] != nil || m.items > 0 {
			return nil
		}
		x := m.value(bind.Value)
		if x == nil {
			return nil
		}
		m.bound[bind.Name.Name] = x
		bound = append(bound, bind.Name.Name)
	}
	return means(n.Expressions[last])
}

var queryOperators = map[string]expr.CompareOp{"=": expr.Equal, "!=": expr.NotEqual, "<": expr.Less, "<=": expr.LessEqual, ">": expr.Greater, ">=": expr.GreaterEqual,
	"in": expr.In}

func (m *queryMeaning) binaryCondition(n *jsonata.Binary) expr.Expr {
	switch n.Op {
	case "and", "or":
		return m.connective(n)
	}
	op, ok := queryOperators[n.Op]
	if !ok {
		return nil
	}
	if x := m.idiom(n, op); x != nil {
		return x
	}
	if op == expr.In {
		return m.membership(n)
	}
	left, right := m.value(n.Left), m.value(n.Right)
	if left == nil || right == nil {
		return nil
	}
	if x := testOf(left, right, op); x != nil {
		return x
	}
	return &expr.Compare{Op: op, As: expr.Alike, Left: left, Right: right}
}

// connective connects conditions: as many in a row as are connected in the same way.
func (m *queryMeaning) connective(n *jsonata.Binary) expr.Expr {
	out := &expr.Logic{Op: expr.And}
	if n.Op == "or" {
		out.Op = expr.Or
	}
	var operands []jsonata.Node
	var at jsonata.Node = n
	for {
		inner, ok := at.(*jsonata.Binary)
		if !ok || inner.Op != n.Op {
			break
		}
		operands = append(operands, inner.Right)
		at = inner.Left
	}
	operands = append(operands, at)
	for _, o := range slices.Backward(operands) {
		x := m.condition(o)
		if x == nil {
			return nil
		}
		out.Operands = append(out.Operands, x)
	}
	return out
}

// membership asks whether a value is an item of a list, or one of several values.
func (m *queryMeaning) membership(n *jsonata.Binary) expr.Expr {
	left := m.value(n.Left)
	var right expr.Expr
	if list, ok := n.Right.(*jsonata.Array); ok {
		right = m.constants(list)
	} else {
		right = m.value(n.Right)
	}
	if left == nil || right == nil {
		return nil
	}
	return &expr.Compare{Op: expr.In, As: expr.Alike, Left: left, Right: right}
}

// constants is a list of fixed values that are not lists; nil for another.
func (m *queryMeaning) constants(list *jsonata.Array) expr.Expr {
	values := []any{}
	for _, item := range list.Items {
		l, ok := m.value(item).(*expr.Literal)
		if !ok {
			return nil
		}
		if _, nested := l.Value.([]any); nested {
			return nil
		}
		values = append(values, l.Value)
	}
	return &expr.Literal{Value: values}
}

var testsOfOperators = map[expr.CompareOp]expr.TestOp{expr.Equal: expr.TestEqual, expr.NotEqual: expr.TestEqual, expr.Less: expr.TestLess,
	expr.LessEqual: expr.TestLessEqual, expr.Greater: expr.TestGreater, expr.GreaterEqual: expr.TestGreaterEqual}

// testOf is a comparison of a path with a fixed value as a test; nil for another. What is missing is not equal and not unequal to anything.
func testOf(left, right expr.Expr, op expr.CompareOp) expr.Expr {
	if _, fixed := left.(*expr.Literal); fixed {
		left, right = right, left
		op = map[expr.CompareOp]expr.CompareOp{expr.Equal: expr.Equal, expr.NotEqual: expr.NotEqual, expr.Less: expr.Greater, expr.LessEqual: expr.GreaterEqual,
			expr.Greater: expr.Less, expr.GreaterEqual: expr.LessEqual}[op]
	}
	p, ok := left.(*expr.Path)
	l, okay := right.(*expr.Literal)
	if !ok || !okay || !p.Definite {
		return nil
	}
	t := &expr.Test{Op: testsOfOperators[op], Path: p, Value: l.Value}
	switch op {
	case expr.NotEqual:
		t.Missing = expr.Yes
		return &expr.Not{Operand: t}
	case expr.Equal:
		return t
	}
	switch l.Value.(type) {
	case string, int64, float64:
		t.Wrong, t.Null = expr.Fails, expr.Fails
		return t
	}
	return nil
}

// functionName is the name of the function that a call names; empty for another call.
func functionName(n *jsonata.Call) string {
	if v, ok := n.Function.(*jsonata.Variable); ok {
		return v.Name
	}
	return ""
}

// callCondition is what a call means that results in true or false.
func (m *queryMeaning) callCondition(n *jsonata.Call) expr.Expr {
	name := functionName(n)
	if m.bound[name] != nil || n.Partial() {
		return nil
	}
	switch {
	case name == "not" && len(n.Arguments) == 1:
		return opposite(m.condition(n.Arguments[0]))
	case name == "boolean" && len(n.Arguments) == 1:
		return m.condition(n.Arguments[0])
	case name == "exists" && len(n.Arguments) == 1:
		return m.exists(n.Arguments[0])
	case name == "contains" && len(n.Arguments) == 2:
		text := m.value(n.Arguments[0])
		part := m.value(n.Arguments[1])
		p, isPath := text.(*expr.Path)
		l, fixed := part.(*expr.Literal)
		if isPath && fixed {
			if _, ok := l.Value.(string); ok {
				return &expr.Test{Op: expr.TestContains, Path: p, Value: l.Value, Wrong: expr.Fails, Null: expr.Fails}
			}
		}
		return applied(expr.HasPart, text, part)
	}
	return nil
}

// exists asks whether there is a value, or an item for which a predicate holds.
func (m *queryMeaning) exists(n jsonata.Node) expr.Expr {
	if p := m.path(n); p != nil {
		if p.Root == expr.RootVar || len(p.Steps) > 0 {
			return &expr.Test{Op: expr.TestPresent, Path: p, Null: expr.Yes}
		}
		return nil
	}
	if a, ok := m.sequence(n).(*expr.Apply); ok && a.Do == expr.Where {
		return &expr.Apply{Do: expr.Any, Args: a.Args}
	}
	return nil
}
