package run

import (
	"context"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Options describe how a workflow is run.
type Options struct {
	Input any
	// Start is the virtual instant at which the run begins.
	Start time.Time
	// Stubs answer tasks; see [Stub]. The first that fits best is taken.
	Stubs []Stub
	// Answer, if it is not nil, is asked for the answer to each call, at its instant, before the stubs are; it reports false
	// to leave the call to them.
	Answer func(call *machine.Command, at time.Time) (Reply, bool)
	// Unstubbed describes what becomes of a task that no stub answers.
	Unstubbed Unstubbed
	// Commands is the folder with an executable for each task, asked for what no stub answers; empty: there is none.
	Commands string
	// Exists reports whether a path is an executable file; it is asked about paths in Commands.
	Exists func(path string) bool
	// Execute carries out a call as a process of its own. It is called in goroutines, and returns soon after its context
	// ends. Nil: no process is ever started, and a task that asks for one fails.
	Execute func(ctx context.Context, p Process) ProcessResult
	// Occurrences are what happens from outside.
	Occurrences []Occurrence
	// Occur, if it is not nil, is asked what happens from outside whenever something is awaited and nothing is due at this instant. It
	// reports false to let time pass.
	Occur func(now time.Time, waiting []machine.Awaited) (Occurrence, bool)
	// Fetch answers a call whose task is an address on the network and that nothing else answers. Nil: none is asked.
	Fetch func(ctx context.Context, p Process) ProcessResult
	// Access reads a file that a definition names, or stores a value in it, and returns what was read or stored. Nil: none
	// may be accessed.
	Access func(definition *source.File, file *workflow.File, v any) (any, error)
	// Store is where readers of items and writers of results find their files. Nil: they fail.
	Store workflow.Store
	// Settings are what the machine is given besides its input: the seed of what is random, parts of the context, and whether the
	// limits of the workflow hold.
	Settings machine.Settings
	// MaxSteps bounds how many elements are entered, and how many calls and retries are made; 0 is no bound.
	MaxSteps int
	// Jobs bounds how many processes run at once, those that Fetch stands for among them; others wait for their turn, while
	// their time limits run. 0 is no bound.
	Jobs int
	// MaxData bounds how many bytes any data of the run has as JSON; 0 is no bound.
	MaxData int
	// MaxTime bounds the virtual time; zero is no bound.
	MaxTime iso8601.Duration
	// Clock is asked while processes run, and for every delay if RealTime is set. Nil where neither can be.
	Clock    Clock
	RealTime bool
	// Progress, if it is not nil, is told from time to time how many elements were entered.
	Progress func(steps int)
	// Observe is given every trace event; the event is valid only during the call.
	Observe func(*machine.Trace)
	// Suspend, if it is not nil, is asked whether the run is to stop; its result then has a [State]. It is not asked while processes run.
	Suspend func(now time.Time, at Pause) bool
	// Senders makes a call that carries a token wait for whoever has the token, unless a stub answers it.
	Senders bool
	// Measure is told of every part of a node that the run uses; nil: nobody measures.
	Measure func(n *workflow.Node, part machine.Part, index int)

	// swap, if it is not nil, is given the machine after every step and returns the one to go on with. For tests.
	swap func(*machine.Machine) *machine.Machine
}

// A Clock tells real time.
type Clock interface {
	Now() time.Time
	After(d time.Duration) <-chan time.Time
}

// Unstubbed is what happens to a task that no stub and no command answers.
type Unstubbed uint8

// The answers for tasks without a stub.
const (
	Echo  Unstubbed = iota // its result is its input
	Empty                  // its result is {}
	Fails                  // it fails
)

// ParseUnstubbed reads "echo", "empty" or "fail".
func ParseUnstubbed(s string) (Unstubbed, bool) {
	for u, name := range [...]string{"echo", "empty", "fail"} {
		if s == name {
			return Unstubbed(u), true
		}
	}
	return 0, false
}
