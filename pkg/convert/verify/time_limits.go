package verify

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// timeLimit is the shortest time that a call of an element may take in the source by the limits that no loss is about: a loss of one limit
// excuses no call that is longer than the others allow. It reports false if there is none, or if it is not known what the losses are about.
func (x *excuses) timeLimit(element string) (time.Duration, bool) {
	var about []*dialects.Loss
	for _, l := range x.pair.Raised.Losses {
		if l.Rule.OnFailure && l.Rule.Affects&dialects.Time != 0 && slices.ContainsFunc(l.From, func(e *workflow.Element) bool { return shown(e) == element }) {
			about = append(about, l)
		}
	}
	least, found, lost := time.Duration(0), false, 0
	for _, n := range x.net.byName[element] {
		for i := range n.Timers {
			t := &n.Timers[i]
			if slices.ContainsFunc(about, func(l *dialects.Loss) bool { return isAbout(l, t.Span) }) {
				lost++
				continue
			}
			d, fixed := fixedLength(&t.Length)
			if fixed && !t.Implied && t.Counts != workflow.PerArrival && (t.Edge == nil || t.Interrupting) && (!found || d < least) {
				least, found = d, true
			}
		}
	}
	return least, found && lost >= len(about)
}

// isAbout reports whether one of the places of a loss is at that of a part.
func isAbout(l *dialects.Loss, part source.Span) bool {
	overlaps := func(s source.Span) bool { return !part.IsZero() && s.Start < part.End && part.Start < s.End }
	if overlaps(l.Span) {
		return true
	}
	for _, r := range l.Related {
		if overlaps(r.Span) {
			return true
		}
	}
	return false
}

// fixedLength is a length that is the same for all data and at any time.
func fixedLength(l *workflow.Length) (time.Duration, bool) {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return 0, false
	}
	switch v := x.Value.(type) {
	case int64:
		return time.Duration(v) * time.Second, l.Unit == workflow.Seconds
	case float64:
		return time.Duration(v * float64(time.Second)), l.Unit == workflow.Seconds
	case string:
		d, err := iso8601.ParseDuration(v)
		return d.Clock, err == nil && l.Unit == workflow.Duration && d == iso8601.Duration{Clock: d.Clock}
	}
	return 0, false
}
