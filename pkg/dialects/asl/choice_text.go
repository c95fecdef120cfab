package asl

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// choiceRule returns a condition in common terms (see [expr.CommonCondition]) as a choice rule of JSONPath, whose variables are reference
// paths. It reports false for one that the rules of a level cannot express (asl 2016: "Choice State"; asl today: "Choice").
func choiceRule(x expr.Expr, level Level) (*source.Node, bool) {
	w := &ruleWriter{level: level}
	n := w.rule(x)
	return n, !w.failed
}

// A ruleWriter writes choice rules. Of a missing value a comparison is an error, and of one of another type it is false.
type ruleWriter struct {
	level  Level
	failed bool
}

func (w *ruleWriter) fail() *source.Node {
	w.failed = true
	return dialects.NewObject()
}

func (w *ruleWriter) rule(x expr.Expr) *source.Node {
	switch x := x.(type) {
	case *expr.Not:
		return w.negation(x)
	case *expr.Logic:
		var parts []*source.Node
		for _, o := range x.Operands {
			parts = append(parts, w.rule(o))
		}
		if len(parts) < 2 {
			return w.fail()
		}
		return joinedRules(map[expr.LogicOp]string{expr.And: "And", expr.Or: "Or"}[x.Op], parts...)
	case *expr.Test:
		return w.test(x)
	case *expr.Compare:
		return w.compare(x)
	}
	return w.fail()
}

// joinedRules joins rules; those of an inner one of the same kind are among them.
func joinedRules(key string, parts ...*source.Node) *source.Node {
	n := dialects.NewObject()
	all := &source.Node{Kind: source.Array}
	for _, p := range parts {
		if inner := p.Get(key); inner != nil {
			all.Items = append(all.Items, inner.Items...)
		} else {
			all.Items = append(all.Items, p)
		}
	}
	dialects.Put(n, key, all)
	return n
}

func truthNode(b bool) *source.Node { return value.Node(b) }

// negation writes what must not hold: a boolean is the other one, and what is there is not.
func (w *ruleWriter) negation(x *expr.Not) *source.Node {
	if t, ok := x.Operand.(*expr.Test); ok && (t.Wrong == expr.No || t.Wrong == expr.Free || t.Op == expr.TestPresent) {
		b, flag := t.Value.(bool)
		switch {
		case t.Op == expr.TestPresent && (t.Null == expr.Yes || t.Null == expr.Free) && (t.Missing == expr.No || t.Missing == expr.Free) && w.level == Current:
			return w.asks(t.Path, "IsPresent", truthNode(false))
		case t.Op == expr.TestPresent && t.Missing == expr.Free && w.level == Current:
			return w.asks(t.Path, "IsNull", truthNode(true))
		case t.Op == expr.TestEqual && t.Value == nil && t.Missing == expr.Yes && w.level == Current:
			return joinedRules("And", w.asks(t.Path, "IsPresent", truthNode(true)), w.asks(t.Path, "IsNull", truthNode(false)))
		case t.Op == expr.TestEqual && t.Value == nil && t.Missing == expr.Free && w.level == Current:
			return w.asks(t.Path, "IsNull", truthNode(false))
		case t.Op == expr.TestEqual && flag && t.Wrong == expr.Free && t.Null == expr.Free && (t.Missing == expr.Free || t.Missing == expr.Fails):
			return w.asks(t.Path, "BooleanEquals", truthNode(!b))
		}
	}
	return ruleWith("Not", w.rule(x.Operand))
}

func ruleWith(key string, rule *source.Node) *source.Node {
	n := dialects.NewObject()
	dialects.Put(n, key, rule)
	return n
}

// asks is a rule of one operator.
func (w *ruleWriter) asks(p *expr.Path, operator string, operand *source.Node) *source.Node {
	if !isRulePath(p, w.level) {
		return w.fail()
	}
	n := dialects.NewObject()
	dialects.Put(n, "Variable", dialects.NewText(p.String()))
	dialects.Put(n, operator, operand)
	return n
}

// isRulePath reports whether a path is a reference path that rules may have. Those of 2016 begin at the document.
func isRulePath(p *expr.Path, level Level) bool {
	if p.Root != expr.RootInput && (level == Level2016 || p.Root != expr.RootVar && p.Root != expr.RootContext) {
		return false
	}
	return !slices.ContainsFunc(p.Steps, func(s expr.Step) bool { return s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || s.Index < 0) })
}

// test writes a test, and its answers for what may be missing or null.
func (w *ruleWriter) test(t *expr.Test) *source.Node {
	if t.Op == expr.TestPresent {
		return w.presence(t)
	}
	n := w.question(t)
	if w.failed {
		return n
	}
	wrong := t.Wrong == expr.No || t.Wrong == expr.Free
	null := t.Null == expr.No || t.Null == expr.Free || t.Value == nil && !isKind(t.Op)
	switch {
	case !wrong:
		return w.fail()
	case !null && t.Null == expr.Yes && w.level == Current:
		n = joinedRules("Or", w.asks(t.Path, "IsNull", truthNode(true)), n)
	case !null:
		return w.fail()
	}
	switch {
	case t.Missing == expr.Fails || t.Missing == expr.Free:
		return n
	case w.level == Level2016:
		return w.fail()
	case t.Missing == expr.Yes:
		return joinedRules("Or", w.asks(t.Path, "IsPresent", truthNode(false)), n)
	}
	return joinedRules("And", w.asks(t.Path, "IsPresent", truthNode(true)), n)
}

func isKind(op expr.TestOp) bool { return op >= expr.TestObject }

func (w *ruleWriter) presence(t *expr.Test) *source.Node {
	if w.level == Level2016 || t.Missing == expr.Yes || t.Null == expr.Fails {
		return w.fail()
	}
	present := w.asks(t.Path, "IsPresent", truthNode(true))
	notNull := w.asks(t.Path, "IsNull", truthNode(false))
	switch {
	case t.Null == expr.No && t.Missing == expr.No:
		return joinedRules("And", present, notNull)
	case t.Null == expr.No:
		return notNull
	case t.Missing == expr.Fails && t.Null == expr.Yes: // whatever is there is null or not; what is missing is an error
		return joinedRules("Or", w.asks(t.Path, "IsNull", truthNode(true)), notNull)
	case t.Missing == expr.Fails:
		return w.fail()
	}
	return present
}

// question is what a test asks of a value of the type that it is for.
func (w *ruleWriter) question(t *expr.Test) *source.Node {
	text, isText := t.Value.(string)
	today := w.level == Current
	kinds := map[expr.TestOp]string{expr.TestText: "IsString", expr.TestNumber: "IsNumeric", expr.TestBoolean: "IsBoolean", expr.TestInstant: "IsTimestamp"}
	pattern := strings.NewReplacer(`\`, `\\`, `*`, `\*`).Replace(text)
	switch {
	case t.Fold:
		return w.fail()
	case isKind(t.Op):
		if !today || kinds[t.Op] == "" {
			return w.fail()
		}
		return w.asks(t.Path, kinds[t.Op], truthNode(true))
	case t.Op == expr.TestEqual && t.Value == nil && today:
		return w.asks(t.Path, "IsNull", truthNode(true))
	case t.Op == expr.TestContains && isText && today:
		return w.asks(t.Path, "StringMatches", dialects.NewText("*"+pattern+"*"))
	case t.Op == expr.TestStartsWith && isText && today:
		return w.asks(t.Path, "StringMatches", dialects.NewText(pattern+"*"))
	case t.Op == expr.TestEndsWith && isText && today:
		return w.asks(t.Path, "StringMatches", dialects.NewText("*"+pattern))
	case t.Op >= expr.TestContains:
		return w.fail()
	}
	operator := ruleOperator(t)
	if operator == "" {
		return w.fail()
	}
	return w.asks(t.Path, operator, value.Node(t.Value))
}

// ruleOperator is the operator that compares as a test does; empty if there is none for its value.
func ruleOperator(t *expr.Test) string {
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
	return operatorFor(&expr.Compare{Op: op, As: as, Right: &expr.Literal{Value: t.Value}})
}

// compare writes a comparison that is one of this language. Of which type the values of another are, it is not known.
func (w *ruleWriter) compare(x *expr.Compare) *source.Node {
	left, ok := x.Left.(*expr.Path)
	if !ok || x.As == expr.Alike || x.As == expr.Jayway {
		return w.fail()
	}
	operator := operatorFor(x)
	if operator == "" {
		return w.fail()
	}
	if right, ok := x.Right.(*expr.Path); ok && isRulePath(right, w.level) && w.level == Current {
		return w.asks(left, operator, dialects.NewText(right.String()))
	}
	l, ok := x.Right.(*expr.Literal)
	if !ok || w.level == Level2016 && operators[operator].kind == RuleLater {
		return w.fail()
	}
	return w.asks(left, operator, dialects.Written(l))
}
