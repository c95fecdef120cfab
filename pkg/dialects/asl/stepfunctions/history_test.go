package stepfunctions_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/asl"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
)

// history runs a definition and returns the events of its history, each as "id<previous type name-or-index".
func history(t *testing.T, definition string, stubs ...run.Stub) []string {
	t.Helper()
	d := (&load.Loader{Dialects: []dialects.Dialect{asl.Dialect{}}}).Read(load.Text("m.asl.json", []byte(definition)))
	program := d.Lower()
	if program == nil {
		t.Fatal(d.Problems)
	}
	var out strings.Builder
	w := stepfunctions.NewHistoryWriter(&out)
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	if _, err := run.Simulate(context.Background(), program, run.Options{Input: []any{int64(1), int64(2)}, Start: start, Stubs: stubs, Observe: w.Write}); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Events []struct {
			ID       int    `json:"id"`
			Previous int    `json:"previousEventId"`
			Type     string `json:"type"`
		} `json:"events"`
	}
	if err := json.Unmarshal([]byte(out.String()), &got); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for i, e := range got.Events {
		if e.ID != i+1 || e.Previous >= e.ID {
			t.Errorf("event %d has the id %d and follows %d", i+1, e.ID, e.Previous)
		}
		lines = append(lines, fmt.Sprintf("%d %s", e.Previous, e.Type))
	}
	return lines
}

const lambda = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:f"`

// TestHistory compares the sequences of events, and which event each follows, with those of asl today: "Events".
func TestHistory(t *testing.T) {
	t.Parallel()
	fail := run.Reply{Fail: &machine.Error{Name: "E", Cause: "c"}}
	for _, c := range []struct {
		name, definition string
		stubs            []run.Stub
		want             string
	}{
		{"a pass", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B"}, "B": {"Type": "Succeed"}}}`, nil,
			"0 ExecutionStarted, 0 PassStateEntered, 2 PassStateExited, 3 SucceedStateEntered, 4 SucceedStateExited, 5 ExecutionSucceeded"},
		{"a retry that is used up", `{"StartAt": "A", "States": {"A": {` + lambda + `, "Retry": [{"ErrorEquals": ["E"], "MaxAttempts": 1}], "End": true}}}`,
			[]run.Stub{{Name: "A", Replies: []run.Reply{fail}}},
			"0 ExecutionStarted, 0 TaskStateEntered, 2 LambdaFunctionScheduled, 3 LambdaFunctionStarted, 4 LambdaFunctionFailed, 5 LambdaFunctionScheduled, " +
				"6 LambdaFunctionStarted, 7 LambdaFunctionFailed, 8 ExecutionFailed"},
		{"a timeout that is caught", `{"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 5,
			"Parameters": {"QueueUrl": "q", "MessageBody.$": "$$.Task.Token"}, "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "B"}], "End": true}, "B": {"Type": "Fail"}}}`,
			[]run.Stub{{Name: "A", Replies: []run.Reply{{Never: true}}}},
			"0 ExecutionStarted, 0 TaskStateEntered, 2 TaskScheduled, 3 TaskStarted, 4 TaskSubmitted, 5 TaskTimedOut, 6 TaskStateExited, 7 FailStateEntered, 8 ExecutionFailed"},
		{"a timeout that nothing catches", `{"StartAt": "A", "States": {"A": {` + lambda + `, "TimeoutSeconds": 5, "End": true}}}`,
			[]run.Stub{{Name: "A", Replies: []run.Reply{{Never: true}}}},
			"0 ExecutionStarted, 0 TaskStateEntered, 2 LambdaFunctionScheduled, 3 LambdaFunctionStarted, 4 LambdaFunctionTimedOut, 5 ExecutionFailed"},
		{"an execution that runs out of time", `{"TimeoutSeconds": 5, "StartAt": "A", "States": {"A": {"Type": "Wait", "Seconds": 9, "End": true}}}`, nil,
			"0 ExecutionStarted, 0 WaitStateEntered, 2 ExecutionTimedOut"},
		{"a Parallel that fails and is caught", `{"StartAt": "P", "States": {"P": {"Type": "Parallel", "Catch": [{"ErrorEquals": ["E"], "Next": "B"}], "End": true, "Branches": [
			{"StartAt": "W", "States": {"W": {"Type": "Wait", "Seconds": 9, "End": true}}}, {"StartAt": "F", "States": {"F": {"Type": "Fail", "Error": "E"}}}]},
			"B": {"Type": "Succeed"}}}`, nil,
			"0 ExecutionStarted, 0 ParallelStateEntered, 2 ParallelStateStarted, 3 WaitStateEntered, 3 FailStateEntered, 4 WaitStateAborted, 5 ParallelStateFailed, " +
				"7 ParallelStateExited, 8 SucceedStateEntered, 9 SucceedStateExited, 10 ExecutionSucceeded"},
		{"a Map, one item at a time", `{"StartAt": "M", "States": {"M": {"Type": "Map", "MaxConcurrency": 1, "End": true,
			"ItemProcessor": {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": true}}}}}}`, nil,
			"0 ExecutionStarted, 0 MapStateEntered, 2 MapStateStarted, 3 MapIterationStarted, 4 PassStateEntered, 5 PassStateExited, 6 MapIterationSucceeded, " +
				"6 MapIterationStarted, 8 PassStateEntered, 9 PassStateExited, 10 MapIterationSucceeded, 10 MapStateSucceeded, 10 MapStateExited, 13 ExecutionSucceeded"},
		{"a Map that fails", `{"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
			"ItemProcessor": {"StartAt": "I", "States": {"I": {` + lambda + `, "End": true}}}}}}`,
			[]run.Stub{{Name: "I", Replies: []run.Reply{fail, {}}}},
			"0 ExecutionStarted, 0 MapStateEntered, 2 MapStateStarted, 3 MapIterationStarted, 4 TaskStateEntered, 5 LambdaFunctionScheduled, 6 LambdaFunctionStarted, " +
				"3 MapIterationStarted, 8 TaskStateEntered, 9 LambdaFunctionScheduled, 10 LambdaFunctionStarted, 7 LambdaFunctionFailed, 11 TaskStateAborted, " +
				"13 MapIterationAborted, 12 MapIterationFailed, 12 MapStateFailed, 16 ExecutionFailed"},
		{"a Map without items", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Result": [], "Next": "M"}, "M": {"Type": "Map", "End": true,
			"ItemProcessor": {"StartAt": "I", "States": {"I": {"Type": "Pass", "End": true}}}}}}`, nil,
			"0 ExecutionStarted, 0 PassStateEntered, 2 PassStateExited, 3 MapStateEntered, 4 MapStateStarted, 5 MapStateSucceeded, 5 MapStateExited, 7 ExecutionSucceeded"},
		{"an expression of JSONata that fails", `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Output": "{% $number('x') %}", "End": true}}}`, nil,
			"0 ExecutionStarted, 0 PassStateEntered, 2 EvaluationFailed, 3 ExecutionFailed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(history(t, c.definition, c.stubs...), ", "); got != c.want {
				t.Errorf("got\n\t%s\nwant\n\t%s", got, c.want)
			}
		})
	}
}
