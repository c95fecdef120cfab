package cmd

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// stuck is a writer whose reader takes nothing: the first write never returns until the test ends.
type stuck struct {
	began sync.Once
	first chan struct{} // closed at the first write
	end   chan struct{}
}

// Write implements io.Writer.
func (s *stuck) Write([]byte) (int, error) {
	s.began.Do(func() { close(s.first) })
	<-s.end
	return 0, os.ErrClosed
}

// interruptible is a world in which a test interrupts commands, and no time passes while they wait for a reader.
func interruptible(t *testing.T) (w World, interrupt func(), said *strings.Builder) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	w = System()
	said = &strings.Builder{}
	w.Stderr, w.StdoutIsTerminal, w.StderrIsTerminal = said, false, false
	w.Interrupted = func() (context.Context, context.CancelFunc) { return ctx, func() {} }
	w.After = func(time.Duration) <-chan time.Time {
		c := make(chan time.Time)
		close(c)
		return c
	}
	return w, cancel, said
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const loops = `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:a", "Next": "A"}}}`

// TestInterruptedRunEndsThoughNobodyReads interrupts runs whose output is a pipe that is full.
func TestInterruptedRunEndsThoughNobodyReads(t *testing.T) {
	t.Parallel()
	path := write(t, t.TempDir(), "loop.asl.json", loops)
	for _, args := range [][]string{{"run", path}, {"run", path, "--format", "json"}, {"run", path, "--trace-file", "-"}} {
		w, interrupt, said := interruptible(t)
		out := &stuck{first: make(chan struct{}), end: make(chan struct{})}
		w.Stdout = out
		go func() {
			<-out.first
			interrupt()
		}()
		if status := Main(args, w); status != statusFound {
			t.Errorf("%v: status %d: %s", args, status, said)
		}
		close(out.end)
	}
}

// TestInterruptedTestCountsNoCase interrupts the second of three cases, in the midst of a command of it, which is begun when the first
// has ended.
func TestInterruptedTestCountsNoCase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "task.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:a", "End": true}}}`)
	scenario := write(t, dir, "task.scenario.yaml", `workflow: task.asl.json
cases:
  - {name: first, tasks: {A: {exec: "echo 1"}}}
  - {name: second, tasks: {A: {exec: "mkfifo gate; echo > gate; sleep 600"}}}
  - {name: third, tasks: {A: {return: 1}}}
`)
	w, interrupt, said := interruptible(t)
	var out strings.Builder
	w.Stdout = &out
	w.After = func(time.Duration) <-chan time.Time { return nil } // the reader of the output is given all the time it needs
	go func() {
		gate := filepath.Join(dir, "gate")
		for {
			if _, err := os.Stat(gate); err == nil {
				break
			}
			time.Sleep(time.Millisecond)
		}
		_, _ = os.ReadFile(gate) // which is opened by the command
		interrupt()
	}()
	status := Main([]string{"test", scenario}, w)
	if status != statusFound || !strings.Contains(said.String(), "flowglot: interrupted") {
		t.Errorf("status %d: %s", status, said)
	}
	if got := out.String(); !strings.Contains(got, ": first (") || strings.Contains(got, "second") || strings.Contains(got, "third") ||
		!strings.HasSuffix(got, "1 passed, 0 failed\n") {
		t.Errorf("it prints\n%s", got)
	}
}
