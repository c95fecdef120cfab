package expr

import (
	"regexp"
	"slices"
	"strings"
)

// A FilterStyle describes how a language writes conditions as filters of JSONPath.
type FilterStyle struct {
	// Truth reports that a path by itself asks whether what it selects is true, and not whether it selects anything.
	Truth bool
	// Exact asks for the answer of the condition to data of any type. A filter is never an error, so that one that is has none then.
	Exact bool
}

// FilterPath returns a condition in common terms as a path that selects something where the condition holds: `$[?(@.score >= 700)]`, or
// `$.items[?(@.qty > 10)]`. Unless the style is exact, it is right for data of the types that the condition is written for. It returns nil,
// and what filters lack, if they cannot express it.
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

// TestsItems reports whether a condition in common terms asks whether any item of the document is like something. Of what is no list, it asks
// that of the document.
func TestsItems(x Expr) bool {
	a, ok := x.(*Apply)
	if !ok || a.Do != Any {
		return false
	}
	p, ok := a.Args[0].(*Path)
	return ok && p.Root == RootInput && len(p.Steps) == 0
}

// isSelection reports whether a condition is a path that selects among the items of a list, or asks for truth.
func isSelection(x Expr) bool {
	p, ok := x.(*Path)
	return ok && (!p.Definite || p.Truth)
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
		if w.style.Exact {
			return w.exactTest(x, document)
		}
		return w.test(x, document)
	case *Path:
		if !x.Definite && x.Root == RootInput {
			return w.existence(x, document)
		}
	case *Compare:
		if !w.style.Exact {
			return w.compare(x, document)
		}
	case *Apply:
		if !w.style.Exact || x.Do == Choose {
			return w.apply(x, document)
		}
	}
	return w.fail("`" + Readable(x) + "`" + w.forAnyData())
}

// forAnyData says for which data something is lacking, where that is not all.
func (w *filterWriting) forAnyData() string {
	if w.style.Exact {
		return " for data of any type"
	}
	return ""
}

// negation writes what must not hold. `!=` is false for what is missing, and `!(… == …)` is true.
func (w *filterWriting) negation(x *Not, document Root) Expr {
	switch o := x.Operand.(type) {
	case *Test:
		if w.style.Exact && (o.Missing != Yes || o.Wrong == Fails || o.Null == Fails || o.Path.OrNull) {
			break
		}
		switch {
		case o.Op == TestEqual && o.Value != nil && !o.Fold && !o.Instant && o.Wrong != Yes && o.Null != Yes && o.Missing != No && isScalar(o.Value):
			return jayway(NotEqual, w.path(o.Path, document), o.Value)
		case o.Op == TestPresent && o.Null != Yes && o.Missing == Free:
			return jayway(Equal, w.path(o.Path, document), nil)
		case o.Op == TestEqual && o.Value == nil && o.Wrong != Yes && o.Missing != No:
			return jayway(NotEqual, w.path(o.Path, document), nil)
		}
	case *Compare:
		if o.Op == Equal && !w.style.Exact {
			opposite := *o
			opposite.Op = NotEqual
			return w.compare(&opposite, document)
		}
	}
	return &Not{Operand: w.condition(x.Operand, document)}
}

func (w *filterWriting) logic(x *Logic, document Root) Expr {
	out := &Logic{Op: x.Op}
	if w.style.Exact {
		for _, o := range x.Operands {
			out.Operands = append(out.Operands, w.condition(o, document))
		}
		return out.Reduced()
	}
	if some := eitherFiltered(x); some != nil {
		return w.apply(some, document)
	}
	if p := TruthAsked(x); p != nil && w.style.Truth {
		asked := w.path(p, document)
		asked.Truth = true
		return asked
	}
	if x.Op == And {
		x = &Logic{Op: And, Operands: withoutKinds(x.Operands), Span: x.Span}
	}
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
	if t.Op >= TestObject {
		return w.kind(t, p)
	}
	out := w.question(t, p)
	parts := []Expr{out}
	if t.Wrong == Yes && t.Op != TestPresent {
		kind := kindOf(t.Value, p)
		if kind == nil {
			return w.fail("`" + Readable(t) + "`")
		}
		parts = append(parts, &Logic{Op: And, Operands: []Expr{jayway(NotEqual, p, nil), negated(kind)}})
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

// exactTest writes a test whose answers are those to data of any type.
func (w *filterWriting) exactTest(t *Test, document Root) Expr {
	if t.Path.OrNull {
		path, asked := *t.Path, *t
		path.OrNull = false
		asked.Path, asked.Missing = &path, t.Null
		if t.Op == TestEqual && t.Value == nil {
			asked.Missing = Yes
		}
		t = &asked
	}
	if t.Missing == Fails || t.Wrong == Fails && t.Op != TestPresent || t.Null == Fails && (t.Value != nil || t.unary()) {
		return w.fail("a condition that is an error for some data, as `" + Readable(t) + "` is")
	}
	return w.test(t, document)
}

// question is what a test asks of a value of the type that it is for.
func (w *filterWriting) question(t *Test, p *Path) Expr {
	text, isText := t.Value.(string)
	flags := "(?s)"
	if t.Fold {
		flags = "(?is)"
	}
	switch {
	case t.Op == TestPresent && t.Null == Yes:
		return w.present(p)
	case t.Op == TestPresent:
		return jayway(NotEqual, p, nil)
	case t.Instant:
		return w.fail("the order of timestamps")
	case t.Op == TestContains:
		return jayway(Matches, p, flags+".*"+patternOf(text)+".*")
	case t.Op == TestStartsWith:
		return jayway(Matches, p, flags+patternOf(text)+".*")
	case t.Op == TestEndsWith:
		return jayway(Matches, p, flags+".*"+patternOf(text))
	case t.Fold && isText && t.Op == TestEqual:
		return jayway(Matches, p, flags+patternOf(text))
	case t.Fold, !scalarOrList(t.Value), t.Op != TestEqual && !ordered(t.Value):
		return w.fail("`" + Readable(t) + "`")
	}
	return jayway(comparisons[t.Op], p, t.Value)
}

// patternOf is a pattern for a text. A backquote is written by its number: a path that is between such quotes would end at it.
func patternOf(text string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(text), "`", `\x60`)
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

// kind writes a test for a type.
func (w *filterWriting) kind(t *Test, p *Path) Expr {
	samples := map[TestOp]any{TestText: "", TestNumber: int64(0), TestBoolean: true}
	sample, ok := samples[t.Op]
	if !ok || t.Null == Yes || t.Missing == Yes || t.Wrong == Yes {
		return w.fail("`" + Readable(t) + "`")
	}
	return kindOf(sample, p)
}

// kindOf asks whether a value is of the type of another; nil if no filter can.
func kindOf(v any, p *Path) Expr {
	either := func(op CompareOp, v any, other CompareOp, u any) Expr {
		return &Logic{Op: Or, Operands: []Expr{jayway(op, p, v), jayway(other, p, u)}}
	}
	switch v.(type) {
	case nil:
		return jayway(Equal, p, nil)
	case bool:
		return either(Equal, true, Equal, false)
	case string:
		return jayway(GreaterEqual, p, "")
	case int64, float64:
		return either(Less, int64(0), GreaterEqual, int64(0))
	}
	return nil
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
