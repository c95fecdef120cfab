package arrow

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Abilities implements dialects.Target: a step gets what comes along its arrow, and what it answers goes on; the operator > merges what
// comes along several arrows.
func (Dialect) Abilities(dialects.Raising) *dialects.Abilities {
	return &dialects.Abilities{
		Documents:  workflow.StructuredDocument,
		Kinds:      dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.Scope, workflow.End, workflow.Resource),
		Answers:    dialects.AnswerReplaces | dialects.AnswerMergesShallow,
		Joins:      dialects.JoinScopes | dialects.JoinEdges,
		Gathers:    dialects.GatherChanges | dialects.GatherMerged | dialects.GatherJoined,
		Sources:    true,
		Parts:      true,
		Each:       true,
		Default:    true,
		Parameters: true,
	}
}
