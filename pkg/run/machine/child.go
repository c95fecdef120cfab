package machine

import (
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callChild runs the workflow that the payload of a task names, as a run of its own: with its own variables, context, history and
// time limit. It reports false if the payload names none that can be called.
func (m *Machine) callChild(vi int32) bool {
	v := &m.visits[vi]
	child := v.node.Call.Child
	if child == nil || m.settings.Answered != nil && m.settings.Answered(v.node) {
		return false
	}
	id, input, ok := child.Of(v.payload)
	if !ok {
		return false
	}
	w := m.findWorkflow(id)
	if w == nil {
		return false
	}
	f, opened := m.openWorkflow(w, vi, input)
	if !opened {
		return true
	}
	m.beginRun(f, input)
	v = &m.visits[vi]
	if t := w.Timeout; t != nil {
		if at, fault := m.dueAt(t.Length, nil); fault == nil {
			v.attemptTimers = append(v.attemptTimers, m.setTimer(at, timer{visit: vi, action: expiresChild, raises: t.Raises}))
		}
	}
	m.push(f, w.Root.Start, branch{}, input)
	return true
}

// isChild reports whether a visit is that of a task that runs a workflow as a run of its own.
func (m *Machine) isChild(vi int32) bool {
	v := &m.visits[vi]
	return v.node.Call != nil && v.node.Call.Child != nil && len(v.children) > 0
}

// childOutcome is how the run in a frame ended; e is nil for one that succeeded.
func (m *Machine) childOutcome(f int32, out any, e *Error) *workflow.RunOutcome {
	fr := &m.frames[f]
	o := &workflow.RunOutcome{Input: fr.input, Output: out, Start: fr.started, Stop: m.now, Run: fr.run}
	if e != nil {
		o.Failed, o.Output, o.Error, o.Cause = true, nil, e.Name, e.Cause
	}
	return o
}

// childError is the error of a task whose run failed.
func (m *Machine) childError(vi int32, e *Error) *Error {
	v := &m.visits[vi]
	name, cause := v.node.Call.Child.Failure(v.payload, m.childOutcome(v.children[0], nil, e))
	return &Error{Name: name, Cause: cause, Class: workflow.ClassTask}
}

// expireChild ends a run that is a task and takes longer than its time limit.
func (m *Machine) expireChild(vi int32, raises workflow.Class) {
	e := m.newError(m.flow.Errors.Expired, raises, "the workflow ran longer than its time limit")
	m.fail(m.tokenAt(vi), vi, m.childError(vi, e))
}
