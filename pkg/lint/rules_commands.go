package lint

import "github.com/flowglot/flowglot/pkg/diag"

// commandRules document what other commands than lint report.
func commandRules() []diag.Rule {
	return []diag.Rule{
		{
			ID:       "run/unsupported",
			Severity: diag.Error,
			Summary:  "run does not know what a construct means",
			Why: "The definition is read, checked and drawn, but a construct of it cannot be lowered to the net that runs: it came " +
				"to the language later than what flowglot implements, or what it needs is missing or not known before a deployment.",
			Source: "flowglot run",
		},
		{
			ID:       "convert/unsupported",
			Severity: diag.Error,
			Summary:  "convert does not know what a construct means",
			Why: "What cannot be lowered to the net cannot be raised from it. Nothing is written, because the result would lack the " +
				"construct without a word.",
			Source: "flowglot convert",
		},
		{
			ID:       "scenario/invalid",
			Severity: diag.Error,
			Summary:  "a scenario file is not what a scenario can be",
			Why: "A misspelt member of a scenario would be passed over in silence and the run would not be the one that was meant. " +
				"`flowglot schema scenario` prints what a scenario can say.",
			Source: "scenario files",
		},
	}
}
