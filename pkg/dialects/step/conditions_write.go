package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// Condition returns a condition in the expression language. Inside of a typed domain it is written as people do: `score >= 700`; else with
// tests of its own, so that it gives the same answer to any data. Implements the method of [dialects.Target].
func (d Dialect) Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	terms := s.Domain.Terms()
	terms.Filters = true
	x = expr.CommonCondition(x, terms)
	if !s.Domain.Typed {
		return exactCondition(x)
	}
	w := newExpressionWriter(x)
	c := w.condition(x)
	if w.lacks != "" {
		return nil, w.lacks
	}
	return readBack(c.text, (*Expression).condition)
}

// Value returns an expression whose value is needed in the expression language; what is fixed stays a value. Implements the method of
// [dialects.Target].
func (d Dialect) Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonValue(x, s.Domain.Terms())
	switch x := x.(type) {
	case *expr.Literal:
		return fixedValue(x), ""
	case *expr.Object:
		return d.variables(x, s)
	}
	w := newExpressionWriter(x)
	w.exact = !s.Domain.Typed
	c := w.value(x)
	if w.lacks != "" {
		return nil, w.lacks
	}
	return readBack("${"+c.text+"}", (*Expression).value)
}

// exactCondition writes a condition that has an answer of its own for values that are missing or of another type.
func exactCondition(x expr.Expr) (expr.Expr, string) {
	c, lacks := exactClause(x)
	if lacks != "" {
		return nil, lacks
	}
	return readBack(c.text, (*Expression).condition)
}

// exactClause is such a condition as a part of an expression, or what cannot be expressed of it.
func exactClause(x expr.Expr) (c clause, lacks string) {
	g := &guard{}
	c, ok := g.condition(x, true)
	if !ok {
		return c, "`" + expr.Readable(x) + "` for data of any type"
	}
	return c, g.differs
}

// readBack reads an expression that was written, as reading a definition does.
func readBack(text string, as func(*Expression) *expr.Foreign) (expr.Expr, string) {
	x := newLanguage().parse(source.Plain(text, 0))
	if x.Mistake != nil {
		return nil, "an expression of this size"
	}
	out := as(x)
	out.Span = source.Span{}
	return out, ""
}

// An expressionWriter writes what is in common terms, of data of the types that it is for.
type expressionWriter struct {
	// optional are the variables that may be missing, since the expression itself asks for them. They are looked up among all variables: a
	// variable that is missing would be an error wherever it is named.
	optional map[string]bool
	// exact refuses what is right only of data of the types that it is for.
	exact bool
	// lacks is what cannot be expressed.
	lacks string
}

func newExpressionWriter(x expr.Expr) *expressionWriter {
	w := &expressionWriter{optional: map[string]bool{}}
	expr.Walk(x, func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Test:
			if p := x.Path; p.Root == expr.RootInput && len(p.Steps) > 0 && (x.Missing == expr.No || x.Missing == expr.Yes) {
				w.optional[p.Steps[0].Name] = true
			}
		case *expr.Path:
			if x.Root == expr.RootInput && x.OrNull && len(x.Steps) == 1 {
				w.optional[x.Steps[0].Name] = true
			}
		}
	})
	return w
}

func (w *expressionWriter) fail(lacks string) clause {
	if w.lacks == "" {
		w.lacks = lacks
	}
	return never
}

// condition writes a condition.
func (w *expressionWriter) condition(x expr.Expr) clause {
	switch x := x.(type) {
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return certainly(b)
		}
	case *expr.Not:
		return not(w.condition(x.Operand))
	case *expr.Logic:
		return w.logic(x)
	case *expr.Test:
		return w.test(x)
	case *expr.Compare:
		return w.compare(x)
	case *expr.Apply:
		if x.Do == expr.Choose {
			return choose(w.condition(x.Args[0]), w.condition(x.Args[1]), w.condition(x.Args[2]))
		}
		if x.Do.Boolean() {
			return w.function(x)
		}
	}
	return w.fail("`" + expr.Readable(x) + "`")
}

// logic writes a connective; what asks whether one value is one of several is written with `in`.
func (w *expressionWriter) logic(x *expr.Logic) clause {
	out, connect := always, both
	if x.Op == expr.Or {
		out, connect = never, either
	}
	for _, o := range expr.Alternatives(x) {
		if len(o.Values) > 1 {
			text := w.path(o.Path)
			out = connect(out, clause{text: text.text + " in " + constantText(o.Values), binding: comparing})
			continue
		}
		out = connect(out, w.condition(o.Condition))
	}
	return out
}

// test writes a test, and its answers for what may be missing, null or of another type.
func (w *expressionWriter) test(t *expr.Test) clause {
	if t.Path.Root == expr.RootInput && len(t.Path.Steps) == 0 {
		if t.Op == expr.TestPresent || t.Op == expr.TestObject {
			return always
		}
		return w.fail("a test of the whole document")
	}
	v := w.path(t.Path)
	if t.Op == expr.TestPresent && t.Null != expr.No {
		return w.presence(t)
	}
	isNull := compared(v.within(adding), "==", "nil")
	switch {
	case t.Op == expr.TestPresent:
		return not(isNull)
	case t.Op == expr.TestEqual && t.Value == nil:
		if t.Missing == expr.No {
			return both(w.presence(t), isNull)
		}
		return isNull
	case t.Op == expr.TestInstant:
		return w.fail("a test for timestamps")
	case t.Op >= expr.TestObject:
		return ofType(v.text, types[t.Op]...)
	}
	c := w.question(t, v)
	natural := natures(t.Op) // what the language itself answers
	if t.Fold || t.Instant {
		natural = [2]expr.Answer{expr.Fails, expr.Fails}
	}
	if t.Instant && !w.agrees(t.Wrong, natural[0]) {
		return w.fail("whether a value is a timestamp")
	}
	if !w.agrees(t.Wrong, natural[0]) {
		rest, null := answers[t.Wrong], t.Null
		if null == expr.Free || null == expr.Fails {
			null = t.Wrong
		}
		return choose(kindClause(v.within(adding), t.Value), c, choose(isNull, answers[null], rest))
	}
	missing := t.Missing
	if t.Path.Root == expr.RootInput && len(t.Path.Steps) > 0 && missing == expr.Fails {
		missing = expr.Free
	}
	null := t.Null
	if null == expr.Free || null == expr.Fails {
		null = missing
	}
	if !w.agrees(null, natural[1]) {
		c = choose(isNull, answers[null], c)
	}
	return w.below(t, c)
}

// below asks first whether there is something that has the member which a test is of, where even that may be missing.
func (w *expressionWriter) below(t *expr.Test, c clause) clause {
	steps := t.Path.Steps
	if t.Path.Root != expr.RootInput || len(steps) < 2 || !w.optional[steps[0].Name] || t.Missing != expr.No && t.Missing != expr.Yes {
		return c
	}
	return choose(notation{}.presence(steps, false), c, answers[t.Missing])
}

// agrees reports whether an answer that is wanted is one that is given.
func (w *expressionWriter) agrees(want, given expr.Answer) bool {
	return want == expr.Free || want == expr.Fails || want == given
}

// presence asks whether there is a member, be it null, or an item.
func (w *expressionWriter) presence(t *expr.Test) clause {
	last := len(t.Path.Steps) - 1
	before := *t.Path
	before.Steps = t.Path.Steps[:last]
	in := w.path(&before)
	switch s := t.Path.Steps[last]; {
	case s.Kind == expr.StepIndex && s.Index >= 0:
		return compared("len("+in.text+")", ">", constantText(int64(s.Index)))
	case s.Kind == expr.StepIndex:
		return compared("len("+in.text+")", ">=", constantText(int64(-s.Index)))
	case last > 0 && t.Missing != expr.Fails && t.Missing != expr.Free: // what would have the member may be missing, too
		return compared(quotedText(s.Name), "in", "("+in.text+" ?? {})")
	default:
		return compared(quotedText(s.Name), "in", in.text)
	}
}

// question is what a test asks of a value of the type that it is for.
func (w *expressionWriter) question(t *expr.Test, v clause) clause {
	constant := constantText(t.Value)
	b, flag := t.Value.(bool)
	switch {
	case t.Instant:
		return compared("date("+v.text+")", operators[t.Op], "date("+constant+")")
	case t.Fold:
		text, _ := t.Value.(string)
		return compared("lower("+v.text+")", operators[t.Op], constantText(lower(text)))
	case flag && t.Op == expr.TestEqual && t.Wrong == expr.Free && t.Null == expr.Free && t.Missing == expr.Free:
		c := clause{text: v.text, binding: v.binding}
		if !b {
			c = not(c)
		}
		return c
	}
	return compared(v.within(adding), operators[t.Op], constant)
}

// compare writes a comparison of values.
func (w *expressionWriter) compare(x *expr.Compare) clause {
	if x.As != expr.Alike || x.Op == expr.Like {
		return w.fail("`" + expr.Readable(x) + "`")
	}
	if x.Op == expr.Matches {
		pattern, ok := x.Right.(*expr.Literal)
		text, isText := "", false
		if ok {
			text, isText = pattern.Value.(string)
		}
		if !isText {
			return w.fail("a pattern that is computed")
		}
		return clause{text: w.value(x.Left).within(adding) + " matches " + quotedText(expr.PartPattern(text)), binding: comparing}
	}
	op := [...]string{expr.Equal: "==", expr.NotEqual: "!=", expr.Less: "<", expr.LessEqual: "<=", expr.Greater: ">", expr.GreaterEqual: ">=",
		expr.Matches: "", expr.In: "in"}[x.Op]
	return compared(w.value(x.Left).within(adding), op, w.value(x.Right).within(adding))
}
