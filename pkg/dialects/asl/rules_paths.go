package asl

import "github.com/flowglot/flowglot/pkg/diag"

var pathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/path",
	Severity: diag.Error,
	Summary:  "invalid path",
	Why:      "A path starts with \"$\" and follows the syntax of JSONPath. A run would fail at the state.",
	Source:   `asl 2016: "Paths"`,
}}

var referencePathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/reference-path",
	Severity: diag.Error,
	Summary:  "a path may select several values where only one is allowed",
	Why: "A result is written to one place, and a time is read from one place. Such a reference path has names and indexes only, " +
		"no wildcards, filters, slices or lists.",
	Source: `asl 2016: "Reference Paths"`,
}}
