package asl

import "github.com/flowglot/flowglot/pkg/diag"

var payloadTemplate = rule{Rule: diag.Rule{
	ID:       "asl/payload-template",
	Severity: diag.Error,
	Summary:  "the value of a dynamic field is not computed",
	Why: "The value of a field whose name ends in \".$\" is a path or the call of an intrinsic function. AWS refuses any " +
		"other value.",
	Source: "the language as AWS runs it today: payload templates",
	Levels: "only at level current",
}}

var intrinsicSyntax = rule{Rule: diag.Rule{
	ID:       "asl/intrinsic",
	Severity: diag.Error,
	Summary:  "the call of an intrinsic function cannot be read",
	Why: "The functions of the language are a closed list, each with a fixed number of arguments: texts in single quotes, " +
		"numbers, true, false, null, paths and further calls.",
	Source: "the language as AWS runs it today: intrinsic functions",
	Levels: "only at level current",
}}

var jsonataSyntax = rule{Rule: diag.Rule{
	ID:       "asl/jsonata",
	Severity: diag.Error,
	Summary:  "a JSONata expression cannot be read",
	Why:      "AWS refuses a definition with an expression that does not parse.",
	Source:   "the language as AWS runs it today: expression strings",
	Levels:   "only at level current",
}}
