package expr

import (
	"regexp"
	"slices"
)

// A FilterStyle describes how a language writes conditions as filters of JSONPath.
type FilterStyle struct {
	// Truth reports that a path by itself asks whether what it selects is true, and not whether it selects anything.
	Truth bool
}

// FilterPath returns a condition in common terms as a path that selects something where the condition holds: `$[?(@.score >= 700)]`, or
// `$.items[?(@.qty > 10)]`. It is right for data of the types that the condition is written for. It returns nil, and what filters lack,
// if they cannot express it.
func FilterPath(x Expr, style FilterStyle) (*Path, string) {
	w := &filterWriting{style: style}
	out := w.condition(x, RootItem)
	switch {
	case w.lacks != "":
		return nil, w.lacks
	case isSelection(out):
		p, ok := w.condition(x, RootInput).(*Path)
		if !ok {
			return nil, w.lacks
		}
		p.Text = p.String()
		return p, ""
	}
	p := &Path{Steps: []Step{{Kind: StepFilter, Filter: out}}}
	p.Text = p.String()
	return p, ""
}

// isSelection reports whether a condition is a path that selects among the items of a list.
func isSelection(x Expr) bool {
	p, ok := x.(*Path)
	return ok && !p.Definite
}

// filterWriting writes a condition as one of a filter. The document is @ there, but where a filter of a list is around, in which it
// is $.
type filterWriting struct {
	style FilterStyle
	size  int // parts that were written
	lacks string
}

// maxFilter is how many parts a filter may have: far more than can be read again.
const maxFilter = maxLength

func (w *filterWriting) fail(lacks string) Expr {
	if w.lacks == "" {
		w.lacks = lacks
	}
	return &Literal{Value: false}
}

// condition writes a condition; document is how a filter calls the document.
func (w *filterWriting) condition(x Expr, document Root) Expr {
	if w.size++; w.size > maxFilter || w.lacks != "" {
		return w.fail("a condition of this size") // a choice repeats what it depends on
	}
	switch x := x.(type) {
	case *Literal:
		if _, ok := x.Value.(bool); ok {
			return &Literal{Value: x.Value}
		}
	case *Not:
		return w.negation(x, document)
	case *Logic:
		return w.logic(x, document)
	case *Test:
		return w.test(x, document)
	case *Compare:
		return w.compare(x, document)
	case *Apply:
		return w.apply(x, document)
	case *Path:
		if !x.Definite && x.Root == RootInput && document == RootItem {
			return w.path(x, document)
		}
	}
	return w.fail("`" + Readable(x) + "`")
}

// negation writes what must not hold. `!=` is false for what is missing, and `!(… == …)` is true.
func (w *filterWriting) negation(x *Not, document Root) Expr {
	if t, ok := x.Operand.(*Test); ok && t.Op == TestEqual && t.Value != nil && !t.Fold && !t.Instant && t.Wrong != Yes && t.Null != Yes && t.Missing != No && isScalar(t.Value) {
		return jayway(NotEqual, w.path(t.Path, document), t.Value)
	}
	if t, ok := x.Operand.(*Test); ok && t.Op == TestPresent && t.Null != Yes && t.Missing == Free {
		return jayway(Equal, w.path(t.Path, document), nil)
	}
	if t, ok := x.Operand.(*Test); ok && t.Op == TestEqual && t.Value == nil && t.Missing != No {
		return jayway(NotEqual, w.path(t.Path, document), nil)
	}
	if c, ok := x.Operand.(*Compare); ok && c.Op == Equal {
		opposite := *c
		opposite.Op = NotEqual
		return w.compare(&opposite, document)
	}
	return &Not{Operand: w.condition(x.Operand, document)}
}

func (w *filterWriting) logic(x *Logic, document Root) Expr {
	out := &Logic{Op: x.Op}
	for _, o := range Alternatives(x) {
		if len(o.Values) > 1 && o.Test.Wrong != Yes && o.Test.Null != Yes && o.Test.Missing != Yes {
			out.Operands = append(out.Operands, jayway(In, w.path(o.Path, document), o.Values))
			continue
		}
		if len(o.Values) > 1 {
			return w.fail("`" + Readable(x) + "`")
		}
		out.Operands = append(out.Operands, w.condition(o.Condition, document))
	}
	if len(out.Operands) == 1 {
		return out.Operands[0]
	}
	return out
}

func jayway(op CompareOp, left Expr, v any) Expr {
	return &Compare{Op: op, Left: left, Right: &Literal{Value: v}}
}

// comparisons are how a filter asks the questions of tests.
var comparisons = map[TestOp]CompareOp{TestEqual: Equal, TestLess: Less, TestLessEqual: LessEqual, TestGreater: Greater, TestGreaterEqual: GreaterEqual}

// test writes a test, and its answers for null and for what is missing.
func (w *filterWriting) test(t *Test, document Root) Expr {
	if len(t.Path.Steps) == 0 && t.Path.Root == RootInput && (t.Op == TestPresent || t.Op == TestObject) {
		return &Literal{Value: true}
	}
	p := w.path(t.Path, document)
	if w.lacks != "" {
		return &Literal{Value: false}
	}
	if t.unary() {
		return w.unary(t, p)
	}
	out := w.question(t, p)
	parts := []Expr{out}
	if t.Wrong == Yes {
		parts = append(parts, &Logic{Op: And, Operands: []Expr{jayway(NotEqual, p, nil), negated(kindOf(t.Value, p))}})
	}
	if t.Null == Yes && t.Value != nil {
		parts = append(parts, jayway(Equal, p, nil))
	}
	if t.Missing == Yes {
		parts = append(parts, negated(w.present(p)))
	}
	if len(parts) == 1 {
		return out
	}
	return &Logic{Op: Or, Operands: parts}
}

func negated(x Expr) Expr { return &Not{Operand: x} }

// question is what a test asks of a value of the type that it is for.
func (w *filterWriting) question(t *Test, p *Path) Expr {
	text, isText := t.Value.(string)
	flags := "(?s)"
	if t.Fold {
		flags = "(?is)"
	}
	switch {
	case t.Instant:
		return w.fail("the order of timestamps")
	case t.Op == TestContains:
		return jayway(Matches, p, flags+".*"+regexp.QuoteMeta(text)+".*")
	case t.Op == TestStartsWith:
		return jayway(Matches, p, flags+regexp.QuoteMeta(text)+".*")
	case t.Op == TestEndsWith:
		return jayway(Matches, p, flags+".*"+regexp.QuoteMeta(text))
	case t.Fold && isText && t.Op == TestEqual:
		return jayway(Matches, p, flags+regexp.QuoteMeta(text))
	case t.Fold, !scalarOrList(t.Value):
		return w.fail("`" + Readable(t) + "`")
	}
	return jayway(comparisons[t.Op], p, t.Value)
}

// scalarOrList reports whether filters can have a value: a scalar, or a list of scalars.
func scalarOrList(v any) bool {
	if list, ok := v.([]any); ok {
		return !slices.ContainsFunc(list, func(item any) bool { return item != nil && !isScalar(item) })
	}
	return v == nil || isScalar(v)
}

// present asks whether there is a value, be it null.
func (w *filterWriting) present(p *Path) Expr {
	if w.style.Truth {
		return &Logic{Op: Or, Operands: []Expr{jayway(NotEqual, p, nil), jayway(Equal, p, nil)}}
	}
	return p
}

// unary writes a test for presence, or for a type.
func (w *filterWriting) unary(t *Test, p *Path) Expr {
	if t.Op == TestPresent {
		if t.Null == Yes {
			return w.present(p)
		}
		return jayway(NotEqual, p, nil)
	}
	samples := map[TestOp]any{TestText: "", TestNumber: int64(0), TestBoolean: true}
	sample, ok := samples[t.Op]
	if !ok || t.Null == Yes || t.Missing == Yes || t.Wrong == Yes {
		return w.fail("`" + Readable(t) + "`")
	}
	return kindOf(sample, p)
}

// kindOf asks whether a value is of the type of another.
func kindOf(v any, p *Path) Expr {
	either := func(op CompareOp, v any, other CompareOp, u any) Expr {
		return &Logic{Op: Or, Operands: []Expr{jayway(op, p, v), jayway(other, p, u)}}
	}
	switch v.(type) {
	case bool:
		return either(Equal, true, Equal, false)
	case string:
		return jayway(GreaterEqual, p, "")
	}
	return either(Less, int64(0), GreaterEqual, int64(0))
}

// compare writes a comparison of values.
func (w *filterWriting) compare(x *Compare, document Root) Expr {
	left := w.operand(x.Left, document)
	if x.As != Alike || x.Op == Like {
		return w.fail("`" + Readable(x) + "`")
	}
	if l, ok := x.Right.(*Literal); ok && x.Op == Matches {
		return &Compare{Op: Matches, Left: left, Right: l}
	}
	if x.Op == Matches {
		return w.fail("a pattern that is computed")
	}
	return &Compare{Op: x.Op, Left: left, Right: w.operand(x.Right, document)}
}
