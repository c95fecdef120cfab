package run

import (
	"context"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// calls makes a workflow of one task that is another workflow, and an end.
func calls(id, other string, terminates bool) *net {
	n := newNet()
	n.ID = id
	x := n.add(n.Root, "call "+other, workflow.Task)
	x.Call = &workflow.Call{Task: other, Workflow: true}
	x.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Effective: true}
	n.add(n.Root, "end", workflow.End).Terminates = terminates
	n.nodes["end"].Role = workflow.Ending
	n.connect("call "+other, "end", workflow.ToEnd)
	return n
}

func program(nets ...*net) *workflow.Program {
	p := &workflow.Program{}
	for _, n := range nets {
		p.Workflows = append(p.Workflows, n.Workflow)
	}
	return p
}

func TestCalledWorkflows(t *testing.T) {
	t.Parallel()
	stubs := []Stub{answering(t, "task", `{"done":true}`, "PT3S")}
	failing := []Stub{{Name: "task", Replies: []Reply{{Fail: &machine.Error{Name: "Broken"}}}}}
	closed := calls("b", "task", false)
	closed.Schedule = &workflow.Schedule{Deny: true, Text: "never", Active: func(_, _ time.Time) bool { return false }}
	byEvents := calls("b", "task", false)
	byEvents.Schedule = &workflow.Schedule{Deny: true, ByEvents: true, Text: "never", Active: closed.Schedule.Active}
	for name, test := range map[string]struct {
		p     *workflow.Program
		stubs []Stub
		want  string
	}{
		"events start it": {program(calls("a", "b", false), byEvents), stubs, `succeeded after PT0S: call b {}`},
		"events start me": {program(byEvents), stubs, `succeeded after PT3S: call task {"done":true}`},
		"given":           {program(calls("a", "b", false), calls("b", "task", false)), stubs, `succeeded after PT3S: call b call task {"done":true}`},
		"not given":       {program(calls("a", "task", false)), stubs, `succeeded after PT3S: call task {"done":true}`},
		"it fails":        {program(calls("a", "b", false), calls("b", "task", false)), failing, `failed after PT0S: call b call task, Broken {}`},
		"it ends all":     {program(calls("a", "b", false), calls("b", "c", false), calls("c", "task", true)), stubs, `succeeded after PT3S: call b call c call task {"done":true}`},
		"it is not open":  {program(calls("a", "b", false), closed), stubs, `succeeded after PT0S: call b {}`},
		"not open itself": {program(closed), stubs, `failed after PT0S: , Inactive {}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.p.Workflows[0].Errors.Inactive.Name = "Inactive"
			r, err := Simulate(context.Background(), test.p, Options{Start: epoch, Input: valuetest.Object(), Stubs: test.stubs, MaxSteps: 100})
			if err != nil {
				t.Fatal(err)
			}
			expect(t, r, test.want)
		})
	}
}

// TestEndlessCalls has workflows call each other until the limit of steps ends it, watched and not.
func TestEndlessCalls(t *testing.T) {
	t.Parallel()
	for _, observe := range []func(*machine.Trace){nil, func(*machine.Trace) {}} {
		r, err := Simulate(context.Background(), program(calls("a", "b", false), calls("b", "a", false)),
			Options{Start: epoch, Input: valuetest.Object(), MaxSteps: 500, Observe: observe})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != Aborted || r.Error.Name != "MaxSteps" {
			t.Errorf("%s, %v", r.Status, r.Error)
		}
	}
}
