package lsp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/lsp"
)

// completions opens a text with a bar where the cursor is, and returns what is offered there: the labels and the texts that are written.
func completions(t *testing.T, name, text string) (labels, written []string) {
	t.Helper()
	e := started(t)
	before, after, ok := strings.Cut(text, "|")
	if !ok {
		t.Fatal("no cursor")
	}
	at := "file:///w/" + name
	if err := e.Notify(t.Context(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": at, "version": 1, "text": before + after}}); err != nil {
		t.Fatal(err)
	}
	<-e.found
	line := strings.Count(before, "\n")
	var items []struct {
		Label    string
		TextEdit struct{ NewText string }
	}
	e.call(t, "textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": at},
		"position": map[string]any{"line": line, "character": len(before) - strings.LastIndexByte(before, '\n') - 1}}, &items)
	for _, x := range items {
		labels, written = append(labels, x.Label), append(written, x.TextEdit.NewText)
	}
	return labels, written
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	const machine = `{
  "StartAt": "Ask",
  "States": {
    "Ask": {"Type": "Task", "Resource": "arn:aws:lambda:eu-central-1:111122223333:function:ask", %s},
    "Done": {"Type": "Succeed"}
  }
}`
	for _, x := range []struct {
		what, name, text string
		has, lacks       []string
		writes           string
	}{
		{"a field of a Task state", "a.asl.json", strings.Replace(machine, "%s", `"|"`, 1), []string{"Next", "Retry", "Catch", "End"}, []string{"Choices", "Type", "Seconds"}, `"Retry": `},
		{"a field without quotes", "a.asl.json", strings.Replace(machine, "%s", `Ne|`, 1), []string{"Next"}, []string{"Type"}, `"Next": `},
		{"a field after an open quote", "a.asl.json", strings.Replace(machine, ", %s", ",\n \"Ne|\n", 1), []string{"Next"}, nil, `"Next": `},
		{"a field that has its colon", "a.asl.json", strings.Replace(machine, "%s", `"N|": "Done"`, 1), []string{"Next"}, nil, `"Next"`},
		{"the target", "a.asl.json", strings.Replace(machine, "%s", `"Next": "|"`, 1), []string{"Ask", "Done"}, []string{"Next"}, `"Done"`},
		{"the type of a state", "a.asl.json", strings.Replace(machine, `"Succeed"`, `"|"`, 1), []string{"Succeed", "Wait", "Parallel"}, []string{"Done"}, `"Wait"`},
		{"a boolean", "a.asl.json", strings.Replace(machine, "%s", `"End": |`, 1), []string{"true", "false"}, nil, "true"},
		{"a field of the machine", "a.asl.json", strings.Replace(machine, `"StartAt"`, `"|", "StartAt"`, 1), []string{"Comment", "TimeoutSeconds"}, []string{"StartAt", "Type"}, `"Comment": `},
		{"a field in YAML", "a.asl.yaml", "StartAt: A\nStates:\n  A:\n    Type: Wait\n    S|\n    End: true\n", []string{"Seconds", "SecondsPath"}, []string{"Choices", "Type"}, "Seconds: "},
		{"a value in YAML", "a.asl.yaml", "StartAt: A\nStates:\n  A:\n    Type: P|\n    End: true\n", []string{"Pass", "Parallel"}, nil, "Pass"},
		{"a field in a list of YAML", "a.step.yaml", "id: X::a\nname: a\nsteps:\n  - id: a\n    |\n", []string{"name", "type", "nextStep"}, []string{"id", "steps"}, "type: "},
		{"a type of step", "a.step.json", `{"id": "X::a", "name": "a", "steps": [{"id": "a", "name": "a", "type": "|"}]}`, []string{"SERVICE_TASK", "END"}, nil, `"END"`},
		{"a step", "a.step.json", `{"id": "X::a", "name": "a", "steps": [{"id": "a", "name": "a", "type": "WAIT", "nextStep": "|"}, {"id": "end", "name": "e", "type": "END"}]}`, []string{"a", "end"}, nil, `"end"`},
		{"an operator", "a.fsm.json", `{"version": "1", "name": "a", "initialState": "A", "states": {"A": {"transitions": [{"name": "T", "next": "A", "manual": true, "criterion": {"type": "simple", "jsonPath": "$.a", "operatorType": "|"}}]}}}`,
			[]string{"EQUALS", "GREATER_THAN"}, nil, `"EQUALS"`},
		{"a function", "a.sw.json", `{"id": "a", "name": "a", "version": "1.0", "functions": [{"name": "send", "resource": "x"}], "states": [{"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "|"}}], "end": {"kind": "default"}}]}`,
			[]string{"send", "A"}, nil, `"send"`},
		{"a type of sw", "a.sw.json", `{"id": "a", "name": "a", "version": "1.0", "states": [{"name": "A", "type": "|"}]}`, []string{"operation", "switch", "foreach"}, nil, `"switch"`},
		{"a variable", "a.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"total": 1}, "Next": "B"}, "B": {"Type": "Pass", "Output": "{% $t| %}", "End": true}}}`,
			[]string{"$total"}, nil, "$total"},
		{"a path of a scenario", "a.asl.json", strings.Replace(machine, "%s", `"InputPath": "$.o|", "End": true`, 1), []string{"$.order", "$.order.items[0]"}, nil, "$.order"},
		{"a label", "a.flow", "a :left → b ;\n:|left → c\n", []string{"left"}, nil, ""},
		{"a place that has nothing", "a.asl.yaml", "StartAt: A # |\n", nil, []string{"A"}, ""},
	} {
		t.Run(x.what, func(t *testing.T) {
			t.Parallel()
			labels, written := completions(t, x.name, x.text)
			for _, want := range x.has {
				if !slices.Contains(labels, want) {
					t.Errorf("%s is not offered, but %v", want, labels)
				}
			}
			for _, not := range x.lacks {
				if slices.Contains(labels, not) {
					t.Errorf("%s is offered", not)
				}
			}
			if x.writes != "" && !slices.Contains(written, x.writes) {
				t.Errorf("%q is not written, but %q", x.writes, written)
			}
		})
	}
}

// TestThings goes to the definition of a function, an event, a label and a variable, and renames it.
func TestThings(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		what, name, text string
		places           int
	}{
		{"a function", "a.sw.json", `{"id": "a", "name": "a", "version": "1.0", "functions": [{"name": "send", "resource": "x"}], "states": [{"name": "A", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "se|nd"}}], "end": {"kind": "default"}}]}`, 2},
		{"a variable", "a.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Assign": {"total": 1}, "Next": "B"}, "B": {"Type": "Pass", "Output": "{% $to|tal + $total %}", "End": true}}}`, 3},
		{"a label", "a.flow", "a :left → b ;\n:le|ft → c\n", 2},
	} {
		t.Run(x.what, func(t *testing.T) {
			t.Parallel()
			e := started(t)
			before, after, _ := strings.Cut(x.text, "|")
			at := "file:///w/" + x.name
			if err := e.Notify(t.Context(), "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": at, "version": 1, "text": before + after}}); err != nil {
				t.Fatal(err)
			}
			<-e.found
			here := map[string]any{"textDocument": map[string]any{"uri": at}, "newName": "other",
				"position": map[string]any{"line": strings.Count(before, "\n"), "character": len(before) - strings.LastIndexByte(before, '\n') - 1}}
			var places []struct{}
			if e.call(t, "textDocument/definition", here, &places); len(places) != 1 {
				t.Errorf("%d definitions", len(places))
			}
			if e.call(t, "textDocument/references", here, &places); len(places) != x.places {
				t.Errorf("%d references, want %d", len(places), x.places)
			}
			var edit struct {
				Changes map[string][]struct{ NewText string }
			}
			if e.call(t, "textDocument/rename", here, &edit); len(edit.Changes[at]) != x.places || edit.Changes[at][0].NewText != "other" {
				t.Errorf("renaming does %+v", edit)
			}
		})
	}
}

// somePaths are what a scenario shows.
func somePaths(string) []lsp.Path {
	return []lsp.Path{{Text: "$.order", Kind: "an object", Example: "{}"}, {Text: "$.order.items[0]", Kind: "a string", Example: `"lamp"`}}
}
