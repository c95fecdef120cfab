package machine

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A variable has a value in a frame, and in those that are opened in it.
type variable struct {
	name  string
	value any
}

// lookup finds a variable in the frame of what is being evaluated, or in one around it, up to that of a run.
func (m *Machine) lookup(name string) (any, bool) {
	for f := m.here.frame; f >= 0 && int(f) < len(m.frames); {
		fr := &m.frames[f]
		for i := range fr.variables {
			if fr.variables[i].name == name {
				return fr.variables[i].value, true
			}
		}
		if fr.run != 0 || fr.visit == none || fr.region == nil || fr.region.Scope == nil {
			break
		}
		f = m.visits[fr.visit].frame
	}
	return nil, false
}

// isSet reports whether a variable that can be seen has a value.
func (m *Machine) isSet(name string) bool {
	_, set := m.lookup(name)
	return set
}

// computeAssignments computes the values that a node or an edge gives to variables, before any of them is set.
func (m *Machine) computeAssignments(a *workflow.Assign, doc, answer any) ([]variable, *Error) {
	if a == nil {
		return nil, nil
	}
	return m.evaluateAssignments(a, doc, answer)
}

func (m *Machine) evaluateAssignments(a *workflow.Assign, doc, answer any) ([]variable, *Error) {
	m.env.Answer = answer
	out := make([]variable, 0, len(a.Variables))
	for i := range a.Variables {
		v, err := m.evaluate(a.Variables[i].Value, doc)
		if err != nil {
			return nil, m.dataError(m.flow.Errors.Path, err)
		}
		out = append(out, variable{a.Variables[i].Name, v})
	}
	if most := m.payloadLimit(); most > 0 {
		total := 0
		for _, v := range out {
			if total += value.Size(v.value, most); total > most {
				return nil, m.payloadError(fmt.Sprintf("the values of variables that are set together have more than %d bytes", most))
			}
		}
	}
	return out, nil
}

// assign sets variables in a frame, for a node.
func (m *Machine) assign(n *workflow.Node, f int32, list []variable) {
	if len(list) > 0 {
		m.setVariables(n, f, list)
	}
}

func (m *Machine) setVariables(n *workflow.Node, f int32, list []variable) {
	if m.observe != nil {
		values := value.NewObject(len(list))
		for _, v := range list {
			values.Set(v.name, v.value)
		}
		m.emit(Trace{Kind: Assigned, Node: n, Data: values, frame: f})
	}
	fr := &m.frames[f]
next:
	for _, v := range list {
		for i := range fr.variables {
			if fr.variables[i].name == v.name {
				fr.variables[i].value = v.value
				continue next
			}
		}
		fr.variables = append(fr.variables, v)
	}
}
