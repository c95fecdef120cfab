package stepfunctions_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/asl"
	"github.com/flowglot/flowglot/pkg/dialects/asl/stepfunctions"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const folder = "../../../../testdata/stepfunctions/"

func program(t testing.TB, text []byte) *workflow.Program {
	t.Helper()
	d := (&load.Loader{Dialects: []dialects.Dialect{asl.Dialect{}}}).Read(load.Text("m.asl.json", text))
	p := d.Lower()
	if p == nil {
		t.Fatal(d.Problems)
	}
	return p
}

func content(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(folder + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// record runs a definition and returns its history.
func record(t *testing.T, p *workflow.Program, o run.Options) ([]byte, *run.Result) {
	t.Helper()
	var out bytes.Buffer
	w := stepfunctions.NewHistoryWriter(&out)
	o.Observe = w.Write
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), r
}

func recorded(t *testing.T, text []byte) *stepfunctions.Recorded {
	t.Helper()
	f := source.NewFile("history.json", text)
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	r, findings := stepfunctions.ReadHistory(f)
	if len(findings) > 0 {
		t.Fatal(findings[0].Message)
	}
	return r
}

// asExported changes a history to the newest event first, and to times in seconds.
func asExported(t *testing.T, text []byte) []byte {
	t.Helper()
	v, err := value.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	events := v.(*value.Object).Get("events").([]any)
	for _, e := range events {
		at, err := time.Parse(time.RFC3339Nano, e.(*value.Object).Get("timestamp").(string))
		if err != nil {
			t.Fatal(err)
		}
		e.(*value.Object).Set("timestamp", float64(at.UnixMilli())/1000)
	}
	slices.Reverse(events)
	return value.Append(nil, v)
}

// TestReplayRoundTrip records runs, replays their histories, and compares runs with the stubs of the replays with the first ones.
func TestReplayRoundTrip(t *testing.T) {
	t.Parallel()
	after := func(d time.Duration, r run.Reply) run.Reply { r.After = iso8601.Duration{Clock: d}; return r }
	busy := run.Reply{Fail: &machine.Error{Name: "Card.Busy", Cause: "c"}}
	checkout := string(content(t, "checkout.asl.json"))
	input, err := value.Parse(content(t, "order.json"))
	if err != nil {
		t.Fatal(err)
	}
	box := func(n int64) run.Reply { return run.Reply{Return: value.ObjectOf(value.Member{Key: "box", Value: n})} }
	for _, c := range []struct {
		name, definition string
		stubs            []run.Stub
		status           run.Status
	}{
		{"it succeeds after a retry", checkout, []run.Stub{{Name: "Check fraud", Replies: []run.Reply{{Return: value.ObjectOf(value.Member{Key: "Payload", Value: value.ObjectOf(value.Member{Key: "score", Value: 0.5})})}}},
			{Name: "Charge", Replies: []run.Reply{after(time.Second, busy), after(time.Millisecond, run.Reply{Return: "paid"})}},
			{Name: "Pack line", Replies: []run.Reply{after(9*time.Second, box(1)), after(time.Second, box(2))}},
			{Name: "Wait for courier", Replies: []run.Reply{after(3*time.Hour, run.Reply{Return: "Ada"})}}}, run.Succeeded},
		{"the courier never comes", checkout, []run.Stub{{Name: "Check fraud", Replies: []run.Reply{{Return: value.ObjectOf(value.Member{Key: "Payload", Value: value.ObjectOf(value.Member{Key: "score", Value: 0.5})})}}},
			{Name: "Wait for courier", Replies: []run.Reply{{Never: true}}}}, run.Failed},
		{"the card stays busy", checkout, []run.Stub{{Name: "Check fraud", Replies: []run.Reply{{Return: value.ObjectOf(value.Member{Key: "Payload", Value: value.ObjectOf(value.Member{Key: "score", Value: 0.5})})}}},
			{Name: "Charge", Replies: []run.Reply{busy}}}, run.Failed},
		{"a branch fails", checkout, []run.Stub{{Name: "Check stock", Replies: []run.Reply{busy}}, {Name: "Check fraud", Replies: []run.Reply{{Never: true}}}}, run.Failed},
		{"a Map in a Map and a Parallel that is retried", `{"StartAt": "M", "States": {"M": {"Type": "Map", "ItemsPath": "$.lines", "End": true, "ItemProcessor": {"StartAt": "P", "States": {
			"P": {"Type": "Parallel", "Retry": [{"ErrorEquals": ["Card.Busy"]}], "Next": "L", "Branches": [{"StartAt": "A", "States": {"A": {` + lambda + `, "End": true}}},
				{"StartAt": "B", "States": {"B": {` + lambda + `, "End": true}}}]},
			"L": {"Type": "Pass", "Result": [1, 2], "Next": "N"},
			"N": {"Type": "Map", "MaxConcurrency": 1, "End": true, "ItemProcessor": {"StartAt": "C", "States": {"C": {` + lambda + `, "End": true}}}}}}}}}`,
			[]run.Stub{{Name: "A", Replies: []run.Reply{after(time.Second, busy), after(4*time.Second, box(1)), after(2*time.Second, box(2)), box(3)}},
				{Name: "B", Replies: []run.Reply{after(3*time.Second, box(4)), after(2*time.Second, box(5)), after(5*time.Second, box(6))}},
				{Name: "C", Replies: []run.Reply{after(3*time.Second, box(7)), after(2*time.Second, box(8)), after(5*time.Second, box(9)), box(10)}}}, run.Succeeded},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := program(t, []byte(c.definition))
			o := run.Options{Input: input, Start: time.Date(2025, 3, 1, 9, 0, 0, 0, time.UTC), Stubs: c.stubs}
			text, first := record(t, p, o)
			if first.Status != c.status {
				t.Fatalf("the run %s: %v", first.Status, first.Error)
			}
			for _, history := range [][]byte{text, asExported(t, text)} {
				r := recorded(t, history)
				replay, err := r.Run(context.Background(), p, run.Options{})
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range replay.Findings {
					t.Error(d.Message)
				}
				o.Input, o.Start, o.Stubs = r.Input, r.Start, replay.Stubs
				again, second := record(t, p, o)
				if !bytes.Equal(text, again) {
					t.Errorf("the replay has another history:\n%s\nand first\n%s", again, text)
				}
				if !slices.Equal(second.Visited, replay.Visited) {
					t.Errorf("the replay lists %v, and enters %v", replay.Visited, second.Visited)
				}
			}
		})
	}
}

// TestReplayDiffers changes the definition of a history, and reads what is reported.
func TestReplayDiffers(t *testing.T) {
	t.Parallel()
	checkout, r := string(content(t, "checkout.asl.json")), recorded(t, content(t, "history.json"))
	for _, c := range []struct{ name, old, new, want string }{
		{"the same", "", "", ""},
		{"another state follows", `"Next": "Pack"`, `"Next": "Wait for courier"`, `after "Charge" the execution entered "Pack"; today it enters "Wait for courier"`},
		{"a retry is missing", `"MaxAttempts": 2`, `"MaxAttempts": 0`, `after "Charge" the execution entered "Pack"; today it enters "Declined"`},
		{"another output", `"ResultPath": "$.pickup"`, `"ResultPath": null`, "the output of the execution was"},
		{"it ends earlier", `"TimeoutSeconds": 86400`, `"TimeoutSeconds": 60`, "the execution ended with ExecutionSucceeded; today it ends with ExecutionFailed"},
		{"another state in an iteration", `"StartAt": "Pack line",
        "States": {`, `"StartAt": "Weigh", "States": {"Weigh": {"Type": "Pass", "Next": "Pack line"},`,
			`at the start in Pack[0] the execution entered "Pack line"; today it enters "Weigh"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			changed := strings.Replace(checkout, c.old, c.new, 1)
			if changed == checkout && c.old != "" {
				if changed = strings.Replace(checkout, strings.ReplaceAll(c.old, "        ", "          "), c.new, 1); changed == checkout {
					t.Fatal("nothing was changed")
				}
			}
			replay, err := r.Run(context.Background(), program(t, []byte(changed)), run.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, d := range replay.Findings {
				got = append(got, d.Message)
			}
			if c.want == "" && len(got) > 0 || !strings.Contains(strings.Join(got, "\n"), c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// FuzzReadHistory reads any text as a history. What has no errors can be replayed by a definition.
func FuzzReadHistory(f *testing.F) {
	f.Add(content(f, "history.json"))
	f.Add([]byte(`{"events": [{"id": 1, "timestamp": 1.5, "type": "ExecutionStarted", "executionStartedEventDetails": {"input": "{}"}},
		{"id": 2, "timestamp": 2, "type": "MapIterationStarted", "previousEventId": 1}, {"id": 3, "timestamp": 2, "type": "ParallelStateExited", "previousEventId": 2}]}`))
	f.Add([]byte(`[{"id": 1, "type": "TaskStateEntered"}]`))
	p := program(f, content(f, "checkout.asl.json"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file := source.NewFile("history.json", text)
		if len(source.Parse(file)) > 0 {
			return
		}
		r, findings := stepfunctions.ReadHistory(file)
		for _, d := range findings {
			if d.Span.End > len(text) {
				t.Errorf("%s: the span is not in the file", d.Message)
			}
			if d.Severity == diag.Error {
				return
			}
		}
		if _, err := r.Run(context.Background(), p, run.Options{MaxSteps: 1000}); err != nil {
			t.Error(err)
		}
	})
}
