package step

import "github.com/flowglot/flowglot/pkg/diag"

var eventType = rule{Rule: diag.Rule{
	ID:       "step/event-type",
	Severity: diag.Error,
	Summary:  "a boundary event is no timer",
	Why:      "Only timers exist: \"TIMER\", in upper case.",
	Source:   `step: "Boundary Events", "Validation rules"`,
}}

var duration = rule{Rule: diag.Rule{
	ID:       "step/duration",
	Severity: diag.Error,
	Summary:  "a duration is not one of ISO 8601",
	Why: "The engine cannot set the timer. A duration begins with P, days and more come before a T, hours and less behind it: " +
		"\"PT30M\" is half an hour, \"P30M\" two and a half years.",
	Source: `step: "Boundary Events", "Validation rules"`,
}}

var zeroDuration = rule{Rule: diag.Rule{
	ID:       "step/zero-duration",
	Severity: diag.Warning,
	Summary:  "a timer fires at once",
	Why:      "A duration of nothing leaves the step no time at all: the target could as well follow the step before.",
	Source:   `step: "Boundary Events"`,
}}
