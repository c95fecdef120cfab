package asl

import "github.com/flowglot/flowglot/pkg/diag"

var laterVersion = rule{Rule: diag.Rule{
	ID:       "asl/later-version",
	Severity: diag.Error,
	Summary:  "a construct of a later language level",
	Why: "An engine that implements the specification of 2016 does not know it. For engines that run the language of today, use " +
		"the level current.",
	Source:  "the specification of 2016, which does not have the construct",
	Levels:  "only at level 2016",
	Example: diag.Example{Level: "2016"},
}}

var queryLanguage = rule{Rule: diag.Rule{
	ID:       "asl/query-language",
	Severity: diag.Error,
	Summary:  "a field of the other query language",
	Why: "A state uses JSONPath or JSONata. Paths, \"Parameters\" and \"ResultSelector\" belong to JSONPath, \"Arguments\", " +
		"\"Output\" and \"Condition\" to JSONata.",
	Source: "the language as AWS runs it today",
	Levels: "only at level current",
}, Checks: today(states(checkStateLanguage))}

// checkStateLanguage looks for a JSONPath state in a JSONata machine. The other way round is allowed.
func checkStateLanguage(c *checker, s *State) {
	l := s.Node.Get("QueryLanguage")
	if l == nil || l.Text != "JSONPath" || c.machine.QueryLanguage == nil || c.machine.QueryLanguage.Value != "JSONata" {
		return
	}
	d := c.Report(l.Span, "state %s cannot use JSONPath, as the query language of the machine is JSONata", quote(s.Name))
	d.Help = `write the state in JSONata, or set "QueryLanguage" in each JSONata state in place of the machine`
	d.Related = c.Related(c.machine.QueryLanguage.Node.Span, "the query language of the machine")
}

var languageVersion = rule{Rule: diag.Rule{
	ID:       "asl/version",
	Severity: diag.Error,
	Summary:  "unknown version of the language",
	Why:      `The only version is "1.0". An engine may refuse any other, and AWS does.`,
	Source:   `asl 2016: "Top-level fields"`,
	Levels:   "a warning at level 2016",
}, Checks: machines(checkVersion)}

func checkVersion(c *checker, m *Machine) {
	if v := m.Version; v != nil && v.Value != "1.0" && !hasPlaceholder(v.Value) {
		d := c.Report(v.Node.Span, `unknown version %s`, quote(v.Value))
		d.Help = `use "1.0", the default, or remove the field`
		if c.level == Level2016 {
			d.Severity = diag.Warning
		}
	}
}
