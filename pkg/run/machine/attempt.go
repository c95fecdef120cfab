package machine

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// begin makes an attempt at a node at which tokens rest.
func (m *Machine) begin(vi int32) {
	v := &m.visits[vi]
	n := v.node
	first := v.attempt == 0
	v.attempt++
	if scope := m.frames[v.frame].visit; n.Role == workflow.Acting && scope != none {
		v.attempt = m.visits[scope].attempt // the state is what is tried again
	}
	v.began = m.now
	effective, fault := m.selected(n, m.document(v.frame, v.raw))
	payload := effective
	if fault == nil {
		payload, fault = m.given(n, v.frame, effective)
	}
	if fault == nil && first {
		fault = m.arm(vi, workflow.PerVisit, effective)
	}
	if fault == nil {
		fault = m.arm(vi, workflow.PerAttempt, effective)
	}
	var until time.Time
	if fault == nil && n.Kind == workflow.Wait {
		until, fault = m.instant(*n.Until, effective)
	}
	v = &m.visits[vi]
	if fault != nil {
		m.fail(m.token(vi), vi, fault)
		return
	}
	v.effective, v.payload = effective, payload
	switch n.Kind {
	case workflow.Task:
		m.call(vi)
	case workflow.Wait:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitStarted, Node: n, Until: until, frame: v.frame})
		}
		v.timers = append(v.timers, m.setTimer(until, timer{visit: vi, use: waits}))
	case workflow.Await:
		m.listen(vi)
	case workflow.Scope:
		m.openScope(vi)
	case workflow.Resource:
		m.lastID++
		v.call = m.lastID
		m.calls[v.call] = vi
		m.commands = append(m.commands, Command{Kind: Access, ID: v.call, Node: n, File: n.File, Input: payload})
	}
}

// arm sets the timers of a node that count from now.
func (m *Machine) arm(vi int32, counts workflow.Counting, effective any) *Error {
	v := &m.visits[vi]
	for i := range v.node.Timers {
		t := &v.node.Timers[i]
		if t.Counts != counts {
			continue
		}
		at, fault := m.instant(t.Length, effective)
		if fault != nil {
			return fault
		}
		to := timer{visit: vi, raises: t.Raises}
		switch {
		case t.Edge != nil:
			to.use, to.of = leads, t
		case t.Completes:
			to.use = completes
		}
		id := m.setTimer(at, to)
		if counts == workflow.PerVisit {
			v.lasting = append(v.lasting, id)
		} else {
			v.timers = append(v.timers, id)
		}
	}
	return nil
}

// token is the one that rests in a visit.
func (m *Machine) token(vi int32) token {
	v := &m.visits[vi]
	return token{node: v.node, frame: v.frame, life: m.frames[v.frame].life, from: v.from, data: v.raw, origin: v.origin}
}

// call calls the task of a node. If that is a workflow of the program, it is played.
func (m *Machine) call(vi int32) {
	v := &m.visits[vi]
	if v.node.Call.Workflow {
		if w := m.callable(v.node.Call.Task); w != nil {
			m.enterWorkflow(vi, w)
			return
		}
	}
	input := v.payload
	if v.node.Emits != nil {
		event, data, fault := m.event(v.node.Emits, v.payload)
		if fault != nil {
			m.fail(m.token(vi), vi, fault)
			return
		}
		if v.node.Emits.Data != nil {
			input = data
		}
		m.commands = append(m.commands, Command{Kind: Produce, Node: v.node, Result: event})
		if m.observe != nil {
			m.emit(Trace{Kind: Produced, Node: v.node, Data: event, frame: v.frame})
		}
	}
	m.lastID++
	v.call = m.lastID
	m.calls[v.call] = vi
	m.commands = append(m.commands, Command{Kind: Invoke, ID: v.call, Node: v.node, Call: v.node.Call, ByEvent: v.node.Emits != nil,
		Attempt: v.attempt, Input: input})
	if m.observe != nil {
		m.emit(Trace{Kind: Called, Node: v.node, Call: v.node.Call, Attempt: v.attempt, Data: input, frame: v.frame})
	}
}

// callable is the workflow of an id that can be called from this run; nil if there is none.
func (m *Machine) callable(id string) *workflow.Workflow {
	if m.program == nil {
		return nil
	}
	for _, w := range m.program.Workflows {
		if w.ID == id && w.Dialect == m.flow.Dialect && w.Root != nil && w.Root.Start != nil && len(w.Unsupported) == 0 {
			return w
		}
	}
	return nil
}

// enterWorkflow plays a workflow in place of a task. One that its schedule does not allow to start now is simply done (sw:
// "Start Definition").
func (m *Machine) enterWorkflow(vi int32, w *workflow.Workflow) {
	v := &m.visits[vi]
	if !m.active(w) {
		m.leave(m.token(vi), vi, v.effective, nil)
		return
	}
	input := v.payload
	f := m.openFrame(w.Root, vi, 0, input)
	m.visits[vi].frames = append(m.visits[vi].frames, f)
	m.push(f, w.Root.Start, branch{}, input)
}

func (m *Machine) answered(vi int32, result any) {
	v := &m.visits[vi]
	if m.observe != nil && v.call != 0 && v.node.Call != nil {
		m.emit(Trace{Kind: Answered, Node: v.node, Call: v.node.Call, Attempt: v.attempt, Data: result, Took: m.now.Sub(v.began), frame: v.frame})
	}
	delete(m.calls, v.call)
	v.call = 0
	if call := v.node.Call; call != nil && call.Structured {
		switch result.(type) {
		case map[string]any, []any:
		case nil:
			result = map[string]any{}
		default:
			m.fail(m.token(vi), vi, m.named(m.flow.Errors.Answer, workflow.ClassTask,
				fmt.Sprintf("the task answered %s, and not an object or a list", value.Short(result))))
			return
		}
	}
	m.leave(m.token(vi), vi, v.effective, result)
}

func (m *Machine) callFailed(vi int32, e *Error) {
	v := &m.visits[vi]
	delete(m.calls, v.call)
	v.call = 0
	if v.node.Kind == workflow.Resource {
		m.fail(m.token(vi), vi, m.named(m.flow.Errors.File, workflow.ClassTask, e.Cause))
		return
	}
	m.fail(m.token(vi), vi, m.taskError(e))
}

func (m *Machine) fired(id int64, t timer) {
	delete(m.timers, id)
	if t.visit == none {
		m.finish(Outcome{Output: m.Standing(), Error: m.named(m.flow.Errors.Expired, t.raises, "the workflow ran longer than its time limit")})
		return
	}
	v := &m.visits[t.visit]
	gone := func(x int64) bool { return x == id }
	v.timers, v.lasting = slices.DeleteFunc(v.timers, gone), slices.DeleteFunc(v.lasting, gone)
	switch t.use {
	case waits:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitEnded, Node: v.node, frame: v.frame})
		}
		m.leave(m.token(t.visit), t.visit, v.effective, v.effective)
	case wakes:
	case delays:
		m.begin(t.visit)
	case limits:
		m.fail(m.token(t.visit), t.visit, m.limitError(v.node, t.raises))
	case leads:
		m.lead(t.visit, t.of)
	case completes:
		m.complete(t.visit)
	case expires:
		m.dropGroup(t.group)
	}
}

// lead has a token take the edge of a timer: the one that rests there, or a further one, which is of no branch.
func (m *Machine) lead(vi int32, t *workflow.Timer) {
	at, effective := m.token(vi), m.visits[vi].effective
	if m.observe != nil {
		m.emit(Trace{Kind: TimedOut, Node: at.node, Edge: t.Edge, frame: at.frame})
	}
	if t.Interrupting {
		m.closeVisit(vi)
	} else {
		at.from = branch{}
	}
	out, fault := m.output(&t.Edge.Data, m.document(at.frame, effective))
	if fault != nil {
		m.halt(at, fault)
		return
	}
	m.follow(at, t.Edge, out)
}
