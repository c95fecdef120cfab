// Package cmd is the command line of flowglot: flags, wiring and exit statuses. What the commands do is in the packages
// below pkg.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/term"
)

// A World is what the commands see of the machine they run on.
type World struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Env looks up an environment variable.
	Env func(name string) (string, bool)
	// Environment is all of it, for the processes that a run starts.
	Environment []string
	// StdoutIsTerminal and StderrIsTerminal reports whether a person looks at them.
	StdoutIsTerminal, StderrIsTerminal bool
	// TerminalWidth is how many columns the terminal of standard output has.
	TerminalWidth func() int
	// Now and After are the clock, for real processes and for progress.
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
	// Memory is told about the texts of definitions. It may be nil.
	Memory Memory
	// Interrupted returns a context that ends when the user wants to stop.
	Interrupted func() (context.Context, context.CancelFunc)
}

// Memory is the memory of the process, which is taken at once for a large text.
type Memory interface {
	// Reads is told the size of each text that was read.
	Reads(bytes int)
	// Converts is told the size of a text before it is read to be converted.
	Converts(bytes int64)
	// Checks is told the size of what a conversion wrote before it is checked, which is the last step. It reports whether there is room
	// for that without collecting memory before.
	Checks(bytes int) bool
}

// System is the machine that the program runs on.
func System() World {
	return World{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Env: os.LookupEnv, Environment: os.Environ(),
		StdoutIsTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		StderrIsTerminal: term.IsTerminal(int(os.Stderr.Fd())),
		TerminalWidth:    terminalWidth,
		Now:              time.Now, After: time.After,
		Interrupted: interrupted,
	}
}

// terminalWidth is the width of the terminal now; it may change while a command runs.
func terminalWidth() int {
	const usual = 80
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && width > 0 {
		return width
	}
	return usual
}

// interrupted returns a context that ends at the first signal to end. The second one ends the program at once, as if nobody
// had asked for the first. Until then a broken pipe is an error of writing and not the end, so that processes that were started
// do not outlive the program.
func interrupted() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	release := func() {
		stop()
		signal.Stop(broken)
	}
	context.AfterFunc(ctx, stop)
	return ctx, release
}

// The exit statuses.
const (
	statusGood    = 0 // all is well
	statusFound   = 1 // it looked, and something is wrong
	statusNoLook  = 2 // it could not look
	statusWaiting = 3 // a run waits for something that will never come
)

// exit is an error that carries an exit status. With an empty message there is nothing more to print.
type exit struct {
	status  int
	message string
	printed bool // whether people were shown the message already
}

// Error implements error.
func (e *exit) Error() string { return e.message }

// found is the exit after something wrong was reported.
var found = &exit{status: statusFound}

// Main runs the command line and returns the exit status.
func Main(args []string, w World) (status int) {
	root, a := newRoot(w)
	command := root
	defer func() {
		fault := recover()
		if fault == nil {
			return
		}
		status = statusNoLook
		err := fmt.Errorf("internal error: %v; please report it with the definition that causes it", fault)
		complain(w.Stderr, err)
		if v, ok := w.Env("FLOWGLOT_STACK"); ok && v != "" {
			_, _ = w.Stderr.Write(debug.Stack())
		}
		_ = a.printFailure(command, args, err)
	}()
	if asksForCompletion(args) {
		if err := a.registerCompletions(root); err != nil {
			panic(err) // a flag does not exist: a mistake in this program
		}
	}
	root.SetArgs(args)
	root.SetIn(w.Stdin)
	root.SetOut(a.out)
	root.SetErr(w.Stderr)
	if c, _, err := root.Find(args); err == nil {
		command = c // should it panic
	}
	var err error
	command, err = root.ExecuteC()
	err = explainUnknown(root, err)
	if err == nil {
		err = a.out.failed()
	}
	if err == nil {
		return statusGood
	}
	if !errors.Is(err, syscall.EPIPE) {
		complain(w.Stderr, err)
		if err := a.printFailure(command, args, err); err != nil && !errors.Is(err, syscall.EPIPE) {
			complain(w.Stderr, err)
		}
	}
	return statusOfError(err)
}
