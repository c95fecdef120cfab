package lint

import "github.com/flowglot/flowglot/pkg/diag"

// The net rules look at the model. Their examples are in asl, which is one of the dialects they hold for.

var unreferencedRule = diag.Rule{
	ID:       "net/unreferenced",
	Severity: diag.Warning,
	Summary:  "nothing refers to a state",
	Why: "A state that no transition names and that is not the start is never entered. It is dead text at best, and at worst " +
		"the sign of a transition that leads somewhere else than it was meant to.",
	Source: "soundness of workflow nets: every node lies on a way from the start; asl: the engine of today refuses such a machine",
	Levels: "asl: an error at level current, a warning at level 2016",
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
	Summary:  "a state is never reached",
	Why: "States that refer to one another but to which no way leads from the start are an island: each of them is mentioned " +
		"somewhere, and yet none is ever entered.",
	Source: "soundness of workflow nets: every node lies on a way from the start",
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
	Summary:  "nothing ends a machine or a branch",
	Why: "Without a state that ends it, a run goes on until a time limit or an error stops it. A branch that never ends keeps " +
		"the state around it waiting for ever.",
	Source: "soundness of workflow nets: from every node a way leads to an end; asl: the engine of today refuses such a machine",
	Levels: "asl: an error at level current, a warning at level 2016",
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
	Summary:  "a cycle is entered and never left",
	Why: "No transition leads out of these states: a run that comes to them goes round until a limit stops it. A cycle needs a " +
		"choice, or an error handler, that leaves it.",
	Source: "soundness of workflow nets: from every node a way leads to an end",
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
	Summary:  "a state goes to itself when it is done",
	Why: "The state runs again at once and without end, until it fails. To try something again after an error there is Retry, " +
		"and to wait for something there is a cycle with a choice in it.",
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

func netRules() []diag.Rule {
	return []diag.Rule{unreferencedRule, unreachableRule, noEndRule, trapRule, selfLoopRule}
}
