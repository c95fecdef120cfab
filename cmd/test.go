package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
)

// testFlags are the flags of test.
type testFlags struct {
	format, run string
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
			"  flowglot test --run 'out of stock'",
		RunE: func(_ *cobra.Command, args []string) error { return a.test(f, args) },
	}
	c.Flags().StringVar(&f.format, "format", "text", "text or json")
	c.Flags().StringVar(&f.run, "run", "", "run only cases whose \"file: name\" matches this regular `expression`")
	complete(c, "format", "text", "json")
	a.stdinFlag(c)
	uses(c, prints, reads, runs)
	return c
}

// played is a case and what came of it.
type played struct {
	File        string   `json:"file"`
	Name        string   `json:"name"`
	Line        int      `json:"line"`
	Passed      bool     `json:"passed"`
	Differences []string `json:"differences"`
	Notes       []string `json:"notes"`
}

// testReport is what test prints as JSON.
type testReport struct {
	Version int         `json:"version"`
	Cases   []played    `json:"cases"`
	Summary testSummary `json:"summary"`
}

type testSummary struct {
	Passed int `json:"passed"`
	Failed int `json:"failed"`
}

func (a *app) test(f *testFlags, args []string) error {
	if err := oneOf("--format", f.format, "text", "json"); err != nil {
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
	ctx, release := a.Interrupted()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer release()
	out := newStream(ctx, a.Stdout, a.After, stop)
	defer func() { _ = out.Close() }() // finish flushes it
	t := &tester{app: a, out: out, only: only, text: f.format == "text", unread: unread}
	for _, file := range files {
		if err := t.file(ctx, file.Path); err != nil {
			t.unread = errors.Join(t.unread, err)
		}
		if ctx.Err() != nil || out.failure() != nil {
			break
		}
	}
	return t.finish(ctx)
}

// findScenarios returns the scenario files that paths stand for, and beside them what is wrong with paths.
func findScenarios(paths []string) ([]find.File, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
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

// tester plays cases.
type tester struct {
	*app
	out    *stream
	only   *regexp.Regexp
	text   bool
	cases  []played
	unread error
}

func (t *tester) file(ctx context.Context, path string) error {
	f, all, err := t.scenarios(path, true)
	if err != nil {
		return err
	}
	path = f.Name
	for _, s := range all {
		name := s.Name
		if name == "" {
			name = filepath.Base(path)
		}
		if !t.only.MatchString(path + ": " + name) {
			continue
		}
		p := played{File: path, Name: name, Line: f.Position(s.Span.Start).Line, Differences: []string{}, Notes: []string{}}
		result, err := t.play(ctx, s, folder(path))
		if ctx.Err() != nil {
			return nil // a case that was interrupted has neither passed nor failed
		}
		switch {
		case err != nil:
			p.Differences = append(p.Differences, "it could not be run: "+strings.TrimSpace(err.Error()))
		case s.Expect != nil:
			p.Differences = append(p.Differences, s.Expect.Compare(result)...)
		}
		if result != nil {
			p.Notes = append(p.Notes, result.Notes...)
		}
		p.Passed = len(p.Differences) == 0
		t.cases = append(t.cases, p)
		if t.text {
			t.line(p, result)
		}
	}
	return nil
}

// play plays one case. Paths in it are relative to its folder.
func (t *tester) play(ctx context.Context, s *scenario.Scenario, folder string) (*run.Result, error) {
	a := *t.app
	a.settings = a.settings.over(s.Settings)
	var paths []string
	for _, p := range append([]string{s.Workflow}, s.With...) {
		paths = append(paths, filepath.Join(folder, p))
	}
	var said strings.Builder
	a.Stderr = &said
	program, err := a.program(paths)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, said.String())
	}
	o := run.Options{Input: s.Input, Start: s.Start, Stubs: s.Stubs, Occurrences: s.Occurrences, MaxSteps: defaultMaxSteps, MaxData: defaultMaxData,
		Jobs: defaultJobs, Clock: clock{&a}, Settings: s.Machine, Store: a.buckets(s.Buckets)}
	if !s.HasInput {
		o.Input = value.NewObject(0)
	}
	if !s.HasStart {
		if o.Start, err = iso8601.ParseInstant(defaultStart); err != nil {
			return nil, err
		}
	}
	if o.MaxTime, err = iso8601.ParseDuration(defaultMaxTime); err != nil {
		return nil, err
	}
	if err := a.reach(&o); err != nil {
		return nil, err
	}
	return run.Simulate(ctx, program, o)
}

// line prints what came of a case.
func (t *tester) line(p played, r *run.Result) {
	paint := func(color, s string) string {
		if t.colors(t.StdoutIsTerminal) {
			return "\x1b[" + color + "m" + s + "\x1b[0m"
		}
		return s
	}
	file, name := diag.VisibleName(p.File), diag.Visible(p.Name)
	if p.Passed {
		fmt.Fprintf(t.out, "%s %s: %s (%s in %s)\n", paint("32", "ok  "), file, name, r.Status, iso8601.Human(r.Elapsed()))
		return
	}
	fmt.Fprintf(t.out, "%s %s:%d: %s\n", paint("31", "FAIL"), file, p.Line, name)
	for _, d := range p.Differences {
		for line := range strings.Lines(d) {
			fmt.Fprintf(t.out, "       %s\n", diag.VisibleName(strings.TrimRight(line, "\n")))
		}
	}
	for _, n := range p.Notes {
		fmt.Fprintf(t.out, "       note: %s\n", diag.Visible(n))
	}
}

// finish prints the summary, and says what the exit status is.
func (t *tester) finish(ctx context.Context) error {
	passed := 0
	for _, p := range t.cases {
		if p.Passed {
			passed++
		}
	}
	failed := len(t.cases) - passed
	var err error
	if t.text {
		_, err = fmt.Fprintf(t.out, "%d passed, %d failed\n", passed, failed)
	} else {
		err = printJSON(t.out, testReport{1, append([]played{}, t.cases...), testSummary{passed, failed}})
	}
	if err == nil {
		err = t.out.Flush()
	}
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errInterrupted
	case t.unread != nil:
		return t.unread
	case len(t.cases) == 0 && t.only.String() != "":
		return errors.New("no case matches --run")
	case len(t.cases) == 0:
		return errors.New("the scenario files have no cases")
	case failed > 0:
		return found
	}
	return nil
}
