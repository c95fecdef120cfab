package machine

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// payloadLimit is how many bytes a value may have that goes from node to node; 0 is no limit.
func (m *Machine) payloadLimit() int {
	if m.settings.Unlimited {
		return 0
	}
	return m.flow.Limits.Payload
}

// tooLarge reports whether a value is larger than the limit.
func (m *Machine) tooLarge(v any) bool {
	switch v.(type) {
	case nil, bool, int64, float64:
		return false
	}
	most := m.payloadLimit()
	return most > 0 && value.Size(v, most) > most
}

// payloadError is the error of a value that is too large, which nothing catches.
func (m *Machine) payloadError(cause string) *Error {
	e := m.newError(m.flow.Errors.Payload, workflow.ClassData, cause)
	e.Fatal = true
	return e
}

// checkOutput is an error if what a node hands on is too large.
func (m *Machine) checkOutput(n *workflow.Node, out any) *Error {
	if !m.tooLarge(out) {
		return nil
	}
	return m.payloadError(fmt.Sprintf("the output of %q is larger than %d bytes", n.Name(), m.payloadLimit()))
}

// record counts events in the history of the run that a frame belongs to. It is an error if the history cannot hold them.
func (m *Machine) record(f int32, events uint8) *Error {
	if events == 0 {
		return nil
	}
	return m.countEvents(f, int(events))
}

func (m *Machine) countEvents(f int32, events int) *Error {
	most := m.flow.Limits.History
	if most == 0 || m.settings.Unlimited {
		return nil
	}
	fr := &m.frames[m.runFrame(f)]
	if fr.events += events; fr.events < most {
		return nil
	}
	e := m.newError(m.flow.Errors.History, workflow.ClassData,
		fmt.Sprintf("the execution reached the maximum number of history events (%d)", most))
	e.Fatal = true
	return e
}
