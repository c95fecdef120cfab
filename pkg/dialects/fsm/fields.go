package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// A place is a set of the objects of a file, by what fields they may have.
type place uint32

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
var placeNames = []struct {
	in   place
	name string
}{
	{inImport, "the import request"}, {inExport, "the export"}, {inWorkflow, "a workflow"}, {inState, "a state"},
	{inTransition, "a transition"}, {inProcessor, "a processor"}, {inConfig, "the config of a processor"},
	{inSimple, "a simple condition"}, {inLifecycle, "a lifecycle condition"}, {inGroup, "a group"},
	{inArray, "an array condition"}, {inFunction, "a function condition"},
}

// name returns what a single place is called: "a group". Of several it names the first, or calls them a condition.
func (p place) name() string {
	if p == inConditions {
		return "a condition"
	}
	for _, n := range placeNames {
		if n.in&p != 0 {
			return n.name
		}
	}
	return ""
}

// list names all the places that a field may stand in: "a simple condition or a group".
func (p place) list() string {
	var names []string
	for _, n := range placeNames {
		if n.in&p != 0 {
			names = append(names, n.name)
		}
	}
	return dialects.Listed(names, "or")
}

// fields are all the fields of the dialect, with the places that they may stand in (fsm: "WORKFLOW SCHEMA" to "EXPORT
// RESPONSE"). What is inside of a function belongs to the function.
var fields = map[string]place{
	"importMode":   inImport,
	"workflows":    inImport | inExport,
	"entityName":   inExport,
	"modelVersion": inExport,

	"version":      inWorkflow,
	"name":         inWorkflow | inTransition | inProcessor,
	"desc":         inWorkflow,
	"initialState": inWorkflow,
	"active":       inWorkflow,
	"criterion":    inWorkflow | inTransition,
	"states":       inWorkflow,
	"transitions":  inState,

	"next":       inTransition,
	"manual":     inTransition,
	"disabled":   inTransition,
	"processors": inTransition,

	"type":                 inProcessor | inConditions,
	"executionMode":        inProcessor,
	"config":               inProcessor,
	"attachEntity":         inConfig,
	"calculationNodesTags": inConfig,
	"responseTimeoutMs":    inConfig,
	"retryPolicy":          inConfig,
	"context":              inConfig,

	"jsonPath":     inSimple | inArray,
	"field":        inLifecycle,
	"operatorType": inSimple | inLifecycle,
	"operator":     inSimple | inLifecycle | inGroup,
	"operation":    inSimple | inLifecycle,
	"value":        inSimple | inLifecycle,
	"values":       inArray,
	"conditions":   inGroup,
	"function":     inFunction,
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
