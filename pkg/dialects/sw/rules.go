package sw

import (
	"embed"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.sw.json is flagged by it, and ID.fixed.sw.json is the same without the mistake.
type rule = dialects.Rule[*checker]

// whole and eachState return checks that look at the whole definition, and at each state.
func whole(look func(*checker, *Workflow)) []func(*checker) {
	return []func(*checker){func(c *checker) { look(c, c.workflow) }}
}

func eachState(look func(*checker, *State)) []func(*checker) {
	return dialects.Each(func(c *checker) []*State { return c.workflow.States }, look)
}

// rules are the rules of the dialect, in the order of the documentation.
func rules() []*rule {
	return []*rule{
		&wrongType, &missingField, &emptyText, &unknownField, &misplacedField, &otherName, &unknownValue, &letterCase, &outOfRange,
		&duplicateName, &duplicateAction, &unknownState, &unknownFunction, &unknownEvent, &eventKind, &unusedFunction, &unusedEvent,
		&noStart, &severalStarts, &noWayOut, &bothWays, &switchEnds, &eventTimeout, &timeoutIgnored,
		&alternatives, &completionCount, &callsItself, &sameKey, &sourceRule, &correlationRule,
		&duration, &retryInterval, &retryCount, &retryCountsDiffer, &scheduleInterval, &cron, &timezone,
		&expression, &braces, &textBeside,
	}
}

//go:embed examples
var examples embed.FS

// Rules implements dialects.Dialect.
func (Dialect) Rules() []diag.Rule { return dialects.Documented(rules(), examples, ".sw.json") }

// A checker applies the rules to one definition.
type checker struct {
	dialects.Checker
	workflow *Workflow
}

// Check implements dialects.Definition.
func (d *definition) Check(least diag.Severity) []diag.Diagnostic {
	c := &checker{workflow: d.workflow}
	c.Findings = d.findings.Continue()
	if d.workflow != nil && !d.file.Incomplete { // else what is missing may well be there
		dialects.Apply(c, rules(), least)
		c.JoinNames("name", &unknownState.Rule)
	}
	return diag.Unique(c.List)
}
