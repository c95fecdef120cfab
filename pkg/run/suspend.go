package run

// A Pause is a place in a run at which it can stop.
type Pause uint8

// The pauses.
const (
	BetweenSteps Pause = iota
	// AtWait is where something from outside is awaited, nothing is due at this instant, and no occurrence has a time at which it comes.
	AtWait
	// AtEnd is where nothing will happen any more, although the run has not ended.
	AtEnd
)

// stops reports whether the run is to stop here.
func (s *simulator) stops(at Pause) bool {
	return s.options.Suspend != nil && s.processes == 0 && len(s.queue) == 0 && s.options.Suspend(s.now, at)
}

// suspend stops the run, so that it can be resumed.
func (s *simulator) suspend() {
	s.suspended = s.save()
	s.result.Status = s.standing()
}

// waits reports whether something from outside is awaited for which nothing is given, and nothing is due at this instant. A run that was
// resumed has to get somewhere first, or nobody could let time pass.
func (s *simulator) waits() bool {
	if s.options.Suspend == nil || !s.moved || !s.schedule.empty() && !s.schedule.peek().at.After(s.now) {
		return false
	}
	for _, e := range s.schedule.heap {
		if e.rank == occurrencesRank {
			return false
		}
	}
	for id, f := range s.calls {
		if _, answered := s.schedule.byID[id]; f.token && !answered {
			return true
		}
	}
	for _, w := range s.machine.Awaited() {
		switch w.Kind {
		case "task", "join", "deadEnd":
		case "transition":
			if len(requests(s.machine.State())) > 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}
