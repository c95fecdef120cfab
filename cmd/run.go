package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The defaults of a run.
const (
	defaultStart    = "2025-01-01T00:00:00Z"
	defaultMaxSteps = 100_000
	defaultMaxTime  = "P10Y"
	defaultMaxData  = 64 << 20
	defaultJobs     = 64
)

func (a *app) runCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run [FILE…]",
		Short: "Run a definition on a simulated clock",
		Long: "run runs the first file; the others are definitions that it may call. Stubs and commands answer tasks, and --unstubbed\n" +
			"the rest. The clock jumps from one event to the next, so that a wait of a month takes no time. Press Ctrl-C to end a run.\n" +
			"With --save, the run stops where it waits for something from outside, and --resume continues it.",
		Example: "  flowglot run order.asl.json --input '{\"total\": 12}'\n" +
			"  flowglot run order.asl.json --stub 'Check stock={\"available\": true}' --set total=120\n" +
			"  flowglot run order.asl.json --exec 'Check stock=./check-stock.sh' --format json\n" +
			"  flowglot run order.asl.json --scenario happy.scenario.yaml\n" +
			"  flowglot run approval.step.json --save waiting.json\n" +
			"  flowglot run --resume waiting.json --complete approve",
		Args: func(c *cobra.Command, args []string) error {
			if f.resume != "" {
				return nil
			}
			return arguments(1, -1, "FILE")(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			f.inputGiven = c.Flags().Changed("input")
			if err := a.readResumed(f, c.Flags().Changed); err != nil {
				return err
			}
			return a.run(f, args)
		},
	}
	f.define(c.Flags())
	complete(c, "unstubbed", "echo", "empty", "fail")
	complete(c, "clock", "simulated", "real")
	complete(c, "format", "text", "json")
	complete(c, "trace-format", "jsonl", "aws")
	for _, name := range []string{"stub", "exec", "complete", "signal", "task-token"} {
		completeNodes(c, name)
	}
	a.stdinFlag(c)
	uses(c, prints, reads, runs)
	return c
}

// offerNodes offers the names of the nodes of the definition on the command line.
func (a *app) offerNodes(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	r, err := a.definition(args[0])
	if err != nil || r.Program == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, e := range r.Program.Start().Elements {
		if e.Whole != nil {
			continue // nothing is called by its name
		}
		names = append(names, e.Name+"=")
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// run runs the definitions of a command line.
func (a *app) run(f *runFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.traceFormat == "aws" && f.traceFile == "" {
		f.traceFile = stdout
	}
	o, s, err := a.runOptions(f)
	if err != nil {
		return err
	}
	r, err := a.prepareRun(f, s, args)
	if err != nil {
		return err
	}
	r.options = o
	if r.mocked != nil {
		o.Stubs = append(o.Stubs, r.mocked.Stubs()...)
	}
	if err := a.checkOutputs(f.outputs()...); err != nil {
		return err
	}
	ctx, release := a.Interrupted()
	defer release()
	if f.interactive {
		return a.runInteractive(ctx, f, r.program, o, r.paths)
	}
	return a.runWatched(ctx, f, r)
}

// A preparedRun is a program with all that a run of it needs.
type preparedRun struct {
	paths       []string // of the definitions
	definitions []*load.Definition
	program     *workflow.Program
	mocked      *stepfunctions.MockCase // nil without --mocks
	options     *run.Options
}

// prepareRun loads the definitions that the command line, the scenario and the resumed run name, and warns of names in the scenario
// and of executables that nothing in them has.
func (a *app) prepareRun(f *runFlags, s *scenario.Scenario, args []string) (*preparedRun, error) {
	var err error
	if f.state != nil {
		a.settings = a.settings.over(f.state.Options)
		if len(args) == 0 {
			if args, err = f.resumedFiles(); err != nil {
				return nil, err
			}
		}
	}
	if s != nil {
		a.settings = a.settings.over(s.Settings)
		for _, p := range s.With {
			args = append(args, named(f.scenario, p))
		}
	}
	r := &preparedRun{paths: args}
	if r.definitions, err = a.runnableDefinitions(args); err != nil {
		return nil, err
	}
	r.definitions = a.loader().WithStarted(r.definitions...)
	r.program = load.Link(r.definitions...)
	if s != nil {
		if err := a.warnOfNames(f.scenarioFile, s, r.program); err != nil {
			return nil, err
		}
	}
	if f.commands != "" {
		if err := a.noteUnused(f.commands, r.program); err != nil {
			return nil, err
		}
	}
	if f.traceFormat == "aws" && r.program.Start().Dialect != stepfunctions.Dialect {
		return nil, fmt.Errorf("--trace-format aws is the history of an execution of asl; %s is a definition of %s", args[0], r.program.Start().Dialect)
	}
	r.mocked, err = a.mocked(f, s, r.program)
	return r, err
}

// runWatched runs a program while its trace is shown and written as the flags ask, and then reports what came of it.
func (a *app) runWatched(ctx context.Context, f *runFlags, r *preparedRun) error {
	o, program, mocked := r.options, r.program, r.mocked
	if f.save != "" {
		o.Suspend = func(_ time.Time, at run.Pause) bool { return at != run.BetweenSteps }
		o.Senders = true
	}
	running, stop := context.WithCancel(ctx)
	defer stop()
	w, err := a.watch(ctx, stop, f)
	if err != nil {
		return err
	}
	defer w.close()
	o.Observe, o.Progress = w.observer(), w.progress
	o.Settings.Stages = f.verbose
	result, err := a.play(running, program, o, f)
	if err != nil {
		return &exit{status: statusFound, message: err.Error()}
	}
	if err := w.finish(result); err != nil {
		return err
	}
	if w.report != nil {
		if err := w.report.write(f.report, program, result); err != nil {
			return err
		}
	}
	if err := w.explain(result, program, r.definitions); err != nil {
		return err
	}
	if f.save != "" {
		if err := a.saveRun(f.save, result, r.paths); err != nil {
			return err
		}
	}
	if mocked != nil && result.State == nil {
		if err := a.report(mocked.Unused(result)); err != nil {
			return err
		}
	}
	return statusOf(result)
}

// play runs a program: once, from where it was saved, or at the next instants of its schedule.
func (a *app) play(ctx context.Context, p *workflow.Program, o *run.Options, f *runFlags) (*run.Result, error) {
	switch {
	case f.schedule > 0:
		return run.SimulateSchedule(ctx, p, *o, f.schedule)
	case f.state != nil:
		return run.Resume(ctx, p, f.state, *o)
	}
	return run.Simulate(ctx, p, *o)
}

// statusOf is the exit that a result stands for: the worst of it and of those that followed.
func statusOf(r *run.Result) error {
	waiting := r.Status == run.Waiting
	for _, x := range append([]*run.Result{r}, r.Chain...) {
		switch x.Status {
		case run.Succeeded, run.Resting:
		case run.Waiting:
			waiting = true
		default:
			return found
		}
	}
	if waiting {
		return &exit{status: statusWaiting}
	}
	return nil
}

// program reads the definitions of a run. It prints their findings, and refuses those that cannot be run.
func (a *app) program(paths []string) (*workflow.Program, error) {
	all, err := a.runnableDefinitions(paths)
	if err != nil {
		return nil, err
	}
	return load.Link(all...), nil
}

// runnableDefinitions reads the definitions of a run. It prints their findings, and refuses those that cannot be run.
func (a *app) runnableDefinitions(paths []string) ([]*load.Definition, error) {
	var all []*load.Definition
	for _, path := range paths {
		d, err := a.runnableDefinition(path)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// runnableDefinition reads one definition of a run. It prints its findings, and refuses one that cannot be run.
func (a *app) runnableDefinition(path string) (*load.Definition, error) {
	r, err := a.definition(path)
	if err != nil {
		return nil, err
	}
	if err := a.report(r.Findings); err != nil {
		return nil, err
	}
	return r.Definition, a.runnable(r)
}

// runnable reports what makes a definition one that cannot be run, by name and position.
func (a *app) runnable(r *lint.Report) error {
	refused := &exit{status: statusFound, message: r.Definition.File.Name + " cannot be run"}
	if r.Program == nil {
		return refused
	}
	errors := r.Errors()
	for _, w := range r.Program.Workflows {
		var findings []diag.Diagnostic
		for _, u := range w.Unsupported {
			if u.Why == "" && errors > 0 || reportedAt(r.Findings, u.Span) {
				continue // it follows from an error that was printed
			}
			findings = append(findings, diag.Diagnostic{Rule: "run/unsupported", Severity: diag.Error, File: w.File, Span: u.Span,
				Dialect: w.Dialect, Message: u.Message("run")})
		}
		r.Locate(findings)
		diag.Sort(findings)
		if err := a.report(findings); err != nil {
			return err
		}
		if len(w.Unsupported) > 0 {
			return refused
		}
	}
	return nil
}

// reportedAt reports whether there is an error at a place.
func reportedAt(findings []diag.Diagnostic, at source.Span) bool {
	return slices.ContainsFunc(findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && d.Span == at })
}

// executable reports whether a path is a file that can be run.
func executable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// clock is the real one.
type clock struct{ *app }

func (c clock) Now() time.Time                         { return c.app.Now() }
func (c clock) After(d time.Duration) <-chan time.Time { return c.app.After(d) }

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
