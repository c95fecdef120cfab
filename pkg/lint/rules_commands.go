package lint

import "github.com/flowglot/flowglot/pkg/diag"

// commandRules document what other commands than lint report.
func commandRules() []diag.Rule {
	return []diag.Rule{
		{
			ID:       "run/unsupported",
			Severity: diag.Error,
			Summary:  "flowglot cannot run this construct",
			Why: "The definition is read, checked and drawn, but one of its constructs cannot be run: flowglot does not implement it, or " +
				"it needs something that is missing or known only after deployment.",
			Source: "flowglot run",
		},
		{
			ID:       "convert/unsupported",
			Severity: diag.Error,
			Summary:  "flowglot cannot convert this construct",
			Why: "Nothing is written, because the result would silently lack the " +
				"construct.",
			Source: "flowglot convert",
		},
		{
			ID:       "scenario/invalid",
			Severity: diag.Error,
			Summary:  "invalid scenario file",
			Why: "A misspelled member of a scenario would be ignored silently, and the run would not be the intended one. " +
				"`flowglot schema scenario` prints what a scenario can say.",
			Source: "scenario files",
		},
	}
}
