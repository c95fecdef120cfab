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
	Summary:  "a step is of a type that does not exist",
	Why:      "The type tells what a step does. There are nine, and they are written in upper case.",
	Source:   `step: "Common fields", "Validation rules"`,
}}

var duplicateID = rule{Rule: diag.Rule{
	ID:       "step/duplicate-id",
	Severity: diag.Error,
	Summary:  "two steps have the same id",
	Why:      "Steps refer to one another by their ids, and a history names them so. An id is unique in its workflow.",
	Source:   `step: "Common fields", "Validation rules"`,
}, Checks: eachStep(checkDuplicateID)}

var unknownStep = rule{Rule: diag.Rule{
	ID:       "step/unknown-target",
	Aliases:  []string{"step/unknown-step"},
	Severity: diag.Error,
	Summary:  "a step refers to one that does not exist",
	Why: "It holds for every reference: \"nextStep\", the targets of \"conditionalNextSteps\", \"parallelNextSteps\", \"joinStep\" " +
		"and \"targetStepId\". They name the id of a step, not what people call it.",
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
	Why:      "There is nothing to run side by side. A single step needs no gateway.",
	Source:   `step: "PARALLEL_GATEWAY + JOIN_GATEWAY", "Validation rules"`,
}, Checks: eachStep(checkBranchCount)}

var duplicateBranch = rule{Rule: diag.Rule{
	ID:       "step/duplicate-branch",
	Severity: diag.Warning,
	Summary:  "a PARALLEL_GATEWAY starts the same step twice",
	Why:      "The step and all that follows run twice side by side on the same variables, which is hardly meant.",
	Source:   `step: "PARALLEL_GATEWAY + JOIN_GATEWAY"`,
}, Checks: eachStep(checkDuplicateBranch)}

var nestedGateways = rule{Rule: diag.Rule{
	ID:       "step/nested-gateways",
	Severity: diag.Error,
	Summary:  "a branch of a PARALLEL_GATEWAY goes through another one",
	Why: "The language does not support gateways within each other. Start all branches at one gateway, or run the inner ones " +
		"behind the join of the outer.",
	Source: `step: "PARALLEL_GATEWAY + JOIN_GATEWAY"`,
}, Checks: eachStep(checkNested)}

func checkDuplicateID(c *checker, s *Step) {
	if s.ID == nil || s.ID.Value == "" {
		return
	}
	if first := c.workflow.Step(s.ID.Value); first != s && first.ID.Node != s.ID.Node {
		c.Report(s.ID.Node.Span, "the id %s is taken by another step", quote(s.ID.Value)).
			Related = c.Related(first.ID.Node.Span, "it stands here first")
	}
}

func checkReferences(c *checker, s *Step) {
	for t := range s.references() {
		if t.Target != nil {
			continue
		}
		d := c.Report(t.Node.Span, "%s goes to %s, which does not exist", s, quote(t.ID))
		switch t.Field {
		case "joinStep":
			d.Message = s.String() + " has the join " + quote(t.ID) + ", which does not exist"
		case "targetStepId":
			d.Message = "a timer of " + s.String() + " goes to " + quote(t.ID) + ", which does not exist"
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
	d.Help = "name the JOIN_GATEWAY that the branches lead to"
	d.Related = c.Related(t.Target.at(&c.Findings), "%s stands here", quote(t.ID))
}

func checkBranchCount(c *checker, s *Step) {
	if n := s.Parts["parallelNextSteps"]; s.Type == ParallelGateway && n != nil && n.Kind == source.Array && len(n.Items) < 2 {
		c.Report(c.Whole(n), "%s starts %s, it must start two at least", s, counted(len(n.Items), "branch", "branches")).
			Help = "add a branch, or go on to the step without a gateway"
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
			c.Report(t.Node.Span, "%s starts %s twice", s, quote(t.ID)).Related = c.Related(before.Node.Span, "it stands here first")
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
			d := c.Report(at.at(&c.Findings), "%s is inside of a branch of another gateway, %s", at, quote(s.id()))
			d.Help = "gateways cannot be nested: move it behind the join " + quote(s.Join.ID)
			d.Related = c.Related(s.at(&c.Findings), "the outer gateway")
			continue
		}
		for t := range at.ways() {
			add(t)
		}
	}
}
