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
	Summary:  "a branch cannot come to its join",
	Why: "The join waits for a token from every branch that was started. One branch that never comes there keeps it, and " +
		"the whole workflow, waiting for ever.",
	Source:  "soundness of workflow nets: a join is reached from each branch of its fork; step: \"Design guide\"",
	Example: neverJoined,
	Fixed:   joined,
}

var mayLeaveRule = diag.Rule{
	ID:       "net/branch-may-leave",
	Severity: diag.Warning,
	Summary:  "a branch may leave and never come to its join",
	Why: "When the run takes this way, the join waits for a branch that does not come, unless the way ends the whole workflow, " +
		"and with it what the other branches were doing. Let every way of a branch come to the join, and decide behind it.",
	Source:  "soundness of workflow nets: a join is reached on every way from its fork; step: \"Design guide\"",
	Example: mayLeave,
	Fixed:   joined,
}

var outsideJoinRule = diag.Rule{
	ID:       "net/join-from-outside",
	Severity: diag.Error,
	Summary:  "something comes to a join that belongs to none of its branches",
	Why: "A join counts branches, and not arrivals. What comes on another way, or was started by a timer beside a branch, stands " +
		"in for no branch: it stops there.",
	Source:  "soundness of workflow nets: only the branches of its fork come to a join",
	Example: fromOutside,
	Fixed:   joined,
}

var joinWithoutForkRule = diag.Rule{
	ID:       "net/join-without-fork",
	Severity: diag.Error,
	Summary:  "a join waits for branches that nothing starts",
	Why:      "No fork names it, so that what comes there belongs to no branch and waits for ever.",
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
	Why: "flowglot keeps the branches of one from those of the other, but engines may count them together and go on too early. " +
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
	Summary:  "a way stops at a step that is no end",
	Why: "What comes here stays: with nothing else going on, the run is neither done nor failed. That may be meant where people " +
		"are to look after it.",
	Source: "soundness of workflow nets: from every node a way leads to an end; step: \"SERVICE_TASK\"",
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
	Summary:  "a timer leads to where no way leads on to an end",
	Why: "Once the timer has fired, its target runs and stops. If the timer was to end the wait, the run now waits for ever; if it " +
		"was only to remind, what it started stays behind. Lead on to an end, or back.",
	Source: "soundness of workflow nets: from every node a way leads to an end; step: \"Design guide\"",
	Levels: "an information where the timer does not interrupt: what it starts is then beside the way that goes on",
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
	Summary:  "a chain of workflows comes back to where it began",
	Why: "Every end of a workflow starts the next one, so that such a chain goes on for ever. Cycles through several files are " +
		"found when the files are checked together.",
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
	Summary:  "a workflow starts one that none of the files defines",
	Why: "It is looked for among the files that are checked together, and not at all when there is only one. The workflow may be " +
		"defined elsewhere, or its id is misspelt.",
	Source: "step: \"Top-level fields\" (the id must match that of another definition)",
	Levels: "a warning where the id is near to that of one of the files",
}

func forkRules() []diag.Rule {
	return []diag.Rule{neverJoinsRule, mayLeaveRule, outsideJoinRule, joinWithoutForkRule, sharedJoinRule, deadEndRule, timerExitRule,
		chainCycleRule, unknownNextRule}
}
