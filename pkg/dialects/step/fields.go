package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place uint32

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
var placeNames = []struct {
	in   place
	name string
}{
	{inWorkflow, "the workflow"}, {inServiceTask, "a SERVICE_TASK"}, {inUserTask, "a USER_TASK"}, {inDecision, "a DECISION"},
	{inDecisionTable, "a DECISION_TABLE"}, {inTransformation, "a TRANSFORMATION"}, {inWait, "a WAIT"},
	{inParallel, "a PARALLEL_GATEWAY"}, {inJoin, "a JOIN_GATEWAY"}, {inEnd, "an END"}, {inTable, "a decision table"},
	{inRule, "a rule"}, {inBoundary, "a boundary event"},
}

// name returns what a single place is called: "a WAIT". Of several it names the first.
func (p place) name() string {
	for _, n := range placeNames {
		if n.in&p != 0 {
			return n.name
		}
	}
	return ""
}

// list names all the places that a field may stand in: "a SERVICE_TASK or a USER_TASK".
func (p place) list() string {
	if p&inSteps == inSteps {
		return "a step"
	}
	var names []string
	for _, n := range placeNames {
		if n.in&p != 0 {
			names = append(names, n.name)
		}
	}
	return dialects.Listed(names, "or")
}

// fields are all the fields of the dialect, with the places that they may stand in (step: "Top-level fields", "Step
// object" and the sections of the types).
var fields = map[string]place{
	"id":                    inWorkflow | inSteps,
	"name":                  inWorkflow | inSteps,
	"description":           inWorkflow | inSteps,
	"steps":                 inWorkflow,
	"autoStartNextWorkflow": inWorkflow,
	"nextWorkflowId":        inWorkflow,
	"metadata":              inWorkflow,

	"type":                 inSteps | inBoundary,
	"nextStep":             inFlows,
	"jobType":              inServiceTask | inUserTask,
	"delegateClass":        inServiceTask,
	"retryCount":           inServiceTask,
	"boundaryEvents":       inTimed,
	"conditionalNextSteps": inDecision,
	"hitPolicy":            inDecisionTable,
	"decisionTable":        inDecisionTable,
	"transformations":      inTransformation,
	"parallelNextSteps":    inParallel,
	"joinStep":             inParallel,

	"rules":        inTable,
	"when":         inRule,
	"outputs":      inRule,
	"duration":     inBoundary,
	"interrupting": inBoundary,
	"targetStepId": inBoundary,
}

// fieldNames returns the names of the fields that an object may have, for suggestions, in a fixed order.
func fieldNames(in place) []string {
	var names []string
	for name, at := range fields {
		if at&in != 0 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
