package sw

import (
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// schedule lowers when the workflow may be started. A start by events takes events while it is active, and is never denied
// to a run of its own: nobody invokes it (sw: "Schedule Definition").
func (l *lowering) schedule(n *workflow.Node, s *State) {
	if s.Schedule == nil {
		return
	}
	x := &workflow.Schedule{Span: s.Schedule.Node.Span, Deny: s.Schedule.Direct != nil && s.Schedule.Direct.Value == "deny"}
	switch {
	case s.Schedule.Interval != nil:
		i, err := iso8601.ParseInterval(s.Schedule.Interval.Value)
		if err != nil {
			l.unsupported("an interval that cannot be read", "", s.Schedule.Interval.Node.Span)
			return
		}
		x.Text, x.From = s.Schedule.Interval.Value, i.Start
		x.Active = func(at, since time.Time) bool { return within(&i, at, since) }
	case s.Schedule.Cron != nil:
		table, wrong := parseCron(s.Schedule.Cron.Value)
		zone, err := zoneOf(s.Schedule)
		if wrong != nil || err != nil {
			l.unsupported("a cron expression that cannot be read", "", s.Schedule.Cron.Node.Span)
			return
		}
		x.Text = s.Schedule.Cron.Value
		x.Active = func(at, _ time.Time) bool { return table.due(at.In(zone)) }
		x.Next = func(after time.Time) (time.Time, bool) { return table.next(after.In(zone)) }
	default:
		return
	}
	if s.Type == EventState {
		x.ByEvents = true
		if n.Body.Listens != nil && x.Next == nil {
			n.Body.Listens.Awaits.While = x
		}
	}
	l.flow.Schedule = x
}

// within reports whether an instant lies in an interval. One that is no more than a length begins with the run; one that
// has an end besides it ends with whichever comes first.
func within(i *iso8601.Interval, at, since time.Time) bool {
	from, to := i.Start, i.End
	if !i.Length.IsZero() {
		from = since
		if end := i.Length.AddTo(since); to.IsZero() || end.Before(to) {
			to = end
		}
	}
	return !at.Before(from) && (to.IsZero() || at.Before(to))
}

// zoneOf is the time zone of a cron expression. Without one it is UTC, since a run has no machine whose zone could count.
func zoneOf(s *Schedule) (*time.Location, error) {
	if s.Timezone == nil {
		return time.UTC, nil
	}
	return time.LoadLocation(s.Timezone.Value)
}
