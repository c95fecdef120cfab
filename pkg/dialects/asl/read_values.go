package asl

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// wrongKind reports a value that is of another kind than expected: `"Comment" of state "A" must be a string, found
// null`. The subject is said to be part of the state, if there is one. What could not even be read was reported already,
// so that nothing is added, and what is returned is of no use.
func (r *reader) wrongKind(n *source.Node, subject, expected string, of *State) *diag.Diagnostic {
	if n.Kind == source.Invalid {
		return &diag.Diagnostic{}
	}
	if of != nil {
		subject += " of state " + quote(of.Name)
	}
	return r.Add(&wrongType.Rule, r.Whole(n), "%s must be %s, found %s", subject, expected, n.Kind)
}

// wrongField reports a field whose value is of another kind than expected.
func (r *reader) wrongField(f *source.Member, expected string) *diag.Diagnostic {
	return r.wrongKind(f.Value, quote(f.Key)+" of "+r.owner.String(), expected, nil)
}

// text reads a string. It is nil if the value is none, which is reported.
func (r *reader) text(f *source.Member) *Text {
	switch f.Value.Kind {
	case source.String:
		return &Text{Node: f.Value, Value: f.Value.Text}
	case source.Number, source.Bool:
		d := r.wrongField(f, "a string")
		d.Help = "write it in quotes: " + quote(f.Value.Text)
		r.Mend(d, "write it in quotes", strconv.Quote(f.Value.Text))
	default:
		r.wrongField(f, "a string")
	}
	return nil
}

// boolean reads true or false.
func (r *reader) boolean(f *source.Member) *Bool {
	if f.Value.Kind != source.Bool {
		d := r.wrongField(f, "a boolean")
		if f.Value.Text == "true" || f.Value.Text == "false" {
			r.unquote(d, f.Value)
		}
		return nil
	}
	return &Bool{Node: f.Value, Value: f.Value.Text == "true"}
}

// unquote offers to write a string as what it looks like.
func (r *reader) unquote(d *diag.Diagnostic, n *source.Node) {
	d.Help = "write " + n.Text + " without quotes"
	r.Mend(d, d.Help, n.Text)
}

// array reads the items of an array. The answer is false if the value is none, or if it is empty and must not be; both
// are reported.
func (r *reader) array(f *source.Member, expected string, mayBeEmpty bool) ([]*source.Node, bool) {
	n := f.Value
	switch {
	case n.Kind != source.Array:
		r.wrongField(f, expected)
	case len(n.Items) == 0 && !mayBeEmpty:
		r.Add(&emptyList.Rule, n.Span, "%s of %s is empty, it must be %s with one item at least", quote(f.Key), r.owner, expected)
	default:
		return n.Items, true
	}
	return nil, false
}

// A numberRange says which numbers a field may hold.
type numberRange struct {
	min   float64
	max   float64 // 0 is no limit
	whole bool
	words string // the range in messages
	// lenient makes a breach a warning at the level of 2016, whose text demands nothing.
	lenient bool
}

var (
	positiveInteger    = numberRange{min: 1, whole: true, words: "a positive integer"}
	nonNegativeInteger = numberRange{min: 0, whole: true, words: "an integer of 0 or more"}
	backoffRate        = numberRange{min: 1, words: "a number of 1.0 or more"}
	machineSeconds     = numberRange{min: 0, whole: true, words: "an integer of 0 or more", lenient: true}
	waitSeconds        = numberRange{min: 0, words: "a number of 0 or more", lenient: true}
	percentage         = numberRange{min: 0, max: 100, words: "a number from 0 to 100"}
)

// has reports whether a number is in the range.
func (w numberRange) has(v float64) bool {
	return v >= w.min && (w.max == 0 || v <= w.max) && (!w.whole || v == math.Trunc(v))
}

// number reads a number of a range. It is nil if the value is none, or outside of the range, which is reported; or a
// JSONata expression.
func (r *reader) number(f *source.Member, want numberRange) *Number {
	if r.expression(f) {
		return nil
	}
	if f.Value.Kind != source.Number {
		d := r.wrongField(f, want.words)
		if v, ok := numberOf(f.Value); ok && f.Value.Kind == source.String && want.has(v) && json.Valid([]byte(f.Value.Text)) {
			r.unquote(d, f.Value)
		}
		return nil
	}
	v, ok := numberOf(f.Value)
	if ok && want.has(v) {
		return &Number{Node: f.Value, Value: v}
	}
	d := r.Add(&outOfRange.Rule, f.Value.Span, "%s of %s must be %s, found %s", quote(f.Key), r.owner, want.words, f.Value.Text)
	if want.lenient && r.level == Level2016 && ok && v == math.Trunc(v) {
		d.Severity = diag.Warning
	}
	return nil
}

// numberOf returns the value of a number; it is not ok for one that no machine can count with.
func numberOf(n *source.Node) (v float64, ok bool) {
	v, err := strconv.ParseFloat(n.Text, 64)
	if err != nil {
		i, intErr := strconv.ParseInt(n.Text, 0, 64) // YAML: 0x1F, 0o17
		return float64(i), intErr == nil
	}
	return v, !math.IsInf(v, 0) && !math.IsNaN(v)
}

// expression reports whether a field holds a JSONata expression where those are allowed. Nothing more is read of it.
func (r *reader) expression(f *source.Member) bool {
	if !r.owner.jsonata || f.Value.Kind != source.String || !isJSONata(f.Value.Text) {
		return false
	}
	*r.owner.later = append(*r.owner.later, LaterField{Member: f, Span: f.Value.Span, What: "a JSONata expression"})
	return true
}

// timestamp reads an instant (asl 2016: "Timestamps").
func (r *reader) timestamp(f *source.Member) *Text {
	if r.expression(f) {
		return nil
	}
	t := r.text(f)
	if t == nil || !r.isTimestamp(t.Node, quote(f.Key)) {
		return nil
	}
	return t
}

// isTimestamp reports whether a string is a timestamp, or will be when its placeholders are filled. If it is none, that
// is reported.
func (r *reader) isTimestamp(n *source.Node, what string) bool {
	if hasPlaceholder(n.Text) {
		return true
	}
	if _, ok := expr.ParseTimestamp(n.Text); ok {
		return true
	}
	d := r.Add(&timestamp.Rule, n.Span, "%s of %s must be a timestamp, found %s", what, r.owner, quote(n.Text))
	d.Help = "write a date, an upper-case T, a time, and an upper-case Z or an offset: 2016-03-14T01:59:00Z"
	if upper := strings.ToUpper(n.Text); upper != n.Text {
		if _, ok := expr.ParseTimestamp(upper); ok {
			d.Help = "write T and Z in upper case: " + upper
			r.Mend(d, "write T and Z in upper case", strconv.Quote(upper))
		}
	}
	return false
}

// transition reads the name of a state to go to. Its target is found when all states are known.
func (r *reader) transition(f *source.Member) *Transition {
	if f.Value.Kind != source.String {
		r.wrongField(f, "the name of a state")
		return nil
	}
	return &Transition{Node: f.Value, Name: f.Value.Text, Placeholder: hasPlaceholder(f.Value.Text)}
}

// oneOf checks a string of a closed list.
func (r *reader) oneOf(f *source.Member, values ...string) {
	if r.expression(f) {
		return
	}
	t := r.text(f)
	if t == nil || t.Placeholder() {
		return
	}
	for _, v := range values {
		if v == t.Value {
			return
		}
	}
	d := r.Add(&unknownValue.Rule, t.Node.Span, "%s of %s is %s, which it may not be", quote(f.Key), r.owner, quote(t.Value))
	if r.Suggest(d, r.Guess(t.Value, values)); d.Help == "" {
		d.Help = "it may be " + strings.Join(values, " or ")
	}
}
