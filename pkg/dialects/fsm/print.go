package fsm

import "github.com/flowglot/flowglot/pkg/source"

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if d.file.Root == nil {
		return nil
	}
	return source.Print(canonical(d.file.Root), d.file.Format)
}

var (
	importOrder     = source.Order{"importMode": -1, "workflows": 1}
	exportOrder     = source.Order{"entityName": -2, "modelVersion": -1, "workflows": 1}
	workflowOrder   = source.Order{"version": -6, "name": -5, "desc": -4, "initialState": -3, "active": -2, "criterion": -1, "states": 1}
	transitionOrder = source.Order{"name": -4, "next": -3, "manual": -2, "disabled": -1, "criterion": 1, "processors": 2}
	processorOrder  = source.Order{"type": -3, "name": -2, "executionMode": -1, "config": 1}
	configOrder     = source.Order{"attachEntity": -5, "calculationNodesTags": -4, "responseTimeoutMs": -3, "retryPolicy": -2, "context": -1}
	conditionOrder  = source.Order{"type": -7, "jsonPath": -6, "field": -5, "operatorType": -4, "operator": -3, "operation": -2,
		"value": 1, "values": 2, "conditions": 3, "function": 4}
)

// canonical returns a file in its own shape with the fields of all its objects in their canonical order, and without what
// an export leaves out (fsm: "Export field omission"). The order of workflows, states, transitions, processors and
// conditions is that of the text.
func canonical(n *source.Node) *source.Node {
	list := n.Get("workflows")
	switch {
	case n.Kind == source.Array:
		return source.Each(n, canonicalWorkflow)
	case list == nil || list.Kind != source.Array:
		return canonicalWorkflow(n)
	}
	order := exportOrder
	if n.Get("importMode") != nil {
		order = importOrder
	}
	return order.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "workflows" && m.Value.Kind == source.Array {
			return source.Each(m.Value, canonicalWorkflow)
		}
		return m.Value
	})
}

func canonicalWorkflow(n *source.Node) *source.Node {
	n = without(n, "desc", func(v *source.Node) bool { return v.Kind == source.String && v.Text == "" })
	return workflowOrder.Arranged(n, func(m source.Member) *source.Node {
		switch {
		case m.Key == "states" && m.Value.Kind == source.Object:
			return source.Each(m.Value, canonicalState)
		case m.Key == "criterion":
			return canonicalCondition(m.Value)
		}
		return m.Value
	})
}

func canonicalState(n *source.Node) *source.Node {
	return source.Order{}.Arranged(without(n, "transitions", empty), func(m source.Member) *source.Node {
		if m.Key == "transitions" && m.Value.Kind == source.Array {
			return source.Each(m.Value, canonicalTransition)
		}
		return m.Value
	})
}

func canonicalTransition(n *source.Node) *source.Node {
	n = without(n, "processors", empty)
	n = without(n, "disabled", func(v *source.Node) bool { return v.Kind == source.Bool && v.Text == "false" })
	return transitionOrder.Arranged(n, func(m source.Member) *source.Node {
		switch {
		case m.Key == "processors" && m.Value.Kind == source.Array:
			return source.Each(m.Value, canonicalProcessor)
		case m.Key == "criterion":
			return canonicalCondition(m.Value)
		}
		return m.Value
	})
}

func canonicalProcessor(n *source.Node) *source.Node {
	return processorOrder.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "config" {
			return configOrder.Arranged(m.Value, nil)
		}
		return m.Value
	})
}

func canonicalCondition(n *source.Node) *source.Node {
	return conditionOrder.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "conditions" && m.Value.Kind == source.Array {
			return source.Each(m.Value, canonicalCondition)
		}
		return m.Value
	})
}

func empty(n *source.Node) bool { return n.Kind == source.Array && len(n.Items) == 0 }

// without returns an object without the member of a key if its value is without effect. A member stays that has a comment, or
// that appears several times.
func without(n *source.Node, key string, nothing func(*source.Node) bool) *source.Node {
	if n.Kind != source.Object {
		return n
	}
	at, times := -1, 0
	for i := range n.Members {
		if n.Members[i].Key == key {
			at = i
			times++
		}
	}
	if times != 1 {
		return n
	}
	m := &n.Members[at]
	if m.Comments() != nil || m.Merged() || m.Value.Comments() != nil || m.Value.Anchor() != "" || !nothing(m.Value) {
		return n
	}
	out := *n
	out.Members = append(append([]source.Member(nil), n.Members[:at]...), n.Members[at+1:]...)
	return &out
}
