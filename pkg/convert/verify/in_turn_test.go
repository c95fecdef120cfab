package verify_test

import (
	"context"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// asked are the passages of what some elements wait for to the transitions of an entity that have their names.
func asked(names ...string) []dialects.Passage {
	var out []dialects.Passage
	for _, name := range names {
		out = append(out, dialects.Passage{From: dialects.Occurrence{Kind: "complete", Name: name}, To: dialects.Occurrence{Kind: "transition", Name: name}})
	}
	return out
}

// TestRequestsInTurn has an entity be asked for a transition once its state has it, as a step is given what it waits for once it waits.
func TestRequestsInTurn(t *testing.T) {
	t.Parallel()
	from := program(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "first", "name": "first", "type": "USER_TASK", "nextStep": "second"},
  {"id": "second", "name": "second", "type": "USER_TASK", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`)
	to := program(t, "y.fsm.json", `{"version": "1", "name": "y", "initialState": "first", "active": true, "states": {
  "first": {"transitions": [{"name": "first", "next": "second", "manual": true}]},
  "second": {"transitions": [{"name": "second", "next": "end", "manual": true}]}, "end": {"transitions": []}}}`)
	for _, order := range [][]string{{"first", "second"}, {"second", "first"}, {"second", "second", "first", "first"}} {
		o := options()
		for i, name := range order {
			o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "complete", Node: name, Value: valuetest.Object(name, int64(i))})
		}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Occurrences: asked("first", "second")}}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Equal != 1 {
			t.Errorf("%v: %v, %v", order, v, err)
		}
	}
}

// TestRequestedAgain has an entity be asked for the same transition again once it rests in the state again, and not while it is on its way.
func TestRequestedAgain(t *testing.T) {
	t.Parallel()
	from := program(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "ask", "name": "ask", "type": "USER_TASK", "nextStep": "work"},
  {"id": "work", "name": "work", "type": "SERVICE_TASK", "jobType": "work", "nextStep": "enough"},
  {"id": "enough", "name": "enough", "type": "DECISION", "conditionalNextSteps": {"n > 1": "end", "true": "ask"}},
  {"id": "end", "name": "end", "type": "END"}]}`)
	to := program(t, "y.fsm.json", `{"version": "1", "name": "y", "initialState": "ask", "active": true, "states": {
  "ask": {"transitions": [{"name": "ask", "next": "enough", "manual": true,
    "processors": [{"type": "EXTERNAL", "name": "work", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "enough": {"transitions": [{"name": "done", "next": "end", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "GREATER_THAN", "value": 1}},
    {"name": "again", "next": "ask", "manual": false}]}, "end": {"transitions": []}}}`)
	o := options()
	minute := iso8601.Duration{Clock: time.Minute}
	o.Stubs = []run.Stub{{Name: "work", Replies: []run.Reply{{Return: valuetest.Object("n", int64(1), "i", int64(0)), After: minute}, {Return: valuetest.Object("n", int64(2), "i", int64(1))}}}}
	for i := range 2 {
		o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "complete", Node: "ask", Value: valuetest.Object("i", int64(i))})
	}
	v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{Occurrences: asked("ask")}}).Compare(context.Background(), nil, []run.Options{o})
	if err != nil || v.Equal != 1 {
		t.Errorf("%v, %v, %v", v, v.Difference, err)
	}
}

// Parts that an entity goes through one after the other.
const (
	partsAtOnce = `{"id": "x", "name": "x", "steps": [
  {"id": "before", "name": "before", "type": "SERVICE_TASK", "jobType": "before", "nextStep": "fork"},
  {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["early", "late"], "joinStep": "join"},
  {"id": "early", "name": "early", "type": "SERVICE_TASK", "jobType": "early", "nextStep": "ask"},
  {"id": "ask", "name": "ask", "type": "USER_TASK", "nextStep": "join"},
  {"id": "late", "name": "late", "type": "SERVICE_TASK", "jobType": "late", "nextStep": "join"},
  {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`
	partsInOrder = `{"version": "1", "name": "y", "initialState": "before", "active": true, "states": {
  "before": {"transitions": [{"name": "before", "next": "early", "manual": false, "processors": [{"type": "EXTERNAL", "name": "before", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "early": {"transitions": [{"name": "early", "next": "ask", "manual": false, "processors": [{"type": "EXTERNAL", "name": "early", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "ask": {"transitions": [{"name": "ask", "next": "late", "manual": true}]},
  "late": {"transitions": [{"name": "late", "next": "end", "manual": false, "processors": [{"type": "EXTERNAL", "name": "late", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "end": {"transitions": []}}}`
)

// TestOverwrittenAnswer has what comes from outside overwrite the answer of a task, and that of a task before the parts, in a run that
// takes no time: then no answer was dropped.
func TestOverwrittenAnswer(t *testing.T) {
	t.Parallel()
	from, to := program(t, "x.step.json", partsAtOnce), program(t, "y.fsm.json", partsInOrder)
	lost := func(elements ...string) *dialects.Loss {
		rule := &dialects.LossRule{ID: "convert/test", Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true}
		l := &dialects.Loss{Rule: rule}
		for _, name := range elements {
			l.From = append(l.From, &workflow.Element{Name: name})
		}
		return l
	}
	for _, test := range []struct {
		before, sent int64
		elements     []string
		fails        bool
	}{
		{before: 6, sent: 7, elements: []string{"early", "ask", "late"}},
		{before: 6, sent: 6, elements: []string{"early", "ask", "late"}},
		{before: 6, sent: 7, elements: nil, fails: true},
	} {
		o := options()
		o.Stubs = []run.Stub{
			{Name: "before", Replies: []run.Reply{{Return: valuetest.Object("b", test.before)}}},
			{Name: "early", Replies: []run.Reply{{Return: valuetest.Object("b", int64(6), "early", true)}}},
			{Name: "late", Replies: []run.Reply{{Return: value.NewObject(0)}}}}
		o.Occurrences = []run.Occurrence{{Kind: "complete", Node: "ask", Value: valuetest.Object("b", test.sent)}}
		r := &dialects.Raised{Occurrences: asked("ask"), Contracts: []dialects.Contract{
			{Task: "before", WithInput: true}, {Task: "early", WithInput: true}, {Task: "late", WithInput: true}}}
		if test.elements != nil {
			r.Losses = []*dialects.Loss{lost(test.elements...)}
		}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Failed() != test.fails || !test.fails && v.Excused == 0 {
			t.Errorf("%+v: %v, %v", test, v, err)
		}
	}
}
