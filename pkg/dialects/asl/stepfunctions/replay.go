package stepfunctions

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// ReplayDiffers is the id of the findings about a definition that takes another path than the execution of a history.
const ReplayDiffers = "replay/differs"

// A Replay is what a definition does today with the input and the answers of a recorded execution.
type Replay struct {
	// Stubs answer the tasks as in the execution, call by call in the order in which the definition calls them today.
	Stubs []run.Stub
	// Visited are the states that the execution entered. It is nil where branches or iterations run at the same time and
	// their states are entered in another order today, which has no meaning.
	Visited []string
	// Findings are the differences from the execution.
	Findings []diag.Diagnostic
}

// Run replays an execution. The options bound the run; its input, start, answers and observer are those of the replay.
func (r *Recorded) Run(ctx context.Context, p *workflow.Program, o run.Options) (*Replay, error) {
	x := &replaying{recorded: r, used: map[*RecordedCall]bool{}, pending: map[string][]*RecordedCall{}, byState: map[string][]*RecordedCall{}, order: map[string][]*RecordedCall{}}
	for _, c := range r.Calls {
		if x.byState[c.State] == nil {
			x.states = append(x.states, c.State)
		}
		x.byState[c.State] = append(x.byState[c.State], c)
	}
	var out bytes.Buffer
	w := NewHistoryWriter(&out)
	o.Input, o.Start, o.Observe, o.Answer = r.Input, r.Start, w.Write, x.answer
	if _, err := run.Simulate(ctx, p, o); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := w.Flush(); err != nil {
		return nil, err
	}
	f := source.NewFile("history of the replay", out.Bytes())
	if problems := source.Parse(f); len(problems) > 0 {
		return nil, errors.New(problems[0].Message)
	}
	today, _ := ReadHistory(f)
	x.compare(today)
	return &Replay{Stubs: x.stubs(), Visited: visitedIn(r, today), Findings: x.findings}, nil
}

// replaying is a replay in progress.
type replaying struct {
	recorded *Recorded
	states   []string // those with calls, in the order of their first one
	byState  map[string][]*RecordedCall
	pending  map[string][]*RecordedCall // those of byState from the first that was not used on
	used     map[*RecordedCall]bool
	order    map[string][]*RecordedCall // as they were used
	findings []diag.Diagnostic
}

func (x *replaying) differ(at source.Span, message string) {
	x.findings = append(x.findings, diag.Diagnostic{Rule: ReplayDiffers, Severity: diag.Warning, File: x.recorded.File, Span: at, Message: message})
}

// answer answers a call with what the execution answered one of the same state: the first that had the same input, or else
// the first that was not used. The order of calls is another one where iterations run at the same time.
func (x *replaying) answer(c *machine.Command, _ time.Time) (run.Reply, bool) {
	name := c.Node.Name()
	pending := x.pending[name]
	if pending == nil {
		pending = x.byState[name]
	}
	for len(pending) > 0 && x.used[pending[0]] { // so that calls in order are each found at once
		pending = pending[1:]
	}
	x.pending[name] = pending
	var next *RecordedCall
	for _, r := range pending {
		if x.used[r] {
			continue
		}
		if next == nil {
			next = r
		}
		if value.Equal(r.Input, c.Input) {
			next = r
			break
		}
	}
	if next == nil {
		n := len(x.byState[name]) + 1
		x.differ(x.recorded.End, fmt.Sprintf("%q is called %s; in the execution it was %s", name, number(n), called(n-1)))
		return run.Reply{Fail: &machine.Error{Name: "States.Runtime", Cause: "the history has no answer for this call"}}, true
	}
	x.used[next] = true
	x.order[name] = append(x.order[name], next)
	return next.Reply, true
}

// number is a number of times.
func number(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// called counts how often something was called.
func called(n int) string {
	if n == 0 {
		return "never called"
	}
	return "called " + number(n)
}

// stubs are the answers in the order in which they were used, and then those that were not.
func (x *replaying) stubs() []run.Stub {
	var out []run.Stub
	for _, name := range x.states {
		s := run.Stub{Name: name}
		for _, c := range x.order[name] {
			s.Replies = append(s.Replies, c.Reply)
		}
		for _, c := range x.byState[name] {
			if !x.used[c] {
				s.Replies = append(s.Replies, c.Reply)
			}
		}
		out = append(out, s)
	}
	return out
}

// compare reports where the definition takes another path today: the first difference in each branch and iteration, and
// that of the outcome.
func (x *replaying) compare(today *Recorded) {
	var lanes []string
	then, now := lanesOf(x.recorded, &lanes), lanesOf(today, &lanes)
	for _, lane := range lanes {
		if lane != "" && (then[lane] == nil || now[lane] == nil) {
			continue // a difference around it was reported
		}
		x.compareLane(lane, then[lane], now[lane])
	}
	r := x.recorded
	switch {
	case r.Status == "":
	case today.Status != r.Status:
		x.differ(r.End, fmt.Sprintf("the execution ended with %s; today it %s", r.Status, ending(today)))
	case r.HasOutput && !value.Equal(r.Output, today.Output):
		x.differ(r.End, fmt.Sprintf("the output of the execution was %s; today it is %s", value.Short(r.Output), value.Short(today.Output)))
	case r.Error != nil && r.Error.Name != today.Error.Name:
		x.differ(r.End, fmt.Sprintf("the execution failed with %q; today it fails with %q", r.Error.Name, today.Error.Name))
	}
}

// ending is how an execution ended, as the end of a sentence.
func ending(r *Recorded) string {
	if r.Status == "" {
		return "does not end"
	}
	return "ends with " + r.Status
}

// compareLane reports the first difference in a lane.
func (x *replaying) compareLane(lane string, then, now []Visit) {
	where := ""
	if lane != "" {
		where = " in " + strings.TrimPrefix(lane, "/")
	}
	for i := range max(len(then), len(now)) {
		after := "at the start"
		at := x.recorded.End
		if i > 0 {
			after = fmt.Sprintf("after %q", then[i-1].State)
			at = then[i-1].Span
		}
		switch {
		case i >= len(now):
			x.differ(then[i].Span, fmt.Sprintf("%s%s the execution entered %q; today nothing follows", after, where, then[i].State))
		case i >= len(then):
			x.differ(at, fmt.Sprintf("%s%s nothing followed in the execution; today it enters %q", after, where, now[i].State))
		case then[i].State != now[i].State:
			x.differ(then[i].Span, fmt.Sprintf("%s%s the execution entered %q; today it enters %q", after, where, then[i].State, now[i].State))
		default:
			continue
		}
		return
	}
}

// lanesOf groups visits by lane, and adds the lanes that are not in a list yet.
func lanesOf(r *Recorded, lanes *[]string) map[string][]Visit {
	out := map[string][]Visit{}
	known := map[string]bool{}
	for _, l := range *lanes {
		known[l] = true
	}
	for _, v := range r.Visits {
		if !known[v.Lane] {
			known[v.Lane] = true
			*lanes = append(*lanes, v.Lane)
		}
		out[v.Lane] = append(out[v.Lane], v)
	}
	return out
}

// visitedIn are the states that an execution entered, if their order has a meaning or is the same today.
func visitedIn(r, today *Recorded) []string {
	names := func(r *Recorded) []string {
		out := []string{}
		for _, v := range r.Visits {
			out = append(out, v.State)
		}
		return out
	}
	then := names(r)
	concurrent := slices.ContainsFunc(r.Visits, func(v Visit) bool { return v.Lane != "" })
	if concurrent && !slices.Equal(then, names(today)) {
		return nil
	}
	return then
}
