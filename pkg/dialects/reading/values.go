package reading

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A Text is a string of a definition.
type Text struct {
	Node  *source.Node
	Value string
}

// A Bool is true or false.
type Bool struct {
	Node  *source.Node
	Value bool
}

// A Number is a number that is legal at its place.
type Number struct {
	Node  *source.Node
	Value float64
}

// An Integer is a whole number that is legal at its place.
type Integer struct {
	Node  *source.Node
	Value int
}

// WrongKind reports a value that is of another kind than expected: `"Comment" of state "A" must be a string, found null`.
// What could not even be parsed was reported already, so that nothing is added, and what is returned is of no use.
func (r *Reader) WrongKind(n *source.Node, subject, expected string) *diag.Diagnostic {
	if n.Kind == source.Invalid || r.Opaque != nil && r.Opaque(n, subject) {
		return &diag.Diagnostic{}
	}
	return r.Add(r.Rules.WrongType, r.Whole(n), "%s must be %s, found %s", subject, expected, n.Kind)
}

// WrongField reports a field whose value is of another kind than expected.
func (r *Reader) WrongField(m *source.Member, expected string) *diag.Diagnostic {
	return r.WrongKind(m.Value, dialects.Quote(m.Key)+" of "+r.Subject(), expected)
}

// Text reads a string. It is nil for any other value, which is reported.
func (r *Reader) Text(m *source.Member) *Text {
	switch m.Value.Kind {
	case source.String:
		return &Text{Node: m.Value, Value: m.Value.Text}
	case source.Number, source.Bool:
		d := r.WrongField(m, "a string")
		d.Help = "write it in quotes: " + dialects.Quote(m.Value.Text)
		r.OfferFix(d, "write it in quotes", strconv.Quote(m.Value.Text))
	default:
		r.WrongField(m, "a string")
	}
	return nil
}

// Bool reads true or false. It is nil for any other value, which is reported.
func (r *Reader) Bool(m *source.Member) *Bool {
	if m.Value.Kind != source.Bool {
		d := r.WrongField(m, "a boolean")
		if s := m.Value.Text; m.Value.Kind == source.String && (s == "true" || s == "false") {
			r.unquote(d, m.Value)
		} else if word := boolean(s); m.Value.Kind == source.String && word != "" {
			d.Help = fmt.Sprintf("write %s; in YAML 1.2, %s is a string", word, s)
			r.OfferFix(d, "write "+word, word)
		}
		return nil
	}
	return &Bool{Node: m.Value, Value: m.Value.Text == "true"}
}

// boolean returns the boolean that a word stands for in YAML 1.1, as JSON writes it; "" if it stands for none.
func boolean(word string) string {
	switch strings.ToLower(word) {
	case "yes", "y", "on", "true":
		return "true"
	case "no", "n", "off", "false":
		return "false"
	}
	return ""
}

// unquote offers to write a string as what it looks like.
func (r *Reader) unquote(d *diag.Diagnostic, n *source.Node) {
	d.Help = "write " + n.Text + " without quotes"
	r.OfferFix(d, d.Help, n.Text)
}

// Items reads an array. Any other value is reported. One of the kind that the items have is read as the only item; the answer is
// false for all others. The kind is [source.Invalid] where the items may be anything.
func (r *Reader) Items(m *source.Member, expected string, item source.Kind) ([]*source.Node, bool) {
	n := m.Value
	if n.Kind == source.Array {
		return n.Items, true
	}
	d := r.WrongField(m, expected)
	if n.Kind != item || item == source.Invalid || item == source.Object && len(n.Members) == 0 {
		return nil, false
	}
	d.Help = "write it as an array with one item, in [ and ]"
	if text := string(r.File.Text[n.Span.Start:n.Span.End]); r.File.Format == source.JSON || n.Kind == source.String && !strings.ContainsAny(text, ",[]{}\n:#") {
		d.Fix = &diag.Fix{Description: d.Help, Edits: []diag.Edit{
			{Span: source.Span{Start: n.Span.Start, End: n.Span.Start}, Text: "["}, {Span: source.Span{Start: n.Span.End, End: n.Span.End}, Text: "]"}}}
	}
	return []*source.Node{n}, true
}

// A Range describes which numbers a field may hold.
type Range struct {
	Min, Max float64
	Whole    bool
	Words    string // the range in messages: "a positive integer"
	Rule     *diag.Rule
}

// Has reports whether a number is in the range.
func (w *Range) Has(v float64) bool {
	return v >= w.Min && v <= w.Max && (!w.Whole || v == math.Trunc(v))
}

// Number reads a number of a range. It is nil for another value, which is reported; of a number outside of the range, the
// finding is returned.
func (r *Reader) Number(m *source.Member, want *Range) (*Number, *diag.Diagnostic) {
	n := m.Value
	if n.Kind != source.Number {
		d := r.WrongField(m, want.Words)
		if v, ok := NumberOf(n); ok && n.Kind == source.String && want.Has(v) && json.Valid([]byte(n.Text)) {
			r.unquote(d, n)
		}
		return nil, nil
	}
	if v, ok := NumberOf(n); ok && want.Has(v) {
		return &Number{Node: n, Value: v}, nil
	}
	return nil, r.Add(want.Rule, n.Span, "%s of %s must be %s, found %s", dialects.Quote(m.Key), r.Subject(), want.Words, n.Text)
}

// Count reads a whole number of 0 or more. One that is too large for anybody to count to is cut off.
func (r *Reader) Count(m *source.Member, outOfRange *diag.Rule) *Integer {
	const most = 1_000_000_000
	n, _ := r.Number(m, &Range{Max: math.MaxFloat64, Whole: true, Words: "an integer of 0 or more", Rule: outOfRange})
	if n == nil {
		return nil
	}
	return &Integer{Node: n.Node, Value: int(min(n.Value, most))}
}

// NumberOf returns the value of a number; it is not ok for one that cannot be computed with.
func NumberOf(n *source.Node) (v float64, ok bool) {
	v, err := strconv.ParseFloat(n.Text, 64)
	if err != nil {
		i, intErr := strconv.ParseInt(n.Text, 0, 64) // YAML: 0x1F, 0o17
		return float64(i), intErr == nil
	}
	return v, !math.IsInf(v, 0) && !math.IsNaN(v)
}
