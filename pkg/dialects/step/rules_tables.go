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
	Summary:  "the hit policy of a table does not exist",
	Why:      "It says what a table makes of several rules that match. There are nine, and only C may have an aggregator.",
	Source:   `step: "Hit policies", "Validation rules"`,
}}

var neverMatches = rule{Rule: diag.Rule{
	ID:       "step/shadowed-rule",
	Aliases:  []string{"step/rule-never-used"},
	Severity: diag.Warning,
	Summary:  "a rule of a decision table can never be used",
	Why: "Under the policy F only the first rule that matches is used, and an earlier one matches whenever this one does; or " +
		"its cells never hold together.",
	Source: `step: "Hit policies"`,
}, Checks: eachStep(checkRuleNeverUsed)}

var overlappingRules = rule{Rule: diag.Rule{
	ID:       "step/overlapping-rules",
	Severity: diag.Warning,
	Summary:  "two rules match the same values, where only one may",
	Why: "Under the policy U, which is the one of a table that names none, the step fails with DecisionTableUniqueViolation. " +
		"Narrow one of the rules, or say which one counts with the policy F.",
	Source: `step: "Hit policies"`,
}, Checks: eachStep(checkOverlappingRules)}

var conflictingRules = rule{Rule: diag.Rule{
	ID:       "step/conflicting-rules",
	Severity: diag.Warning,
	Summary:  "two rules match the same values and give different outputs, where they must agree",
	Why:      "Under the policy A the step fails with DecisionTableAnyConflict when rules that match differ in a column.",
	Source:   `step: "Hit policies"`,
}, Checks: eachStep(checkConflictingRules)}

var aggregatedValue = rule{Rule: diag.Rule{
	ID:       "step/aggregated-value",
	Severity: diag.Warning,
	Summary:  "a column that is aggregated has a value that is no number, or none",
	Why: "Under C+, C> and C< every rule that matches must have a number in every column, or the step fails with " +
		"DecisionTableAggregatorTypeError. C# counts rules whatever they give.",
	Source: `step: "Collect aggregators"`,
}, Checks: eachStep(checkAggregated)}

var tableNoCatchAll = rule{Rule: diag.Rule{
	ID:       "step/incomplete-table",
	Aliases:  []string{"step/table-no-catch-all"},
	Severity: diag.Info,
	Summary:  "the rules of a decision table may leave something over",
	Why: "When no rule matches, the step fails with DecisionTableNoRuleMatched. A last rule with an empty \"when\" takes what " +
		"the others leave over; under U it would match beside them, so that the policy F goes with it.",
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
			c.Report(c.Whole(r.Node), "%s of %s is never used, as its cells never hold together", ruleName(i), s)
			continue
		}
		if s.Policy() != "F" {
			continue
		}
		if j := c.coveredBy(all, i); j >= 0 {
			d := c.Report(c.Whole(r.Node), "%s of %s is never used, as %s matches first", ruleName(i), s, ruleName(j))
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
			if !all[i].known || !all[j].known || !c.effort.Spend(1+len(all[i].boxes)*len(all[j].boxes)) || !fits(s.Rules[j], s.Rules[i]) {
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
		d := c.Report(c.Whole(s.Rules[i].Node), "%s and %s of %s both match for %s, and the policy U allows one", ruleName(j), ruleName(i), s, both)
		d.Related = c.Related(c.Whole(s.Rules[j].Node), "%s", ruleName(j))
		d.Help = `narrow one of them, or use the first that matches: "hitPolicy": "F"`
	})
}

func checkConflictingRules(c *checker, s *Step) {
	if s.Type != DecisionTable || s.Policy() != "A" {
		return
	}
	c.overlaps(s, differ, func(i, j int, both box) {
		d := c.Report(c.Whole(s.Rules[i].Node), "%s and %s of %s both match for %s, and give different outputs", ruleName(j), ruleName(i), s, both)
		d.Related = c.Related(c.Whole(s.Rules[j].Node), "%s", ruleName(j))
		d.Help = "under the policy A rules that match must agree in every column"
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
			c.Report(c.Whole(n), "the column %s of %s is aggregated by %s, but this is no number", quote(a.Member.Key), s, s.Policy())
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
				d := c.Report(c.Whole(r.Node), "%s of %s has nothing in the column %s, which %s aggregates", ruleName(i), s, quote(column), s.Policy())
				d.Related = c.Related(first[column].Member.KeySpan, "the column stands here first")
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
	c.Report(s.at(&c.Findings), "%s has no rule that always matches", s).Help = `a last rule with an empty "when" takes what the others leave over`
}
