package convert_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestCutShort compares runs that are cut short after some steps, each number of them: the other side may go on, with calls of which nobody
// knows the answers, and come to an end because of them.
func TestCutShort(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.asl.json", text: `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Branches": [{"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}},
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}}],
    "Output": "{% $merge([$states.input, {'washed': $states.result[0], 'weight': $states.result[1]}]) %}", "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "TimeoutSeconds": 20, "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 2, "MaxAttempts": 2}],
    "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Ready?"},
  "Ready?": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.state = 'READY' %}", "Next": "Done"}], "Default": "Rest"},
  "Rest": {"Type": "Wait", "Seconds": 30, "Next": "Look"}, "Done": {"Type": "Pass", "End": true}}}`})
	to := dialects.Named(all.Dialects(), "step")
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for steps := 60; steps < 66; steps++ {
		o := options()
		o.MaxSteps = steps
		v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Verify(context.Background(),
			verify.InventWithin(written(to).Domain, p, o, 20, chance(1)))
		if err != nil {
			t.Fatal(err)
		}
		if v.Failed() {
			t.Errorf("%d steps: %s", steps, *v.Difference)
		}
	}
}

// TestCutShortInLoop compares runs of a loop of waits that are cut short after some steps: the requests in place of the times that would have
// come after that are not made.
func TestCutShortInLoop(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.step.json", text: `{"id": "x", "name": "x", "steps": [
  {"id": "look", "name": "look", "type": "SERVICE_TASK", "jobType": "look", "nextStep": "well"},
  {"id": "well", "name": "well", "type": "DECISION", "conditionalNextSteps": {"fine == true": "end", "true": "tell"}},
  {"id": "tell", "name": "tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "rest"},
  {"id": "rest", "name": "rest", "type": "WAIT", "nextStep": "look", "boundaryEvents": [{"type": "TIMER", "duration": "PT1M", "interrupting": true, "targetStepId": "look"}]},
  {"id": "end", "name": "end", "type": "END"}]}`})
	to := dialects.Named(all.Dialects(), "fsm")
	raised := convert.Raise(all.Dialects(), to, p, written(to))
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for steps := 60; steps < 72; steps++ {
		o := options()
		o.MaxSteps, o.Input = steps, valuetest.Object("fine", false)
		o.Stubs = []run.Stub{{Name: "*", Replies: []run.Reply{{Return: valuetest.Object("fine", false)}}}}
		v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil {
			t.Fatal(err)
		}
		if v.Failed() {
			t.Errorf("%d steps: %s", steps, *v.Difference)
		}
	}
}
