package explore

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// explorer walks the states depth first.
type explorer struct {
	options    Options
	oracle     *oracle
	control    machine.Control
	ids        map[string]int
	regions    map[*workflow.Region]int
	space      *Space
	onStack    []bool // by state: it is being expanded
	buffer     []byte
	work       int  // the tokens of all machines that were copied
	chained    int  // the states of linear chains, which do not count for the budget
	chains     int  // how many of them there may be
	adders     int  // the timers of the workflow that add a token
	concurrent bool // several tokens rest in the state that was expanded last
}

// mostWork is how much may be copied for each state of the budget. A net whose tokens multiply without end is given up by it.
const mostWork = 10

// mostNested is how deep activations of a fork, or of a workflow, are followed inside of each other. What lies deeper repeats what was
// seen, without an end.
const mostNested = 2

// mostCrowded is how many tokens may rest at one node beside those of all timers that add one. More of them repeat what was seen.
const mostCrowded = 2

// grows reports whether the tokens of a state multiply without an end.
func (x *explorer) grows(m *machine.Machine) bool {
	return m.Nesting() > mostNested || m.Recursion() > mostNested || x.adders > 0 && m.Crowd() > mostCrowded+x.adders
}

// spent reports whether too much was copied for the budget.
func (x *explorer) spent() bool { return x.work > mostWork*(x.options.Budget+x.chained) }

// mostChained is how many states of linear chains there are for each node of a workflow that do not count for the budget.
const mostChained = 4

// chain reports whether only one of the successors of a state may go on, and has the state not count for the budget then.
func (x *explorer) chain(next []successor) {
	going := 0
	for i := range next {
		if to := &next[i].to; !to.machine.Outcome().Done && !to.loops {
			going++
		}
	}
	if going <= 1 && x.chained < x.chains {
		x.chained++
	}
}

// copyOf copies a machine.
func (x *explorer) copyOf(m *machine.Machine) *machine.Machine {
	x.work += 1 + m.Tokens()
	return m.Clone()
}

// position is a machine with what decides how it goes on.
type position struct {
	machine *machine.Machine
	now     time.Time
	started bool
	moves   bool // tokens can move
	loops   bool // they do so forever
}

// successor is where a step leads.
type successor struct {
	step   Step
	to     position
	visits []int64 // at which tokens rest then
}

// level is a state that is being expanded.
type level struct {
	id   int
	next []successor
	at   int
}

// run follows all behaviours from the start, depth first, until the budget is used up.
func (x *explorer) run(m *machine.Machine) {
	first := position{machine: m, now: x.options.Start}
	id, _ := x.enter(&first)
	x.onStack[id] = true // before it is expanded: a step may lead back to it
	stack := []level{{id: id, next: x.expandState(id, &first)}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.at == len(top.next) {
			x.onStack[top.id] = false
			stack = stack[:len(stack)-1]
			continue
		}
		s := &top.next[top.at]
		top.at++
		if len(x.space.States)-x.chained >= x.options.Budget || x.spent() {
			if _, known := x.ids[x.key(&s.to)]; !known {
				x.space.Complete = false
				continue
			}
		}
		to, fresh := x.enter(&s.to)
		s.step.To = to
		x.space.States[top.id].Steps = append(x.space.States[top.id].Steps, s.step)
		if !fresh {
			continue
		}
		if x.grows(s.to.machine) {
			x.space.Complete, x.space.Unbounded = false, true
			continue
		}
		if x.spent() { // it is not expanded, and may have been left before its tokens came to rest
			x.space.Complete = false
			continue
		}
		x.onStack[to] = true
		next := x.expandState(to, &s.to)
		if next == nil {
			x.space.States[to].Outcome = outcomeOf(&s.to)
		}
		x.chain(next)
		s.to = position{} // the machine is not needed any more
		stack = append(stack, level{id: to, next: next})
	}
	x.space.Complete = x.space.Complete && !x.spent()
}

func (x *explorer) key(p *position) string {
	x.buffer = append(x.buffer[:0], flag(p.started), flag(p.moves), flag(p.loops))
	x.buffer = p.machine.AppendControl(x.buffer, &x.control)
	return string(x.buffer)
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// enter returns the number of a state, and whether it is new.
func (x *explorer) enter(p *position) (int, bool) {
	key := x.key(p)
	if id, known := x.ids[key]; known {
		return id, false
	}
	id := len(x.space.States)
	x.ids[key] = id
	x.space.States = append(x.space.States, State{Twice: p.machine.Twice()})
	x.onStack = append(x.onStack, false)
	return id, true
}

// manyMoves is after how many moves without a rest it is asked whether they repeat. Most nets have fewer.
const manyMoves = 256

// manyTokens is how many tokens a machine has whose states are not compared after each move.
const manyTokens = 64

// expandState returns where a state may lead, as [explorer.expand] does, and notes whether several tokens rest in it.
func (x *explorer) expandState(id int, p *position) []successor {
	x.concurrent = false
	next := x.expand(p)
	x.space.States[id].Concurrent = x.concurrent
	return next
}

// expand returns where a state may lead; nil if it is the last one.
func (x *explorer) expand(p *position) []successor {
	switch {
	case !p.started:
		return x.follow(p, Step{}, machine.Event{Kind: machine.Start, Value: x.oracle.unknown})
	case p.machine.Outcome().Done || p.loops:
		return nil
	case p.moves:
		return x.follow(p, Step{}, machine.Event{Kind: machine.Resume})
	}
	return x.expandResting(p)
}

// expandResting returns where what may happen leads while tokens rest: what may happen to all of them, and to as few of them as is
// enough.
func (x *explorer) expandResting(p *position) []successor {
	happenings := p.machine.Possible()
	resting, _ := p.machine.Resting()
	last := len(happenings) - 1
	concurrent := last >= 0 && slices.ContainsFunc(happenings, func(h machine.Happening) bool {
		return h.Visit != 0 && h.Visit != happenings[last].Visit
	})
	x.concurrent = concurrent
	var all []successor
	common := 0 // how many of them happen to all tokens, which are the first
	for i := 0; i < len(happenings); {
		visit, from := happenings[i].Visit, len(all)
		for ; i < len(happenings) && happenings[i].Visit == visit; i++ {
			all = append(all, x.happen(p, &happenings[i])...)
		}
		if visit == 0 {
			common = len(all)
			continue
		}
		if concurrent && !x.options.Interleave && x.independent(visit, resting, all[from:]) {
			x.space.Reduced = true
			return append(all[:common], all[from:]...)
		}
	}
	return all
}

// independent reports whether it is enough to follow one token: what happens to it leaves the others as they are, or ends them, and
// does leave them in one case at least; and it does not lead back to where the search comes from.
func (x *explorer) independent(visit int64, resting []int64, next []successor) bool {
	leaves := false
	for i := range next {
		kept := true
		at := 0
		for _, v := range resting {
			if v == visit {
				continue
			}
			for at < len(next[i].visits) && next[i].visits[at] < v {
				at++
			}
			if at == len(next[i].visits) || next[i].visits[at] != v {
				kept = false
				break
			}
		}
		if !kept {
			continue
		}
		if id, known := x.ids[x.key(&next[i].to)]; known && x.onStack[id] {
			return false
		}
		leaves = true
	}
	return leaves
}

// happen follows something that may happen: a call may be answered, or fail.
func (x *explorer) happen(p *position, h *machine.Happening) []successor {
	e := h.Event
	e.Value = x.oracle.unknown
	step := Step{Happened: h}
	if e.Kind != machine.Answer {
		return x.follow(p, step, e)
	}
	if h.Call == nil && h.Node.Kind == workflow.Scope {
		e.Value = []any{x.oracle.unknown} // the items of a file
	}
	var out []successor
	if h.Asks {
		e.Value = true
		out = x.follow(p, step, e)
		e.Value, step.Denied = false, true
	}
	out = append(out, x.follow(p, step, e)...)
	step.Denied = false
	names := failures(h.Node)
	for _, name := range x.options.Errors {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		step.Failed = &machine.Error{Name: name}
		failure := machine.Event{Kind: machine.Failure, ID: e.ID, Error: step.Failed}
		out = append(out, x.follow(p, step, failure)...)
	}
	return out
}

// follow lets an event happen, with each of the answers that the questions on the path may have, and moves tokens from there on until
// something has two answers.
func (x *explorer) follow(p *position, step Step, e machine.Event) []successor {
	e.At = p.now
	if h := step.Happened; h != nil && h.Event.Kind == machine.TimerFired && h.Due.After(p.now) {
		e.At = h.Due
	}
	var out []successor
	x.oracle.options = nil
	for scripts := [][]int{nil}; len(scripts) > 0 && (len(out) == 0 || !x.spent()); {
		script := scripts[len(scripts)-1]
		scripts = scripts[:len(scripts)-1]
		s := successor{step: step, to: position{machine: x.copyOf(p.machine), now: e.At, started: true}}
		s.step.Took = e.At.Sub(p.now)
		x.oracle.begin(script)
		s.move(e)
		s.step.Decisions, s.step.Unwritten = x.oracle.asked, x.oracle.unwritten
		scripts = append(scripts, following(script, x.oracle.answers)...)
		x.settle(&s)
		out = append(out, s)
	}
	return out
}

// following are the scripts that a run by a script shows: the next answer to its last question, and the second to each question after it.
func following(script []int, answers []answer) [][]int {
	var out [][]int
	for i := max(0, len(script)-1); i < len(answers); i++ {
		if answers[i].chosen+1 == answers[i].of {
			continue
		}
		next := make([]int, i+1)
		for k := range next {
			next[k] = answers[k].chosen
		}
		next[i]++
		out = append(out, next)
	}
	return out
}

// move lets an event happen to the machine of a successor, and one token move.
func (s *successor) move(e machine.Event) {
	s.to.machine.Observe(func(t *machine.Trace) {
		switch t.Kind {
		case machine.Entered:
			s.step.Entered = append(s.step.Entered, t.Node.Element)
		case machine.Called:
			s.step.Called = append(s.step.Called, callName(t.Node, t.Call))
			if t.Call != nil {
				s.step.Calls = append(s.step.Calls, t.Call)
			}
		case machine.Took:
			s.step.Taken = append(s.step.Taken, t.Edge)
		case machine.Retrying:
			s.step.Retried++
			s.step.Retriers = append(s.step.Retriers, t.Retrier)
		}
	})
	_, s.to.moves = s.to.machine.Step(e, 1)
	s.to.machine.Observe(nil)
	s.step.Cut = s.to.machine.Cut()
}

// callName is how a call is named: by its node, where that stands for one call alone, and else by its task.
func callName(n *workflow.Node, c *workflow.Call) string {
	if c == nil || n.Role == workflow.Primary && n.Kind == workflow.Task {
		return n.Name()
	}
	return c.Task
}
