package sw

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place uint64

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
func placeNames() []string {
	return []string{"the workflow", "a function", "an event", "a correlation", "an event state", "an operation state", "a switch state",
		"a delay state", "a parallel state", "a subflow state", "an inject state", "a foreach state", "a callback state",
		"an entry of eventsActions", "an action", "a functionRef", "an eventRef", "an error handler", "a retry definition", "a transition",
		"a data condition", "an event condition", "a branch", "a start definition", "a schedule", "an end definition", "a produceEvent",
		"a stateDataFilter", "an actionDataFilter", "an eventDataFilter", "an errorDataFilter"}
}

// name returns what a single place is called: "a branch". Of several it names the first.
func (p place) name() string {
	for i, n := range placeNames() {
		if p&(1<<i) != 0 {
			return n
		}
	}
	return ""
}

// list names all the places that a field may stand in: "a branch, a foreach state or a subflow state".
func (p place) list() string {
	if p&inStates == inStates {
		return "a state"
	}
	var names []string
	for i, n := range placeNames() {
		if p&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return dialects.Listed(names, "or")
}

// A field is a field of the dialect.
type field struct {
	name string
	in   place // where it may stand
	must place // where it has to
}

// fields are all the fields of the dialect (sw: the tables of "Workflow Definition" and of the sections below it).
func fields() []field {
	const (
		named   = inFunction | inEvent | inStates | inBranch
		schemas = inWorkflow | inStates
	)
	return []field{
		{"id", inWorkflow | inStates, inWorkflow},
		{"name", inWorkflow | named | inAction, inWorkflow | named},
		{"description", inWorkflow, 0},
		{"version", inWorkflow, 0},
		{"schemaVersion", inWorkflow, 0},
		{"dataInputSchema", schemas, 0},
		{"dataOutputSchema", schemas, 0},
		{"functions", inWorkflow, 0},
		{"events", inWorkflow, 0},
		{"states", inWorkflow, inWorkflow},
		{"metadata", inWorkflow | inFunction | inEvent | inStates | inDataCondition | inEventCondition, 0},

		{"resource", inFunction, inFunction},
		{"type", inFunction | inEvent | inStates, inEvent | inStates},
		{"source", inEvent, 0},
		{"kind", inEvent | inStart | inEnd, inStart | inEnd},
		{"correlation", inEvent, 0},
		{"contextAttributeName", inCorrelation, inCorrelation},
		{"contextAttributeValue", inCorrelation, 0},

		{"start", inStates, 0},
		{"end", inStates &^ inSwitch, 0},
		{"transition", inStates&^inSwitch | inHandler | inDataCondition | inEventCondition, inHandler | inDataCondition | inEventCondition},
		{"stateDataFilter", inStates, 0},
		{"retry", inRetried, 0},
		{"onError", inStates, 0},

		{"exclusive", inEventState, 0},
		{"eventsActions", inEventState, inEventState},
		{"timeout", inEventState | inCallback | inAction, inCallback},
		{"eventRefs", inEventsActions, inEventsActions},
		{"actionMode", inOperation | inEventsActions, 0},
		{"actions", inOperation | inForEach | inEventsActions | inBranch, inOperation | inEventsActions},
		{"dataConditions", inSwitch, 0},
		{"eventConditions", inSwitch, 0},
		{"eventTimeout", inSwitch, 0},
		{"default", inSwitch, inSwitch},
		{"timeDelay", inDelay, inDelay},
		{"branches", inParallel, inParallel},
		{"completionType", inParallel, 0},
		{"n", inParallel, 0},
		{"waitForCompletion", inSubFlow, 0},
		{"workflowId", inSubFlow | inForEach | inBranch, inSubFlow},
		{"data", inInject | inEventRef | inProduce, 0},
		{"inputCollection", inForEach, inForEach},
		{"outputCollection", inForEach, 0},
		{"iterationParam", inForEach, inForEach},
		{"max", inForEach, 0},
		{"action", inCallback, inCallback},
		{"eventRef", inCallback | inAction | inEventCondition | inProduce, inCallback | inEventCondition | inProduce},

		{"functionRef", inAction, 0},
		{"refName", inFunctionRef, inFunctionRef},
		{"parameters", inFunctionRef, 0},
		{"triggerEventRef", inEventRef, inEventRef},
		{"resultEventRef", inEventRef, inEventRef},
		{"contextAttributes", inEventRef | inProduce, 0},
		{"condition", inDataCondition, inDataCondition},
		{"expression", inHandler | inRetry | inTransition, inHandler | inRetry},
		{"interval", inRetry | inSchedule, 0},
		{"multiplier", inRetry, 0},
		{"maxAttempts", inRetry, 0},
		{"nextState", inTransition, inTransition},
		{"produceEvent", inTransition | inEnd, 0},
		{"schedule", inStart, 0},
		{"cron", inSchedule, 0},
		{"directInvoke", inSchedule, 0},
		{"timezone", inSchedule, 0},

		{"eventDataFilter", inEventsActions | inEventCondition | inCallback, 0},
		{"actionDataFilter", inAction, 0},
		{"errorDataFilter", inHandler, 0},
		{"dataInputPath", inStateFilter | inActionFilter, 0},
		{"dataOutputPath", inStateFilter | inEventFilter | inErrorFilter, 0},
		{"dataResultsPath", inActionFilter, 0},
	}
}

// A rename is another word by which a field is known.
type rename struct {
	old, name string
	in        place
}

// renames are the other words that are read, and warned about.
func renames() []rename {
	return []rename{
		{"onEvents", "eventsActions", inEventState},
		{"subflowId", "workflowId", inSubFlow | inForEach | inBranch},
		{"workflowid", "workflowId", inSubFlow | inForEach | inBranch},
		{"dataInputPath", "dataOutputPath", inEventFilter},
		{"inputPath", "dataOutputPath", inEventFilter},
	}
}

// member returns the member of an object that a field is, by its name or by another word for it; nil if it is not there.
func member(n *source.Node, in place, name string) *source.Member {
	if m := n.Member(name); m != nil {
		return m
	}
	for _, r := range renames() {
		if m := n.Member(r.old); m != nil && r.name == name && r.in&in != 0 {
			return m
		}
	}
	return nil
}

// A vocabulary is the fields of the dialect, ready to be looked up.
type vocabulary struct {
	fields  map[string]field
	all     []field
	renames []rename
}

func newVocabulary() *vocabulary {
	v := &vocabulary{all: fields(), renames: renames(), fields: map[string]field{}}
	for _, f := range v.all {
		v.fields[f.name] = f
	}
	return v
}

// proper returns the field that a key means in an object: that of its name, or the one that it is another word for.
func (v *vocabulary) proper(key string, in place) string {
	for _, r := range v.renames {
		if r.old == key && r.in&in != 0 {
			return r.name
		}
	}
	return key
}

// names returns the names of the fields that an object may have, for suggestions.
func (v *vocabulary) names(in place) []string {
	var names []string
	for _, f := range v.all {
		if f.in&in != 0 {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	return names
}

// required returns the names of the fields that an object has to have, in the order of the specification.
func (v *vocabulary) required(in place) []string {
	var names []string
	for _, f := range v.all {
		if f.must&in != 0 {
			names = append(names, f.name)
		}
	}
	return names
}
