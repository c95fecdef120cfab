package fsm

import "github.com/flowglot/flowglot/pkg/diag"

// The findings of these rules are made while reading.

var wrongType = rule{Rule: diag.Rule{
	ID:       "fsm/wrong-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a value has the wrong type",
	Why:      "The service refuses the import. A number or a boolean in quotes is a string.",
	Source:   `fsm: "WORKFLOW SCHEMA" (the types of the fields)`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "fsm/missing-field",
	Severity: diag.Error,
	Summary:  "a required field is missing",
	Why: "A workflow has a name, an initial state and states, a transition a name and a next state, a processor a type and a " +
		"name, and a condition the fields that its type and operator need.",
	Source: `fsm: "WorkflowDefinition fields", "TransitionDefinition fields", "ProcessorDefinition fields", "CRITERIA"`,
}}

var emptyName = rule{Rule: diag.Rule{
	ID:       "fsm/empty",
	Aliases:  []string{"fsm/empty-name"},
	Severity: diag.Error,
	Summary:  "a name is empty",
	Why: "A workflow is stored under its name, a transition is requested by it, and a processor is found by it. Nothing can " +
		"refer to an empty name.",
	Source: `fsm: "WorkflowDefinition fields", "TransitionDefinition fields", "ProcessorDefinition fields"`,
}}

var unknownField = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-field",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "unknown field",
	Why:      "An unknown field has no effect and is usually a misspelled field name. Field names are case-sensitive.",
	Source:   `fsm: "WORKFLOW SCHEMA"`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "fsm/misplaced-field",
	Severity: diag.Warning,
	Summary:  "a field is in the wrong place",
	Why:      "The field exists, but has no effect in this place.",
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
	Fixable:  true,
	Summary:  "unknown import mode",
	Why:      "The mode decides what happens to the workflows that are already stored. Write it in capitals.",
	Source:   `fsm: "IMPORT REQUEST"`,
}}

var processorType = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-processor-type",
	Aliases:  []string{"fsm/processor-type"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown type of processor",
	Why:      "The service refuses the import: processors run on external calculation nodes, and no other type is supported.",
	Source:   `fsm: "Valid type values"`,
}}

var executionMode = rule{Rule: diag.Rule{
	ID:       "fsm/execution-mode",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "unknown execution mode of a processor",
	Why: "The service accepts the import and runs the processor as SYNC, so its failure undoes the transition. That is probably " +
		"not intended.",
	Source: `fsm: "Valid executionMode values"`,
}}
