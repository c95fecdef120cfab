package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run/scenario"
)

// testFlags are the flags of test.
type testFlags struct {
	format, run, name, mocks string
	report                   string
	jobs                     int
	failFast, quiet, verbose bool
	timing, update, watch    bool
	coverage                 coverageFlags
}

func (a *app) testCommand() *cobra.Command {
	f := &testFlags{}
	c := &cobra.Command{
		Use:   "test [PATH…]",
		Short: "Run scenarios and check their expectations",
		Long: "test runs every case of scenario files (*.scenario.yaml, *.scenario.json) and compares the results with what the cases expect.\n" +
			"Without a path it looks in the current directory. Commands that a scenario names are executed.",
		Example: "  flowglot test\n" +
			"  flowglot test happy.scenario.yaml --format json\n" +
			"  flowglot test --run 'out of stock' -v",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = a.defaultPaths()
			}
			if f.watch {
				return a.watchTest(f, args)
			}
			return a.test(f, args)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "text, json or junit")
	flags.StringVar(&f.run, "run", "", "run only cases whose \"file: name\" matches this regular `expression`")
	flags.StringVar(&f.name, "case", "", "run only cases with this `name`")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "run `N` cases at a time; those that execute commands run one by one")
	flags.BoolVar(&f.failFast, "fail-fast", false, "stop at the first case that fails")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print only cases that fail or have notes, and the summary")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "print the trace of each case that fails")
	flags.BoolVar(&f.timing, "timing", false, "print to standard error how long the slowest cases took, in real time")
	flags.BoolVar(&f.update, "update", false, "write the results of failed cases into the scenario files as their expectations")
	flags.StringVar(&f.mocks, "mocks", "", "asl: answer tasks from this mock `file`; the case of a scenario uses the test case of its name")
	flags.BoolVar(&f.watch, "watch", false, "run the cases again whenever a file changes that they depend on")
	flags.StringVar(&f.report, "report", "", "write a page about the cases, with what they cover, to this `file`: FILE.html")
	f.coverage.add(c)
	complete(c, "format", "text", "json", "junit")
	a.stdinFlag(c)
	a.printsFailure(c, printTestFailure)
	uses(c, prints, reads, runs)
	c.AddCommand(a.testInitCommand())
	return c
}

// check refuses values of flags that make no sense.
func (f *testFlags) check() error {
	if f.jobs < 1 {
		return errors.New("--jobs must be 1 or more")
	}
	if f.quiet && f.verbose {
		return errors.New("--quiet and --verbose cannot be combined")
	}
	if err := oneOf("--format", f.format, "text", "json", "junit"); err != nil {
		return err
	}
	return f.coverage.check(f.format)
}

func (a *app) test(f *testFlags, args []string) error {
	ctx, release := a.Interrupted()
	defer release()
	return a.testOnce(ctx, f, args, func(*tester) error { return nil })
}

// testOnce runs the cases of scenario files once. It calls selected after the files were read, and before any case runs.
func (a *app) testOnce(ctx context.Context, f *testFlags, args []string, selected func(*tester) error) error {
	a.reported = nil // with --watch, that of the round before
	if err := f.check(); err != nil {
		return err
	}
	only, err := regexp.Compile(f.run)
	if err != nil {
		return fmt.Errorf("--run: %w", err)
	}
	files, unread := findScenarios(args)
	if len(files) == 0 && f.format == "text" {
		return unread
	}
	var mocks *stepfunctions.Mocks
	if f.mocks != "" {
		if mocks, err = a.readMocksFor(f.mocks); err != nil {
			return err
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	out := newStream(ctx, a.Stdout, a.After, stop)
	defer func() { _ = out.Close() }() // finish flushes it
	t := &tester{app: a, flags: f, out: out, only: only, unread: unread, mocks: mocks, loaded: map[string]*loaded{}}
	if f.coverage.wanted() || f.report != "" {
		t.coverage = scenario.NewCoverage()
	}
	if f.report != "" {
		t.page = newSuitePage()
	}
	t.collect(files)
	t.keepDefinitions()
	if err := a.checkOutputs(output{"--report", f.report}, output{"--coverage-file", f.coverage.file}); err != nil {
		return err
	}
	if err := selected(t); err != nil {
		return err
	}
	t.runAll(ctx)
	return t.finish(ctx)
}

// findScenarios returns the scenario files that paths stand for, and with them what is wrong with paths.
func findScenarios(paths []string) ([]find.File, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	files, err := load.FindScenarios(dir, paths...)
	if len(files) == 0 && err == nil {
		err = fmt.Errorf("no scenario file (*.scenario.yaml) in %s", strings.Join(paths, ", "))
	}
	return files, err
}

// finish prints the summary, and returns the exit status.
func (t *tester) finish(ctx context.Context) error {
	failed := 0
	for i := range t.results {
		if !t.results[i].Passed {
			failed++
		}
	}
	incomplete := t.incomplete(ctx)
	err := t.summarize(testSummary{len(t.results) - failed, failed}, t.failure(incomplete))
	uncovered := t.printCoverage()
	if err == nil {
		err = t.out.Flush()
	}
	if err == nil && t.page != nil {
		err = t.writePage()
	}
	t.printTiming()
	if ctx.Err() == nil && err == nil {
		err = t.printUnusedMocks()
	}
	if ctx.Err() == nil && err == nil {
		failed -= t.update()
	}
	switch {
	case err != nil:
		return err
	case incomplete != nil:
		return incomplete
	case failed > 0:
		return errors.Join(found, uncovered)
	}
	return uncovered
}

// incomplete is why cases were not run that the user asked for; nil if all were.
func (t *tester) incomplete(ctx context.Context) error {
	switch {
	case ctx.Err() != nil && !t.stopped:
		return errInterrupted
	case t.unread != nil || len(t.results) > 0:
		return t.unread
	case t.only.String() != "":
		return errors.New("no case matches --run")
	case t.flags.name != "":
		return fmt.Errorf("no case has the name %q", t.flags.name)
	}
	return errors.New("the scenario files have no cases")
}
