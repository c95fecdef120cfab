package step

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

var wrongType = rule{Rule: diag.Rule{
	ID:       "step/wrong-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a value has the wrong type",
	Why: "An engine refuses the definition or misreads the value. A number or a boolean in quotes is a " +
		"string.",
	Source: `step: "Top-level fields", "Step object", "Boundary Events"`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "step/missing-field",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a required field is missing",
	Why:      "The workflow, step, table or boundary event is incomplete without it, and the engine refuses the upload.",
	Source:   `step: "Validation rules", "Step types", "Boundary Events"`,
}, Checks: slices.Concat(whole(missingInWorkflow), eachStep(missingInStep))}

var empty = rule{Rule: diag.Rule{
	ID:       "step/empty",
	Severity: diag.Error,
	Summary:  "a required value is empty",
	Why: "Nothing can refer to an empty name or id, a workflow without steps cannot start, and a decision, a table or a " +
		"transformation without entries does nothing.",
	Source: `step: "Validation rules"`,
}, Checks: slices.Concat(whole(emptyInWorkflow), eachStep(emptyInStep))}

var unknownField = rule{Rule: diag.Rule{
	ID:       "step/unknown-field",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown field",
	Why: "An unknown field has no effect and is usually a misspelled field name. Put texts for people into \"description\" and " +
		"data for programs into the \"metadata\" of the workflow.",
	Source: `step: "Top-level fields", "Step object"`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "step/misplaced-field",
	Severity: diag.Error,
	Summary:  "a field is in the wrong place",
	Why: "The field exists, but not for a step of this type, where it would be ignored. Either the field or the type of the " +
		"step is wrong.",
	Source: `step: "Step types"; of a DECISION_TABLE: "Validation rules"`,
}}

var removedField = rule{Rule: diag.Rule{
	ID:       "step/removed-field",
	Severity: diag.Error,
	Summary:  "a decision table has a removed field",
	Why: "Earlier versions of tables selected the next step. Now they only set variables: a rule has \"outputs\", the table " +
		"continues with its \"nextStep\", and a DECISION there selects the branch. Engines refuse the removed fields.",
	Source: `step: "Migration from 005"`,
}}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "step/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, or not whole",
	Why:      "\"retryCount\" is the number of retries of a job: a whole number of 0 or more.",
	Source:   `step: "SERVICE_TASK"`,
}}

var workflowID = rule{Rule: diag.Rule{
	ID:       "step/workflow-id",
	Severity: diag.Error,
	Summary:  "the id of a workflow is too long or contains an invalid character",
	Why: "Engines refuse it. An id consists of letters, digits, \"_\", \"-\" and \":\", at most 256 characters; the usual form is " +
		"NAMESPACE::name.",
	Source: `step: "Top-level fields"`,
}, Checks: whole(checkWorkflowID)}

var chainNotStarted = rule{Rule: diag.Rule{
	ID:       "step/chain-not-started",
	Severity: diag.Warning,
	Summary:  "a next workflow is named but not started",
	Why: "\"nextWorkflowId\" alone has no effect: the workflow starts when this one ends only if \"autoStartNextWorkflow\" is " +
		"true.",
	Source: `step: "Chaining workflows", "Validation rules" (both fields go together)`,
	Levels: `an info where "autoStartNextWorkflow" is false`,
}, Checks: whole(checkChain)}

// lacks reports the fields of a list that an object has no member for, `step "a" lacks the field "name"`, and returns their names
// in quotes.
func (c *checker) lacks(span source.Span, n *source.Node, who, help string, names ...string) []string {
	missing := c.Lacking(n, names...)
	if help == "" {
		help = "add " + dialects.Listed(missing, "and")
	}
	switch len(missing) {
	case 0:
	case 1:
		c.Report(span, "%s lacks the field %s", who, missing[0]).Help = help
	default:
		c.Report(span, "%s lacks the fields %s", who, dialects.Listed(missing, "and")).Help = help
	}
	return missing
}

func missingInWorkflow(c *checker, w *Workflow) {
	c.lacks(c.Head(w.Node), w.Node, words.Name(inWorkflow), "", "id", "name", "steps")
	if w.AutoStart != nil && w.AutoStart.Value {
		c.lacks(c.Member(w.Node, "autoStartNextWorkflow").KeySpan, w.Node, "the workflow starts the next one, but", "name the workflow to start",
			"nextWorkflowId")
	}
}

// required are the fields of each type of step besides those of all.
var required = map[StepType][]string{
	ServiceTask:     {"jobType"},
	Decision:        {"conditionalNextSteps"},
	DecisionTable:   {"decisionTable", "nextStep"},
	Transformation:  {"transformations", "nextStep"},
	Wait:            {"nextStep"},
	ParallelGateway: {"parallelNextSteps", "joinStep"},
	JoinGateway:     {"nextStep"},
}

func missingInStep(c *checker, s *Step) {
	at := s.at(&c.Findings)
	who := s.String()
	if !c.Has(s.Node, "id") {
		who = "a step"
		if s.Name != nil {
			who = "the step with the name " + quote(s.Name.Value)
		}
	}
	missing := c.lacks(at, s.Node, who, "", append([]string{"id", "name", "type"}, required[s.Type]...)...)
	if len(missing) == 1 && !c.Has(s.Node, "id") {
		c.Misnamed()
	}
	if s.TableNode != nil && s.TableNode.Kind == source.Object {
		c.lacks(c.Head(s.TableNode), s.TableNode, "the decision table of "+s.String(), "", "rules")
	}
	for _, b := range s.BoundaryEvents {
		if b.Node.Kind == source.Object {
			c.lacks(c.Head(b.Node), b.Node, "a boundary event of "+s.String(), "", "type", "duration", "interrupting", "targetStepId")
		}
	}
}

// blank reports a string without a character, or with blanks alone, in the given words.
func (c *checker) blank(t *Text, format string, args ...any) {
	if t != nil && strings.TrimSpace(t.Value) == "" {
		c.Report(t.Node.Span, format, args...)
	}
}

func emptyInWorkflow(c *checker, w *Workflow) {
	c.blank(w.ID, "the id of the workflow is empty")
	c.blank(w.Name, "the name of the workflow is empty")
	if w.StepsNode != nil && w.StepsNode.Kind == source.Array && len(w.StepsNode.Items) == 0 {
		c.Report(w.StepsNode.Span, `"steps" is empty; a workflow needs at least one step`)
	}
	if w.AutoStart != nil && w.AutoStart.Value {
		c.blank(w.NextID, "the workflow starts the next one, but its \"nextWorkflowId\" is empty")
	}
}

func emptyInStep(c *checker, s *Step) {
	c.blank(s.ID, "the id of a step is empty")
	c.blank(s.Name, "the name of %s is empty", s)
	if s.Type == ServiceTask {
		c.blank(s.JobType, "the job type of %s is empty", s)
	}
	for _, field := range []string{"conditionalNextSteps", "transformations"} {
		if n := s.Parts[field]; n != nil && n.Kind == source.Object && len(n.Members) == 0 {
			c.Report(n.Span, "%s of %s is empty; it needs at least one entry", quote(field), s)
		}
	}
	if n := s.TableNode.Get("rules"); n != nil && n.Kind == source.Array && len(n.Items) == 0 {
		c.Report(n.Span, "the decision table of %s is empty; it needs at least one rule", s)
	}
}

func checkWorkflowID(c *checker, w *Workflow) {
	const most = 256
	if w.ID == nil || strings.TrimSpace(w.ID.Value) == "" {
		return
	}
	id := w.ID.Value
	bad := strings.IndexFunc(id, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == ':')
	})
	switch {
	case bad >= 0:
		r := []rune(id[bad:])[0]
		text := c.File.Content(w.ID.Node)
		c.Report(text.At(bad, bad+len(string(r))), "the id of the workflow contains the invalid character %q", string(r)).
			Help = `use letters, digits, "_", "-" and ":"`
	case len(id) > most:
		c.Report(w.ID.Node.Span, "the id of the workflow has %d characters; the limit is %d", len(id), most)
	}
}

func checkChain(c *checker, w *Workflow) {
	if w.NextID == nil || w.NextID.Value == "" || w.AutoStart != nil && w.AutoStart.Value {
		return
	}
	d := c.Report(w.NextID.Node.Span, "the next workflow %s is never started", quote(w.NextID.Value))
	d.Help = `add "autoStartNextWorkflow": true to start it`
	if w.AutoStart != nil {
		d.Severity = diag.Info
	}
}
