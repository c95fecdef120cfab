package asl

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// array reads the items of an array, which are of a kind; see [reading.Reader.Items]. It reports false for a value that is not an array,
// and for an empty one where it must have items; both are findings.
func (r *reader) array(f *source.Member, expected string, item source.Kind, mayBeEmpty bool) ([]*source.Node, bool) {
	n := f.Value
	items, ok := r.Items(f, expected, item)
	if ok && len(items) == 0 && !mayBeEmpty {
		r.Add(&emptyList.Rule, n.Span, "%s of %s is empty; it must be %s with at least one item", quote(f.Key), r.Subject(), expected)
		return nil, false
	}
	return items, ok
}

var (
	positiveInteger    = reading.Range{Min: 1, Max: math.MaxFloat64, Whole: true, Words: "a positive integer", Rule: &outOfRange.Rule}
	nonNegativeInteger = reading.Range{Max: math.MaxFloat64, Whole: true, Words: "an integer of 0 or more", Rule: &outOfRange.Rule}
	backoffRate        = reading.Range{Min: 1, Max: math.MaxFloat64, Words: "a number of 1.0 or more", Rule: &outOfRange.Rule}
	waitSeconds        = reading.Range{Max: math.MaxFloat64, Words: "a number of 0 or more", Rule: &outOfRange.Rule}
	percentage         = reading.Range{Max: 100, Words: "a number from 0 to 100", Rule: &outOfRange.Rule}
)

// number reads a number of a range. It returns nil for a JSONata expression and for a placeholder, and, with a finding, for what is not a
// number or is outside of the range.
func (r *reader) number(f *source.Member, want *reading.Range) *Number {
	if r.expression(f) || r.placeholder(f) || r.pathInValue(f) {
		return nil
	}
	n, _ := r.Number(f, want)
	r.unmarked(f)
	return r.bounded(f, n)
}

// lenient reads a number as [reader.number] does. A whole number out of its range is a warning at the level of 2016, whose
// text demands nothing.
func (r *reader) lenient(f *source.Member, want *reading.Range) *Number {
	if r.expression(f) || r.placeholder(f) || r.pathInValue(f) {
		return nil
	}
	n, d := r.Number(f, want)
	r.unmarked(f)
	if v, ok := reading.NumberOf(f.Value); d != nil && r.level == Level2016 && ok && v == math.Trunc(v) {
		d.Severity = diag.Warning
	}
	return r.bounded(f, n)
}

// unmarked completes the finding about a text where a number is expected, if it is a JSONata expression without its marks.
func (r *reader) unmarked(f *source.Member) {
	v := f.Value
	if n := len(r.List) - 1; n >= 0 && r.owner.jsonata && v.Kind == source.String && strings.HasPrefix(v.Text, "$") && r.List[n].Span == v.Span && r.List[n].Help == "" {
		text := quote("{% " + v.Text + " %}")
		r.List[n].Help = "put an expression in {% %}: " + text
		r.OfferFix(&r.List[n], "put the expression in {% %}", text)
	}
}

// machineTimeout is the range of the time limit of the machine, for which the text of 2016 has no lower bound above 0.
func (r *reader) machineTimeout() *reading.Range {
	if r.level == Level2016 {
		return &nonNegativeInteger
	}
	return &positiveInteger
}

// textOrExpression reads a string. It returns nil for a JSONata expression, and, with a finding, for what is not a string.
func (r *reader) textOrExpression(f *source.Member) *Text {
	if r.expression(f) {
		return nil
	}
	return r.Text(f)
}

// expression reports whether a field holds a JSONata expression where those are allowed, and reads it. All fields of a retrier
// are constants.
func (r *reader) expression(f *source.Member) bool {
	if !r.owner.jsonata || r.owner.in == inRetrier || f.Value.Kind != source.String || !isJSONata(f.Value.Text) && !isOpenJSONata(f.Value.Text) {
		return false
	}
	*r.owner.later = append(*r.owner.later, LaterField{Member: f, Span: f.Value.Span, What: "a JSONata expression"})
	if t := r.template(f); r.owner.state != nil && len(t.Computed) > 0 {
		r.owner.state.Computed = append(r.owner.state.Computed, t.Computed[0])
	}
	return true
}

// placeholder reports whether a placeholder stands for a number in a state, at the level current.
func (r *reader) placeholder(f *source.Member) bool {
	if r.level == Level2016 || r.owner.state == nil || f.Value.Kind != source.String || !hasPlaceholder(f.Value.Text) {
		return false
	}
	r.assumed = append(r.assumed, assumption{quote(f.Key) + " of " + r.Subject(), f.Value})
	return true
}

// timestamp reads an instant (asl 2016: "Timestamps").
func (r *reader) timestamp(f *source.Member) *Text {
	if r.expression(f) {
		return nil
	}
	if r.pathInValue(f) {
		return nil
	}
	t := r.Text(f)
	if t == nil || !r.isTimestamp(t.Node, quote(f.Key)) {
		return nil
	}
	return t
}

// isTimestamp reports whether a string is a timestamp, or will be when its placeholders are filled. It adds a finding if not.
func (r *reader) isTimestamp(n *source.Node, what string) bool {
	if hasPlaceholder(n.Text) {
		return true
	}
	if _, ok := expr.ParseTimestamp(n.Text); ok {
		return true
	}
	d := r.Add(&timestamp.Rule, n.Span, "%s of %s must be a timestamp, found %s", what, r.Subject(), quote(n.Text))
	d.Help = "write a date, an upper-case T, a time, and an upper-case Z or an offset: 2016-03-14T01:59:00Z"
	if upper := strings.ToUpper(n.Text); upper != n.Text {
		if _, ok := expr.ParseTimestamp(upper); ok {
			d.Help = "write T and Z in upper case: " + upper
			r.OfferFix(d, "write T and Z in upper case", strconv.Quote(upper))
		}
	}
	return false
}

// transition reads the name of a state to go to. Its target is found when all states are known.
func (r *reader) transition(f *source.Member) *Transition {
	if f.Value.Kind != source.String {
		r.WrongField(f, "the name of a state")
		return nil
	}
	return &Transition{Node: f.Value, Name: f.Value.Text, Placeholder: hasPlaceholder(f.Value.Text)}
}

// oneOf reads a string of a closed list. It returns nil, with a finding, for another one.
func (r *reader) oneOf(f *source.Member, values ...string) *Text {
	if r.expression(f) {
		return nil
	}
	t := r.Text(f)
	if t == nil || hasPlaceholder(t.Value) || slices.Contains(values, t.Value) {
		return t
	}
	d := r.Add(&unknownValue.Rule, t.Node.Span, "%s of %s has the invalid value %s", quote(f.Key), r.Subject(), quote(t.Value))
	r.SuggestOne(d, t.Value, values, "it may be", "or")
	return nil
}
