package fsm

import "github.com/flowglot/flowglot/pkg/diag"

// The findings of these rules are made while reading.

var conditionType = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-condition-type",
	Aliases:  []string{"fsm/condition-type"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown type of condition",
	Why:      "An invalid criterion fails whenever it is evaluated, and the request fails with it.",
	Source:   `fsm: "CRITERIA"`,
}}

var unknownOperator = rule{Rule: diag.Rule{
	ID:       "fsm/unknown-operator",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown operator of a condition",
	Why:      "An invalid criterion fails whenever it is evaluated, and the request fails with it. Operators are written in capitals.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var severalOperators = rule{Rule: diag.Rule{
	ID:       "fsm/multiple-operators",
	Aliases:  []string{"fsm/several-operators"},
	Severity: diag.Warning,
	Summary:  "a condition has more than one operator key",
	Why:      `"operatorType", "operator" and "operation" mean the same; the specification does not settle which one applies.`,
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var groupOperator = rule{Rule: diag.Rule{
	ID:       "fsm/group-operator",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown operator of a group",
	Why:      "Groups are AND or OR. A NOT does not exist: use the negated form of an operator, such as NOT_EQUAL.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var groupDepth = rule{Rule: diag.Rule{
	ID:       "fsm/group-depth",
	Severity: diag.Error,
	Summary:  "groups are nested too deeply",
	Why:      "Groups may be nested up to 50 levels deep.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var functionInGroup = rule{Rule: diag.Rule{
	ID:       "fsm/function-in-group",
	Severity: diag.Error,
	Summary:  "a function condition inside a group",
	Why:      "A function runs outside the engine and decides a whole criterion. It cannot be evaluated inside a group.",
	Source:   `fsm: "CRITERIA" (functions only on top)`,
}}

var lifecycleField = rule{Rule: diag.Rule{
	ID:       "fsm/lifecycle-field",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a lifecycle condition tests an unknown metadata field",
	Why:      "The metadata of an entity are its state, its creation date and its previous transition.",
	Source:   `fsm: "CRITERIA"`,
}}

var pathSyntax = rule{Rule: diag.Rule{
	ID:       "fsm/path",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid path",
	Why:      "A path starts with $, the entity, followed by names, items and [*]: $.a.b, $.a[0].b, $.a[*].b.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var pathNothing = rule{Rule: diag.Rule{
	ID:       "fsm/path-selects-nothing",
	Severity: diag.Warning,
	Summary:  "a path never selects a value to compare",
	Why:      "The condition has the same result for every entity. An entity is an object, and items count from 0.",
	Source:   `fsm: "CRITERIA"; an entity is a JSON object`,
}}

var pattern = rule{Rule: diag.Rule{
	ID:       "fsm/pattern",
	Severity: diag.Error,
	Summary:  "invalid pattern",
	Why: "An invalid criterion fails whenever it is evaluated, and the request fails with it. Regular expressions are " +
		"those of RE2, without look-around and back references, of at most 1,024 bytes.",
	Source: `fsm: "CRITERIA" (the conditions of searches)`,
}}

var between = rule{Rule: diag.Rule{
	ID:       "fsm/between",
	Severity: diag.Error,
	Summary:  "the value of a BETWEEN is not two bounds",
	Why:      "An invalid criterion fails whenever it is evaluated, and the request fails with it.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var emptyRange = rule{Rule: diag.Rule{
	ID:       "fsm/empty-range",
	Severity: diag.Warning,
	Summary:  "no value is between two bounds",
	Why:      "The condition is never true. The lower bound comes first, and BETWEEN excludes both bounds.",
	Source:   `fsm: "CRITERIA" (the conditions of searches)`,
}}

var operand = rule{Rule: diag.Rule{
	ID:       "fsm/operand-type",
	Aliases:  []string{"fsm/operand"},
	Severity: diag.Warning,
	Summary:  "an operator cannot use its value",
	Why: "The condition has the same result for every entity: no single value equals an array, and null and objects have " +
		"neither an order nor a text.",
	Source: `fsm: "CRITERIA" (the conditions of searches)`,
}}
