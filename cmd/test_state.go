package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// testStateFlags are the flags of test-state.
type testStateFlags struct {
	input, variables, context, mock, level string
	causedBy, readerData                   string
	retries, failures                      int
}

func (a *app) testStateCommand() *cobra.Command {
	f := &testStateFlags{}
	c := &cobra.Command{
		Use:   "test-state FILE STATE",
		Short: "asl: run a single state, as the TestState API does",
		Long: "test-state runs one state of an asl definition and prints what the TestState API of AWS answers: its status, output, error and next\n" +
			"state, and with --inspection DEBUG the data before and after each stage. Nothing is called: a Task, Parallel or Map state needs --mock.",
		Example: "  flowglot test-state order.asl.json 'Check stock' --input '{\"total\": 12}' --mock '{\"result\": \"{\\\"available\\\": true}\"}'\n" +
			"  flowglot test-state order.asl.json 'Check stock' --mock '{\"errorOutput\": {\"error\": \"Busy\"}}' --inspection DEBUG",
		Args: arguments(2, 2, "FILE and the name of a STATE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.testState(f, args[0], args[1]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.input, "input", "{}", "the input: JSON, the path of a file, or - for standard input")
	flags.StringVar(&f.variables, "variables", "", "the variables before the state, as a `JSON` object")
	flags.StringVar(&f.context, "context", "", "members of the Context object, as `JSON`")
	flags.StringVar(&f.mock, "mock", "", "what answers the state: a mock of TestState, as JSON or the path of a `file`")
	flags.StringVar(&f.level, "inspection", "INFO", "INFO; DEBUG: the data after each stage; TRACE: the request of a task that calls an HTTPS API, too")
	flags.IntVar(&f.failures, "map-iteration-failure-count", 0, "how many iterations of a Map failed: more than it tolerates fail the state")
	flags.StringVar(&f.readerData, "map-item-reader-data", "", "the items that the ItemReader of a Map reads: JSON, or the path of a file")
	flags.StringVar(&f.causedBy, "error-caused-by-state", "", "the `state` in a Parallel or Map that raised the error of the mock")
	flags.IntVar(&f.retries, "retrier-retry-count", 0, "how often the retrier of the error was used before")
	complete(c, "inspection", "INFO", "DEBUG", "TRACE")
	a.stdinFlag(c)
	uses(c, prints, reads)
	return c
}

// testState runs one state.
func (a *app) testState(f *testStateFlags, path, state string) error {
	if err := oneOf("--inspection", f.level, "INFO", "DEBUG", "TRACE"); err != nil {
		return err
	}
	if f.retries < 0 || f.failures < 0 {
		return fmt.Errorf("--retrier-retry-count and --map-iteration-failure-count cannot be negative")
	}
	p, err := a.program([]string{path})
	if err != nil {
		return err
	}
	if dialect := p.Start().Dialect; dialect != stepfunctions.Dialect {
		return fmt.Errorf("%s is a definition of %s; the TestState API runs states of asl", path, dialect)
	}
	t, err := a.stateTest(f, state)
	if err != nil {
		return err
	}
	if f.mock != "" {
		if err := a.mockState(t, p, f.mock); err != nil {
			return err
		}
	}
	ctx, release := a.Interrupted()
	defer release()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	answer, err := t.Run(ctx, p)
	if err != nil {
		return err
	}
	if _, err := a.Stdout.Write(append(value.AppendIndent(nil, answer, "", "  "), '\n')); err != nil {
		return err
	}
	if s := answer.Get("status"); s == "FAILED" || s == "RETRIABLE" {
		return found
	}
	return nil
}

// stateTest returns the test of a state that the flags describe, without the mock.
func (a *app) stateTest(f *testStateFlags, state string) (*stepfunctions.StateTest, error) {
	t := &stepfunctions.StateTest{State: state, Retries: f.retries, Inspect: f.level != "INFO", Trace: f.level == "TRACE",
		IterationFailures: f.failures, CausedBy: f.causedBy}
	var err error
	if t.Options, err = a.stateOptions(f); err != nil {
		return nil, err
	}
	if t.Input, err = a.document(f.input); err != nil {
		return nil, err
	}
	if f.readerData != "" {
		if t.ReaderItems, err = a.document(f.readerData); err != nil {
			return nil, err
		}
		if _, ok := t.ReaderItems.([]any); !ok {
			return nil, fmt.Errorf("--map-item-reader-data must be a JSON array")
		}
	}
	if f.variables != "" {
		v, err := value.Parse([]byte(f.variables))
		o, ok := v.(*value.Object)
		if err != nil || !ok {
			return nil, fmt.Errorf("--variables must be a JSON object")
		}
		t.Variables = o
	}
	return t, nil
}

// mockState sets the mock of a test, and warns if its answer cannot be checked.
func (a *app) mockState(t *stepfunctions.StateTest, p *workflow.Program, mock string) error {
	m, err := a.stateMock(mock)
	if err != nil {
		return err
	}
	if t.Mock, err = m.Answer(); err != nil {
		return err
	}
	t.Validation = m.Mode
	if resource := t.Unknown(p); m.Mode != "" && resource != "" {
		return a.report([]diag.Diagnostic{unchecked(m, "flowglot does not know that of "+resource)})
	}
	return nil
}

// stateOptions are the bounds of the run of one state, and its context.
func (a *app) stateOptions(f *testStateFlags) (run.Options, error) {
	start, err := iso8601.ParseInstant(defaultStart)
	if err != nil {
		return run.Options{}, err
	}
	most, err := iso8601.ParseDuration(defaultMaxTime)
	if err != nil {
		return run.Options{}, err
	}
	o := run.Options{Start: start, MaxTime: most, MaxSteps: defaultMaxSteps, MaxData: defaultMaxData, Clock: clock{a}}
	if f.context != "" {
		c, err := value.Parse([]byte(f.context))
		if err != nil {
			return o, fmt.Errorf("--context is not JSON: %w", err)
		}
		o.Settings = machine.Settings{Context: c}
	}
	return o, nil
}

// stateMock reads a mock that is given as JSON or as the path of a file.
func (a *app) stateMock(given string) (*stepfunctions.Mocks, error) {
	if strings.HasPrefix(given, "{") {
		return a.mocksOf(source.NewFile("<--mock>", []byte(given)))
	}
	return a.readMocks(given)
}
