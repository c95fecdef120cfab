package machine

import (
	"cmp"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
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
	if m.outgrown(n, e) {
		return nil
	}
	m.commands = append(m.commands, Command{Kind: Produce, Node: n, Result: e})
	if m.observe != nil {
		m.emit(Trace{Kind: Produced, Node: n, Data: e, frame: f})
	}
	return nil
}

// buildEvent makes a CloudEvent of a document, and tells its data.
func (m *Machine) buildEvent(x *workflow.Emission, doc any) (event, data any, fault *Error) {
	var attributes *value.Object
	if x.Attributes != nil {
		v, err := m.evaluate(x.Attributes, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		attributes, _ = v.(*value.Object)
	}
	m.eventCount++
	kind, source := x.Name, m.flow.ID
	if d := m.eventDefinition(x.Event, x.Name); d != nil {
		kind, source = d.Type, cmp.Or(d.Source, source)
	}
	e := value.NewObject(6 + attributes.Len())
	e.Set("specversion", "1.0")
	e.Set("id", strconv.Itoa(m.eventCount))
	e.Set("source", source)
	e.Set("type", kind)
	e.Set("time", m.now.UTC().Format(time.RFC3339Nano))
	for key, v := range attributes.All() {
		if !e.Has(key) {
			e.Set(key, v)
		}
	}
	if x.Data != nil {
		v, err := m.evaluate(x.Data, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		e.Set("data", v)
		data = v
	}
	return e, data, nil
}
