package machine

import (
	"fmt"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// startAttempt makes an attempt at a node at which tokens rest.
func (m *Machine) startAttempt(vi int32) {
	v := &m.visits[vi]
	n := v.node
	first := v.attempt == 0
	v.attempt++
	if scope := m.frames[v.frame].visit; n.Role == workflow.Acting && scope != none {
		v.attempt = m.visits[scope].attempt // the state is what is tried again
	}
	v.began = m.now
	m.at(n, v.frame, vi)
	if n.Call != nil && n.Call.Token {
		v.token = m.newToken()
	}
	effective, fault := m.selectInput(n.Data.Select, v.raw) // a retried job is the same one, with the variables that it was made with
	payload := effective
	if fault == nil {
		payload, fault = m.makePayload(n, effective)
	}
	if fault == nil {
		fault = m.record(v.frame, n.History.Attempt)
	}
	if fault == nil && first {
		fault = m.setTimers(vi, workflow.PerVisit, effective)
	}
	if fault == nil {
		fault = m.setTimers(vi, workflow.PerAttempt, effective)
	}
	var until time.Time
	if fault == nil && n.Kind == workflow.Wait {
		until, fault = m.dueAt(*n.Until, effective)
	}
	v = &m.visits[vi]
	if fault != nil {
		m.fail(m.tokenAt(vi), vi, fault)
		return
	}
	v.effective, v.payload = effective, payload
	switch n.Kind {
	case workflow.Task:
		m.callTask(vi)
	case workflow.Wait:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitStarted, Node: n, Until: until, frame: v.frame})
		}
		v.attemptTimers = append(v.attemptTimers, m.setTimer(until, timer{visit: vi, action: endsWait}))
	case workflow.Await:
		m.startAwaiting(vi)
	case workflow.Scope:
		m.openScope(vi)
	case workflow.Resource:
		m.lastID++
		v.call = m.lastID
		m.calls[v.call] = vi
		m.commands = append(m.commands, Command{Kind: Access, ID: v.call, Node: n, File: n.File, Input: payload})
	}
}

// setTimers sets the timers of a node that count from now.
func (m *Machine) setTimers(vi int32, counts workflow.Counting, effective any) *Error {
	v := &m.visits[vi]
	for i := range v.node.Timers {
		t := &v.node.Timers[i]
		if t.Counts != counts {
			continue
		}
		at, fault := m.dueAt(t.Length, effective)
		if fault != nil {
			return fault
		}
		to := timer{visit: vi, raises: t.Raises, leads: t}
		switch {
		case t.Edge != nil:
			to.action = followsEdge
		case t.Completes:
			to.action = completesState
		}
		id := m.setTimer(at, to)
		if counts == workflow.PerVisit {
			v.visitTimers = append(v.visitTimers, id)
		} else {
			v.attemptTimers = append(v.attemptTimers, id)
		}
	}
	return nil
}

// tokenAt is the one that rests in a visit.
func (m *Machine) tokenAt(vi int32) token {
	v := &m.visits[vi]
	return token{node: v.node, frame: v.frame, generation: m.frames[v.frame].generation, from: v.from, data: v.raw, origin: v.origin}
}

// callTask calls the task of a node. If that is a workflow of the program, it is run.
func (m *Machine) callTask(vi int32) {
	v := &m.visits[vi]
	if v.node.Call.Workflow {
		if w := m.findWorkflow(v.node.Call.Task); w != nil {
			m.callWorkflow(vi, w)
			return
		}
	}
	input := v.payload
	if m.outgrown(v.node, input) || m.callChild(vi) {
		return
	}
	if v.node.Emits != nil {
		event, data, fault := m.buildEvent(v.node.Emits, v.payload)
		if fault != nil {
			m.fail(m.tokenAt(vi), vi, fault)
			return
		}
		if v.node.Emits.Data != nil {
			input = data
		}
		if m.outgrown(v.node, event) {
			return
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
		Attempt: v.attempt, Apart: m.runsApart(v.frame), Token: v.token, Input: input})
	if m.observe != nil {
		m.emit(Trace{Kind: Called, Node: v.node, Call: v.node.Call, Attempt: v.attempt, Data: input, frame: v.frame})
	}
}

// handleAnswer takes the answer of a call, checks its size and type, and moves the token on.
func (m *Machine) handleAnswer(vi int32, result any, printed []string) {
	v := &m.visits[vi]
	if m.observe != nil && v.call != 0 && v.node.Call != nil {
		m.emit(Trace{Kind: Answered, Node: v.node, Call: v.node.Call, Attempt: v.attempt, Data: result, Took: m.now.Sub(v.began), Printed: printed, frame: v.frame})
	}
	delete(m.calls, v.call)
	v.call = 0
	if v.items != nil {
		m.itemsAnswered(vi, result)
		return
	}
	if v.node.Call != nil && m.tooLarge(result) {
		fault := m.payloadError(fmt.Sprintf("the task %q returned a result that is larger than %d bytes", v.node.Call.Task, m.payloadLimit()))
		fault.Fatal, fault.Class = false, workflow.ClassTask
		m.fail(m.tokenAt(vi), vi, fault)
		return
	}
	if call := v.node.Call; call != nil && call.Structured {
		switch result.(type) {
		case *value.Object, []any:
		case nil:
			result = value.NewObject(0)
		default:
			m.fail(m.tokenAt(vi), vi, m.newError(m.flow.Errors.Answer, workflow.ClassTask,
				fmt.Sprintf("the task must answer an object or a list, not %s", value.Short(result))))
			return
		}
	}
	if v.node.Call != nil && v.node.Call.Produces != nil {
		m.produceFromCall(vi)
	}
	m.leaveVisit(vi, v.effective, result)
}

func (m *Machine) handleFailure(vi int32, e *Error) {
	v := &m.visits[vi]
	delete(m.calls, v.call)
	v.call = 0
	if v.items != nil {
		m.itemsFailed(vi, e.Cause)
		return
	}
	if v.node.Kind == workflow.Resource {
		m.fail(m.tokenAt(vi), vi, m.newError(m.flow.Errors.File, workflow.ClassTask, e.Cause))
		return
	}
	m.fail(m.tokenAt(vi), vi, m.taskError(v.node, e))
}

// handleTimer does what a timer that is due is for: it ends a wait, retries, takes an edge or raises an error.
func (m *Machine) handleTimer(id int64, t timer) {
	delete(m.timers, id)
	if t.visit == none {
		m.finish(Outcome{Output: m.Data(), Error: m.newError(m.flow.Errors.Expired, t.raises, "the workflow ran longer than its time limit")})
		return
	}
	v := &m.visits[t.visit]
	gone := func(x int64) bool { return x == id }
	v.attemptTimers, v.visitTimers = slices.DeleteFunc(v.attemptTimers, gone), slices.DeleteFunc(v.visitTimers, gone)
	if t.leads != nil {
		m.usesTimer(v.node, t.leads)
	}
	switch t.action {
	case endsWait:
		if m.observe != nil {
			m.emit(Trace{Kind: WaitEnded, Node: v.node, frame: v.frame})
		}
		m.leaveVisit(t.visit, v.effective, v.effective)
	case startsSchedule:
	case startsAttempt:
		m.startAttempt(t.visit)
	case raisesError:
		m.fail(m.tokenAt(t.visit), t.visit, m.limitError(v.node, t.raises))
	case followsEdge:
		m.followTimer(t.visit, t.leads)
	case completesState:
		m.giveUp(t.visit)
	case expiresChild:
		m.expireChild(t.visit, t.raises)
	case dropsGroup:
		m.dropGroup(t.group)
	}
}

// followTimer makes a token take the edge of a timer: the one that rests there, or a further one, which is of no branch.
func (m *Machine) followTimer(vi int32, t *workflow.Timer) {
	at, effective := m.tokenAt(vi), m.visits[vi].effective
	if m.observe != nil {
		m.emit(Trace{Kind: TimedOut, Node: at.node, Edge: t.Edge, frame: at.frame})
	}
	if t.Interrupting {
		m.closeVisit(vi)
	} else {
		at.from = branch{}
	}
	out, fault := m.selectOutput(t.Edge.Data.Output, m.document(at.frame, effective))
	if fault != nil {
		m.failRegion(at, fault)
		return
	}
	m.takeEdge(&at, t.Edge, out)
}

// newToken makes the token of a call.
func (m *Machine) newToken() string {
	if m.settings.Token != "" {
		return m.settings.Token
	}
	return fmt.Sprintf("%016x%016x", m.nextRandom(), m.nextRandom())
}

// handleHeartbeat makes the timers begin again that watch whether a call gives signs of life.
func (m *Machine) handleHeartbeat(vi int32) {
	v := &m.visits[vi]
	m.at(v.node, v.frame, vi)
	for i := range v.node.Timers {
		t := &v.node.Timers[i]
		if t.Raises != workflow.ClassHeartbeat || t.Counts != workflow.PerAttempt {
			continue
		}
		v.attemptTimers = slices.DeleteFunc(v.attemptTimers, func(id int64) bool {
			watches := m.timers[id].raises == workflow.ClassHeartbeat && m.timers[id].action == raisesError
			if watches {
				m.cancelTimer(id)
			}
			return watches
		})
		at, fault := m.dueAt(t.Length, v.effective)
		if fault != nil {
			m.fail(m.tokenAt(vi), vi, fault)
			return
		}
		v = &m.visits[vi]
		v.attemptTimers = append(v.attemptTimers, m.setTimer(at, timer{visit: vi, raises: t.Raises, leads: t}))
	}
}
