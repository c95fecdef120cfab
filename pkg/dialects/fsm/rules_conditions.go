package fsm

import "github.com/flowglot/flowglot/pkg/diag"

// The findings of these rules are made while reading.

var conditionType = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-condition-type",
	Aliases:  []string{"fsm/condition-type"},
	Severity: diag.Error,
	Summary:  "a condition has a type that does not exist",
	Why:      "A criterion that is not understood fails whenever it is asked, and with it the request.",
	Source:   `fsm: "CRITERIA"`,
}}

var unknownOperator = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-operator",
	Severity: diag.Error,
	Summary:  "a condition has an operator that does not exist",
	Why:      "A criterion that is not understood fails whenever it is asked, and with it the request. Operators are written in capitals.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var severalOperators = rule{Rule: diag.Rule{
	ID:       "fsm/multiple-operators",
	Aliases:  []string{"fsm/several-operators"},
	Severity: diag.Warning,
	Summary:  "a condition has an operator under several keys",
	Why:      `"operatorType", "operator" and "operation" are the same, and which of them counts is not said.`,
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var groupOperator = rule{Rule: diag.Rule{
	ID:       "fsm/group-operator",
	Severity: diag.Error,
	Summary:  "a group has an operator that does not exist",
	Why:      "Groups are AND or OR. There is no NOT: every operator has a form of its own that turns it.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var groupDepth = rule{Rule: diag.Rule{
	ID:       "fsm/group-depth",
	Severity: diag.Error,
	Summary:  "groups are nested too deep",
	Why:      "Up to 50 groups may be inside of each other.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var functionInGroup = rule{Rule: diag.Rule{
	ID:       "fsm/function-in-group",
	Severity: diag.Error,
	Summary:  "a function is asked inside of a group",
	Why:      "A function runs outside of the engine and is asked for a whole criterion. Inside of a group it cannot be evaluated.",
	Source:   `fsm: "CRITERIA" (functions only on top)`,
}}

var lifecycleField = rule{Rule: diag.Rule{
	ID:       "fsm/lifecycle-field",
	Severity: diag.Error,
	Summary:  "a lifecycle condition looks at something that is not in the metadata",
	Why:      "The metadata of an entity are its state, the date of its creation, and its previous transition.",
	Source:   `fsm: "CRITERIA"`,
}}

var pathSyntax = rule{Rule: diag.Rule{
	ID:       "fsm/path",
	Severity: diag.Error,
	Summary:  "a path is not written as conditions want it",
	Why:      "A path begins with $, the entity, and goes on with names, items and [*]: $.a.b, $.a[0].b, $.a[*].b.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var pathNothing = rule{Rule: diag.Rule{
	ID:       "fsm/path-selects-nothing",
	Severity: diag.Warning,
	Summary:  "a path can never select a value to compare",
	Why:      "The condition has the same answer for every entity. An entity is an object, and items count from 0.",
	Source:   `fsm: "CRITERIA"; an entity is a JSON object`,
}}

var pattern = rule{Rule: diag.Rule{
	ID:       "fsm/pattern",
	Severity: diag.Error,
	Summary:  "a pattern is not valid",
	Why: "A criterion that is not understood fails whenever it is asked, and with it the request. Regular expressions are " +
		"those of RE2, without look-around and back references, and have 1,024 bytes at most.",
	Source: `fsm: "CRITERIA" (the conditions of searches)`,
}}

var between = rule{Rule: diag.Rule{
	ID:       "fsm/between",
	Severity: diag.Error,
	Summary:  "the value of a BETWEEN is not two bounds",
	Why:      "A criterion that is not understood fails whenever it is asked, and with it the request.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var emptyRange = rule{Rule: diag.Rule{
	ID:       "fsm/empty-range",
	Severity: diag.Warning,
	Summary:  "no value is between two bounds",
	Why:      "The condition never holds. The lower bound comes first, and BETWEEN leaves out both of them.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var operand = rule{Rule: diag.Rule{
	ID:       "fsm/operand-type",
	Aliases:  []string{"fsm/operand"},
	Severity: diag.Warning,
	Summary:  "an operator can do nothing with its value",
	Why: "The condition has the same answer for every entity: no single value equals an array, and null and objects have no " +
		"order and no text.",
	Source: `fsm: "CRITERIA" (the conditions of searches)`,
}}
