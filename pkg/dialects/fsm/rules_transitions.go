package fsm

import "github.com/flowglot/flowglot/pkg/diag"

var unknownInitial = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-start",
	Aliases:  []string{"fsm/unknown-initial-state"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the initial state of a workflow does not exist",
	Why:      "No entity can be created. State names are case-sensitive.",
	Source:   `fsm: "WorkflowDefinition fields" (initialState)`,
}, Checks: eachWorkflow(checkInitial)}

var unknownNext = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-target",
	Aliases:  []string{"fsm/unknown-next-state"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the target of a transition does not exist",
	Why:      "The service refuses the definition, or an entity is stuck in a state without transitions. State names are case-sensitive.",
	Source:   `fsm: "TransitionDefinition fields" (next)`,
}, Checks: eachTransition(checkNext)}

var duplicateTransition = rule{Rule: diag.Rule{
	ID:       "fsm/duplicate-transition",
	Severity: diag.Warning,
	Summary:  "two transitions of a state have the same name",
	Why:      "A client requests a transition by its name and gets the first one.",
	Source:   `fsm: "TransitionDefinition fields" (name)`,
}, Checks: eachWorkflow(checkDuplicateTransitions)}

var manualLeftOut = rule{Rule: diag.Rule{
	ID:       "fsm/implicit-manual",
	Aliases:  []string{"fsm/manual-left-out"},
	Severity: diag.Info,
	Summary:  `a transition has no "manual" field`,
	Why:      "Without \"manual\" the engine takes the transition automatically as soon as its criterion is true. State it explicitly.",
	Source:   `fsm: "TransitionDefinition fields" (manual)`,
}, Checks: eachTransition(checkManualLeftOut)}

var afterUnconditional = rule{Rule: diag.Rule{
	ID:       "fsm/shadowed-transition",
	Aliases:  []string{"fsm/after-unconditional"},
	Severity: diag.Warning,
	Summary:  "an automated transition is shadowed by an earlier one",
	Why: "The engine takes the first automated transition whose criterion is true. A transition without a criterion is always " +
		"taken, so later ones can only be requested by name.",
	Source: `fsm: "CRITERIA"`,
}, Checks: eachWorkflow(checkAfterUnconditional)}

func checkInitial(c *checker, w *Workflow) {
	t := w.InitialState
	if t == nil || t.Target != nil {
		return
	}
	d := c.Report(t.Node.Span, "the initial state %[2]s of %[1]s does not exist", w.label(), quote(t.Name))
	c.Suggest(d, t.guess)
}

func checkNext(c *checker, t *Transition) {
	if t.Next == nil || t.Next.Target != nil {
		return
	}
	d := c.Report(t.Next.Node.Span, "%s has the unknown target %s", t.label(), quote(t.Next.Name))
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
			d := c.Report(t.Name.Node.Span, "state %s has two transitions named %s; a request by that name takes the first",
				quote(s.Name), quote(t.Name.Value))
			d.Help = "give one of them another name"
			d.Related = c.Related(other.Name.Node.Span, "first declared here")
		}
	}
}

func checkManualLeftOut(c *checker, t *Transition) {
	if t.Node.Get("manual") == nil && !c.Suspects(t.Node, "manual") {
		c.Report(t.at(), "%s has no \"manual\", so it is automated", t.label()).Help = `add "manual": false or "manual": true`
	}
}

func checkAfterUnconditional(c *checker, w *Workflow) {
	for _, s := range w.States {
		passed := false
		for _, t := range s.Transitions {
			if passed && t.Automated() {
				d := c.Report(t.at(), "%s is never taken automatically: %s comes before it and is always taken", t.label(), nameOf(s.forced))
				d.Related = c.Related(s.forced.at(), "this one is taken for every entity")
				d.Help = "move it before the other one, or give the other one a criterion"
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
