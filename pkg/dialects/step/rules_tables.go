package step

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
)

var hitPolicy = rule{Rule: diag.Rule{
	ID:       "step/hit-policy",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown hit policy",
	Why:      "The hit policy decides what happens when several rules match. There are nine, and only C can have an aggregator.",
	Source:   `step: "Hit policies", "Validation rules"`,
}}

var neverMatches = rule{Rule: diag.Rule{
	ID:       "step/shadowed-rule",
	Aliases:  []string{"step/rule-never-used"},
	Severity: diag.Warning,
	Summary:  "a rule of a decision table is never used",
	Why: "With the policy F only the first matching rule is used, and an earlier rule matches whenever this one does; or the " +
		"cells of the rule contradict each other.",
	Source: `step: "Hit policies"`,
}, Checks: eachStep(checkRuleNeverUsed)}

var overlappingRules = rule{Rule: diag.Rule{
	ID:       "step/overlapping-rules",
	Severity: diag.Warning,
	Summary:  "two rules match the same values where only one may",
	Why: "With the policy U, the default, the step fails with DecisionTableUniqueViolation. Narrow one of the rules, or use the " +
		"policy F, which takes the first match.",
	Source: `step: "Hit policies"`,
}, Checks: eachStep(checkOverlappingRules)}

var conflictingRules = rule{Rule: diag.Rule{
	ID:       "step/conflicting-rules",
	Severity: diag.Warning,
	Summary:  "two rules match the same values with different outputs where they must agree",
	Why:      "With the policy A the step fails with DecisionTableAnyConflict when matching rules differ in a column.",
	Source:   `step: "Hit policies"`,
}, Checks: eachStep(checkConflictingRules)}

var aggregatedValue = rule{Rule: diag.Rule{
	ID:       "step/aggregated-value",
	Severity: diag.Warning,
	Summary:  "an aggregated column has a missing or non-numeric value",
	Why: "With C+, C> and C< every matching rule needs a number in every column, or the step fails with " +
		"DecisionTableAggregatorTypeError. C# counts the rules and ignores their values.",
	Source: `step: "Collect aggregators"`,
}, Checks: eachStep(checkAggregated)}

var tableNoCatchAll = rule{Rule: diag.Rule{
	ID:       "step/incomplete-table",
	Aliases:  []string{"step/table-no-catch-all"},
	Severity: diag.Info,
	Summary:  "the rules of a decision table may not cover all cases",
	Why: "When no rule matches, the step fails with DecisionTableNoRuleMatched. A last rule with an empty \"when\" handles all " +
		"other cases; with the policy U it would conflict with them, so use the policy F with it.",
	Source: `step: "Hit policies" (zero matches under any policy fail the step)`,
}, Checks: eachStep(checkTableCatchAll)}

// condition returns the conjunction of the rule's cells.
func (r *Rule) condition() condition {
	if r.Broken {
		return condition{}
	}
	var cells []*Expression
	for _, cell := range r.Cells {
		if cell.If != nil {
			cells = append(cells, cell.If)
		}
	}
	return conditionOf(cells...)
}

// ruleName names a rule in messages, which count from 1 as people do.
func ruleName(i int) string { return "rule " + strconv.Itoa(i+1) }

func checkRuleNeverUsed(c *checker, s *Step) {
	if s.Type != DecisionTable {
		return
	}
	all := c.conditions(s)
	for i, r := range s.Rules {
		if all[i].known && len(all[i].boxes) == 0 {
			c.Report(c.Whole(r.Node), "%s of %s is never used: its cells contradict each other", ruleName(i), s)
			continue
		}
		if s.Policy() != "F" {
			continue
		}
		if j := c.coveredBy(all, i); j >= 0 {
			d := c.Report(c.Whole(r.Node), "%s of %s is never used: %s matches first", ruleName(i), s, ruleName(j))
			d.Related = c.Related(c.Whole(s.Rules[j].Node), "%s", ruleName(j))
			d.Help = "move it before the other, or remove it"
		}
	}
}

// overlaps calls f with each rule and the first earlier one that is known to match the same values and fits.
func (c *checker) overlaps(s *Step, fits func(a, b *Rule) bool, f func(i, j int, both box)) {
	all := c.conditions(s)
	for i := range all {
		for j := range i {
			if !c.effort.Spend(1 + len(all[i].boxes)*len(all[j].boxes)) {
				return
			}
			if !all[i].known || !all[j].known || !fits(s.Rules[j], s.Rules[i]) {
				continue
			}
			if both := overlap(all[j].boxes, all[i].boxes); both != nil {
				f(i, j, both)
				break
			}
		}
	}
}

func checkOverlappingRules(c *checker, s *Step) {
	if s.Type != DecisionTable || s.Policy() != "U" || s.HitPolicy == nil && s.Node.Member("hitPolicy") != nil {
		return
	}
	c.overlaps(s, func(_, _ *Rule) bool { return true }, func(i, j int, both box) {
		d := c.Report(c.Whole(s.Rules[i].Node), "%s and %s of %s both match %s, and the policy U allows only one", ruleName(j), ruleName(i), s, both)
		d.Related = c.Related(c.Whole(s.Rules[j].Node), "%s", ruleName(j))
		d.Help = `narrow one of them, or use the first that matches: "hitPolicy": "F"`
	})
}

func checkConflictingRules(c *checker, s *Step) {
	if s.Type != DecisionTable || s.Policy() != "A" {
		return
	}
	c.overlaps(s, differ, func(i, j int, both box) {
		d := c.Report(c.Whole(s.Rules[i].Node), "%s and %s of %s both match %s and have different outputs", ruleName(j), ruleName(i), s, both)
		d.Related = c.Related(c.Whole(s.Rules[j].Node), "%s", ruleName(j))
		d.Help = "with the policy A, matching rules must agree in every column"
	})
}

// differ reports whether two rules are known to give different outputs: a literal that is another, or a column that only
// the first has.
func differ(a, b *Rule) bool {
	of := make(map[string]*Assignment, len(b.Outputs))
	for _, x := range b.Outputs {
		of[x.Member.Key] = x
	}
	for _, x := range a.Outputs {
		y := of[x.Member.Key]
		if y == nil || x.Value == nil && y.Value == nil && !value.Equal(value.Of(x.Member.Value), value.Of(y.Member.Value)) {
			return true
		}
	}
	return false
}

// checkAggregated looks for outputs of rules that are missing or not numbers, where the hit policy computes with them.
func checkAggregated(c *checker, s *Step) {
	switch s.Policy() {
	case "C+", "C>", "C<":
	default:
		return
	}
	first := map[string]*Assignment{} // of each column
	var columns []string
	for a := range s.assignments() {
		if first[a.Member.Key] == nil {
			first[a.Member.Key] = a
			columns = append(columns, a.Member.Key)
		}
		n := a.Member.Value
		never := a.Value == nil && n.Kind != source.Number && n.Kind != source.Invalid
		if a.Value != nil && a.Value.tree != nil {
			k := kindOf(a.Value.tree)
			never = k != source.Invalid && k != source.Number
		}
		if never {
			c.Report(c.Whole(n), "the column %s of %s is aggregated by %s, but this is not a number", quote(a.Member.Key), s, s.Policy())
		}
	}
	for i, r := range s.Rules {
		if r.Broken || !c.effort.Spend(len(columns)) {
			continue
		}
		has := make(map[string]bool, len(r.Outputs))
		for _, a := range r.Outputs {
			has[a.Member.Key] = true
		}
		for _, column := range columns {
			if !has[column] {
				d := c.Report(c.Whole(r.Node), "%s of %s has no value in the column %s, which %s aggregates", ruleName(i), s, quote(column), s.Policy())
				d.Related = c.Related(first[column].Member.KeySpan, "the column first occurs here")
				break
			}
		}
	}
}

func checkTableCatchAll(c *checker, s *Step) {
	if s.Type != DecisionTable || len(s.Rules) == 0 {
		return
	}
	if found, exhaustive := leftOver(c.conditions(s)); found != nil || exhaustive {
		return
	}
	c.Report(s.at(&c.Findings), "%s has no catch-all rule", s).Help = `add a last rule with an empty "when"`
}
