package expr

import (
	"encoding/json"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// LooseOp is what a [Loose] condition asks of a value.
type LooseOp uint8

// The questions. Those about text see numbers and booleans as they are written.
const (
	LooseEqual          LooseOp = iota // the same number if both read as numbers, else the same value
	LooseGreater                       // the order of numbers if both read as numbers, else that of texts
	LooseGreaterEqual                  //
	LooseLess                          //
	LooseLessEqual                     //
	LooseBetween                       // greater than the first of two and less than the second
	LooseBetweenOrEqual                // the same with the ends
	LooseContains                      // the text has the other in it
	LooseStartsWith                    //
	LooseEndsWith                      //
	LooseLike                          // the whole text is like the pattern: % is any text, _ any character
	LooseMatches                       // a part of the text matches the regular expression (RE2)
	LooseNull                          // there is no value, or it is null
	LooseItems                         // each value of the list equals the item at its place, but nulls ask nothing
)

// Loose asks something of a value as the conditions of entity state machines do (fsm: "CRITERIA"): the types of its two
// sides need not be the same. Of an array it is true if it is of any of its items. A value that is missing or null equals
// null alone, and the answer to every other question is no, so that it is yes where Negated.
//
// An empty array has no item of which anything could be true; all that is known of it is that it is not null.
type Loose struct {
	Op LooseOp
	// Negated turns the answer for each single value: of an array, some item must not be so.
	Negated bool
	// Fold ignores upper and lower case.
	Fold bool
	Left Expr
	// Right are the values to compare with: two for the two betweens, none for LooseNull, else one.
	Right []*Literal
	Span  source.Span

	pattern *regexp.Regexp // LooseLike, LooseMatches
	size    int            // of the pattern's program
}

// Range implements [Expr].
func (x *Loose) Range() source.Span { return x.Span }

// NewLoose completes a condition. It reports a number of values that the question is not about, and a pattern that is not a
// text, is too long, or is not a regular expression.
func NewLoose(x Loose) (*Loose, error) {
	if len(x.Right) != x.Op.operands() {
		return nil, fmt.Errorf("%d values are needed, found %d", x.Op.operands(), len(x.Right))
	}
	if x.Op != LooseLike && x.Op != LooseMatches {
		return &x, nil
	}
	text, ok := LooseText(x.Right[0].Value)
	if !ok {
		return nil, fmt.Errorf("it must be a string, found %s", value.TypeOf(x.Right[0].Value))
	}
	if len(text) > maxPattern {
		return nil, fmt.Errorf("it has more than %d bytes", maxPattern)
	}
	if x.Op == LooseLike {
		text = LikePattern(text)
	}
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, patternError(err)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, patternError(err)
	}
	x.size = len(program.Inst)
	if x.pattern, err = regexp.Compile(text); err != nil {
		return nil, patternError(err)
	}
	return &x, nil
}

// operands is how many values a question compares with.
func (op LooseOp) operands() int {
	switch op {
	case LooseNull:
		return 0
	case LooseBetween, LooseBetweenOrEqual:
		return 2
	default:
		return 1
	}
}

// LikePattern is the regular expression that matches what a pattern with % and _ does.
func LikePattern(text string) string {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	anything := false // the last one was %
	for _, c := range text {
		if c == '%' && anything {
			continue // many of them mean the same as one, and cost more
		}
		anything = c == '%'
		switch c {
		case '%':
			b.WriteString(".*")
		case '_':
			b.WriteByte('.')
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	b.WriteString(`\z`)
	return b.String()
}

// loose answers a loose condition.
func (e *evaluator) loose(x *Loose) (bool, error) {
	v, ok, err := e.value(x.Left)
	if err != nil {
		return false, err
	}
	if !ok {
		v = nil
	}
	items, list := v.([]any)
	switch {
	case x.Op == LooseItems:
		holds, err := e.looseItems(x, items)
		return holds != x.Negated && err == nil, err
	case x.Op == LooseNull && list && len(items) == 0:
		if p, path := x.Left.(*Path); path && !p.Definite {
			return false, nil
		}
		return x.Negated, nil
	}
	return e.looseAny(x, v)
}

// looseAny answers for a value, or for any item of an array and of the arrays in it.
func (e *evaluator) looseAny(x *Loose, v any) (bool, error) {
	if err := e.visit(1); err != nil {
		return false, err
	}
	items, list := v.([]any)
	if !list {
		holds, err := e.looseOne(x, v)
		return holds != x.Negated && err == nil, err
	}
	for _, item := range items {
		if holds, err := e.looseAny(x, item); holds || err != nil {
			return holds, err
		}
	}
	return false, nil
}

// looseItems compares the items of an array with the values of a list, place by place.
func (e *evaluator) looseItems(x *Loose, items []any) (bool, error) {
	values, _ := x.Right[0].Value.([]any)
	equal := Loose{Op: LooseEqual, Fold: x.Fold, Right: []*Literal{{}}}
	for i, want := range values {
		if want == nil {
			continue
		}
		if i >= len(items) {
			return false, nil
		}
		equal.Right[0].Value = want
		if holds, err := e.looseAny(&equal, items[i]); !holds || err != nil {
			return false, err
		}
	}
	return true, nil
}

// looseOne answers for one value that is not an array, before the answer is turned.
func (e *evaluator) looseOne(x *Loose, v any) (bool, error) {
	switch {
	case x.Op == LooseNull:
		return v == nil, nil
	case x.Op == LooseEqual:
		return e.looseEqual(v, x.Right[0].Value, x.Fold)
	case v == nil:
		return false, nil
	case x.Op == LooseLike || x.Op == LooseMatches:
		return e.looseMatch(x, v)
	case x.Op == LooseContains || x.Op == LooseStartsWith || x.Op == LooseEndsWith:
		return looseWithin(x, v), nil
	}
	low, ok := looseOrder(v, x.Right[0].Value)
	if !ok {
		return false, nil
	}
	switch x.Op {
	case LooseGreater:
		return low > 0, nil
	case LooseGreaterEqual:
		return low >= 0, nil
	case LooseLess:
		return low < 0, nil
	case LooseLessEqual:
		return low <= 0, nil
	}
	high, ok := looseOrder(v, x.Right[1].Value)
	if x.Op == LooseBetweenOrEqual {
		return ok && low >= 0 && high <= 0, nil
	}
	return ok && low > 0 && high < 0, nil
}

func (e *evaluator) looseEqual(a, b any, fold bool) (bool, error) {
	if x, ok := LooseNumber(a); ok {
		if y, ok := LooseNumber(b); ok {
			order, _ := value.Compare(x, y)
			return order == 0, nil
		}
	}
	if s, ok := a.(string); ok && fold {
		t, ok := b.(string)
		return ok && strings.EqualFold(s, t), nil
	}
	return e.equal(a, b)
}

// looseOrder orders two values. It reports false if one of them is null, an array or an object.
func looseOrder(a, b any) (int, bool) {
	if x, ok := LooseNumber(a); ok {
		if y, ok := LooseNumber(b); ok {
			return value.Compare(x, y)
		}
	}
	s, ok := LooseText(a)
	t, okay := LooseText(b)
	return strings.Compare(s, t), ok && okay
}

func looseWithin(x *Loose, v any) bool {
	text, ok := LooseText(v)
	part, okay := LooseText(x.Right[0].Value)
	if !ok || !okay {
		return false
	}
	if x.Fold {
		text, part = strings.ToLower(text), strings.ToLower(part)
	}
	switch x.Op {
	case LooseStartsWith:
		return strings.HasPrefix(text, part)
	case LooseEndsWith:
		return strings.HasSuffix(text, part)
	default:
		return strings.Contains(text, part)
	}
}

// looseMatch matches a text. A match takes as many steps as the text has bytes and the pattern has instructions; sixteen
// of them count as one value that is looked at.
func (e *evaluator) looseMatch(x *Loose, v any) (bool, error) {
	text, ok := LooseText(v)
	if !ok {
		return false, nil
	}
	const steps = 16
	if err := e.visit(min(len(text), maxVisits*steps) / steps * x.size); err != nil {
		return false, err
	}
	return x.pattern.MatchString(text), nil
}

// LooseNumber reads a number, or a text that reads as one, as a [Loose] condition does.
func LooseNumber(v any) (any, bool) {
	switch v := v.(type) {
	case int64, float64:
		return v, true
	case string:
		// Not words, and not the numbers of other bases, that YAML knows.
		if v == "" || strings.Trim(v, "0123456789.eE+-") != "" {
			return nil, false
		}
		return value.Number(v)
	}
	return nil, false
}

// LooseText returns a text, and a number or boolean as it is written in JSON: a [Loose] condition sees these as texts, too. Numbers have an
// exponent from 1e21 on.
func LooseText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool, int64, float64:
		text, err := json.Marshal(v)
		return string(text), err == nil
	}
	return "", false
}

// looseWords are the questions as people read them, and turned.
var looseWords = [...][2]string{
	LooseEqual: {"==", "!="}, LooseGreater: {">", "not >"}, LooseGreaterEqual: {">=", "not >="},
	LooseLess: {"<", "not <"}, LooseLessEqual: {"<=", "not <="},
	LooseBetween: {"between", "not between"}, LooseBetweenOrEqual: {"within", "not within"},
	LooseContains: {"contains", "not contains"}, LooseStartsWith: {"starts with", "not starts with"},
	LooseEndsWith: {"ends with", "not ends with"}, LooseLike: {"like", "not like"},
	LooseMatches: {"matches", "not matches"}, LooseNull: {"is null", "is not null"}, LooseItems: {"has items", "has not items"},
}

// appendLoose appends a loose condition: `$.year == "2024"`, `$.size between 1, 5`, `state is not null`.
func appendLoose(dst []byte, x *Loose, in *spelling) []byte {
	if p, ok := x.Left.(*Path); ok && p.Root == RootContext && len(p.Steps) == 1 && p.Steps[0].Kind == StepChild {
		dst = append(dst, p.Steps[0].Name...)
	} else {
		dst = appendOperand(dst, x.Left, in)
	}
	word := looseWords[min(x.Op, LooseItems)][0]
	if x.Negated {
		word = looseWords[min(x.Op, LooseItems)][1]
	}
	dst = append(append(dst, ' '), word...)
	for i, right := range x.Right {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendLiteral(append(dst, ' '), right.Value, in)
	}
	if x.Fold {
		dst = append(dst, " in any case"...)
	}
	return dst
}
