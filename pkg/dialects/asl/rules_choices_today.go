package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

var contradiction = rule{Rule: diag.Rule{
	ID:       "asl/contradictory-rule",
	Severity: diag.Warning,
	Summary:  "the conditions of a choice rule exclude each other",
	Why:      "\"And\" needs all of its rules to match, and no value of the variable matches all of these. Most likely \"Or\" is meant.",
	Source:   "the language as AWS runs it today: Choice",
	Levels:   "only at level current",
}, Checks: today(states(checkContradictions))}

var noDefault = rule{Rule: diag.Rule{
	ID:       "asl/no-default",
	Severity: diag.Info,
	Summary:  "a Choice state has no \"Default\"",
	Why: "If no rule matches, the execution fails with \"States.Runtime\", which nothing catches. Add a \"Default\", even if it only leads " +
		"to a Fail state with an error of its own.",
	Source: "the language as AWS runs it today: Choice",
	Levels: "only at level current; a warning where some value of the variable matches no rule for sure",
}, Checks: today(states(checkNoDefault))}

var pattern = rule{Rule: diag.Rule{
	ID:       "asl/string-pattern",
	Severity: diag.Warning,
	Summary:  "a pattern of StringMatches without a wildcard, or with a stray backslash",
	Why: "\"*\" is the only wildcard. Without one, \"StringEquals\" compares the same and is plainer; a backslash can only come before " +
		"\"*\" or another backslash.",
	Source: "the language as AWS runs it today: Choice",
	Levels: "only at level current",
}, Checks: today(states(checkPatterns))}

var indefiniteVariable = rule{Rule: diag.Rule{
	ID:       "asl/indefinite-variable",
	Severity: diag.Warning,
	Summary:  "a choice rule compares a list",
	Why: "A path with a wildcard, a filter or a slice always selects a list, and no comparison matches a list. Select one value, or " +
		"compute it in a state before.",
	Source: "the language as AWS runs it today: the JSONPath dialect",
	Levels: "only at level current",
}, Checks: today(states(checkIndefinite))}

var unguardedVariable = rule{Rule: diag.Rule{
	ID:       "asl/unguarded-variable",
	Severity: diag.Info,
	Off:      true,
	Summary:  "a choice rule compares a value without testing that it is present",
	Why: "If the path selects nothing, the execution fails with \"States.Runtime\", which nothing catches. \"And\" with \"IsPresent\" as " +
		"its first rule makes the comparison safe.",
	Source: "the language as AWS runs it today: Choice",
	Levels: "only at level current",
}, Checks: today(states(checkUnguarded))}

// leaves gives the comparisons of a rule.
func (x *Rule) leaves(give func(*Rule)) {
	if x.Kind.compares() && x.Variable != nil {
		give(x)
	}
	for _, inner := range x.Rules {
		inner.leaves(give)
	}
}

func checkContradictions(c *checker, s *State) {
	if s.JSONata() {
		return
	}
	for _, x := range s.Choices {
		for _, group := range conjunctions(x) {
			if len(group) < 2 || len(group) > mostSampled {
				continue
			}
			values, ok := samples(group)
			if !ok || anyFits(values, func(v any) bool { return allMatch(group, v) }) {
				continue
			}
			last := group[len(group)-1]
			d := c.Report(c.Head(last.Node), "no value of %s in a choice rule of state %s matches all of the conditions on it", quote(variableOf(last)), quote(s.Name))
			d.Help = `join them with "Or" if one is enough`
			d.Related = c.Related(c.Head(group[0].Node), "another condition on it")
			break
		}
	}
}

func anyFits(values []any, fits func(any) bool) bool {
	for _, v := range values {
		if fits(v) {
			return true
		}
	}
	return false
}

func allMatch(rules []*Rule, v any) bool {
	for _, x := range rules {
		if !matchesSample(x, v) {
			return false
		}
	}
	return true
}

// checkNoDefault looks for a Choice that may match nothing.
func checkNoDefault(c *checker, s *State) {
	if s.Type != Choice || s.Broken || len(s.Choices) == 0 || c.Has(s.Node, "Default") {
		return
	}
	for _, x := range s.Choices {
		if x.Broken || x.Kind == NoRule || x.Node.Member("Default") != nil {
			return
		}
		if x.Operand != nil && x.Operand.Kind == source.Bool && x.Operand.Text == "true" && x.Kind == RuleLater && x.Variable == nil {
			return // "Condition": true
		}
	}
	if v, misses := missed(s.Choices); misses {
		d := c.Report(s.NameSpan, "state %s has no \"Default\", and no rule matches %s", quote(s.Name), v)
		d.Severity = diag.Warning
		d.Help = `add a "Default", even if it only leads to a Fail state`
		return
	}
	if len(s.Choices) <= mostSampled && covers(s.Choices) {
		return
	}
	c.Report(s.NameSpan, "state %s has no \"Default\"", quote(s.Name)).Help = "an input that no rule matches fails the execution"
}

func checkPatterns(c *checker, s *State) {
	for _, x := range s.Choices {
		x.leaves(func(x *Rule) {
			if x.Operator == nil || x.Compare != expr.Like || x.Operand == nil || hasPlaceholder(x.Operand.Text) {
				return
			}
			wildcard, stray := readPattern(x.Operand.Text)
			switch {
			case stray >= 0:
				d := c.Report(c.File.Content(x.Operand).At(stray, stray+1), "a backslash in the pattern of a choice rule of state %s must come before * or a backslash", quote(s.Name))
				d.Help = `write \\ for a backslash, each doubled in JSON`
			case !wildcard:
				d := c.Report(x.Operand.Span, "the pattern %s of a choice rule of state %s has no wildcard", quote(x.Operand.Text), quote(s.Name))
				d.Help = `use "StringEquals", or add a *`
			}
		})
	}
}

// readPattern reports whether a pattern has a wildcard, and where it has a backslash that takes nothing as it is; -1 is nowhere.
func readPattern(p string) (wildcard bool, stray int) {
	for i := 0; i < len(p); i++ {
		switch p[i] {
		case '*':
			wildcard = true
		case '\\':
			if i+1 >= len(p) || p[i+1] != '*' && p[i+1] != '\\' {
				return wildcard, i
			}
			i++
		}
	}
	return wildcard, -1
}

func checkIndefinite(c *checker, s *State) {
	for _, x := range s.Choices {
		x.leaves(func(x *Rule) {
			p := x.Variable.Path
			if p == nil || p.Definite || x.Test != nil || endsInFunction(p) {
				return
			}
			c.Report(x.Variable.Node.Span, "a choice rule of state %s compares %s, which always selects a list", quote(s.Name), quote(p.Text)).
				Help = "select one value: $.items[0]"
		})
	}
}

// endsInFunction reports whether a path ends in a function such as .length(), which makes one value of a list.
func endsInFunction(p *expr.Path) bool {
	return len(p.Steps) > 0 && p.Steps[len(p.Steps)-1].Kind == expr.StepFunction
}

// checkUnguarded goes through the rules with the paths that are known to be there.
func checkUnguarded(c *checker, s *State) {
	if s.JSONata() {
		return
	}
	for _, x := range s.Choices {
		c.unguarded(s, x, nil)
	}
}

func (c *checker) unguarded(s *State, x *Rule, present []string) {
	for _, inner := range x.Rules {
		c.unguarded(s, inner, present)
		if x.Kind == RuleAnd && inner.Test != nil && inner.Test.Type == expr.IsPresent && inner.Test.Want {
			present = append(present[:len(present):len(present)], variableOf(inner))
		}
	}
	if !x.Kind.compares() || x.Variable == nil || x.Variable.Path == nil || x.Test != nil && x.Test.Type == expr.IsPresent {
		return
	}
	for _, p := range present {
		if strings.HasPrefix(p, variableOf(x)) {
			return
		}
	}
	if p := x.Variable.Path; p.Definite && len(p.Steps) > 0 && p.Root == expr.RootInput {
		c.Report(x.Variable.Node.Span, "a choice rule of state %s compares %s without testing that it is present", quote(s.Name), quote(p.Text)).
			Help = `put "IsPresent": true before it, in an "And"`
	}
}
