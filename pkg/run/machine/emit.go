package machine

import (
	"maps"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// produceEvent makes the event of a node of a document, and hands it to the host.
func (m *Machine) produceEvent(n *workflow.Node, f int32, doc any) *Error {
	m.collectNotes(n, f)
	e, _, fault := m.buildEvent(n.Emits, doc)
	m.env.Note = nil
	if fault != nil {
		return fault
	}
	m.commands = append(m.commands, Command{Kind: Produce, Node: n, Result: e})
	if m.observe != nil {
		m.emit(Trace{Kind: Produced, Node: n, Data: e, frame: f})
	}
	return nil
}

// buildEvent makes a CloudEvent of a document, and tells its data.
func (m *Machine) buildEvent(x *workflow.Emission, doc any) (event, data any, fault *Error) {
	e := map[string]any{}
	if x.Attributes != nil {
		v, err := m.evaluate(x.Attributes, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		if o, ok := v.(map[string]any); ok {
			maps.Copy(e, o)
		}
	}
	m.eventCount++
	e["specversion"], e["type"], e["source"] = "1.0", x.Name, m.flow.ID
	e["id"], e["time"] = strconv.Itoa(m.eventCount), m.now.UTC().Format(time.RFC3339Nano)
	if d := m.eventDefinition(x.Event, x.Name); d != nil {
		e["type"] = d.Type
		if d.Source != "" {
			e["source"] = d.Source
		}
	}
	if x.Data != nil {
		v, err := m.evaluate(x.Data, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		e["data"], data = v, v
	}
	return e, data, nil
}
