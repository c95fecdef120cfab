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
)

// TestAnswersOfBracketsAreMerged has the step after two tasks in brackets merge what they answer: a member that both answer differently is outside
// of what is assumed, as the target merges the answer that comes last.
func TestAnswersOfBracketsAreMerged(t *testing.T) {
	t.Parallel()
	from := program(t, "x.flow", "look → { count weigh } → > { pack → send }\n")
	to := program(t, "y.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "look", "name": "look", "type": "SERVICE_TASK", "jobType": "look", "nextStep": "both"},
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["count", "weigh"], "joinStep": "done"},
  {"id": "count", "name": "count", "type": "SERVICE_TASK", "jobType": "count", "nextStep": "done"},
  {"id": "weigh", "name": "weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "done"},
  {"id": "done", "name": "done", "type": "JOIN_GATEWAY", "nextStep": "pack"},
  {"id": "pack", "name": "pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "send"},
  {"id": "send", "name": "send", "type": "SERVICE_TASK", "jobType": "send", "nextStep": "end"},
  {"id": "end", "name": "end", "type": "END"}]}`)
	for weight, outside := range map[int64]bool{1: false, 2: true} {
		answer := func(task string, members ...any) run.Stub {
			return run.Stub{Name: task, Replies: []run.Reply{{Return: valuetest.Object(members...), After: iso8601.Duration{Clock: time.Second}}}}
		}
		o := options()
		o.Stubs = []run.Stub{answer("look"), answer("count", "n", int64(1)), answer("weigh", "n", weight), answer("pack", "box", int64(3)), answer("send", "sent", true)}
		p := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: dialects.Domain{Objects: true, Disjoint: true}}
		v, err := p.Compare(context.Background(), []run.Options{o}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(v.Outside) == 1 && strings.Contains(v.Outside[0].What, `"n" in the answers of "count" and "weigh"`); got != outside {
			t.Errorf("weight %d: %+v", weight, v)
		}
	}
}

// TestNamedAsVariable has answers not have a member with the name of a variable, unless the variable has that member.
func TestNamedAsVariable(t *testing.T) {
	t.Parallel()
	to := program(t, "y.flow", "@task load = urn:load ;\nload\n")
	for state, outside := range map[string]bool{
		`"Type": "Task", "Resource": "urn:load", "Assign": {"parcel": "{% $states.result %}"}`:        true,
		`"Type": "Task", "Resource": "urn:load", "Assign": {"parcel": "{% $states.result.parcel %}"}`: false,
		`"Type": "Task", "Resource": "urn:load", "Assign": {"parcel": "{% $states.input %}"}`:         true,
		`"Type": "Parallel", "Branches": [{"StartAt": "Load", "States": {"Load": {"Type": "Task", "Resource": "urn:load", "End": true}}}],
		  "Assign": {"parcel": "{% $states.result[0].parcel %}"}`: false,
		`"Type": "Parallel", "Branches": [{"StartAt": "Load", "States": {"Load": {"Type": "Task", "Resource": "urn:load", "End": true}}}],
		  "Assign": {"parcel": "{% $states.result[0].box %}"}`: true,
	} {
		from := programAt(t, "current", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "First", "States": {"First": {`+state+`, "Output": {"loaded": true}, "End": true}}}`)
		o := options()
		o.Stubs = []run.Stub{{Name: "urn:load", Replies: []run.Reply{{Return: valuetest.Object("parcel", valuetest.Object("size", int64(3)))}}}}
		p := &verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}, Domain: dialects.Domain{Objects: true, Disjoint: true}}
		v, err := p.Compare(context.Background(), []run.Options{o}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(v.Outside) == 1 && strings.Contains(v.Outside[0].What, `"parcel", which is a variable`); got != outside {
			t.Errorf("%s: %+v", state, v)
		}
	}
}
