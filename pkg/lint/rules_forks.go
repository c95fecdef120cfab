package lint

import "github.com/flowglot/flowglot/pkg/diag"

// The rules about forks and joins, exits and chains look at the model too. Their examples are in step, which has these.

// parallel is a step definition with two branches, of which b is as given.
func parallel(b string) string {
	return `{
  "id": "orders::check",
  "name": "Check an order",
  "steps": [
    {"id": "start", "name": "Start", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["stock", "credit"], "joinStep": "both"},
    {"id": "stock", "name": "Stock", "type": "SERVICE_TASK", "jobType": "stock", "nextStep": "both"},
` + b + `    {"id": "both", "name": "Both", "type": "JOIN_GATEWAY", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`
}

const creditJoins = `    {"id": "credit", "name": "Credit", "type": "SERVICE_TASK", "jobType": "credit", "nextStep": "both"},
`

var (
	joined      = diag.Example{Name: "check.step.json", Text: parallel(creditJoins)}
	neverJoined = diag.Example{Name: "check.step.json", Text: parallel(`    {"id": "credit", "name": "Credit", "type": "SERVICE_TASK", "jobType": "credit", "nextStep": "done"},
`)}
	mayLeave = diag.Example{Name: "check.step.json", Text: parallel(`    {"id": "credit", "name": "Credit", "type": "DECISION", "conditionalNextSteps": {"score < 500": "refused", "true": "both"}},
    {"id": "refused", "name": "Refused", "type": "END"},
`)}
	fromOutside = diag.Example{Name: "check.step.json", Text: parallel(`    {
      "id": "credit", "name": "Credit", "type": "USER_TASK", "nextStep": "both",
      "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": false, "targetStepId": "both"}]
    },
`)}
)

var neverJoinsRule = diag.Rule{
	ID:       "net/branch-never-joins",
	Severity: diag.Error,
	Summary:  "a branch never reaches its join",
	Why: "The join waits for a token from every branch of the fork. A branch that never reaches it keeps the join, and the whole " +
		"workflow, waiting forever.",
	Source:  "soundness of workflow nets: a join is reached from each branch of its fork; step: \"Design guide\"",
	Example: neverJoined,
	Fixed:   joined,
}

var mayLeaveRule = diag.Rule{
	ID:       "net/branch-may-leave",
	Severity: diag.Warning,
	Summary:  "a branch may bypass its join",
	Why: "When a run takes this path, the join waits for a branch that never arrives, unless the path ends the whole workflow " +
		"and cancels the other branches. Lead every path of a branch to the join, and decide after it.",
	Source:  "soundness of workflow nets: every path from a fork leads to its join; step: \"Design guide\"",
	Example: mayLeave,
	Fixed:   joined,
}

var outsideJoinRule = diag.Rule{
	ID:       "net/join-from-outside",
	Severity: diag.Error,
	Summary:  "a token from outside the fork reaches a join",
	Why: "A join counts branches, not arrivals. A token that arrives on another path, or was started by a timer in parallel with a branch, " +
		"does not replace a branch: it stops there.",
	Source:  "soundness of workflow nets: only the branches of its fork lead to a join",
	Example: fromOutside,
	Fixed:   joined,
}

var joinWithoutForkRule = diag.Rule{
	ID:       "net/join-without-fork",
	Severity: diag.Error,
	Summary:  "a join has no fork",
	Why:      "No fork refers to the join, so whatever reaches it belongs to no branch and waits forever.",
	Source:   "soundness of workflow nets: a join collects the branches of a fork",
	Example: diag.Example{Name: "pack.step.json", Text: `{
  "id": "orders::pack",
  "name": "Pack an order",
  "steps": [
    {"id": "pack", "name": "Pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "both"},
    {"id": "both", "name": "Both", "type": "JOIN_GATEWAY", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
	Fixed: diag.Example{Name: "pack.step.json", Text: `{
  "id": "orders::pack",
  "name": "Pack an order",
  "steps": [
    {"id": "pack", "name": "Pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
}

var sharedJoinRule = diag.Rule{
	ID:       "net/shared-join",
	Severity: diag.Warning,
	Summary:  "two forks have the same join",
	Why: "flowglot counts the branches of each fork separately, but engines may count them together and continue too early. " +
		"Each fork has a join of its own.",
	Source: "soundness of workflow nets: a fork and its join belong together",
	Example: diag.Example{Name: "ways.step.json", Text: `{
  "id": "orders::ways",
  "name": "Two ways",
  "steps": [
    {"id": "express", "name": "Express?", "type": "DECISION", "conditionalNextSteps": {"express": "fast", "true": "slow"}},
    {"id": "fast", "name": "Fast", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["fly", "bill"], "joinStep": "both"},
    {"id": "slow", "name": "Slow", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["drive", "bill"], "joinStep": "both"},
    {"id": "fly", "name": "Fly", "type": "SERVICE_TASK", "jobType": "fly", "nextStep": "both"},
    {"id": "drive", "name": "Drive", "type": "SERVICE_TASK", "jobType": "drive", "nextStep": "both"},
    {"id": "bill", "name": "Bill", "type": "SERVICE_TASK", "jobType": "bill", "nextStep": "both"},
    {"id": "both", "name": "Both", "type": "JOIN_GATEWAY", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
	Fixed: joined,
}

var deadEndRule = diag.Rule{
	ID:       "net/dead-end",
	Severity: diag.Info,
	Summary:  "a path stops at a step that is not an end",
	Why: "A run that reaches this step stays there: it neither succeeds nor fails. That may be intended where people take " +
		"over.",
	Source: "soundness of workflow nets: from every node a path leads to an end; step: \"SERVICE_TASK\"",
	Example: diag.Example{Name: "alert.step.json", Text: `{
  "id": "orders::alert",
  "name": "Alert",
  "steps": [
    {"id": "late", "name": "Late?", "type": "DECISION", "conditionalNextSteps": {"late": "alert", "true": "done"}},
    {"id": "alert", "name": "Alert", "type": "SERVICE_TASK", "jobType": "alert"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
	Fixed: diag.Example{Name: "alert.step.json", Text: `{
  "id": "orders::alert",
  "name": "Alert",
  "steps": [
    {"id": "late", "name": "Late?", "type": "DECISION", "conditionalNextSteps": {"late": "alert", "true": "done"}},
    {"id": "alert", "name": "Alert", "type": "SERVICE_TASK", "jobType": "alert", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
}

var timerExitRule = diag.Rule{
	ID:       "net/timer-without-exit",
	Severity: diag.Warning,
	Summary:  "a timer leads to a step without a path to an end",
	Why: "When the timer fires, its target runs and stops. If the timer should end the wait, the run now waits forever; if it is " +
		"a reminder, its token stays. Connect the target to an end, or back to the workflow.",
	Source: "soundness of workflow nets: from every node a path leads to an end; step: \"Design guide\"",
	Levels: "an info where the timer does not interrupt: its target then runs in parallel with the rest",
	Example: diag.Example{Name: "sign.step.json", Text: `{
  "id": "orders::sign",
  "name": "Sign",
  "steps": [
    {
      "id": "sign", "name": "Sign", "type": "USER_TASK", "nextStep": "done",
      "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "remind"}]
    },
    {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
	Fixed: diag.Example{Name: "sign.step.json", Text: `{
  "id": "orders::sign",
  "name": "Sign",
  "steps": [
    {
      "id": "sign", "name": "Sign", "type": "USER_TASK", "nextStep": "done",
      "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "remind"}]
    },
    {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind", "nextStep": "sign"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
}

var chainCycleRule = diag.Rule{
	ID:       "net/chain-cycle",
	Severity: diag.Warning,
	Summary:  "a cycle of next workflows",
	Why: "The end of each workflow starts the next one, so the chain never ends. Cycles across files are found when the files " +
		"are checked together.",
	Source: "step: \"Chaining workflows\" (cycles will loop indefinitely)",
	Example: diag.Example{Name: "poll.step.json", Text: `{
  "id": "orders::poll",
  "name": "Poll",
  "autoStartNextWorkflow": true,
  "nextWorkflowId": "orders::poll",
  "steps": [
    {"id": "poll", "name": "Poll", "type": "SERVICE_TASK", "jobType": "poll", "nextStep": "done"},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
	Fixed: diag.Example{Name: "poll.step.json", Text: `{
  "id": "orders::poll",
  "name": "Poll",
  "steps": [
    {"id": "poll", "name": "Poll", "type": "SERVICE_TASK", "jobType": "poll", "nextStep": "again"},
    {"id": "again", "name": "Again?", "type": "DECISION", "conditionalNextSteps": {"len(orders) > 0": "poll", "true": "done"}},
    {"id": "done", "name": "Done", "type": "END"}
  ]
}
`},
}

var unknownNextRule = diag.Rule{
	ID:       "net/unknown-next-workflow",
	Severity: diag.Info,
	Summary:  "the next workflow is not defined in any file",
	Why: "flowglot looks for it among the files that are checked together; with a single file it does not check. The workflow may " +
		"be defined elsewhere, or its id may be misspelled.",
	Source: "step: \"Top-level fields\" (the id must match that of another definition)",
	Levels: "a warning where the id is near to that of one of the files",
}

var unknownCalledRule = diag.Rule{
	ID:       "net/unknown-called-workflow",
	Severity: diag.Info,
	Summary:  "a called workflow is not defined in any file",
	Why: "flowglot looks for it among the files that are checked together; with a single file it does not check. The workflow may " +
		"be defined elsewhere, or its id may be misspelled.",
	Source: "sw: \"SubFlow State\" (workflowId is the id of a workflow)",
	Levels: "a warning where the id is near to that of one of the files",
}

func forkRules() []diag.Rule {
	return []diag.Rule{neverJoinsRule, mayLeaveRule, outsideJoinRule, joinWithoutForkRule, sharedJoinRule, deadEndRule, timerExitRule,
		chainCycleRule, unknownNextRule, unknownCalledRule, neverTakenRule, neverFiresRule, enteredTwiceRule, cutOffRule, neverLeftRule, neverCaughtRule, unwrittenRule}
}
