package asl

import (
	"github.com/flowglot/flowglot/pkg/source"
)

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if d.file.Root == nil {
		return nil
	}
	return source.Print(canonicalMachine(d.file.Root), d.file.Format)
}

var (
	machineOrder = source.Order{"Comment": -6, "Version": -5, "QueryLanguage": -4, "TimeoutSeconds": -3, "ProcessorConfig": -2,
		"StartAt": -1, "States": 1}
	stateOrder = source.Order{"Type": -40, "Comment": -39, "QueryLanguage": -38, "Resource": -37, "InputPath": -36, "ItemsPath": -35,
		"Items": -34, "Parameters": -33, "Arguments": -32, "ItemSelector": -31, "Result": -30, "ResultSelector": -29,
		"ResultPath": -28, "OutputPath": -27, "Assign": -26, "Output": -25, "TimeoutSeconds": -24, "TimeoutSecondsPath": -23,
		"HeartbeatSeconds": -22, "HeartbeatSecondsPath": -21, "Seconds": -20, "SecondsPath": -19, "Timestamp": -18,
		"TimestampPath": -17, "Error": -16, "ErrorPath": -15, "Cause": -14, "CausePath": -13, "MaxConcurrency": -12,
		"Choices": 1, "Default": 2, "Branches": 3, "ItemProcessor": 4, "Iterator": 5, "Retry": 6, "Catch": 7, "Next": 8, "End": 9}
	retrierOrder = source.Order{"Comment": -6, "ErrorEquals": -5, "IntervalSeconds": -4, "MaxAttempts": -3, "BackoffRate": -2,
		"MaxDelaySeconds": -1, "JitterStrategy": 1}
	catcherOrder = source.Order{"Comment": -3, "ErrorEquals": -2, "ResultPath": -1, "Next": 1}
	ruleOrder    = source.Order{"Comment": -2, "Variable": -1, "Next": 1}
)

// canonicalMachine returns a machine with the fields of all its objects in their canonical order. The order of states,
// and of everything inside of data, is that of the text.
func canonicalMachine(n *source.Node) *source.Node {
	return machineOrder.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "States" && m.Value.Kind == source.Object {
			return source.Each(m.Value, canonicalState)
		}
		return m.Value
	})
}

func canonicalState(n *source.Node) *source.Node {
	return stateOrder.Arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "Branches":
			return source.Each(m.Value, canonicalMachine)
		case "ItemProcessor", "Iterator":
			return canonicalMachine(m.Value)
		case "Retry":
			return source.Each(m.Value, func(x *source.Node) *source.Node { return retrierOrder.Arranged(x, nil) })
		case "Catch":
			return source.Each(m.Value, func(x *source.Node) *source.Node { return catcherOrder.Arranged(x, nil) })
		case "Choices":
			return source.Each(m.Value, canonicalRule)
		}
		return m.Value
	})
}

func canonicalRule(n *source.Node) *source.Node {
	return ruleOrder.Arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "And", "Or":
			return source.Each(m.Value, canonicalRule)
		case "Not":
			return canonicalRule(m.Value)
		}
		return m.Value
	})
}
