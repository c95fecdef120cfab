package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place = reading.Place

// The objects.
const (
	inWorkflow place = 1 << iota
	inFunction
	inEvent
	inCorrelation

	inEventState
	inOperation
	inSwitch
	inDelay
	inParallel
	inSubFlow
	inInject
	inForEach
	inCallback

	inEventsActions
	inAction
	inFunctionRef
	inEventRef
	inHandler
	inRetry
	inTransition
	inDataCondition
	inEventCondition
	inBranch
	inStart
	inSchedule
	inEnd
	inProduce
	inStateFilter
	inActionFilter
	inEventFilter
	inErrorFilter

	inStates  = inEventState | inOperation | inSwitch | inDelay | inParallel | inSubFlow | inInject | inForEach | inCallback
	inRetried = inEventState | inOperation | inParallel | inForEach | inCallback
)

// placeOf returns the place that states of a type are. A state of unknown type may have the fields of all of them.
func placeOf(t StateType) place {
	if t == NoType {
		return inStates
	}
	return inEventState << (t - EventState)
}

// placeNames are the places in the words of messages, in their order.
var placeNames = []reading.PlaceName{
	{In: inStates, Name: "a state"},
	{In: inWorkflow, Name: "the workflow"},
	{In: inFunction, Name: "a function"},
	{In: inEvent, Name: "an event"},
	{In: inCorrelation, Name: "a correlation"},
	{In: inEventState, Name: "an event state"},
	{In: inOperation, Name: "an operation state"},
	{In: inSwitch, Name: "a switch state"},
	{In: inDelay, Name: "a delay state"},
	{In: inParallel, Name: "a parallel state"},
	{In: inSubFlow, Name: "a subflow state"},
	{In: inInject, Name: "an inject state"},
	{In: inForEach, Name: "a foreach state"},
	{In: inCallback, Name: "a callback state"},
	{In: inEventsActions, Name: "an entry of eventsActions"},
	{In: inAction, Name: "an action"},
	{In: inFunctionRef, Name: "a functionRef"},
	{In: inEventRef, Name: "an eventRef"},
	{In: inHandler, Name: "an error handler"},
	{In: inRetry, Name: "a retry definition"},
	{In: inTransition, Name: "a transition"},
	{In: inDataCondition, Name: "a data condition"},
	{In: inEventCondition, Name: "an event condition"},
	{In: inBranch, Name: "a branch"},
	{In: inStart, Name: "a start definition"},
	{In: inSchedule, Name: "a schedule"},
	{In: inEnd, Name: "an end definition"},
	{In: inProduce, Name: "a produceEvent"},
	{In: inStateFilter, Name: "a stateDataFilter"},
	{In: inActionFilter, Name: "an actionDataFilter"},
	{In: inEventFilter, Name: "an eventDataFilter"},
	{In: inErrorFilter, Name: "an errorDataFilter"},
}

// Fields that several kinds of objects have.
const (
	inNamed   = inFunction | inEvent | inStates | inBranch
	inSchemas = inWorkflow | inStates
)

// words are all the fields of the dialect (sw: the tables of "Workflow Definition" and of the sections below it).
var words = reading.NewVocabulary(placeNames, []reading.Field{
	{Name: "id", In: inWorkflow | inStates, Must: inWorkflow, Extra: workflow.ExtraText},
	{Name: "name", In: inWorkflow | inNamed | inAction, Must: inWorkflow | inNamed, Extra: workflow.ExtraText},
	{Name: "description", In: inWorkflow, Extra: workflow.ExtraText},
	{Name: "version", In: inWorkflow, Extra: workflow.ExtraText},
	{Name: "schemaVersion", In: inWorkflow},
	{Name: "dataInputSchema", In: inSchemas},
	{Name: "dataOutputSchema", In: inSchemas},
	{Name: "functions", In: inWorkflow, Vital: inWorkflow},
	{Name: "events", In: inWorkflow, Vital: inWorkflow, Extra: workflow.ExtraDefault},
	{Name: "states", In: inWorkflow, Must: inWorkflow},
	{Name: "metadata", In: inWorkflow | inFunction | inEvent | inStates | inDataCondition | inEventCondition},

	{Name: "resource", In: inFunction, Must: inFunction},
	{Name: "type", In: inFunction | inEvent | inStates, Must: inEvent | inStates},
	{Name: "source", In: inEvent, Vital: inEvent},
	{Name: "kind", In: inEvent | inStart | inEnd, Vital: inEvent, Must: inStart | inEnd},
	{Name: "correlation", In: inEvent},
	{Name: "contextAttributeName", In: inCorrelation, Must: inCorrelation},
	{Name: "contextAttributeValue", In: inCorrelation},

	{Name: "start", In: inStates, Vital: inStates, Extra: workflow.ExtraDefault},
	{Name: "end", In: inStates &^ inSwitch, Vital: inStates},
	{Name: "transition", In: inStates&^inSwitch | inHandler | inDataCondition | inEventCondition, Vital: inStates, Must: inHandler | inDataCondition | inEventCondition},
	{Name: "stateDataFilter", In: inStates},
	{Name: "retry", In: inRetried},
	{Name: "onError", In: inStates},

	{Name: "exclusive", In: inEventState, Extra: workflow.ExtraDefault},
	{Name: "eventsActions", In: inEventState, Must: inEventState},
	{Name: "timeout", In: inEventState | inCallback | inAction, Must: inCallback, Extra: workflow.ExtraDefault},
	{Name: "eventRefs", In: inEventsActions, Must: inEventsActions},
	{Name: "actionMode", In: inOperation | inEventsActions, Extra: workflow.ExtraDefault},
	{Name: "actions", In: inOperation | inForEach | inEventsActions | inBranch, Vital: inForEach | inBranch, Must: inOperation | inEventsActions},
	{Name: "dataConditions", In: inSwitch, Vital: inSwitch},
	{Name: "eventConditions", In: inSwitch, Vital: inSwitch},
	{Name: "eventTimeout", In: inSwitch, Vital: inSwitch},
	{Name: "default", In: inSwitch, Must: inSwitch},
	{Name: "timeDelay", In: inDelay, Must: inDelay},
	{Name: "branches", In: inParallel, Must: inParallel},
	{Name: "completionType", In: inParallel, Extra: workflow.ExtraDefault},
	{Name: "n", In: inParallel},
	{Name: "waitForCompletion", In: inSubFlow},
	{Name: "workflowId", In: inSubFlow | inForEach | inBranch, Vital: inForEach | inBranch, Must: inSubFlow},
	{Name: "data", In: inInject | inEventRef | inProduce},
	{Name: "inputCollection", In: inForEach, Must: inForEach},
	{Name: "outputCollection", In: inForEach},
	{Name: "iterationParam", In: inForEach, Must: inForEach},
	{Name: "max", In: inForEach},
	{Name: "action", In: inCallback, Must: inCallback},
	{Name: "eventRef", In: inCallback | inAction | inEventCondition | inProduce, Vital: inAction, Must: inCallback | inEventCondition | inProduce},

	{Name: "functionRef", In: inAction, Vital: inAction},
	{Name: "refName", In: inFunctionRef, Must: inFunctionRef},
	{Name: "parameters", In: inFunctionRef, Extra: workflow.ExtraDefault},
	{Name: "triggerEventRef", In: inEventRef, Must: inEventRef},
	{Name: "resultEventRef", In: inEventRef, Must: inEventRef},
	{Name: "contextAttributes", In: inEventRef | inProduce},
	{Name: "condition", In: inDataCondition, Must: inDataCondition},
	{Name: "expression", In: inHandler | inRetry | inTransition, Must: inHandler | inRetry},
	{Name: "interval", In: inRetry | inSchedule, Vital: inSchedule, Extra: workflow.ExtraDefault},
	{Name: "multiplier", In: inRetry},
	{Name: "maxAttempts", In: inRetry, Vital: inRetry, Extra: workflow.ExtraDefault},
	{Name: "nextState", In: inTransition, Must: inTransition},
	{Name: "produceEvent", In: inTransition | inEnd, Vital: inEnd},
	{Name: "schedule", In: inStart, Vital: inStart},
	{Name: "cron", In: inSchedule, Vital: inSchedule},
	{Name: "directInvoke", In: inSchedule},
	{Name: "timezone", In: inSchedule},

	{Name: "eventDataFilter", In: inEventsActions | inEventCondition | inCallback},
	{Name: "actionDataFilter", In: inAction},
	{Name: "errorDataFilter", In: inHandler},
	{Name: "dataInputPath", In: inStateFilter | inActionFilter},
	{Name: "dataOutputPath", In: inStateFilter | inEventFilter | inErrorFilter},
	{Name: "dataResultsPath", In: inActionFilter},
})

// A rename is another word by which a field is known.
type rename struct {
	old, name string
	in        place
}

// renames are the other words that are read, and warned about.
var renames = []rename{
	{"onEvents", "eventsActions", inEventState},
	{"subflowId", "workflowId", inSubFlow | inForEach | inBranch},
	{"workflowid", "workflowId", inSubFlow | inForEach | inBranch},
	{"dataInputPath", "dataOutputPath", inEventFilter},
	{"inputPath", "dataOutputPath", inEventFilter},
}

// member returns the member of an object that a field is, by its name or by another word for it; nil if it is not there.
func member(n *source.Node, in place, name string) *source.Member {
	if m := n.Member(name); m != nil {
		return m
	}
	for _, r := range renames {
		if m := n.Member(r.old); m != nil && r.name == name && r.in&in != 0 {
			return m
		}
	}
	return nil
}

// proper returns the field that a key means in an object: that of its name, or the one that it is another word for.
func proper(key string, in place) string {
	for _, r := range renames {
		if r.old == key && r.in&in != 0 {
			return r.name
		}
	}
	return key
}
