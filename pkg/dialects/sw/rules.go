package sw

import (
	"embed"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A rule is what is documented together with what looks for it. A new one is a variable, a line in [rules], and its two
// examples in the folder of that name: ID.sw.json is flagged by it, and ID.fixed.sw.json is the same without the mistake.
type rule struct {
	diag.Rule
	// workflow looks at the whole definition and state at each state. Both are nil for a rule whose findings are made
	// while reading.
	workflow func(*checker, *Workflow)
	state    func(*checker, *State)
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
func (Dialect) Rules() []diag.Rule {
	all := rules()
	documented := make([]diag.Rule, len(all))
	for i, x := range all {
		documented[i] = dialects.WithExamples(x.Rule, examples, ".sw.json")
	}
	return documented
}

// A checker applies the rules to one definition.
type checker struct {
	dialects.Findings
	rule     *rule // that is being applied
	workflow *Workflow
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
	}
	if d.workflow != nil && !d.file.Incomplete { // else what is missing may well be there
		for _, c.rule = range rules() {
			if c.rule.workflow != nil {
				c.rule.workflow(c, d.workflow)
			}
			if c.rule.state != nil {
				for _, s := range d.workflow.States {
					c.rule.state(c, s)
				}
			}
		}
	}
	return diag.Unique(c.List)
}
