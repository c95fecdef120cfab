package equivalence_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/explore/equivalence"
	"github.com/flowglot/flowglot/pkg/load"
)

func side(t *testing.T, name, text string) *equivalence.Side {
	t.Helper()
	p := (&load.Loader{Dialects: all.Dialects()}).Read(load.Text(name, []byte(text))).Lower()
	if p == nil || p.Start() == nil {
		t.Fatalf("%s cannot be read:\n%s", name, text)
	}
	return &equivalence.Side{Workflow: p.Start(), Program: p, Tasks: map[string]string{arn + "a": "a", arn + "b": "b", arn + "c": "c"}}
}

const arn = "arn:aws:lambda:eu-west-1:123456789012:function:"

// machine is an asl definition of some states; S is a task of the function of its argument.
func machine(states ...string) string {
	return `{"StartAt": "A", "States": {` + strings.Join(states, ",") + `}}`
}

// task is an asl state that calls a function.
func task(state, function, more string) string {
	return fmt.Sprintf(`%q: {"Type": "Task", "Resource": "%s%s", "TimeoutSeconds": 60, %s}`, state, arn, function, more)
}

const (
	choice = `"C": {"Type": "Choice", "Choices": [{"Variable": "$.x", "NumericLessThan": 5, "Next": "B"}], "Default": "D"}`
	done   = `"D": {"Type": "Succeed"}`
)

func TestCompare(t *testing.T) {
	t.Parallel()
	linear := machine(task("A", "a", `"Next": "B"`), task("B", "b", `"End": true`))
	for _, c := range []struct {
		what, source, target string
		proven               bool
		only, path, assumed  string
	}{
		{"the same", linear, linear, true, "", "", ""},
		{"a pass between", linear, machine(task("A", "a", `"Next": "P"`), `"P": {"Type": "Pass", "Next": "B"}`, task("B", "b", `"End": true`)), true, "", "", ""},
		{"another order", linear, machine(task("A", "b", `"Next": "B"`), task("B", "a", `"End": true`)), false, "source", "a is called", ""},
		{"a call less", linear, machine(task("A", "a", `"End": true`)), false, "source", "a is called, a answers, b is called", ""},
		{"another retry", machine(task("A", "a", `"Retry": [{"ErrorEquals": ["States.TaskFailed"], "MaxAttempts": 1}], "End": true`)), machine(task("A", "a", `"End": true`)),
			false, "source", "a is called, a fails, a is called", ""},
		{"a handler more", machine(task("A", "a", `"Catch": [{"ErrorEquals": ["Odd"], "Next": "D"}], "Next": "D"`), done), machine(task("A", "a", `"Next": "D"`), done),
			false, "source", "a is called, a fails with Odd, the run succeeds", ""},
		{"a condition that is the other's negation", machine(task("A", "a", `"Next": "C"`), choice, task("B", "b", `"End": true`), done),
			machine(task("A", "a", `"Next": "C"`), `"C": {"Type": "Choice", "Choices": [{"Not": {"Variable": "$.x", "NumericLessThan": 5}, "Next": "D"}], "Default": "B"}`,
				task("B", "b", `"End": true`), done), true, "", "", ""},
		{"a call on one path of a condition", machine(task("A", "a", `"Next": "C"`), choice, task("B", "b", `"End": true`), done),
			machine(task("A", "a", `"Next": "D"`), done), false, "source", "a is called, a answers, b is called", "$.x < 5 is true"},
		{"concurrent branches and a sequence", machine(`"A": {"Type": "Parallel", "End": true, "Branches": [` +
			`{"StartAt": "X", "States": {` + task("X", "a", `"End": true`) + `}}, {"StartAt": "Y", "States": {` + task("Y", "b", `"End": true`) + `}}]}`),
			linear, false, "source", "a is called, b is called", ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			v, err := equivalence.Compare(side(t, "a.asl.json", c.source), side(t, "b.asl.json", c.target), explore.Options{Start: time.Unix(0, 0)})
			if err != nil {
				t.Fatal(err)
			}
			if path := strings.Join(v.Path, ", "); v.Proven != c.proven || v.Only != c.only || path != c.path || strings.Join(v.Assumed, ", ") != c.assumed {
				t.Errorf("proven: %t, only the %s: %s if %q", v.Proven, v.Only, path, v.Assumed)
			}
			back, err := equivalence.Compare(side(t, "b.asl.json", c.target), side(t, "a.asl.json", c.source), explore.Options{Start: time.Unix(0, 0)})
			if err != nil || back.Proven != c.proven {
				t.Errorf("the other way round: %+v, %v", back, err)
			}
		})
	}
}

// TestDialects compares a definition with some of another dialect.
func TestDialects(t *testing.T) {
	t.Parallel()
	const step = `{"id": "w", "name": "w", "steps": [
		{"id": "A", "name": "A", "type": "SERVICE_TASK", "jobType": "%s", "nextStep": "C"},
		{"id": "C", "name": "C", "type": "DECISION", "conditionalNextSteps": {"x < 5": "B", "true": "end"}},
		{"id": "B", "name": "B", "type": "SERVICE_TASK", "jobType": "%s", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`
	source := machine(`"A": {"Type": "Task", "Resource": "`+arn+`a", "Next": "C"}`, choice, `"B": {"Type": "Task", "Resource": "`+arn+`b", "End": true}`, done)
	for _, c := range []struct {
		first, second, path string
	}{
		{"a", "b", ""},
		{"b", "a", "a is called"},
		{"a", "c", "a is called, a answers, b is called"},
	} {
		v, err := equivalence.Compare(side(t, "a.asl.json", source), side(t, "b.step.json", fmt.Sprintf(step, c.first, c.second)), explore.Options{Start: time.Unix(0, 0)})
		if err != nil || v.Proven != (c.path == "") || strings.Join(v.Path, ", ") != c.path {
			t.Errorf("%s, %s: %+v, %v", c.first, c.second, v, err)
		}
	}
}

func TestBudgetOfComparison(t *testing.T) {
	t.Parallel()
	text := machine(task("A", "a", `"Next": "B"`), task("B", "b", `"End": true`))
	v, err := equivalence.Compare(side(t, "a.asl.json", text), side(t, "b.asl.json", text), explore.Options{Budget: 3, Start: time.Unix(0, 0)})
	if err != nil || v.Proven || len(v.Path) > 0 {
		t.Errorf("%+v, %v", v, err)
	}
	if !strings.HasPrefix(v.String(), "not proven") {
		t.Error(v.String())
	}
}
