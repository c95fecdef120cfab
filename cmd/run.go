package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/terminal"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// runFlags are the flags of run.
type runFlags struct {
	input, scenario   string
	set               []string
	stubs, execs      []string
	commands          string
	unstubbed         string
	complete, signal  []string
	clock, start      string
	maxSteps          int
	maxTime           string
	traceFile, format string
}

// The defaults of a run.
const (
	defaultStart    = "2025-01-01T00:00:00Z"
	defaultMaxSteps = 100_000
	defaultMaxTime  = "P10Y"
)

func (a *app) runCommand() *cobra.Command {
	f := &runFlags{}
	c := &cobra.Command{
		Use:   "run FILE…",
		Short: "Play a definition on a simulated clock",
		Long: "run plays the first file; further ones are there to be called. Tasks are answered by stubs, by commands, or by what\n" +
			"--unstubbed says. The clock jumps from one event to the next, so that a wait of a month takes no time.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.run(f, args, c.Flags().Changed("asl-level")) },
	}
	flags := c.Flags()
	flags.StringVar(&f.input, "input", "", "the input: JSON, the path of a file, or - for stdin")
	flags.StringArrayVar(&f.set, "set", nil, "set a part of the input: path=value")
	flags.StringVar(&f.scenario, "scenario", "", "play this scenario file")
	flags.StringArrayVar(&f.stubs, "stub", nil, "answer a task: NAME=JSON, where NAME is a node, a task or a pattern")
	flags.StringArrayVar(&f.execs, "exec", nil, "answer a task by a shell command: NAME=COMMAND")
	flags.StringVar(&f.commands, "tasks", "", "a folder with an executable for each task")
	flags.StringVar(&f.unstubbed, "unstubbed", "echo", "what becomes of tasks that nothing answers: echo, empty or fail")
	flags.StringArrayVar(&f.complete, "complete", nil, "complete a user task as soon as it is reached: NODE[=JSON]")
	flags.StringArrayVar(&f.signal, "signal", nil, "signal a node as soon as it waits: NODE[=JSON]")
	flags.StringVar(&f.clock, "clock", "simulated", "simulated or real")
	flags.StringVar(&f.start, "start", "", "the instant at which the run starts, or now (default "+defaultStart+")")
	flags.IntVar(&f.maxSteps, "max-steps", defaultMaxSteps, "how many steps are entered at most; 0: no limit")
	flags.StringVar(&f.maxTime, "max-time", defaultMaxTime, "how much virtual time may pass")
	flags.StringVar(&f.traceFile, "trace-file", "", "write what happens to this file, as JSON Lines")
	flags.StringVar(&f.format, "format", "text", "text or json")
	complete(c, "unstubbed", "echo", "empty", "fail")
	complete(c, "clock", "simulated", "real")
	complete(c, "format", "text", "json")
	for _, name := range []string{"stub", "exec", "complete", "signal"} {
		if err := c.RegisterFlagCompletionFunc(name, a.completeNodes); err != nil {
			panic(err) // the flag does not exist: a mistake in this program
		}
	}
	return c
}

// completeNodes offers the names of the nodes of the definition on the command line.
func (a *app) completeNodes(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	r, err := a.definition(args[0])
	if err != nil || r.Program == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, e := range r.Program.Start().Elements {
		names = append(names, e.Name+"=")
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (a *app) run(f *runFlags, args []string, levelGiven bool) error {
	if err := errors.Join(oneOf("unstubbed", f.unstubbed, "echo", "empty", "fail"), oneOf("clock", f.clock, "simulated", "real"),
		oneOf("format", f.format, "text", "json")); err != nil {
		return err
	}
	o, scenario, err := a.runOptions(f)
	if err != nil {
		return err
	}
	if scenario != nil && scenario.ASLLevel != "" && !levelGiven {
		a.level = scenario.ASLLevel
	}
	if scenario != nil {
		for _, p := range scenario.With {
			args = append(args, filepath.Join(folder(f.scenario), p))
		}
	}
	program, err := a.program(args)
	if err != nil {
		return err
	}
	finish, err := a.watch(f, o)
	if err != nil {
		return err
	}
	ctx, stop := a.Interrupted()
	defer stop()
	result, err := run.Simulate(ctx, program, *o)
	if err != nil {
		return &exit{statusFound, err.Error()}
	}
	if err := finish(result); err != nil {
		return err
	}
	return statusOf(result)
}

// statusOf is the exit that a result stands for: the worst of it and of those that followed.
func statusOf(r *run.Result) error {
	waiting := r.Status == run.Waiting
	for _, x := range append([]*run.Result{r}, r.Chain...) {
		switch x.Status {
		case run.Succeeded:
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
	all := &workflow.Program{}
	for _, path := range paths {
		r, err := a.definition(path)
		if err != nil {
			return nil, err
		}
		if err := a.report(r.Findings); err != nil {
			return nil, err
		}
		if err := a.runnable(r); err != nil {
			return nil, err
		}
		all.Workflows = append(all.Workflows, r.Program.Workflows...)
	}
	return all, nil
}

// runnable reports what makes a definition one that cannot be run, by name and position.
func (a *app) runnable(r *lint.Report) error {
	refused := &exit{statusFound, r.File.Name + " cannot be run"}
	if r.Program == nil {
		return refused
	}
	for _, w := range r.Program.Workflows {
		var findings []diag.Diagnostic
		for _, u := range w.Unsupported {
			findings = append(findings, diag.Diagnostic{Rule: "run/unsupported", Severity: diag.Error, File: w.File, Span: u.Span,
				Dialect: w.Dialect, Message: u.Message("run")})
		}
		if len(findings) > 0 {
			diag.Sort(findings)
			if err := a.report(findings); err != nil {
				return err
			}
			return refused
		}
	}
	return nil
}

// runOptions are what the flags and the scenario ask for; flags come first.
func (a *app) runOptions(f *runFlags) (*run.Options, *run.Scenario, error) {
	o := &run.Options{MaxSteps: f.maxSteps, Commands: f.commands, Exists: executable, Clock: clock{a}, RealTime: f.clock == "real",
		Input: map[string]any{}}
	o.Unstubbed, _ = run.ParseUnstubbed(f.unstubbed)
	o.Execute = func(ctx context.Context, p run.Process) run.ProcessResult { return run.Execute(ctx, p, a.Environment) }
	var err error
	if o.MaxTime, err = iso8601.ParseDuration(f.maxTime); err != nil {
		return nil, nil, fmt.Errorf("--max-time: %w", err)
	}
	if f.maxSteps < 0 {
		return nil, nil, errors.New("--max-steps cannot be negative")
	}
	if o.Stubs, err = flagStubs(f); err != nil {
		return nil, nil, err
	}
	if o.Occurrences, err = flagOccurrences(f); err != nil {
		return nil, nil, err
	}
	start := f.start
	var s *run.Scenario
	if f.scenario != "" {
		if s, err = a.oneScenario(f.scenario); err != nil {
			return nil, nil, err
		}
		o.Stubs = append(o.Stubs, s.Stubs...)
		o.Occurrences = append(o.Occurrences, s.Occurrences...)
		if s.HasInput {
			o.Input = s.Input
		}
		o.Start = s.Start
	}
	if start == "" && (s == nil || !s.HasStart) {
		start = defaultStart
	}
	switch {
	case start == "now":
		o.Start = a.Now().UTC()
	case start != "":
		if o.Start, err = iso8601.ParseInstant(start); err != nil {
			return nil, nil, fmt.Errorf("--start: %w", err)
		}
	}
	if f.input != "" {
		if o.Input, err = a.inputValue(f.input); err != nil {
			return nil, nil, err
		}
	}
	for _, x := range f.set {
		if o.Input, err = setInput(o.Input, x); err != nil {
			return nil, nil, err
		}
	}
	return o, s, nil
}

// flagStubs are the answers that --stub and --exec give.
func flagStubs(f *runFlags) ([]run.Stub, error) {
	var out []run.Stub
	for _, x := range f.stubs {
		name, text, ok := strings.Cut(x, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--stub %q does not have the form NAME=JSON", x)
		}
		v, err := value.Parse([]byte(text))
		if err != nil {
			return nil, fmt.Errorf("--stub %s: the answer is no JSON: %w", name, err)
		}
		out = append(out, run.Stub{Name: name, Replies: []run.Reply{{Return: v}}})
	}
	for _, x := range f.execs {
		name, command, ok := strings.Cut(x, "=")
		if !ok || name == "" || command == "" {
			return nil, fmt.Errorf("--exec %q does not have the form NAME=COMMAND", x)
		}
		out = append(out, run.Stub{Name: name, Replies: []run.Reply{{Exec: command}}})
	}
	return out, nil
}

// flagOccurrences are what --complete and --signal have happen.
func flagOccurrences(f *runFlags) ([]run.Occurrence, error) {
	var out []run.Occurrence
	for _, flag := range []struct {
		kind   string
		values []string
	}{{"complete", f.complete}, {"signal", f.signal}} {
		for _, x := range flag.values {
			node, text, given := strings.Cut(x, "=")
			o := run.Occurrence{Kind: flag.kind, Node: node, Value: map[string]any{}}
			if given {
				v, err := value.Parse([]byte(text))
				if err != nil {
					return nil, fmt.Errorf("--%s %s: what comes with it is no JSON: %w", flag.kind, node, err)
				}
				o.Value = v
			}
			out = append(out, o)
		}
	}
	return out, nil
}

// inputValue reads an input: JSON itself, a file of JSON or YAML, or stdin.
func (a *app) inputValue(input string) (any, error) {
	if input != "-" {
		if v, err := value.Parse([]byte(input)); err == nil {
			return v, nil
		} else if strings.ContainsAny(input[:1], "{[\"") {
			return nil, fmt.Errorf("--input is no JSON: %w", err)
		}
	}
	f, err := a.open(input, "")
	if err != nil {
		return nil, fmt.Errorf("--input: %w", err)
	}
	for _, p := range source.Parse(f) {
		at := f.Position(p.Span.Start)
		return nil, fmt.Errorf("--input: %s:%d:%d: %s", f.Name, at.Line, at.Column, p.Message)
	}
	return value.Of(f.Root), nil
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

// watch has a run observed as the flags ask for it. What it returns prints the result.
func (a *app) watch(f *runFlags, o *run.Options) (finish func(*run.Result) error, err error) {
	var view *terminal.RunView
	if f.format == "text" {
		view = terminal.NewRunView(a.Stdout, a.colors(a.StdoutIsTerminal))
	}
	var trace *run.TraceWriter
	var file *os.File
	if f.traceFile != "" {
		if file, err = os.CreateTemp(filepath.Dir(f.traceFile), "."+filepath.Base(f.traceFile)+".*"); err != nil {
			return nil, fmt.Errorf("%s cannot be written: %w", f.traceFile, cause(err))
		}
		trace = run.NewTraceWriter(file)
	}
	switch {
	case view != nil && trace != nil:
		o.Observe = func(t *run.Trace) { view.Observe(t); trace.Write(t) }
	case view != nil:
		o.Observe = view.Observe
	case trace != nil:
		o.Observe = trace.Write
	}
	return func(r *run.Result) error {
		if trace != nil {
			if err := errors.Join(trace.Flush(), file.Close(), os.Chmod(file.Name(), 0o644), os.Rename(file.Name(), f.traceFile)); err != nil {
				return fmt.Errorf("%s cannot be written: %w", f.traceFile, err)
			}
		}
		for _, n := range r.Notes {
			fmt.Fprintln(a.Stderr, "note: "+n)
		}
		if view != nil {
			view.Finish(r)
			return nil
		}
		return printJSON(a.Stdout, r)
	}, nil
}

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
