package stepfunctions

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/nearest"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A StateTest runs one state as the TestState API of AWS does (asl today: "TestState").
type StateTest struct {
	State     string
	Input     any
	Variables *value.Object // nil: there are none
	// Mock answers the state in place of what it calls or runs; nil: there is none.
	Mock *run.Reply
	// Validation is how the result of the mock is compared with the response of the service; empty is STRICT, as on AWS.
	Validation ValidationMode
	// Retries is how often the first retrier that takes the error was used before (retrierRetryCount).
	Retries int
	// IterationFailures is how many iterations of a Map failed (mapIterationFailureCount), and ReaderItems what its ItemReader reads
	// (mapItemReaderData), a list; nil: nothing is known of it.
	IterationFailures int
	ReaderItems       any
	// CausedBy is the state in a Parallel or Map that raised the error of the mock (errorCausedByState); empty: none is named.
	CausedBy string
	// Inspect adds the data of the stages to the answer (inspectionLevel DEBUG), and Trace the request and the response of a task
	// that calls an HTTPS API (TRACE).
	Inspect, Trace bool
	Options        run.Options // Start, limits and the context
}

// Run runs the state and returns the answer of the API: status, output, error, cause, nextState and inspectionData, of which data is JSON
// in a text, as it is there. The error is that of a test that the API refuses.
func (t *StateTest) Run(ctx context.Context, p *workflow.Program) (*value.Object, error) {
	whole := p
	p = workflow.Clone(p)
	w := p.Start()
	n, err := t.find(w)
	if err != nil {
		return nil, err
	}
	if err := t.check(n); err != nil {
		return nil, err
	}
	s := &stateRun{test: t, node: n, kind: n.Kind, query: isQuery(w, n), staged: map[machine.Stage][]any{}, next: map[*workflow.Edge]string{}, http: n.Call != nil && n.Call.Task == httpTask}
	if n.Body != nil {
		s.mapped = n.Body.Items
	}
	if n.Kind == workflow.Scope { // whose answer is the mock
		if s.items = n.Body.Each; s.items {
			s.bounds = t.toleranceOf(n, s.variable)
		}
	}
	if err := t.failIterations(s); err != nil {
		return nil, err
	}
	if n.Kind == workflow.Scope {
		n.Kind, n.Body, n.Call = workflow.Task, nil, &workflow.Call{Task: n.Name()}
	}
	s.retriers, n.Retry = n.Retry, nil
	s.alone(w)
	o := t.Options
	o.Input, o.Observe, o.Settings.Stages = t.Input, s.observe, true
	o.Answer = func(*machine.Command, time.Time) (run.Reply, bool) { return *t.Mock, t.Mock != nil }
	r, err := run.Simulate(ctx, p, o)
	if err != nil {
		return nil, err
	}
	if s.items && t.Inspect {
		if err := s.inspectItems(ctx, whole); err != nil {
			return nil, err
		}
	}
	return s.answer(r), nil
}

// find finds the state in a machine or in what lies in it.
func (t *StateTest) find(w *workflow.Workflow) (*workflow.Node, error) {
	var names []string
	for _, e := range w.Elements {
		if e.Primary == nil {
			continue
		}
		if e.Name == t.State {
			return e.Primary, nil
		}
		names = append(names, e.Name)
	}
	return nil, fmt.Errorf("there is no state %q; %s", t.State, nearest.Help(t.State, names))
}

// A stateRun is the run of one state.
type stateRun struct {
	test     *StateTest
	node     *workflow.Node
	retriers []workflow.Retrier
	next     map[*workflow.Edge]string

	mapped   *workflow.Items
	items    bool // it is a Map
	selected any  // what its iterations get; nil: it has no ItemSelector, or there are none
	batched  any  // the same with its ItemBatcher
	bounds   tolerance
	http     bool // it calls an HTTPS API
	query    bool // it is in JSONata
	kind     workflow.Kind
	staged   map[machine.Stage][]any // the data after each stage, as a list of one
	taken    *workflow.Edge
	called   any
	isCalled bool
	assigned any
	raised   *machine.Error
}

// alone makes the state all of its machine: whatever it leads to is the end. Variables are given values before it.
func (s *stateRun) alone(w *workflow.Workflow) {
	n := s.node
	r := n.Region
	end := w.AddNode(r, n.Element, workflow.End, workflow.Ending)
	for _, e := range n.Out {
		if e.To.Role != workflow.Ending {
			s.next[e] = e.To.Name()
		}
		e.To.In = slices.DeleteFunc(e.To.In, func(x *workflow.Edge) bool { return x == e })
		e.To = end
		end.In = append(end.In, e)
	}
	w.Root, r.Scope, r.Start, w.Timeout = r, nil, n, nil
	if s.test.Variables == nil || s.test.Variables.Len() == 0 {
		return
	}
	first := w.AddNode(r, w.AddElement("variables", "Pass", source.Span{}, source.Span{}), workflow.Pass, workflow.Primary)
	assign := &workflow.Assign{}
	for name, v := range s.test.Variables.All() {
		assign.Variables = append(assign.Variables, workflow.Variable{Name: name, Value: &expr.Literal{Value: v}})
	}
	first.Data.Assign = assign
	w.Connect(first, n, workflow.Next, source.Span{})
	r.Start = first
}

func (s *stateRun) observe(t *machine.Trace) {
	if t.Node != s.node {
		return
	}
	switch t.Kind {
	case machine.Called:
		s.called, s.isCalled = t.Data, true
	case machine.Took:
		s.taken = t.Edge
	case machine.Assigned:
		s.assigned = t.Data
	case machine.Staged:
		if s.staged[t.Stage] == nil { // what an edge does comes later
			s.staged[t.Stage] = []any{t.Data}
		}
	case machine.Raised:
		e := *t.Error
		s.raised = &e
	}
}

// answer is what the API answers.
func (s *stateRun) answer(r *run.Result) *value.Object {
	out := value.NewObject(6)
	details := value.NewObject(3)
	failed := s.raised
	if failed == nil && r.Status == run.Failed {
		failed = r.Error
	}
	retrier := -1
	if failed != nil {
		retrier = s.retrierOf(failed)
	}
	switch {
	case retrier >= 0 && s.test.Retries < s.retriers[retrier].Limit:
		out.Set("status", "RETRIABLE")
		s.fail(out, failed)
		details.Set("retryIndex", int64(retrier))
		details.Set("retryBackoffIntervalSeconds", s.backoff(retrier))
	case s.taken != nil && s.taken.Kind == workflow.OnError:
		out.Set("status", "CAUGHT_ERROR")
		s.fail(out, failed)
		out.Set("output", jsonText(r.Output))
		details.Set("catchIndex", int64(s.catcher()))
	case r.Status != run.Succeeded:
		out.Set("status", "FAILED")
		s.fail(out, r.Error)
	default:
		out.Set("status", "SUCCEEDED")
		out.Set("output", jsonText(r.Output))
	}
	if s.taken != nil && s.next[s.taken] != "" && out.Get("status") != "RETRIABLE" {
		out.Set("nextState", s.next[s.taken])
	}
	if s.test.Inspect {
		out.Set("inspectionData", s.inspection(r, details))
	}
	return out
}

func (s *stateRun) fail(out *value.Object, e *machine.Error) {
	if e == nil {
		return
	}
	out.Set("error", e.Name)
	if e.Cause != "" {
		out.Set("cause", e.Cause)
	}
}

// retrierOf is the first retrier that takes an error, or -1.
func (s *stateRun) retrierOf(e *machine.Error) int {
	if e.Fatal {
		return -1
	}
	return slices.IndexFunc(s.retriers, func(r workflow.Retrier) bool { return r.On.Matches(e.Name, e.Class) })
}

// backoff is how many seconds the next attempt waits.
func (s *stateRun) backoff(i int) any {
	r := &s.retriers[i]
	seconds := r.Interval * math.Pow(r.Factor, float64(s.test.Retries))
	if r.Longest > 0 {
		seconds = min(seconds, r.Longest)
	}
	if whole := math.Trunc(seconds); whole == seconds && math.Abs(whole) < 1<<53 {
		return int64(whole)
	}
	return seconds
}

// catcher is the index of the handler that took the error.
func (s *stateRun) catcher() int {
	i := 0
	for _, e := range s.node.Out {
		if e == s.taken {
			return i
		}
		if e.Kind == workflow.OnError {
			i++
		}
	}
	return -1
}

func (s *stateRun) variable(name string) (any, bool) {
	if s.test.Variables == nil || !s.test.Variables.Has(name) {
		return nil, false
	}
	return s.test.Variables.Get(name), true
}

// jsonText is a value as the API has it: JSON in a text.
func jsonText(v any) string { return string(value.Append(nil, v)) }

// ErrNotOneMock is that a file of mocks has several cases, of which a test of a state takes one.
var ErrNotOneMock = errors.New("the mock must be one of the TestState API: an object with result or errorOutput")

// Answer returns the answer of a mock of the TestState API.
func (m *Mocks) Answer() (*run.Reply, error) {
	if len(m.Cases) != 1 || len(m.Cases[0].States) != 1 || m.Cases[0].Machine != "" {
		return nil, ErrNotOneMock
	}
	r := m.Cases[0].States[0].Response
	if r == nil || len(r.Entries) != 1 {
		return nil, ErrNotOneMock
	}
	return &r.Entries[0].Reply, nil
}
