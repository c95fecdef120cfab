package explore

import (
	"github.com/flowglot/flowglot/pkg/run/machine"
)

// settle moves tokens until none can move, or until one comes to a question that has two answers, which it does not answer.
func (x *explorer) settle(s *successor) {
	var mark string // the state some moves ago
	marked := 0     // how many elements had been entered then
	for moved := 0; s.to.moves; moved++ {
		if x.spent() {
			break
		}
		if moved == mostMoves {
			s.to.loops = true
			break
		}
		if moved >= manyMoves && s.to.machine.Tokens() < manyTokens { // Brent: a state that comes again after a power of two moves repeats forever
			if here := x.key(&s.to); here == mark {
				s.to.loops, s.step.Loop = true, s.step.Entered[marked:]
				break
			} else if moved&(moved-1) == 0 {
				mark, marked = here, len(s.step.Entered)
			}
		}
		if moved%64 == 0 {
			x.work += s.to.machine.Tokens() // of a net whose tokens multiply without a copy
			if x.grows(s.to.machine) {
				break // the state is given up
			}
		}
		before := *s
		if s.to.machine.Asks() {
			s.to.machine = x.copyOf(s.to.machine)
		}
		x.oracle.begin(nil)
		s.move(machine.Event{Kind: machine.Resume, At: s.to.now})
		if len(x.oracle.answers) > 0 {
			*s = before
			break
		}
		s.step.Unwritten = append(s.step.Unwritten, x.oracle.unwritten...)
	}
	s.visits, _ = s.to.machine.Resting()
}

// outcomeOf is how a run ends in a last state.
func outcomeOf(p *position) *Outcome {
	m := p.machine
	switch done := m.Outcome(); {
	case p.loops:
		return &Outcome{Status: Diverged}
	case done.Done && done.Error != nil:
		return &Outcome{Status: Failed, Error: done.Error.Name}
	case done.Done:
		o := &Outcome{Status: Succeeded}
		for _, n := range done.Ended {
			o.Ended = append(o.Ended, n.Name())
		}
		return o
	case m.State() != nil:
		return &Outcome{Status: Succeeded, Ended: []string{m.State().Name()}}
	}
	return &Outcome{Status: Waiting, Waiting: m.Awaited()}
}
