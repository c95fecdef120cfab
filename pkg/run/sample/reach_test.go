package sample_test

import (
	"context"
	"math/rand"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestReachTriesWhatTheGivenPlaysLeave begins with one play, in which nothing fails: further ones reach the catcher, the retrier and the
// time limit, and the catcher also in a play that succeeds. The data of all of them is that of the play, or of the candidate.
func TestReachTriesWhatTheGivenPlaysLeave(t *testing.T) {
	t.Parallel()
	p := lowered(t, "parcel.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:weigh", "ResultPath": "$.weight", "TimeoutSeconds": 60, "Next": "Heavy?",
    "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 2}],
    "Catch": [{"ErrorEquals": ["NoScales"], "ResultPath": "$.problem", "Next": "Guess"}, {"ErrorEquals": ["States.Timeout"], "Next": "Late"}]},
  "Heavy?": {"Type": "Choice", "Choices": [{"Variable": "$.weight.grams", "NumericGreaterThan": 2000, "Next": "Van"}], "Default": "Bicycle"},
  "Guess": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:guess", "End": true},
  "Late": {"Type": "Fail", "Error": "Late"}, "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`)
	play := func(grams int64) run.Options {
		weight := value.ObjectOf(value.Member{Key: "grams", Value: grams})
		return run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: value.NewObject(0), Stubs: []run.Stub{
			{Name: "arn:aws:lambda:eu-west-1:123456789012:function:weigh", Replies: []run.Reply{{Return: weight}}},
			{Name: "arn:aws:lambda:eu-west-1:123456789012:function:guess", Replies: []run.Reply{{Return: value.NewObject(0)}}}}}
	}
	points, succeeded := scenario.PointsOfProgram(p), map[string]bool{}
	count := func(plays []run.Options) {
		for _, o := range plays {
			var titles []string
			o.Measure = func(n *workflow.Node, kind machine.Part, index int) {
				if at := points.At(n, kind, index); at != nil {
					at.Hits++
					titles = append(titles, at.Title())
				}
			}
			r, err := run.Simulate(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, title := range titles {
				succeeded[title] = succeeded[title] || r.Status == run.Succeeded
			}
		}
	}
	given := []run.Options{play(500)}
	further, err := sample.Reach(context.Background(), p, given, []run.Options{play(700), play(3000)}, sample.Effort{Runs: 200, Chance: rand.New(rand.NewSource(1))})
	if err != nil {
		t.Fatal(err)
	}
	count(append(given, further...))
	for _, f := range points.Flows {
		for _, at := range f.Points {
			if at.Hits == 0 {
				t.Errorf("no play reaches %s", at.Title())
			}
		}
	}
	if !succeeded["catcher Weigh → Guess"] {
		t.Errorf("no play with the error goes on to succeed")
	}
	if len(further) > 8 {
		t.Errorf("%d further plays; several reach nothing of their own", len(further))
	}
}

// TestReachStopsAtItsEffort asks for no runs.
func TestReachStopsAtItsEffort(t *testing.T) {
	t.Parallel()
	further, err := sample.Reach(context.Background(), program(t), nil, nil, sample.Effort{Chance: rand.New(rand.NewSource(1))})
	if err != nil || len(further) > 0 {
		t.Errorf("%d plays, and the error is %v", len(further), err)
	}
}

// TestReachServes takes plays that serve, and others only for what none that serves reaches; errors that machines raise are not what tasks
// report.
func TestReachServes(t *testing.T) {
	t.Parallel()
	p := lowered(t, "parcel.asl.json", `{"StartAt": "Big?", "States": {
  "Big?": {"Type": "Choice", "Choices": [{"Variable": "$.size", "NumericGreaterThan": 40, "Next": "Weigh"}], "Default": "Bicycle"},
  "Weigh": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:weigh", "TimeoutSeconds": 60, "Next": "Van",
    "Catch": [{"ErrorEquals": ["States.Timeout"], "Next": "Van"}]},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`)
	play := func(size, mark int64) run.Options {
		return run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1},
			Input: value.ObjectOf(value.Member{Key: "size", Value: size}, value.Member{Key: "mark", Value: mark})}
	}
	member := func(o run.Options, name string) float64 {
		in, _ := o.Input.(*value.Object)
		switch n := in.Get(name).(type) {
		case int64:
			return float64(n)
		case float64:
			return n
		}
		return 0
	}
	for name, c := range map[string]struct {
		candidates []run.Options
		serves     func(run.Options) bool
		van        float64 // the mark of the first play that goes to the van
	}{
		"the one that serves":       {[]run.Options{play(50, 1), play(60, 2)}, func(o run.Options) bool { return member(o, "mark") != 1 }, 2},
		"the only one":              {[]run.Options{play(50, 1)}, func(o run.Options) bool { return member(o, "size") <= 40 }, 1},
		"one whose data is changed": {nil, func(run.Options) bool { return true }, 7},
	} {
		further, err := sample.Reach(context.Background(), p, []run.Options{play(3, 7)}, c.candidates, sample.Effort{Runs: 400, Chance: rand.New(rand.NewSource(1)), Serves: c.serves})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, o := range further {
			r, err := run.Simulate(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			if !found && r.Visited[len(r.Visited)-1] == "Van" {
				found = true
				if member(o, "mark") != c.van {
					t.Errorf("%s: the play has the mark %v", name, member(o, "mark"))
				}
			}
			for _, s := range o.Stubs {
				for _, reply := range s.Replies {
					if reply.Fail != nil && reply.Fail.Name == "States.Timeout" {
						t.Errorf("%s: a task reports %s", name, reply.Fail.Name)
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no play goes to the van", name)
		}
	}
}

// TestReachTriesLimits has a task fail more often than it is retried, and with an error that nobody handles, and answer something that it
// did not get.
func TestReachTriesLimits(t *testing.T) {
	t.Parallel()
	p := lowered(t, "parcel.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:weigh", "End": true,
    "Retry": [{"ErrorEquals": ["Busy"], "MaxAttempts": 2}], "Catch": [{"ErrorEquals": ["Busy", "NoScales"], "Next": "Guess"}]},
  "Guess": {"Type": "Succeed"}}}`)
	play := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: value.NewObject(0)}
	busy := play
	weigh := "arn:aws:lambda:eu-west-1:123456789012:function:weigh"
	busy.Stubs = []run.Stub{{Name: weigh, Replies: []run.Reply{{Fail: &machine.Error{Name: "Busy", Cause: "full"}}, {Return: value.NewObject(0)}}}}
	told := play
	told.Stubs = []run.Stub{{Name: weigh, Replies: []run.Reply{{Return: value.ObjectOf(value.Member{Key: "grams", Value: int64(3)})}}}}
	further, err := sample.Reach(context.Background(), p, []run.Options{play, busy}, []run.Options{told}, sample.Effort{Runs: 200, Chance: rand.New(rand.NewSource(1))})
	if err != nil {
		t.Fatal(err)
	}
	exhausted, unhandled, answered := false, false, false
	for _, o := range further {
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		exhausted = exhausted || len(r.Calls) == 3 && r.Calls[2].Error != nil
		unhandled = unhandled || r.Status == run.Failed
		answered = answered || r.Calls[0].Answered && !value.Equal(r.Calls[0].Result, r.Calls[0].Input)
	}
	if !exhausted || !unhandled || !answered {
		t.Errorf("of %d plays, one exhausts the retries: %v; one has an error that nobody handles: %v; one an answer: %v", len(further), exhausted, unhandled, answered)
	}
}
