package run

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// net builds workflows for tests.
type net struct {
	*workflow.Workflow
	nodes map[string]*workflow.Node
}

func newNet() *net {
	n := &net{&workflow.Workflow{ID: "test", Dialect: "test", Errors: workflow.ErrorTable{
		Task:    workflow.ErrorName{Name: "TaskFailed"},
		Timeout: workflow.ErrorName{Name: "Timeout"},
		Expired: workflow.ErrorName{Name: "Expired"},
		Path:    workflow.ErrorName{Name: "Path"},
		Combine: workflow.ErrorName{Name: "Combine"},
		NoMatch: workflow.ErrorName{Name: "NoMatch"},
		NameKey: "name", CauseKey: "cause",
	}}, map[string]*workflow.Node{}}
	n.AddRegion(nil, source.Span{})
	return n
}

// add adds a node; the first one of a region is its start.
func (n *net) add(r *workflow.Region, name string, kind workflow.Kind) *workflow.Node {
	x := n.AddNode(r, n.AddElement(name, kind.String(), source.Span{}, source.Span{}), kind, workflow.Primary)
	if kind == workflow.Task {
		x.Call = &workflow.Call{Task: "do-" + name}
	}
	if r.Start == nil {
		r.Start = x
	}
	n.nodes[name] = x
	return x
}

func (n *net) connect(from, to string, kind workflow.EdgeKind) *workflow.Edge {
	return n.Connect(n.nodes[from], n.nodes[to], kind, source.Span{})
}

func fixed(v any) *expr.Literal { return &expr.Literal{Value: v} }

// start makes a machine and gives it the first event.
func start(t *testing.T, n *net, input any) (*machine.Machine, []machine.Command) {
	t.Helper()
	m, err := machine.New(n.Workflow, nil)
	if err != nil {
		t.Fatal(err)
	}
	commands, more := m.Step(machine.Event{Kind: machine.Start, At: epoch, Value: input}, 1000)
	if more {
		t.Fatal("the budget was spent")
	}
	return m, append([]machine.Command(nil), commands...)
}

var epoch = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// spell prints commands as one line: "invoke 1 a, timer 2 +5s".
func spell(commands []machine.Command) string {
	var out []string
	for _, c := range commands {
		switch c.Kind {
		case machine.Invoke:
			out = append(out, fmt.Sprintf("invoke %d %s", c.ID, c.Node.Name()))
		case machine.CancelCall:
			out = append(out, fmt.Sprintf("cancel %d %s", c.ID, c.Error.Name))
		case machine.SetTimer:
			out = append(out, fmt.Sprintf("timer %d +%s", c.ID, c.At.Sub(epoch)))
		case machine.CancelTimer:
			out = append(out, fmt.Sprintf("stop %d", c.ID))
		case machine.Finish:
			out = append(out, "finish")
		}
	}
	return strings.Join(out, ", ")
}

func step(m *machine.Machine, e machine.Event) string {
	if e.At.IsZero() {
		e.At = epoch
	}
	commands, _ := m.Step(e, 1000)
	return spell(commands)
}

func TestTaskWithTimeLimitAndRetry(t *testing.T) {
	t.Parallel()
	n := newNet()
	a := n.add(n.Root, "a", workflow.Task)
	n.add(n.Root, "end", workflow.End)
	n.connect("a", "end", workflow.Next)
	a.Timers = []workflow.Timer{{Length: workflow.Length{Expr: fixed(int64(5))}, Raises: workflow.ClassTimeout}}
	a.Retry = []workflow.Retrier{{On: workflow.Matcher{{Name: "Timeout"}}, Limit: 1, Interval: 2, Factor: 2}}

	m, commands := start(t, n, "in")
	if got := spell(commands); got != "timer 1 +5s, invoke 2 a" {
		t.Fatalf("start: %s", got)
	}
	if got := step(m, machine.Event{Kind: machine.TimerFired, ID: 1, At: epoch.Add(5 * time.Second)}); got != "cancel 2 Timeout, timer 3 +7s" {
		t.Fatalf("timeout: %s", got)
	}
	if got := step(m, machine.Event{Kind: machine.Answer, ID: 2, Value: "late"}); got != "" {
		t.Fatalf("an answer after the cancellation: %s", got)
	}
	if got := step(m, machine.Event{Kind: machine.TimerFired, ID: 3, At: epoch.Add(7 * time.Second)}); got != "timer 4 +12s, invoke 5 a" {
		t.Fatalf("second attempt: %s", got)
	}
	if got := step(m, machine.Event{Kind: machine.Answer, ID: 5, Value: "out"}); got != "stop 4, finish" {
		t.Fatalf("answer: %s", got)
	}
	if o := m.Outcome(); o.Output != "out" || o.Error != nil || o.Ended[0].Name() != "end" {
		t.Errorf("outcome %+v", o)
	}
	if m.Steps() != 2 {
		t.Errorf("%d steps, want 2: attempts are no visits", m.Steps())
	}
}

// parallel builds a scope with a region for each of the names, which is a task of that name.
func parallel(n *net, names ...string) *workflow.Node {
	s := n.add(n.Root, "scope", workflow.Scope)
	for _, name := range names {
		r := n.AddRegion(s, source.Span{})
		n.add(r, name, workflow.Task)
		n.add(r, name+"-end", workflow.End)
		n.connect(name, name+"-end", workflow.Next)
	}
	n.add(n.Root, "end", workflow.End)
	n.connect("scope", "end", workflow.Next)
	return s
}

func TestScopeGathersInTheOrderOfItsRegions(t *testing.T) {
	t.Parallel()
	n := newNet()
	parallel(n, "a", "b")
	m, commands := start(t, n, nil)
	if got := spell(commands); got != "invoke 1 a, invoke 2 b" {
		t.Fatalf("start: %s", got)
	}
	step(m, machine.Event{Kind: machine.Answer, ID: 2, Value: "second"})
	if got := step(m, machine.Event{Kind: machine.Answer, ID: 1, Value: "first"}); got != "finish" {
		t.Fatalf("last answer: %s", got)
	}
	if got := fmt.Sprint(m.Outcome().Output); got != "[first second]" {
		t.Errorf("output %s", got)
	}
}

func TestFailingRegionCancelsTheOthers(t *testing.T) {
	t.Parallel()
	n := newNet()
	parallel(n, "a", "b", "c")
	n.add(n.Root, "rescue", workflow.End)
	caught := n.connect("scope", "rescue", workflow.OnError)
	caught.On = workflow.Matcher{{Class: workflow.ClassBranch}}
	m, _ := start(t, n, "in")
	if got := step(m, machine.Event{Kind: machine.Failure, ID: 2, Error: &machine.Error{Cause: "why"}}); got != "cancel 1 Cancelled, cancel 3 Cancelled, finish" {
		t.Fatalf("failure: %s", got)
	}
	o := m.Outcome()
	if o.Error != nil || o.Ended[0].Name() != "rescue" || fmt.Sprint(o.Output) != `{"name":"TaskFailed","cause":"why"}` {
		t.Errorf("outcome %+v", o)
	}
}

// TestRegionsThatWereNotBegun shows that a branch does not begin when one before it failed at once.
func TestRegionsThatWereNotBegun(t *testing.T) {
	t.Parallel()
	n := newNet()
	s := n.add(n.Root, "scope", workflow.Scope)
	first := n.AddRegion(s, source.Span{})
	n.add(first, "boom", workflow.Fail).Raises = &workflow.Raises{Name: fixed("Boom")}
	second := n.AddRegion(s, source.Span{})
	n.add(second, "never", workflow.Task)
	m, commands := start(t, n, nil)
	if got := spell(commands); got != "finish" {
		t.Errorf("start: %s", got)
	}
	if o := m.Outcome(); o.Error == nil || o.Error.Name != "Boom" || o.Error.Class&workflow.ClassBranch == 0 {
		t.Errorf("outcome %+v", o)
	}
	if len(m.Visited()) != 2 {
		t.Errorf("visited %v", m.Visited())
	}
}

func TestFatalErrorsAreNeverCaught(t *testing.T) {
	t.Parallel()
	n := newNet()
	n.Errors.Path.Fatal = true
	a := n.add(n.Root, "a", workflow.Task)
	a.Data.Select = &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: "absent"}}, Definite: true, Text: "$.absent"}
	a.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 9, Interval: 1, Factor: 1}}
	n.add(n.Root, "end", workflow.End)
	n.connect("a", "end", workflow.OnError).On = workflow.Matcher{{All: true}}
	m, _ := start(t, n, valuetest.Object())
	if o := m.Outcome(); !o.Done || o.Error == nil || o.Error.Name != "Path" {
		t.Errorf("outcome %+v", o)
	}
}

// ring is a cycle of pass nodes.
func ring(size int) *net {
	n := newNet()
	for i := range size {
		n.add(n.Root, fmt.Sprint(i), workflow.Pass)
	}
	for i := range size {
		n.connect(fmt.Sprint(i), fmt.Sprint((i+1)%size), workflow.Next)
	}
	return n
}

func TestBudget(t *testing.T) {
	t.Parallel()
	m, err := machine.New(ring(3).Workflow, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, more := m.Step(machine.Event{Kind: machine.Start, At: epoch}, 10)
	if !more || m.Steps() != 10 {
		t.Fatalf("more %t after %d steps", more, m.Steps())
	}
	if _, more = m.Step(machine.Event{Kind: machine.Resume, At: epoch}, 5); !more || m.Steps() != 15 {
		t.Errorf("more %t after %d steps", more, m.Steps())
	}
}

func TestUnsupportedIsRefused(t *testing.T) {
	t.Parallel()
	n := ring(1)
	n.Unsupported = []workflow.Unsupported{{What: "a Map state"}}
	if _, err := machine.New(n.Workflow, nil); err == nil || !strings.Contains(err.Error(), "a Map state") {
		t.Errorf("error %v", err)
	}
}

// TestEventsShareTheirMemory counts the allocations of a run that is observed: two events for each transition need none.
func TestEventsShareTheirMemory(t *testing.T) {
	m, err := machine.New(ring(3).Workflow, nil)
	if err != nil {
		t.Fatal(err)
	}
	const transitions = 1_000
	events := 0
	m.Observe(func(*machine.Trace) { events++ })
	m.Step(machine.Event{Kind: machine.Start, At: epoch}, 1)
	events = 0
	n := testing.AllocsPerRun(1, func() { m.Step(machine.Event{Kind: machine.Resume, At: epoch}, transitions) })
	if events < 2*transitions || n > transitions/10 {
		t.Errorf("%.0f allocations for %d events", n, events)
	}
}

// BenchmarkPass takes a token along a chain of pass nodes: the time of one operation is that of one transition.
func BenchmarkPass(b *testing.B) {
	for _, size := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			m, err := machine.New(ring(size).Workflow, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			b.ResetTimer()
			m.Step(machine.Event{Kind: machine.Start, At: epoch, Value: valuetest.Object("a", int64(1))}, b.N)
		})
	}
}

// BenchmarkPassTraced does the same with every event written as JSON.
func BenchmarkPassTraced(b *testing.B) {
	m, err := machine.New(ring(1_000).Workflow, nil)
	if err != nil {
		b.Fatal(err)
	}
	w := NewTraceWriter(discard{})
	m.Observe(w.Write)
	b.ReportAllocs()
	m.Step(machine.Event{Kind: machine.Start, At: epoch, Value: valuetest.Object("a", int64(1))}, b.N)
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
