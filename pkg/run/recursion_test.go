package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// The definitions start themselves: in line, in a branch next to a task, without waiting, by way of another one, and as the execution of a
// task.
const (
	inLine = `{"id": "inner", "name": "inner", "version": "1.0", "states": [{"name": "Again", "type": "subflow", "start": {"kind": "default"},
		"waitForCompletion": true, "workflowId": "inner", "end": {"kind": "default"}}]}`
	inBranch = `{"id": "garden", "name": "garden", "version": "1.0", "functions": [{"name": "pump", "resource": "urn:pump"}],
		"states": [{"name": "Water", "type": "parallel", "start": {"kind": "default"}, "branches": [
			{"name": "left", "actions": [{"functionRef": {"refName": "pump"}}]}, {"name": "right", "workflowId": "garden"}], "end": {"kind": "default"}}]}`
	apart = `{"id": "apart", "name": "apart", "version": "1.0", "states": [{"name": "Again", "type": "subflow", "start": {"kind": "default"},
		"waitForCompletion": false, "workflowId": "apart", "end": {"kind": "default"}}]}`
	ping = `{"id": "ping", "name": "ping", "version": "1.0", "states": [{"name": "To pong", "type": "subflow", "start": {"kind": "default"},
		"waitForCompletion": true, "workflowId": "pong", "end": {"kind": "default"}}]}`
	pong = `{"id": "pong", "name": "pong", "version": "1.0", "states": [{"name": "To ping", "type": "subflow", "start": {"kind": "default"},
		"waitForCompletion": true, "workflowId": "ping", "end": {"kind": "default"}}]}`
	execution = `{"StartAt": "Again", "States": {"Again": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync:2",
		"Retry": [{"ErrorEquals": ["States.ALL"]}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Done"}],
		"Parameters": {"StateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:nightly"}, "Next": "Done"}, "Done": {"Type": "Succeed"}}}`
	follows = `{"id": "shift", "name": "shift", "autoStartNextWorkflow": true, "nextWorkflowId": "shift", "steps": [
		{"id": "work", "name": "work", "type": "SERVICE_TASK", "jobType": "work", "nextStep": "done"}, {"id": "done", "name": "done", "type": "END"}]}`
	// counted starts itself as often as its input says.
	counted = `{"StartAt": "More?", "States": {
		"More?": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 0, "Next": "Again"}], "Default": "Done"},
		"Again": {"Type": "Task", "Resource": "arn:aws:states:::states:startExecution.sync:2", "OutputPath": "$.Output", "End": true,
			"Parameters": {"StateMachineArn": "arn:aws:states:eu-west-1:123456789012:stateMachine:count", "Input": {"n.$": "States.MathAdd($.n, -1)"}}},
		"Done": {"Type": "Succeed"}}}`
)

// together is a program of several definitions, the first of which is run.
func together(t testing.TB, texts ...string) *workflow.Program {
	t.Helper()
	p := &workflow.Program{}
	for i, text := range texts {
		q := read(t, fmt.Sprintf("part%d.sw.json", i), []byte(text))
		p.Workflows = append(p.Workflows, q.Workflows...)
	}
	return p
}

// TestWorkflowsThatStartThemselves runs them until the bound on nested calls, or, where a call waits for nothing, on steps.
func TestWorkflowsThatStartThemselves(t *testing.T) {
	t.Parallel()
	const tooDeep = "MaxCalls: workflows call one another more than 1000 deep: "
	for _, c := range []struct {
		name  string
		p     *workflow.Program
		want  string
		steps int
	}{
		{"in line", together(t, inLine), tooDeep + `"inner" calls "inner" …`, 1001},
		{"in a branch", together(t, inBranch), tooDeep + `"garden" calls "garden" …`, 1001},
		{"by way of another", together(t, ping, pong), tooDeep + `"ping" calls "pong" calls "ping" …`, 1001},
		{"as an execution", read(t, "nightly.asl.json", []byte(execution)), tooDeep + `"nightly" calls "nightly" …`, 1001},
		{"without waiting", together(t, apart), "MaxSteps: the run took 5000 steps and did not end", 5000},
		{"when it ends", read(t, "shift.step.json", []byte(follows)), "MaxSteps: the run took 5000 steps and did not end", 5000},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, restore := range []bool{false, true} {
				o := run.Options{Start: time.Unix(0, 0), MaxSteps: 5000, Input: valuetest.Object()}
				if restore {
					moves := 0
					o.Swap(func(m *machine.Machine) *machine.Machine {
						if moves++; moves > 12 || m.Outcome().Done {
							return m
						}
						return restored(t, c.p, m)
					})
				}
				r, err := run.Simulate(context.Background(), c.p, o)
				if err != nil {
					t.Fatal(err)
				}
				steps := r.Steps
				for _, next := range r.Chain {
					steps += next.Steps
					r.Status, r.Error = next.Status, next.Error
				}
				if r.Status != run.Aborted || r.Error == nil || r.Error.Name+": "+r.Error.Cause != c.want || steps != c.steps {
					t.Errorf("restored %t: %s after %d steps: %v, want %s after %d", restore, r.Status, steps, r.Error, c.want, c.steps)
				}
			}
		})
	}
}

// TestCallChainsAreShort names no more workflows than anybody reads.
func TestCallChainsAreShort(t *testing.T) {
	t.Parallel()
	var texts []string
	for i := range 30 {
		texts = append(texts, strings.NewReplacer("ping", fmt.Sprintf("w%d", i), "pong", fmt.Sprintf("w%d", (i+1)%30)).Replace(ping))
	}
	r, err := run.Simulate(context.Background(), together(t, texts...), run.Options{Start: time.Unix(0, 0), Input: valuetest.Object()})
	if err != nil {
		t.Fatal(err)
	}
	if want := `"w0" calls "w1" calls "w2" calls "w3" calls "w4" calls "w5" calls "w6" calls "w7" calls "w8" calls "w9" …`; !strings.HasSuffix(r.Error.Cause, want) {
		t.Error(r.Error.Cause)
	}
}

// TestCallsMayNest runs a workflow that starts itself as often as the bound allows, and once more.
func TestCallsMayNest(t *testing.T) {
	t.Parallel()
	p := read(t, "count.asl.json", []byte(counted))
	for n, want := range map[int64]run.Status{1: run.Succeeded, 1000: run.Succeeded, 1001: run.Aborted} {
		r, err := run.Simulate(context.Background(), p, run.Options{Start: time.Unix(0, 0), Input: value.ObjectOf(value.Member{Key: "n", Value: n})})
		if err != nil || r.Status != want {
			t.Errorf("%d calls: %s, %v, %v", n, r.Status, r.Error, err)
		}
	}
}

// BenchmarkNestedCalls runs a workflow that starts itself; a call deep inside costs what the first one does.
func BenchmarkNestedCalls(b *testing.B) {
	p := read(b, "count.asl.json", []byte(counted))
	for _, n := range []int64{10, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			input := value.ObjectOf(value.Member{Key: "n", Value: n})
			for b.Loop() {
				if r, err := run.Simulate(context.Background(), p, run.Options{Start: time.Unix(0, 0), Input: input}); err != nil || r.Status != run.Succeeded {
					b.Fatal(err, r.Error)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
	}
}
