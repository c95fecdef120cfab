package run

import (
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// definition is the event of a name: that of the workflow which refers to it, or one of a workflow that may have called it
// (sw: "SubFlow State").
func (m *Machine) definition(e *workflow.Event, name string) *workflow.Event {
	if e == nil && m.program != nil {
		return m.program.EventNamed(name)
	}
	return e
}

// fits reports whether an event is of a definition, and correlates with those that the run took before.
func (m *Machine) fits(vi int32, d *workflow.Event, e map[string]any) bool {
	if d == nil || e["type"] != d.Type || d.Source != "" && e["source"] != d.Source {
		return false
	}
	for _, c := range d.Correlations {
		got, has := e[c.Attribute]
		if !has {
			return false
		}
		want, known := m.correlated[c.Attribute]
		if c.Value != nil {
			v, err := m.value(c.Value, m.known(vi))
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

// known is what the expressions of an event's definition see: the input of the workflow (sw: "Workflow Data Expressions"),
// and beside it what the run has come to know since.
func (m *Machine) known(vi int32) any {
	f := m.visits[vi].frame
	for m.frames[f].region.Scope != nil && m.frames[f].visit != none {
		f = m.visits[m.frames[f].visit].frame
	}
	return value.MergeDeep(m.kept(vi), m.frames[f].document)
}

// attributeText is a value as an attribute of an event spells it.
func attributeText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return string(value.Append(nil, v))
}

// correlating are the attributes of an event that it has to have in common with others, by name.
func correlating(d *workflow.Event, e map[string]any) map[string]any {
	out := map[string]any{}
	if d != nil {
		for _, c := range d.Correlations {
			if v, has := e[c.Attribute]; has && c.Value == nil {
				out[c.Attribute] = v
			}
		}
	}
	return out
}

// eventOf is what somebody sent to a node, as the event that it waits for.
func (m *Machine) eventOf(t *workflow.Trigger, data any) any {
	e := map[string]any{"data": data}
	if d := m.definition(t.Event, t.Name); d != nil {
		e["type"], e["source"] = d.Type, d.Source
	}
	return e
}

// correlate holds the run to the attributes of an event, where nothing was said about them before.
func (m *Machine) correlate(values map[string]any) {
	for k, v := range values {
		if m.correlated == nil {
			m.correlated = map[string]any{}
		}
		if _, known := m.correlated[k]; !known {
			m.correlated[k] = v
		}
	}
}

// ofEvent is what is merged of an event: what its trigger says, or else its payload and the attributes that it correlates by.
func (m *Machine) ofEvent(t *workflow.Trigger, event any) (any, error) {
	if t.Data != nil {
		return m.value(t.Data, event)
	}
	e, _ := event.(map[string]any)
	attributes := map[string]any{}
	if d := m.definition(t.Event, t.Name); d != nil {
		for _, c := range d.Correlations {
			if v, has := e[c.Attribute]; has {
				attributes[c.Attribute] = v
			}
		}
	}
	return value.MergeShallow(e["data"], attributes), nil
}
