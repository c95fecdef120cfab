package asl

import "github.com/flowglot/flowglot/pkg/diag"

var unknownStart = rule{Rule: diag.Rule{
	ID:       "asl/unknown-start",
	Aliases:  []string{"asl/unknown-start-state"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the start state does not exist",
	Why:      "The machine or branch cannot start. Names are case-sensitive, and a branch starts at one of its own states.",
	Source:   `asl 2016: "Top-level fields", "Parallel State"`,
}, Checks: machines(checkStart)}

var unknownNext = rule{Rule: diag.Rule{
	ID:       "asl/unknown-target",
	Aliases:  []string{"asl/unknown-next-state"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the target of a transition does not exist",
	Why: "A run would fail there, or the engine refuses the definition. Names are case-sensitive. The rule covers \"Next\", also " +
		"of choice rules and catchers, and \"Default\".",
	Source: `asl 2016: "Transitions", "Choice State", "Fallback states"`,
}, Checks: states(checkNext)}

var outsideScope = rule{Rule: diag.Rule{
	ID:       "asl/next-outside-scope",
	Severity: diag.Error,
	Summary:  "a transition crosses the border of a branch",
	Why: "Transitions of a branch stay inside it, and no other state can enter it. The Parallel state continues when all its " +
		"branches have ended.",
	Source: `asl 2016: "Parallel State"`,
}, Checks: states(checkScope)}

var noTransition = rule{Rule: diag.Rule{
	ID:       "asl/missing-transition",
	Aliases:  []string{"asl/no-transition"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a state has neither a transition nor an end",
	Why:      "A state other than Choice, Succeed and Fail needs either \"Next\" or \"End\": true.",
	Source:   `asl 2016: "Transitions", "Table of State Types and Fields"`,
}, Checks: states(checkTransition)}

var nextAndEnd = rule{Rule: diag.Rule{
	ID:       "asl/transition-and-end",
	Aliases:  []string{"asl/next-and-end"},
	Severity: diag.Error,
	Summary:  "a state has both a transition and an end",
	Why:      "Use one of the two. \"End\": false with a \"Next\" is allowed.",
	Source:   `asl 2016: "Table of State Types and Fields"`,
}, Checks: states(checkNextAndEnd)}

func checkStart(c *checker, m *Machine) {
	t := m.StartAt
	if t == nil || t.Target != nil || t.Placeholder || len(m.States) == 0 {
		return
	}
	who := m.description()
	if other := c.names[t.Name]; other != nil {
		d := c.Report(t.Node.Span, "%s starts at %s, which is not one of its states", who, quote(t.Name))
		d.Related = c.Related(other.NameSpan, "%s is declared here", quote(t.Name))
		return
	}
	c.Suggest(c.Report(t.Node.Span, "%s starts at %s, which does not exist", who, quote(t.Name)), t.guess)
}

func checkNext(c *checker, s *State) {
	for t := range s.transitions() {
		if t.Target == nil && !t.Placeholder && c.names[t.Name] == nil {
			d := c.Report(t.Node.Span, "state %s transitions to %s, which does not exist", quote(s.Name), quote(t.Name))
			c.Suggest(d, t.guess)
		}
	}
}

func checkScope(c *checker, s *State) {
	for t := range s.transitions() {
		other := c.names[t.Name]
		if t.Target != nil || t.Placeholder || other == nil {
			continue
		}
		if other.Machine.contains(s.Machine) {
			d := c.Report(t.Node.Span, "state %s transitions to %s, which is outside its branch", quote(s.Name), quote(t.Name))
			d.Help = `end the branch with "End": true; state ` + quote(s.Machine.Scope.Name) + " continues when its branches have ended"
			d.Related = c.Related(other.NameSpan, "%s is declared here", quote(t.Name))
			continue
		}
		scope := other.Machine.Scope
		d := c.Report(t.Node.Span, "state %s transitions to %s, which is inside a branch of state %s", quote(s.Name), quote(t.Name),
			quote(scope.Name))
		d.Related = c.Related(other.NameSpan, "%s is declared here", quote(t.Name))
		if s.Machine.contains(scope.Machine) && scope.Machine == s.Machine && scope != s {
			d.Help = "transition to " + quote(scope.Name) + ", which starts its branches"
		}
	}
}

func checkTransition(c *checker, s *State) {
	if s.Broken || placeOf(s.Type)&inFlows == 0 || s.Next != nil || c.Has(s.Node, "Next") {
		return
	}
	switch {
	case s.End == nil && !c.Has(s.Node, "End"):
		d := c.Report(s.NameSpan, `state %s has neither "Next" nor "End"`, quote(s.Name))
		d.Help = `add "Next" or "End": true`
		c.Append(d, s.Node, `"End": true`, true)
	case s.End != nil && !s.End.Value:
		c.Report(s.End.Node.Span, `state %s has "End": false but no "Next"`, quote(s.Name)).
			Help = `add "Next" or "End": true`
	}
}

func checkNextAndEnd(c *checker, s *State) {
	next := s.Node.Member("Next")
	if s.Broken || next == nil || s.End == nil || !s.End.Value || placeOf(s.Type)&inFlows == 0 {
		return
	}
	end := s.Node.Member("End")
	d := c.Report(end.KeySpan, `state %s has both "Next" and "End": true`, quote(s.Name))
	d.Related = c.Related(next.KeySpan, "the transition")
	d.Help = "remove one of them"
}
