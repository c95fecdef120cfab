package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestSnapshotsGoOnAlike runs the scenarios of testdata, and again with the machine replaced after every step: by one that was
// restored from a snapshot, through JSON, and by a clone. The results and the traces must be the same.
func TestSnapshotsGoOnAlike(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../testdata/*/*.scenario.*")
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d scenarios: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			for _, s := range scenarios(t, path) {
				p := program(t, path, s)
				want := record(t, p, s, nil)
				if got := record(t, p, s, func(m *machine.Machine) *machine.Machine { return restored(t, p, m) }); got != want {
					t.Errorf("%s: restored machines give %s", s.Name, difference(got, want))
				}
				if got := record(t, p, s, (*machine.Machine).Clone); got != want {
					t.Errorf("%s: clones give %s", s.Name, difference(got, want))
				}
			}
		})
	}
}

// difference returns the first lines in which two texts differ.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(a)-1 && i < len(b)-1 && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("in line %d\n%s\nwant\n%s", i+1, a[i], b[i])
}

func scenarios(t *testing.T, path string) []*scenario.Scenario {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := source.NewFile(path, text)
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	var options []scenario.Option
	for _, d := range all.Dialects() {
		for _, o := range d.Options() {
			options = append(options, scenario.Option{Name: o.Name, Key: o.Key(), Check: o.Check})
		}
	}
	list, findings := scenario.Read(f, os.ReadFile, options...)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	return list
}

func program(t *testing.T, path string, s *scenario.Scenario) *workflow.Program {
	t.Helper()
	l := &load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: dialects.Options{Settings: s.Settings}})}
	var definitions []*load.Definition
	for _, name := range append([]string{s.Workflow}, s.With...) {
		d, err := l.Load(filepath.Join(filepath.Dir(path), name))
		if err != nil {
			t.Fatal(err)
		}
		definitions = append(definitions, d)
	}
	return load.Link(definitions...)
}

// record runs a scenario and returns its result and its trace as text.
func record(t *testing.T, p *workflow.Program, s *scenario.Scenario, swap func(*machine.Machine) *machine.Machine) string {
	t.Helper()
	var trace bytes.Buffer
	w := run.NewTraceWriter(&trace)
	o := optionsOf(s)
	o.Observe = w.Write
	o.Swap(swap)
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n" + trace.String()
}

// restored returns a new machine in the state of another.
func restored(t *testing.T, p *workflow.Program, m *machine.Machine) *machine.Machine {
	t.Helper()
	text, err := m.Snapshot().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := machine.ParseSnapshot(text)
	if err != nil {
		t.Fatal(err)
	}
	fresh := machine.NewEntity(p)
	if len(p.Select) == 0 {
		if fresh, err = machine.New(m.Workflow(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := fresh.Restore(s); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	again, err := fresh.Snapshot().Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, text) {
		t.Fatalf("the snapshot of a restored machine is\n%s\nwant\n%s", again, text)
	}
	return fresh
}

// FuzzRestore damages snapshots. A machine that could be restored goes on without a crash.
func FuzzRestore(f *testing.F) {
	paths, _ := filepath.Glob("../../testdata/*/*.scenario.*")
	var programs []*workflow.Program
	f.Add(0, []byte(`{"state":{"version":1},"values":[null]}`))
	for _, path := range paths {
		t := &testing.T{}
		s := scenarios(t, path)[0]
		p := program(t, path, s)
		programs = append(programs, p)
		at := 0
		record(t, p, s, func(m *machine.Machine) *machine.Machine {
			if text, err := m.Snapshot().Append(nil); err == nil && at%3 == 0 {
				f.Add(len(programs)-1, text)
			}
			at++
			return m
		})
	}
	f.Fuzz(func(t *testing.T, i int, text []byte) {
		if i < 0 || i >= len(programs) {
			return
		}
		s, err := machine.ParseSnapshot(text)
		if err != nil {
			return
		}
		p := programs[i]
		m := machine.NewEntity(p)
		if len(p.Select) == 0 {
			m, _ = machine.New(p.Start(), p)
		}
		if m.Restore(s) != nil {
			return
		}
		exhaust(m)
	})
}

// exhaust answers whatever a machine asks for, for a while.
func exhaust(m *machine.Machine) {
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	todo := []machine.Event{{Kind: machine.Resume}}
	for id := range int64(40) { // calls and timers of the snapshot
		todo = append(todo, machine.Event{Kind: machine.Answer, ID: id, Value: value.NewObject(0)}, machine.Event{Kind: machine.TimerFired, ID: id})
	}
	for steps := 0; len(todo) > 0 && steps < 200; steps++ {
		e := todo[0]
		todo = todo[1:]
		e.At = now
		commands, more := m.Step(e, 50)
		if more {
			todo = append(todo, machine.Event{Kind: machine.Resume})
		}
		for _, c := range commands {
			switch c.Kind {
			case machine.Invoke, machine.Access:
				todo = append(todo, machine.Event{Kind: machine.Answer, ID: c.ID, Value: c.Input})
			case machine.SetTimer:
				todo = append(todo, machine.Event{Kind: machine.TimerFired, ID: c.ID})
			}
		}
		m.Awaited()
		m.Data()
	}
}
