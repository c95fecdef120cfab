package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/reach"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// runOptions are what the flags and the scenario ask for; flags come first.
func (a *app) runOptions(f *runFlags) (*run.Options, *scenario.Scenario, error) {
	o := &run.Options{MaxSteps: f.maxSteps, Jobs: f.jobs, Commands: f.commands, Exists: executable, Clock: clock{a}, RealTime: f.clock == "real",
		Input: value.NewObject(0)}
	if err := a.reach(o); err != nil {
		return nil, nil, err
	}
	o.Unstubbed, _ = run.ParseUnstubbed(f.unstubbed) // one of its names, as the flags were checked
	var err error
	if o.MaxTime, err = iso8601.ParseWritten(f.maxTime); err != nil {
		return nil, nil, fmt.Errorf("--max-time: %w", err)
	}
	if o.MaxData, err = parseBytes(f.maxData); err != nil {
		return nil, nil, fmt.Errorf("--max-data: %w", err)
	}
	if f.jobs < 0 {
		return nil, nil, errors.New("--jobs cannot be negative")
	}
	if f.maxSteps < 0 {
		return nil, nil, errors.New("--max-steps cannot be negative")
	}
	if o.Stubs, err = flagStubs(f); err != nil {
		return nil, nil, err
	}
	if f.commands != "" {
		if info, err := os.Stat(f.commands); err != nil || !info.IsDir() {
			return nil, nil, fmt.Errorf("--tasks %s is not a directory", f.commands)
		}
	}
	o.Occurrences = f.occurrences
	buckets, err := flagBuckets(f.buckets)
	if err != nil {
		return nil, nil, err
	}
	s, err := a.scenarioOptions(f, o, buckets)
	if err != nil {
		return nil, nil, err
	}
	if err := flagSettings(f, &o.Settings); err != nil {
		return nil, nil, err
	}
	o.Store = a.buckets(buckets)
	if err := a.setStart(f.start, s, o); err != nil {
		return nil, nil, err
	}
	if f.inputGiven {
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

// scenarioOptions adds what the scenario of --scenario asks for to options and buckets, and returns it; nil without one.
func (a *app) scenarioOptions(f *runFlags, o *run.Options, buckets map[string]string) (s *scenario.Scenario, err error) {
	if f.scenario == "" {
		if f.name != "" && f.mocks == "" {
			return nil, errors.New("--case needs --scenario or --mocks")
		}
		return nil, nil
	}
	if f.scenarioFile, s, err = a.oneScenario(f.scenario, f.name, f.mocks != ""); err != nil {
		return nil, err
	}
	o.Stubs = append(o.Stubs, s.Stubs...)
	o.Occurrences = append(o.Occurrences, s.Occurrences...)
	if s.HasInput {
		o.Input = s.Input
	}
	o.Start = s.Start
	o.Settings = s.Machine
	for name, dir := range s.Buckets {
		if _, given := buckets[name]; !given {
			buckets[name] = dir
		}
	}
	return s, nil
}

// setStart sets when a run starts: as the flag asks, else the scenario, which may be nil, else at a fixed instant.
func (a *app) setStart(start string, s *scenario.Scenario, o *run.Options) (err error) {
	if start == "" && (s == nil || !s.HasStart) {
		start = defaultStart
	}
	switch {
	case start == "now":
		o.Start = a.Now().UTC()
	case start != "":
		if o.Start, err = iso8601.ParseInstant(start); err != nil {
			return fmt.Errorf("--start: %w", err)
		}
	}
	return nil
}

// reach sets what a run may reach outside of it.
func (a *app) reach(o *run.Options) error {
	o.Execute = func(ctx context.Context, p run.Process) run.ProcessResult { return run.Execute(ctx, p, a.Environment) }
	if a.accessible.net {
		o.Fetch = reach.Fetch
	}
	access, err := a.access()
	if err != nil {
		return err
	}
	access.Write = a.accessible.write
	access.Unwritten = func(path string) { a.note(path + " is not written; --allow-write allows it") }
	o.Access = access.Access
	return nil
}

// buckets are the directories that stand in for stores of files.
func (a *app) buckets(dirs map[string]string) workflow.Store {
	return reach.Buckets{Dirs: dirs, Writes: a.accessible.write,
		Unwritten: func(path string) { a.note(path + " is not written; --allow-write allows it") }}
}

// flagBuckets are the directories that --s3 gives.
func flagBuckets(given []string) (map[string]string, error) {
	out := map[string]string{}
	for _, x := range given {
		name, dir, ok := strings.Cut(x, "=")
		if !ok || name == "" || dir == "" {
			return nil, fmt.Errorf("--s3 %q does not have the form BUCKET=DIR", x)
		}
		out[name] = dir
	}
	return out, nil
}

// flagSettings sets what flags give for the context, the seed and the limits of a run.
func flagSettings(f *runFlags, s *machine.Settings) error {
	if f.context != "" {
		v, err := value.Parse([]byte(f.context))
		if err != nil {
			return fmt.Errorf("--context is not valid JSON: %s", reach.WrongJSON(f.context, err))
		}
		if _, ok := v.(*value.Object); !ok {
			return errors.New("--context must be a JSON object")
		}
		s.Context = v
	}
	if f.seed != 0 {
		s.Seed = f.seed
	}
	s.Unlimited = s.Unlimited || f.noLimits
	return nil
}

// access is what files a run may read.
func (a *app) access() (reach.Files, error) {
	dir, err := os.Getwd()
	return reach.Files{Dir: dir, Root: a.accessible.base}, err
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
			return nil, fmt.Errorf("--stub %s: the answer is not valid JSON: %s; a string needs double quotes: '%s=%s'", name, reach.WrongJSON(text, err), name, value.Append(nil, text))
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

// inputValue reads an input: JSON itself, a file of JSON or YAML, or stdin.
func (a *app) inputValue(input string) (any, error) {
	if input == "" {
		return nil, errors.New("--input is empty")
	}
	if input != "-" {
		v, err := value.Parse([]byte(input))
		if err == nil {
			return v, nil
		}
		if strings.ContainsAny(input[:1], "{[\"") {
			return nil, fmt.Errorf("--input is not valid JSON: %s", reach.WrongJSON(input, err))
		}
	}
	s, err := a.open(input)
	if err != nil {
		return nil, fmt.Errorf("--input: %w", err)
	}
	f := s.File
	for _, p := range source.Parse(f) {
		at := f.Position(p.Span.Start)
		return nil, fmt.Errorf("--input: %s:%d:%d: %s", f.Name, at.Line, at.Column, p.Message)
	}
	return value.Of(f.Root), nil
}
