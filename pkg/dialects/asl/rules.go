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
type rule = dialects.Rule[*checker]

// machines and states return checks that look at every machine and every state, each at what concerns itself and no branch.
func machines(looks ...func(*checker, *Machine)) []func(*checker) {
	return dialects.Each(func(c *checker) []*Machine { return c.machines }, looks...)
}

func states(looks ...func(*checker, *State)) []func(*checker) {
	return dialects.Each(func(c *checker) []*State { return c.states }, looks...)
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&wrongType, &missingField, &unknownField, &misplacedField, &exclusiveFields, &emptyList, &outOfRange, &unknownValue,
		&laterVersion, &queryLanguage, &languageVersion,
		&unknownType, &nameLength, &duplicateName, &resourceURI, &resourceARN, &heartbeat, &waitTime, &timestamp,
		&unknownStart, &unknownNext, &outsideScope, &noTransition, &nextAndEnd,
		&pathSyntax, &referencePathSyntax, &pathFunction, &payloadTemplate, &templateKey, &missingDollar, &staticResult, &pathInValue,
		&intrinsicSyntax, &intrinsicArgument, &contextMember, &absentData,
		&jsonataSyntax, &jsonataName, &jsonataStates, &jsonataFunction, &jsonataLiteral, &jsonpathText, &jsonataType, &singleItem,
		&variableName, &variableScope, &undefinedVariable, &unsetVariable, &distributedVariable, &oldValue, &unusedVariable,
		&allNotAlone, &allNotLast, &reservedError, &unknownReserved, &neverMatches, &neverReported, &errorPrefix, &timeoutNotCaught,
		&unusedInterval, &retryDelay, &lambdaRetry,
		&choiceOperator, &unknownOperator, &operandType, &nestedNext, &coveredRule, &contradiction, &noDefault, &pattern,
		&indefiniteVariable, &unguardedVariable,
		&unknownIntegration, &integrationPattern, &integrationParameter, &taskToken, &noTimeLimit, &credentials, &pollingWithoutWait,
		&oldField, &mapLabel, &distributedField, &toleratedFailure, &ignoredItems,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule { return dialects.Documented(rules(), examples, ".asl.json") }

// A checker applies the rules to one definition.
type checker struct {
	dialects.Checker
	level   Level
	machine *Machine
	names   map[string]*State // the first state of each name

	machines []*Machine // each before those inside of it, except for what could not be read
	states   []*State   // of all machines, those that are objects

	used      []*use // made by uses
	collected bool
	queries   map[*Computed]*queryFacts // what is known of JSONata expressions
	scopes    *variableScopes           // made by variables
	raised    map[string]bool           // made by raisedNames
}

// Check implements dialects.Definition.
func (d *definition) Check(least diag.Severity) []diag.Diagnostic {
	c := d.checker()
	if d.machine != nil && !d.file.Incomplete { // else what is missing may well be there
		dialects.Apply(c, rules(), least)
	}
	return diag.Unique(c.List)
}

// checker returns what the rules look at.
func (d *definition) checker() *checker {
	c := &checker{level: d.level, machine: d.machine, names: d.names}
	c.Findings = d.findings.Continue()
	if d.machine == nil {
		return c
	}
	for m := range d.machine.all {
		c.machines = append(c.machines, m)
		c.states = slices.Grow(c.states, len(m.States))
		for _, s := range m.States {
			if s.Node.Kind == source.Object {
				c.states = append(c.states, s)
			}
		}
	}
	return c
}

// all yields a machine and those that lie in it, each before what is in it, except for what could not be read.
func (m *Machine) all(yield func(*Machine) bool) {
	m.each(yield)
}

func (m *Machine) each(yield func(*Machine) bool) bool {
	if m.Broken {
		return true
	}
	if !yield(m) {
		return false
	}
	for _, s := range m.States {
		for inner := range s.machines() {
			if !inner.each(yield) {
				return false
			}
		}
	}
	return true
}
