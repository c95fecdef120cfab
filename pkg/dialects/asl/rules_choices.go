package asl

import "github.com/flowglot/flowglot/pkg/diag"

var choiceOperator = rule{Rule: diag.Rule{
	ID:       "asl/choice-operator",
	Severity: diag.Error,
	Summary:  "a choice rule does not have exactly one operator",
	Why:      "Without an operator it says nothing, and with several it does not say how they go together.",
	Source:   `asl 2016: "Choice State"`,
}}

var unknownOperator = rule{Rule: diag.Rule{
	ID:       "asl/unknown-operator",
	Severity: diag.Error,
	Summary:  "the operator of a choice rule does not exist",
	Why:      "The operators are a closed list, and are case-sensitive.",
	Source:   `asl 2016: "Choice State"`,
}}

var operandType = rule{Rule: diag.Rule{
	ID:       "asl/operand-type",
	Severity: diag.Error,
	Summary:  "a choice rule compares with a value that its operator cannot compare with",
	Why: "Comparisons look at the type: a number operator wants a number, not a number in quotes. Choose the operator by " +
		"the type of the data.",
	Source: `asl 2016: "Choice State"`,
}}

var nestedNext = rule{Rule: diag.Rule{
	ID:       "asl/nested-next",
	Severity: diag.Error,
	Summary:  "a rule inside of And, Or or Not says where to go",
	Why:      "Only the rule as a whole matches or does not, so only the outermost one has a \"Next\".",
	Source:   `asl 2016: "Choice State"`,
}}

var coveredRule = rule{Rule: diag.Rule{
	ID:       "asl/shadowed-rule",
	Aliases:  []string{"asl/covered-rule"},
	Severity: diag.Warning,
	Summary:  "a choice rule can never be the first to match",
	Why: "Rules are tried in their order, and an earlier one matches whatever this one would match. It is a copy, or the " +
		"order is wrong: the special case comes before the general one.",
	Source: `asl 2016: "Choice State"`,
}, Checks: states(checkCovered)}

func checkCovered(c *checker, s *State) {
	if len(s.Choices) < 2 || s.JSONata() {
		return
	}
	seen := newCover()
	for _, x := range s.Choices {
		if by := seen.covering(x); by != nil {
			d := c.Report(c.Head(x.Node), "a choice rule of state %s never matches, as an earlier one matches first", quote(s.Name))
			d.Related = c.Related(c.Head(by.Node), "the earlier rule")
			d.Help = "move it before the other, or remove it"
			continue
		}
		seen.add(x, x)
	}
}
