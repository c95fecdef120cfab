package verify_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// nudging reminds somebody beside a wait, and nudged between its two parts.
const nudging = `{"id": "rent", "name": "Rent", "steps": [
  {"id": "pay", "name": "Pay", "type": "WAIT", "nextStep": "end", "boundaryEvents": [
    {"type": "TIMER", "duration": "P1D", "interrupting": false, "targetStepId": "nudge"},
    {"type": "TIMER", "duration": "P3D", "interrupting": true, "targetStepId": "end"}]},
  {"id": "nudge", "name": "Nudge", "type": "SERVICE_TASK", "jobType": "nudge"},
  {"id": "end", "name": "End", "type": "END"}]}`

const nudged = `{"id": "rent", "name": "Rent", "steps": [
  {"id": "pay", "name": "Pay", "type": "WAIT", "nextStep": "end", "boundaryEvents": [
    {"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "nudge"}]},
  {"id": "nudge", "name": "Nudge", "type": "SERVICE_TASK", "jobType": "nudge", "nextStep": "pay-2"},
  {"id": "pay-2", "name": "Pay again", "type": "WAIT", "nextStep": "end", "boundaryEvents": [
    {"type": "TIMER", "duration": "P2D", "interrupting": true, "targetStepId": "end"}]},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestPromptContract has a worker that a contract asks to answer at once do so in the target, and in runs that were made up on both sides. A
// given run in which the source waits for it cannot be compared if that is all that differs, and differs if the target does something else besides.
func TestPromptContract(t *testing.T) {
	t.Parallel()
	from, to, other := program(t, "x.step.json", nudging), program(t, "y.step.json", nudged), program(t, "z.step.json", nudged)
	for _, n := range other.Start().Nodes {
		if n.Name() == "pay-2" {
			n.Timers[0].Length.Expr = from.Start().Nodes[0].Timers[0].Length.Expr // a day less
		}
	}
	contract := []dialects.Contract{{Task: "nudge", AtOnce: true}}
	takes := func(d time.Duration) run.Options {
		o := options()
		o.Input = valuetest.Object()
		o.Stubs = []run.Stub{{Name: "nudge", Replies: []run.Reply{{Return: valuetest.Object("sent", true), After: iso8601.Duration{Clock: d}}}}}
		return o
	}
	never := takes(0)
	never.Stubs[0].Replies[0] = run.Reply{Never: true}
	for _, c := range []struct {
		name  string
		given bool
		with  []dialects.Contract
		run   run.Options
		same  bool // as long
		want  string
	}{
		{"made up", false, contract, takes(time.Minute), true, "equal"},
		{"made up, without an answer", false, contract, never, true, "equal"},
		{"made up, without the contract", false, nil, takes(time.Minute), true, "different"},
		{"given, at once", true, contract, takes(0), true, "equal"},
		{"given, later", true, contract, takes(time.Minute), true, "equal"},
		{"given, later, and the source waits for it", true, contract, takes(time.Minute), true, "not comparable"},
		{"given, without an answer", true, contract, never, true, "not comparable"},
		{"given, without the contract", true, nil, takes(time.Minute), true, "different"},
		{"given, later, into something else", true, contract, takes(time.Minute), false, "different"},
	} {
		p := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Contracts: c.with}}
		switch {
		case !c.same:
			p.Target = other
		case strings.HasSuffix(c.name, "waits for it"):
			p.Source, p.Target = to, from
		}
		given, made := []run.Options(nil), []run.Options{c.run}
		if c.given {
			given, made = made, nil
		}
		v, err := p.Compare(context.Background(), given, made)
		if err != nil {
			t.Fatal(err)
		}
		got := "equal"
		switch {
		case v.Difference != nil:
			got = "different"
		case v.NotComparable == 1:
			got = "not comparable"
		case v.Equal != 1:
			got = v.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, and not %s", c.name, got, c.want)
		}
	}
}

// TestOneWaitForSeveral has a source wait for good in the second of two waits in the place of which the target has one.
func TestOneWaitForSeveral(t *testing.T) {
	t.Parallel()
	unlimited := strings.NewReplacer(`,
    {"type": "TIMER", "duration": "P3D", "interrupting": true, "targetStepId": "end"}`, "", `, "boundaryEvents": [
    {"type": "TIMER", "duration": "P2D", "interrupting": true, "targetStepId": "end"}]`, "")
	from, to := program(t, "x.step.json", unlimited.Replace(nudged)), program(t, "y.step.json", unlimited.Replace(nudging))
	waits := map[string]*workflow.Element{}
	for _, e := range from.Start().Elements {
		waits[e.Name] = e
	}
	o := options()
	o.Input = valuetest.Object()
	o.Stubs = []run.Stub{{Name: "nudge", Replies: []run.Reply{{Return: valuetest.Object("sent", true)}}}}
	for _, x := range []struct {
		waiters map[string][]*workflow.Element
		equal   int
	}{
		{nil, 0},
		{map[string][]*workflow.Element{"pay": {waits["pay"], waits["pay-2"]}}, 1},
	} {
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Waiters: x.waiters}}).Verify(context.Background(), []run.Options{o})
		if err != nil {
			t.Fatal(err)
		}
		if v.Equal != x.equal {
			t.Errorf("with waits for %d elements: %v", len(x.waiters["pay"]), v)
		}
	}
}
