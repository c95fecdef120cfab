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
	Summary:  "a value is not of the type that its field demands",
	Why: "An engine refuses the definition, or, worse, reads something else into the value. A number or a boolean in " +
		"quotes is a string.",
	Source: `step: "Top-level fields", "Step object", "Boundary Events"`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "step/missing-field",
	Severity: diag.Error,
	Summary:  "a field that must be there is not",
	Why:      "Without it the workflow, step, table or boundary event does not say what it is for, and an upload is refused.",
	Source:   `step: "Validation rules", "Step types", "Boundary Events"`,
}, Checks: slices.Concat(whole(missingInWorkflow), eachStep(missingInStep))}

var empty = rule{Rule: diag.Rule{
	ID:       "step/empty",
	Severity: diag.Error,
	Summary:  "something is empty that must not be",
	Why: "A name or an id without a character names nothing, a workflow without steps cannot start, and a decision, a table or " +
		"a transformation without entries does nothing.",
	Source: `step: "Validation rules"`,
}, Checks: slices.Concat(whole(emptyInWorkflow), eachStep(emptyInStep))}

var unknownField = rule{Rule: diag.Rule{
	ID:       "step/unknown-field",
	Severity: diag.Error,
	Summary:  "a field is none of the language",
	Why: "It has no effect, and most often it is a misspelt one that was meant to have some. What is for people belongs into " +
		"a \"description\", what is for programs into the \"metadata\" of the workflow.",
	Source: `step: "Top-level fields", "Step object"`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "step/misplaced-field",
	Severity: diag.Error,
	Summary:  "a field stands where it may not be",
	Why: "The language has the field, but not for a step of this type, where it would be ignored. Either the field or the " +
		"type of the step is wrong.",
	Source: `step: "Step types"; of a DECISION_TABLE: "Validation rules"`,
}}

var removedField = rule{Rule: diag.Rule{
	ID:       "step/removed-field",
	Severity: diag.Error,
	Summary:  "a decision table has a field of the older form",
	Why: "Tables once chose the next step. Now they only set variables: a rule has \"outputs\", the table goes on to its " +
		"\"nextStep\", and a DECISION there chooses the way. An upload with the older fields is refused.",
	Source: `step: "Migration from 005"`,
}}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "step/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, or not whole",
	Why:      "\"retryCount\" says how often a job is tried again: 0 or more, and whole.",
	Source:   `step: "SERVICE_TASK"`,
}}

var workflowID = rule{Rule: diag.Rule{
	ID:       "step/workflow-id",
	Severity: diag.Error,
	Summary:  "the id of a workflow is too long or has a character that it may not have",
	Why: "Engines refuse it. An id has letters, digits, \"_\", \"-\" and \":\", and 256 characters at most; the usual form is " +
		"NAMESPACE::name.",
	Source: `step: "Top-level fields"`,
}, Checks: whole(checkWorkflowID)}

var chainNotStarted = rule{Rule: diag.Rule{
	ID:       "step/chain-not-started",
	Severity: diag.Warning,
	Summary:  "a next workflow is named, but nothing starts it",
	Why: "\"nextWorkflowId\" alone has no effect: the workflow starts when this one ends only if \"autoStartNextWorkflow\" is " +
		"true.",
	Source: `step: "Chaining workflows", "Validation rules" (both fields go together)`,
	Levels: `an information where "autoStartNextWorkflow" says false`,
}, Checks: whole(checkChain)}

// lacks reports the fields of a list that an object has no member for: `step "a" lacks the field "name"`.
func (c *checker) lacks(span source.Span, n *source.Node, who, help string, names ...string) {
	missing := c.Lacking(n, names...)
	switch len(missing) {
	case 0:
	case 1:
		c.Report(span, "%s lacks the field %s", who, missing[0]).Help = help
	default:
		c.Report(span, "%s lacks the fields %s", who, dialects.Listed(missing, "and")).Help = help
	}
}

func missingInWorkflow(c *checker, w *Workflow) {
	c.lacks(c.Head(w.Node), w.Node, words.Name(inWorkflow), "", "id", "name", "steps")
	if w.AutoStart != nil && w.AutoStart.Value {
		c.lacks(w.Node.Member("autoStartNextWorkflow").KeySpan, w.Node, "the workflow starts the next one, but", "name the workflow to start",
			"nextWorkflowId")
	}
}

// required are the fields of each type of step beside those of all.
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
	c.lacks(at, s.Node, s.String(), "", append([]string{"id", "name", "type"}, required[s.Type]...)...)
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
		c.Report(w.StepsNode.Span, `"steps" is empty, there must be one step at least`)
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
			c.Report(n.Span, "%s of %s is empty, it must have one entry at least", quote(field), s)
		}
	}
	if n := s.TableNode.Get("rules"); n != nil && n.Kind == source.Array && len(n.Items) == 0 {
		c.Report(n.Span, "the decision table of %s is empty, it must have one rule at least", s)
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
		c.Report(text.At(bad, bad+len(string(r))), "the id of the workflow has the character %q", string(r)).
			Help = `it may have letters, digits, "_", "-" and ":"`
	case len(id) > most:
		c.Report(w.ID.Node.Span, "the id of the workflow has %d characters, at most %d are allowed", len(id), most)
	}
}

func checkChain(c *checker, w *Workflow) {
	if w.NextID == nil || w.NextID.Value == "" || w.AutoStart != nil && w.AutoStart.Value {
		return
	}
	d := c.Report(w.NextID.Node.Span, "the workflow %s is named as the next one, but is not started", quote(w.NextID.Value))
	d.Help = `say "autoStartNextWorkflow": true to start it`
	if w.AutoStart != nil {
		d.Severity = diag.Info
	}
}
