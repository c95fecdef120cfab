package step

import (
	"strconv"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var unknownType = rule{Rule: diag.Rule{
	ID:       "step/unknown-type",
	Aliases:  []string{"step/unknown-step-type"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown type of step",
	Why:      "The type defines what a step does. There are nine types, written in upper case.",
	Source:   `step: "Common fields", "Validation rules"`,
}}

var duplicateID = rule{Rule: diag.Rule{
	ID:       "step/duplicate-id",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "duplicate step id",
	Why:      "Steps refer to each other by id, and so does the history of a run. An id is unique in its workflow.",
	Source:   `step: "Common fields", "Validation rules"`,
}, Checks: eachStep(checkDuplicateID)}

var unknownStep = rule{Rule: diag.Rule{
	ID:       "step/unknown-target",
	Aliases:  []string{"step/unknown-step"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a step refers to a step that does not exist",
	Why: "This applies to every reference: \"nextStep\", the targets of \"conditionalNextSteps\", \"parallelNextSteps\", \"joinStep\" " +
		"and \"targetStepId\". They hold the id of a step, not its name.",
	Source: `step: "Validation rules" (all step references resolve)`,
}, Checks: eachStep(checkReferences)}

var joinType = rule{Rule: diag.Rule{
	ID:       "step/join-type",
	Severity: diag.Error,
	Summary:  "the join of a gateway is not a JOIN_GATEWAY",
	Why:      "Only a JOIN_GATEWAY waits for all branches. Any other step runs once for each of them.",
	Source:   `step: "PARALLEL_GATEWAY + JOIN_GATEWAY"`,
}, Checks: eachStep(checkJoinType)}

var fewBranches = rule{Rule: diag.Rule{
	ID:       "step/too-few-branches",
	Severity: diag.Error,
	Summary:  "a PARALLEL_GATEWAY starts fewer than two branches",
	Why:      "There is nothing to run in parallel. A single step needs no gateway.",
	Source:   `step: "PARALLEL_GATEWAY + JOIN_GATEWAY", "Validation rules"`,
}, Checks: eachStep(checkBranchCount)}

var duplicateBranch = rule{Rule: diag.Rule{
	ID:       "step/duplicate-branch",
	Severity: diag.Warning,
	Summary:  "a PARALLEL_GATEWAY starts the same step twice",
	Why:      "The step and everything after it run twice in parallel on the same variables, which is hardly intended.",
	Source:   `step: "PARALLEL_GATEWAY + JOIN_GATEWAY"`,
}, Checks: eachStep(checkDuplicateBranch)}

var nestedGateways = rule{Rule: diag.Rule{
	ID:       "step/nested-gateways",
	Severity: diag.Error,
	Summary:  "nested PARALLEL_GATEWAYs",
	Why: "The language does not support nested gateways. Start all branches at one gateway, or run the inner gateway after the " +
		"join of the outer one.",
	Source: `step: "PARALLEL_GATEWAY + JOIN_GATEWAY"`,
}, Checks: eachStep(checkNested)}

func checkDuplicateID(c *checker, s *Step) {
	if s.ID == nil || s.ID.Value == "" {
		return
	}
	if first := c.workflow.Step(s.ID.Value); first != s && first.ID.Node != s.ID.Node {
		d := c.Report(s.ID.Node.Span, "duplicate step id %s", quote(s.ID.Value))
		d.Help = "give one of them another id"
		d.Related = c.Related(first.ID.Node.Span, "first used here")
		c.Misnamed()
	}
}

func checkReferences(c *checker, s *Step) {
	for t := range s.references() {
		if t.Target != nil {
			continue
		}
		d := c.Report(t.Node.Span, "%s has the unknown target %s", s, quote(t.ID))
		switch t.Field {
		case "joinStep":
			d.Message = s.String() + " has the unknown join " + quote(t.ID)
		case "targetStepId":
			d.Message = "a timer of " + s.String() + " has the unknown target " + quote(t.ID)
		}
		c.Suggest(d, t.guess)
		if byName := c.named(t.ID); d.Help == "" && byName != nil {
			d.Help = "refer to the step by its id: " + quote(byName.id())
		}
	}
}

// named returns the step that people call so, or nil.
func (c *checker) named(name string) *Step {
	if name == "" || !c.effort.Spend(len(c.workflow.Steps)) {
		return nil
	}
	for _, s := range c.workflow.Steps {
		if s.Name != nil && s.Name.Value == name && s.id() != "" {
			return s
		}
	}
	return nil
}

func checkJoinType(c *checker, s *Step) {
	t := s.Join
	if t == nil || t.Target == nil || t.Target.Broken || t.Target.Type == JoinGateway {
		return
	}
	d := c.Report(t.Node.Span, "the join of %s is %s, which is %s", s, quote(t.ID), words.Name(placeOf(t.Target.Type)))
	d.Help = "name the JOIN_GATEWAY at which the branches end"
	d.Related = c.Related(t.Target.at(&c.Findings), "%s is declared here", quote(t.ID))
}

func checkBranchCount(c *checker, s *Step) {
	if n := s.Parts["parallelNextSteps"]; s.Type == ParallelGateway && n != nil && n.Kind == source.Array && len(n.Items) < 2 {
		c.Report(c.Whole(n), "%s starts %s; it needs at least two", s, counted(len(n.Items), "branch", "branches")).
			Help = "add a branch, or replace the gateway by a transition to the step"
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func checkDuplicateBranch(c *checker, s *Step) {
	first := make(map[string]*Reference, len(s.Parallel))
	for _, t := range s.Parallel {
		if before := first[t.ID]; before != nil {
			c.Report(t.Node.Span, "%s starts %s twice", s, quote(t.ID)).Related = c.Related(before.Node.Span, "first used here")
			continue
		}
		first[t.ID] = t
	}
}

// checkNested follows the branches of a gateway to its join.
func checkNested(c *checker, s *Step) {
	if s.Type != ParallelGateway || s.Join == nil || s.Join.Target == nil {
		return
	}
	seen := map[*Step]bool{s.Join.Target: true}
	var todo []*Step
	add := func(t *Reference) {
		if t.Target != nil && !seen[t.Target] {
			seen[t.Target] = true
			todo = append(todo, t.Target)
		}
	}
	for _, t := range s.Parallel {
		add(t)
	}
	for len(todo) > 0 && c.effort.Spend(1) {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.Type == ParallelGateway {
			d := c.Report(at.at(&c.Findings), "%s is in a branch of the gateway %s", at, quote(s.id()))
			d.Help = "gateways cannot be nested: move it after the join " + quote(s.Join.ID)
			d.Related = c.Related(s.at(&c.Findings), "the outer gateway")
			continue
		}
		for t := range at.targets() {
			add(t)
		}
	}
}
