package scenario

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

// An Expectation is what should come of a run. Only what is set is compared.
type Expectation struct {
	Status         run.Status
	Output         *any
	OutputIncludes *any
	Error          *machine.Error
	NoError        bool
	Name, Cause    bool // which parts of Error are compared
	Visited        []string
	Visits         []string
	Ended          []string
	Calls          []ExpectedCall // nil: not compared; all calls, in order
	Elapsed        *iso8601.Duration
	Produced       []ExpectedEvent // nil: not compared; all events, in order
	// Chain has one expectation for each workflow that follows.
	Chain   []*Expectation
	chained bool
}

// ExpectedEvent is an event with the members that are compared: its data as a subset, anything else as it is.
type ExpectedEvent struct{ Members *value.Object }

// ExpectedCall is a call with the members that are compared, by their names in a result.
type ExpectedCall struct{ Members *value.Object }

// expectation reads the member expect.
func (r *reader) expectation(n *source.Node) *Expectation {
	e := &Expectation{}
	known := []string{"status", "output", "outputIncludes", "error", "visited", "visits", "ended", "calls", "elapsed", "produced", "chain"}
	r.members(n, "expect", known, func(m *source.Member) {
		switch m.Key {
		case "status":
			e.Status = run.Status(r.text(m))
			if !isStatus(e.Status) {
				r.fault(m.Value.Span, fmt.Sprintf("unknown status %q", e.Status), "use succeeded, failed, waiting, resting or aborted")
			}
		case "output":
			v := value.Of(m.Value)
			e.Output = &v
		case "outputIncludes":
			v := value.Of(m.Value)
			e.OutputIncludes = &v
		case "error":
			r.expectedError(e, m)
		case "visited":
			e.Visited = r.mentions(m)
		case "visits":
			e.Visits = r.mentions(m)
		case "ended":
			e.Ended = r.mentions(m)
		case "calls":
			e.Calls = r.expectedCalls(m)
		case "elapsed":
			d := r.duration(m)
			e.Elapsed = &d
		case "produced":
			e.Produced = r.expectedEvents(m)
		case "chain":
			e.chained = true
			for _, n := range r.items(m.Value, m.Key) {
				e.Chain = append(e.Chain, r.expectation(n))
			}
		}
	})
	return e
}

func isStatus(s run.Status) bool {
	return slices.Contains([]run.Status{run.Succeeded, run.Failed, run.Waiting, run.Resting, run.Aborted}, s)
}

func (r *reader) expectedError(e *Expectation, m *source.Member) {
	if m.Value.Kind == source.Null {
		e.NoError = true
		return
	}
	e.Error = &machine.Error{}
	r.members(m.Value, "error", []string{"name", "cause"}, func(m *source.Member) {
		if m.Key == "name" {
			e.Error.Name, e.Name = r.text(m), true
		} else {
			e.Error.Cause, e.Cause = r.text(m), true
		}
	})
}

func (r *reader) expectedCalls(m *source.Member) []ExpectedCall {
	out := []ExpectedCall{}
	known := []string{"node", "task", "attempt", "at", "took", "input", "parameters", "result", "error"}
	for _, n := range r.items(m.Value, m.Key) {
		c := ExpectedCall{value.NewObject(len(n.Members))}
		r.members(n, "a call", known, func(m *source.Member) {
			c.Members.Set(m.Key, r.expectedPart(m))
		})
		out = append(out, c)
	}
	return out
}

// expectedPart reads a member of an expected call. Times are numbers of seconds or durations.
func (r *reader) expectedPart(m *source.Member) any {
	text := m.Value.Kind == source.String
	switch {
	case m.Key == "node" && text:
		r.mention(nodeName, m.Value.Text, m.Value.Span)
	case m.Key == "task" && text:
		r.mention(taskName, m.Value.Text, m.Value.Span)
	case (m.Key == "at" || m.Key == "took") && text:
		epoch := time.Unix(0, 0).UTC()
		return inSeconds(r.duration(m).AddTo(epoch).Sub(epoch))
	}
	return value.Of(m.Value)
}

func (r *reader) expectedEvents(m *source.Member) []ExpectedEvent {
	out := []ExpectedEvent{}
	for _, n := range r.items(m.Value, m.Key) {
		if n.Kind != source.Object {
			r.fault(n.Span, fmt.Sprintf("an event must be an object, not %s", n.Kind), "")
			continue
		}
		members, _ := value.Of(n).(*value.Object)
		out = append(out, ExpectedEvent{members})
	}
	return out
}
