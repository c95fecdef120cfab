package run

import (
	"context"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
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
	for {
		if e := s.awaited(); e != nil {
			return e, true
		}
		if s.processes == 0 && s.schedule.empty() {
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
