package verify_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/lint"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// checked reads and checks a text as the dialect that it looks like.
func checked(name string, text []byte, o dialects.Options) *lint.Report {
	loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: o})}
	return (&lint.Linter{}).Check(loader.Read(load.Text(name, text)))
}

// program reads a definition of any dialect.
func program(t testing.TB, name, text string) *workflow.Program {
	t.Helper()
	return programAt(t, "2016", name, text)
}

// programAt reads a definition at a level of asl.
func programAt(t testing.TB, level, name, text string) *workflow.Program {
	t.Helper()
	r := checked(name, []byte(text), dialects.Options{Settings: dialects.Settings{"asl-level": level}})
	if r.Program == nil || r.Errors() > 0 {
		t.Fatalf("%s has errors: %v", name, r.Findings)
	}
	return r.Program
}

func options() run.Options {
	return run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 10_000, MaxTime: iso8601.Duration{Years: 1}, Input: valuetest.Object()}
}

// chance is the same for the same seed.
func chance(seed int64) *rand.Rand { return rand.New(rand.NewSource(seed)) }

// TestVerifySame plays definitions of all dialects against themselves.
func TestVerifySame(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../../testdata/*/*.*")
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, path := range paths {
		if strings.Contains(path, "scenario") || dialects.Named(all.Dialects(), filepath.Base(filepath.Dir(path))) == nil {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := program(t, path, string(text))
		if slices.ContainsFunc(p.Workflows, func(w *workflow.Workflow) bool { return len(w.Unsupported) > 0 }) {
			continue
		}
		played++
		pair := &verify.Pair{Source: p, Target: program(t, path, string(text)), Raised: &dialects.Raised{}}
		v, err := pair.Verify(context.Background(), verify.Invent(p, options(), 30, chance(7)))
		if err != nil {
			t.Fatal(err)
		}
		if v.Failed() || v.Runs != 30 || v.Equal != 30 {
			t.Errorf("%s: %+v", path, v)
			if v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
	if played < 10 {
		t.Errorf("only %d definitions were played", played)
	}
}

// chain is a machine of two tasks, with a choice between them.
const chain = `{"StartAt": "A", "States": {
  "A": {"Type": "Task", "Resource": "urn:task:a", "TimeoutSeconds": 900, "Next": "Which"},
  "Which": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 5, "Next": "B"}], "Default": "C"},
  "B": {"Type": "Task", "Resource": "urn:task:b", "TimeoutSeconds": 900, "End": true},
  "C": {"Type": "Succeed"}}}`

// TestVerifyDifferences changes one thing on the one side: it is found, unless a loss covers it.
func TestVerifyDifferences(t *testing.T) {
	t.Parallel()
	loss := func(a dialects.Aspect, c dialects.Change) *dialects.LossRule {
		return &dialects.LossRule{ID: "convert/test", Affects: a, Data: c}
	}
	for _, c := range []struct {
		name     string
		old, new string
		rule     *dialects.LossRule // that covers it
		from     string             // the element of the loss
		other    *dialects.LossRule // that does not
		want     string
	}{
		{"constant", "5,", "50,", loss(dialects.Outcome, dialects.Any), "Which", loss(dialects.Time, dialects.Same), "urn:task:b is not called"},
		{"time", `"Next": "Which"`, `"Next": "W"}, "W": {"Type": "Wait", "Seconds": 5, "Next": "Which"`, loss(dialects.Time, dialects.Same), "A",
			loss(dialects.Output, dialects.Any), "instead of"},
		{"input", `"urn:task:b", "TimeoutSeconds": 900`, `"urn:task:b", "TimeoutSeconds": 900, "InputPath": "$.n"`, loss(dialects.Inputs, dialects.Any), "B",
			loss(dialects.Outcome, dialects.Any), "gets another input"},
		{"output", `"Type": "Succeed"`, `"Type": "Succeed", "OutputPath": null`, loss(dialects.Output, dialects.Part), "C", loss(dialects.Output, dialects.Includes),
			"the output differs"},
		{"error", `"Type": "Succeed"`, `"Type": "Fail", "Error": "E", "Cause": "c"`, loss(dialects.Outcome, dialects.Same), "C", loss(dialects.ErrorName, dialects.Same),
			"the run is failed instead of succeeded"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			changed := strings.Replace(chain, c.old, c.new, 1)
			if changed == chain {
				t.Fatal("nothing is changed")
			}
			from := program(t, "x.asl.json", chain)
			plays := verify.Invent(from, options(), 40, chance(3))
			verify := func(rule *dialects.LossRule) *verify.Verdict {
				r := &dialects.Raised{Rewrites: []string{"rewrite/test"}}
				if rule != nil {
					l := &dialects.Loss{Rule: rule}
					for _, e := range from.Start().Elements {
						if e.Name == c.from {
							l.From = append(l.From, e)
						}
					}
					r.Losses = append(r.Losses, l)
				}
				v, err := (&verify.Pair{Source: from, Target: program(t, "y.asl.json", changed), Raised: r}).Verify(context.Background(), plays)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			for _, rule := range []*dialects.LossRule{nil, c.other} {
				if v := verify(rule); v.Difference == nil || !strings.Contains(*v.Difference, c.want) {
					t.Errorf("with %v: %+v", rule, v)
					if v.Difference != nil {
						t.Log(*v.Difference)
					}
				}
			}
			if v := verify(c.rule); v.Failed() || len(v.ExcusedBy) != 1 || v.ExcusedBy[0].Rule != "convert/test" || v.Equal+v.Excused != v.Runs {
				t.Errorf("covered: %+v", v)
				if v.Difference != nil {
					t.Log(*v.Difference)
				}
			}
		})
	}
}

// TestVerifyReach has a loss count from its element on, and not before.
func TestVerifyReach(t *testing.T) {
	t.Parallel()
	from := program(t, "x.asl.json", chain)
	to := program(t, "y.asl.json", strings.Replace(chain, `"urn:task:a",`, `"urn:task:a", "InputPath": "$.x",`, 1))
	for name, want := range map[string]bool{"A": true, "B": false} {
		l := &dialects.Loss{Rule: &dialects.LossSelection}
		for _, e := range from.Start().Elements {
			if e.Name == name {
				l.From = append(l.From, e)
			}
		}
		o := options()
		o.Input = valuetest.Object("x", valuetest.Object(), "y", int64(1))
		o.Stubs = []run.Stub{{Name: "*", Replies: []run.Reply{{Return: valuetest.Object("n", int64(1))}}}}
		// Less is selected on the other side, so that what the source's task gets includes what the target's gets.
		rule := dialects.LossSelection
		rule.Data = dialects.Any
		l.Rule = &rule
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Losses: []*dialects.Loss{l}}}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() == want || v.Equal > 0 {
			t.Errorf("a loss from %s on: %+v, %v", name, v, err)
		}
	}
}

// TestVerifySubstitutes has a task stand in for a person: what the person answers is what the task does.
func TestVerifySubstitutes(t *testing.T) {
	t.Parallel()
	from := program(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "note"},
  {"id": "note", "name": "Note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`)
	to := program(t, "x.asl.json", `{"StartAt": "ask", "States": {
  "ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 99999999, "Next": "note"},
  "note": {"Type": "Task", "Resource": "urn:task:note", "TimeoutSeconds": 900, "End": true}}}`)
	r := &dialects.Raised{Substitutes: []string{"urn:task:ask"}, Tasks: []dialects.Renaming{{From: "note", To: "urn:task:note"}},
		Occurrences: []dialects.Passage{{From: dialects.Occurrence{Kind: "complete", Name: "ask"}, To: dialects.Occurrence{Kind: "task", Name: "urn:task:ask"}}}}
	o := options()
	after := iso8601.Duration{Clock: time.Hour}
	o.Occurrences = []run.Occurrence{{Kind: "complete", Node: "ask", Value: valuetest.Object("ok", true), After: &after}}
	o.Stubs = []run.Stub{{Name: "note", Replies: []run.Reply{{Return: valuetest.Object("ok", true)}}}}
	pair := &verify.Pair{Source: from, Target: to, Raised: r}
	v, err := pair.Verify(context.Background(), []run.Options{o})
	if err != nil || v.Failed() || v.NotComparable > 0 {
		t.Errorf("%+v, %v", v, err)
		if v != nil && v.Difference != nil {
			t.Log(*v.Difference)
		}
	}
	r.Occurrences, r.Substitutes = nil, nil
	if v, err = pair.Verify(context.Background(), []run.Options{o}); err != nil || v.Equal > 0 || v.NotComparable != 1 {
		t.Errorf("an occurrence without a counterpart: %+v, %v", v, err)
	}
}

// TestInvent makes up plays: the same seed makes the same ones, and they take each way of a choice.
func TestInvent(t *testing.T) {
	t.Parallel()
	p := program(t, "x.asl.json", chain)
	seen := map[string]bool{}
	for i, o := range verify.Invent(p, options(), 60, chance(5)) {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		again, err := run.Simulate(context.Background(), p, verify.Invent(p, options(), 60, chance(5))[i])
		if err != nil || !slices.Equal(r.Visited, again.Visited) || r.Elapsed() != again.Elapsed() {
			t.Fatalf("play %d is not the same again: %v", i, err)
		}
		for _, name := range r.Visited {
			seen[name] = true
		}
		seen[string(r.Status)] = true
		if r.Error != nil {
			seen[r.Error.Name] = true
		}
	}
	for _, want := range []string{"A", "B", "C", "succeeded", "failed", "States.Timeout"} {
		if !seen[want] {
			t.Errorf("no play comes to %s", want)
		}
	}
}

// TestVerifyDocuments has a loss about the kinds of documents count only where one of them is no object.
func TestVerifyDocuments(t *testing.T) {
	t.Parallel()
	from := program(t, "x.asl.json", chain)
	to := program(t, "y.step.json", `{"id": "y", "name": "Y", "steps": [
  {"id": "A", "name": "A", "type": "SERVICE_TASK", "jobType": "urn:task:a", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`)
	r := &dialects.Raised{Losses: []*dialects.Loss{{Rule: &dialects.LossDocument}}}
	for _, c := range []struct {
		input any
		want  bool
	}{{valuetest.Object("n", int64(9)), false}, {[]any{int64(1)}, true}} {
		o := options()
		o.Input = c.input
		o.Stubs = []run.Stub{{Name: "*", Replies: []run.Reply{{Return: valuetest.Object("n", int64(9))}}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
		if err != nil || v.Failed() == c.want {
			t.Errorf("with %v: %+v, %v", c.input, v, err)
		}
	}
}

// TestVerifyFailures has a task fail with an error of the machine: it is that of the other machine on the other side.
func TestVerifyFailures(t *testing.T) {
	t.Parallel()
	from := program(t, "x.asl.json", `{"StartAt": "A", "States": {
  "A": {"Type": "Task", "Resource": "urn:task:a", "Catch": [{"ErrorEquals": ["States.Timeout"], "ResultPath": null, "Next": "B"}], "Next": "C"},
  "B": {"Type": "Task", "Resource": "urn:task:b", "End": true},
  "C": {"Type": "Succeed"}}}`)
	to := program(t, "y.sw.json", `{"id": "y", "name": "Y", "version": "1",
  "functions": [{"name": "urn:task:a", "resource": "a"}, {"name": "urn:task:b", "resource": "b"}],
  "states": [
    {"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "urn:task:a"}}],
     "onError": [{"expression": "{{ $.errors[?(@.name == 'Timeout')] }}", "transition": {"nextState": "B"}}], "end": {"kind": "default"}},
    {"name": "B", "type": "operation", "actions": [{"functionRef": {"refName": "urn:task:b"}}], "end": {"kind": "default"}}]}`)
	o := options()
	o.Stubs = []run.Stub{{Name: "urn:task:a", Replies: []run.Reply{{Fail: &machine.Error{Name: "States.Timeout"}}}}}
	r := &dialects.Raised{Losses: []*dialects.Loss{{Rule: &dialects.LossRule{ID: "convert/test", Affects: dialects.Inputs | dialects.Output, Data: dialects.Any}}}}
	v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Verify(context.Background(), []run.Options{o})
	if err != nil || v.Failed() || v.NotComparable > 0 {
		t.Errorf("%+v, %v", v, err)
		if v != nil && v.Difference != nil {
			t.Log(*v.Difference)
		}
	}
}

// TestMoreSteps has a target that takes more steps for the same than the source may.
func TestMoreSteps(t *testing.T) {
	t.Parallel()
	states, next := `"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}`, "A"
	from := program(t, "x.asl.json", `{"StartAt": "A", "States": {`+states+`}}`)
	for i := range 60 {
		states += fmt.Sprintf(`, "P%d": {"Type": "Pass", "Next": %q}`, i, next)
		next = fmt.Sprintf("P%d", i)
	}
	to := program(t, "y.asl.json", fmt.Sprintf(`{"StartAt": %q, "States": {%s}}`, next, states))
	o := options()
	o.MaxSteps = 50
	v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}}).Compare(context.Background(), nil, []run.Options{o})
	if err != nil || v.Equal != 1 {
		t.Errorf("%v, %v", v, err)
	}
}

// TestGrowingData has each round of a loop have three times the data of the one before: a run is cut short before that fills the memory, and the
// sides may be cut short by different limits.
func TestGrowingData(t *testing.T) {
	t.Parallel()
	branch := func(name string) string {
		return fmt.Sprintf(`{"StartAt": %q, "States": {%q: {"Type": "Pass", "End": true}}}`, name, name)
	}
	text := `{"StartAt": "Three", "States": {
  "Three": {"Type": "Parallel", "ResultPath": "$.r", "Next": "Tell", "Branches": [` + branch("A") + "," + branch("B") + "," + branch("C") + `]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "Next": "Again"},
  "Again": {"Type": "Choice", "Choices": [{"Variable": "$.go", "BooleanEquals": true, "Next": "Three"}], "Default": "Done"}, "Done": {"Type": "Succeed"}}}`
	p := program(t, "x.asl.json", text)
	v, err := (&verify.Pair{Source: p, Target: program(t, "x.asl.json", text), Raised: &dialects.Raised{}}).Verify(context.Background(), verify.Invent(p, options(), 10, chance(1)))
	if err != nil || v.Failed() || v.Equal == 0 {
		t.Errorf("%v, %v", v, err)
	}
}
