package verify

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// tied reports whether tasks of the source end at one instant, and the run depends on which of them ends first. Then the definition does
// not determine it, and nothing can be learnt from it. The run is repeated with the tasks ending a nanosecond after one another, in the
// order of their calls and against it, and with each of the first ones ending after all others: several calls may follow one another at that
// instant, beside a single one.
func (t *trial) tied(ctx context.Context) (bool, error) {
	if !endTogether(t.source.calls) {
		return false, nil
	}
	most := time.Duration(len(t.source.calls)) + 1
	first, err := t.staggered(ctx, func(call time.Duration) time.Duration { return call })
	if err != nil {
		return false, err
	}
	last, err := t.staggered(ctx, func(call time.Duration) time.Duration { return max(most-call, 0) })
	if err != nil {
		return false, err
	}
	if !sameButTimes(first, last) {
		return true, nil
	}
	for late := range min(most-1, mostLate) {
		x, err := t.staggered(ctx, func(call time.Duration) time.Duration {
			if call == late+1 {
				return most
			}
			return 0
		})
		if err != nil || !sameButTimes(first, x) {
			return err == nil, err
		}
	}
	return false, nil
}

// mostLate is how many calls are made to end after all others, one at a time.
const mostLate = 8

// endTogether reports whether two calls end at one instant.
func endTogether(calls []call) bool {
	ends := map[time.Duration]bool{}
	for i := range calls {
		end := calls[i].At + calls[i].Took
		if ends[end] {
			return true
		}
		ends[end] = true
	}
	return false
}

// staggered observes the run of the source with each call taking longer, by a length that depends on how many there were before it.
func (t *trial) staggered(ctx context.Context, longer func(call time.Duration) time.Duration) (*observation, error) {
	o := t.options
	o.Progress, o.RealTime, o.Observe = nil, false, nil
	stubs, made := run.Answers(o), time.Duration(0)
	o.Answer = func(c *machine.Command, _ time.Time) (run.Reply, bool) {
		r := stubs(c.Node.Name(), c.Call)
		if c.Call.Silent && r == (run.Reply{}) {
			r.Echo = true
		}
		made++
		r.After.Clock += longer(made)
		return r, true
	}
	r, err := run.Simulate(ctx, t.pair.Source, o)
	if err != nil {
		return nil, err
	}
	out := observe(t.pair.Source, r, t.book.texts)
	out.leaveOut(t.pair)
	return out, nil
}

// sameButTimes reports whether two runs of one program end alike, with the same calls in any order, the same events and output.
func sameButTimes(a, b *observation) bool {
	if a.class != b.class || len(a.calls) != len(b.calls) || len(a.produced) != len(b.produced) || (a.error == nil) != (b.error == nil) ||
		a.error != nil && a.error.Name != b.error.Name || !value.Equal(a.output, b.output) {
		return false
	}
	for i := range a.produced {
		x, _ := member(a.produced[i], "data")
		y, _ := member(b.produced[i], "data")
		if !value.Equal(x, y) {
			return false
		}
	}
	order := func(x, y call) int {
		return cmp.Or(cmp.Compare(x.Task, y.Task), cmp.Compare(x.Node, y.Node), cmp.Compare(x.Attempt, y.Attempt), cmp.Compare(x.input, y.input))
	}
	return slices.EqualFunc(slices.SortedFunc(slices.Values(a.calls), order), slices.SortedFunc(slices.Values(b.calls), order),
		func(x, y call) bool { return order(x, y) == 0 && (x.Error == nil) == (y.Error == nil) })
}
