package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/find"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/terminal"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// tester runs cases.
type tester struct {
	*app
	flags   *testFlags
	out     *stream
	only    *regexp.Regexp
	cases   []testCase
	results []caseResult // of the cases that were run, in their order
	stopped bool         // by --fail-fast
	unread  error        // of scenario files that cannot be read
	read    []string     // the files that scenarios name and that were read

	coverage *scenario.Coverage   // nil: it is not measured
	page     *suitePage           // nil: none is written
	mocks    *stepfunctions.Mocks // nil: tasks are not answered by a mock file

	loading sync.Mutex
	loaded  map[string]*loaded // by path and settings
}

// A testCase is a case of a scenario file.
type testCase struct {
	file     *source.File
	scenario *scenario.Scenario
	name     string
	selector string // by which --case finds it; empty in a file without cases
	line     int
	index    int  // in its file
	stdin    bool // it was read from standard input

	// Of a case that executes commands, which may depend on those of the one before: when that one has ended, if there is
	// one, and when this one has.
	after, ended chan struct{}
}

// A loaded definition is that of one or more cases, or the reason why it cannot be run.
type loaded struct {
	definition *load.Definition
	err        error
}

// collect reads the scenario files and selects the cases that are run.
func (t *tester) collect(files []find.File) {
	var last chan struct{}
	for _, at := range files {
		f, all, err := t.scenarios(at.Path, true, t.readFile)
		if err != nil {
			t.unread = errors.Join(t.unread, err)
			continue
		}
		selectors := scenario.Selectors(f, all)
		for i, s := range all {
			c := testCase{file: f, index: i, stdin: at.Path == load.Stdin, scenario: s, name: s.Name, line: f.Position(s.Span.Start).Line,
				selector: selectors[i]}
			if c.name == "" {
				c.name = filepath.Base(f.Name)
			}
			if t.only.MatchString(f.Name+": "+c.name) && (t.flags.name == "" || t.flags.name == c.name || t.flags.name == c.selector) {
				if s.RunsCommands() {
					c.after, c.ended = last, make(chan struct{})
					last = c.ended
				}
				t.cases = append(t.cases, c)
			}
		}
	}
}

// keepDefinitions keeps outputs from replacing the definitions of the cases, before any case is run.
func (t *tester) keepDefinitions() {
	for i := range t.cases {
		c := &t.cases[i]
		for _, p := range c.scenario.Definitions() {
			path := named(c.file.Name, p)
			t.inputs.add(path)
			if file, _, part := strings.Cut(path, "#"); part {
				t.inputs.add(file)
			}
		}
	}
}

// runAll runs the cases, several at a time, and reports them in their order: the output does not depend on how many.
func (t *tester) runAll(ctx context.Context) {
	t.configurations() // before there are copies of the app
	running, stop := context.WithCancel(ctx)
	defer stop()
	done := make([]chan caseResult, len(t.cases))
	for i := range done {
		done[i] = make(chan caseResult, 1)
	}
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(t.flags.jobs, len(t.cases)) {
		workers.Go(func() {
			for i := range next {
				done[i] <- t.runCase(running, &t.cases[i])
			}
		})
	}
	go func() {
		defer close(next)
		for i := range t.cases {
			select {
			case next <- i:
			case <-running.Done():
				for _, never := range done[i:] {
					close(never)
				}
				return
			}
		}
	}()
	t.await(done)
	stop()
	workers.Wait()
}

// await reports the results in the order of the cases, up to the first that was interrupted or never begun.
func (t *tester) await(done []chan caseResult) {
	for i := range done {
		r, ended := <-done[i]
		if !ended || r.interrupted || t.out.failure() != nil {
			return // a case that was interrupted has neither passed nor failed
		}
		t.results = append(t.results, r)
		t.print(&r)
		t.cover(&r)
		if t.page != nil {
			t.page.add(&t.results[len(t.results)-1])
		}
		if !r.Passed && t.flags.failFast {
			t.stopped = true
			return
		}
	}
}

// runCase runs one case. One that executes commands waits for its predecessor.
func (t *tester) runCase(ctx context.Context, c *testCase) caseResult {
	if c.ended != nil {
		if c.after != nil {
			<-c.after
		}
		defer close(c.ended)
	}
	begun := t.Now()
	r := caseResult{File: c.file.Name, Name: c.name, Line: c.line, Differences: []string{}, Notes: []string{}, testCase: c, mocks: t.flags.mocks}
	a, printed := t.apart(c)
	p, o, err := t.prepareCase(a, &r)
	if err != nil {
		r.interrupted = ctx.Err() != nil
		r.fault("it could not be run: " + strings.TrimSpace(err.Error()))
		return r
	}
	if t.coverage != nil {
		r.program, r.used = p, scenario.Used{}
		o.Measure = r.used.Measure
	}
	var trace bytes.Buffer
	var view *terminal.RunView
	if t.flags.verbose {
		view = terminal.NewRunView(&trace, t.colors(t.StdoutIsTerminal))
		o.Observe = view.Observe
	}
	var kept *reporter
	if t.page != nil {
		kept = newReporter()
		o.Observe = both(o.Observe, kept.observe)
	}
	r.result, err = run.Simulate(ctx, p, *o)
	r.took, r.interrupted = t.Now().Sub(begun), ctx.Err() != nil
	if err != nil {
		r.fault("it could not be run: " + err.Error())
		return r
	}
	if kept != nil {
		r.record(kept)
	}
	r.compare(printed.String())
	if view != nil && !r.Passed {
		if r.err = view.Finish(r.result); r.err == nil {
			r.trace = trace.String()
		}
	}
	return r
}

// prepareCase loads the program of a case and returns it with the options of its run.
func (t *tester) prepareCase(a *app, r *caseResult) (*workflow.Program, *run.Options, error) {
	p, err := t.program(a, r.testCase)
	if err == nil {
		err = unknownNames(r.testCase, p)
	}
	if err != nil {
		return nil, nil, err
	}
	o, err := a.caseOptions(r.testCase.scenario)
	if err != nil {
		return nil, nil, err
	}
	return p, o, t.mock(r, p, o)
}

// compare compares the result with what the case expects, and takes the notes of the run and those that were printed for it.
func (r *caseResult) compare(printed string) {
	r.differences = r.testCase.scenario.Expect.Compare(r.result)
	for _, d := range r.differences {
		r.Differences = append(r.Differences, d.String())
	}
	if cause := scenario.UnshownFailure(r.result, r.differences); cause != "" {
		r.Notes = append(r.Notes, cause)
	}
	r.Notes = append(r.Notes, r.result.Notes...)
	for line := range strings.Lines(printed) {
		r.Notes = append(r.Notes, strings.TrimPrefix(strings.TrimRight(line, "\n"), "note: "))
	}
	r.Passed = len(r.Differences) == 0
}

// both is an observer that calls two, of which the first may be nil.
func both(first, second func(*machine.Trace)) func(*machine.Trace) {
	if first == nil {
		return second
	}
	return func(t *machine.Trace) {
		first(t)
		second(t)
	}
}

// apart is the app for one case: with the settings of its scenario, and with what it prints to standard error kept apart.
func (t *tester) apart(c *testCase) (*app, *strings.Builder) {
	a := *t.app
	a.settings = a.settings.over(c.scenario.Settings)
	said := &strings.Builder{}
	a.Stderr = said
	return &a, said
}

// program returns the program of a case. Its definitions are shared by all cases that have them with the same settings: runs
// only read them. What was printed about one that cannot be run is part of the error.
func (t *tester) program(a *app, c *testCase) (*workflow.Program, error) {
	t.loading.Lock()
	defer t.loading.Unlock()
	var all []*load.Definition
	for _, p := range c.scenario.Definitions() {
		path := named(c.file.Name, p)
		key := fmt.Sprintf("%q %q", path, c.scenario.Settings)
		x := t.loaded[key]
		if x == nil {
			own := *a
			var said strings.Builder
			own.Stderr = &said
			x = &loaded{}
			if x.definition, x.err = own.runnableDefinition(path); x.err != nil {
				x.err = fmt.Errorf("%w\n%s", x.err, said.String())
			}
			t.loaded[key] = x
		}
		if x.err != nil {
			return nil, x.err
		}
		all = append(all, x.definition)
	}
	return load.Link(a.loader().WithStarted(all...)...), nil
}

// unknownNames is the error that a case has names which its definitions do not have.
func unknownNames(c *testCase, p *workflow.Program) error {
	findings := c.scenario.Check(c.file, p)
	if len(findings) == 0 {
		return nil
	}
	return errors.New("unknown names\n" + positioned(c.file, findings))
}

// positioned is a line for each finding about a file.
func positioned(f *source.File, findings []diag.Diagnostic) string {
	var lines []string
	for i := range findings {
		d := &findings[i]
		at := f.Position(d.Span.Start)
		line := fmt.Sprintf("%s:%d:%d: %s", f.Name, at.Line, at.Column, d.Message)
		if d.Help != "" {
			line += "; " + d.Help
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// caseOptions are how a scenario is run.
func (a *app) caseOptions(s *scenario.Scenario) (*run.Options, error) {
	o := &run.Options{Input: s.Input, Start: s.Start, Stubs: s.Stubs, Occurrences: s.Occurrences, MaxSteps: defaultMaxSteps, MaxData: defaultMaxData,
		Jobs: defaultJobs, Clock: clock{a}, Settings: s.Machine, Store: a.buckets(s.Buckets)}
	var err error
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
	return o, a.reach(o)
}
