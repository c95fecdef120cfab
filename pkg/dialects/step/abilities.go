package step

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Abilities implements dialects.Target. A worker gets all variables, and what it returns is merged into them (step: "Variables and data
// flow"); gateways split and join; timers lead to another step; and nothing handles an error.
func (Dialect) Abilities(o dialects.Raising) *dialects.Abilities {
	answers := dialects.AnswerMergesDeep
	if o.Settings[mergeOption] == "shallow" {
		answers = dialects.AnswerMergesShallow
	}
	return &dialects.Abilities{
		Documents:  workflow.ObjectDocument,
		Kinds:      dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Table, workflow.Wait, workflow.Await, workflow.End, workflow.Fail),
		Answers:    answers,
		Computes:   true,
		Retries:    dialects.RetryTasks | dialects.RetryAtOnce,
		Timers:     dialects.TimerVisit | dialects.TimerAttempts | dialects.TimerBeside,
		Joins:      dialects.JoinForks,
		Gathers:    dialects.GatherShared,
		Awaits:     []string{"userTask", "signal"},
		FixedWaits: true, Described: true,
		Default: true, NoMatch: true, Cycles: true, Follows: true, BranchEnds: true,
	}
}
