package step

import (
	"math"
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// wrongKind reports a value that is of another kind than expected: `"type" of step "a" must be a string, found null`. The
// subject is said to be part of the step, if there is one. What could not even be read was reported already, so that
// nothing is added, and what is returned is of no use.
func (r *reader) wrongKind(n *source.Node, subject, expected string, of *Step) *diag.Diagnostic {
	if n.Kind == source.Invalid {
		return &diag.Diagnostic{}
	}
	if of != nil {
		subject += " of " + of.String()
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
		if f.Value.Kind == source.String && (f.Value.Text == "true" || f.Value.Text == "false") {
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

// reference reads the id of a step. Its target is found when all steps are known.
func (r *reader) reference(f *source.Member) *Reference {
	if f.Value.Kind != source.String {
		r.wrongField(f, "the id of a step")
		return nil
	}
	return &Reference{Node: f.Value, Field: f.Key, ID: f.Value.Text}
}

// count reads a whole number of 0 or more.
func (r *reader) count(f *source.Member) *Integer {
	const most = 1_000_000_000 // so many that nobody counts them
	if f.Value.Kind != source.Number {
		d := r.wrongField(f, "an integer of 0 or more")
		if _, err := strconv.ParseUint(f.Value.Text, 10, 64); err == nil && f.Value.Kind == source.String && (f.Value.Text == "0" || f.Value.Text[0] != '0') {
			r.unquote(d, f.Value)
		}
		return nil
	}
	v, err := strconv.ParseFloat(f.Value.Text, 64)
	if err != nil {
		if i, intErr := strconv.ParseInt(f.Value.Text, 0, 64); intErr == nil { // YAML: 0x1F
			v, err = float64(i), nil
		}
	}
	if err != nil || v < 0 || v != math.Trunc(v) || math.IsInf(v, 0) {
		r.Add(&outOfRange.Rule, f.Value.Span, "%s of %s must be an integer of 0 or more, found %s", quote(f.Key), r.owner, f.Value.Text)
		return nil
	}
	return &Integer{Node: f.Value, Value: int(min(v, most))}
}
