package verify_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
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
