package verify_test

import (
	"context"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var whole = dialects.Domain{Objects: true, Typed: true, Disjoint: true}

// takesNoTime reports whether every answer of a run comes at once.
func takesNoTime(o run.Options) bool {
	for _, s := range o.Stubs {
		for _, r := range s.Replies {
			if r.After != (iso8601.Duration{}) || r.Fail != nil || r.Never {
				return false
			}
		}
	}
	return true
}

// TestLittleData has some of the generated runs take no time: the first with empty data, the others with what decides on both paths of a
// choice.
func TestLittleData(t *testing.T) {
	t.Parallel()
	p := program(t, "x.asl.json", chain)
	little, paths := 0, map[string]bool{}
	for i, o := range verify.InventWithin(whole, p, options(), 40, chance(5)) {
		if !takesNoTime(o) {
			continue
		}
		if little++; little == 1 && (!value.Equal(o.Input, valuetest.Object()) || !value.Equal(o.Stubs[0].Replies[0].Return, valuetest.Object())) {
			t.Errorf("run %d has %v and %v", i, o.Input, o.Stubs[0].Replies[0].Return)
		}
		r, err := run.Simulate(context.Background(), p, o)
		if err != nil || r.Elapsed() != 0 {
			t.Fatalf("run %d takes %v: %v", i, r.Elapsed(), err)
		}
		paths[r.Visited[len(r.Visited)-1]] = true
	}
	if little != 8 || !paths["B"] || !paths["C"] {
		t.Errorf("%d runs take no time, and end at %v", little, paths)
	}
}

// TestNoTimeToWait has the lengths that are read from the data be none in a run with little data, and lists be empty.
func TestNoTimeToWait(t *testing.T) {
	t.Parallel()
	p := program(t, "x.asl.json", `{"StartAt": "W", "States": {"W": {"Type": "Wait", "SecondsPath": "$.s", "Next": "T"},
  "T": {"Type": "Wait", "TimestampPath": "$.t", "End": true}}}`)
	n := 0
	for _, o := range verify.InventWithin(whole, p, options(), 8, chance(1))[4:] {
		if !value.Equal(o.Input.(*value.Object).Get("s"), int64(0)) {
			continue
		}
		n++
		if r, err := run.Simulate(context.Background(), p, o); err != nil || r.Status != run.Succeeded || r.Elapsed() != 0 {
			t.Errorf("with %v: %v after %v, %v", o.Input, r.Status, r.Elapsed(), err)
		}
	}
	if n != 1 {
		t.Errorf("%d runs do not wait", n)
	}
}

// both returns a workflow of two tasks that run at the same time, which begin in an order, and whose answers are merged.
func both(first, second string) string {
	return `{"id": "x", "name": "X", "steps": [
  {"id": "fork", "name": "Fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["` + first + `", "` + second + `"], "joinStep": "join"},
  {"id": "a", "name": "A", "type": "SERVICE_TASK", "jobType": "a", "nextStep": "join"},
  {"id": "b", "name": "B", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "join"},
  {"id": "join", "name": "Join", "type": "JOIN_GATEWAY", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`
}

// TestTies has a generated run in which it matters which of two tasks ends first, at one instant, be left out; a given one is not, and
// neither is one in which it does not matter.
func TestTies(t *testing.T) {
	t.Parallel()
	from, to := program(t, "x.step.json", both("a", "b")), program(t, "y.step.json", both("b", "a"))
	for _, c := range []struct {
		name          string
		to            *workflow.Program
		a, b          any
		given, differ bool
		runs          int
	}{
		{"generated", to, valuetest.Object("n", int64(1)), valuetest.Object("n", int64(2)), false, false, 0},
		{"given", to, valuetest.Object("n", int64(1)), valuetest.Object("n", int64(2)), true, true, 1},
		{"without effect", to, valuetest.Object("n", int64(1)), valuetest.Object("m", int64(2)), false, false, 1},
		{"something else", program(t, "z.step.json", strings.Replace(both("a", "b"), `"jobType": "b"`, `"jobType": "c"`, 1)),
			valuetest.Object("n", int64(1)), valuetest.Object("m", int64(2)), false, true, 1},
	} {
		o := options()
		o.Stubs = []run.Stub{{Name: "a", Replies: []run.Reply{{Return: c.a}}}, {Name: "b", Replies: []run.Reply{{Return: c.b}}}}
		var given, made []run.Options
		if c.given {
			given = []run.Options{o}
		} else {
			made = []run.Options{o}
		}
		v, err := (&verify.Pair{Source: from, Target: c.to, Raised: &dialects.Raised{}}).Compare(context.Background(), given, made)
		if err != nil || v.Failed() != c.differ || v.Runs != c.runs {
			t.Errorf("%s: %v, %v", c.name, v, err)
		}
	}
}

// TestTiesOfSeveral is the same where two tasks follow one another at the instant, beside the one that may come after both.
func TestTiesOfSeveral(t *testing.T) {
	t.Parallel()
	const head = `{"id": "x", "name": "X", "version": "1", "functions": [{"name": "first", "resource": "urn:f"}, {"name": "a", "resource": "urn:a"}, {"name": "b", "resource": "urn:b"}],
  "states": [{"name": "Do", "start": {"kind": "default"}, "end": {"kind": "default"}, `
	call := func(name string) string {
		return `{"functionRef": {"refName": "` + name + `", "parameters": {"x": 1}}}`
	}
	from := program(t, "x.sw.json", head+`"type": "parallel", "branches": [{"name": "one", "actions": [`+call("first")+`, `+call("a")+`]}, {"name": "two", "actions": [`+call("b")+`]}]}]}`)
	to := program(t, "y.sw.json", head+`"type": "operation", "actions": [`+call("b")+`, `+call("first")+`, `+call("a")+`]}]}`)
	for answer, runs := range map[string]int{"n": 0, "m": 1} {
		o := options()
		o.Stubs = []run.Stub{{Name: "first", Replies: []run.Reply{{Return: valuetest.Object()}}}, {Name: "a", Replies: []run.Reply{{Return: valuetest.Object("n", int64(1))}}}, {Name: "b", Replies: []run.Reply{{Return: valuetest.Object(answer, int64(2))}}}}
		v, err := (&verify.Pair{Source: from, Target: to, Raised: &dialects.Raised{}}).Compare(context.Background(), nil, []run.Options{o})
		if err != nil || v.Failed() || v.Runs != runs {
			t.Errorf("%s: %v, %v", answer, v, err)
		}
	}
}

// TestWaitsAtOnce has made-up occurrences for what waits at the same time put different values at no place, as answers of tasks do not,
// where data is assumed to be disjoint.
func TestWaitsAtOnce(t *testing.T) {
	t.Parallel()
	p := program(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "join"},
  {"id": "a", "name": "a", "type": "USER_TASK", "nextStep": "join"}, {"id": "b", "name": "b", "type": "WAIT", "nextStep": "join"},
  {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "size?"},
  {"id": "size?", "name": "size?", "type": "DECISION", "conditionalNextSteps": {"size > 1 && color == \"red\"": "end", "true": "end"}},
  {"id": "end", "name": "end", "type": "END"}]}`)
	for _, disjoint := range []bool{true, false} {
		shared, compared := false, false
		d := dialects.Domain{Objects: true, Typed: true, Disjoint: disjoint}
		for _, o := range verify.InventWithin(d, p, options(), 60, chance(3)) {
			sent := map[string]run.Occurrence{} // by the member that comes with it
			for _, x := range o.Occurrences {
				for key, v := range x.Value.(*value.Object).All() {
					if before, ok := sent[key]; ok && before.Node != x.Node {
						shared = shared || !value.Equal(v, before.Value)
					}
					sent[key], compared = run.Occurrence{Node: x.Node, Value: v}, compared || key == "size"
				}
			}
		}
		if shared == disjoint || !compared {
			t.Errorf("disjoint %v: shared %v, with what is compared %v", disjoint, shared, compared)
		}
	}
}
