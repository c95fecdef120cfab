package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var endlessCascade = rule{Rule: diag.Rule{
	ID:       "fsm/endless-cascade",
	Severity: diag.Error,
	Summary:  "automated transitions without a criterion loop forever",
	Why: "The service refuses the import: an entity that reaches the cycle would move in it until a limit stops it. Make one of " +
		"the transitions manual, or give it a criterion.",
	Source: `fsm: "IMPORT REQUEST" (static validation)`,
}, Checks: eachWorkflow(checkEndless)}

var guardedCascade = rule{Rule: diag.Rule{
	ID:       "fsm/guarded-cascade",
	Severity: diag.Warning,
	Summary:  "automated transitions loop unless an earlier criterion leaves the cycle",
	Why: "Every state of the cycle has an automated transition with a criterion before the one in the cycle, so the service " +
		"accepts the import. An entity for which none of these criteria is true still loops until a limit aborts the request.",
	Source: `fsm: "IMPORT REQUEST" (static validation), "ENGINE EXECUTION" (limits)`,
}, Checks: eachWorkflow(checkGuarded)}

var unchangingCascade = rule{Rule: diag.Rule{
	ID:       "fsm/unchanging-cascade",
	Severity: diag.Warning,
	Summary:  "automated transitions loop for some entities, because nothing changes them",
	Why: "All criteria of the cycle can be true at once, and no processor changes the data they test: such an entity loops until " +
		"a limit aborts the request.",
	Source: `fsm: "ENGINE EXECUTION" (limits)`,
}, Checks: eachWorkflow(checkUnchanging)}

var longCascade = rule{Rule: diag.Rule{
	ID:       "fsm/long-cascade",
	Severity: diag.Error,
	Summary:  "a cascade takes more than 100 transitions",
	Why:      "The engine aborts a request after 100 transitions. These transitions are taken for every entity.",
	Source:   `fsm: "ENGINE EXECUTION" (limits)`,
}, Checks: eachWorkflow(checkLong)}

// maxCascade is how many transitions a request may take.
const maxCascade = 100

// forcedCycles calls found for each cycle of transitions that are taken whatever the entity holds. A state has one such
// transition at most, so that the cycles have no state in common.
func (w *Workflow) forcedCycles(found func(cycle []*Transition)) {
	round := make(map[*State]int, len(w.States)) // in which walk a state was seen, counted from 1
	for i, start := range w.States {
		var path []*Transition
		s := start
		for s != nil && s.forced != nil && round[s] == 0 {
			round[s] = i + 1
			path = append(path, s.forced)
			s = s.forced.target()
		}
		if s == nil || s.forced == nil || round[s] != i+1 {
			continue
		}
		for len(path) > 0 && path[0].State != s {
			path = path[1:]
		}
		if len(path) > 0 {
			found(path)
		}
	}
}

// guarded reports whether every state of a cycle has an automated transition with a criterion before the forced one.
func guarded(cycle []*Transition) bool {
	for _, t := range cycle {
		if first := t.State.firstAutomated(); first == t {
			return false
		}
	}
	return true
}

// firstAutomated is the transition that the engine tries first, or nil.
func (s *State) firstAutomated() *Transition {
	for _, t := range s.Transitions {
		if t.Automated() {
			return t
		}
	}
	return nil
}

// around names the states of a cycle, at most a handful.
func around(cycle []*Transition) string {
	const most = 5
	var names []string
	for _, t := range cycle {
		if len(names) == most {
			names = append(names, "…")
			break
		}
		names = append(names, t.State.Name)
	}
	return quote(strings.Join(append(names, cycle[0].State.Name), " → "))
}

// targetSpan is the place of the name of the state a transition leads to.
func (t *Transition) targetSpan() source.Span {
	if t.Next == nil {
		return t.at()
	}
	return t.Next.Node.Span
}

func checkEndless(c *checker, w *Workflow) {
	w.forcedCycles(func(cycle []*Transition) {
		if !guarded(cycle) {
			c.Report(cycle[0].targetSpan(), "automated transitions without a criterion loop forever: %s", around(cycle)).Help =
				"make one of them manual, or give it a criterion"
		}
	})
}

func checkGuarded(c *checker, w *Workflow) {
	w.forcedCycles(func(cycle []*Transition) {
		if !guarded(cycle) {
			return
		}
		d := c.Report(cycle[0].targetSpan(), "automated transitions without a criterion loop (%s) unless an earlier criterion of one of these "+
			"states is true", around(cycle))
		d.Related = c.Related(cycle[0].State.firstAutomated().at(), "such as this one")
		d.Help = "make sure that one of these criteria is true for every entity, or make one of the transitions manual"
	})
}

// checkLong looks at the paths into a chain of transitions that are taken whatever the entity holds.
func checkLong(c *checker, w *Workflow) {
	length := w.forcedLengths()
	tooLong := func(at source.Span, n int) {
		if n > maxCascade {
			d := c.Report(at, "the cascade from here takes %d transitions, more than the %d that the engine allows", n, maxCascade)
			d.Help, d.Limit = "make one of them manual, or remove states without effect", true
		}
	}
	if w.InitialState != nil && w.InitialState.Target != nil {
		tooLong(w.InitialState.Node.Span, length[w.InitialState.Target])
	}
	for _, s := range w.States {
		first := s.firstAutomated()
		for _, t := range s.Transitions {
			if t == first && t == s.forced || t.Skipped() { // the chain is longer where it begins
				continue
			}
			if to := t.target(); to != nil {
				tooLong(t.targetSpan(), 1+length[to])
			}
		}
	}
}

// forcedLengths counts for each state the transitions that are taken from it whatever the entity holds; none where these
// loop.
func (w *Workflow) forcedLengths() map[*State]int {
	const onPath = -1
	length := make(map[*State]int, len(w.States))
	for _, start := range w.States {
		var path []*State
		s := start
		for s != nil && s.forced != nil && s.firstAutomated() == s.forced && length[s] == 0 {
			length[s] = onPath
			path = append(path, s)
			s = s.forced.target()
		}
		n := 0
		if s != nil {
			n = length[s]
		}
		for i := len(path) - 1; i >= 0; i-- {
			if n != onPath {
				n++
			}
			length[path[i]] = n
		}
	}
	return length
}
