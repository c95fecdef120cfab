package run

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
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

// TestProcessesDieWithFlowglot kills a program that runs a task, in a way that it cannot handle.
func TestProcessesDieWithFlowglot(t *testing.T) {
	t.Parallel()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "RUN_TEST_COMMAND=echo $$ > /proc/$PPID/fd/3; exec sleep 600")
	parent.ExtraFiles = []*os.File{w}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait()
	stat := "/proc/" + strings.TrimSpace(line) + "/stat"
	for range 100_000 { // the signal is on its way
		state, err := os.ReadFile(stat)
		if err != nil || strings.Contains(string(state), ") Z ") {
			return
		}
		runtime.Gosched()
	}
	t.Error("the task outlives its parent")
}
