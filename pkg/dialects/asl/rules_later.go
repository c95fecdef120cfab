package asl

import "github.com/flowglot/flowglot/pkg/diag"

var laterVersion = rule{Rule: diag.Rule{
	ID:       "asl/later-version",
	Severity: diag.Error,
	Summary:  "a construct belongs to a later version of the language",
	Why: "An engine that implements the text of 2016 does not know it. Engines that run the language of today do: check " +
		"with the level current for those.",
	Source:  "the specification of 2016, which does not have the construct",
	Levels:  "only at level 2016",
	Example: diag.Example{Level: "2016"},
}}

var queryLanguage = rule{Rule: diag.Rule{
	ID:       "asl/query-language",
	Severity: diag.Error,
	Summary:  "a field belongs to the query language that the state does not use",
	Why: "A state is written in JSONPath or in JSONata. Paths, \"Parameters\" and \"ResultSelector\" are for the first, " +
		"\"Arguments\", \"Output\" and conditions for the second.",
	Source: "the language as AWS runs it today",
	Levels: "only at level current",
}}

var languageVersion = rule{Rule: diag.Rule{
	ID:       "asl/version",
	Severity: diag.Warning,
	Summary:  "the definition asks for a version of the language that does not exist",
	Why:      `There is only one version, "1.0". An engine may refuse any other.`,
	Source:   `asl 2016: "Top-level fields"`,
}, Checks: machines(checkVersion)}

func checkVersion(c *checker, m *Machine) {
	if v := m.Version; v != nil && v.Value != "1.0" && !hasPlaceholder(v.Value) {
		c.Report(v.Node.Span, `the version is %s, only "1.0" exists`, quote(v.Value)).
			Help = `write "1.0", or leave it out, which means the same`
	}
}
