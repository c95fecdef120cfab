package lint

import "github.com/flowglot/flowglot/pkg/diag"

// The rules about behaviours that are not about conditions and timers.

var cutOffRule = diag.Rule{
	ID:       "net/cut-off",
	Severity: diag.Info,
	Off:      true,
	Summary:  "a timer's path may end a run while a step is active",
	Why: "All behaviours were followed: a timer that does not interrupt adds a token, and that token reaches an end while this step is still " +
		"active. An end completes the whole run, so that the step is cut off, and which of the two comes first decides the outcome. That may be " +
		"intended where the timer escalates. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "soundness of workflow nets: nothing is active after the end; step: \"END\"",
	Example: reminded(`{"type": "TIMER", "duration": "PT24H", "interrupting": false, "targetStepId": "remind"}`, "done"),
	Fixed:   reminded(`{"type": "TIMER", "duration": "PT24H", "interrupting": true, "targetStepId": "remind"}`, "done"),
}

// polled is an asl definition that looks something up until its status is known; the result goes to the given path.
func polled(path string) diag.Example {
	return diag.Example{Name: "poll.asl.json", Text: `{
  "StartAt": "Known?",
  "States": {
    "Known?": {
      "Type": "Choice",
      "Choices": [{"Variable": "$.status", "StringEquals": "known", "Next": "Done"}],
      "Default": "Pause"
    },
    "Pause": {"Type": "Wait", "Seconds": 60, "Next": "Look up"},
    "Look up": {
      "Type": "Task",
      "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:lookup",
      "ResultPath": "` + path + `",
      "Next": "Known?"
    },
    "Done": {"Type": "Succeed"}
  }
}
`}
}

var neverLeftRule = diag.Rule{
	ID:       "net/never-left",
	Severity: diag.Warning,
	Summary:  "a run can stay in a cycle forever",
	Why: "All behaviours were followed: the conditions that leave this cycle look at data that nothing in the cycle changes, so that they have the " +
		"same answers in each round. Only an error that nothing catches or a limit ends such a run. The related places show a path to the " +
		"cycle. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "soundness of workflow nets: from every state an end can be reached",
	Example: polled("$.result"),
	Fixed:   polled("$.status"),
}

// stocked is an asl definition of a task in a Parallel state, with a catcher of the given errors.
func stocked(errors string) diag.Example {
	return diag.Example{Name: "stock.asl.json", Text: `{
  "StartAt": "Both",
  "States": {
    "Both": {
      "Type": "Parallel",
      "Branches": [
        {
          "StartAt": "Reserve",
          "States": {
            "Reserve": {
              "Type": "Task",
              "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:reserve",
              "Catch": [{"ErrorEquals": ["` + errors + `"], "Next": "None"}],
              "End": true
            },
            "None": {"Type": "Succeed"}
          }
        },
        {"StartAt": "Note", "States": {"Note": {"Type": "Pass", "End": true}}}
      ],
      "Catch": [{"ErrorEquals": ["OutOfStock"], "Next": "Refuse"}],
      "Next": "Done"
    },
    "Refuse": {"Type": "Fail", "Error": "Refused"},
    "Done": {"Type": "Succeed"}
  }
}
`}
}

var neverCaughtRule = diag.Rule{
	ID:       "net/never-caught",
	Severity: diag.Warning,
	Summary:  "an error handler of a scope is never used",
	Why: "All behaviours were followed: whatever fails inside this state, the errors that the handler names are handled inside, or nothing there " +
		"raises them. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "soundness of workflow nets: each transition can be taken",
	Example: stocked("States.ALL"),
	Fixed:   stocked("States.Timeout"),
}
