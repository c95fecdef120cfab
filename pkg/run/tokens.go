package run

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
)

// byToken reports whether an event answers a call by its token, or gives a sign of life with it. Such an event names the
// element or the task, and not yet the call.
func byToken(e machine.Event) bool {
	return e.ID == 0 && (e.Kind == machine.Answer || e.Kind == machine.Failure || e.Kind == machine.Heartbeat)
}

// tokenCall finds the call that waits longest for whoever has its token, by the name of its element or task; 0: there is none.
func (s *simulator) tokenCall(name string) int64 {
	found := int64(0)
	for id, f := range s.calls {
		call := &s.result.Calls[f.call]
		if f.token && (call.Node == name || call.Task == name) && (found == 0 || id < found) {
			found = id
		}
	}
	return found
}

// sendByToken makes somebody answer a call by its token, or give a sign of life with it.
func (s *simulator) sendByToken(e machine.Event) (more bool) {
	id := s.tokenCall(e.Name)
	if id == 0 {
		s.lost = append(s.lost, e)
		return false
	}
	s.result.Delivered = append(s.result.Delivered, Delivery{Event: e, State: s.machine.State()})
	e.ID = id
	if e.Kind != machine.Heartbeat {
		s.schedule.drop(id)
		s.landed(e)
	}
	return s.step(e)
}

// awaitsSender reports whether a call that has a token is left to whoever sends it: no stub is given for it, and an occurrence
// names it or all of them are.
func (s *simulator) awaitsSender(c *machine.Command) bool {
	if s.answers.find(c.Node.Name(), c.Call.Task) != nil {
		return false
	}
	return s.options.Senders || slices.Contains(s.senders, c.Node.Name()) || slices.Contains(s.senders, c.Call.Task)
}
