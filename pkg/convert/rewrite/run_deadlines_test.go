package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const limitedPolls = `{"TimeoutSeconds": 200, "StartAt": "Begin", "States": {
  "Begin": {"Type": "Task", "Resource": "urn:task:begin", "ResultPath": "$.job", "TimeoutSeconds": 999, "Next": "Rest"},
  "Rest": {"Type": "Wait", "SecondsPath": "$.rest", "Next": "Pause"},
  "Pause": {"Type": "Wait", "Seconds": 60, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "TimeoutSeconds": 999,
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 50, "MaxAttempts": 3}], "Next": "Done?"},
  "Done?": {"Type": "Choice", "Choices": [{"Variable": "$.look.done", "BooleanEquals": true, "Next": "Finish"}], "Default": "Pause"},
  "Finish": {"Type": "Succeed"}}}`

// TestWorkersKeepRunLimits has each worker fail when the time of the run is over: in a call, in a delay before another one, in a wait.
func TestWorkersKeepRunLimits(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", limitedPolls)
	c := rewrittenWith(t, p, entities(), dialects.Raising{Prefer: dialects.PreferExact}, callingTasks(callTasks), requestedWaits, waitAsTask, runLimits)
	if got := lost(c); len(got) > 0 || c.Program.Start().Timeout != nil || len(c.Raised.Near) != 3 {
		t.Errorf("lost is %q, and nearly there is %+v", got, c.Raised.Near)
	}
	for _, s := range c.Raised.StandIns {
		if !strings.Contains(s.What, ", fails with States.Timeout when 200 s have passed since the run began") {
			t.Errorf("%s %s", s.Task, s.What)
		}
	}
	for name, x := range map[string]play{
		"in time":                {input: `{"rest": 1}`, answers: map[string][]string{"urn:task:begin": {`20 {}`}, "urn:task:look": {`1 {"done": false}`, `1 {"done": true}`}}},
		"a call ends too late":   {input: `{"rest": 1}`, answers: map[string][]string{"urn:task:begin": {`220 {}`}, "urn:task:look": {`1 {"done": true}`}}},
		"a later call does":      {input: `{"rest": 1}`, answers: map[string][]string{"urn:task:begin": {`100 {}`}, "urn:task:look": {`70 {"done": true}`}}},
		"a wait does":            {input: `{"rest": 190}`, answers: map[string][]string{"urn:task:begin": {`20 {}`}, "urn:task:look": {`1 {"done": true}`}}},
		"a delay does":           {input: `{"rest": 1}`, answers: map[string][]string{"urn:task:begin": {`20 {}`}, "urn:task:look": {`1 fail Busy`, `1 fail Busy`, `1 {"done": true}`}}},
		"a call is not answered": {input: `{"rest": 1}`, answers: map[string][]string{"urn:task:begin": {`20 fail Other`}}},
	} {
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("%s: it did\n%s\nand does\n%s", name, was, is)
		}
	}
}

// TestRequestsKeepRunLimits has a request that ends a wait be made when the time of the run is over at the latest.
func TestRequestsKeepRunLimits(t *testing.T) {
	t.Parallel()
	c := rewrittenWith(t, lowered(t, "x.asl.json", limitedPolls), entities(), dialects.Raising{Prefer: dialects.PreferExact},
		callingTasks(callTasks), requestedWaits, waitAsTask, runLimits, toEntity)
	wants := `requests the transition "Pause after PT1M" 60 s after the entity began to wait at "Pause", if it still does, and at the latest 200 s after the run began`
	if s := c.Raised.StandIns[len(c.Raised.StandIns)-1]; s.What != wants || len(c.Raised.Occurrences) != 1 || !c.Raised.Occurrences[0].AtLimit {
		t.Errorf("it %s; the occurrences are %+v", s.What, c.Raised.Occurrences)
	}
}

// TestRunLimitIsDropped drops the time limit of a run where no worker can keep it, and where the target is to do without.
func TestRunLimitIsDropped(t *testing.T) {
	t.Parallel()
	handling := entities()
	handling.Handlers = dialects.HandleTasks
	waiting := entities()
	waiting.Kinds |= dialects.Kinds(workflow.Wait)
	for name, x := range map[string]struct {
		old, text string
		able      dialects.Abilities
		prefer    dialects.Preference
	}{
		"the target does without":         {"", "", entities(), dialects.PreferNative},
		"a handler would take its error":  {"", "", handling, dialects.PreferExact},
		"the target waits by itself":      {"", "", waiting, dialects.PreferExact},
		"nothing fails after the request": {`"Next": "Look"`, `"Next": "Done?"`, entities(), dialects.PreferExact},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(limitedPolls, x.old, x.text, 1))
		c := rewrittenWith(t, p, x.able, dialects.Raising{Prefer: x.prefer}, callingTasks(callTasks), requestedWaits, waitAsTask, runLimits)
		if got := lost(c); len(got) != 1 || c.Program.Start().Timeout != nil {
			t.Errorf("%s: lost is %q", name, got)
		}
		if noted := len(c.Raised.Near) > 0; noted != (x.prefer == dialects.PreferExact && x.able.Handlers == 0) {
			t.Errorf("%s: nearly there is %+v", name, c.Raised.Near)
		}
	}
}
