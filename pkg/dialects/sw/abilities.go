package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Abilities implements [dialects.Target].
func (Dialect) Abilities(dialects.Raising) *dialects.Abilities {
	return &dialects.Abilities{
		Documents: workflow.ObjectDocument,
		Kinds: dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Wait, workflow.Await, workflow.Scope, workflow.Emit,
			workflow.End, workflow.Fail),
		Answers: dialects.AnswerMergesDeep | dialects.AnswerDropped,
		Inputs:  dialects.InputObject, Addresses: true,
		Computes: true, ComputesDeep: true, OutputParts: true,
		Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryAtOnce | dialects.RetryDelay |
			dialects.RetryAddition,
		Handlers: dialects.HandleTasks | dialects.HandleScopes | dialects.HandleOwn | dialects.HandleByError | dialects.HandleByCondition |
			dialects.HandleData,
		Errors: &dialects.ErrorPlace{Member: "error", Name: "name", Cause: "message", Timeout: errTimeout, TimeoutCause: "no answer within the time limit", Parts: true,
			Unnamed: true},
		Timers:  dialects.TimerAttempt | dialects.TimerVisit,
		Joins:   dialects.JoinScopes,
		Enough:  true,
		Gathers: dialects.GatherChanges, WholeBranches: true, KeepsFinished: true,
		Each: true, AtOnce: true, ItemMember: "item", AddsResults: true,
		Awaits:     []string{"event"},
		FixedWaits: true,
		Default:    true, NoMatch: true, Cycles: true, Calls: true, BranchEnds: true, Described: true, Titles: true,
	}
}
