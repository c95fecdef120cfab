package machine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// CallsExceeded is the name of the error of a run in which workflows call one another too deep.
const CallsExceeded = "MaxCalls"

// mostCalls is how deep calls of workflows nest at most: each of them waits for the one that it called. People nest a handful of them. More
// than that is a workflow that starts itself, and what it has under way grows with each call, so that a bound on the steps ends it late.
const mostCalls = 1000

// findWorkflow is the workflow of an id that can be called from this run; nil if there is none.
func (m *Machine) findWorkflow(id string) *workflow.Workflow {
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

// callWorkflow runs a workflow in place of a task. One that its schedule does not allow to start now is simply done (sw:
// "Start Definition").
func (m *Machine) callWorkflow(vi int32, w *workflow.Workflow) {
	v := &m.visits[vi]
	if !m.active(w) {
		m.leaveVisit(vi, v.effective, nil)
		return
	}
	input := v.payload
	if f, opened := m.openWorkflow(w, vi, input); opened {
		m.push(f, w.Root.Start, branch{}, input)
	}
}

// openWorkflow opens the frame of a workflow that a visit calls. It ends the run instead, and reports false, where calls are nested too
// deeply.
func (m *Machine) openWorkflow(w *workflow.Workflow, vi int32, input any) (f int32, opened bool) {
	if m.frames[m.visits[vi].frame].calls >= mostCalls {
		m.finish(Outcome{Exceeded: true, Output: m.Data(), Error: &Error{Name: CallsExceeded, Class: workflow.ClassData,
			Cause: fmt.Sprintf("workflows call one another more than %d deep: %s", mostCalls, m.callChain(vi, w))}})
		return none, false
	}
	f = m.openFrame(w.Root, vi, 0, input)
	m.frames[f].calls++
	m.visits[vi].children = append(m.visits[vi].children, f)
	return f, true
}

// callChain lists the workflows that led to a call, the outermost first, until one comes again: what follows is known then.
func (m *Machine) callChain(vi int32, w *workflow.Workflow) string {
	chain := []*workflow.Workflow{w}
	for f := m.workflowFrame(vi); ; f = m.workflowFrame(m.frames[f].visit) {
		chain = append(chain, m.flowOf(f))
		if m.frames[f].visit == none {
			break
		}
	}
	slices.Reverse(chain)
	const shown = 10
	var names []string
	seen := map[*workflow.Workflow]bool{}
	for _, x := range chain {
		names = append(names, fmt.Sprintf("%q", x.ID))
		if seen[x] || len(names) == shown {
			break
		}
		seen[x] = true
	}
	return strings.Join(names, " calls ") + " …"
}

// flowOf is the workflow that a frame is of.
func (m *Machine) flowOf(f int32) *workflow.Workflow {
	root := m.frames[f].region
	for root.Scope != nil {
		root = root.Scope.Region
	}
	if root == m.flow.Root || m.program == nil {
		return m.flow
	}
	for _, w := range m.program.Workflows {
		if w.Root == root {
			return w
		}
	}
	return m.flow
}
