package fsm

import "github.com/flowglot/flowglot/pkg/diag"

// The findings of these rules are made while reading.

var wrongType = rule{Rule: diag.Rule{
	ID:       "fsm/wrong-type",
	Severity: diag.Error,
	Summary:  "a value is not of the type that its field demands",
	Why:      "The service refuses the import. A number or a boolean in quotes is a string.",
	Source:   `fsm: "WORKFLOW SCHEMA" (the types of the fields)`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "fsm/missing-field",
	Severity: diag.Error,
	Summary:  "a field is missing that must be there",
	Why: "A workflow has a name, an initial state and states, a transition a name and a next state, a processor a type and a " +
		"name, and a condition what its type and operator ask for.",
	Source: `fsm: "WorkflowDefinition fields", "TransitionDefinition fields", "ProcessorDefinition fields", "CRITERIA"`,
}}

var emptyName = rule{Rule: diag.Rule{
	ID:       "fsm/empty",
	Aliases:  []string{"fsm/empty-name"},
	Severity: diag.Error,
	Summary:  "a name is empty",
	Why: "A workflow is stored under its name, a transition is asked for by it, and a processor is found by it. Nothing can " +
		"refer to an empty one.",
	Source: `fsm: "WorkflowDefinition fields", "TransitionDefinition fields", "ProcessorDefinition fields"`,
}}

var unknownField = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-field",
	Severity: diag.Warning,
	Summary:  "a field is none of the language",
	Why:      "It has no effect, and most often it is a misspelt one that was meant to have some. Field names are case-sensitive.",
	Source:   `fsm: "WORKFLOW SCHEMA"`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "fsm/misplaced-field",
	Severity: diag.Warning,
	Summary:  "a field stands where it may not be",
	Why:      "The language has the field, but not at this place, where it has no effect.",
	Source:   `fsm: "WORKFLOW SCHEMA"`,
}}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "fsm/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, too large or not whole",
	Why:      "A timeout is a whole number of milliseconds, where 0 means the default of the node; a model version has 32 bits.",
	Source:   `fsm: "ProcessorConfig fields", "IMPORT REQUEST"`,
}}

var importMode = rule{Rule: diag.Rule{
	ID:       "fsm/import-mode",
	Severity: diag.Error,
	Summary:  "an import has a mode that does not exist",
	Why:      "The mode decides what becomes of the workflows that are stored already. It is written in capitals.",
	Source:   `fsm: "IMPORT REQUEST"`,
}}

var processorType = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-processor-type",
	Aliases:  []string{"fsm/processor-type"},
	Severity: diag.Error,
	Summary:  "a processor has a type that does not exist",
	Why:      "The service refuses the import: processors run on calculation nodes outside of it, and no other type is supported.",
	Source:   `fsm: "Valid type values"`,
}}

var executionMode = rule{Rule: diag.Rule{
	ID:       "fsm/execution-mode",
	Severity: diag.Warning,
	Summary:  "a processor has an execution mode that does not exist",
	Why: "The import is accepted, and the processor runs as SYNC today: its failure undoes the transition. What was meant is " +
		"most likely something else.",
	Source: `fsm: "Valid executionMode values"`,
}}
