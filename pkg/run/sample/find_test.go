package sample_test

import (
	"context"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/sample"
	"github.com/flowglot/flowglot/pkg/run/scenario"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// reached are definitions of which every point is covered by what is found, but for those that missing names, with the reason.
var reached = []struct {
	name, file, text string
	missing          []string
}{
	{"data deep inside of an answer, as text", "a.asl.json", `{"StartAt": "Load", "States": {
  "Load": {"Type": "Task", "Resource": "arn:aws:states:::dynamodb:getItem", "Parameters": {"TableName": "orders", "Key": {"id": {"S.$": "$.orderId"}}},
    "ResultSelector": {"cents.$": "States.StringToJson($.Item.cents.N)"}, "ResultPath": "$.order", "Next": "Expensive?"},
  "Expensive?": {"Type": "Choice", "Choices": [{"Variable": "$.order.cents", "NumericGreaterThan": 10000, "Next": "Ask"}], "Default": "Pay"},
  "Ask": {"Type": "Succeed"}, "Pay": {"Type": "Succeed"}}}`, nil},
	{"retriers, catchers and time limits, one after the other", "b.asl.json", `{"StartAt": "Charge", "States": {
  "Charge": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:charge", "TimeoutSeconds": 30, "Next": "Ship",
    "Retry": [{"ErrorEquals": ["Busy", "Slow"], "MaxAttempts": 3}],
    "Catch": [{"ErrorEquals": ["Declined"], "Next": "Refused"}, {"ErrorEquals": ["States.Timeout"], "Next": "Late"}, {"ErrorEquals": ["States.ALL"], "Next": "Odd"}]},
  "Ship": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:ship", "End": true,
    "Catch": [{"ErrorEquals": ["Lost"], "Next": "Odd"}, {"ErrorEquals": ["Lost"], "Next": "Late"}]},
  "Refused": {"Type": "Fail", "Error": "Refused"}, "Late": {"Type": "Fail", "Error": "Late"}, "Odd": {"Type": "Fail", "Error": "Odd"}}}`,
		[]string{`catcher Ship → Late: a catcher before it takes its errors`}},
	{"JSONata, and a Map over data of an answer", "c.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Find", "States": {
  "Find": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:find", "Output": "{% $states.result.parcels %}", "Next": "Each"},
  "Each": {"Type": "Map", "Items": "{% $states.input %}", "Next": "Many?",
    "ItemProcessor": {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Choice", "Default": "Light", "Choices": [{"Condition": "{% $states.input.grams >= 5000 %}", "Next": "Heavy"}]},
      "Heavy": {"Type": "Pass", "End": true}, "Light": {"Type": "Pass", "End": true}}}},
  "Many?": {"Type": "Choice", "Choices": [{"Condition": "{% $count($states.input) > 1 %}", "Next": "Van"}], "Default": "Bicycle"},
  "Van": {"Type": "Succeed"}, "Bicycle": {"Type": "Succeed"}}}`, nil},
	{"expressions and decision tables of step", "d.step.json", `{"id": "d", "name": "D", "steps": [
  {"id": "route", "name": "Route", "type": "DECISION", "conditionalNextSteps": {"contains(user.roles, 'ADMIN')": "rate", "len(files) > 2": "ask", "true": "done"}},
  {"id": "rate", "name": "Rate", "type": "DECISION_TABLE", "hitPolicy": "F", "nextStep": "done", "decisionTable": {"rules": [
    {"when": {"score": "score < 10"}, "outputs": {"tier": "low"}}, {"when": {"score": "score >= 10"}, "outputs": {"tier": "high"}}]}},
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "done", "boundaryEvents": [{"type": "TIMER", "duration": "P1D", "interrupting": true, "targetStepId": "late"}]},
  {"id": "late", "name": "Late", "type": "END"}, {"id": "done", "name": "Done", "type": "END"}]}`, nil},
	{"filters of sw", "e.sw.json", `{"id": "e", "name": "E", "version": "1.0", "states": [
  {"name": "Check", "type": "switch", "start": {"kind": "default"}, "default": {"nextState": "None"}, "dataConditions": [
    {"condition": "{{ $.people[?(@.age >= 18)] }}", "transition": {"nextState": "Adults"}}, {"condition": "{{ $.people[?(@.age < 18)] }}", "transition": {"nextState": "Minors"}}]},
  {"name": "Adults", "type": "inject", "data": {"a": 1}, "end": {"kind": "default"}}, {"name": "Minors", "type": "inject", "data": {"a": 1}, "end": {"kind": "default"}},
  {"name": "None", "type": "inject", "data": {"a": 1}, "end": {"kind": "default"}}]}`, nil},
	{"a condition that nothing fulfils", "f.asl.json", `{"StartAt": "Look", "States": {
  "Look": {"Type": "Choice", "Default": "Other", "Choices": [{"And": [{"Variable": "$.n", "NumericGreaterThan": 5}, {"Variable": "$.n", "NumericLessThan": 3}], "Next": "Never"}]},
  "Never": {"Type": "Succeed"}, "Other": {"Type": "Succeed"}}}`,
		[]string{`choice rule Look → Never: no data was found with which its condition is true and those before it are false`, `node Never: no run reaches it`}},
}

func TestFindCoversWhatCanBeCovered(t *testing.T) {
	t.Parallel()
	for _, test := range reached {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, test.file, test.text)
			plays, missing, first := search(t, p)
			var got []string
			for _, m := range missing {
				got = append(got, m.Point.Title()+": "+m.Why)
			}
			if strings.Join(got, "\n") != strings.Join(test.missing, "\n") {
				t.Errorf("it does not reach\n%s\nand should not reach\n%s", strings.Join(got, "\n"), strings.Join(test.missing, "\n"))
			}
			if covered := coverage(t, p, plays); covered.Total-covered.Covered != len(missing) {
				t.Errorf("the plays cover %s of the points, and %d are said to be missing", covered, len(missing))
			}
			if _, _, second := search(t, p); first != second {
				t.Errorf("the same seed finds\n%s\nand then\n%s", first, second)
			}
		})
	}
}

func lowered(t *testing.T, file, text string) *workflow.Program {
	t.Helper()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	p := l.Read(load.Text(file, []byte(text))).Lower()
	if p == nil {
		t.Fatal("the definition was not read")
	}
	return p
}

// search finds plays, and returns them as a scenario file too.
func search(t *testing.T, p *workflow.Program) ([]sample.Play, []sample.Missing, string) {
	t.Helper()
	base := run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000, MaxTime: iso8601.Duration{Years: 1}, Input: value.NewObject(0)}
	random := rand.New(rand.NewSource(1))
	plays, missing, err := sample.Find(context.Background(), p, verify.Invent(p, base, 200, random), sample.Effort{Runs: 8000, Chance: random})
	if err != nil {
		t.Fatal(err)
	}
	doc := value.ObjectOf(value.Member{Key: "workflow", Value: "w"}, value.Member{Key: "cases", Value: sample.Cases(plays)})
	return plays, missing, string(scenario.Print(doc))
}

// coverage runs plays as cases of a scenario file, which pass, and returns what they cover.
func coverage(t *testing.T, p *workflow.Program, plays []sample.Play) scenario.Tally {
	t.Helper()
	f := source.NewFile("x.scenario.yaml", scenario.Print(value.ObjectOf(value.Member{Key: "workflow", Value: "w"}, value.Member{Key: "cases", Value: sample.Cases(plays)})))
	if problems := source.Parse(f); len(problems) > 0 {
		t.Fatal(problems)
	}
	read, findings := scenario.Read(f, func(string) ([]byte, error) { return nil, nil })
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	c := scenario.NewCoverage()
	names := map[string]bool{}
	for _, s := range read {
		if names[s.Name] {
			t.Errorf("two cases are called %q", s.Name)
		}
		names[s.Name] = true
		used := scenario.Used{}
		r, err := run.Simulate(context.Background(), p, run.Options{Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC), MaxSteps: 1000,
			MaxTime: iso8601.Duration{Years: 1}, Input: s.Input, Stubs: s.Stubs, Occurrences: s.Occurrences, Settings: s.Machine, Measure: used.Measure})
		if err != nil {
			t.Fatal(err)
		}
		c.Add(p, used)
		if d := s.Expect.Compare(r); len(d) > 0 {
			t.Errorf("%s: %v", s.Name, d)
		}
	}
	return c.Total()
}
