package machine

import (
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// eventDefinition is the event of a name: that of the workflow which refers to it, or one of a workflow that may have called it
// (sw: "SubFlow State").
func (m *Machine) eventDefinition(e *workflow.Event, name string) *workflow.Event {
	if e == nil && m.program != nil {
		return m.program.EventNamed(name)
	}
	return e
}

// matchesEvent reports whether an event is of a definition, and correlates with those that were taken before.
func (m *Machine) matchesEvent(vi int32, d *workflow.Event, e *value.Object) bool {
	if d == nil || e.Get("type") != d.Type || d.Source != "" && e.Get("source") != d.Source {
		return false
	}
	for _, c := range d.Correlations {
		got, has := e.Lookup(c.Attribute)
		if !has {
			return false
		}
		want, known := m.requiredAttribute(m.workflowFrame(vi), c.Attribute)
		if c.Value != nil {
			v, err := m.evaluate(c.Value, m.correlationContext(vi))
			if err != nil {
				return false
			}
			want, known = v, true
		}
		if known && attributeText(want) != attributeText(got) {
			return false
		}
	}
	return true
}

// correlationContext is what the expressions of an event's definition see: the input of the workflow (sw: "Workflow Data Expressions"),
// and with it what the run has come to know since.
func (m *Machine) correlationContext(vi int32) any {
	return value.MergeDeep(m.currentDocument(vi), m.frames[m.workflowFrame(vi)].document)
}

// workflowFrame is the frame of the workflow that a visit is of: the outermost one, or that of a workflow which was called.
func (m *Machine) workflowFrame(vi int32) int32 {
	f := m.visits[vi].frame
	for m.frames[f].region.Scope != nil && m.frames[f].visit != none {
		f = m.visits[m.frames[f].visit].frame
	}
	return f
}

// requiredAttribute is the value that an attribute of the events of an instance has to have. What holds for the caller of a workflow
// holds for it, too, and not the other way round: two that are called side by side may be about different orders.
func (m *Machine) requiredAttribute(f int32, attribute string) (v any, known bool) {
	for {
		if v, known = m.frames[f].correlation.Lookup(attribute); known || m.frames[f].visit == none {
			return v, known
		}
		f = m.workflowFrame(m.frames[f].visit)
	}
}

// attributeText is a value as an attribute of an event spells it.
func attributeText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.AppendSorted(nil, v))
}

// sharedAttributes are the attributes of an event that it has to have in common with others, by name.
func sharedAttributes(d *workflow.Event, e *value.Object) *value.Object {
	out := value.NewObject(0)
	if d != nil {
		for _, c := range d.Correlations {
			if v, has := e.Lookup(c.Attribute); has && c.Value == nil {
				out.Set(c.Attribute, v)
			}
		}
	}
	return out
}

// makeEvent is what somebody sent to a node, as the event that it waits for.
func (m *Machine) makeEvent(t *workflow.Trigger, data any) any {
	e := value.NewObject(3)
	if d := m.eventDefinition(t.Event, t.Name); d != nil {
		e.Set("type", d.Type)
		e.Set("source", d.Source)
	}
	e.Set("data", data)
	return e
}

// addCorrelation holds an instance to the attributes of an event, where nothing was known about them before.
func (m *Machine) addCorrelation(f int32, values *value.Object) {
	for k, v := range values.All() {
		if _, known := m.requiredAttribute(f, k); known {
			continue
		}
		m.frames[f].correlation = m.frames[f].correlation.With(k, v)
	}
}

// correlations are all attributes that the events of an instance have to have.
func (m *Machine) correlations(f int32) *value.Object {
	caller := m.frames[f].visit
	if caller == none {
		return m.frames[f].correlation
	}
	return value.MergeShallow(m.correlations(m.workflowFrame(caller)), m.frames[f].correlation).(*value.Object)
}

// eventChange is what is merged of an event: what its trigger says, or else its payload and the attributes that it correlates by.
func (m *Machine) eventChange(t *workflow.Trigger, event any) (any, error) {
	if t.Data != nil {
		return m.evaluate(t.Data, event)
	}
	e, _ := event.(*value.Object)
	attributes := value.NewObject(0)
	if d := m.eventDefinition(t.Event, t.Name); d != nil {
		for _, c := range d.Correlations {
			if v, has := e.Lookup(c.Attribute); has {
				attributes.Set(c.Attribute, v)
			}
		}
	}
	return value.MergeShallow(e.Get("data"), attributes), nil
}
