package asl

import (
	"embed"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.asl.json is flagged by it, and ID.fixed.asl.json is the same without the
// mistake.
type rule struct {
	diag.Rule
	// machine looks at a machine and state at a state, each at what concerns itself and no branch. Both are nil for a
	// rule whose findings are made while reading.
	machine func(*checker, *Machine)
	state   func(*checker, *State)
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&wrongType, &missingField, &unknownField, &misplacedField, &exclusiveFields, &emptyList, &outOfRange, &unknownValue,
		&laterVersion, &queryLanguage, &languageVersion,
		&unknownType, &nameLength, &duplicateName, &resourceURI, &resourceARN, &heartbeat, &waitTime, &timestamp,
		&unknownStart, &unknownNext, &outsideScope, &noTransition, &nextAndEnd,
		&pathSyntax, &referencePathSyntax,
		&allNotAlone, &allNotLast, &reservedError, &unknownReserved, &neverMatches,
		&choiceOperator, &unknownOperator, &operandType, &nestedNext, &coveredRule,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule {
	all := rules()
	documented := make([]diag.Rule, len(all))
	for i, x := range all {
		documented[i] = dialects.WithExamples(x.Rule, examples, ".asl.json")
	}
	return documented
}

// A checker applies the rules to one definition.
type checker struct {
	findings
	rule  *rule             // that is being applied
	names map[string]*State // the first state of each name
}

// report adds a finding of the rule that is being applied.
func (c *checker) report(span source.Span, format string, args ...any) *diag.Diagnostic {
	return c.Add(&c.rule.Rule, span, format, args...)
}

// Check implements dialects.Definition.
func (d *definition) Check() []diag.Diagnostic {
	c := &checker{
		findings: findings{
			Findings: dialects.Findings{File: d.file, Dialect: Dialect{}.Name(), List: slices.Clone(d.findings), Searched: d.searched},
			level:    d.level,
		},
		names: d.names,
	}
	if d.machine != nil && !d.file.Incomplete { // else what is missing may well be there
		var machine, state []*rule
		for _, x := range rules() {
			if x.machine != nil {
				machine = append(machine, x)
			}
			if x.state != nil {
				state = append(state, x)
			}
		}
		c.check(d.machine, machine, state)
	}
	return diag.Unique(c.List)
}

// check applies rules to a machine, to its states and to what lies in them.
func (c *checker) check(m *Machine, machine, state []*rule) {
	if m.Broken {
		return
	}
	for _, c.rule = range machine {
		c.rule.machine(c, m)
	}
	for _, s := range m.States {
		if s.Node.Kind == source.Object {
			for _, c.rule = range state {
				c.rule.state(c, s)
			}
		}
		for inner := range s.machines() {
			c.check(inner, machine, state)
		}
	}
}
