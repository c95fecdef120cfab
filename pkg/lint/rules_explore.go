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

// exploredRules are the rules whose findings only behaviours show.
func exploredRules() []*diag.Rule {
	return []*diag.Rule{&unwrittenRule, &neverTakenRule, &neverFiresRule, &enteredTwiceRule, &mayLeaveRule, &cutOffRule, &neverLeftRule, &neverCaughtRule}
}

var neverTakenRule = diag.Rule{
	ID:       "net/never-taken",
	Severity: diag.Warning,
	Summary:  "earlier conditions exclude a transition on every path",
	Why: "All behaviours were followed: on each path to this state, conditions on the same data were answered before, or a constant " +
		"was written there, and nothing changed that data since, or the conditions before it at the same state hold whenever it does. The related places show the answers " +
		"and constants on one of the paths, or those conditions. A default that is left over because the conditions before it cover everything is an info: " +
		"it may be there to be safe. So is a transition that only constants exclude, which may be there to try the rest. Conditions are assumed not to fail. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source:  "soundness of workflow nets: each transition can be taken",
	Example: twice(`"NumericGreaterThan": 1000`),
	Fixed:   twice(`"NumericGreaterThan": 100`),
}

// reminded is a step definition in which a task of a person has two timers: the second as given.
func reminded(timers, next string) diag.Example {
	return diag.Example{Name: "approval.step.json", Text: `{
  "id": "approval",
  "name": "Approval",
  "steps": [
    {
      "id": "approve",
      "name": "Approve",
      "type": "USER_TASK",
      "boundaryEvents": [
        ` + timers + `
      ],
      "nextStep": "book"
    },
    {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind", "nextStep": "` + next + `"},
    {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`}
}

var neverFiresRule = diag.Rule{
	ID:       "net/timer-never-fires",
	Severity: diag.Warning,
	Summary:  "another timer always ends a timer before it fires",
	Why: "All behaviours were followed: whenever this timer runs, another one of the same step fires earlier and ends the step. What the " +
		"timer leads to is never reached because of it. lint --no-explore skips this check, and --explore-budget bounds it.",
	Source: "soundness of workflow nets: each transition can be taken",
	Example: reminded(`{"type": "TIMER", "duration": "PT24H", "interrupting": true, "targetStepId": "done"},
        {"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "remind"}`, "done"),
	Fixed: reminded(`{"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "done"},
        {"type": "TIMER", "duration": "PT24H", "interrupting": false, "targetStepId": "remind"}`, "done"),
}

var enteredTwiceRule = diag.Rule{
	ID:       "net/entered-twice",
	Severity: diag.Warning,
	Summary:  "two tokens can be at a step at once",
	Why: "All behaviours were followed: on a path to this step a timer that does not interrupt adds a token, and both tokens arrive at the step. " +
		"The step then runs twice. The related places show one of the paths. lint --no-explore skips this check, and " +
		"--explore-budget bounds it.",
	Source:  "soundness of workflow nets: one token at a place",
	Example: reminded(`{"type": "TIMER", "duration": "PT24H", "interrupting": false, "targetStepId": "remind"}`, "book"),
	Fixed:   reminded(`{"type": "TIMER", "duration": "PT24H", "interrupting": true, "targetStepId": "remind"}`, "book"),
}
