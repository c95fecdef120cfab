package asl

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// idiom is a comparison of what a function makes of a value that is a test of the value itself: of its type, of its beginning or end, of
// its letters without case, of an instant. It is nil for another.
func (m *queryMeaning) idiom(n *jsonata.Binary, op expr.CompareOp) expr.Expr {
	call, ok := n.Left.(*jsonata.Call)
	if !ok || len(call.Arguments) == 0 {
		return nil
	}
	p := m.path(call.Arguments[0])
	if p == nil {
		return nil
	}
	text, isText := n.Right.(*jsonata.String)
	name := functionName(call)
	switch {
	case name == "toMillis" && len(call.Arguments) == 1:
		return m.instant(p, n.Right, op)
	case !isText || op != expr.Equal && op != expr.NotEqual:
		return nil
	}
	t := &expr.Test{Path: p, Value: text.Value}
	switch {
	case name == "type":
		kinds := map[string]expr.TestOp{"string": expr.TestText, "number": expr.TestNumber, "boolean": expr.TestBoolean, "array": expr.TestList, "object": expr.TestObject}
		kind, known := kinds[text.Value]
		if !known {
			return nil
		}
		t.Op, t.Value = kind, nil
	case name == "substring":
		part, ok := partOfText(call, text.Value)
		if !ok {
			return nil
		}
		t.Op = part
	case name == "lowercase":
		t.Op, t.Fold = expr.TestEqual, true
	default:
		return nil
	}
	if op == expr.NotEqual {
		return &expr.Not{Operand: t}
	}
	return t
}

// length is what [lengthOf] means; nil for another expression.
func (m *queryMeaning) length(n *jsonata.Conditional) expr.Expr {
	call, ok := n.Then.(*jsonata.Call)
	if !ok || functionName(call) != "length" || len(call.Arguments) != 1 || jsonata.Print(n) != jsonata.Print(lengthOf(call.Arguments[0])) {
		return nil
	}
	return applied(expr.Length, m.value(call.Arguments[0]))
}

// joinedMeans is what an expression means that joins the results of parallel parts as one value, as it is written for a flow; nil for another.
func joinedMeans(n *jsonata.Block) expr.Expr {
	if len(n.Expressions) != 2 {
		return nil
	}
	results := expr.Expr(&expr.Path{Root: expr.RootAnswer, Definite: true, Text: "$"})
	switch jsonata.Print(n) {
	case joinedResults:
		return applied(expr.Joined, results)
	case joinedLists:
		return applied(expr.Joined, applied(expr.Spread, results))
	}
	return nil
}

// The expressions that join the results of parallel parts as one value, as they are printed: of which each is an item, or its items are.
var joinedResults, joinedLists = printed(joinedAsOne(resultsText)), printed(joinedAsOne(spreadText(resultsText)))

// printed is an expression as it is printed.
func printed(text string) string {
	n, err := jsonata.Parse(text)
	if err != nil {
		return text
	}
	return jsonata.Print(n)
}

// partOfText is the test that $substring makes of a text that it is compared with: of its beginning or its end.
func partOfText(call *jsonata.Call, text string) (expr.TestOp, bool) {
	size := int64(len([]rune(text)))
	number := func(i int) (int64, bool) {
		if i >= len(call.Arguments) {
			return 0, false
		}
		l, ok := literalNumber(call.Arguments[i])
		return l, ok
	}
	from, ok := number(1)
	length, bounded := number(2)
	switch {
	case ok && bounded && from == 0 && length == size:
		return expr.TestStartsWith, true
	case ok && len(call.Arguments) == 2 && from == -size && size > 0:
		return expr.TestEndsWith, true
	}
	return 0, false
}

func literalNumber(n jsonata.Node) (int64, bool) {
	switch n := n.(type) {
	case *jsonata.Number:
		i, ok := n.Value.(int64)
		return i, ok
	case *jsonata.Negate:
		i, ok := literalNumber(n.Operand)
		return -i, ok
	}
	return 0, false
}

// instant compares a text with a fixed one as timestamps.
func (m *queryMeaning) instant(p *expr.Path, right jsonata.Node, op expr.CompareOp) expr.Expr {
	call, ok := right.(*jsonata.Call)
	if !ok || functionName(call) != "toMillis" || len(call.Arguments) != 1 {
		return nil
	}
	text, ok := call.Arguments[0].(*jsonata.String)
	if !ok {
		return nil
	}
	if _, valid := expr.ParseTimestamp(text.Value); !valid {
		return nil
	}
	t := &expr.Test{Op: testsOfOperators[op], Path: p, Value: text.Value, Instant: true, Wrong: expr.Fails, Null: expr.Fails}
	if op == expr.NotEqual {
		return &expr.Not{Operand: t}
	}
	return t
}
