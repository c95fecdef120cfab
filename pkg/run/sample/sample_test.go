package sample_test

import (
	"context"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const claim = `{"id": "claim", "name": "Claim", "steps": [
  {"id": "assess", "name": "Assess", "type": "SERVICE_TASK", "jobType": "assess", "nextStep": "decide"},
  {"id": "decide", "name": "Decide", "type": "DECISION", "conditionalNextSteps": {"amount > 5000": "ask", "true": "pay"}},
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "answered"},
  {"id": "answered", "name": "Answered", "type": "DECISION", "conditionalNextSteps": {"answer == 'yes'": "pay", "true": "refuse"}},
  {"id": "pay", "name": "Pay", "type": "SERVICE_TASK", "jobType": "pay", "nextStep": "paid"},
  {"id": "refuse", "name": "Refuse", "type": "SERVICE_TASK", "jobType": "refuse", "nextStep": "refused"},
  {"id": "paid", "name": "Paid", "type": "END"}, {"id": "refused", "name": "Refused", "type": "END"}]}`

func program(t *testing.T) *workflow.Program {
	t.Helper()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	p := l.Read(load.Text("claim.step.json", []byte(claim))).Lower()
	if p == nil {
		t.Fatal("the definition was not read")
	}
	return p
}

func found(t *testing.T, p *workflow.Program) []sample.Play {
	t.Helper()
	base := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: value.NewObject(0)}
	random := rand.New(rand.NewSource(1))
	plays, _, err := sample.Find(context.Background(), p, verify.Invent(p, base, 300, random), sample.Effort{Runs: 2000, Chance: random})
	if err != nil {
		t.Fatal(err)
	}
	return plays
}

func TestFindShowsEachOutcome(t *testing.T) {
	t.Parallel()
	var outcomes []string
	for _, p := range found(t, program(t)) {
		outcomes = append(outcomes, p.Outcome())
		for _, s := range p.Options.Stubs {
			if !slices.ContainsFunc(p.Result.Calls, func(c run.Call) bool { return c.Task == s.Name }) {
				t.Errorf("%s has an answer for %s, which it does not call", p.Outcome(), s.Name)
			}
		}
	}
	for _, want := range []string{"succeeded at paid", "succeeded at refused", "waiting at ask"} {
		if !slices.Contains(outcomes, want) {
			t.Errorf("no play is %q: %q", want, outcomes)
		}
	}
}

// TestCasesPass reads what is written as a scenario file and plays it again: each case comes to what it expects.
func TestCasesPass(t *testing.T) {
	t.Parallel()
	p := program(t)
	doc := value.ObjectOf(value.Member{Key: "workflow", Value: "claim.step.json"}, value.Member{Key: "cases", Value: sample.Cases(found(t, p))})
	f := source.NewFile("claim.scenario.yaml", scenario.Print(doc))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	read, findings := scenario.Read(f, func(string) ([]byte, error) { return []byte(claim), nil })
	if len(findings) > 0 || len(read) < 3 {
		t.Fatalf("%d cases, findings %v", len(read), findings)
	}
	for _, s := range read {
		o := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1},
			Input: s.Input, Stubs: s.Stubs, Occurrences: s.Occurrences}
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		if d := s.Expect.Compare(r); len(d) > 0 {
			t.Errorf("%s: %v", s.Name, d)
		}
	}
}

// TestFindGivesUpWithoutAnEnd runs a program that ends for one of many inputs only. Where all of the first runs are aborted, no more
// are made.
func TestFindGivesUpWithoutAnEnd(t *testing.T) {
	t.Parallel()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	p := l.Read(load.Text("loop.asl.json", []byte(`{"StartAt": "Again", "States": {
		"Again": {"Type": "Choice", "Choices": [{"Variable": "$.stop", "BooleanEquals": true, "Next": "Done"}], "Default": "Pause"},
		"Pause": {"Type": "Wait", "Seconds": 1, "Next": "Again"}, "Done": {"Type": "Succeed"}}}`))).Lower()
	for _, c := range []struct {
		at    int
		found bool
	}{{5, true}, {200, false}} {
		var plays []run.Options
		for i := range 300 {
			plays = append(plays, run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 50, MaxTime: iso8601.Duration{Years: 1},
				Input: valuetest.Object("stop", i == c.at)})
		}
		got, _, err := sample.Find(context.Background(), p, plays, sample.Effort{Runs: 100, Chance: rand.New(rand.NewSource(1))})
		if err != nil || (len(got) > 0) != c.found {
			t.Errorf("the end is in play %d: %d plays, %v; found: %t", c.at, len(got), err, c.found)
		}
	}
}
