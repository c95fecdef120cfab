package fsm

import (
	"embed"
	"iter"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.fsm.json is flagged by it, and ID.fixed.fsm.json is the same without the
// mistake.
type rule = dialects.Rule[*checker]

// eachWorkflow and eachTransition return checks that look at every definition of a file, and at every transition.
func eachWorkflow(look func(*checker, *Workflow)) []func(*checker) {
	return dialects.Each(func(c *checker) iter.Seq[*Workflow] { return c.document.workflows }, look)
}

func eachTransition(look func(*checker, *Transition)) []func(*checker) {
	return dialects.Each(func(c *checker) iter.Seq[*Transition] { return c.document.transitions }, look)
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
	document *Document
	effort   dialects.Budget
}

// maxEffort bounds what trying out the cascades of a file costs.
const maxEffort = 1_000_000

// Check implements dialects.Definition.
func (d *definition) Check() []diag.Diagnostic {
	c := &checker{document: d.document, effort: maxEffort}
	c.Findings = d.findings.Continue()
	if d.document != nil && !d.file.Incomplete { // else what is missing may well be there
		dialects.Apply(c, rules())
	}
	return diag.Unique(c.List)
}

// workflows yields the definitions that are objects.
func (d *Document) workflows(yield func(*Workflow) bool) {
	for _, w := range d.Workflows {
		if !w.Broken && !yield(w) {
			return
		}
	}
}

// transitions yields the transitions of all definitions that are objects.
func (d *Document) transitions(yield func(*Transition) bool) {
	for _, w := range d.Workflows {
		for _, s := range w.States {
			for _, t := range s.Transitions {
				if !t.Broken && !yield(t) {
					return
				}
			}
		}
	}
}
