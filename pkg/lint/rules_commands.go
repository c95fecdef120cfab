package lint

import "github.com/flowglot/flowglot/pkg/diag"

// commandRules document what other commands than lint report.
func commandRules() []diag.Rule {
	return []diag.Rule{runUnsupported, convertUnsupported, scenarioInvalid, mocksInvalid, mocksUnused, replayInvalid, replayDiffers, scenarioUnknownName}
}

var runUnsupported = diag.Rule{
	ID:       "run/unsupported",
	Severity: diag.Error,
	Summary:  "flowglot cannot run this construct",
	Why: "The definition is read, checked and drawn, but one of its constructs cannot be run: flowglot does not implement it, or " +
		"it needs something that is missing or known only after deployment.",
	Source: "flowglot run",
}

var convertUnsupported = diag.Rule{
	ID:       "convert/unsupported",
	Severity: diag.Error,
	Summary:  "flowglot cannot convert this construct",
	Why: "Nothing is written, because the result would silently lack the " +
		"construct.",
	Source: "flowglot convert",
}

var scenarioInvalid = diag.Rule{
	ID:       "scenario/invalid",
	Severity: diag.Error,
	Summary:  "invalid scenario file",
	Why: "A misspelled member of a scenario would be ignored silently, and the run would not be the intended one. " +
		"`flowglot schema scenario` prints the schema of scenarios.",
	Source: "scenario files",
}

var mocksInvalid = diag.Rule{
	ID:       "mocks/invalid",
	Severity: diag.Error,
	Summary:  "invalid mock file",
	Why: "A mock file that names a missing response, leaves out an invocation or names a state that the definition lacks would not " +
		"answer what its author meant.",
	Source: "flowglot run --mocks, flowglot test --mocks, flowglot mocks convert",
}

var mocksUnused = diag.Rule{
	ID:       "mocks/unused",
	Severity: diag.Warning,
	Summary:  "a run did not use an entry of a mock file",
	Why: "The author of the entry expected that the state is called that often. The run took another path, or a retry that the " +
		"entry was written for did not happen.",
	Source: "flowglot run --mocks, flowglot test --mocks",
}

var replayInvalid = diag.Rule{
	ID:       "replay/invalid",
	Severity: diag.Error,
	Summary:  "invalid or incomplete history of an execution",
	Why: "An event has a mistake or does not follow from those before it. As a warning: events or their data are missing, because the " +
		"history was exported in part or without its data, or because AWS has truncated a value. The scenario has {} in place of " +
		"missing data.",
	Source: "flowglot replay",
}

var replayDiffers = diag.Rule{
	ID:       "replay/differs",
	Severity: diag.Warning,
	Summary:  "the definition takes another path than the recorded execution",
	Why: "With the input and the answers of the execution, the definition enters other states or has another outcome today. This is " +
		"what a fix of a failure is for; anything else is a change that was not intended.",
	Source: "flowglot replay",
}

var scenarioUnknownName = diag.Rule{
	ID:       "scenario/unknown-name",
	Severity: diag.Error,
	Summary:  "a scenario has a name that no definition has",
	Why: "A misspelled task in a scenario answers nothing, and a misspelled state is never visited: the test would check " +
		"less than its author meant, or fail for the wrong reason. The names of the definition and of those in `with` count.",
	Source: "scenario files",
}
