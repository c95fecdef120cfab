package machine

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// entity is what a machine keeps of an entity besides its data. The entity is created by the first request; a request
// chooses a workflow, moves the entity to the state of that workflow, and takes transitions until none is left to take.
// Then the entity rests, until the next request.
type entity struct {
	program  *workflow.Program
	created  time.Time
	state    *workflow.Node // the one it is in, or is leaving
	previous string         // the transition that was taken last
	leaving  *workflow.Edge // the one being taken
	rests    bool

	request Event
	entered map[*workflow.Node]int // how often each state was, by this request
	taken   int                    // how many transitions were, by this request
	asked   map[int64]question
	traced  bool // the trace has its beginning
}

// question is a call whose answer decides how a request goes on: whether a candidate is chosen, or a transition is taken.
type question struct {
	node      *workflow.Node
	call      *workflow.Call
	candidate int
	edge      *workflow.Edge // nil: the question is about the candidate
	index     int            // of the edge among those of its node
}

// NewEntity returns a machine for the entity of a program, whose workflow is chosen when it is created and again by
// every later request.
func NewEntity(p *workflow.Program) *Machine {
	m := &Machine{flow: p.Fallback, calls: map[int64]int32{}, timers: map[int64]timer{}, here: here{visit: none}}
	m.entity = &entity{program: p, asked: map[int64]question{}}
	return m
}

// handleRequest carries out a request: the creation, a transition that is asked for, or an update. Data that comes with one of the
// latter is merged into that of the entity first.
func (m *Machine) handleRequest(e Event) {
	x := m.entity
	x.request, x.rests, x.taken = e, false, 0
	x.entered = make(map[*workflow.Node]int)
	if e.Kind == Start {
		x.created = m.now
		m.openFrame(m.flow.Root, none, 0, e.Value)
	} else if data, ok := e.Value.(*value.Object); ok && data.Len() > 0 {
		root := &m.frames[rootFrame]
		root.document = value.MergeDeep(root.document, data)
		if m.outgrown(x.state, root.document) {
			return
		}
	}
	m.chooseWorkflow(0)
}

// chooseWorkflow looks for the workflow of the entity from the i-th candidate on.
func (m *Machine) chooseWorkflow(i int) {
	for candidates := m.entity.program.Select; i < len(candidates); i++ {
		c := &candidates[i]
		if c.Ask != nil {
			m.traceStart("")
			m.askTask(question{node: c.Workflow.Root.Start, call: c.Ask, candidate: i})
			return
		}
		if c.If == nil {
			m.useWorkflow(c.Workflow)
			return
		}
		holds, err := m.holds(c.If, m.frames[rootFrame].document)
		if err != nil {
			m.traceStart("")
			m.refuse(m.dataError(m.flow.Errors.Refused, err))
			return
		}
		if holds {
			m.useWorkflow(c.Workflow)
			return
		}
	}
	m.useWorkflow(m.entity.program.Fallback)
}

// traceStart tells once that the life of the entity begins, and in which workflow if that is known already.
func (m *Machine) traceStart(id string) {
	if x := m.entity; m.observe != nil && !x.traced {
		x.traced = true
		m.emit(Trace{Kind: RunStarted, Workflow: id, Data: x.request.Value})
	}
}

// useWorkflow goes on with a request once its workflow is known.
func (m *Machine) useWorkflow(w *workflow.Workflow) {
	m.traceStart(w.ID)
	x := m.entity
	m.flow = w
	m.frames[rootFrame].region = w.Root
	if x.request.Kind == Start {
		m.push(rootFrame, w.Root.Start, branch{}, nil)
		return
	}
	here := stateNamed(w, x.state.Name())
	switch {
	case here == nil && x.request.Kind == Request:
		m.refuse(m.newError(w.Errors.Request, workflow.ClassData, fmt.Sprintf("the workflow %q has no state %q", w.ID, x.state.Name())))
		return
	case here == nil:
		m.refuse(m.newError(w.Errors.Refused, workflow.ClassData, fmt.Sprintf("the workflow %q has no state %q", w.ID, x.state.Name())))
		return
	}
	x.state = here
	x.entered[here] = 1
	if x.request.Kind == Request {
		m.takeByName(x.request.Name)
		return
	}
	m.cascade(0)
}

func stateNamed(w *workflow.Workflow, name string) *workflow.Node {
	for _, n := range w.Root.Nodes {
		if n.Kind == workflow.State && n.Name() == name {
			return n
		}
	}
	return nil
}

// enterState moves the entity to a state.
func (m *Machine) enterState(n *workflow.Node) {
	x := m.entity
	x.state = n
	if x.leaving != nil {
		x.previous, x.leaving = x.leaving.Name, nil
	}
	x.entered[n]++
	if most := m.flow.Limits.Visits; most > 0 && x.entered[n] > most {
		m.exceed(fmt.Sprintf("state %q was entered more than %d times", n.Name(), most))
		return
	}
	m.cascade(0)
}

// cascade takes the first automated transition that may be taken, from the i-th edge of the state on.
func (m *Machine) cascade(i int) {
	x := m.entity
	for ; i < len(x.state.Out); i++ {
		e := x.state.Out[i]
		if !e.Disabled && (e.Kind == workflow.Guarded || e.Kind == workflow.Next) && m.tryTransition(e, i) {
			return
		}
	}
	x.rests = true
	if m.observe != nil {
		m.emit(Trace{Kind: Rested, Node: x.state, Data: m.frames[rootFrame].document, frame: rootFrame})
	}
}

// takeByName takes the transition that a request names.
func (m *Machine) takeByName(name string) {
	for i, e := range m.entity.state.Out {
		if e.Name == name && !e.Disabled {
			if !m.tryTransition(e, i) {
				m.refuseTransition(e)
			}
			return
		}
	}
	m.refuse(m.newError(m.flow.Errors.Request, workflow.ClassData,
		fmt.Sprintf("state %q has no transition %q", m.entity.state.Name(), name)))
}

func (m *Machine) refuseTransition(e *workflow.Edge) {
	m.refuse(m.newError(m.flow.Errors.Refused, workflow.ClassData, fmt.Sprintf("the condition of transition %q is false", e.Name)))
}

// tryTransition takes a transition if its condition holds, or has a task asked whether it does. It reports false if the condition
// does not hold; otherwise the request goes on from here, or is over.
func (m *Machine) tryTransition(e *workflow.Edge, index int) bool {
	if e.Ask != nil {
		m.askTask(question{node: e.From, call: e.Ask, edge: e, index: index})
		return true
	}
	if e.Guard != nil {
		holds, err := m.holds(e.Guard, m.frames[rootFrame].document)
		if err != nil {
			m.refuse(m.dataError(m.flow.Errors.Refused, err))
			return true
		}
		m.learn(rootFrame, nil)
		if !holds {
			return false
		}
	}
	m.takeTransition(e)
	return true
}

// takeTransition begins a transition.
func (m *Machine) takeTransition(e *workflow.Edge) {
	x := m.entity
	x.taken++
	if most := m.flow.Limits.Transitions; most > 0 && x.taken > most {
		m.exceed(fmt.Sprintf("more than %d transitions were taken", most))
		return
	}
	x.leaving = e
	m.takeEdge(&token{node: e.From, frame: rootFrame, generation: m.frames[rootFrame].generation}, e, m.frames[rootFrame].document)
}

// askTask asks a task whether something holds.
func (m *Machine) askTask(q question) {
	m.lastID++
	m.entity.asked[m.lastID] = q
	data := m.frames[rootFrame].document
	m.commands = append(m.commands, Command{Kind: Invoke, ID: m.lastID, Node: q.node, Call: q.call, Attempt: 1, Input: data})
	if m.observe != nil {
		m.emit(Trace{Kind: Called, Node: q.node, Call: q.call, Attempt: 1, Data: data, frame: rootFrame})
	}
}

// answerQuestion has a question answered, if the event answers one.
func (m *Machine) answerQuestion(e Event) {
	if m.entity == nil {
		return
	}
	q, ok := m.entity.asked[e.ID]
	if !ok {
		return
	}
	delete(m.entity.asked, e.ID)
	if e.Kind == Failure {
		m.refuse(m.taskError(nil, e.Error))
		return
	}
	if m.observe != nil {
		m.emit(Trace{Kind: Answered, Node: q.node, Call: q.call, Attempt: 1, Data: e.Value, Printed: e.Printed, frame: rootFrame})
	}
	holds := truth(e.Value)
	switch {
	case q.edge == nil && holds:
		m.useWorkflow(m.entity.program.Select[q.candidate].Workflow)
	case q.edge == nil:
		m.chooseWorkflow(q.candidate + 1)
	case holds:
		m.takeTransition(q.edge)
	case m.entity.request.Kind == Request && m.entity.taken == 0:
		m.refuseTransition(q.edge)
	default:
		m.cascade(q.index + 1)
	}
}

// truth is a value as an answer to a question: true is what is true as a condition, except for 0.
func truth(v any) bool { return expr.Truthy(v) && !value.Equal(v, int64(0)) }

// refuse ends the run with an error. The entity stays as it was.
func (m *Machine) refuse(e *Error) {
	if m.observe != nil {
		m.emit(Trace{Kind: Raised, Node: m.entity.state, Error: e, frame: rootFrame})
	}
	m.finish(Outcome{Output: m.frames[rootFrame].document, Error: e})
}

// exceed ends the run because a limit was reached.
func (m *Machine) exceed(cause string) {
	e := m.newError(m.flow.Errors.Refused, workflow.ClassData, cause)
	m.finish(Outcome{Output: m.frames[rootFrame].document, Error: e, Exceeded: true})
}

// Rests reports whether the machine is that of an entity that rests, so that a request would be taken.
func (m *Machine) Rests() bool { return m.entity != nil && m.entity.rests }

// State is the state that an entity is in; nil if it was not created, or the machine is not that of an entity.
func (m *Machine) State() *workflow.Node {
	if m.entity == nil {
		return nil
	}
	return m.entity.state
}

// lifecycle is what conditions see of an entity besides its data.
func (m *Machine) lifecycle() *value.Object {
	x := m.entity
	out := value.NewObject(3)
	out.Set(workflow.EntityCreated, x.created.UTC().Format(time.RFC3339Nano))
	if x.state != nil {
		out.Set(workflow.EntityState, x.state.Name())
	}
	if x.previous != "" {
		out.Set(workflow.EntityPrevious, x.previous)
	}
	return out
}
