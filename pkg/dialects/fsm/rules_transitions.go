package fsm

import "github.com/flowglot/flowglot/pkg/diag"

var unknownInitial = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-start",
	Aliases:  []string{"fsm/unknown-initial-state"},
	Severity: diag.Error,
	Summary:  "a workflow begins in a state that does not exist",
	Why:      "No entity can be created. Names of states are case-sensitive.",
	Source:   `fsm: "WorkflowDefinition fields" (initialState)`,
}, workflow: checkInitial}

var unknownNext = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-target",
	Aliases:  []string{"fsm/unknown-next-state"},
	Severity: diag.Error,
	Summary:  "a transition leads to a state that does not exist",
	Why:      "The service refuses the definition, or an entity is lost in a state that nothing leads out of. Names of states are case-sensitive.",
	Source:   `fsm: "TransitionDefinition fields" (next)`,
}, transition: checkNext}

var duplicateTransition = rule{Rule: diag.Rule{
	ID:       "fsm/duplicate-transition",
	Severity: diag.Warning,
	Summary:  "two transitions of a state have the same name",
	Why:      "A client asks for a transition by its name, and gets the first one.",
	Source:   `fsm: "TransitionDefinition fields" (name)`,
}, workflow: checkDuplicateTransitions}

var manualLeftOut = rule{Rule: diag.Rule{
	ID:       "fsm/implicit-manual",
	Aliases:  []string{"fsm/manual-left-out"},
	Severity: diag.Info,
	Summary:  `a transition does not say whether it is manual`,
	Why:      "Without it the engine takes the transition by itself, as soon as its criterion holds. It is better said.",
	Source:   `fsm: "TransitionDefinition fields" (manual)`,
}, transition: checkManualLeftOut}

var afterUnconditional = rule{Rule: diag.Rule{
	ID:       "fsm/shadowed-transition",
	Aliases:  []string{"fsm/after-unconditional"},
	Severity: diag.Warning,
	Summary:  "an automated transition comes after one that is always taken",
	Why: "The engine takes the first automated transition whose criterion holds, and one without criterion always does, so that " +
		"those behind it are not reached. They can only be asked for by name.",
	Source: `fsm: "CRITERIA"`,
}, workflow: checkAfterUnconditional}

func checkInitial(c *checker, w *Workflow) {
	t := w.InitialState
	if t == nil || t.Target != nil {
		return
	}
	d := c.report(t.Node.Span, "%s begins in state %s, which does not exist", w.label(), quote(t.Name))
	c.Suggest(d, t.guess)
}

func checkNext(c *checker, t *Transition) {
	if t.Next == nil || t.Next.Target != nil {
		return
	}
	d := c.report(t.Next.Node.Span, "%s leads to state %s, which does not exist", t.label(), quote(t.Next.Name))
	c.Suggest(d, t.Next.guess)
}

func checkDuplicateTransitions(c *checker, w *Workflow) {
	for _, s := range w.States {
		if len(s.Transitions) < 2 {
			continue
		}
		first := make(map[string]*Transition, len(s.Transitions))
		for _, t := range s.Transitions {
			if t.Name == nil || t.Skipped() {
				continue
			}
			other := first[t.Name.Value]
			if other == nil {
				first[t.Name.Value] = t
				continue
			}
			d := c.report(t.Name.Node.Span, "state %s has another transition %s, which is the one that is asked for by that name",
				quote(s.Name), quote(t.Name.Value))
			d.Related = c.Related(other.Name.Node.Span, "it stands here first")
		}
	}
}

func checkManualLeftOut(c *checker, t *Transition) {
	if t.Node.Get("manual") == nil {
		c.report(t.at(), "%s does not say whether it is manual, and so is automated", t.label()).Help = `say "manual": false, or true`
	}
}

func checkAfterUnconditional(c *checker, w *Workflow) {
	for _, s := range w.States {
		passed := false
		for _, t := range s.Transitions {
			if passed && t.Automated() {
				d := c.report(t.at(), "%s is never taken by itself: %s comes before it and is always taken", t.label(), nameOf(s.forced))
				d.Related = c.Related(s.forced.at(), "this one has no criterion that could fail")
				d.Help = "put it before the other one, or give that a criterion"
			}
			passed = passed || t == s.forced
		}
	}
}

// nameOf is the name of a transition in quotes.
func nameOf(t *Transition) string {
	if t.Name == nil {
		return "another"
	}
	return quote(t.Name.Value)
}
