package verify_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A carrier is a worker that carries out a program.
type carrier struct{ program *workflow.Program }

// Answer implements dialects.Answerer.
func (w *carrier) Answer(any, time.Time) (any, error) { return nil, errors.New("not by itself") }

// Work implements dialects.Worker.
func (w *carrier) Work(input any, _, _ time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	return carryOut(w.program, input)
}

// TestEndlessWork has a task carry out a part that never comes to an end: the target does not either, like the source.
func TestEndlessWork(t *testing.T) {
	t.Parallel()
	part := program(t, "x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": [{"Variable": "$.again", "BooleanEquals": true, "Next": "A"}], "Default": "B"}, "B": {"Type": "Succeed"}}}`)
	to := program(t, "y.fsm.json", `{"version": "1", "name": "y", "initialState": "work", "active": true, "states": {
  "work": {"transitions": [{"name": "work", "next": "end", "manual": false, "processors": [{"type": "EXTERNAL", "name": "work", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "end": {"transitions": []}}}`)
	r := &dialects.Raised{Substitutes: []string{"work"}, StandIns: []dialects.StandIn{{Element: "A", Task: "work", Calls: true, By: &carrier{part}}}}
	for _, again := range []bool{true, false} {
		o := options()
		o.Input, o.MaxSteps = valuetest.Object("again", again), 100
		v, err := (&verify.Pair{Source: part, Target: to, Raised: r}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Equal != 1 {
			t.Errorf("again %v: %v, %v", again, v, err)
		}
	}
}

// TestWorkThatWaits has a task carry out a part that waits for what an entity of the source is asked for, and take each request once.
func TestWorkThatWaits(t *testing.T) {
	t.Parallel()
	from := program(t, "x.fsm.json", `{"version": "1", "name": "x", "initialState": "OPEN", "active": true, "states": {
  "OPEN": {"transitions": [{"name": "CLOSE", "next": "CLOSED", "manual": true}, {"name": "LOOK", "next": "OPEN", "manual": true, "processors": [
    {"type": "EXTERNAL", "name": "look", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, "CLOSED": {}}}`)
	part := program(t, "part.sw.json", `{"id": "x", "name": "X", "version": "1", "functions": [{"name": "look", "resource": "look"}],
  "events": [{"name": "CLOSE", "type": "CLOSE", "source": "x"}, {"name": "LOOK", "type": "LOOK", "source": "x"}], "states": [
  {"name": "OPEN", "type": "switch", "start": {"kind": "default"}, "eventConditions": [{"eventRef": "CLOSE", "transition": {"nextState": "END"}}, {"eventRef": "LOOK", "transition": {"nextState": "OPEN LOOK"}}],
   "eventTimeout": "P100Y", "default": {"nextState": "OPEN"}},
  {"name": "OPEN LOOK", "type": "operation", "actions": [{"functionRef": {"refName": "look"}}], "transition": {"nextState": "OPEN"}},
  {"name": "END", "type": "inject", "data": {}, "end": {"kind": "default"}}]}`)
	to := program(t, "y.flow", "open\n")
	r := &dialects.Raised{Substitutes: []string{"open"}, StandIns: []dialects.StandIn{{Element: "OPEN", Task: "open", By: &carrier{part}}}}
	for _, name := range []string{"CLOSE", "LOOK"} {
		r.Occurrences = append(r.Occurrences, dialects.Passage{From: dialects.Occurrence{Kind: "transition", Name: name, At: "OPEN"},
			To: dialects.Occurrence{Kind: "task", Name: "open"}, By: "open", Inside: dialects.Occurrence{Kind: "event", Name: name, Source: "x"}})
	}
	for _, closed := range []bool{true, false} {
		o := options()
		o.Input = valuetest.Object("id", "a")
		o.Stubs = []run.Stub{{Name: "look", Replies: []run.Reply{{Return: valuetest.Object("id", "a", "seen", true)}}}}
		o.Occurrences = []run.Occurrence{{Kind: "transition", Node: "LOOK"}, {Kind: "transition", Node: "LOOK"}}
		if closed {
			o.Occurrences = append(o.Occurrences, run.Occurrence{Kind: "transition", Node: "CLOSE", Value: valuetest.Object("by", "me")})
		}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: r}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Equal != 1 {
			t.Errorf("closed %v: %+v, %v", closed, v, err)
			if v != nil && v.Difference != nil {
				t.Log(*v.Difference)
			}
		}
	}
}

// TestWorkCutOff has a task carry out a part that is cancelled before it calls again: the answer that this call would have got is that of the
// next one.
func TestWorkCutOff(t *testing.T) {
	t.Parallel()
	const wash = `{"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:wash", "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 2}], "End": true}}}`
	both := func(first string) *workflow.Program {
		return program(t, "x.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "End": true, "Retry": [{"ErrorEquals": ["States.Timeout"], "IntervalSeconds": 3}], "Branches": [`+first+`,
  {"StartAt": "Dry", "States": {"Dry": {"Type": "Task", "Resource": "urn:dry", "TimeoutSeconds": 3, "End": true}}}]}}}`)
	}
	to := both(`{"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:call-wash", "End": true}}}`)
	r := &dialects.Raised{Substitutes: []string{"urn:call-wash"}, StandIns: []dialects.StandIn{{Element: "Wash", Task: "urn:call-wash", Calls: true, By: &carrier{program(t, "x.asl.json", wash)}}}}
	o := options()
	busy, second := run.Reply{Fail: &machine.Error{Name: "Busy", Class: workflow.ClassTask}, After: iso8601.Duration{Clock: 2 * time.Second}}, 1.0
	o.Stubs = []run.Stub{{Name: "urn:wash", Replies: []run.Reply{busy, {Return: second, After: iso8601.Duration{Clock: time.Second}}, {Return: 2.0}}}, {Name: "urn:dry", Replies: []run.Reply{{Never: true}, {Return: "dry"}}}}
	v, err := (&verify.Pair{Source: both(wash), Target: to, Raised: r}).Compare(context.Background(), nil, []run.Options{o})
	if err != nil || v.Equal != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}
