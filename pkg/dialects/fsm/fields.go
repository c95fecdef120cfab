package fsm

import (
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A place is a set of the objects of a file, by what fields they may have.
type place = reading.Place

// The objects.
const (
	inImport place = 1 << iota
	inExport
	inWorkflow
	inState
	inTransition
	inProcessor
	inConfig
	inSimple
	inLifecycle
	inGroup
	inArray
	inFunction

	inConditions = inSimple | inLifecycle | inGroup | inArray | inFunction
)

// placeOf returns the place that conditions of a kind are. One of unknown kind may have the fields of all of them.
func placeOf(k ConditionKind) place {
	if k == NoCondition {
		return inConditions
	}
	return inSimple << (k - Simple)
}

// placeNames are the places in the words of messages, in their order.
var placeNames = []reading.PlaceName{
	{In: inConditions, Name: "a condition"},
	{In: inImport, Name: "the import request"}, {In: inExport, Name: "the export"}, {In: inWorkflow, Name: "a workflow"}, {In: inState, Name: "a state"},
	{In: inTransition, Name: "a transition"}, {In: inProcessor, Name: "a processor"}, {In: inConfig, Name: "the config of a processor"},
	{In: inSimple, Name: "a simple condition"}, {In: inLifecycle, Name: "a lifecycle condition"}, {In: inGroup, Name: "a group"},
	{In: inArray, Name: "an array condition"}, {In: inFunction, Name: "a function condition"},
}

// words are all the fields of the dialect, with the places that they may appear in (fsm: "WORKFLOW SCHEMA" to "EXPORT
// RESPONSE"). What is inside of a function belongs to the function.
var words = reading.NewVocabulary(placeNames, []reading.Field{
	{Name: "importMode", In: inImport},
	{Name: "workflows", In: inImport | inExport, Must: inImport | inExport},
	{Name: "entityName", In: inExport},
	{Name: "modelVersion", In: inExport},

	{Name: "version", In: inWorkflow, Extra: workflow.ExtraText},
	{Name: "name", In: inWorkflow | inTransition | inProcessor, Must: inWorkflow | inTransition | inProcessor, Extra: workflow.ExtraText},
	{Name: "desc", In: inWorkflow, Extra: workflow.ExtraText},
	{Name: "initialState", In: inWorkflow, Must: inWorkflow, Extra: workflow.ExtraLayout},
	{Name: "active", In: inWorkflow, Extra: workflow.ExtraLayout},
	{Name: "criterion", In: inWorkflow | inTransition, Extra: workflow.ExtraLayout},
	{Name: "states", In: inWorkflow, Must: inWorkflow, Extra: workflow.ExtraLayout},
	{Name: "transitions", In: inState, Vital: inState, Extra: workflow.ExtraLayout},

	{Name: "next", In: inTransition, Must: inTransition, Extra: workflow.ExtraLayout},
	{Name: "manual", In: inTransition, Extra: workflow.ExtraLayout},
	{Name: "disabled", In: inTransition, Extra: workflow.ExtraLayout},
	{Name: "processors", In: inTransition, Extra: workflow.ExtraLayout},

	{Name: "type", In: inProcessor | inConditions, Must: inProcessor | inConditions},
	{Name: "executionMode", In: inProcessor},
	{Name: "config", In: inProcessor},
	{Name: "attachEntity", In: inConfig},
	{Name: "calculationNodesTags", In: inConfig},
	{Name: "responseTimeoutMs", In: inConfig},
	{Name: "retryPolicy", In: inConfig},
	{Name: "context", In: inConfig},

	{Name: "jsonPath", In: inSimple | inArray, Must: inSimple | inArray},
	{Name: "field", In: inLifecycle, Must: inLifecycle},
	{Name: "operatorType", In: inSimple | inLifecycle, Must: inSimple | inLifecycle},
	{Name: "operator", In: inSimple | inLifecycle | inGroup, Must: inSimple | inLifecycle | inGroup},
	{Name: "operation", In: inSimple | inLifecycle, Must: inSimple | inLifecycle},
	{Name: "value", In: inSimple | inLifecycle, Must: inSimple | inLifecycle},
	{Name: "values", In: inArray, Must: inArray},
	{Name: "conditions", In: inGroup, Must: inGroup},
	{Name: "function", In: inFunction, Must: inFunction},
})
