package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/load"
)

// TestWorstFlaw has each dialect say how bad a flaw of a net can be: of definitions with steps that are never reached, the worst finding about
// the net is as bad as that.
func TestWorstFlaw(t *testing.T) {
	t.Parallel()
	island := machine("a", pass("a", ""), pass("b", "c"), pass("c", "b"))
	for _, test := range []struct{ name, text, level string }{
		{"x.asl.json", island, "current"},
		{"x.asl.json", island, "2016"},
		{"x.sw.json", `{"id": "x", "name": "x", "version": "1", "states": [
		  {"name": "a", "type": "inject", "data": {}, "start": {"kind": "default"}, "end": {"kind": "default"}},
		  {"name": "b", "type": "inject", "data": {}, "transition": {"nextState": "c"}}, {"name": "c", "type": "inject", "data": {}, "transition": {"nextState": "b"}}]}`, ""},
		{"x.step.json", `{"id": "x", "name": "x", "steps": [{"id": "a", "name": "a", "type": "SERVICE_TASK", "jobType": "a", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"},
		  {"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "c"}, {"id": "c", "name": "c", "type": "SERVICE_TASK", "jobType": "c", "nextStep": "b"}]}`, ""},
		{"x.flow", ":start → a ;\n:p → b → :q ;\n:q → c → :p", ""},
		{"x.fsm.json", `{"version": "1", "name": "x", "initialState": "A", "active": true, "states": {"A": {"transitions": []},
		  "B": {"transitions": [{"name": "GO", "next": "C", "manual": true}]}, "C": {"transitions": [{"name": "BACK", "next": "B", "manual": true}]}}}`, ""},
	} {
		options := dialects.Options{Settings: dialects.Settings{}}
		if test.level != "" {
			options.Settings["asl-level"] = test.level
		}
		loader := load.Loader{Dialects: all.Dialects(), Settings: load.Always(load.Settings{Options: options})}
		worst := diag.Severity(0)
		r := (&Linter{}).Check(loader.Read(load.Text(test.name, []byte(test.text))))
		for _, x := range r.Findings {
			if strings.HasPrefix(x.Rule, "net/") {
				worst = max(worst, x.Severity)
			}
		}
		if got := r.Syntax.WorstFlaw(); got != worst {
			t.Errorf("%s %s: the worst flaw of a net is said to be of severity %s, and is of %s", test.name, test.level, got, worst)
		}
	}
}

// TestSoundFlowsAreNotLowered lints flows of arrow for errors alone: those of which the rules of the dialect see that every step is reached are
// not lowered, and of the others the step that is never reached is found, be it in a subflow.
func TestSoundFlowsAreNotLowered(t *testing.T) {
	t.Parallel()
	loader := load.Loader{Dialects: all.Dialects()}
	for _, test := range []struct {
		text    string
		reached bool
	}{
		{":start → a → b", true},
		{"a :x ;\n:x → b → :y ;\n:y → c", true},
		{":start → a → b → a", true},
		{"a → {\n  :start → b → :q ;\n  :q → c\n}", true},
		{":start → a ;\n:p → b → :q ;\n:q → c → :p", false},
		{"a → {\n  :start → a ;\n  :p → b → :q ;\n  :q → c → :p\n}", false},
		{"@task x {\n  :start → a ;\n  :p → b → :q ;\n  :q → c → :p\n}\na → x", false},
	} {
		r := (&Linter{Least: diag.Error}).Check(loader.Read(load.Text("x.flow", []byte(test.text))))
		if lowered := r.Program != nil; lowered == test.reached {
			t.Errorf("%s: lowered is %v", test.text, lowered)
		}
		found := slices.ContainsFunc(r.Findings, func(x diag.Diagnostic) bool { return x.Rule == unreachableRule.ID })
		if found == test.reached {
			t.Errorf("%s: a step that is never reached is found: %v", test.text, found)
		}
	}
}
