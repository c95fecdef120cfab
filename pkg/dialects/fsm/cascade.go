package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A cycle of automated transitions whose criteria can hold at once is found by example: from the constants in the criteria
// an entity is made up for which all of them should hold, and the cascade is run with it. Only if that comes round is
// the cycle reported, so that a report is never wrong; a cycle for which no such entity was thought of is not.

// A walk goes through the states of a workflow in depth, along the transitions that change nothing.
type walk struct {
	stops []stop
	on    map[*State]int // where a state is on the path
	seen  map[*State]bool
}

// A stop is a state on the path of a walk.
type stop struct {
	state *State
	by    *Transition // that led to it; nil for the first
	next  int         // the transition to look at
}

func (w *walk) enter(s *State, by *Transition) {
	w.seen[s] = true
	w.on[s] = len(w.stops)
	w.stops = append(w.stops, stop{state: s, by: by})
}

// step looks at one transition, or leaves a state that has no more. It returns a cycle that the transition closes, or nil.
func (w *walk) step(c *checker) []*Transition {
	top := &w.stops[len(w.stops)-1]
	if top.next == len(top.state.Transitions) {
		delete(w.on, top.state)
		w.stops = w.stops[:len(w.stops)-1]
		return nil
	}
	t := top.state.Transitions[top.next]
	top.next++
	to := t.target()
	if to == nil || !t.Automated() || t.changes() {
		return nil
	}
	from, closed := w.on[to]
	switch {
	case closed && c.effort.Spend(len(w.stops)-from):
		var cycle []*Transition
		for _, s := range w.stops[from+1:] {
			cycle = append(cycle, s.by)
		}
		return append(cycle, t)
	case !closed && !w.seen[to]:
		w.enter(to, t)
	}
	return nil
}

// checkUnchanging looks at the cycles of transitions that change nothing. A walk closes one of them for each transition
// that leads back to a state on its path; every set of states that reach each other has one of these. Of the cycles through
// a state only one is reported.
func checkUnchanging(c *checker, w *Workflow) {
	reported := map[*State]bool{}
	x := walk{on: map[*State]int{}, seen: make(map[*State]bool, len(w.States))}
	for _, s := range w.States {
		if x.seen[s] {
			continue
		}
		for x.enter(s, nil); len(x.stops) > 0; {
			cycle := x.step(c)
			if cycle == nil || slices.ContainsFunc(cycle, func(t *Transition) bool { return reported[t.State] }) || !c.unchanging(cycle) {
				continue
			}
			for _, t := range cycle {
				reported[t.State] = true
			}
		}
	}
}

// changes reports whether a processor of a transition may change the entity.
func (t *Transition) changes() bool {
	for _, p := range t.Processors {
		if p.Mode != AsyncNewTx {
			return true
		}
	}
	return false
}

// unchanging reports a cycle if there is an entity that loops in it, and reports whether it did.
func (c *checker) unchanging(cycle []*Transition) bool {
	forced := true
	var guess entity
	for _, t := range cycle {
		forced = forced && t == t.State.forced
		if !t.Criterion.always() && !guess.demand(t.Criterion) {
			return false
		}
	}
	if forced {
		return false // another rule is about it
	}
	document, ok := guess.example(c)
	if !ok || !c.goesRound(cycle, document) {
		return false
	}
	c.Report(cycle[0].targetSpan(), "automated transitions loop (%s) for an entity such as %s, because nothing changes it", around(cycle),
		shorten(string(value.Append(nil, document)))).Help = "let a processor change the tested data, or make one of the transitions manual"
	return true
}

// shorten cuts a long text for a message.
func shorten(s string) string {
	const most = 80
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return s
}

// goesRound runs the cascade with an entity and reports whether it loops in a cycle twice. As it comes back by the
// same transition both times, all repeats from there on.
func (c *checker) goesRound(cycle []*Transition, document any) bool {
	previous := ""
	for i := range 2 * len(cycle) {
		t := cycle[i%len(cycle)]
		if t.Name == nil || c.taken(t.State, previous, document) != t {
			return false
		}
		previous = t.Name.Value
	}
	return true
}

// taken is the transition that the engine takes from a state; nil if there is none, or if it is not known.
func (c *checker) taken(s *State, previous string, document any) *Transition {
	context := value.ObjectOf(value.Member{Key: fieldState, Value: s.Name}, value.Member{Key: fieldPrevious})
	if previous != "" {
		context.Set(fieldPrevious, previous)
	}
	for _, t := range s.Transitions {
		if !c.effort.Spend(1) {
			return nil
		}
		if !t.Automated() {
			continue
		}
		if t.Unconditional() {
			return t
		}
		if !t.Criterion.foreseeable() {
			return nil
		}
		holds, err := expr.Holds(t.Criterion.expression(), &expr.Env{Input: document, Context: context})
		if err != nil {
			return nil
		}
		if holds {
			return t
		}
	}
	return nil
}

// foreseeable reports whether the answer of a condition follows from the entity and its path through the states.
func (c *Condition) foreseeable() bool {
	switch {
	case c.Broken || c.Kind == Function:
		return false
	case c.Kind == Lifecycle:
		p, ok := c.Test.Left.(*expr.Path)
		return ok && p.Steps[0].Name != fieldCreated
	}
	for _, sub := range c.Conditions {
		if !sub.foreseeable() {
			return false
		}
	}
	return true
}

// An entity is what criteria demand of one, by the path of each member.
type entity struct {
	paths   []*expr.Path
	demands map[string][]*expr.Loose
}

// demand adds what a criterion demands: all parts of an AND, and the first of an OR. It reports false for one that is not
// known.
func (e *entity) demand(c *Condition) bool {
	if !c.foreseeable() {
		return false
	}
	if c.Kind == Group {
		parts := c.Conditions
		if c.Or {
			parts = parts[:min(1, len(parts))]
		}
		for _, sub := range parts {
			e.demand(sub)
		}
		return true
	}
	p, ok := c.Test.Left.(*expr.Path)
	if !ok || p.Root != expr.RootInput {
		return true // the metadata is what the cascade makes of it
	}
	if e.demands == nil {
		e.demands = map[string][]*expr.Loose{}
	}
	key := p.String()
	if e.demands[key] == nil {
		e.paths = append(e.paths, p)
	}
	e.demands[key] = append(e.demands[key], c.Test)
	return true
}

// example returns an entity that meets the demands on each path by itself.
func (e *entity) example(c *checker) (any, bool) {
	var document any = value.NewObject(0)
	for _, p := range e.paths {
		v, there, ok := meeting(c, p, e.demands[p.String()])
		if ok && there {
			document, ok = with(document, p.Steps, v)
		}
		if !ok {
			return nil, false
		}
	}
	return document, true
}

// meeting finds a value that meets all demands on a path, or finds that there must be none.
func meeting(c *checker, p *expr.Path, demands []*expr.Loose) (v any, there, ok bool) {
	const most = 50 // demands that are tried
	if len(demands) > most {
		return nil, false, false
	}
	met := func(document any) bool {
		for _, x := range demands {
			if holds, err := expr.Holds(x, &expr.Env{Input: document}); err != nil || !holds || !c.effort.Spend(1) {
				return false
			}
		}
		return true
	}
	for _, x := range demands {
		for _, v := range candidates(x) {
			if document, ok := with(value.NewObject(0), p.Steps, v); ok && met(document) {
				return v, true, true
			}
		}
	}
	return nil, false, met(value.NewObject(0))
}
