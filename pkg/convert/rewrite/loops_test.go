package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// withoutIterations is what a target can do that merges answers, gives tasks the whole document, and has no iterations.
func withoutIterations() dialects.Abilities {
	able := everything()
	able.Each, able.Inputs, able.Results, able.Outputs, able.Variables = false, 0, false, false, false
	able.Answers = dialects.AnswerMergesDeep
	return able
}

// TestIterationsBecomeLoops has a loop call the tasks of an iteration with the same inputs in the same order, where they do not run at
// once, and collect the same results at the same place.
func TestIterationsBecomeLoops(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		file, text, input, results, want string
		answers                          answers
	}{
		"the answer of one task": {"x.asl.json", `{"StartAt": "Ship all", "States": {"Ship all": {"Type": "Map", "ItemsPath": "$.orders", "MaxConcurrency": 1,
		    "ItemSelector": {"order.$": "$$.Map.Item.Value", "at.$": "$$.Map.Item.Index", "by.$": "$.carrier"}, "ResultPath": "$.shipped", "End": true,
		    "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}}}}}}`,
			`{"orders": [{"id": 1}, {"id": 2, "big": true}], "carrier": "rail"}`, "shipped", `[{"van": 1},{"van": 2}]`,
			answers{"urn:task:ship": {value.ObjectOf(value.Member{Key: "van", Value: int64(1)}), value.ObjectOf(value.Member{Key: "van", Value: int64(2)})}}},
		"several tasks and a choice": {"x.asl.json", `{"StartAt": "Ship all", "States": {"Ship all": {"Type": "Map", "ItemsPath": "$.orders", "MaxConcurrency": 1, "ResultPath": "$.shipped", "End": true,
		    "ItemProcessor": {"StartAt": "Pack", "States": {
		      "Pack": {"Type": "Task", "Resource": "urn:task:pack", "ResultPath": "$.box", "Next": "Heavy?"},
		      "Heavy?": {"Type": "Choice", "Choices": [{"Variable": "$.box.kilos", "NumericGreaterThan": 20, "Next": "Call truck"}], "Default": "Done"},
		      "Call truck": {"Type": "Task", "Resource": "urn:task:truck", "Next": "Done"},
		      "Done": {"Type": "Succeed"}}}}}}`,
			`{"orders": [{"id": 1}, {"id": 2}]}`, "shipped", `[{"id": 1, "box": {"kilos": 7}},{"truck": "T"}]`,
			answers{"urn:task:pack": {value.ObjectOf(value.Member{Key: "kilos", Value: int64(7)}), value.ObjectOf(value.Member{Key: "kilos", Value: int64(30)})},
				"urn:task:truck": {value.ObjectOf(value.Member{Key: "truck", Value: "T"})}}},
		"no items": {"x.asl.json", `{"StartAt": "Ship all", "States": {"Ship all": {"Type": "Map", "ItemsPath": "$.orders", "MaxConcurrency": 1, "ResultPath": "$.orders", "End": true,
		    "ItemProcessor": {"StartAt": "Ship", "States": {"Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}}}}}}`,
			`{"orders": []}`, "orders", `[]`, nil},
		"the item in a member": {"x.sw.json", `{"id": "x", "name": "X", "version": "1.0", "functions": [{"name": "ship", "resource": "urn:task:ship"}], "states": [
		    {"name": "Ship all", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.orders }}", "iterationParam": "order", "outputCollection": "{{ $.shipped }}", "max": 1,
		     "actions": [{"functionRef": {"refName": "ship", "parameters": {"id": "{{ $.order.id }}"}}}], "end": {"kind": "default"}}]}`,
			`{"orders": [{"id": 1}, {"id": 2}]}`, "shipped", `[{"van": 1},{"van": 2}]`,
			answers{"ship": {value.ObjectOf(value.Member{Key: "van", Value: int64(1)}), value.ObjectOf(value.Member{Key: "van", Value: int64(2)})}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, c := applied(t, x.file, x.text, &fakeTarget{able: withoutIterations()})
			for _, n := range c.Program.Start().Nodes {
				if n.Kind == workflow.Scope {
					t.Fatalf("%q is still an iteration", n.Name())
				}
			}
			was, is := play(t, p, parsed(t, x.input), x.answers, nil), play(t, c.Program, parsed(t, x.input), x.answers, c.Raised.Contracts)
			if calls(was) != calls(is) {
				t.Errorf("it called\n%s\nand calls\n%s", calls(was), calls(is))
			}
			for _, text := range []string{was, is} {
				out, ok := parsed(t, strings.TrimPrefix(text[strings.LastIndex(text, "\n")+1:], "succeeded ")).(*value.Object)
				if !ok || !value.Equal(out.Get(x.results), parsed(t, x.want)) {
					t.Errorf("it gives %s", text)
				}
			}
		})
	}
}

// calls are the lines of a play but for the last, which is how it ended.
func calls(play string) string { return play[:strings.LastIndex("\n"+play, "\n")] }

// stays rewrites a machine for a target without iterations, which refuses it as one of them can be no loop.
func stays(t *testing.T, text string, able dialects.Abilities) (*workflow.Program, *rewrite.Conversion) {
	t.Helper()
	p := lowered(t, "x.asl.json", text)
	c := rewrite.Apply(p, &fakeTarget{Dialect: dialects.Named(all.Dialects(), "asl"), able: able}, dialects.Raising{Domain: domain})
	if want := `"Ship all" cannot become a loop: it does more with its items than a loop can`; !strings.Contains(c.Raised.Reason, want) {
		t.Errorf("the reason is %q", c.Raised.Reason)
	}
	return p, c
}

// TestNotEveryIterationIsLoop has a task do what a loop would not do: an iteration whose failures are tolerated.
func TestNotEveryIterationIsLoop(t *testing.T) {
	t.Parallel()
	_, c := applied(t, "x.asl.json", `{"StartAt": "Ship all", "States": {"Ship all": {"Type": "Map", "ItemsPath": "$.orders", "ToleratedFailureCount": 1, "End": true,
	  "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"}, "StartAt": "Ship",
	    "States": {"Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}}}}}}`, &fakeTarget{able: withoutIterations()})
	if nodes := c.Program.Start().Nodes; nodes[0].Kind != workflow.Task || len(nodes) != 2 || len(c.Raised.StandIns) != 1 {
		t.Errorf("it became %d nodes, with the stand-ins %+v", len(nodes), c.Raised.StandIns)
	}
}

// TestIterationThatStaysChangesNothing has the node that makes the list keep its data where the iteration over the whole document cannot
// become a loop, as one of its steps catches errors.
func TestIterationThatStaysChangesNothing(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]string{
		"a task": `{"Type": "Task", "Resource": "urn:task:orders", "Next": "Ship all"}`,
		"a pass": `{"Type": "Pass", "Result": [{"id": 1}], "Next": "Ship all"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			able := everything()
			able.Each = false
			p, c := stays(t, `{"StartAt": "Orders", "States": {"Orders": `+list+`,
			  "Ship all": {"Type": "Map", "MaxConcurrency": 1, "End": true, "ItemProcessor": {"StartAt": "Ship", "States": {
			    "Ship": {"Type": "Task", "Resource": "urn:task:ship", "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Note"}], "End": true},
			    "Note": {"Type": "Pass", "End": true}}}}}}`, able)
			before, after := &p.Start().Nodes[0].Data, &c.Program.Start().Nodes[0].Data
			if shownStages(before) != shownStages(after) {
				t.Errorf("the data of the node before was\n%s\nand is\n%s", shownStages(before), shownStages(after))
			}
		})
	}
}

// shownStages are the result of a node and where it is put.
func shownStages(s *workflow.Stages) string {
	out := expr.Readable(s.Result)
	if c := s.Combine; c != nil {
		out += fmt.Sprintf(" combined in mode %v", c.Mode)
		if c.Path != nil {
			out += " at " + expr.Readable(c.Path)
		}
	}
	return out
}
