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
}}

var languageVersion = rule{Rule: diag.Rule{
	ID:       "asl/version",
	Severity: diag.Warning,
	Summary:  "unknown version of the language",
	Why:      `The only version is "1.0". An engine may refuse any other.`,
	Source:   `asl 2016: "Top-level fields"`,
}, Checks: machines(checkVersion)}

func checkVersion(c *checker, m *Machine) {
	if v := m.Version; v != nil && v.Value != "1.0" && !hasPlaceholder(v.Value) {
		c.Report(v.Node.Span, `unknown version %s`, quote(v.Value)).
			Help = `use "1.0", the default, or remove the field`
	}
}
