package lint

import "github.com/flowglot/flowglot/pkg/diag"

// suppressionRules document the findings of lint about comments that suppress findings.
func suppressionRules() []diag.Rule {
	return []diag.Rule{unusedSuppressionRule, reasonRule, invalidSuppressionRule, configRule}
}

// suppressedText is a definition with a comment that suppresses a finding, for the examples.
const suppressedText = `StartAt: Greet
States:
  Greet:
    Type: Task
    # flowglot-ignore asl/resource-arn -- the address is filled in when it is deployed
    Resource: urn:example:greet
    End: true
`

var unusedSuppressionRule = diag.Rule{
	ID:       "lint/unused-suppression",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a comment or a configuration suppresses nothing",
	Why: "What was suppressed has been corrected, or the comment is on the wrong line. If it stays, it hides the next finding of that " +
		"rule, which may be a real problem.",
	Source: "flowglot: suppressions",
	Example: diag.Example{Name: "greet.asl.yaml", Text: `StartAt: Greet
States:
  Greet:
    Type: Pass
    # flowglot-ignore asl/resource-arn -- the address is filled in when it is deployed
    End: true
`},
	Fixed: diag.Example{Name: "greet.asl.yaml", Text: suppressedText},
}

var reasonRule = diag.Rule{
	ID:       "lint/suppression-without-reason",
	Severity: diag.Warning,
	Summary:  "a comment that suppresses a finding has no reason",
	Why: "Whoever reads the comment later has to decide whether the finding may still be suppressed, and cannot without the reason. " +
		"Write it after two hyphens.",
	Source: "flowglot: suppressions",
	Example: diag.Example{Name: "greet.asl.yaml", Text: `StartAt: Greet
States:
  Greet:
    Type: Task
    # flowglot-ignore asl/resource-arn
    Resource: urn:example:greet
    End: true
`},
	Fixed: diag.Example{Name: "greet.asl.yaml", Text: suppressedText},
}

var invalidSuppressionRule = diag.Rule{
	ID:       "lint/invalid-suppression",
	Severity: diag.Warning,
	Summary:  "a comment that should suppress a finding is not understood",
	Why: "A comment that names no rule, or one that does not exist, suppresses nothing. A comment about the whole file has to be at its " +
		"top, where it is seen.",
	Source: "flowglot: suppressions",
	Example: diag.Example{Name: "greet.asl.yaml", Text: `StartAt: Greet
States:
  Greet:
    Type: Task
    # flowglot-ignore asl/resource-anr -- the address is filled in when it is deployed
    Resource: urn:example:greet
    End: true
`},
	Fixed: diag.Example{Name: "greet.asl.yaml", Text: suppressedText},
}

// configRule is what package config reports.
var configRule = diag.Rule{
	ID:       "config/invalid",
	Severity: diag.Error,
	Summary:  "invalid configuration",
	Why: "A misspelled key or rule would be ignored, and the configuration would not be the intended one. `flowglot " +
		"schema config` prints what a configuration can have.",
	Source: ".flowglot.yaml",
}
