package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
			if !slices.Contains([]run.Status{run.Succeeded, run.Failed, run.Waiting, run.Resting, run.Aborted}, e.Status) {
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
			e.Visited = r.texts(m)
		case "visits":
			e.Visits = r.texts(m)
		case "ended":
			e.Ended = r.texts(m)
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
		r.members(n, "a call", known, func(m *source.Member) { c.Members.Set(m.Key, value.Of(m.Value)) })
		out = append(out, c)
	}
	return out
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

// Compare returns the differences between what was expected and what came, a line each; none if all is as expected.
func (e *Expectation) Compare(r *run.Result) []string {
	var out []string
	names := func(what string, want, got []string) {
		out = append(out, fmt.Sprintf("%s: expected %s, got %s", what, sequence(want), sequence(got)))
	}
	if e.Status != "" && e.Status != r.Status {
		line := fmt.Sprintf("status: expected %s, got %s", e.Status, r.Status)
		if r.Error != nil {
			line += fmt.Sprintf(" (%s)", describe(r.Error))
		}
		out = append(out, line)
	}
	if e.Output != nil && !value.Equal(*e.Output, r.Output) {
		out = append(out, differences("output", *e.Output, r.Output)...)
	}
	if e.OutputIncludes != nil && !value.Includes(*e.OutputIncludes, r.Output) {
		out = append(out, fmt.Sprintf("output: expected to include %s, got %s", value.Short(*e.OutputIncludes), value.Short(r.Output)))
	}
	out = append(out, e.compareError(r.Error)...)
	if e.Visited != nil && !slices.Equal(e.Visited, r.Visited) {
		names("visited", e.Visited, r.Visited)
	}
	if e.Visits != nil && !subsequence(e.Visits, r.Visited) {
		names("visits", e.Visits, r.Visited)
	}
	if e.Ended != nil && !slices.Equal(sorted(e.Ended), sorted(r.Ended)) {
		names("ended", e.Ended, r.Ended)
	}
	if e.Calls != nil {
		out = append(out, compareCalls(e.Calls, r.Calls)...)
	}
	if e.Elapsed != nil {
		if want := e.Elapsed.AddTo(r.Start); !want.Equal(r.End) {
			out = append(out, fmt.Sprintf("elapsed: expected %s, got %s", e.Elapsed, iso8601.Format(r.Elapsed())))
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

// compareEvents compares all events in order.
func compareEvents(want []ExpectedEvent, got []any) []string {
	if len(want) != len(got) {
		return []string{fmt.Sprintf("produced: expected %d, got %d: %s", len(want), len(got), value.Short(got))}
	}
	var out []string
	for i, w := range want {
		event, _ := got[i].(*value.Object)
		for k, member := range w.Members.All() {
			if x, has := event.Lookup(k); !has || k == "data" && !value.Includes(member, x) || k != "data" && !value.Equal(member, x) {
				out = append(out, fmt.Sprintf("event %d: expected %s %s, got %s", i+1, k, value.Short(member), value.Short(x)))
			}
		}
	}
	return out
}

// compareChain compares what came of the workflows that followed.
func (e *Expectation) compareChain(got []*run.Result) []string {
	if len(e.Chain) != len(got) {
		return []string{fmt.Sprintf("chain: expected %d next workflows, got %d", len(e.Chain), len(got))}
	}
	var out []string
	for i, want := range e.Chain {
		for _, d := range want.Compare(got[i]) {
			out = append(out, fmt.Sprintf("chain[%d].%s", i, d))
		}
	}
	return out
}

func (e *Expectation) compareError(got *machine.Error) []string {
	if e.NoError && got != nil {
		return []string{"error: expected none, got " + describe(got)}
	}
	if e.Error == nil {
		return nil
	}
	if got == nil {
		return []string{fmt.Sprintf("error: expected %s, got none", describe(e.Error))}
	}
	var out []string
	if e.Name && e.Error.Name != got.Name {
		out = append(out, fmt.Sprintf("error name: expected %q, got %q", e.Error.Name, got.Name))
	}
	if e.Cause && e.Error.Cause != got.Cause {
		out = append(out, fmt.Sprintf("error cause: expected %q, got %q", e.Error.Cause, got.Cause))
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

// differences lists where two values differ, by path, at most a handful.
func differences(at string, want, got any) []string {
	const most = 8
	var out []string
	var walk func(at string, want, got any)
	walk = func(at string, want, got any) {
		if len(out) > most || value.Equal(want, got) {
			return
		}
		w, isObject := want.(*value.Object)
		g, both := got.(*value.Object)
		if !isObject || !both {
			out = append(out, fmt.Sprintf("%s: expected %s, got %s", at, value.Short(want), value.Short(got)))
			return
		}
		for k, x := range w.All() {
			if y, has := g.Lookup(k); has {
				walk(at+"."+k, x, y)
			} else {
				out = append(out, fmt.Sprintf("%s.%s: expected %s, got nothing", at, k, value.Short(x)))
			}
		}
		for k, y := range g.All() {
			if !w.Has(k) {
				out = append(out, fmt.Sprintf("%s.%s: expected nothing, got %s", at, k, value.Short(y)))
			}
		}
	}
	walk(at, want, got)
	if len(out) > most {
		out = append(out[:most], at+": and more")
	}
	return out
}

// compareCalls compares all calls in order; those that begin at one instant may come in any order.
func compareCalls(want []ExpectedCall, got []run.Call) []string {
	if len(want) != len(got) {
		made := make([]string, len(got))
		for i, c := range got {
			made[i] = fmt.Sprintf("%s#%d", c.Node, c.Attempt)
		}
		return []string{fmt.Sprintf("calls: expected %d, got %d: %s", len(want), len(got), strings.Join(made, " "))}
	}
	var out []string
	for i := 0; i < len(got); {
		j := i + 1
		for j < len(got) && got[j].At == got[i].At {
			j++
		}
		out = append(out, compareGroup(want[i:j], got[i:j], i)...)
		i = j
	}
	return out
}

// compareGroup finds for each expected call one of a group that fits it, no two the same, by augmenting paths.
func compareGroup(want []ExpectedCall, got []run.Call, from int) []string {
	taken := make([]int, len(got)) // the expected call that took it, plus 1
	var place func(w int, seen []bool) bool
	place = func(w int, seen []bool) bool {
		for g := range got {
			if seen[g] || !want[w].fits(&got[g]) {
				continue
			}
			seen[g] = true
			if taken[g] == 0 || place(taken[g]-1, seen) {
				taken[g] = w + 1
				return true
			}
		}
		return false
	}
	var out []string
	for w := range want {
		if !place(w, make([]bool, len(got))) {
			members := value.NewObject(want[w].Members.Len())
			for k := range want[w].Members.All() {
				members.Set(k, memberOf(&got[w], k))
			}
			out = append(out, fmt.Sprintf("call %d: expected %s, got %s", from+w+1, value.Short(want[w].Members), value.Short(members)))
		}
	}
	return out
}

func (w ExpectedCall) fits(c *run.Call) bool {
	for k, v := range w.Members.All() {
		got := memberOf(c, k)
		if _, isObject := v.(*value.Object); k == "error" && isObject {
			if !value.Includes(v, got) {
				return false
			}
		} else if !value.Equal(v, got) {
			return false
		}
	}
	return true
}

// memberOf is a part of a call by its name in a result.
func memberOf(c *run.Call, name string) any {
	switch name {
	case "node":
		return c.Node
	case "task":
		return c.Task
	case "attempt":
		return int64(c.Attempt)
	case "at":
		return inSeconds(c.At)
	case "took":
		return inSeconds(c.Took)
	case "input":
		return c.Input
	case "parameters":
		return c.Parameters
	case "result":
		return c.Result
	case "error":
		if c.Error != nil {
			return c.Error.Object()
		}
	}
	return nil
}

// inSeconds is a duration as reports give it: a number of seconds.
func inSeconds(d time.Duration) any { return d.Seconds() }

// sequence is a list of names as a way.
func sequence(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " → ")
}

func sorted(s []string) []string {
	out := slices.Clone(s)
	slices.Sort(out)
	return out
}

// subsequence reports whether all of want stand in got, in that order.
func subsequence(want, got []string) bool {
	i := 0
	for _, g := range got {
		if i < len(want) && want[i] == g {
			i++
		}
	}
	return i == len(want)
}
