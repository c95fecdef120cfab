package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// computes is a machine with a step that computes the document.
const computes = `{"StartAt": "Sum up", "QueryLanguage": "JSONata", "States": {
  "Sum up": {"Type": "Pass", "Output": OUTPUT, "Next": "Pay"},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "End": true}}}`

// TestTasksAreToldWhatTheyCompute has a task take the place of a step that computes, and become that step again.
func TestTasksAreToldWhatTheyCompute(t *testing.T) {
	t.Parallel()
	for output, want := range map[string]string{
		`{"status": "DONE", "order": "{% $states.input.order %}", "by": {"who": "us", "n": 2}}`: `{"value":{"status":"DONE","order":"$.order","by":{"who":"us","n":2}}}`,
		`{"total": "{% $states.input.price * $states.input.count %}"}`:                          `{"value":"{\"total\": $.price * $.count}"}`,
		`"{% $merge([$states.input, {'total': $states.input.price * 3}]) %}"`:                   `{"value":"merge($, {\"total\": $.price * 3})"}`,
		`{"price": "$5", "order": "{% $states.input.order %}"}`:                                 ``,
		`{"at": "{% $now() %}"}`: ``,
	} {
		p := lowered(t, "c.asl.json", strings.Replace(computes, "OUTPUT", output, 1))
		able := plainReplacing()
		able.Parameters = true
		c := rewritten(t, p, able, commonTerms, plainData, wholeTasks)
		n, got := c.Program.Start().Root.Start, ""
		if n.Call.Parameters != nil {
			got = string(value.Append(nil, n.Call.Parameters.Value))
		}
		if n.Kind != workflow.Task || got != want {
			t.Errorf("%s: it is told %s, want %s", output, got, want)
		}
		if want == "" {
			continue
		}
		n.Call.Task = "sum-up"
		back := rewritten(t, c.Program, dialects.Abilities{Computes: true}, dataAgain)
		if n := back.Program.Start().Root.Start; n.Kind != workflow.Pass {
			t.Errorf("%s: it is a %s again", output, n.Kind)
		}
		x := play{input: `{"order": {"id": 7}, "price": 5, "count": 2}`, answers: map[string][]string{"urn:task:pay": {`{"paid": true}`}}}
		if was, is := observed(t, p, x), observed(t, back.Program, x); was != is {
			t.Errorf("%s: it did\n%s\nand does\n%s", output, was, is)
		}
	}
}

// TestBranchesGiveOutputsAgain has a branch give the document that a step after it makes which was written for that.
func TestBranchesGiveOutputsAgain(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "Size", "QueryLanguage": "JSONata", "States": {
  "Size": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.n > 5 %}", "Next": "Output of Size"}], "Default": "Pack"},
  "Output of Size": {"Type": "Pass", "Output": {"large": true}, "Next": "Pack"},
  "Pack": {"Type": "Task", "Resource": "urn:task:pack", "End": true}}}`
	able := dialects.Abilities{ChoiceOutputs: true}
	p := lowered(t, "s.asl.json", text)
	c := rewritten(t, p, able, commonTerms, plainData, choiceOutputs)
	if got, want := drawn(c.Program.Start()), "Size choice, choice Pack, default Pack\nPack task, end .\n. end\n"; got != want {
		t.Errorf("the net is\n%s", got)
	}
	alike(t, p, c, play{input: `{"n": 9}`}, play{input: `{"n": 1}`})
	for from, to := range map[string]string{
		`Output of Size`:    `Mark`,
		`"Default": "Pack"`: `"Default": "Output of Size"`,
		`"Output": {`:       `"Comment": "for the packers", "Output": {`,
	} {
		q := lowered(t, "s.asl.json", strings.ReplaceAll(text, from, to))
		before := drawn(rewritten(t, q, able, commonTerms, plainData).Program.Start())
		if got := drawn(rewritten(t, q, able, commonTerms, plainData, choiceOutputs).Program.Start()); got != before {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, got)
		}
	}
}

// TestConditionsThatReadOtherwiseAreNotTold has a task be told a condition that computes, and not one whose text is that of another condition:
// of timestamps, or without regard to upper and lower case.
func TestConditionsThatReadOtherwiseAreNotTold(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "c.asl.json", strings.Replace(computes, "OUTPUT", "1", 1)), dialects.Abilities{})
	at := expr.NewPath(expr.RootInput, "at")
	test := func(change func(*expr.Test)) expr.Expr {
		x := &expr.Test{Op: expr.TestLess, Path: at, Value: "2027-01-01T00:00:00Z", Wrong: expr.Free, Null: expr.Free, Missing: expr.Free}
		change(x)
		twice := &expr.Apply{Do: expr.Multiply, Args: []expr.Expr{at, &expr.Literal{Value: int64(2)}}}
		return &expr.Logic{Op: expr.And, Operands: []expr.Expr{x, &expr.Compare{Op: expr.Less, As: expr.Alike, Left: twice, Right: at}}}
	}
	for name, x := range map[string]struct {
		condition expr.Expr
		want      string
	}{
		"a text":      {test(func(*expr.Test) {}), `$.at < "2027-01-01T00:00:00Z" and $.at * 2 < $.at`},
		"a timestamp": {test(func(x *expr.Test) { x.Instant = true }), ""},
		"any case":    {test(func(x *expr.Test) { x.Op, x.Fold = expr.TestEqual, true }), ""},
	} {
		if got := c.toldText(x.condition); got != x.want {
			t.Errorf("%s: the text is %q, want %q", name, got, x.want)
		}
	}
}
