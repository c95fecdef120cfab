package expr

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flowglot/flowglot/pkg/value"
)

// portableLoose is a loose condition as tests if they answer the same whatever the document is. Otherwise it stays as it is,
// except for the items of a list, which are asked one by one.
func portableLoose(x *Loose) Expr {
	if x.Op == LooseItems {
		if parts := itemTests(x); parts != nil {
			return Portable(parts, true)
		}
		return x
	}
	if near, d := nearestLoose(x); near != nil && d == 0 {
		return near
	}
	return x
}

// itemTests takes a question about the items of a list apart; nil if the path does not lead to one list.
func itemTests(x *Loose) Expr {
	p, ok := x.Left.(*Path)
	if !ok || !single(p.Steps) {
		return nil
	}
	all := &Logic{Op: And, Span: x.Span}
	values, _ := x.Right[0].Value.([]any)
	for i, want := range values {
		if want == nil {
			continue
		}
		at := *p
		at.Steps = append(slices.Clone(p.Steps), Step{Kind: StepIndex, Index: i, Span: p.Span})
		at.Text = at.String()
		all.Operands = append(all.Operands, &Loose{Op: LooseEqual, Fold: x.Fold, Left: &at, Right: []*Literal{{Value: want, Span: x.Span}}, Span: x.Span})
	}
	if x.Negated {
		return &Not{Operand: all, Span: x.Span}
	}
	return all
}

// A difference is a set of what a loose condition and the test that is nearest to it answer differently about.
type difference uint8

const (
	ofArrays  difference = 1 << iota // arrays, of which a loose condition asks any item
	ofNumbers                        // texts where a number is compared with: they may read as one
	ofTexts                          // numbers and booleans, which are looked at as texts
	ofObjects                        // objects, which are not texts
	ofCase                           // texts that differ in case
)

// nearestLoose is what comes nearest to a loose condition in the terms that [Portable] gives, and what the two answer differently; nil if
// it is nothing like any test.
func nearestLoose(x *Loose) (Expr, difference) {
	p, ok := x.Left.(*Path)
	if !ok || !single(p.Steps) {
		return nil, 0
	}
	t := &looseTest{Loose: x, path: p}
	if p.Root == RootInput {
		t.differs = ofArrays // what is known of an entity besides its data is text
	}
	near := t.test()
	switch {
	case near == nil:
		return nil, 0
	case x.Negated:
		near = turned(near)
	case never(near):
		t.differs = 0
	}
	if t.differs&ofCase != 0 && !t.cased() {
		t.differs &^= ofCase
	}
	return near, t.differs
}

func never(x Expr) bool {
	l, ok := x.(*Literal)
	return ok && l.Value == false
}

// turned is the opposite of a condition.
func turned(x Expr) Expr {
	switch x := x.(type) {
	case *Not:
		return x.Operand
	case *Literal:
		if b, ok := x.Value.(bool); ok {
			return &Literal{Value: !b, Span: x.Span}
		}
	}
	return &Not{Operand: x, Span: x.Range()}
}

// looseTest looks for the test that is nearest to a condition, as it is before it is negated.
type looseTest struct {
	*Loose
	path    *Path
	differs difference
}

func (t *looseTest) test() Expr {
	switch t.Op {
	case LooseNull:
		return t.absent()
	case LooseEqual:
		return t.equal(t.Right[0].Value)
	case LooseGreater:
		return t.order(TestGreater, t.Right[0].Value)
	case LooseGreaterEqual:
		return t.order(TestGreaterEqual, t.Right[0].Value)
	case LooseLess:
		return t.order(TestLess, t.Right[0].Value)
	case LooseLessEqual:
		return t.order(TestLessEqual, t.Right[0].Value)
	case LooseBetween:
		return t.both(t.order(TestGreater, t.Right[0].Value), t.order(TestLess, t.Right[1].Value))
	case LooseBetweenOrEqual:
		return t.both(t.order(TestGreaterEqual, t.Right[0].Value), t.order(TestLessEqual, t.Right[1].Value))
	case LooseContains:
		return t.within(TestContains, t.Right[0].Value)
	case LooseStartsWith:
		return t.within(TestStartsWith, t.Right[0].Value)
	case LooseEndsWith:
		return t.within(TestEndsWith, t.Right[0].Value)
	case LooseLike:
		return t.like(t.Right[0].Value)
	case LooseMatches:
		return t.matches(t.Right[0].Value)
	}
	return nil
}

func (t *looseTest) ask(op TestOp, v any) Expr {
	return &Test{Op: op, Path: t.path, Value: v, Span: t.Span}
}

func (t *looseTest) both(a, b Expr) Expr {
	if never(a) || never(b) {
		return t.never()
	}
	return &Logic{Op: And, Operands: []Expr{a, b}, Span: t.Span}
}

func (t *looseTest) never() Expr { return &Literal{Value: false, Span: t.Span} }

func (t *looseTest) absent() Expr { return &Not{Operand: t.ask(TestPresent, nil), Span: t.Span} }

// equal is the test for a value. A number and a text that reads as that number are both looked for, as they are most often
// written.
func (t *looseTest) equal(v any) Expr {
	if _, list := v.([]any); list {
		return t.never()
	}
	text, isText := v.(string)
	number, numeric := LooseNumber(v)
	switch {
	case v == nil:
		return t.absent()
	case !isText && t.path.Root == RootContext && !numeric:
		return t.never()
	case !numeric:
		if isText && t.Fold {
			t.differs |= ofCase
		}
		return t.ask(TestEqual, v)
	}
	t.differs |= ofNumbers
	if !isText {
		text = string(value.Append(nil, v))
	}
	return &Logic{Op: Or, Operands: []Expr{t.ask(TestEqual, number), t.ask(TestEqual, text)}, Span: t.Span}
}

func (t *looseTest) order(op TestOp, v any) Expr {
	text, ok := LooseText(v)
	if !ok {
		return t.never()
	}
	t.asText()
	if number, numeric := LooseNumber(v); numeric {
		t.differs |= ofNumbers
		return t.ask(op, number)
	}
	return t.ask(op, text)
}

// asText notes that numbers and booleans may be looked at as texts, where the value can be one.
func (t *looseTest) asText() {
	if t.path.Root == RootInput {
		t.differs |= ofTexts
	}
}

func (t *looseTest) within(op TestOp, v any) Expr {
	part, ok := LooseText(v)
	if !ok {
		return t.never()
	}
	if t.Fold {
		t.differs |= ofCase
	}
	if inScalar(part) {
		t.asText()
	}
	return t.ask(op, part)
}

// inScalar reports whether a text may be a part of a number or a boolean as it is written.
func inScalar(part string) bool {
	part = strings.ToLower(part)
	return strings.Trim(part, "0123456789.e+-") == "" || strings.Contains("true", part) || strings.Contains("false", part)
}

// like is the test that a pattern with % says; nil if none does.
func (t *looseTest) like(v any) Expr {
	text, ok := LooseText(v)
	if !ok || strings.Contains(text, "_") {
		return nil
	}
	for strings.Contains(text, "%%") {
		text = strings.ReplaceAll(text, "%%", "%")
	}
	first, rest, some := strings.Cut(text, "%")
	switch middle, end := strings.CutSuffix(rest, "%"); {
	case !some:
		return t.text(first)
	case strings.Contains(middle, "%"):
		return nil
	case first == "" && rest == "":
		if t.path.Root == RootInput {
			t.differs |= ofObjects
		}
		return t.ask(TestPresent, nil)
	case first == "" && end:
		return t.within(TestContains, middle)
	case first == "":
		return t.within(TestEndsWith, rest)
	case rest == "":
		return t.within(TestStartsWith, first)
	case end || overlap(first, rest):
		return nil
	}
	return t.both(t.within(TestStartsWith, first), t.within(TestEndsWith, rest))
}

// overlap reports whether a text that begins with one text and ends with another may be shorter than both together.
func overlap(first, last string) bool {
	for i := 1; i <= min(len(first), len(last)); i++ {
		if strings.HasSuffix(first, last[:i]) {
			return true
		}
	}
	return false
}

// text is the test for a whole text, as which also numbers and booleans are looked at.
func (t *looseTest) text(s string) Expr {
	if inScalar(s) {
		t.asText()
	}
	return t.ask(TestEqual, s)
}

// matches is the test that a regular expression without anything special but its ends says; nil if none does.
func (t *looseTest) matches(v any) Expr {
	text, ok := LooseText(v)
	if !ok {
		return nil
	}
	text, start := strings.CutPrefix(text, "^")
	text, end := strings.CutSuffix(text, "$")
	switch {
	case regexp.QuoteMeta(text) != text:
		return nil
	case start && end:
		return t.text(text)
	case start:
		return t.within(TestStartsWith, text)
	case end:
		return t.within(TestEndsWith, text)
	}
	return t.within(TestContains, text)
}

// cased reports whether a text that is compared with may have upper and lower case.
func (t *looseTest) cased() bool {
	for _, r := range t.Right {
		if s, ok := r.Value.(string); ok && strings.ContainsFunc(s, func(c rune) bool { return c >= utf8.RuneSelf || unicode.IsLetter(c) }) {
			return true
		}
	}
	return false
}
