package run

import (
	"context"
	"io"
	"os"
	"os/exec"
	"testing"
)

// TestMain lets the test program stand in for flowglot in TestProcessesDieWithFlowglot.
func TestMain(m *testing.M) {
	if os.Getenv("RUN_TEST_COMMAND") != "" {
		Execute(context.Background(), Process{Command: os.Getenv("RUN_TEST_COMMAND")}, os.Environ())
		return
	}
	os.Exit(m.Run())
}

// TestProcessesDieWithFlowglot kills a program that runs a task, in a way that it cannot handle. The process of the task holds a
// pipe open, which ends with it.
func TestProcessesDieWithFlowglot(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "RUN_TEST_COMMAND=exec 4> /proc/$PPID/fd/3; echo ready >&4; exec sleep 600")
	parent.ExtraFiles = []*os.File{w}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	ready := make([]byte, len("ready\n"))
	if _, err := io.ReadFull(r, ready); err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	if text, err := io.ReadAll(r); err != nil || len(text) > 0 { // waits until the task has ended
		t.Errorf("the task printed %q, %v", text, err)
	}
}
