package step

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

var neverTaken = rule{Rule: diag.Rule{
	ID:       "step/shadowed-branch",
	Aliases:  []string{"step/never-taken"},
	Severity: diag.Warning,
	Summary:  "a branch of a DECISION is never taken",
	Why: "Branches are tried in order. Either an earlier branch is taken whenever this one would be, or its condition is never " +
		"true. It may be a copy, or in the wrong order: put the special case before the general one.",
	Source: `step: "DECISION", "Design guide" (expressions are evaluated in insertion order)`,
}, Checks: eachStep(checkNeverTaken)}

var noCatchAll = rule{Rule: diag.Rule{
	ID:       "step/incomplete-decision",
	Aliases:  []string{"step/no-catch-all"},
	Severity: diag.Info,
	Summary:  "the branches of a DECISION may not cover all cases",
	Why: "When no branch matches, the step fails with DecisionNoBranchMatched. A last branch \"true\" handles all other " +
		"cases.",
	Source: `step: "Design guide" (a catch-all branch at the end)`,
}, Checks: eachStep(checkCatchAll)}

var uncovered = rule{Rule: diag.Rule{
	ID:       "step/uncovered-value",
	Severity: diag.Warning,
	Summary:  "the conditions do not cover a value",
	Why: "For this value no branch of the DECISION, or no rule of the table, matches, and the step fails. The usual cause is < " +
		"instead of <=, or > instead of >=.",
	Source: `step: "Error behaviour", "Hit policies" (no match fails the step)`,
}, Checks: eachStep(checkUncovered)}

var overlappingBranches = rule{Rule: diag.Rule{
	ID:       "step/overlapping-branches",
	Severity: diag.Info,
	Summary:  "two branches of a DECISION match the same values",
	Why: "The earlier branch is taken, so the order matters. That is intended where one is a special case of the other; here " +
		"each also matches values that the other does not, so a bound may be wrong.",
	Source: `step: "DECISION"`,
}, Checks: eachStep(checkOverlappingBranches)}

// A condition is one branch of a decision or one rule of a table, in boxes.
type condition struct {
	boxes []box
	known bool // the boxes hold what it means
}

// conditionOf returns the conjunction of expressions as a condition.
func conditionOf(all ...*Expression) condition {
	out := condition{boxes: []box{{}}, known: true}
	for _, x := range all {
		if x.tree == nil {
			return condition{}
		}
		boxes, ok := boxesOf(x.tree, true)
		if !ok || len(boxes)*len(out.boxes) > maxBoxes {
			return condition{}
		}
		out.boxes = product(out.boxes, boxes)
	}
	return out
}

// conditions returns those of a step: of the branches of a DECISION, or of the rules of a DECISION_TABLE.
func (c *checker) conditions(s *Step) []condition {
	if all, ok := c.known[s]; ok {
		return all
	}
	var all []condition
	switch s.Type {
	case Decision:
		for _, b := range s.Branches {
			all = append(all, conditionOf(b.If))
		}
	case DecisionTable:
		for _, r := range s.Rules {
			all = append(all, r.condition())
		}
	}
	c.known[s] = all
	return all
}

// coveredBy returns the index of an earlier condition that holds wherever the i-th does, or -1.
func (c *checker) coveredBy(all []condition, i int) int {
	if !all[i].known || len(all[i].boxes) == 0 {
		return -1
	}
	for j := range i {
		if !c.effort.Spend(1 + len(all[i].boxes)*len(all[j].boxes)) {
			return -1
		}
		if all[j].known && allCovered(all[i].boxes, all[j].boxes) {
			return j
		}
	}
	return -1
}

func checkNeverTaken(c *checker, s *Step) {
	if s.Type != Decision {
		return
	}
	all := c.conditions(s)
	for i, b := range s.Branches {
		if all[i].known && len(all[i].boxes) == 0 {
			c.Report(b.Member.KeySpan, "the branch %s of %s is never taken: its condition is never true", quote(b.Member.Key), s)
			continue
		}
		if j := c.coveredBy(all, i); j >= 0 {
			d := c.Report(b.Member.KeySpan, "the branch %s of %s is never taken: an earlier branch matches first", quote(b.Member.Key), s)
			d.Related = c.Related(s.Branches[j].Member.KeySpan, "the earlier branch")
			d.Help = "move it before the other, or remove it"
		}
	}
}

// leftOver looks for what no condition holds for. exhaustive means that there is nothing.
func leftOver(all []condition) (found *gap, exhaustive bool) {
	conditions := make([][]box, 0, len(all))
	for _, x := range all {
		if x.known && slices.ContainsFunc(x.boxes, func(b box) bool { return len(b) == 0 }) {
			return nil, true
		}
	}
	for _, x := range all {
		if !x.known {
			return nil, false
		}
		conditions = append(conditions, x.boxes)
	}
	return gapIn(conditions)
}

func checkCatchAll(c *checker, s *Step) {
	if s.Type != Decision || len(s.Branches) == 0 {
		return
	}
	if found, exhaustive := leftOver(c.conditions(s)); found != nil || exhaustive {
		return
	}
	c.Report(s.at(&c.Findings), "%s has no catch-all branch", s).Help = `add a last branch with the condition "true"`
}

func checkUncovered(c *checker, s *Step) {
	if s.Type == Decision {
		if found, _ := leftOver(c.conditions(s)); found != nil {
			c.Report(s.at(&c.Findings), "%s has no branch for %s", s, found).Help = `add a branch, or a last one with the condition "true"`
		}
	}
	if s.Type == DecisionTable {
		if found, _ := leftOver(c.conditions(s)); found != nil {
			c.Report(s.at(&c.Findings), "%s has no rule for %s", s, found).Help = `add a rule, or a last one with an empty "when"`
		}
	}
}

// String names the value: `score = 5`.
func (g *gap) String() string { return g.subject + " = " + g.value }

// checkOverlappingBranches looks for two branches about the same one subject.
func checkOverlappingBranches(c *checker, s *Step) {
	if s.Type != Decision {
		return
	}
	all := c.conditions(s)
	var simple []int
	for i, x := range all {
		if x.known && len(x.boxes) == 1 && len(x.boxes[0]) == 1 {
			simple = append(simple, i)
		}
	}
	for k, i := range simple {
		for _, j := range simple[:k] {
			if !c.effort.Spend(1) {
				return
			}
			a, b := all[j], all[i]
			both := overlap(a.boxes, b.boxes)
			if len(both) != 1 || allCovered(a.boxes, b.boxes) || allCovered(b.boxes, a.boxes) || !isInterval(a.boxes[0]) || !isInterval(b.boxes[0]) {
				continue
			}
			d := c.Report(s.Branches[i].Member.KeySpan, "two branches of %s match %s", s, both)
			d.Related = c.Related(s.Branches[j].Member.KeySpan, "the branch that is taken")
		}
	}
}

func isInterval(b box) bool {
	for _, d := range b {
		return d.numeric
	}
	return false
}

// String names values that lie in the box: `amount = 5 and vip = true`.
func (a box) String() string {
	var parts []string
	for _, subject := range slices.Sorted(maps.Keys(a)) {
		d := a[subject]
		switch {
		case d.numeric:
			parts = append(parts, subject+" = "+strconv.FormatFloat(d.some(), 'f', -1, 64))
		case d.except:
			parts = append(parts, fmt.Sprintf("%s ≠ %s", subject, strings.Join(d.names, ", ")))
		default:
			parts = append(parts, subject+" = "+d.names[0])
		}
	}
	if len(parts) == 0 {
		return "all values"
	}
	return dialects.Listed(parts, "and")
}

// some returns a number of an interval.
func (d domain) some() float64 {
	whole := math.Floor(d.low) + 1
	switch {
	case d.lowIn:
		return d.low
	case d.highIn:
		return d.high
	case math.IsInf(d.low, -1) && math.IsInf(d.high, 1):
		return 0
	case math.IsInf(d.low, -1):
		return d.high - 1
	case whole < d.high:
		return whole
	}
	return (d.low + d.high) / 2
}
