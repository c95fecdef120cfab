package all_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/arrow"
	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// asFlow writes a definition as a flow, and tells what got lost: rules with their levels, each once, or why it was refused.
func asFlow(t testing.TB, name, text string) (flow string, losses []string) {
	t.Helper()
	p := mustRead(t, txtar.File{Name: name, Data: []byte(text)})
	r := arrow.Dialect{}.Raise(p, dialects.Raising{})
	for _, d := range r.Definitions {
		flow += string(d.Text)
	}
	if r.Reason != "" {
		return "", []string{"refused: " + r.Reason}
	}
	for _, l := range r.Losses {
		losses = append(losses, strings.TrimPrefix(l.Rule.ID, "convert/")+" "+l.Rule.Level.String())
	}
	slices.Sort(losses)
	return flow, slices.Compact(losses)
}

// machine is an asl definition of some states.
func machine(start, states string) string {
	return fmt.Sprintf(`{"StartAt": %q, "States": {%s}}`, start, states)
}

// task is a state that calls the task of its own name in small letters.
func task(name, next string) string {
	return fmt.Sprintf(`%q: {"Type": "Task", "Resource": "urn:task:%s", %s}`, name, strings.ToLower(name), to(next))
}

func to(next string) string {
	if next == "" {
		return `"End": true`
	}
	return fmt.Sprintf(`"Next": %q`, next)
}

// choice is a state with rules "value next", and a default.
func choice(name, otherwise string, rules ...string) string {
	var out []string
	for _, r := range rules {
		value, next, _ := strings.Cut(r, " ")
		out = append(out, fmt.Sprintf(`{"Variable": "$.kind", "StringEquals": %q, "Next": %q}`, value, next))
	}
	if otherwise != "" {
		otherwise = fmt.Sprintf(`, "Default": %q`, otherwise)
	}
	return fmt.Sprintf(`%q: {"Type": "Choice", "Choices": [%s]%s}`, name, strings.Join(out, ", "), otherwise)
}

func TestRaiseArrow(t *testing.T) {
	t.Parallel()
	for _, tt := range raiseArrowCases() {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			flow, losses := asFlow(t, tt.name, tt.text)
			if flow != tt.want {
				t.Errorf("got\n%s\nwant\n%s", flow, tt.want)
			}
			if got := strings.Join(losses, ", "); got != tt.losses {
				t.Errorf("got  %s\nwant %s", got, tt.losses)
			}
			if flow == "" {
				return
			}
			_, found := dialecttest.Check(arrow.Dialect{}, dialects.Options{}, "x.flow", flow)
			for _, d := range found {
				if d.Severity >= diag.Warning {
					t.Errorf("%s: %s", d.Rule, d.Message)
				}
			}
			f := source.NewFile("x.flow", []byte(flow))
			if again := string((arrow.Dialect{}).Read(f, dialects.Options{}).Format()); again != flow {
				t.Errorf("it is not canonical, but\n%s", again)
			}
		})
	}
}

// TestRaiseArrowReport looks at what the report says besides losses: names, tasks, and what stands in for something else.
func TestRaiseArrowReport(t *testing.T) {
	t.Parallel()
	p := mustRead(t, txtar.File{Name: "x.asl.json", Data: []byte(`{"StartAt": "Weigh it", "States": {
		"Weigh it": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "again"},
		"again": {"Type": "Task", "Resource": "urn:task:post/again", "Next": "weigh"},
		"weigh": {"Type": "Task", "Resource": "urn:task:again", "Next": "Stop!"},
		"Stop!": {"Type": "Fail", "Error": "E", "Cause": "C"}}}`)})
	r := arrow.Dialect{}.Raise(p, dialects.Raising{})
	const want = `@task Weigh-it = weigh ;
@task again-2 = post-again ;
@task weigh-2 = again ;

Weigh-it → again-2 → weigh-2 → Stop ({"error": "E", "cause": "C"})
`
	if got := string(r.Definitions[0].Text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	tasks := []dialects.Renaming{{From: "urn:task:weigh", To: "weigh"}, {From: "urn:task:post/again", To: "post-again"}, {From: "urn:task:again", To: "again"}}
	names := []dialects.Renaming{{From: "Weigh it", To: "weigh"}, {From: "again", To: "post-again"}, {From: "weigh", To: "again"}, {From: "Stop!", To: "Stop"}}
	if !slices.Equal(r.Tasks, tasks) || !slices.Equal(r.Names, names) || !slices.Equal(r.Substitutes, []string{"Stop"}) {
		t.Errorf("tasks %v\nnames %v\nsubstitutes %v", r.Tasks, r.Names, r.Substitutes)
	}
	if id := r.Definitions[0].ID; id != "x" {
		t.Errorf("the flow is called %q", id)
	}
	r = arrow.Dialect{}.Raise(p, dialects.Raising{Resource: "urn:{task}/again"})
	if text := string(r.Definitions[0].Text); !strings.Contains(text, "= task:post ;") {
		t.Errorf("the form of resources does not count:\n%s", text)
	}
}

// TestRaiseArrowCalls has workflows that call each other, and one that follows.
func TestRaiseArrowCalls(t *testing.T) {
	t.Parallel()
	program := func(texts ...string) *workflow.Program {
		var files []txtar.File
		for i, text := range texts {
			files = append(files, txtar.File{Name: fmt.Sprintf("x%d.sw.json", i), Data: []byte(text)})
		}
		return mustRead(t, files...)
	}
	calling := func(id, called string) string {
		return fmt.Sprintf(`{"id": %q, "name": %[1]q, "version": "1", "states": [
			{"name": "one", "type": "subflow", "start": {"kind": "default"}, "waitForCompletion": true, "workflowId": %q, "transition": {"nextState": "two"}},
			{"name": "two", "type": "subflow", "waitForCompletion": true, "workflowId": "elsewhere", "end": {"kind": "default"}}]}`, id, called)
	}
	const called = `{"id": "inner", "name": "Inner", "version": "1", "functions": [{"name": "weigh", "resource": "urn:weigh"}], "states": [
		{"name": "in", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "weigh"}}], "end": {"kind": "default"}}]}`
	const want = `@flow outer ;
@task inner ''' Inner ''' {
  weigh
}
@task two = elsewhere ;

inner → two
`
	r := arrow.Dialect{}.Raise(program(calling("outer", "inner"), called), dialects.Raising{})
	if len(r.Definitions) != 1 || string(r.Definitions[0].Text) != want {
		t.Errorf("%s %v", r.Reason, r.Definitions)
	}
	r = arrow.Dialect{}.Raise(program(calling("outer", "inner"), calling("inner", "outer")), dialects.Raising{})
	if !strings.Contains(r.Reason, "calls itself") || len(r.Definitions) > 0 {
		t.Errorf("a workflow that calls itself: %q", r.Reason)
	}
	r = arrow.Dialect{}.Raise(program(called, strings.ReplaceAll(called, "inner", "other")), dialects.Raising{})
	if len(r.Definitions) != 2 || r.Definitions[1].ID != "other" {
		t.Errorf("two that do not call each other: %v", r.Definitions)
	}
}

// TestRaiseArrowDeep has choices that lie in one another because a way out of each ends, and refuses too many.
func TestRaiseArrowDeep(t *testing.T) {
	t.Parallel()
	for _, size := range []int{50, 95, 150, 300, 3000} {
		var states []string
		for i := range size {
			states = append(states, choice(fmt.Sprintf("k%d", i), fmt.Sprintf("k%d", i+1), fmt.Sprintf("v%d f%d", i, i)),
				fmt.Sprintf(`"f%d": {"Type": "Fail", "Error": "E", "Cause": "C"}`, i))
		}
		states = append(states, task(fmt.Sprintf("k%d", size), ""))
		flow, losses := asFlow(t, "x.asl.json", machine("k0", strings.Join(states, ", ")))
		if flow == "" {
			if size <= 95 || !strings.HasPrefix(losses[0], "refused: ") {
				t.Errorf("%d choices: %v", size, losses)
			}
			continue
		}
		_, found := dialecttest.Check(arrow.Dialect{}, dialects.Options{}, "x.flow", flow)
		for _, d := range found {
			if d.Severity == diag.Error {
				t.Fatalf("%d choices: %s", size, d.Message)
			}
		}
	}
}
