package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestSavedRunsGoOnAlike runs the scenarios of testdata, and again with the run stopped after every other step, saved as JSON and
// resumed with the definitions read again. The results and the traces must be the same.
func TestSavedRunsGoOnAlike(t *testing.T) {
	t.Parallel()
	for _, path := range scenarioPaths(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			for _, s := range scenarios(t, path) {
				p := program(t, path, s)
				want := record(t, p, s, nil)
				if got := inParts(t, p, s, func() *workflow.Program { return program(t, path, s) }); got != want {
					t.Errorf("%s: in parts it gives %s", s.Name, difference(got, want))
				}
			}
		})
	}
}

func scenarioPaths(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../testdata/*/*.scenario.*")
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d scenarios: %v", len(paths), err)
	}
	return paths
}

// TestWhatHappensMayComeLater runs the scenarios of testdata that something happens in from outside, and again without it: whenever the run
// waits, it is saved, and resumed with what happens next.
func TestWhatHappensMayComeLater(t *testing.T) {
	t.Parallel()
	for _, path := range scenarioPaths(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			for _, s := range scenarios(t, path) {
				p := program(t, path, s)
				o := optionsOf(s)
				left := inOrder(o.Occurrences, o.Start)
				o.Senders, o.Occurrences = true, left
				want, _ := parted(t, p, o, nil, nil)
				o.Occurrences = nil
				late := false // something comes before the run waits for it, while a task is being done
				o.Suspend = func(now time.Time, at run.Pause) bool {
					if at == run.BetweenSteps || len(left) == 0 {
						return false
					}
					late = late || left[0].After != nil && now.After(left[0].After.AddTo(o.Start))
					return true
				}
				got, r := parted(t, p, o, func() *workflow.Program { return program(t, path, s) }, func(o *run.Options) {
					o.Occurrences, left = left[:1], left[1:]
				})
				if late || r.Status == run.Aborted || len(left) > 0 {
					continue
				}
				if got != want {
					t.Errorf("%s: %s", s.Name, difference(got, want))
				}
			}
		})
	}
}

// inOrder are occurrences in the order in which they come: those without a time when something awaits them.
func inOrder(list []run.Occurrence, start time.Time) []run.Occurrence {
	list = slices.Clone(list)
	at := func(o run.Occurrence) time.Time {
		if o.After == nil {
			return start
		}
		return o.After.AddTo(start)
	}
	slices.SortStableFunc(list, func(a, b run.Occurrence) int { return at(a).Compare(at(b)) })
	return list
}

// inParts is like record, but the run is stopped, saved and resumed again and again.
func inParts(t *testing.T, p *workflow.Program, s *scenario.Scenario, again func() *workflow.Program) string {
	t.Helper()
	o := optionsOf(s)
	asked := 0
	o.Suspend = func(_ time.Time, at run.Pause) bool {
		asked++
		return asked%2 == 0 && at == run.BetweenSteps
	}
	text, _ := parted(t, p, o, again, func(*run.Options) {})
	return text
}

// parted runs a program, and has it resumed, with further options, as often as it is stopped.
func parted(t *testing.T, p *workflow.Program, o run.Options, again func() *workflow.Program, further func(*run.Options)) (string, *run.Result) {
	t.Helper()
	var trace bytes.Buffer
	var r *run.Result
	var st *run.State
	for range 10_000 {
		w := run.NewTraceWriter(&trace)
		o.Observe = w.Write
		var err error
		if st == nil {
			r, err = run.Simulate(context.Background(), p, o)
		} else {
			w.StartAt(st.Start.Time())
			r, err = run.Resume(context.Background(), again(), st, o)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if r.State == nil {
			break
		}
		st = throughJSON(t, r.State)
		o = run.Options{MaxSteps: o.MaxSteps, MaxTime: o.MaxTime, Suspend: o.Suspend, Senders: o.Senders}
		further(&o)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + "\n" + trace.String(), r
}

// throughJSON is a state after it was written and read, and written again as the same text.
func throughJSON(t *testing.T, st *run.State) *run.State {
	t.Helper()
	text, err := st.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := out.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, text) {
		t.Fatalf("a state that was read is\n%s\nwant\n%s", again, text)
	}
	return out
}

func optionsOf(s *scenario.Scenario) run.Options {
	limit, _ := iso8601.ParseDuration("P100Y")
	o := run.Options{Input: s.Input, Start: s.Start, Stubs: s.Stubs, Occurrences: s.Occurrences, MaxSteps: 10_000, MaxTime: limit, Settings: s.Machine}
	if !s.HasStart {
		o.Start = time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	}
	return o
}

// TestStatesThatDoNotFit resumes runs with another definition, and states of another version or with damage.
func TestStatesThatDoNotFit(t *testing.T) {
	t.Parallel()
	path := "../../testdata/step/claim.step.json"
	text := content(t, path)
	p := read(t, path, text)
	r, err := run.Simulate(context.Background(), p, run.Options{Start: time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC), Input: value.NewObject(0),
		Suspend: func(_ time.Time, at run.Pause) bool { return at == run.AtWait }})
	if err != nil || r.State == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	saved, err := r.State.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	replace := func(text []byte, old, new string) []byte {
		if !bytes.Contains(text, []byte(old)) {
			t.Errorf("nothing is %s in %s", old, text)
		}
		return bytes.Replace(text, []byte(old), []byte(new), 1)
	}
	for _, c := range []struct {
		what       string
		definition []byte
		state      []byte
		want       string
	}{
		{"nothing", text, saved, ""},
		{"another title", replace(text, `"Register the claim"`, `"Write it down"`), saved, ""},
		{"another step", replace(text, `"targetStepId": "remind"`, `"targetStepId": "expired"`), saved,
			`the definition of "TRAVEL::claim" is not the one that the run was saved with: "await-receipts" has changed; restore it, or start a new run`},
		{"another file", replace(text, `TRAVEL::claim`, `TRAVEL::payout`), saved,
			`the run was saved with the workflow "TRAVEL::claim", and now it is "TRAVEL::payout"; resume it with the same files, in the same order`},
		{"another version", text, replace(saved, `"version":1`, `"version":7`), "the saved run has the version 7, and this flowglot reads version 1"},
		{"no version", text, replace(saved, `"version":1,`, ``), "the saved run has the version null, and this flowglot reads version 1"},
		{"no state", text, []byte(`{"workflow": "a.step.json"}`), "it is not a saved run"},
		{"half of it", text, saved[:len(saved)/2], "the saved run is not valid JSON: expected"},
		{"a text for a list", text, replace(saved, `"results":[`, `"results":"x","y":[`), `the saved run is damaged: "results" cannot be a string`},
		{"a value that is not there", text, replace(saved, `"input":`, `"input":99`), "the saved run is damaged: there is no value 99"},
	} {
		st, err := run.ParseState(c.state)
		if err == nil {
			q := read(t, path, c.definition)
			_, err = run.Resume(context.Background(), q, st, run.Options{})
		}
		switch {
		case err == nil && c.want != "", err != nil && (c.want == "" || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
}

// FuzzResume damages saved runs. One that can be read and resumed goes on without a crash.
func FuzzResume(f *testing.F) {
	var programs []*workflow.Program
	f.Add(0, []byte(`{"run":{"version":1},"machine":{"state":{"version":1},"values":[null]},"values":[null]}`))
	for _, path := range scenarioPaths(f) {
		t := &testing.T{}
		s := scenarios(t, path)[0]
		p := program(t, path, s)
		o := optionsOf(s)
		asked := 0
		o.Suspend = func(time.Time, run.Pause) bool { asked++; return asked == 5 }
		programs = append(programs, p)
		if r, err := run.Simulate(context.Background(), p, o); err == nil && r.State != nil {
			if text, err := r.State.Append(nil); err == nil {
				f.Add(len(programs)-1, text)
			}
		}
	}
	f.Fuzz(func(t *testing.T, i int, text []byte) {
		if i < 0 || i >= len(programs) {
			return
		}
		st, err := run.ParseState(text)
		if err != nil {
			return
		}
		limit, _ := iso8601.ParseDuration("P1Y")
		_, _ = run.Resume(context.Background(), programs[i], st, run.Options{MaxSteps: 100, MaxTime: limit, MaxData: 1 << 20})
	})
}
