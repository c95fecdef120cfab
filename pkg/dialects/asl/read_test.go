package asl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// syntaxOf reads a text at the level of 2016.
func syntaxOf(t *testing.T, text string) *Machine {
	t.Helper()
	f := source.NewFile("x.asl.yaml", []byte(strings.TrimPrefix(text, "\n")))
	source.Parse(f)
	d := read(f, dialects.Options{Settings: dialects.Settings{"asl-level": "2016"}})
	if d.machine == nil {
		t.Fatal("there is no machine")
	}
	return d.machine
}

func TestTransitions(t *testing.T) {
	t.Parallel()
	m := syntaxOf(t, `
StartAt: P
States:
  P:
    Type: Parallel
    Branches: [{StartAt: In, States: {In: {Type: Pass, Next: Outside}}}]
    Catch: [{ErrorEquals: [States.ALL], Next: Outsdie}]
    Next: In
  Choose: {Type: Choice, Choices: [{Variable: $.x, BooleanEquals: true, Next: P}], Default: "${D}"}
  Outside: {Type: Pass, End: true}
`)
	describe := func(x *Transition) string {
		target, meant := "-", "-"
		if x.Target != nil {
			target = x.Target.Name
		}
		if x.Meant != nil {
			meant = x.Meant.Name
		}
		return fmt.Sprintf("%s: %s, %s, %v", x.Name, target, meant, x.Placeholder)
	}
	got := []string{describe(m.StartAt)}
	for _, s := range m.States {
		for x := range s.transitions() {
			got = append(got, describe(x))
		}
		for inner := range s.machines() {
			for x := range inner.States[0].transitions() {
				got = append(got, describe(x))
			}
		}
	}
	want := []string{
		"P: P, -, false", "In: -, -, false", "Outsdie: -, Outside, false", "Outside: -, -, false", "P: P, -, false",
		"${D}: -, -, true",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if in := m.States[0].Branches[0]; in.Scope != m.States[0] || in.State("In") != in.States[0] || m.State("In") != nil {
		t.Error("scopes are mixed up")
	}
}

// TestRecovery holds what is at fault to being absent, and the rest to being there.
func TestRecovery(t *testing.T) {
	t.Parallel()
	m := syntaxOf(t, `
StartAt: A
States:
  A:
    Type: Task
    Resource: 5
    InputPath: nonsense
    OutputPath: null
    ResultPath: $.a
    TimeoutSeconds: 0
    HeartbeatSeconds: 7
    Seconds: 3
    Parameters: {}
    Bogus: 1
    Retry: [5, {ErrorEquals: [X, 5], MaxAttempts: 2}]
  B: {Type: what, Next: A, Seconds: 3}
  C: []
`)
	a := m.States[0]
	switch {
	case a.Type != Task || a.Broken || a.Resource != nil || a.TimeoutSeconds != nil || a.Seconds != nil:
		t.Errorf("A is %+v", a)
	case a.InputPath == nil || a.InputPath.Path != nil || a.InputPath.Null || !a.OutputPath.Null || a.ResultPath.Path == nil:
		t.Error("the paths of A are wrong")
	case a.HeartbeatSeconds.Value != 7:
		t.Error("the heartbeat of A is wrong")
	case len(a.Retry) != 2 || !a.Retry[0].Broken || len(a.Retry[1].ErrorEquals) != 1 || a.Retry[1].MaxAttempts.Value != 2:
		t.Error("the retriers of A are wrong")
	}
	var extra []string
	for _, x := range a.Extra {
		extra = append(extra, x.Key)
	}
	if want := []string{"Resource", "TimeoutSeconds", "Seconds", "Parameters", "Bogus"}; !slices.Equal(extra, want) {
		t.Errorf("extra: %q", extra)
	}
	if len(a.Later) != 1 || a.Later[0].What != `the field "Parameters"` {
		t.Errorf("later: %+v", a.Later)
	}
	if b := m.State("B"); !b.Broken || b.Type != NoType || b.Next.Target != a || b.Seconds == nil {
		t.Errorf("B is %+v", b)
	}
	if c := m.State("C"); !c.Broken || c.Node.Kind != source.Array {
		t.Errorf("C is %+v", c)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	m := syntaxOf(t, `
StartAt: A
States:
  A:
    Type: Choice
    Choices:
      - {And: [{Variable: $.n, NumericLessThanEquals: 3}, {Not: {Variable: $.s, StringEquals: x}}], Next: A}
      - {Variable: $.t, TimestampGreaterThan: 5, Next: A}
      - {Variable: $.t, IsPresent: true, Next: A}
      - {Variable: $.t, Next: A}
`)
	rules := m.States[0].Choices
	and := rules[0]
	switch {
	case len(rules) != 4 || and.Kind != RuleAnd || and.Broken || and.Next.Target != m.States[0] || len(and.Rules) != 2:
		t.Fatalf("the rules are %+v", rules)
	case and.Rules[1].Kind != RuleNot || len(and.Rules[1].Rules) != 1 || and.Rules[1].Next != nil:
		t.Errorf("Not is %+v", and.Rules[1])
	case rules[1].Kind != RuleCompare || !rules[1].Broken || rules[1].Operand != nil || rules[1].As != expr.Timestamp:
		t.Errorf("the comparison with a number is %+v", rules[1])
	case rules[2].Kind != RuleLater || !rules[2].Broken || len(rules[2].Later) != 1:
		t.Errorf("the rule of a later version is %+v", rules[2])
	case rules[3].Kind != NoRule || !rules[3].Broken:
		t.Errorf("the rule without an operator is %+v", rules[3])
	}
	if x := and.Rules[0]; x.Compare != expr.LessEqual || x.As != expr.Numeric || x.Operand.Text != "3" || x.Variable.Path == nil {
		t.Errorf("the comparison is %+v", x)
	}
}

// TestFixes applies the fixes of definitions and expects that nothing is found any more.
func TestFixes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"StartAt: Work\nStates:\n  Working: {Type: Succeed}\n",
		`{"StartAt": "A", "States": {"A": {"Type": "task", "Resorce": "arn:a", "End": "true"}}}`,
		"StartAt: A\nStates:\n  A: {Type: Wait, Timestamp: \"2016-03-14t01:59:00z\", Next: Finsih}\n  Finish: {Type: Succeed}\n",
		"StartAt: A\nVersion: 1.0\nTimeoutSeconds: '30'\nStates:\n  A: {Type: Succeed}\n",
		"StartAt: A\nStates:\n  A: {Type: Pass, Next: Flase}\n  \"False\": {Type: Succeed}\n",
		`{"StartAt": "A", "States": {"A": {"Type": "Choice", "Choices": [{"Variable": "$.a", "StringEqual": "x", "Next": "say \"no"}], "Default": "say \"not"},
			"say \"not": {"Type": "Succeed"}}}`,
	} {
		f, found := check("x", text, "")
		for _, d := range slices.Backward(found) {
			if d.Fix == nil {
				t.Errorf("no fix: %s", d.Message)
				continue
			}
			for _, e := range d.Fix.Edits {
				text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
			}
		}
		if _, left := check("x", text, ""); len(found) == 0 || len(left) > 0 {
			t.Errorf("%s\nfixed to\n%s\nleft: %q", f.Text, text, dialecttest.Places(left))
		}
	}
	_, found := check("x.json", `{"StartAt": "A", "Startat": "A", "States": {"A": {"Type": "Succeed"}}}`, "")
	if len(found) != 1 || found[0].Fix != nil {
		t.Errorf("a fix would make a key stand twice: %q", dialecttest.Places(found))
	}
}
