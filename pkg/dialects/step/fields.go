package step

import (
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place = reading.Place

// The objects.
const (
	inWorkflow place = 1 << iota
	inServiceTask
	inUserTask
	inDecision
	inDecisionTable
	inTransformation
	inWait
	inParallel
	inJoin
	inEnd
	inTable // decisionTable
	inRule
	inBoundary

	inTimed = inServiceTask | inUserTask | inWait // the steps that boundary events are for
	inFlows = inTimed | inDecisionTable | inTransformation | inJoin
	inSteps = inFlows | inDecision | inParallel | inEnd
)

// placeOf returns the place that steps of a type are. A step of unknown type may have the fields of all of them.
func placeOf(t StepType) place {
	if t == NoType {
		return inSteps
	}
	return inServiceTask << (t - ServiceTask)
}

// placeNames are the places in the words of messages, in their order.
var placeNames = []reading.PlaceName{
	{In: inSteps, Name: "a step"},
	{In: inWorkflow, Name: "the workflow"}, {In: inServiceTask, Name: "a SERVICE_TASK"}, {In: inUserTask, Name: "a USER_TASK"}, {In: inDecision, Name: "a DECISION"},
	{In: inDecisionTable, Name: "a DECISION_TABLE"}, {In: inTransformation, Name: "a TRANSFORMATION"}, {In: inWait, Name: "a WAIT"},
	{In: inParallel, Name: "a PARALLEL_GATEWAY"}, {In: inJoin, Name: "a JOIN_GATEWAY"}, {In: inEnd, Name: "an END"}, {In: inTable, Name: "a decision table"},
	{In: inRule, Name: "a rule"}, {In: inBoundary, Name: "a boundary event"},
}

// words are all the fields of the dialect, with the places that they may appear in (step: "Top-level fields", "Step
// object" and the sections of the types).
var words = reading.NewVocabulary(placeNames, []reading.Field{
	{Name: "id", In: inWorkflow | inSteps, Extra: workflow.ExtraText},
	{Name: "name", In: inWorkflow | inSteps, Extra: workflow.ExtraText},
	{Name: "description", In: inWorkflow | inSteps, Extra: workflow.ExtraText},
	{Name: "steps", In: inWorkflow},
	{Name: "autoStartNextWorkflow", In: inWorkflow, Extra: workflow.ExtraDefault},
	{Name: "nextWorkflowId", In: inWorkflow},
	{Name: "metadata", In: inWorkflow},

	{Name: "type", In: inSteps | inBoundary},
	{Name: "nextStep", In: inFlows},
	{Name: "jobType", In: inServiceTask | inUserTask, Extra: workflow.ExtraDefault},
	{Name: "delegateClass", In: inServiceTask},
	{Name: "retryCount", In: inServiceTask, Extra: workflow.ExtraDefault},
	{Name: "boundaryEvents", In: inTimed, Extra: workflow.ExtraDefault},
	{Name: "conditionalNextSteps", In: inDecision},
	{Name: "hitPolicy", In: inDecisionTable, Extra: workflow.ExtraDefault},
	{Name: "decisionTable", In: inDecisionTable},
	{Name: "transformations", In: inTransformation},
	{Name: "parallelNextSteps", In: inParallel},
	{Name: "joinStep", In: inParallel},

	{Name: "rules", In: inTable},
	{Name: "when", In: inRule, Extra: workflow.ExtraDefault},
	{Name: "outputs", In: inRule, Extra: workflow.ExtraDefault},
	{Name: "duration", In: inBoundary},
	{Name: "interrupting", In: inBoundary},
	{Name: "targetStepId", In: inBoundary},
})
