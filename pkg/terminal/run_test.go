package terminal

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// ask is a workflow of a task, with a name and a resource of the test's choice, that is tried twice, and of a node that
// waits for a signal.
func ask(name, task string) *workflow.Workflow {
	w := &workflow.Workflow{ID: "ask", Dialect: "test", Errors: workflow.ErrorTable{Task: workflow.ErrorName{Name: "Failed"}}}
	r := w.AddRegion(nil, source.Span{})
	add := func(name string, kind workflow.Kind) *workflow.Node {
		return w.AddNode(r, w.AddElement(name, kind.String(), source.Span{}, source.Span{}), kind, workflow.Primary)
	}
	call, wait, end := add(name, workflow.Task), add("approve", workflow.Await), add("end", workflow.End)
	r.Start = call
	call.Call = &workflow.Call{Task: task}
	call.Retry = []workflow.Retrier{{On: workflow.Matcher{{All: true}}, Limit: 1, Interval: 90, Factor: 1}}
	wait.Awaits = &workflow.Awaits{Kind: "signal"}
	w.Connect(call, wait, workflow.Next, source.Span{})
	w.Connect(wait, end, workflow.Next, source.Span{})
	e := w.Connect(wait, end, workflow.OnTimer, source.Span{})
	wait.Timers = []workflow.Timer{{Length: workflow.Length{Expr: &expr.Literal{Value: "PT1H"}, Unit: workflow.Duration}, Counts: workflow.PerVisit, Edge: e, Interrupting: true}}
	return w
}

// shown plays a workflow and returns what a person sees.
func shown(t *testing.T, w *workflow.Workflow, color bool, stubs ...run.Stub) string {
	t.Helper()
	var out bytes.Buffer
	v := NewRunView(&out, color)
	r, err := run.Simulate(context.Background(), &workflow.Program{Workflows: []*workflow.Workflow{w}}, run.Options{
		Input: valuetest.Object("a", "\x1b[31m"), Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), Stubs: stubs, Observe: v.Observe})
	if err != nil {
		t.Fatal(err)
	}
	v.Finish(r)
	return out.String()
}

func TestRunView(t *testing.T) {
	t.Parallel()
	fails := run.Stub{Name: "*", Replies: []run.Reply{{Fail: &machine.Error{Cause: "busy"}}, {Return: int64(7)}}}
	got := shown(t, ask("call", "do"), false, fails)
	const want = `         0 s  ▶ start ask with {"a":"\u001b[31m"}
              ● call task
                → call do with {"a":"\u001b[31m"}
                ✗ Failed: busy
                ↻ retry 1 of 1 in 1 min 30 s
1 min 30 s      → call do (attempt 2) with {"a":"\u001b[31m"}
                ← answer 7
              ● approve await
                … waits for a signal
1 h 1 min       ⏱ its timer fired ⤷ end
              ● end end

succeeded after 1 h 1 min, 3 steps
  path    call → approve → end
  output  7
`
	if squeezed(got) != squeezed(want) {
		t.Errorf("it prints\n%s\nwant\n%s", got, want)
	}
}

// squeezed drops the padding at the start of lines.
func squeezed(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		out = append(out, strings.Join(strings.Fields(line), " "))
	}
	return strings.Join(out, "\n")
}

// TestNothingSteersTheTerminal has a definition hold control characters.
func TestNothingSteersTheTerminal(t *testing.T) {
	t.Parallel()
	got := shown(t, ask("na\x1b]0;x\x07me", "do\r\nit\u202e"), false, run.Stub{Name: "*", Replies: []run.Reply{{Fail: &machine.Error{Name: "E\x1b[2J", Cause: "c\x00"}}}})
	for _, r := range got {
		if r < ' ' && r != '\n' || r == 0x202e {
			t.Fatalf("%U reaches the terminal in\n%q", r, got)
		}
	}
}

func TestColors(t *testing.T) {
	t.Parallel()
	if got := shown(t, ask("call", "do"), true); !strings.Contains(got, "\x1b[") {
		t.Error("no colours are there")
	}
}

func TestLongPathsAreCut(t *testing.T) {
	t.Parallel()
	visited := make([]string, 1000)
	for i := range visited {
		visited[i] = "a"
	}
	if got := path(visited); !strings.Contains(got, "… 960 more …") || len(got) > 400 {
		t.Error(got)
	}
}
