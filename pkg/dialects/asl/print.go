package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/source"
)

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if d.file.Root == nil {
		return nil
	}
	return source.Print(canonicalMachine(d.file.Root), d.file.Format)
}

// order ranks the fields of one kind of object. Those of rank 0, and so all that are not listed, stay in the order of the
// text, between the ones with a negative rank and the ones with a positive one.
type order map[string]int

var (
	machineOrder = order{"Comment": -6, "Version": -5, "QueryLanguage": -4, "TimeoutSeconds": -3, "ProcessorConfig": -2,
		"StartAt": -1, "States": 1}
	stateOrder = order{"Type": -40, "Comment": -39, "QueryLanguage": -38, "Resource": -37, "InputPath": -36, "ItemsPath": -35,
		"Items": -34, "Parameters": -33, "Arguments": -32, "ItemSelector": -31, "Result": -30, "ResultSelector": -29,
		"ResultPath": -28, "OutputPath": -27, "Assign": -26, "Output": -25, "TimeoutSeconds": -24, "TimeoutSecondsPath": -23,
		"HeartbeatSeconds": -22, "HeartbeatSecondsPath": -21, "Seconds": -20, "SecondsPath": -19, "Timestamp": -18,
		"TimestampPath": -17, "Error": -16, "ErrorPath": -15, "Cause": -14, "CausePath": -13, "MaxConcurrency": -12,
		"Choices": 1, "Default": 2, "Branches": 3, "ItemProcessor": 4, "Iterator": 5, "Retry": 6, "Catch": 7, "Next": 8, "End": 9}
	retrierOrder = order{"Comment": -6, "ErrorEquals": -5, "IntervalSeconds": -4, "MaxAttempts": -3, "BackoffRate": -2,
		"MaxDelaySeconds": -1, "JitterStrategy": 1}
	catcherOrder = order{"Comment": -3, "ErrorEquals": -2, "ResultPath": -1, "Next": 1}
	ruleOrder    = order{"Comment": -2, "Variable": -1, "Next": 1}
)

// arranged returns an object with its members in order, each value mapped by then.
func (o order) arranged(n *source.Node, then func(m source.Member) *source.Node) *source.Node {
	if n.Kind != source.Object {
		return n
	}
	out := *n
	out.Members = slices.Clone(n.Members)
	for i := range out.Members {
		if then != nil && !out.Members[i].Merged {
			out.Members[i].Value = then(out.Members[i])
		}
	}
	slices.SortStableFunc(out.Members, func(a, b source.Member) int { return o[a.Key] - o[b.Key] })
	return &out
}

// each maps the items of an array, or the members of an object, which keep their order.
func each(n *source.Node, then func(*source.Node) *source.Node) *source.Node {
	out := *n
	switch n.Kind {
	case source.Array:
		out.Items = make([]*source.Node, len(n.Items))
		for i, x := range n.Items {
			out.Items[i] = then(x)
		}
	case source.Object:
		out.Members = slices.Clone(n.Members)
		for i := range out.Members {
			out.Members[i].Value = then(out.Members[i].Value)
		}
	default:
		return n
	}
	return &out
}

// canonicalMachine returns a machine with the fields of all its objects in their canonical order. The order of states,
// and of everything inside of data, is that of the text.
func canonicalMachine(n *source.Node) *source.Node {
	return machineOrder.arranged(n, func(m source.Member) *source.Node {
		if m.Key == "States" && m.Value.Kind == source.Object {
			return each(m.Value, canonicalState)
		}
		return m.Value
	})
}

func canonicalState(n *source.Node) *source.Node {
	return stateOrder.arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "Branches":
			return each(m.Value, canonicalMachine)
		case "ItemProcessor", "Iterator":
			return canonicalMachine(m.Value)
		case "Retry":
			return each(m.Value, func(x *source.Node) *source.Node { return retrierOrder.arranged(x, nil) })
		case "Catch":
			return each(m.Value, func(x *source.Node) *source.Node { return catcherOrder.arranged(x, nil) })
		case "Choices":
			return each(m.Value, canonicalRule)
		}
		return m.Value
	})
}

func canonicalRule(n *source.Node) *source.Node {
	return ruleOrder.arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "And", "Or":
			return each(m.Value, canonicalRule)
		case "Not":
			return canonicalRule(m.Value)
		}
		return m.Value
	})
}
