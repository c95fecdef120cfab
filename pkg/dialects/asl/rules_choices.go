package asl

import "github.com/flowglot/flowglot/pkg/diag"

var choiceOperator = rule{Rule: diag.Rule{
	ID:       "asl/choice-operator",
	Severity: diag.Error,
	Summary:  "a choice rule does not have exactly one operator",
	Why:      "A rule needs one operator; to combine several comparisons, use And or Or.",
	Source:   `asl 2016: "Choice State"`,
}}

var unknownOperator = rule{Rule: diag.Rule{
	ID:       "asl/unknown-operator",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown operator of a choice rule",
	Why:      "The language defines a fixed list of operators. Their names are case-sensitive.",
	Source:   `asl 2016: "Choice State"`,
}}

var operandType = rule{Rule: diag.Rule{
	ID:       "asl/operand-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a choice rule compares with a value of the wrong type",
	Why: "An operator compares values of one type: a numeric operator needs a number, not a number in quotes. Choose the operator " +
		"by the type of the data.",
	Source: `asl 2016: "Choice State"`,
}}

var nestedNext = rule{Rule: diag.Rule{
	ID:       "asl/nested-next",
	Severity: diag.Error,
	Summary:  "a nested choice rule has a transition",
	Why:      "A rule matches as a whole, so only the outermost one has a \"Next\".",
	Source:   `asl 2016: "Choice State"`,
}}

var coveredRule = rule{Rule: diag.Rule{
	ID:       "asl/shadowed-rule",
	Aliases:  []string{"asl/covered-rule"},
	Severity: diag.Warning,
	Summary:  "a choice rule can never be the first to match",
	Why: "Rules are tried in order, and an earlier rule matches whenever this one would. It may be a copy, or in the wrong order: " +
		"put the special case before the general one.",
	Source: `asl 2016: "Choice State"`,
}, Checks: states(checkCovered)}

func checkCovered(c *checker, s *State) {
	if len(s.Choices) < 2 {
		return
	}
	if s.JSONata() {
		if c.level == Current {
			sameConditions(c, s)
		}
		return
	}
	seen := newCover()
	for _, x := range s.Choices {
		if by := seen.covering(x); by != nil {
			d := c.Report(c.Head(x.Node), "a choice rule of state %s is never reached: an earlier one matches first", quote(s.Name))
			d.Related = c.Related(c.Head(by.Node), "the earlier rule")
			d.Help = "move it before the other, or remove it"
			continue
		}
		seen.add(x, x)
	}
}
