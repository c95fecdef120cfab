package sw

import "github.com/flowglot/flowglot/pkg/source"

// Format implements dialects.Definition.
func (d *definition) Format() []byte {
	if d.file.Root == nil {
		return nil
	}
	return source.Print(canonical(d.file.Root), d.file.Format)
}

// ranked returns the order in which fields are listed, before all that are not.
func ranked(names ...string) source.Order {
	o := make(source.Order, len(names))
	for i, n := range names {
		o[n] = i - len(names)
	}
	return o
}

// last moves fields after all that are not listed.
func last(o source.Order, names ...string) source.Order {
	for i, n := range names {
		o[n] = i + 1
	}
	return o
}

// layouts are the canonical orders of the fields of each kind of object.
type layouts struct {
	workflow, function, event, correlation, state, eventActions, action, functionRef, eventRef, handler, retry, transition,
	condition, branch, start, schedule, end, produce, filter source.Order
}

func newLayouts() *layouts {
	return &layouts{
		workflow: last(ranked("id", "name", "description", "version", "schemaVersion", "dataInputSchema", "dataOutputSchema", "events",
			"functions"), "states", "metadata"),
		function:    last(ranked("name", "resource", "type"), "metadata"),
		event:       last(ranked("name", "source", "type", "kind", "correlation"), "metadata"),
		correlation: ranked("contextAttributeName", "contextAttributeValue"),
		state: last(ranked("id", "name", "type", "start", "exclusive", "eventsActions", "onEvents", "actionMode", "dataConditions",
			"eventConditions", "eventTimeout", "timeDelay", "completionType", "n", "branches", "waitForCompletion", "workflowId", "data",
			"inputCollection", "iterationParam", "outputCollection", "max", "actions", "action", "eventRef", "eventDataFilter", "timeout",
			"stateDataFilter", "dataInputSchema", "dataOutputSchema"), "retry", "onError", "default", "transition", "end", "metadata"),
		eventActions: ranked("eventRefs", "eventDataFilter", "actionMode", "actions"),
		action:       ranked("name", "functionRef", "eventRef", "timeout", "actionDataFilter"),
		functionRef:  ranked("refName", "parameters"),
		eventRef:     ranked("triggerEventRef", "resultEventRef", "data", "contextAttributes"),
		handler:      ranked("expression", "errorDataFilter", "transition"),
		retry:        ranked("expression", "interval", "multiplier", "maxAttempts"),
		transition:   ranked("nextState", "expression", "produceEvent"),
		condition:    last(ranked("condition", "eventRef", "eventDataFilter", "transition"), "metadata"),
		branch:       ranked("name", "workflowId", "actions"),
		start:        ranked("kind", "schedule"),
		schedule:     ranked("interval", "cron", "timezone", "directInvoke"),
		end:          ranked("kind", "produceEvent"),
		produce:      ranked("eventRef", "data", "contextAttributes"),
		filter:       ranked("dataInputPath", "dataResultsPath", "dataOutputPath"),
	}
}

// canonical returns a definition with the fields of all its objects in their canonical order. The order of states, actions,
// conditions and branches, and of everything inside of data, is that of the text.
func canonical(n *source.Node) *source.Node {
	l := newLayouts()
	return l.workflow.Arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "functions":
			return items(m.Value, func(x *source.Node) *source.Node { return l.function.Arranged(x, nil) })
		case "events":
			return items(m.Value, l.arrangeEvent)
		case "states":
			return items(m.Value, l.arrangeState)
		}
		return m.Value
	})
}

// items maps the items of an array, and leaves anything else as it is.
func items(n *source.Node, then func(*source.Node) *source.Node) *source.Node {
	if n.Kind != source.Array {
		return n
	}
	return source.Each(n, then)
}

func (l *layouts) arrangeEvent(n *source.Node) *source.Node {
	return l.event.Arranged(n, func(m source.Member) *source.Node {
		if m.Key == "correlation" {
			return items(m.Value, func(x *source.Node) *source.Node { return l.correlation.Arranged(x, nil) })
		}
		return m.Value
	})
}

func (l *layouts) arrangeState(n *source.Node) *source.Node {
	return l.state.Arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "eventsActions", "onEvents":
			return items(m.Value, func(x *source.Node) *source.Node { return l.eventActions.Arranged(x, l.part) })
		case "dataConditions", "eventConditions":
			return items(m.Value, func(x *source.Node) *source.Node { return l.condition.Arranged(x, l.part) })
		case "branches":
			return items(m.Value, func(x *source.Node) *source.Node { return l.branch.Arranged(x, l.part) })
		case "onError":
			return items(m.Value, func(x *source.Node) *source.Node { return l.handler.Arranged(x, l.part) })
		case "retry":
			return items(m.Value, func(x *source.Node) *source.Node { return l.retry.Arranged(x, nil) })
		case "action":
			return l.arrangeAction(m.Value)
		case "start":
			return l.start.Arranged(m.Value, func(m source.Member) *source.Node {
				if m.Key == "schedule" {
					return l.schedule.Arranged(m.Value, nil)
				}
				return m.Value
			})
		case "end":
			return l.end.Arranged(m.Value, l.part)
		}
		return l.part(m)
	})
}

// part arranges a field that objects of several kinds have.
func (l *layouts) part(m source.Member) *source.Node {
	switch m.Key {
	case "actions":
		return items(m.Value, l.arrangeAction)
	case "transition", "default":
		return l.transition.Arranged(m.Value, l.part)
	case "produceEvent":
		return l.produce.Arranged(m.Value, nil)
	case "stateDataFilter", "actionDataFilter", "eventDataFilter", "errorDataFilter":
		return l.filter.Arranged(m.Value, nil)
	}
	return m.Value
}

func (l *layouts) arrangeAction(n *source.Node) *source.Node {
	return l.action.Arranged(n, func(m source.Member) *source.Node {
		switch m.Key {
		case "functionRef":
			return l.functionRef.Arranged(m.Value, nil)
		case "eventRef":
			return l.eventRef.Arranged(m.Value, nil)
		}
		return l.part(m)
	})
}
