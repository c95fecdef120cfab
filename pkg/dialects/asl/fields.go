package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// A place is a set of the objects of a definition, by what fields they may have.
type place uint32

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

// placeNames are the places in the words of messages, in their order,
var placeNames = []struct {
	in   place
	name string
}{
	{inMachine, "the machine"}, {inBranch, "a branch"}, {inProcessor, "a processor"},
	{inPass, "a Pass state"}, {inTask, "a Task state"}, {inChoice, "a Choice state"}, {inWait, "a Wait state"},
	{inSucceed, "a Succeed state"}, {inFail, "a Fail state"}, {inParallel, "a Parallel state"}, {inMap, "a Map state"},
	{inRetrier, "a retrier"}, {inCatcher, "a catcher"},
	{inRule, "a choice rule"}, {inPart, "a choice rule inside of another"},
}

// name returns what a single place is called: "a Task state". Of several it names the first.
func (p place) name() string {
	for _, n := range placeNames {
		if n.in&p != 0 {
			return n.name
		}
	}
	return ""
}

// list names all the places that a field may stand in at a level: "a Task state, a Parallel state or a catcher".
func (p place) list(level Level) string {
	if level == Level2016 {
		p &^= inMap | inProcessor
	}
	var names []string
	for _, n := range placeNames {
		if n.in&p != 0 {
			names = append(names, n.name)
		}
	}
	return dialects.Listed(names, "or")
}

// A language is what the expressions of a state are written in.
type language uint8

const (
	anyLanguage language = iota
	onlyJSONPath
	onlyJSONata
)

// A field is what the specification says about the fields of one name: which objects may have it.
type field struct {
	in place
	// later tells that the text of 2016 does not have it.
	later bool
	// only is the language that the field belongs to.
	only language
}

// fields are the fields of the language but for the operators of choice rules (asl 2016: "Top-level fields", "Table of
// State Types and Fields" and the sections of the states; later ones as AWS documents them).
var fields = map[string]field{
	"Comment":        {in: inScopes | inStates | inRetrier | inCatcher | inRules},
	"StartAt":        {in: inScopes},
	"States":         {in: inScopes},
	"Version":        {in: inMachine},
	"TimeoutSeconds": {in: inMachine | inTask},
	"QueryLanguage":  {in: inMachine | inStates, later: true},

	"Type":       {in: inStates},
	"InputPath":  {in: inData, only: onlyJSONPath},
	"OutputPath": {in: inData, only: onlyJSONPath},
	"ResultPath": {in: inResults | inCatcher, only: onlyJSONPath},
	"Next":       {in: inFlows | inCatcher | inRule},
	"End":        {in: inFlows},
	"Retry":      {in: inGuarded},
	"Catch":      {in: inGuarded},

	"Parameters":     {in: inResults, later: true, only: onlyJSONPath},
	"ResultSelector": {in: inGuarded, later: true, only: onlyJSONPath},
	"Assign":         {in: inFlows | inChoice | inCatcher | inRule, later: true},
	"Arguments":      {in: inTask | inParallel, later: true, only: onlyJSONata},
	"Output":         {in: inData | inCatcher | inRule, later: true, only: onlyJSONata},

	"Result": {in: inPass},

	"Resource":             {in: inTask},
	"HeartbeatSeconds":     {in: inTask},
	"TimeoutSecondsPath":   {in: inTask, later: true, only: onlyJSONPath},
	"HeartbeatSecondsPath": {in: inTask, later: true, only: onlyJSONPath},
	"Credentials":          {in: inTask, later: true},

	"Choices": {in: inChoice},
	"Default": {in: inChoice},

	"Seconds":       {in: inWait},
	"SecondsPath":   {in: inWait, only: onlyJSONPath},
	"Timestamp":     {in: inWait},
	"TimestampPath": {in: inWait, only: onlyJSONPath},

	"Error":     {in: inFail},
	"Cause":     {in: inFail},
	"ErrorPath": {in: inFail, later: true, only: onlyJSONPath},
	"CausePath": {in: inFail, later: true, only: onlyJSONPath},

	"Branches": {in: inParallel},

	"ItemProcessor":                  {in: inMap, later: true},
	"Iterator":                       {in: inMap, later: true},
	"Items":                          {in: inMap, later: true, only: onlyJSONata},
	"ItemsPath":                      {in: inMap, later: true, only: onlyJSONPath},
	"ItemSelector":                   {in: inMap, later: true},
	"ItemReader":                     {in: inMap, later: true},
	"ItemBatcher":                    {in: inMap, later: true},
	"ResultWriter":                   {in: inMap, later: true},
	"MaxConcurrency":                 {in: inMap, later: true},
	"MaxConcurrencyPath":             {in: inMap, later: true, only: onlyJSONPath},
	"ToleratedFailurePercentage":     {in: inMap, later: true},
	"ToleratedFailurePercentagePath": {in: inMap, later: true, only: onlyJSONPath},
	"ToleratedFailureCount":          {in: inMap, later: true},
	"ToleratedFailureCountPath":      {in: inMap, later: true, only: onlyJSONPath},
	"Label":                          {in: inMap, later: true},
	"ProcessorConfig":                {in: inProcessor, later: true},

	"ErrorEquals":     {in: inRetrier | inCatcher},
	"IntervalSeconds": {in: inRetrier},
	"MaxAttempts":     {in: inRetrier},
	"BackoffRate":     {in: inRetrier},
	"MaxDelaySeconds": {in: inRetrier, later: true},
	"JitterStrategy":  {in: inRetrier, later: true},

	"Variable":  {in: inRules},
	"Condition": {in: inRule, later: true, only: onlyJSONata},
}

// fieldOf returns what is known of the fields of a name. The operators are fields of choice rules alone.
func fieldOf(name string, in place) (f field, known bool) {
	f, known = fields[name]
	if !known && in&inRules != 0 {
		var o operator
		o, known = operators[name]
		f = field{in: inRules, later: o.kind == RuleLater}
	}
	return f, known
}

// fieldNames returns the names of the fields that an object may have at a level, for suggestions, in a fixed order.
func fieldNames(in place, level Level) []string {
	var names []string
	for name, f := range fields {
		if f.in&in != 0 && !(f.later && level == Level2016) {
			names = append(names, name)
		}
	}
	if in&inRules != 0 {
		names = append(names, operatorNames(level)...)
	}
	slices.Sort(names)
	return names
}
