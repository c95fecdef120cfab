package lint

import (
	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// The net rules look at the model. Their examples are in asl, which is one of the dialects they hold for.

var unreferencedRule = diag.Rule{
	ID:       "net/unreferenced",
	Severity: diag.Warning,
	Raised:   diag.Error,
	Summary:  "no transition refers to a state",
	Why: "A state that no transition names and that is not the start is never entered. Either it is left over, or a transition " +
		"has the wrong target.",
	Source: "soundness of workflow nets: every node is on a path from the start; asl: the engine of today refuses such a machine",
	Example: diag.Example{Name: "orders.asl.json", Text: `{
  "StartAt": "Accept",
  "States": {
    "Accept": {"Type": "Pass", "Next": "Ship"},
    "Refund": {"Type": "Pass", "Next": "Ship"},
    "Ship": {"Type": "Succeed"}
  }
}
`},
	Fixed: diag.Example{Name: "orders.asl.json", Text: `{
  "StartAt": "Accept",
  "States": {
    "Accept": {"Type": "Pass", "Next": "Refund"},
    "Refund": {"Type": "Pass", "Next": "Ship"},
    "Ship": {"Type": "Succeed"}
  }
}
`},
}

var unreachableRule = diag.Rule{
	ID:       "net/unreachable",
	Severity: diag.Warning,
	Raised:   diag.Error,
	Summary:  "a state is never reached",
	Why: "States that refer to each other but have no path from the start are never " +
		"entered.",
	Source: "soundness of workflow nets: every node is on a path from the start; asl: the engine of today refuses such a machine",
	Example: diag.Example{Name: "alarm.asl.json", Text: `{
  "StartAt": "Watch",
  "States": {
    "Watch": {"Type": "Succeed"},
    "Ring": {"Type": "Wait", "Seconds": 5, "Next": "Pause"},
    "Pause": {"Type": "Wait", "Seconds": 60, "Next": "Ring"}
  }
}
`},
	Fixed: diag.Example{Name: "alarm.asl.json", Text: `{
  "StartAt": "Watch",
  "States": {
    "Watch": {"Type": "Pass", "Next": "Ring"},
    "Ring": {"Type": "Wait", "Seconds": 5, "Next": "Pause"},
    "Pause": {"Type": "Wait", "Seconds": 60, "End": true}
  }
}
`},
}

var noEndRule = diag.Rule{
	ID:       "net/no-end",
	Severity: diag.Warning,
	Raised:   diag.Error,
	Summary:  "a machine or a branch never ends",
	Why: "Without an ending state, a run continues until a time limit or an error stops it. A branch that never ends keeps the " +
		"enclosing state waiting forever.",
	Source: "soundness of workflow nets: from every node a path leads to an end; asl: the engine of today refuses such a machine",
	Example: diag.Example{Name: "poll.asl.json", Text: `{
  "StartAt": "Ask",
  "States": {
    "Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:ask", "Next": "Rest"},
    "Rest": {"Type": "Wait", "Seconds": 30, "Next": "Ask"}
  }
}
`},
	Fixed: diag.Example{Name: "poll.asl.json", Text: `{
  "StartAt": "Ask",
  "States": {
    "Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:ask", "Next": "Rest"},
    "Rest": {"Type": "Wait", "Seconds": 30, "End": true}
  }
}
`},
}

var trapRule = diag.Rule{
	ID:       "net/endless-cycle",
	Severity: diag.Warning,
	Summary:  "a cycle has no exit",
	Why: "No transition leaves these states: a run that reaches them loops until a limit stops it. A cycle needs a choice or an " +
		"error handler that leaves it.",
	Source: "soundness of workflow nets: from every node a path leads to an end",
	Example: diag.Example{Name: "retry.asl.json", Text: `{
  "StartAt": "Known",
  "States": {
    "Known": {"Type": "Choice", "Choices": [{"Variable": "$.known", "BooleanEquals": true, "Next": "Done"}], "Default": "Look"},
    "Look": {"Type": "Pass", "Next": "Wait"},
    "Wait": {"Type": "Wait", "Seconds": 5, "Next": "Look"},
    "Done": {"Type": "Succeed"}
  }
}
`},
	Fixed: diag.Example{Name: "retry.asl.json", Text: `{
  "StartAt": "Known",
  "States": {
    "Known": {"Type": "Choice", "Choices": [{"Variable": "$.known", "BooleanEquals": true, "Next": "Done"}], "Default": "Look"},
    "Look": {"Type": "Pass", "Next": "Wait"},
    "Wait": {"Type": "Wait", "Seconds": 5, "Next": "Known"},
    "Done": {"Type": "Succeed"}
  }
}
`},
}

var selfLoopRule = diag.Rule{
	ID:       "net/self-loop",
	Severity: diag.Warning,
	Summary:  "a state transitions to itself",
	Why: "The state runs again at once, until it fails. To retry after an error, use the retry of the language; to wait for " +
		"something, use a cycle with a choice.",
	Source: `asl 2016: "Transitions" (the value of Next names another state)`,
	Example: diag.Example{Name: "ping.asl.json", Text: `{
  "StartAt": "Ping",
  "States": {
    "Ping": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:ping",
      "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Down"}],
      "Next": "Ping"
    },
    "Down": {"Type": "Succeed"}
  }
}
`},
	Fixed: diag.Example{Name: "ping.asl.json", Text: `{
  "StartAt": "Ping",
  "States": {
    "Ping": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:ping",
      "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Down"}],
      "Next": "Down"
    },
    "Down": {"Type": "Succeed"}
  }
}
`},
}

// netRules returns the net rules, with the severities that the dialects give to what they find.
func netRules(all []dialects.Dialect) []diag.Rule {
	rules := []diag.Rule{unreferencedRule, unreachableRule, noEndRule, trapRule, selfLoopRule, zeroWaitRule, sameTargetRule}
	for _, d := range all {
		levels := d.Terms().Levels
		for i, level := range []string{levels.Unreferenced, levels.Unreachable, levels.NoEnd, levels.Trap} {
			if level == "" {
				continue
			}
			if rules[i].Levels != "" {
				rules[i].Levels += "; "
			}
			rules[i].Levels += d.Name() + ": " + level
		}
	}
	return rules
}

var zeroWaitRule = diag.Rule{
	ID:       "net/zero-wait",
	Severity: diag.Info,
	Summary:  "a wait takes no time",
	Why: "A wait of zero length ends at once, so the state has no effect but an extra transition. Often a placeholder was left " +
		"behind, or a length was meant that is read from the data.",
	Source: `asl 2016: "Wait State"; sw: "Delay State"`,
	Example: diag.Example{Name: "pause.asl.json", Text: `{
  "StartAt": "Pause",
  "States": {
    "Pause": {"Type": "Wait", "Seconds": 0, "Next": "Done"},
    "Done": {"Type": "Succeed"}
  }
}
`},
	Fixed: diag.Example{Name: "pause.asl.json", Text: `{
  "StartAt": "Pause",
  "States": {
    "Pause": {"Type": "Wait", "Seconds": 10, "Next": "Done"},
    "Done": {"Type": "Succeed"}
  }
}
`},
}

var sameTargetRule = diag.Rule{
	ID:       "net/same-target",
	Severity: diag.Warning,
	Summary:  "all alternatives of a decision lead to the same state",
	Why: "Whatever the conditions are, the run continues at the same place with the same data. Mostly a target was copied with its " +
		"condition and not changed.",
	Source: `asl 2016: "Choice State"; sw: "Switch State"`,
	Example: diag.Example{Name: "parcel.asl.json", Text: `{
  "StartAt": "Heavy?",
  "States": {
    "Heavy?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.kilograms", "NumericGreaterThan": 30, "Next": "By post"}],
      "Default": "By post"
    },
    "By post": {"Type": "Succeed"}
  }
}
`},
	Fixed: diag.Example{Name: "parcel.asl.json", Text: `{
  "StartAt": "Heavy?",
  "States": {
    "Heavy?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.kilograms", "NumericGreaterThan": 30, "Next": "By truck"}],
      "Default": "By post"
    },
    "By truck": {"Type": "Succeed"},
    "By post": {"Type": "Succeed"}
  }
}
`},
}
