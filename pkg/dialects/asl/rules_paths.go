package asl

import "github.com/flowglot/flowglot/pkg/diag"

var pathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/path",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid path",
	Why:      "A path starts with \"$\" and follows the syntax of JSONPath. A run would fail at the state.",
	Source:   `asl 2016: "Paths"`,
}}

var referencePathSyntax = rule{Rule: diag.Rule{
	ID:       "asl/reference-path",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a path may select several values where only one is allowed",
	Why: "A result is written to one place, and a time is read from one place. Such a reference path has names and indexes only, " +
		"no wildcards, filters, slices or lists.",
	Source: `asl 2016: "Reference Paths"`,
}}

var pathFunction = rule{Rule: diag.Rule{
	ID:       "asl/path-function",
	Severity: diag.Info,
	Summary:  "a function in a path",
	Why: "Functions such as .length() belong to the library that AWS uses, and AWS does not document them. An intrinsic function " +
		"such as States.ArrayLength computes the same by the rules of the language.",
	Source: "the language as AWS runs it today: the JSONPath dialect",
	Levels: "only at level current",
}, Checks: uses(checkPathFunctions)}

func checkPathFunctions(c *checker, u *use) {
	for p := range u.paths {
		if endsInFunction(p) {
			last := p.Steps[len(p.Steps)-1]
			c.Report(last.Span, "%s of state %s uses the function %s in a path", u.what(), quote(u.state.Name), quote(last.Name)).
				Help = "compute the value with an intrinsic function in an earlier state"
		}
	}
}
