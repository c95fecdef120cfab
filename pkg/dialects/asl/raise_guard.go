package asl

import (
	"regexp"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Conditions are written in two forms. An operator of asl holds of values of its own type, is false for others and for null, and
// fails if there is none. A filter, of which it is asked how many documents it lets through, is false for all of these, and can
// decide more about them:
//
//	{"Variable": "$.total", "NumericGreaterThan": 100}
//	{"Variable": "$[?(@.total > 100)].length()", "NumericEquals": 1}

// A condition is what a guard becomes: a rule, or, without one, what always holds or never does.
type condition struct {
	rule  *source.Node
	holds bool
	// loose is true if it may give another result for a value of another type, for null or for a missing value.
	loose bool
}

// translateGuard returns what a guard becomes, and false if asl cannot express it. A possible difference is noted as a loss.
func (m *machine) translateGuard(x expr.Expr, e *workflow.Element) (condition, bool) {
	c, ok := m.conditionOf(x)
	switch {
	case !ok:
		m.raising.lose(&dialects.LossExpression, x.Range(), e, "", "asl cannot express the condition")
	case c.loose:
		m.raising.lose(&dialects.LossGuard, x.Range(), e, "a test that is false for them, or fails",
			"conditions give another result for values of another type, for null or for missing values")
	}
	return c, ok
}

// conditionOf returns what a condition becomes, and false if asl cannot express it.
func (m *machine) conditionOf(x expr.Expr) (condition, bool) {
	as := &saying{whole: m.raising.flow.Documents == workflow.ObjectDocument, strict: true}
	x = expr.Portable(x, as.whole)
	c, ok := as.condition(x)
	if ok && c.loose {
		as.strict = false
		c, ok = as.condition(x)
	}
	return c, ok
}

// saying holds the options for writing conditions.
type saying struct {
	// whole is true if the document is an object.
	whole bool
	// strict has what is missing fail wherever it does in the source. Where something else is not the same anyway, that is left to
	// what is asked of the value.
	strict bool
}

func (as *saying) condition(x expr.Expr) (condition, bool) {
	switch x := x.(type) {
	case *expr.Literal:
		holds, ok := x.Value.(bool)
		return condition{holds: holds}, ok
	case *expr.Not:
		c, ok := as.condition(x.Operand)
		if c.rule != nil {
			c.rule = negation(c.rule)
		}
		c.holds = !c.holds
		return c, ok
	case *expr.Logic:
		return as.logic(x)
	case *expr.Test:
		return as.test(x)
	case *expr.Loose:
		return looseTest(x)
	case *expr.Path:
		return presence(x)
	}
	return condition{}, false
}

func negation(rule *source.Node) *source.Node {
	n := dialects.NewObject()
	dialects.Put(n, "Not", rule)
	return n
}

// logic connects conditions. Those whose answer is fixed are left out, or are the answer.
func (as *saying) logic(x *expr.Logic) (condition, bool) {
	out := condition{holds: x.Op == expr.And}
	rules := list()
	for _, o := range x.Operands {
		c, ok := as.condition(o)
		if !ok {
			return condition{}, false
		}
		out.loose = out.loose || c.loose
		switch {
		case c.rule != nil:
			rules.Items = append(rules.Items, c.rule)
		case c.holds != out.holds: // what comes before it may fail
			return condition{holds: c.holds, loose: out.loose || len(rules.Items) > 0}, true
		}
	}
	switch len(rules.Items) {
	case 0:
	case 1:
		out.rule = rules.Items[0]
	default:
		out.rule = dialects.NewObject()
		key := "And"
		if x.Op == expr.Or {
			key = "Or"
		}
		dialects.Put(out.rule, key, rules)
	}
	return out, true
}

// typedOperator is the operator that asks what a test does, or empty if there is none for its value.
func typedOperator(t *expr.Test) string {
	as := expr.Numeric
	switch t.Value.(type) {
	case string:
		as = expr.Text
		if t.Instant {
			as = expr.Timestamp
		}
	case bool:
		as = expr.Boolean
	case int64, float64:
	default:
		return ""
	}
	op, ok := map[expr.TestOp]expr.CompareOp{expr.TestEqual: expr.Equal, expr.TestLess: expr.Less, expr.TestLessEqual: expr.LessEqual,
		expr.TestGreater: expr.Greater, expr.TestGreaterEqual: expr.GreaterEqual}[t.Op]
	if !ok {
		return ""
	}
	return operatorFor(&expr.Compare{Op: op, As: as})
}

// test writes a test: as an operator if a missing value must be an error, else as a filter.
func (as *saying) test(t *expr.Test) (condition, bool) {
	if t.Path == nil || t.Path.Root != expr.RootInput {
		return condition{}, false
	}
	if t.Op == expr.TestPresent && t.Missing == expr.Fails && t.Null == expr.Yes {
		if !as.strict {
			return condition{holds: true, loose: true}, true
		}
		// No text comes before the empty one, so that this holds of whatever is there.
		return condition{rule: negation(comparing(t.Path, "StringLessThan", ""))}, true
	}
	if t.Op == expr.TestObject { // the test of a member, which follows, fails where there is nothing to have it
		return condition{holds: true, loose: true}, t.Missing == expr.Fails && t.Null == expr.Fails && t.Wrong == expr.Fails
	}
	operator := typedOperator(t)
	if operator != "" && (t.Missing == expr.Fails || t.Instant || !as.whole) {
		return condition{rule: comparing(t.Path, operator, t.Value),
			loose: t.Missing != expr.Fails || t.Wrong != expr.No || t.Null != expr.No && t.Value != nil}, true
	}
	filter := filtered(t)
	if filter == nil {
		return condition{}, false
	}
	loose := !as.whole || t.Missing == expr.Fails || t.Null == expr.Fails && t.Value != nil || t.Wrong == expr.Fails && t.Op != expr.TestPresent
	return condition{rule: counting(filterPath(filter), false), loose: loose}, true
}

// comparing is the rule that compares what a path selects with a fixed value.
func comparing(p *expr.Path, operator string, v any) *source.Node {
	rule := dialects.NewObject()
	dialects.Put(rule, "Variable", dialects.NewText(p.String()))
	dialects.Put(rule, operator, value.Node(v))
	return rule
}

// filtered is a test as a condition of a filter, with its results for other values; nil if a filter cannot express it.
func filtered(t *expr.Test) expr.Expr {
	at := itemPath(t.Path)
	isNull := compared(expr.Equal, at, nil)
	present := expr.Expr(at)
	if t.Op == expr.TestPresent {
		return answers(present, t, at)
	}
	ops := map[expr.TestOp]expr.CompareOp{expr.TestEqual: expr.Equal, expr.TestLess: expr.Less, expr.TestLessEqual: expr.LessEqual,
		expr.TestGreater: expr.Greater, expr.TestGreaterEqual: expr.GreaterEqual}
	var holds expr.Expr
	if op, ok := ops[t.Op]; ok {
		if !scalar(t.Value) {
			return nil
		}
		holds = compared(op, at, t.Value)
	} else {
		text, ok := t.Value.(string)
		if !ok {
			return nil
		}
		holds = matching(at, t.Op, text)
	}
	if t.Wrong == expr.Yes {
		kind := ofKind(at, t.Value)
		if kind == nil {
			return nil
		}
		holds = either(holds, both(present, &expr.Not{Operand: isNull}, &expr.Not{Operand: kind}))
	}
	return answers(holds, t, at)
}

// answers adds the results of a test for null and for missing values.
func answers(holds expr.Expr, t *expr.Test, at *expr.Path) expr.Expr {
	switch {
	case t.Op == expr.TestPresent && t.Null != expr.Yes:
		holds = both(holds, &expr.Not{Operand: compared(expr.Equal, at, nil)})
	case t.Op != expr.TestPresent && t.Null == expr.Yes && t.Value != nil:
		holds = either(holds, compared(expr.Equal, at, nil))
	}
	if t.Missing == expr.Yes {
		holds = either(&expr.Not{Operand: at}, holds)
	}
	return holds
}

// ofKind is true of the values of the kind of another one.
func ofKind(at *expr.Path, v any) expr.Expr {
	switch v.(type) {
	case string:
		return compared(expr.GreaterEqual, at, "")
	case int64, float64:
		return either(compared(expr.Less, at, int64(0)), compared(expr.GreaterEqual, at, int64(0)))
	case bool:
		return either(compared(expr.Equal, at, true), compared(expr.Equal, at, false))
	}
	return nil
}

func scalar(v any) bool {
	switch v.(type) {
	case nil, bool, string, int64, float64:
		return true
	}
	return false
}

func compared(op expr.CompareOp, at *expr.Path, v any) expr.Expr {
	return &expr.Compare{Op: op, As: expr.Jayway, Left: at, Right: &expr.Literal{Value: v}}
}

// matching is a question about a part of a text, as a pattern.
func matching(at *expr.Path, op expr.TestOp, part string) expr.Expr {
	pattern := regexp.QuoteMeta(part)
	if op != expr.TestStartsWith {
		pattern = ".*" + pattern
	}
	if op != expr.TestEndsWith {
		pattern += ".*"
	}
	return compared(expr.Matches, at, "(?s)"+pattern)
}

func both(parts ...expr.Expr) expr.Expr { return &expr.Logic{Op: expr.And, Operands: parts} }

func either(parts ...expr.Expr) expr.Expr { return &expr.Logic{Op: expr.Or, Operands: parts} }

// itemPath is a path of the document as one of the item that a filter looks at.
func itemPath(p *expr.Path) *expr.Path {
	return &expr.Path{Root: expr.RootItem, Steps: p.Steps, Definite: true}
}

// filterPath selects the document if a condition holds of it.
func filterPath(x expr.Expr) *expr.Path {
	return &expr.Path{Steps: []expr.Step{{Kind: expr.StepFilter, Filter: x}}}
}

// counting is the rule that a path selects something, or nothing.
func counting(p *expr.Path, none bool) *source.Node {
	n := dialects.NewObject()
	dialects.Put(n, "Variable", dialects.NewText(strings.TrimSpace(p.String())+".length()"))
	if none {
		dialects.Put(n, "NumericEquals", number(0))
	} else {
		dialects.Put(n, "NumericGreaterThan", number(0))
	}
	return n
}

// presence is the condition that a path selects anything. One that can select several has a length.
func presence(p *expr.Path) (condition, bool) {
	if p.Root != expr.RootInput || len(p.Steps) == 0 || p.Definite {
		return condition{}, false
	}
	return condition{rule: counting(p, false)}, true
}
