package fsm

import (
	"embed"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.fsm.json is flagged by it, and ID.fixed.fsm.json is the same without the
// mistake.
type rule struct {
	diag.Rule
	// document looks at all definitions of a file together, workflow at each, and transition at each of their transitions.
	// All are nil for a rule whose findings are made while reading.
	document   func(*checker, *Document)
	workflow   func(*checker, *Workflow)
	transition func(*checker, *Transition)
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
func (Dialect) Rules() []diag.Rule {
	all := rules()
	documented := make([]diag.Rule, len(all))
	for i, x := range all {
		documented[i] = dialects.WithExamples(x.Rule, examples, ".fsm.json")
	}
	return documented
}

// A checker applies the rules to one file.
type checker struct {
	dialects.Findings
	rule *rule // that is being applied
	// effort is how much the rules that try things out may still try.
	effort int
}

// maxEffort bounds what trying out the cascades of a file costs, so that one of 100,000 states is still checked in linear
// time. What comes after is not tried.
const maxEffort = 1_000_000

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
		effort:   maxEffort,
	}
	if d.document != nil && !d.file.Incomplete { // else what is missing may well be there
		for _, c.rule = range rules() {
			c.check(d.document)
		}
	}
	return diag.Unique(c.List)
}

// check applies the rule to a file.
func (c *checker) check(d *Document) {
	if c.rule.document != nil {
		c.rule.document(c, d)
	}
	for _, w := range d.Workflows {
		if c.rule.workflow != nil && !w.Broken {
			c.rule.workflow(c, w)
		}
		if c.rule.transition == nil {
			continue
		}
		for _, s := range w.States {
			for _, t := range s.Transitions {
				if !t.Broken {
					c.rule.transition(c, t)
				}
			}
		}
	}
}
