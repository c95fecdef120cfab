package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Abilities implements [dialects.Target]. The language of 2016 puts answers at a path, replaces the document by them or drops them;
// today's computes the document with JSONata where that does not suffice.
func (Dialect) Abilities(o dialects.Raising) *dialects.Abilities {
	a := &dialects.Abilities{
		Documents: workflow.AnyDocument,
		Kinds:     dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Wait, workflow.Scope, workflow.End, workflow.Fail),
		Answers:   dialects.AnswerReplaces | dialects.AnswerAt | dialects.AnswerDropped,
		Inputs:    dialects.InputPath,
		Outputs:   true,
		Computes:  true,
		Retries: dialects.RetryTasks | dialects.RetryScopes | dialects.RetryByError | dialects.RetryDelay |
			dialects.RetryFactor,
		Handlers:    dialects.HandleTasks | dialects.HandleScopes | dialects.HandleByError | dialects.HandleData | dialects.HandleReported,
		WholeDelays: true,
		Timers:      dialects.TimerAttempt | dialects.TimerBeat | dialects.TimerComplete,
		Joins:       dialects.JoinScopes,
		Gathers:     dialects.GatherLists,
		Default:     true,
		NoMatch:     true,
		Cycles:      true,
		Timeout:     true,
		Comments:    true,
		Titles:      true,
	}
	if levelOf(o.Settings) == Level2016 {
		return a
	}
	a.Answers |= dialects.AnswerMergesDeep | dialects.AnswerMergesShallow
	a.Inputs |= dialects.InputObject
	a.Kinds |= dialects.Kinds(workflow.Emit)
	a.Tokens, a.ErrorData, a.ChoiceOutputs = true, true, true
	a.Results, a.Variables, a.Omits, a.Each, a.AtOnce = true, true, true, true, true
	a.Retries |= dialects.RetryLongest | dialects.RetryJitter
	a.Gathers |= dialects.GatherChanges | dialects.GatherMerged | dialects.GatherJoined
	a.ChangesInOrder = true
	return a
}
