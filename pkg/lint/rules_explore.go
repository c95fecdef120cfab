package lint

import "github.com/flowglot/flowglot/pkg/diag"

// twice is an asl definition that looks at the total of an order in two states; the second condition is as given.
func twice(second string) diag.Example {
	return diag.Example{Name: "order.asl.json", Text: `{
  "StartAt": "Large?",
  "States": {
    "Large?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.total", "NumericGreaterThanEquals": 500, "Next": "Review"}],
      "Default": "Express?"
    },
    "Express?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.total", ` + second + `, "Next": "Express"}],
      "Default": "Ship"
    },
    "Review": {"Type": "Succeed"},
    "Express": {"Type": "Succeed"},
    "Ship": {"Type": "Succeed"}
  }
}
`}
}

var neverTakenRule = diag.Rule{
	ID:       "net/never-taken",
	Severity: diag.Warning,
	Summary:  "earlier conditions exclude a transition on every path",
	Why: "All behaviours were followed: on each path to this state, conditions on the same data were answered before, and nothing " +
		"changed that data since. The condition cannot be true then. The related places show the answers on one of the paths. " +
		"lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "soundness of workflow nets: each transition can be taken",
	Example: twice(`"NumericGreaterThan": 1000`),
	Fixed:   twice(`"NumericGreaterThan": 100`),
}
