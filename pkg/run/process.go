package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Process is a call that is carried out by a command.
type Process struct {
	// Command is given to the shell. If it is empty, Program is run without one.
	Command, Program string
	Folder           string // where it runs
	Task, Node       string
	Attempt          int
	Input            any
	Parameters       *any // nil: none
}

// ProcessResult is what a process answered: a value, or an error.
type ProcessResult struct {
	Value any
	Error *machine.Error
}

// Limits of what is kept of the output of a process.
const (
	mostOutput = 64 << 20
	mostCause  = 64 << 10
)

// Execute runs a process and waits for it. It gets its input as JSON on stdin, and FLOWGLOT_TASK, FLOWGLOT_NODE,
// FLOWGLOT_ATTEMPT, FLOWGLOT_INPUT and, where it has some,
// FLOWGLOT_PARAMETERS beside the given environment. JSON on its stdout is the result; other text is a
// string, and no text is {}. A status other than 0 is an error whose cause is the text on stderr, and whose name is the
// member "error" of an object on stdout, if there is one.
//
// The process leads a group of its own, which is killed when the context ends.
func Execute(ctx context.Context, p Process, environment []string) ProcessResult {
	input := value.Append(nil, p.Input)
	cmd := shellCommand(ctx, p)
	cmd.Dir = p.Folder
	cmd.Stdin = bytes.NewReader(input)
	cmd.Env = append(append([]string(nil), environment...),
		"FLOWGLOT_TASK="+p.Task, "FLOWGLOT_NODE="+p.Node, "FLOWGLOT_ATTEMPT="+strconv.Itoa(p.Attempt))
	if len(input) < mostEnvironment {
		cmd.Env = append(cmd.Env, "FLOWGLOT_INPUT="+string(input))
	}
	if p.Parameters != nil {
		cmd.Env = append(cmd.Env, "FLOWGLOT_PARAMETERS="+string(value.Append(nil, *p.Parameters)))
	}
	stdout, stderr := &capped{most: mostOutput}, &capped{most: mostCause}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	// A grandchild that left the group may hold the pipes open; do not wait for it for ever.
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch {
	case stdout.over:
		return ProcessResult{Error: &machine.Error{Cause: fmt.Sprintf("the output is longer than %d bytes", mostOutput)}}
	case err == nil || errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState.Success():
		return ProcessResult{Value: answer(stdout.Bytes())}
	}
	e := &machine.Error{Cause: strings.TrimSpace(stderr.String())}
	if o, ok := answer(stdout.Bytes()).(map[string]any); ok {
		if name, ok := o["error"].(string); ok {
			e.Name = name
		}
	}
	if e.Cause == "" {
		e.Cause = err.Error()
	}
	return ProcessResult{Error: e}
}

// mostEnvironment is the length from which on an input is not put into the environment, whose size systems limit: it is
// on stdin in any case.
const mostEnvironment = 100_000

// answer is the result that stands for what a process printed.
func answer(out []byte) any {
	trimmed := bytes.TrimSpace(out)
	if len(trimmed) == 0 {
		return map[string]any{}
	}
	if v, err := value.Parse(trimmed); err == nil {
		return v
	}
	return strings.TrimRight(strings.ToValidUTF8(string(out), "\ufffd"), "\r\n")
}

// capped keeps the first bytes that are written to it.
type capped struct {
	bytes.Buffer
	most int
	over bool
}

// Write implements [io.Writer]; it never fails, so that a process that prints too much is not stopped by it.
func (c *capped) Write(p []byte) (int, error) {
	if room := c.most - c.Len(); len(p) > room {
		c.over = true
		c.Buffer.Write(p[:room])
		return len(p), nil
	}
	return c.Buffer.Write(p)
}
