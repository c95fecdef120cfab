package step

import (
	"embed"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.step.json is flagged by it, and ID.fixed.step.json is the same without the
// mistake.
type rule struct {
	diag.Rule
	// workflow looks at the whole definition and step at each step. Both are nil for a rule whose findings are made
	// while reading.
	workflow func(*checker, *Workflow)
	step     func(*checker, *Step)
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
func (Dialect) Rules() []diag.Rule {
	all := rules()
	documented := make([]diag.Rule, len(all))
	for i, x := range all {
		documented[i] = dialects.WithExamples(x.Rule, examples, ".step.json")
	}
	return documented
}

// A checker applies the rules to one definition.
type checker struct {
	dialects.Findings
	rule     *rule // that is being applied
	workflow *Workflow
	// known has the conditions of the steps that were looked at.
	known map[*Step][]condition
	// effort is how much the rules that compare things with one another may still compare.
	effort int
}

// maxEffort bounds what the comparisons of a definition cost, so that one with 100,000 of a kind is still checked in
// linear time. What comes after is not compared.
const maxEffort = 4_000_000

// spend takes from the effort and reports whether there was some left.
func (c *checker) spend(n int) bool {
	c.effort -= n
	return c.effort >= 0
}

// report adds a finding of the rule that is being applied.
func (c *checker) report(span source.Span, format string, args ...any) *diag.Diagnostic {
	return c.Add(&c.rule.Rule, span, format, args...)
}

// Check implements dialects.Definition.
func (d *definition) Check() []diag.Diagnostic {
	c := &checker{
		Findings: dialects.Findings{File: d.file, Dialect: Dialect{}.Name(), List: slices.Clone(d.findings), Searched: d.searched},
		workflow: d.workflow,
		known:    map[*Step][]condition{},
		effort:   maxEffort,
	}
	if d.workflow != nil && !d.file.Incomplete { // else what is missing may well be there
		for _, c.rule = range rules() {
			if c.rule.workflow != nil {
				c.rule.workflow(c, d.workflow)
			}
			if c.rule.step != nil {
				c.checkSteps()
			}
		}
	}
	return diag.Unique(c.List)
}

// checkSteps applies the rule to all steps that are objects.
func (c *checker) checkSteps() {
	for _, s := range c.workflow.Steps {
		if s.Node.Kind == source.Object {
			c.rule.step(c, s)
		}
	}
}
