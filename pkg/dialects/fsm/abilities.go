package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Abilities implements [dialects.Target]. A workflow has states of an entity alone: an entity is in one state at a time, its data is an
// object that answers of processors replace, it waits for requests, and nothing catches an error.
func (Dialect) Abilities(dialects.Raising) *dialects.Abilities {
	return &dialects.Abilities{
		Documents:       workflow.ObjectDocument,
		Kinds:           dialects.Kinds(workflow.State, workflow.Pass, workflow.Task, workflow.Choice, workflow.Await, workflow.End),
		Answers:         dialects.AnswerReplaces | dialects.AnswerDropped,
		Inputs:          dialects.InputNothing,
		Ignores:         true,
		Asks:            true,
		Titles:          true,
		Timers:          dialects.TimerAttempt | dialects.TimerRequest,
		Awaits:          []string{"userTask", "signal", "event"},
		Default:         true,
		Cycles:          true,
		Parameters:      true,
		PlainParameters: true,
		FixedWaits:      true,
	}
}
