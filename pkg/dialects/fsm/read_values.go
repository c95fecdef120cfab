package fsm

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// wrongKind reports a value that is of another kind than expected: `"desc" of a workflow must be a string, found null`.
// What could not even be read was reported already, so that nothing is added, and what is returned is of no use.
func (r *reader) wrongKind(n *source.Node, subject, expected string) *diag.Diagnostic {
	if n.Kind == source.Invalid {
		return &diag.Diagnostic{}
	}
	return r.Add(&wrongType.Rule, r.Whole(n), "%s must be %s, found %s", subject, expected, n.Kind)
}

// wrongField reports a field whose value is of another kind than expected.
func (r *reader) wrongField(f *source.Member, expected string) *diag.Diagnostic {
	return r.wrongKind(f.Value, quote(f.Key)+" of "+r.owner.String(), expected)
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

// named reads a string that must not be empty.
func (r *reader) named(f *source.Member) *Text {
	t := r.text(f)
	if t != nil && t.Value == "" {
		r.Add(&emptyName.Rule, t.Node.Span, "%s of %s is empty", quote(f.Key), r.owner)
	}
	return t
}

// boolean reads true or false.
func (r *reader) boolean(f *source.Member) *Bool {
	if f.Value.Kind != source.Bool {
		d := r.wrongField(f, "a boolean")
		if f.Value.Text == "true" || f.Value.Text == "false" {
			d.Help = "write " + f.Value.Text + " without quotes"
			r.Mend(d, d.Help, f.Value.Text)
		}
		return nil
	}
	return &Bool{Node: f.Value, Value: f.Value.Text == "true"}
}

// items reads an array.
func (r *reader) items(f *source.Member, expected string) ([]*source.Node, bool) {
	if f.Value.Kind != source.Array {
		r.wrongField(f, expected)
		return nil, false
	}
	return f.Value.Items, true
}

// A numberRange says which whole numbers a field may hold.
type numberRange struct {
	min, max float64
	words    string // the range in messages
}

var (
	modelVersions = numberRange{math.MinInt32, math.MaxInt32, "an integer of 32 bits"}
	milliseconds  = numberRange{0, 1 << 53, "a number of milliseconds, 0 or more"}
)

// number reads a number of a range. It is nil if the value is none, or outside of the range, which is reported.
func (r *reader) number(f *source.Member, want numberRange) *Number {
	if f.Value.Kind != source.Number {
		d := r.wrongField(f, want.words)
		if v, ok := value.Number(f.Value.Text); ok && f.Value.Kind == source.String && want.has(v) && json.Valid([]byte(f.Value.Text)) {
			d.Help = "write " + f.Value.Text + " without quotes"
			r.Mend(d, d.Help, f.Value.Text)
		}
		return nil
	}
	v, ok := value.Number(f.Value.Text)
	if !ok || !want.has(v) {
		r.Add(&outOfRange.Rule, f.Value.Span, "%s of %s must be %s, found %s", quote(f.Key), r.owner, want.words, f.Value.Text)
		return nil
	}
	return &Number{Node: f.Value, Value: toFloat(v)}
}

// has reports whether a number is in the range.
func (w numberRange) has(v any) bool {
	f := toFloat(v)
	return f >= w.min && f <= w.max && f == math.Trunc(f)
}

// toFloat returns a number of package value as a float.
func toFloat(v any) float64 {
	if i, ok := v.(int64); ok {
		return float64(i)
	}
	f, _ := v.(float64)
	return f
}
