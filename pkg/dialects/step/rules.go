package step

import (
	"embed"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.step.json is flagged by it, and ID.fixed.step.json is the same without the
// mistake.
type rule = dialects.Rule[*checker]

// whole and eachStep return checks that look at the whole definition, and at each step.
func whole(look func(*checker, *Workflow)) []func(*checker) {
	return []func(*checker){func(c *checker) { look(c, c.workflow) }}
}

func eachStep(looks ...func(*checker, *Step)) []func(*checker) {
	return dialects.Each(func(c *checker) []*Step { return c.steps }, looks...)
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&wrongType, &missingField, &empty, &unknownField, &misplacedField, &removedField, &outOfRange,
		&workflowID, &unknownType, &duplicateID, &unknownStep, &joinType,
		&chainNotStarted,
		&expressionSyntax, &notBoolean, &severalExpressions, &notExpression, &nullWord, &hyphenatedName, &literalSigns,
		&neverTaken, &noCatchAll, &uncovered, &overlappingBranches,
		&hitPolicy, &neverMatches, &overlappingRules, &conflictingRules, &aggregatedValue, &tableNoCatchAll,
		&fewBranches, &duplicateBranch, &nestedGateways,
		&eventType, &duration, &zeroDuration,
		&readsOwnOutput, &setLater, &objectValue,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule { return dialects.Documented(rules(), examples, ".step.json") }

// A checker applies the rules to one definition.
type checker struct {
	dialects.Checker
	workflow *Workflow
	steps    []*Step // that are objects
	// known has the conditions of the steps that were looked at.
	known  map[*Step][]condition
	effort dialects.Budget
}

// maxEffort bounds what comparing conditions with one another costs.
const maxEffort = 4_000_000

// Check implements dialects.Definition.
func (d *definition) Check(least diag.Severity) []diag.Diagnostic {
	c := &checker{workflow: d.workflow, known: map[*Step][]condition{}, effort: maxEffort}
	c.Findings = d.findings.Continue()
	if d.workflow != nil && !d.file.Incomplete { // else what is missing may well be there
		for _, s := range d.workflow.Steps {
			if s.Node.Kind == source.Object {
				c.steps = append(c.steps, s)
			}
		}
		dialects.Apply(c, rules(), least)
		c.JoinNames("id", &unknownStep.Rule)
	}
	return diag.Unique(c.List)
}
