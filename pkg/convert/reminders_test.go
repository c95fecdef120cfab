package convert_test

import (
	"context"
	"slices"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// openReview reminds somebody beside a wait that nothing else ends: a run may wait in any of its parts for good.
const openReview = `{"id": "review", "name": "Review", "steps": [
  {"id": "collect", "name": "Collect", "type": "SERVICE_TASK", "jobType": "collect", "nextStep": "review"},
  {"id": "review", "name": "Review", "type": "USER_TASK", "nextStep": "publish", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT6H", "interrupting": false, "targetStepId": "page"},
    {"type": "TIMER", "duration": "P1D", "interrupting": false, "targetStepId": "escalate"}]},
  {"id": "page", "name": "Page", "type": "SERVICE_TASK", "jobType": "page"},
  {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "log"},
  {"id": "log", "name": "Log", "type": "SERVICE_TASK", "jobType": "log"},
  {"id": "publish", "name": "Publish", "type": "SERVICE_TASK", "jobType": "publish", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// TestRemindersByContract has all generated runs be the same with workers that answer at once, there and back, also those that wait for good.
func TestRemindersByContract(t *testing.T) {
	t.Parallel()
	for _, way := range [][]string{{"asl"}, {"sw", "step"}, {"arrow"}, {"fsm"}} {
		p := program(t, "x.step.json", openReview)
		for _, name := range way {
			to := dialects.Named(all.Dialects(), name)
			raised := convert.Raise(all.Dialects(), to, p, written(to))
			var prompt []string
			for _, k := range raised.Contracts {
				if k.AtOnce {
					prompt = append(prompt, k.Element.Name)
				}
			}
			if want := []string{"page", "escalate", "log"}; len(raised.Losses) > 0 || !slices.Equal(prompt, want) {
				t.Errorf("%s: lost is %q, and the workers of %q must answer at once", name, lost(raised.Losses), prompt)
			}
			target, err := convert.Read(to, raised.Definitions, written(to).Format, dialects.Options{Settings: p.Start().Settings})
			if err != nil {
				t.Fatal(err)
			}
			quiet := options()
			quiet.Input = valuetest.Object()
			v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: written(to).Domain}).Compare(context.Background(), []run.Options{quiet},
				verify.InventWithin(written(to).Domain, p, options(), 40, chance(3)))
			if err != nil {
				t.Fatal(err)
			}
			if v.Failed() {
				t.Errorf("%s: %s\n%s", name, *v.Difference, cameOut(raised))
			} else if v.Equal < 10 || v.Equal < v.Runs {
				t.Errorf("%s: %v", name, v)
			}
			p = target
		}
	}
}

// TestRemindedAndInterrupted has what the calls of one timer answer be in the document where another timer interrupts the step after that, or
// a loss says that it is not.
func TestRemindedAndInterrupted(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "x", "steps": [
  {"id": "wash", "name": "Wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "fold", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT1M", "interrupting": false, "targetStepId": "tell"}, {"type": "TIMER", "duration": "PT5M", "interrupting": true, "targetStepId": "stop"}]},
  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell"}, {"id": "stop", "name": "Stop", "type": "SERVICE_TASK", "jobType": "stop", "nextStep": "end"},
  {"id": "fold", "name": "Fold", "type": "SERVICE_TASK", "jobType": "fold", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`
	for to, lost := range map[string]bool{"asl": false, "arrow": false, "fsm": false, "sw": true} {
		t.Run(to, func(t *testing.T) {
			t.Parallel()
			r, v := compared(t, "x.step.json", text, to, dialects.Settings{})
			if v == nil || v.Failed() || len(r.Losses) > 0 != lost || !lost && v.Equal < v.Runs {
				t.Errorf("%v\n%v", v, r.Losses)
			}
		})
	}
}
