package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"
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
	// Printed are the first lines that a process printed on stderr which answered with a value.
	Printed []string
}

// Limits of what a process prints and is given. A process that prints more than mostOutput on stdout is killed; of what it
// prints on stderr, the first bytes are kept.
const (
	mostOutput = 64 << 20
	mostCause  = 64 << 10
)

// Execute runs a process and waits for it. It gets its input as JSON on stdin, and the variables of [variables] besides the
// given environment. JSON on its stdout is the result; other text is a string, and no text is {}. A status other than 0 is
// an error whose cause is the text on stderr, and whose name is the member "error" of an object on stdout, if there is one.
//
// The process leads a group of its own, which is killed when the context ends or when the process prints too much. On Linux,
// the process is killed when flowglot itself is.
func Execute(ctx context.Context, p Process, environment []string) ProcessResult {
	return execute(ctx, p, environment, mostOutput)
}

// execute runs a process, and kills it when its context ends or it prints more than most bytes.
func execute(ctx context.Context, p Process, environment []string, most int) ProcessResult {
	ctx, kill := context.WithCancel(ctx)
	defer kill()
	input := value.Append(nil, p.Input)
	cmd := shellCommand(ctx, p)
	cmd.Dir = p.Folder
	cmd.Stdin = bytes.NewReader(input)
	cmd.Env = append(append([]string(nil), environment...), variables(p, input)...)
	stdout, stderr := &capped{most: most, over: kill}, &capped{most: mostCause}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	// A grandchild that left the group may hold the pipes open; do not wait for it forever.
	cmd.WaitDelay = time.Second
	err := runCommand(cmd)
	switch {
	case stdout.exceeded:
		return ProcessResult{Error: &machine.Error{Cause: fmt.Sprintf("the output is longer than %d bytes", most)}}
	case err == nil || errors.Is(err, exec.ErrWaitDelay) && cmd.ProcessState.Success():
		v, wrong := answer(stdout.kept.Bytes())
		return ProcessResult{Value: v, Error: wrong, Printed: printedLines(stderr.kept.String())}
	}
	e := &machine.Error{Cause: strings.TrimSpace(strings.ToValidUTF8(stderr.kept.String(), "\ufffd"))}
	v, _ := answer(stdout.kept.Bytes())
	if o, ok := v.(*value.Object); ok {
		if name, ok := o.Get("error").(string); ok {
			e.Name = name
		}
	}
	if e.Cause == "" {
		e.Cause = failureText(err)
	}
	return ProcessResult{Error: e}
}

// failureText describes why a process could not be started or how it ended, without the name of the system call.
func failureText(err error) string {
	path := new(fs.PathError)
	switch {
	case !errors.As(err, &path):
		return err.Error()
	case errors.Is(err, syscall.ENOEXEC):
		return path.Path + " cannot be executed; a script begins with #! and the path of its interpreter"
	}
	return fmt.Sprintf("%s cannot be executed: %s", path.Path, path.Err)
}

// answer is the result that stands for what a process printed. JSON with a number that is too large is an error: as a text,
// nobody would expect it.
func answer(out []byte) (any, *machine.Error) {
	trimmed := bytes.TrimSpace(out)
	if len(trimmed) == 0 {
		return value.NewObject(0), nil
	}
	v, err := value.Parse(trimmed)
	if err == nil {
		return v, nil
	}
	if wrong := new(value.SyntaxError); errors.As(err, &wrong) && wrong.TooLarge {
		return nil, &machine.Error{Cause: "the output cannot be read: " + wrong.Error()}
	}
	return strings.TrimRight(strings.ToValidUTF8(string(out), "\ufffd"), "\r\n"), nil
}

// capped keeps the first bytes that are written to it. It is given to [exec.Cmd], and so must not have the method ReadFrom,
// by which io.Copy would pass by Write.
type capped struct {
	kept     bytes.Buffer
	most     int
	over     func() // is called when more was written; may be nil
	exceeded bool
}

// Write implements [io.Writer]. It never fails, so that a process may go on that prints more than anybody reads.
func (c *capped) Write(p []byte) (int, error) {
	room := c.most - c.kept.Len()
	if len(p) <= room {
		return c.kept.Write(p)
	}
	c.kept.Write(p[:room])
	if !c.exceeded && c.over != nil {
		c.over()
	}
	c.exceeded = true
	return len(p), nil
}
