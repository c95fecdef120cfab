package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// SimulateSchedule runs the workflow that a program starts with at the next n instants of its schedule, from the start of
// the options on, each time from its beginning and with all the answers and occurrences. The result is that of the first
// run, with those of the others in its chain. It returns an error if the workflow is not started by a schedule, or cannot
// be run at all.
func SimulateSchedule(ctx context.Context, p *workflow.Program, o Options, n int) (*Result, error) {
	w := p.Start()
	switch {
	case w == nil:
		return nil, errors.New("the program has no workflow")
	case w.Schedule == nil || w.Schedule.Next == nil:
		return nil, fmt.Errorf("%s has no schedule", w.ID)
	}
	var first *Result
	last, observe := 0, o.Observe
	at := o.Start.Add(-time.Nanosecond) // the start itself may be one of the instants
	for range n {
		next, ok := w.Schedule.Next(at)
		if !ok || ctx.Err() != nil {
			break
		}
		at, o.Start = next, next
		before := last
		if observe != nil {
			o.Observe = func(t *machine.Trace) {
				t.Seq += before
				last = t.Seq
				observe(t)
			}
		}
		r, err := Simulate(ctx, p, o)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = r
			continue
		}
		first.Chain = append(first.Chain, r)
	}
	if first == nil {
		return nil, fmt.Errorf("the schedule of %s has no future instant", w.ID)
	}
	return first, nil
}
