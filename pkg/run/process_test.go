//go:build unix

package run

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func TestExecute(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ command, want string }{
		{"cat", `{"n":1}`},
		{"echo '[1, 2.50]'", "[1,2.5]"},
		{"echo two words; echo", `"two words"`},
		{"true", "{}"},
		{`echo '{"n": 1e999}'`, "error : the output cannot be read: the number 1e999 is too large: the largest is about 1.8e308 at byte 6"},
		{"printf '\\377'", `"�"`},
		{"echo $FLOWGLOT_TASK $FLOWGLOT_NODE $FLOWGLOT_ATTEMPT $FLOWGLOT_INPUT $OTHER", `"do work 2 {\"n\":1} set"`},
		{"echo why >&2; exit 1", "error : why"},
		{`echo '{"error": "Busy"}'; exit 7`, "error Busy: exit status 7"},
		{"kill -9 $$", "error : signal: killed"},
		{"exec /no/such/program", "error"},
	} {
		r := Execute(context.Background(), Process{Command: test.command, Task: "do", Node: "work", Attempt: 2,
			Input: valuetest.Object("n", int64(1))}, append(os.Environ(), "OTHER=set"))
		got := string(value.Append(nil, r.Value))
		if r.Error != nil {
			got = "error " + r.Error.Name + ": " + r.Error.Cause
		}
		if got != test.want && (test.want != "error" || r.Error == nil) {
			t.Errorf("%s gives %s, want %s", test.command, got, test.want)
		}
	}
}

// TestOutputIsBounded runs processes that print more than is kept, two of them without an end.
func TestOutputIsBounded(t *testing.T) {
	t.Parallel()
	const most = 100_000
	for _, test := range []struct{ command, want string }{
		{"head -c 100000 /dev/zero | tr '\\0' x", "value of 100000 characters"},
		{"head -c 100001 /dev/zero | tr '\\0' x", "the output is longer than 100000 bytes"},
		{"yes", "the output is longer than 100000 bytes"},
		{"yes | cat", "the output is longer than 100000 bytes"},
		{"head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1", "cause of 65536 characters"},
		{"head -c 1000000 /dev/zero | tr '\\0' x >&2; echo '\"done\"'", "value of 4 characters"},
	} {
		r := execute(context.Background(), Process{Command: test.command}, os.Environ(), most)
		text, _ := r.Value.(string)
		got := fmt.Sprintf("value of %d characters", len(text))
		if r.Error != nil {
			if got = r.Error.Cause; len(got) > 100 {
				got = fmt.Sprintf("cause of %d characters", len(got))
			}
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.command, got, test.want)
		}
	}
}

// TestVariablesAreSafe runs a process about whose call not everything fits into the environment.
func TestVariablesAreSafe(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 100_000)
	var parameters any = long
	p := Process{Task: long, Node: "a\x00b", Attempt: 1, Input: long, Parameters: &parameters,
		Command: `echo "${#FLOWGLOT_TASK} $FLOWGLOT_NODE ${FLOWGLOT_INPUT-none} ${FLOWGLOT_PARAMETERS-none}"; cat >/dev/null`}
	r := Execute(context.Background(), p, append(os.Environ(), "LC_ALL=C"))
	if r.Error != nil || r.Value != "10000 a\ufffdb none none" && r.Value != "5000 a\ufffdb none none" {
		t.Errorf("%v %v", r.Value, r.Error)
	}
}

// TestExecuteKillsTheGroup starts a command whose child outlives it unless the whole group is killed. The child holds a named pipe
// open, which ends with it.
func TestExecuteKillsTheGroup(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	folder := t.TempDir()
	if err := syscall.Mkfifo(folder+"/held", 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan ProcessResult)
	go func() {
		done <- Execute(ctx, Process{Command: "(sleep 600; echo outlived) > held & wait", Folder: folder}, os.Environ())
	}()
	held, err := os.Open(folder + "/held") // waits until the child opens it
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	cancel()
	if r := <-done; r.Error == nil {
		t.Error("a process that was killed has a result")
	}
	if text, err := io.ReadAll(held); err != nil || len(text) > 0 {
		t.Errorf("the child printed %q, %v", text, err)
	}
}

// still is a clock that stands until it is moved.
type still struct {
	now   time.Time
	after chan time.Time
}

func (c *still) Now() time.Time                       { return c.now }
func (c *still) After(time.Duration) <-chan time.Time { return c.after }

// TestProcessMeetsItsTimeLimit has the real clock reach the limit of a task before its process ends.
func TestProcessMeetsItsTimeLimit(t *testing.T) {
	t.Parallel()
	n := newNet()
	a := n.add(n.Root, "a", workflow.Task)
	a.Timers = []workflow.Timer{{Length: workflow.Length{Expr: fixed(int64(5))}, Raises: workflow.ClassTimeout}}
	n.add(n.Root, "end", workflow.End)
	n.connect("a", "end", workflow.Next)
	c := &still{now: epoch, after: make(chan time.Time)}
	r := simulate(t, n, Options{
		Clock: c,
		Stubs: []Stub{{Name: "a", Replies: []Reply{{Exec: "work"}}}},
		Execute: func(ctx context.Context, _ Process) ProcessResult {
			c.after <- epoch // the limit passes while the process runs
			<-ctx.Done()
			return ProcessResult{Error: &machine.Error{Name: "Killed"}}
		},
	})
	if got := spelled(r); got != "failed after PT5S: a, Timeout" {
		t.Error(got)
	}
	if call := r.Calls[0]; call.Error.Name != "Timeout" || call.Took != 5*time.Second {
		t.Errorf("the call is %+v", call)
	}
}

// TestVirtualTimeAdvancesByWhatAProcessTook has a process take 3 s by the real clock.
func TestVirtualTimeAdvancesByWhatAProcessTook(t *testing.T) {
	t.Parallel()
	n := newNet()
	n.add(n.Root, "a", workflow.Task)
	n.add(n.Root, "end", workflow.End)
	n.connect("a", "end", workflow.Next)
	c := &ticking{now: epoch}
	r := simulate(t, n, Options{Clock: c, Stubs: []Stub{{Name: "a", Replies: []Reply{{Exec: "work"}}}},
		Execute: func(context.Context, Process) ProcessResult { return ProcessResult{Value: "done"} }})
	if got := spelled(r); got != "succeeded after PT3S: a end" {
		t.Error(got)
	}
}

// ticking is a clock that is 3 s later each time a process looks at it: at its start and at its end.
type ticking struct {
	now   time.Time
	looks int
}

func (c *ticking) Now() time.Time {
	c.looks++
	return c.now.Add(time.Duration(c.looks) * 3 * time.Second)
}
func (c *ticking) After(time.Duration) <-chan time.Time { return nil }
