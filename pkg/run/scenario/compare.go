package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// Compare returns the differences between the expected result and the actual one; none if all is as expected. A nil expectation
// expects that the run neither fails nor is aborted.
func (e *Expectation) Compare(r *run.Result) []Difference {
	if e == nil {
		if r.Status == run.Failed || r.Status == run.Aborted {
			return []Difference{{At: "status", Want: "a run that does not fail", Got: describeStatus(r)}}
		}
		return nil
	}
	var out []Difference
	if e.Status != "" && e.Status != r.Status {
		out = append(out, Difference{At: "status", Want: string(e.Status), Got: describeStatus(r)})
	}
	if e.Output != nil {
		out = append(out, differences("output", *e.Output, r.Output)...)
	}
	if e.OutputIncludes != nil {
		out = append(out, missing("output", *e.OutputIncludes, r.Output)...)
	}
	out = append(out, e.compareError(r.Error)...)
	if e.Visited != nil && !slices.Equal(e.Visited, r.Visited) {
		out = append(out, sequenceDifference("visited", e.Visited, r.Visited))
	}
	if e.Visits != nil && !subsequence(e.Visits, r.Visited) {
		out = append(out, visitsDifference(e.Visits, r.Visited))
	}
	if e.Ended != nil && !slices.Equal(sorted(e.Ended), sorted(r.Ended)) {
		out = append(out, Difference{At: "ended", Want: sequence(e.Ended), Got: sequence(r.Ended)})
	}
	if e.Calls != nil {
		out = append(out, compareCalls(e.Calls, r.Calls)...)
	}
	if e.Elapsed != nil {
		if want := e.Elapsed.AddTo(r.Start); !want.Equal(r.End) {
			out = append(out, Difference{At: "elapsed", Want: e.Elapsed.String(), Got: iso8601.Format(r.Elapsed())})
		}
	}
	if e.Produced != nil {
		out = append(out, compareEvents(e.Produced, r.Produced)...)
	}
	if e.chained {
		out = append(out, e.compareChain(r.Chain)...)
	}
	return out
}

// UnshownFailure describes the error of a run that is not as expected, where the differences are about something else: the error may
// well be the cause of all of them. It is empty where they show it, or if the run did not fail.
func UnshownFailure(r *run.Result, differences []Difference) string {
	shown := func(d Difference) bool {
		return d.At == "status" || d.At == "error" || strings.HasPrefix(d.At, "error.")
	}
	switch {
	case r.Error == nil || len(differences) == 0 || slices.ContainsFunc(differences, shown):
		return ""
	case r.Status == run.Failed:
		return "the run failed: " + describe(r.Error)
	case r.Status == run.Aborted:
		return "the run was aborted: " + describe(r.Error)
	}
	return ""
}

// describeStatus is the status of a run with its cause: the error, or what it waits for.
func describeStatus(r *run.Result) string {
	switch {
	case r.Error != nil:
		return fmt.Sprintf("%s (%s)", r.Status, describe(r.Error))
	case len(r.Waiting) > 0:
		const most = 3
		text := string(r.Status) + " for "
		for i, w := range r.Waiting[:min(most, len(r.Waiting))] {
			if i > 0 {
				text += ", "
			}
			text += awaited(w)
		}
		if n := len(r.Waiting) - most; n > 0 {
			text += fmt.Sprintf(" and %d more", n)
		}
		return text
	}
	return string(r.Status)
}

// awaited is what a run waits for, and where.
func awaited(w machine.Awaited) string {
	switch w.Kind {
	case "deadEnd":
		return fmt.Sprintf("nothing: no edge of %s can be taken", w.Node)
	case "join":
		return fmt.Sprintf("a branch that never arrives at %s", w.Node)
	case "task":
		return fmt.Sprintf("the task %s at %s", w.Name, w.Node)
	case "event":
		return fmt.Sprintf("the event %s at %s", w.Name, w.Node)
	case "userTask":
		return fmt.Sprintf("the user task %s", w.Node)
	case "signal":
		return fmt.Sprintf("the signal %s", w.Node)
	case "transition":
		return fmt.Sprintf("a transition from %s", w.Node)
	}
	return fmt.Sprintf("%s at %s", w.Kind, w.Node)
}

// compareEvents compares all events in order.
func compareEvents(want []ExpectedEvent, got []any) []Difference {
	if len(want) != len(got) {
		return []Difference{{At: "produced", Want: fmt.Sprint(len(want)), Got: fmt.Sprintf("%d: %s", len(got), value.Short(got))}}
	}
	var out []Difference
	for i, w := range want {
		event, _ := got[i].(*value.Object)
		at := fmt.Sprintf("produced[%d]", i)
		for k, x := range w.Members.All() {
			switch y, has := event.Lookup(k); {
			case !has:
				out = append(out, Difference{At: member(at, k), Want: value.Short(x), Got: nothing})
			case k == "data":
				out = append(out, missing(member(at, k), x, y)...)
			default:
				out = append(out, differences(member(at, k), x, y)...)
			}
		}
	}
	return out
}

// compareChain compares the results of the workflows that followed.
func (e *Expectation) compareChain(got []*run.Result) []Difference {
	if len(e.Chain) != len(got) {
		return []Difference{{At: "chain", Want: fmt.Sprintf("%d next workflows", len(e.Chain)), Got: fmt.Sprint(len(got))}}
	}
	var out []Difference
	for i, want := range e.Chain {
		for _, d := range want.Compare(got[i]) {
			d.At = fmt.Sprintf("chain[%d].%s", i, d.At)
			out = append(out, d)
		}
	}
	return out
}

func (e *Expectation) compareError(got *machine.Error) []Difference {
	if e.NoError && got != nil {
		return []Difference{{At: "error", Want: "none", Got: describe(got)}}
	}
	if e.Error == nil {
		return nil
	}
	if got == nil {
		return []Difference{{At: "error", Want: describe(e.Error), Got: "none"}}
	}
	var out []Difference
	if e.Name && e.Error.Name != got.Name {
		out = append(out, Difference{At: "error.name", Want: value.Short(e.Error.Name), Got: value.Short(got.Name)})
	}
	if e.Cause && e.Error.Cause != got.Cause {
		out = append(out, Difference{At: "error.cause", Want: value.Short(e.Error.Cause), Got: value.Short(got.Cause)})
	}
	return out
}

// describe is an error on one line.
func describe(e *machine.Error) string {
	switch {
	case e.Name == "":
		return cmp.Or(e.Cause, "an error without a name")
	case e.Cause == "":
		return e.Name
	default:
		return e.Name + ": " + e.Cause
	}
}
