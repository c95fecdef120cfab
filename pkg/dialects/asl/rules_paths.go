package asl

import "github.com/flowglot/flowglot/pkg/diag"

var pathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/path",
	Severity: diag.Error,
	Summary:  "a path cannot be read",
	Why:      "A path begins with \"$\" and follows the syntax of JSONPath. The run would fail at the state.",
	Source:   `asl 2016: "Paths"`,
}}

var referencePathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/reference-path",
	Severity: diag.Error,
	Summary:  "a path may select several values where only one is allowed",
	Why: "A result is put at one place, and a time is read from one. Such a reference path steps through names and " +
		"indexes alone, without wildcards, filters, slices and lists.",
	Source: `asl 2016: "Reference Paths"`,
}}
