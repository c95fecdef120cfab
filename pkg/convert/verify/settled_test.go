package verify_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
)

// TestSettledRuns has a target that leaves a member in the document, or in the answers, be run again with data that has it. Without a loss
// for it, it is a difference like any other.
func TestSettledRuns(t *testing.T) {
	t.Parallel()
	loss := &dialects.LossRule{ID: "convert/decision", Affects: dialects.Inputs | dialects.Output, Data: dialects.Any}
	from := program(t, "x.step.json", note)
	adding := func(value string) string {
		return `{"id": "note", "name": "Note", "steps": [
  {"id": "note", "name": "Note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "add"},
  {"id": "add", "name": "Add", "type": "TRANSFORMATION", "transformations": {"decision": ` + value + `}, "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`
	}
	for name, x := range map[string]struct {
		target  string
		losses  bool
		proven  bool
		differs bool
	}{
		"a member that stays": {adding(`"yes"`), true, true, false},
		"without a loss":      {adding(`"yes"`), false, false, true},
	} {
		raised := &dialects.Raised{}
		if x.losses {
			raised.Losses = []*dialects.Loss{{Rule: loss}}
		}
		v, err := (&verify.Pair{Source: from, Target: program(t, "y.step.json", x.target), Raised: raised}).Verify(context.Background(),
			[]run.Options{answering(valuetest.Object("decision", int64(1)), valuetest.Object("b", int64(2)))})
		if err != nil {
			t.Fatal(err)
		}
		if v.Difference != nil {
			t.Log(*v.Difference)
		}
		if v.Unproven() == x.proven || v.Failed() != x.differs {
			t.Errorf("%s: %v", name, v)
		}
	}
}

// TestMembersSetAgain has a target set a member that only it has twice, to different values. Data that has the last of them from the start
// would differ from it after the first, which no loss about a further member excuses.
func TestMembersSetAgain(t *testing.T) {
	t.Parallel()
	loss := &dialects.LossRule{ID: "convert/decision", Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes}
	const twice = `{"id": "note", "name": "Note", "steps": [
  {"id": "first", "name": "First", "type": "TRANSFORMATION", "transformations": {"decision": "RENEW"}, "nextStep": "note"},
  {"id": "note", "name": "Note", "type": "SERVICE_TASK", "jobType": "note", "nextStep": "second"},
  {"id": "second", "name": "Second", "type": "TRANSFORMATION", "transformations": {"decision": "CANCEL"}, "nextStep": "end"}, {"id": "end", "name": "End", "type": "END"}]}`
	pair := &verify.Pair{Source: program(t, "x.step.json", note), Target: program(t, "y.step.json", twice), Raised: &dialects.Raised{Losses: []*dialects.Loss{{Rule: loss}}}}
	v, err := pair.Verify(context.Background(), []run.Options{answering(valuetest.Object("a", int64(1)), valuetest.Object("b", int64(2)))})
	if err != nil {
		t.Fatal(err)
	}
	if v.Failed() || v.Excused != 1 {
		t.Errorf("the verdict is %v", v)
	}
}
