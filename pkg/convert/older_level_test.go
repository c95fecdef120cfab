package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// olderLevel is [compared] with asl at its older level.
func olderLevel(t *testing.T, name, text string) (*dialects.Raised, *verify.Verdict) {
	t.Helper()
	return compared(t, name, text, "asl", dialects.Settings{"asl-level": "2016"})
}

// TestWaitsForSomebodyAtOlderLevel has a task wait for somebody where answers replace the document: its worker keeps the contract that its
// answer is merged into its input, and where nobody ever comes, a time limit of years is none.
func TestWaitsForSomebodyAtOlderLevel(t *testing.T) {
	t.Parallel()
	const ends = `{"id": "yes", "name": "Yes", "type": "END"}, {"id": "no", "name": "No", "type": "END"}]}`
	for _, test := range []struct{ name, file, text string }{
		{"a person", "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "approve", "name": "Approve", "type": "USER_TASK", "nextStep": "yes-or-no"},
  {"id": "yes-or-no", "name": "Yes or no", "type": "DECISION", "conditionalNextSteps": {"agreed": "yes", "!agreed": "no"}}, ` + ends},
		{"a signal, with a limit", "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "paid", "name": "Paid", "type": "WAIT", "nextStep": "ship", "boundaryEvents": [{"type": "TIMER", "duration": "PT72H", "interrupting": true, "targetStepId": "no"}]},
  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "yes"}, ` + ends},
		{"a reminder that goes nowhere", "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "pack", "name": "Pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "end",
    "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": false, "targetStepId": "hurry"}]},
  {"id": "hurry", "name": "Hurry", "type": "SERVICE_TASK", "jobType": "hurry"}, {"id": "end", "name": "End", "type": "END"}]}`},
		{"requests", "x.fsm.json", `{"version": "1", "name": "x", "initialState": "Open", "active": true, "states": {
  "Open": {"transitions": [{"name": "close", "next": "Closed", "manual": true, "processors": [{"type": "EXTERNAL", "name": "notify", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "Closed": {}}}`},
		{"an update after which a criterion holds", "x.fsm.json", `{"version": "1", "name": "x", "initialState": "Open", "active": true, "states": {
  "Open": {"transitions": [{"name": "close", "next": "Closed", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kind", "operatorType": "EQUALS", "value": "done"}}]},
  "Closed": {}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := olderLevel(t, test.file, test.text)
			if v == nil || v.Failed() || v.Equal == 0 {
				t.Errorf("%s: %v", r.Reason, v)
			}
		})
	}
}

// TestIterationsAtOlderLevel has a worker do what iterations do that can be no loops. One that a condition on its list may skip is refused, by the
// cause.
func TestIterationsAtOlderLevel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, reason string }{
		{"of what a condition may skip", "list → * ? `$[?(@.x>1)]` check → store", "its list is the whole document"},
		{"in one another", "list → * { * check → store } → end-of-day", ""},
		{"beside another step", "list → { * check\n other } → store", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := olderLevel(t, "x.flow", test.text)
			if test.reason == "" && (v == nil || v.Failed() || v.Equal == 0) || !strings.Contains(r.Reason, test.reason) {
				t.Errorf("the reason is %q, and it is verified: %v", r.Reason, v)
			}
		})
	}
}

// TestComputedDataAtOlderLevel has a worker that computes what becomes part of the document answer its input with that merged in, as answers
// replace the document: nothing of it is lost. Fixed members are set one by one, and need no worker.
func TestComputedDataAtOlderLevel(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, step string
		workers    int
	}{
		{"a sum", `"type": "TRANSFORMATION", "transformations": {"total": "${price + 5}"}`, 1},
		{"a fixed member", `"type": "TRANSFORMATION", "transformations": {"tries": 0}`, 0},
		{"fixed members", `"type": "TRANSFORMATION", "transformations": {"tries": 0, "order": {"code": "NEW", "lines": [1, "a"]}, "open": true, "note": null}`, 0},
		{"two members", `"type": "TRANSFORMATION", "transformations": {"total": "${price * 2}", "order": {"code": "${code}"}}`, 1},
		{"a table", `"type": "DECISION_TABLE", "hitPolicy": "F", "decisionTable": {"rules": [
    {"when": {"far": "price > 10"}, "outputs": {"fee": "${price * 2}", "zone": "FAR"}}, {"when": {}, "outputs": {"fee": "${price}", "zone": "NEAR"}}]}`, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := olderLevel(t, "x.step.json", `{"id": "x", "name": "X", "steps": [
  {"id": "weigh", "name": "Weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "set"}, {"id": "set", "name": "Set", "nextStep": "send", `+test.step+`},
  {"id": "send", "name": "Send", "type": "SERVICE_TASK", "jobType": "send", "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`)
			if v == nil || v.Failed() || v.Equal < v.Runs || len(r.Losses) > 0 || len(r.StandIns) != test.workers {
				t.Errorf("%s: %v, %d stand-ins\n%s", r.Reason, v, len(r.StandIns), lost(r.Losses))
			}
		})
	}
}

// TestPartsAtOlderLevel has a worker do what parts do that get what the source computes for them: the older level gives them what a path selects.
func TestPartsAtOlderLevel(t *testing.T) {
	t.Parallel()
	const parts = `"Branches": [{"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}},
    {"StartAt": "Dry", "States": {"Dry": {"Type": "Task", "Resource": "urn:task:dry", "End": true}}}], "Next": "Fold"},
  "Fold": {"Type": "Task", "Resource": "urn:task:fold", "End": true}}}`
	for _, test := range []struct {
		name, both string
		workers    int
	}{
		{"computed, with a list of their results", `"Parameters": {"shirts.$": "$.order.shirts", "warm": true}, "ResultPath": "$.both"`, 1},
		{"computed, in place of the document", `"Parameters": {"shirts.$": "$.order.shirts", "warm": true}`, 1},
		{"selected by a path", `"InputPath": "$.order"`, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, v := olderLevel(t, "today.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", `+test.both+`, `+parts)
			if v == nil || v.Failed() || v.Equal < v.Runs || len(r.Losses) > 0 || len(r.StandIns) != test.workers {
				t.Errorf("%s: %v, %d stand-ins\n%s", r.Reason, v, len(r.StandIns), lost(r.Losses))
			}
		})
	}
}

// TestComputedErrorsAtOlderLevel has a task fail with an error of which the document has the name: at the older level a Fail state has a fixed one.
func TestComputedErrorsAtOlderLevel(t *testing.T) {
	t.Parallel()
	r, v := olderLevel(t, "today.asl.json", `{"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", "ResultPath": "$.washed", "Next": "Clean?"},
  "Clean?": {"Type": "Choice", "Choices": [{"Variable": "$.washed.clean", "BooleanEquals": true, "Next": "Done"}], "Default": "Dirty"},
  "Done": {"Type": "Succeed"}, "Dirty": {"Type": "Fail", "ErrorPath": "$.washed.code", "CausePath": "$.washed.text"}}}`)
	if v == nil || v.Failed() || len(r.Losses) > 0 || len(r.StandIns) != 1 {
		t.Errorf("%s: %v, %d stand-ins\n%s", r.Reason, v, len(r.StandIns), lost(r.Losses))
	}
}
