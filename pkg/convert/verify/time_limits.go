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

// timeLimit is the shortest time that a call of a task by an element may take in the source by the limits that no loss is about: a loss of
// one limit excuses no call that is longer than the others allow. It reports false if there is none, or if it is not known what the losses
// are about. Of an element that calls the task at several places, the place that allows the longest call counts.
func (x *excuses) timeLimit(element, task string) (time.Duration, bool) {
	var about []*dialects.Loss
	for _, l := range x.pair.Raised.Losses {
		if l.Rule.OnFailure && l.Rule.Affects&dialects.Time != 0 && slices.ContainsFunc(l.From, func(e *workflow.Element) bool { return shown(e) == element }) {
			about = append(about, l)
		}
	}
	var around, own limit // of what lies around the calls, and of the calls
	lost, called := 0, false
	for _, n := range x.net.byName[element] {
		l, gone := shortest(n, about)
		lost += gone
		switch {
		case n.Call == nil:
			around = around.and(l)
		case n.Call.Task != task:
		case !called:
			own, called = l, true
		default:
			own = own.or(l)
		}
	}
	least := around.and(own)
	return least.time, least.known && lost >= len(about)
}

// A limit is how long something may take at most, where that is known.
type limit struct {
	time  time.Duration
	known bool
}

// and is what holds where both limits do.
func (l limit) and(other limit) limit {
	if !l.known || other.known && other.time < l.time {
		return other
	}
	return l
}

// or is what holds where one of two limits does.
func (l limit) or(other limit) limit {
	if !l.known || !other.known {
		return limit{}
	}
	return limit{max(l.time, other.time), true}
}

// shortest is the shortest of the time limits of a node that no loss is about, and how many of them losses are about.
func shortest(n *workflow.Node, losses []*dialects.Loss) (least limit, lost int) {
	for i := range n.Timers {
		t := &n.Timers[i]
		if slices.ContainsFunc(losses, func(l *dialects.Loss) bool { return isAbout(l, t.Span) }) {
			lost++
			continue
		}
		d, fixed := fixedLength(&t.Length)
		if fixed && !t.Implied && t.Counts != workflow.PerArrival && (t.Edge == nil || t.Interrupting) {
			least = least.and(limit{d, true})
		}
	}
	return least, lost
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
