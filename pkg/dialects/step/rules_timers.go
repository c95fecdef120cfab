package step

import "github.com/flowglot/flowglot/pkg/diag"

var eventType = rule{Rule: diag.Rule{
	ID:       "step/event-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown type of boundary event",
	Why:      "Only timers exist: \"TIMER\", in upper case.",
	Source:   `step: "Boundary Events", "Validation rules"`,
}}

var duration = rule{Rule: diag.Rule{
	ID:       "step/duration",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid duration",
	Why: "The engine cannot set the timer. An ISO 8601 duration starts with P; days and longer units come before a T, hours and " +
		"shorter ones after it: \"PT30M\" is half an hour, \"P30M\" two and a half years.",
	Source: `step: "Boundary Events", "Validation rules"`,
}}

var zeroDuration = rule{Rule: diag.Rule{
	ID:       "step/zero-duration",
	Severity: diag.Warning,
	Summary:  "a timer fires at once",
	Why:      "A duration of zero leaves the step no time: connect the target to the previous step instead.",
	Source:   `step: "Boundary Events"`,
}}
