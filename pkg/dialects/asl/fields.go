package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place = reading.Place

// The objects. A part is a choice rule inside of And, Or or Not.
const (
	inMachine place = 1 << iota
	inBranch
	inProcessor
	inPass
	inTask
	inChoice
	inWait
	inSucceed
	inFail
	inParallel
	inMap
	inRetrier
	inCatcher
	inRule
	inPart

	inScopes  = inMachine | inBranch | inProcessor
	inResults = inPass | inTask | inParallel | inMap // the states that generate a result
	inFlows   = inResults | inWait                   // the states that Next leads on from
	inGuarded = inTask | inParallel | inMap          // the states that may retry and catch
	inData    = inFlows | inChoice | inSucceed
	inStates  = inData | inFail
	inRules   = inRule | inPart
)

// placeOf returns the place that states of a type are. A state of unknown type may have the fields of all of them.
func placeOf(t StateType) place {
	if t == NoType {
		return inStates
	}
	return inPass << (t - Pass)
}

// placeNames are the places in the words of messages, in their order.
var placeNames = []reading.PlaceName{
	{In: inMachine, Name: "the machine"}, {In: inBranch, Name: "a branch"}, {In: inProcessor, Name: "a processor"},
	{In: inPass, Name: "a Pass state"}, {In: inTask, Name: "a Task state"}, {In: inChoice, Name: "a Choice state"},
	{In: inWait, Name: "a Wait state"}, {In: inSucceed, Name: "a Succeed state"}, {In: inFail, Name: "a Fail state"},
	{In: inParallel, Name: "a Parallel state"}, {In: inMap, Name: "a Map state"},
	{In: inRetrier, Name: "a retrier"}, {In: inCatcher, Name: "a catcher"},
	{In: inRule, Name: "a choice rule"}, {In: inPart, Name: "a choice rule inside of another"},
}

// The marks of fields.
const (
	later        reading.Marks = 1 << iota // the text of 2016 does not have it
	onlyJSONPath                           // it belongs to that query language
	onlyJSONata
)

// fields are the fields of the language but for the operators of choice rules (asl 2016: "Top-level fields", "Table of
// State Types and Fields" and the sections of the states; later ones as AWS documents them).
var fields = []reading.Field{
	{Name: "Comment", In: inScopes | inStates | inRetrier | inCatcher | inRules, Extra: workflow.ExtraText},
	{Name: "StartAt", In: inScopes},
	{Name: "States", In: inScopes},
	{Name: "Version", In: inMachine, Extra: workflow.ExtraText},
	{Name: "TimeoutSeconds", In: inMachine | inTask, Extra: workflow.ExtraDefault},
	{Name: "QueryLanguage", In: inMachine | inStates, Marks: later},

	{Name: "Type", In: inStates},
	{Name: "InputPath", In: inData, Marks: onlyJSONPath, Extra: workflow.ExtraDefault},
	{Name: "OutputPath", In: inData, Marks: onlyJSONPath, Extra: workflow.ExtraDefault},
	{Name: "ResultPath", In: inResults | inCatcher, Marks: onlyJSONPath, Extra: workflow.ExtraDefault},
	{Name: "Next", In: inFlows | inCatcher | inRule},
	{Name: "End", In: inFlows, Extra: workflow.ExtraDefault},
	{Name: "Retry", In: inGuarded},
	{Name: "Catch", In: inGuarded},

	{Name: "Parameters", In: inResults, Marks: later | onlyJSONPath},
	{Name: "ResultSelector", In: inGuarded, Marks: later | onlyJSONPath},
	{Name: "Assign", In: inFlows | inChoice | inCatcher | inRule, Marks: later},
	{Name: "Arguments", In: inTask | inParallel, Marks: later | onlyJSONata},
	{Name: "Output", In: inData | inCatcher | inRule, Marks: later | onlyJSONata},

	{Name: "Result", In: inPass, Marks: onlyJSONPath},

	{Name: "Resource", In: inTask},
	{Name: "HeartbeatSeconds", In: inTask},
	{Name: "TimeoutSecondsPath", In: inTask, Marks: later | onlyJSONPath},
	{Name: "HeartbeatSecondsPath", In: inTask, Marks: later | onlyJSONPath},
	{Name: "Credentials", In: inTask, Marks: later},

	{Name: "Choices", In: inChoice},
	{Name: "Default", In: inChoice},

	{Name: "Seconds", In: inWait},
	{Name: "SecondsPath", In: inWait, Marks: onlyJSONPath},
	{Name: "Timestamp", In: inWait},
	{Name: "TimestampPath", In: inWait, Marks: onlyJSONPath},

	{Name: "Error", In: inFail},
	{Name: "Cause", In: inFail},
	{Name: "ErrorPath", In: inFail, Marks: later | onlyJSONPath},
	{Name: "CausePath", In: inFail, Marks: later | onlyJSONPath},

	{Name: "Branches", In: inParallel},

	{Name: "ItemProcessor", In: inMap, Marks: later},
	{Name: "Iterator", In: inMap, Marks: later},
	{Name: "Items", In: inMap, Marks: later | onlyJSONata},
	{Name: "ItemsPath", In: inMap, Marks: later | onlyJSONPath},
	{Name: "ItemSelector", In: inMap, Marks: later},
	{Name: "ItemReader", In: inMap, Marks: later},
	{Name: "ItemBatcher", In: inMap, Marks: later},
	{Name: "ResultWriter", In: inMap, Marks: later},
	{Name: "MaxConcurrency", In: inMap, Marks: later},
	{Name: "MaxConcurrencyPath", In: inMap, Marks: later | onlyJSONPath},
	{Name: "ToleratedFailurePercentage", In: inMap, Marks: later},
	{Name: "ToleratedFailurePercentagePath", In: inMap, Marks: later | onlyJSONPath},
	{Name: "ToleratedFailureCount", In: inMap, Marks: later},
	{Name: "ToleratedFailureCountPath", In: inMap, Marks: later | onlyJSONPath},
	{Name: "Label", In: inMap, Marks: later},
	{Name: "ProcessorConfig", In: inProcessor, Marks: later},

	{Name: "ErrorEquals", In: inRetrier | inCatcher},
	{Name: "IntervalSeconds", In: inRetrier, Extra: workflow.ExtraDefault},
	{Name: "MaxAttempts", In: inRetrier, Extra: workflow.ExtraDefault},
	{Name: "BackoffRate", In: inRetrier, Extra: workflow.ExtraDefault},
	{Name: "MaxDelaySeconds", In: inRetrier, Marks: later},
	{Name: "JitterStrategy", In: inRetrier, Marks: later},

	{Name: "Variable", In: inRules, Marks: onlyJSONPath},
	{Name: "Condition", In: inRule, Marks: later | onlyJSONata},
}

// words are the fields and the operators of choice rules, which nothing else has.
var words = reading.NewVocabulary(placeNames, slices.Concat(fields, operatorFields()))

func operatorFields() []reading.Field {
	var out []reading.Field
	for name, o := range operators {
		f := reading.Field{Name: name, In: inRules, Local: true}
		if o.kind == RuleLater {
			f.Marks = later
		}
		if o.kind.combines() { // a comparison has a Variable, which is marked
			f.Marks |= onlyJSONPath
		}
		out = append(out, f)
	}
	return out
}

// placesOf returns where the field of a name may appear.
func placesOf(name string) place {
	if f := words.Field(name); f != nil {
		return f.In
	}
	return 0
}

// isOtherLanguage reports whether a field belongs to the other query language than that of a state.
func isOtherLanguage(f *reading.Field, jsonata bool) bool {
	return f.Marks&onlyJSONata != 0 && !jsonata || f.Marks&onlyJSONPath != 0 && jsonata
}
