package lint

import "github.com/flowglot/flowglot/pkg/diag"

// priced is an asl definition in which one of two paths puts the price into the data; the other state is as given.
func priced(other string) diag.Example {
	return diag.Example{Name: "price.asl.json", Text: `{
  "StartAt": "Known?",
  "States": {
    "Known?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.listed", "IsPresent": true, "Next": "Listed"}],
      "Default": "Estimated"
    },
    "Listed": {"Type": "Pass", "Parameters": {"price.$": "$.listed", "currency": "EUR"}, "Next": "Bill"},
    "Estimated": {"Type": "Pass", "Parameters": {` + other + `, "currency": "EUR"}, "Next": "Bill"},
    "Bill": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:bill",
      "Parameters": {"amount.$": "$.price"},
      "End": true
    }
  }
}
`}
}

var unwrittenRule = diag.Rule{
	ID:       "net/unwritten-data",
	Severity: diag.Warning,
	Summary:  "data is read on a path on which nothing writes it",
	Why: "All behaviours were followed: on some path, the last element that replaces the document leaves out what is read here, or no element " +
		"has assigned the variable. The run fails there. The input of a run may have any member: only what the definition itself writes " +
		"counts as known. The related places show a path. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "asl: \"Input and Output Processing\"; the language as AWS runs it today: variables",
	Example: priced(`"estimate.$": "$.guess"`),
	Fixed:   priced(`"price.$": "$.guess"`),
}
