package versions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/explore/versions"
	"github.com/flowglot/flowglot/pkg/load"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

func read(t *testing.T, name, text string) *workflow.Program {
	t.Helper()
	l := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{})}
	p := l.Read(load.Text(name, []byte(text))).Lower()
	if p == nil || p.Start() == nil {
		t.Fatalf("%s was not read", name)
	}
	return p
}

func compared(t *testing.T, before, after *workflow.Program) *versions.Comparison {
	t.Helper()
	d, err := versions.Compare(before.Start(), after.Start(), func(w *workflow.Workflow) explore.Options {
		p := before
		if w == after.Start() {
			p = after
		}
		return explore.Options{Program: p, Start: time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)}
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestFormMakesNoDifference compares each definition with itself, and with itself in the other format.
func TestFormMakesNoDifference(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../../testdata/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	compare := 0
	for _, path := range paths {
		if dialects.ByName(all.Dialects(), path) == nil || strings.Contains(path, "broken") || strings.Contains(path, "foreign") {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := source.NewFile(path, text)
		if problems := source.Parse(f); len(problems) > 0 || f.Root == nil {
			continue
		}
		p := read(t, path, string(text))
		if p.Start().Root == nil || len(p.Start().Unsupported) > 0 {
			continue
		}
		compare++
		yaml := read(t, strings.TrimSuffix(path, ".json")+".yaml", string(source.Print(f.Root, source.YAML)))
		if d := compared(t, p, yaml); !d.Equal() {
			t.Errorf("%s differs from itself in YAML: %+v %+v", path, d.Outcomes, d.Elements)
		}
	}
	if compare < 10 {
		t.Errorf("only %d definitions were compared", compare)
	}
}

// TestOrderMakesNoDifference compares definitions that say the same in another order, or with other blanks.
func TestOrderMakesNoDifference(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after string }{
		{"x.asl.json", `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Parameters": {"a": {"c": 1, "d": 2}, "b.$": "$.b"}, "Next": "B"}, "B": {"Type": "Pass", "Result": {"x": 1, "y": [2]}, "End": true}}}`,
			`{"States": {"B": {"End": true, "Result": {"y": [2], "x": 1}, "Type": "Pass"}, "A": {"Next": "B", "Parameters": {"b.$": "$.b", "a": {"d": 2, "c": 1}}, "Type": "Pass"}}, "StartAt": "A"}`},
		{"x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Output": {"a": "{% $states.input.x & ' - ' %}"}, "End": true}}}`,
			`{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Output": {"a": "{%$states.input.x&' - '%}"}, "End": true}}}`},
		{"x.step.json", `{"id": "w", "name": "w", "steps": [{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "b", "true": "c"}}, {"id": "b", "name": "b", "type": "END"}, {"id": "c", "name": "c", "type": "END"}]}`,
			`{"id": "w", "name": "w", "steps": [{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x>5": "b", "true": "c"}}, {"id": "c", "name": "c", "type": "END"}, {"id": "b", "name": "b", "type": "END"}]}`},
	} {
		if d := compared(t, read(t, c.name, c.before), read(t, c.name, c.after)); !d.Equal() {
			t.Errorf("%s: %+v %+v", c.name, d.Outcomes, d.Elements)
		}
	}
	text := `{"QueryLanguage": "JSONata", "StartAt": "A", "States": {"A": {"Type": "Pass", "Output": {"a": "{%% 'a%sb' %%}"}, "End": true}}}`
	if d := compared(t, read(t, "x.asl.json", fmt.Sprintf(text, " ")), read(t, "x.asl.json", fmt.Sprintf(text, ""))); d.Equal() {
		t.Error("blanks in quotes make no difference")
	}
}

// TestPathsOfOutcomes looks at an outcome of both versions to which another path leads.
func TestPathsOfOutcomes(t *testing.T) {
	t.Parallel()
	text := `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "%s"}, "B": {"Type": "Pass", "Next": "C"}, "C": {"Type": "Succeed"}}}`
	d := compared(t, read(t, "x.asl.json", fmt.Sprintf(text, "B")), read(t, "x.asl.json", fmt.Sprintf(text, "C")))
	if len(d.Outcomes) != 1 || len(d.Outcomes[0].Aspects) != 1 || d.Outcomes[0].Aspects[0] != (versions.Aspect{Name: "path", Before: "A → B → C", After: "A → C"}) {
		t.Errorf("the outcomes are %+v", d.Outcomes)
	}
}

const machine = `{"StartAt": "Load", "States": {
  "Load": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:%[1]s", "TimeoutSeconds": %[2]d,
    "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": %[3]d, "MaxAttempts": 2}], "Next": "Large?"},
  "Large?": {"Type": "Choice", "Choices": [{"Variable": "$.size", "NumericGreaterThan": %[4]d, "Next": "Wait"}], "Default": "%[5]s"},
  "Wait": {"Type": "Wait", "Seconds": %[6]d, "End": true},
  "Done": {"Type": "Succeed"}, "Failed": {"Type": "Fail", "Error": "TooSmall"}}}`

func TestCompareNamesEachChange(t *testing.T) {
	t.Parallel()
	with := func(args ...any) string { return fmt.Sprintf(machine, args...) }
	before := with("load", 30, 5, 10, "Done", 60)
	for _, c := range []struct{ name, after, want string }{
		{"the same", before, ""},
		{"another task", with("fetch", 30, 5, 10, "Done", 60), "changed Load: calls arn:aws:lambda:eu-west-1:123456789012:function:load > arn:aws:lambda:eu-west-1:123456789012:function:fetch"},
		{"a time limit", with("load", 20, 5, 10, "Done", 60), "changed Load: time limit 30 s > 20 s"},
		{"a retry", with("load", 30, 7, 10, "Done", 60), "changed Load: retries Busy: 2 times after 5 s, times 2 > Busy: 2 times after 7 s, times 2"},
		{"a condition", with("load", 30, 5, 11, "Done", 60), "changed Large?: choices $.size > 10 → Wait > $.size > 11 → Wait"},
		{"a wait", with("load", 30, 5, 10, "Done", 61), "changed Wait: waits 60 s > 61 s"},
		{"another end", with("load", 30, 5, 10, "Failed", 60), "changed Large?: otherwise Done > Failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := compared(t, read(t, "x.asl.json", before), read(t, "x.asl.json", c.after))
			var got []string
			for _, e := range d.Elements {
				for _, a := range e.Aspects {
					got = append(got, fmt.Sprintf("%s %s: %s %s > %s", e.Change, e.Name, a.Name, a.Before, a.After))
				}
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("got\n%s\nwant\n%s", text, c.want)
			}
			if c.name == "another end" && (len(d.Outcomes) < 2 || d.Outcomes[0].Change != versions.Lost || d.Outcomes[1].Change != versions.Gained || d.Outcomes[1].After.Error != "TooSmall") {
				t.Errorf("the outcomes are %+v", d.Outcomes)
			}
		})
	}
}
