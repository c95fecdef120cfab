package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// read returns the workflow of a text.
func read(t testing.TB, name, text string) *workflow.Program {
	t.Helper()
	p := (&load.Loader{Dialects: all.Dialects()}).Read(load.Text(name, []byte(text))).Lower()
	if p == nil || p.Start() == nil {
		t.Fatalf("%s cannot be read:\n%s", name, text)
	}
	return p
}

var epoch = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

func space(t testing.TB, name, text string, o explore.Options) *explore.Space {
	t.Helper()
	p := read(t, name, text)
	o.Program, o.Start = p, epoch
	s, err := explore.Explore(p.Start(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// outcomes lists how runs end: "failed NoWater", "succeeded Large pot", "waiting join Join".
func outcomes(s *explore.Space) []string {
	var out []string
	for _, b := range s.Summarize().Outcomes {
		parts := append([]string{string(b.Status), b.Error}, b.Ended...)
		for _, w := range b.Waiting {
			parts = append(parts, w.Kind+" "+w.Node)
		}
		out = append(out, strings.Join(strings.Fields(strings.Join(parts, " ")), " "))
	}
	slices.Sort(out)
	return out
}

// choices is an asl definition whose choices, one after the other, look at the conditions; each leads to a Fail named after its
// index, and the last Default to a Succeed.
func choices(before string, rules ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"StartAt": "C0", "States": {%s`, before)
	for i, r := range rules {
		next := fmt.Sprintf("C%d", i+1)
		if i == len(rules)-1 {
			next = "Done"
		}
		fmt.Fprintf(&b, `"C%d": {"Type": "Choice", "Choices": [{%s, "Next": "F%d"}], "Default": %q}, "F%d": {"Type": "Fail", "Error": "E%d"},`, i, r, i, next, i, i)
	}
	return b.String() + `"Done": {"Type": "Succeed"}}}`
}

func TestRelatedConditions(t *testing.T) {
	t.Parallel()
	const x = `"Variable": "$.x", `
	for name, test := range map[string]struct {
		rules []string
		want  string
	}{
		"the same twice":          {[]string{x + `"NumericLessThan": 5`, x + `"NumericLessThan": 5`}, "failed E0, succeeded Done"},
		"covered by the one":      {[]string{x + `"NumericLessThan": 5`, x + `"NumericLessThan": 3`}, "failed E0, succeeded Done"},
		"covers the other":        {[]string{x + `"NumericLessThan": 3`, x + `"NumericLessThan": 5`}, "failed E0, failed E1, succeeded Done"},
		"another member":          {[]string{x + `"NumericLessThan": 5`, `"Variable": "$.y", "NumericLessThan": 5`}, "failed E0, failed E1, succeeded Done"},
		"texts":                   {[]string{x + `"StringEquals": "a"`, x + `"StringEquals": "b"`, x + `"StringEquals": "a"`}, "failed E0, failed E1, succeeded Done"},
		"a number is not a text":  {[]string{`"Not": {` + x + `"IsNumeric": true}`, x + `"StringEquals": "a"`}, "failed E0, succeeded Done"},
		"everything else":         {[]string{`"Not": {` + x + `"IsBoolean": true}`, x + `"BooleanEquals": true`, x + `"BooleanEquals": false`}, "failed E0, failed E1, failed E2"},
		"between two":             {[]string{`"Not": {` + x + `"NumericGreaterThan": 1}`, x + `"NumericGreaterThanEquals": 2`, x + `"NumericGreaterThan": 1`}, "failed E0, failed E1, failed E2"},
		"patterns by their text":  {[]string{x + `"StringMatches": "a*"`, x + `"StringMatches": "a*"`}, "failed E0, succeeded Done"},
		"patterns of other texts": {[]string{x + `"StringMatches": "a*"`, x + `"StringMatches": "ab*"`}, "failed E0, failed E1, succeeded Done"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(outcomes(space(t, "x.asl.json", choices("", test.rules...), explore.Options{})), ", "); got != test.want {
				t.Errorf("%s, expected %s", got, test.want)
			}
		})
	}
}

func TestKnowledgeEndsWhereDataChanges(t *testing.T) {
	t.Parallel()
	text := func(result string) string {
		return `{"StartAt": "A", "States": {
			"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericLessThan": 5, "Next": "Work"}], "Default": "Done"},
			"Work": {"Type": "Pass", ` + result + `"Next": "B"},
			"B": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericLessThan": 5, "Next": "Done"}], "Default": "Lost"},
			"Lost": {"Type": "Fail", "Error": "Lost"}, "Done": {"Type": "Succeed"}}}`
	}
	for result, want := range map[string]string{
		``:                                         "succeeded Done",
		`"Result": 1, "ResultPath": "$.y",`:        "succeeded Done",
		`"Result": 1, "ResultPath": "$.x",`:        "succeeded Done", // which is known to be less than 5
		`"Result": 7, "ResultPath": "$.x",`:        "failed Lost, succeeded Done",
		`"Result": {"x": 7},`:                      "failed Lost, succeeded Done",
		`"InputPath": "$.y", "ResultPath": "$.x",`: "failed Lost, succeeded Done",
		`"Result": 1,`:                             "failed Lost, succeeded Done",
	} {
		if got := strings.Join(outcomes(space(t, "x.asl.json", text(result), explore.Options{})), ", "); got != want {
			t.Errorf("%s: %s, expected %s", result, got, want)
		}
	}
}

// parallel is an asl definition of branches of tasks in a row.
func parallel(branches, tasks int) string {
	var b strings.Builder
	b.WriteString(`{"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [`)
	for i := range branches {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"StartAt": "%d-0", "States": {%s}}`, i, chain(fmt.Sprintf("%d-", i), tasks))
	}
	return b.String() + `]}}}`
}

func chain(prefix string, tasks int) string {
	var b strings.Builder
	for k := range tasks {
		on := fmt.Sprintf(`"Next": "%s%d"`, prefix, k+1)
		if k == tasks-1 {
			on = `"End": true`
		}
		fmt.Fprintf(&b, `"%s%d": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f", %s},`, prefix, k, on)
	}
	return strings.TrimSuffix(b.String(), ",")
}

func TestIndependentBranchesAreFollowedInTurn(t *testing.T) {
	t.Parallel()
	s := space(t, "x.asl.json", parallel(12, 5), explore.Options{})
	if !s.Complete || len(s.States) > 100 {
		t.Errorf("twelve branches of five steps: %d states, complete: %t", len(s.States), s.Complete)
	}
	if all := space(t, "x.asl.json", parallel(3, 2), explore.Options{Interleave: true}); len(all.States) < 27 {
		t.Errorf("three branches of two steps in every order have %d states", len(all.States))
	}
}

func TestChainsAreLinear(t *testing.T) {
	t.Parallel()
	sizes := []int{10_000, explore.DefaultBudget + 10}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes { // a chain does not count for the budget
		s := space(t, "x.asl.json", `{"StartAt": "0", "States": {`+chain("", n)+`}}`, explore.Options{})
		if !s.Complete || len(s.States) > n+10 {
			t.Errorf("%d states, complete: %t", len(s.States), s.Complete)
		}
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	s := space(t, "x.asl.json", `{"StartAt": "0", "States": {`+chain("", 100)+`}}`, explore.Options{Budget: 50})
	if s.Complete || len(s.States) != 50 {
		t.Errorf("%d states, complete: %t", len(s.States), s.Complete)
	}
}

func TestLoopWithoutRest(t *testing.T) {
	t.Parallel()
	s := space(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Pass", "Next": "A"}}}`, explore.Options{})
	if got := strings.Join(outcomes(s), ", "); got != "looping" {
		t.Error(got)
	}
}

// TestRecursionWithoutABound follows a workflow that calls itself a few calls deep, and reports that there may be more.
func TestRecursionWithoutABound(t *testing.T) {
	t.Parallel()
	s := space(t, "garden.sw.json", `{"id": "garden", "name": "garden", "version": "1.0", "states": [
  {"name": "Water", "type": "subflow", "start": {"kind": "default"}, "waitForCompletion": true, "workflowId": "garden", "end": {"kind": "default"}}]}`, explore.Options{})
	if s.Complete || !s.Unbounded || len(s.States) > 10 {
		t.Errorf("complete: %t, without a bound: %t, states: %d", s.Complete, s.Unbounded, len(s.States))
	}
}

// TestTokensWithoutABound follows a loop in each round of which a timer may add a reminder that nobody needs to answer: all outcomes are
// found, and that there may be more is reported.
func TestTokensWithoutABound(t *testing.T) {
	t.Parallel()
	s := space(t, "x.step.json", `{"id": "w", "name": "w", "steps": [
  {"id": "review", "name": "review", "type": "USER_TASK", "jobType": "form", "nextStep": "verdict", "boundaryEvents": [
    {"type": "TIMER", "duration": "P1D", "interrupting": false, "targetStepId": "remind"},
    {"type": "TIMER", "duration": "P7D", "interrupting": true, "targetStepId": "expired"}]},
  {"id": "remind", "name": "remind", "type": "SERVICE_TASK", "jobType": "mail"},
  {"id": "verdict", "name": "verdict", "type": "DECISION", "conditionalNextSteps": {"verdict == 'CHANGE'": "change", "true": "done"}},
  {"id": "change", "name": "change", "type": "SERVICE_TASK", "jobType": "change", "nextStep": "review"},
  {"id": "done", "name": "done", "type": "END"},
  {"id": "expired", "name": "expired", "type": "END"}]}`, explore.Options{})
	if s.Complete || !s.Unbounded {
		t.Errorf("complete: %t, without a bound: %t", s.Complete, s.Unbounded)
	}
	if got := strings.Join(outcomes(s), ", "); got != "failed JobFailed, succeeded done, succeeded expired" {
		t.Error(got)
	}
}

// net makes a step definition of up to seven nodes.
func net(r *rand.Rand) string {
	kinds := []string{"SERVICE_TASK", "WAIT", "PARALLEL_GATEWAY", "JOIN_GATEWAY", "END", "DECISION", "SERVICE_TASK"}
	n := 3 + r.IntN(5)
	name := func() string { return fmt.Sprintf("n%d", r.IntN(n)) }
	var steps []string
	for i := range n {
		kind := kinds[r.IntN(len(kinds))]
		if i == 0 {
			kind = "PARALLEL_GATEWAY"
		}
		on := ""
		switch kind {
		case "SERVICE_TASK":
			on = fmt.Sprintf(`, "jobType": "j%d", "nextStep": %q`, i, name())
			if r.IntN(3) == 0 {
				on += fmt.Sprintf(`, "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": %t, "targetStepId": %q}]`, r.IntN(2) == 0, name())
			}
		case "WAIT", "JOIN_GATEWAY":
			on = fmt.Sprintf(`, "nextStep": %q`, name())
		case "PARALLEL_GATEWAY":
			on = fmt.Sprintf(`, "parallelNextSteps": [%q, %q], "joinStep": "n%d"`, name(), name(), 1+r.IntN(n-1))
		case "DECISION":
			on = fmt.Sprintf(`, "conditionalNextSteps": {"y > 1": %q, "true": %q}`, name(), name())
		}
		steps = append(steps, fmt.Sprintf(`{"id": "n%d", "type": %q%s}`, i, kind, on))
	}
	return `{"id": "w", "steps": [` + strings.Join(steps, ",\n") + "]}"
}

// FuzzReduction compares what is found in random nets with what is found when every interleaving is followed.
func FuzzReduction(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		text := net(rand.New(rand.NewPCG(seed, 7)))
		w := read(t, "x.step.json", text).Start()
		o := explore.Options{Budget: 1000, Start: epoch}
		reduced, err := explore.Explore(w, o)
		if err != nil {
			return
		}
		o.Interleave = true
		full, err := explore.Explore(w, o)
		if err != nil || !full.Complete {
			return
		}
		if !reduced.Complete {
			t.Fatalf("%s\nthe reduced space is larger: %d states, all are %d", text, len(reduced.States), len(full.States))
		}
		if got, want := outcomes(reduced), outcomes(full); !slices.Equal(got, want) {
			t.Fatalf("%s\n%q, expected %q", text, got, want)
		}
		if got, want := entered(reduced), entered(full); !slices.Equal(got, want) {
			t.Fatalf("%s\nenters %q, expected %q", text, got, want)
		}
	})
}

// entered lists the elements that some run enters.
func entered(s *explore.Space) []string {
	var out []string
	for i := range s.States {
		for k := range s.States[i].Steps {
			for _, e := range s.States[i].Steps[k].Entered {
				if !slices.Contains(out, e.Name) {
					out = append(out, e.Name)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestCosts compares what runs cost with what was worked out by hand.
func TestCosts(t *testing.T) {
	t.Parallel()
	const task = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f"`
	retried := func(most int) string {
		return fmt.Sprintf(`{"StartAt": "A", "States": {"A": {%s, "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 2, "BackoffRate": 2, "MaxAttempts": %d}], "Next": "W"},
			"W": {"Type": "Wait", "Seconds": 10, "End": true}}}`, task, most)
	}
	for _, c := range []struct{ what, text, want string }{
		{"two retries: after 2 s and 4 s", retried(2), "calls 1..3, retries 0..2, moves 2..4; succeeded W: calls 1..3, 10s..16s; failed States.TaskFailed: calls 3..3, 6s..6s"},
		{"five: after 2, 4, 8, 16 and 32 s", retried(5), "calls 1..6, retries 0..5, moves 2..7; succeeded W: calls 1..6, 10s..1m12s; failed States.TaskFailed: calls 6..6, 1m2s..1m2s"},
		{"a choice of a task or none", `{"StartAt": "C", "States": {"C": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "A"}], "Default": "D"},
			"A": {` + task + `, "Next": "D"}, "D": {"Type": "Succeed"}}}`, "calls 0..1, retries 0..0, moves 2..3; succeeded D: calls 0..1, 0s..0s; failed States.TaskFailed: calls 1..1, 0s..0s"},
		{"two branches of a task each; one that fails ends both", parallel(2, 1),
			"calls 2..2, retries 0..0, moves 3..3; succeeded P: calls 2..2, untimed; failed States.TaskFailed: calls 2..2, untimed"},
		{"a wait without branches, or branches", `{"StartAt": "C", "States": {"C": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "W"}], "Default": "P"},
			"W": {"Type": "Wait", "Seconds": 5, "End": true}, "P": {"Type": "Parallel", "Branches": [
			{"StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": 3, "End": true}}}, {"StartAt": "B", "States": {"B": {"Type": "Wait", "Seconds": 4, "End": true}}}], "End": true}}}`,
			"calls 0..0, retries 0..0, moves 2..4; succeeded W: calls 0..0, 5s..5s; succeeded P: calls 0..0, untimed"},
		{"a loop", `{"StartAt": "A", "States": {"A": {` + task + `, "Next": "C"}, "C": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsNull": true, "Next": "D"}], "Default": "W"},
			"W": {"Type": "Wait", "Seconds": 5, "Next": "A"}, "D": {"Type": "Succeed"}}}`,
			"calls 1..∞, retries 0..0, moves 1..∞; succeeded D: calls 1..∞, 0s..∞; failed States.TaskFailed: calls 1..∞, 0s..∞"},
		{"a timeout of an attempt, and one retry; a task may report that error itself", `{"StartAt": "A", "States": {"A": {` + task + `, "TimeoutSeconds": 30, "Retry": [{"ErrorEquals": ["States.Timeout"], "IntervalSeconds": 1, "MaxAttempts": 1}], "End": true}}}`,
			"calls 1..2, retries 0..1, moves 1..2; succeeded A: calls 1..2, 0s..31s; failed States.TaskFailed: calls 1..2, 0s..31s; failed States.Timeout: calls 2..2, 1s..1m1s"},
	} {
		p := read(t, "x.asl.json", c.text)
		s, err := explore.Summarize(p.Start(), explore.Options{Program: p, Start: epoch})
		if err != nil {
			t.Fatal(err)
		}
		count := func(r explore.Range) string {
			if r.Unbounded {
				return fmt.Sprintf("%d..∞", r.Min)
			}
			return fmt.Sprintf("%d..%d", r.Min, r.Max)
		}
		got := []string{fmt.Sprintf("calls %s, retries %s, moves %s", count(s.Calls), count(s.Retried), count(s.Moves))}
		for _, o := range s.Outcomes {
			most := "∞"
			if !o.Elapsed.Unbounded {
				most = time.Duration(o.Elapsed.Max).String()
			}
			title := strings.Join(strings.Fields(fmt.Sprint(o.Status, " ", o.Error, " ", strings.Join(o.Ended, " "))), " ")
			elapsed := time.Duration(o.Elapsed.Min).String() + ".." + most
			if !o.Timed {
				elapsed = "untimed"
			}
			got = append(got, fmt.Sprintf("%s: calls %s, %s", title, count(o.Calls), elapsed))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s:\n%s, expected\n%s", c.what, text, c.want)
		}
	}
}
