package fsm

import (
	"math"

	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
)

// named reads a string that must not be empty.
func (r *reader) named(f *source.Member) *Text {
	t := r.Text(f)
	if t != nil && t.Value == "" {
		r.Add(&emptyName.Rule, t.Node.Span, "%s of %s is empty", quote(f.Key), r.Subject())
	}
	return t
}

var (
	modelVersions = reading.Range{Min: math.MinInt32, Max: math.MaxInt32, Whole: true, Words: "an integer of 32 bits", Rule: &outOfRange.Rule}
	milliseconds  = reading.Range{Max: 1 << 53, Whole: true, Words: "a number of milliseconds, 0 or more", Rule: &outOfRange.Rule}
)

// number reads a number of a range. It is nil for any other value, which is reported.
func (r *reader) number(f *source.Member, want *reading.Range) *Number {
	n, _ := r.Number(f, want)
	return n
}
