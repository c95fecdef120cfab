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

// buildEvent makes a CloudEvent of a document, and returns it with its data.
func (m *Machine) buildEvent(x *workflow.Emission, doc any) (event, data any, fault *Error) {
	var attributes *value.Object
	if x.Attributes != nil {
		v, err := m.evaluate(x.Attributes, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		attributes, _ = v.(*value.Object)
	}
	kind, source := x.Name, m.flow.ID
	if d := m.eventDefinition(x.Event, x.Name); d != nil {
		kind, source = d.Type, cmp.Or(d.Source, source)
	}
	o := m.newEvent(source, kind)
	for key, v := range attributes.All() {
		if !o.Has(key) {
			o.Set(key, v)
		}
	}
	if x.Data != nil {
		v, err := m.evaluate(x.Data, doc)
		if err != nil {
			return nil, nil, m.dataError(m.flow.Errors.Path, err)
		}
		o.Set("data", v)
		data = v
	}
	return o, data, nil
}

// newEvent makes a CloudEvent of this instant.
func (m *Machine) newEvent(source, kind string) *value.Object {
	m.eventCount++
	return value.ObjectOf(value.Member{Key: "specversion", Value: "1.0"}, value.Member{Key: "id", Value: strconv.Itoa(m.eventCount)},
		value.Member{Key: "source", Value: source}, value.Member{Key: "type", Value: kind},
		value.Member{Key: "time", Value: m.now.UTC().Format(time.RFC3339Nano)})
}

// produceFromCall hands the events to the host that the call of a visit produced.
func (m *Machine) produceFromCall(vi int32) {
	v := &m.visits[vi]
	for _, made := range v.node.Call.Produces(v.payload) {
		text := func(key, otherwise string) string {
			s, _ := made.Get(key).(string)
			return cmp.Or(s, otherwise)
		}
		e := m.newEvent(text("source", m.flow.ID), text("type", v.node.Call.Task))
		for key, x := range made.All() {
			e.Set(key, x)
		}
		m.commands = append(m.commands, Command{Kind: Produce, Node: v.node, Result: e})
		if m.observe != nil {
			m.emit(Trace{Kind: Produced, Node: v.node, Data: e, frame: v.frame})
		}
	}
}
