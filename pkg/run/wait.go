package run

import (
	"context"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// settle notes that the virtual time has just become what it is.
func (s *simulator) settle() {
	if s.options.Clock != nil {
		s.anchor = s.options.Clock.Now()
	}
}

// next returns what happens next, or false if nothing will. The clock jumps to it, unless processes run or time is real:
// then next waits, and whichever comes first is next, the end of a process or the next event of the schedule.
func (s *simulator) next(ctx context.Context) (*entry, bool) {
	asked := s.options.Occur == nil
	for {
		if e := s.awaited(); e != nil {
			return e, true
		}
		if !asked && (s.schedule.empty() || s.schedule.peek().at.After(s.now)) {
			asked = true
			if e := s.occurring(); e != nil {
				return e, true
			}
		}
		if s.waits() && s.stops(AtWait) {
			s.suspend()
			return nil, false
		}
		if ctx.Err() != nil || s.processes == 0 && s.schedule.empty() {
			return nil, false
		}
		jump := s.processes == 0 && (!s.options.RealTime || s.beyond(s.schedule.peek().at))
		if jump {
			return s.schedule.pop(), true
		}
		var due <-chan time.Time
		if !s.schedule.empty() && !s.beyond(s.schedule.peek().at) {
			passed := s.options.Clock.Now().Sub(s.anchor)
			due = s.options.Clock.After(s.schedule.peek().at.Sub(s.now) - passed)
		}
		select {
		case <-ctx.Done():
			return nil, false
		case r := <-s.results:
			s.processes--
			s.startJobs()
			s.answered(r)
		case <-due:
			return s.schedule.pop(), true
		}
	}
}

// awaited takes the first of the occurrences without a time that something awaits, unless an answer is due at this very
// instant.
func (s *simulator) awaited() *entry {
	if !s.schedule.empty() && s.schedule.peek().rank == answersRank && !s.schedule.peek().at.After(s.now) {
		return nil
	}
	for i, o := range s.pending {
		if e := o.Event(); s.takes(e) {
			s.pending = slices.Delete(s.pending, i, i+1)
			return &entry{at: s.now, event: e}
		}
	}
	return nil
}

// answered schedules the answer of a process for the virtual instant at which it ended.
func (s *simulator) answered(r finished) {
	if _, wanted := s.calls[r.id]; !wanted {
		return
	}
	at := r.began.Add(r.took)
	if at.Before(s.now) {
		at = s.now
	}
	e := machine.Event{Kind: machine.Answer, ID: r.id, Value: r.result.Value, Printed: r.result.Printed}
	if r.result.Error != nil {
		e = machine.Event{Kind: machine.Failure, ID: r.id, Error: r.result.Error}
	}
	s.schedule.add(at, answersRank, e)
}

// occurring asks the host what happens now, if something waits for it; nil: nothing.
func (s *simulator) occurring() *entry {
	var waiting []machine.Awaited
	for _, w := range s.machine.Awaited() {
		switch w.Kind {
		case "task", "join", "deadEnd":
		case "transition":
			if s.machine.Rests() { // and is not on its way
				waiting = append(waiting, requests(s.machine.State())...)
			}
		default:
			waiting = append(waiting, w)
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	for {
		o, ok := s.options.Occur(s.now, waiting)
		if !ok {
			return nil
		}
		if e := o.Event(); s.takes(e) {
			return &entry{at: s.now, event: e}
		}
	}
}

// requests are the transitions that an entity in a state may be asked for.
func requests(state *workflow.Node) []machine.Awaited {
	var out []machine.Awaited
	if state == nil {
		return nil
	}
	for _, e := range state.Out {
		w := machine.Awaited{Node: state.Name(), Kind: "transition", Name: e.Name}
		if e.Name != "" && !e.Disabled && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
