package fsm

import (
	"embed"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.fsm.json is flagged by it, and ID.fixed.fsm.json is the same without the
// mistake.
type rule = dialects.Rule[*checker]

// eachWorkflow and eachTransition return checks that look at every definition of a file, and at every transition.
func eachWorkflow(look func(*checker, *Workflow)) []func(*checker) {
	return dialects.Each(func(c *checker) []*Workflow { return c.workflows }, look)
}

func eachTransition(look func(*checker, *Transition)) []func(*checker) {
	return dialects.Each(func(c *checker) []*Transition { return c.transitions }, look)
}

// whole returns a check that looks at all definitions of a file together.
func whole(look func(*checker, *Document)) []func(*checker) {
	return []func(*checker){func(c *checker) { look(c, c.document) }}
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&wrongType, &missingField, &emptyName, &unknownField, &misplacedField, &outOfRange,
		&importMode, &duplicateWorkflow, &sharedState, &unselected, &inactiveImport,
		&unknownInitial, &unknownNext, &duplicateTransition, &manualLeftOut, &afterUnconditional,
		&endlessCascade, &guardedCascade, &unchangingCascade, &longCascade,
		&conditionType, &unknownOperator, &severalOperators, &groupOperator, &groupDepth, &functionInGroup, &lifecycleField,
		&pathSyntax, &pathNothing, &pattern, &between, &emptyRange, &operand,
		&processorType, &executionMode,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule { return dialects.Documented(rules(), examples, ".fsm.json") }

// A checker applies the rules to one file.
type checker struct {
	dialects.Checker
	document    *Document
	workflows   []*Workflow   // that are objects
	transitions []*Transition // of all workflows, those that are objects
	effort      dialects.Budget
}

// maxEffort bounds what trying out the cascades of a file costs.
const maxEffort = 1_000_000

// Check implements dialects.Definition.
func (d *definition) Check(least diag.Severity) []diag.Diagnostic {
	c := &checker{document: d.document, effort: maxEffort}
	c.Findings = d.findings.Continue()
	if d.document != nil && !d.file.Incomplete { // else what is missing may well be there
		c.listParts()
		dialects.Apply(c, rules(), least)
	}
	return diag.Unique(c.List)
}

// listParts lists what the rules look at one by one.
func (c *checker) listParts() {
	for _, w := range c.document.Workflows {
		if !w.Broken {
			c.workflows = append(c.workflows, w)
		}
		for _, s := range w.States {
			for _, t := range s.Transitions {
				if !t.Broken {
					c.transitions = append(c.transitions, t)
				}
			}
		}
	}
}
