package convert_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestNothingStaysInDocumentsOfSW has workers of sw make the document again that was there before: the answer that decides about a path is
// not in it after the choice, and not what branches had done when another one fails.
func TestNothingStaysInDocumentsOfSW(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, file, text, written, worker string }{
		{"a question to a task", "x.fsm.json", `{"version": "1", "name": "loan", "initialState": "ASKED", "active": true, "states": {
  "ASKED": {"transitions": [
    {"name": "GRANT", "next": "GRANTED", "manual": false, "criterion": {"type": "function", "function": {"name": "is-safe"}}},
    {"name": "LOOK", "next": "REVIEWED", "manual": false, "criterion": {"type": "function", "function": {"name": "is-known"}}},
    {"name": "REFUSE", "next": "REFUSED", "manual": false}]},
  "GRANTED": {}, "REVIEWED": {}, "REFUSED": {}}}`,
			`"dataOutputPath": "{{ $.result.document }}"`, "calls is-safe, and answers `{\"result\": {\"isSafe\": $answer, \"document\": $}}` ($answer is what the call answered)"},
		{"parts that had ended", "x.asl.json", `{"StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "ResultPath": "$.parts", "Next": "Done", "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:wash", "End": true}}},
    {"StartAt": "Dry", "States": {"Dry": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:dry", "End": true}}}],
    "Catch": [{"ErrorEquals": ["Torn"], "ResultPath": "$.problem", "Next": "Mend"}]},
  "Mend": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:mend", "ResultPath": "$.mended", "End": true}, "Done": {"Type": "Succeed"}}}`,
			`"error-of-both"`, "without the member \"parts\" of its input"},
		{"parts that had ended before a task that selects", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Arguments": {"shirt": "{% $states.input.shirt %}"}, "Assign": {"shirt": "{% $states.input.shirt %}"}, "Next": "Fold",
    "Output": {"wet": "{% $states.result[0].wet %}", "dry": "{% $states.result[1].dry %}"}, "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:wash", "Arguments": {"shirt": "{% $states.input.shirt %}"}, "End": true}}},
    {"StartAt": "Dry", "States": {"Dry": {"Type": "Task", "Resource": "urn:dry", "Arguments": {"shirt": "{% $states.input.shirt %}"}, "End": true}}}],
    "Catch": [{"ErrorEquals": ["States.ALL"], "Assign": {"shirt": "{% $states.input.shirt %}"}, "Output": {"why": "{% $states.errorOutput.Error %}"}, "Next": "Mend"}]},
  "Mend": {"Type": "Task", "Resource": "urn:mend", "Arguments": {"shirt": "{% $shirt %}"}, "Output": {"state": "mended"}, "End": true},
  "Fold": {"Type": "Task", "Resource": "urn:fold", "Arguments": {"shirt": "{% $shirt %}", "wet": "{% $states.input.wet %}", "dry": "{% $states.input.dry %}"}, "Output": {"state": "folded"}, "End": true}}}`,
			`"call-mend"`, "calls mend with `{\"shirt\": $.shirt}`"},
		{"a result with a handler of what a task reports", "x.asl.json", chargedCard,
			"$.errors[?(@.name != 'Timeout')]", "and answers `{\"number\": $.receipt.number}` under charge"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, sw := today(t, authored{name: test.file, text: test.text}), dialects.Named(all.Dialects(), "sw")
			raised := convert.Raise(all.Dialects(), sw, p, written(sw))
			if len(raised.Definitions) == 0 || len(raised.Losses) > 0 || !strings.Contains(string(raised.Definitions[0].Text), test.written) {
				t.Fatalf("%s\n%s\n%s", raised.Reason, lost(raised.Losses), cameOut(raised))
			}
			told := false
			for _, s := range raised.StandIns {
				told = told || strings.Contains(s.What, test.worker)
			}
			if !told {
				t.Errorf("no worker is told that it %s:\n%v", test.worker, raised.StandIns)
			}
			target, err := convert.Read(sw, raised.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatal(err)
			}
			domain := written(sw).Domain
			v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: domain}).Verify(context.Background(), verify.InventWithin(domain, p, options(), 60, chance(3)))
			if err != nil || v.Equal != v.Runs || v.Runs < 30 {
				t.Errorf("%v, %v", v, err)
			}
		})
	}
}

// TestPartsAreNamedWithoutBlanks converts a branch with retries, which is a definition of its own in sw: its id, which names its file, has no
// blanks, and the branch is restored on the way back.
func TestPartsAreNamedWithoutBlanks(t *testing.T) {
	t.Parallel()
	p := program(t, "ETL run.asl.json", `{"StartAt": "Load all", "States": {"Load all": {"Type": "Parallel", "End": true, "Branches": [
  {"StartAt": "Load partitions", "States": {"Load partitions": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:load",
    "Retry": [{"ErrorEquals": ["States.ALL"], "IntervalSeconds": 5, "MaxAttempts": 2, "BackoffRate": 1}], "End": true}}},
  {"StartAt": "Write index", "States": {"Write index": {"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:111122223333:function:index", "End": true}}}]}}}`)
	sw := dialects.Named(all.Dialects(), "sw")
	raised := convert.Raise(all.Dialects(), sw, p, written(sw))
	var ids []string
	for _, d := range raised.Definitions {
		ids = append(ids, d.ID)
	}
	if want := []string{"ETL run", "ETL-run-load-partitions", "ETL-run-write-index"}; !slices.Equal(ids, want) {
		t.Fatalf("the ids are %q, want %q", ids, want)
	}
	target, err := convert.Read(sw, raised.Definitions, source.JSON, dialects.Options{})
	if err != nil {
		t.Fatal(err)
	}
	asl := dialects.Named(all.Dialects(), "asl")
	back := convert.Raise(all.Dialects(), asl, target, written(asl))
	if len(back.Definitions) != 1 || !strings.Contains(string(back.Definitions[0].Text), `"StartAt": "Load partitions"`) {
		t.Errorf("%s\n%s", back.Reason, cameOut(back))
	}
}

// TestResultsOfIterations has results that contain the item, which a workflow for each item gives: the actions of a foreach state give no more
// than they answer. Results from which the item is taken are those of the actions.
func TestResultsOfIterations(t *testing.T) {
	t.Parallel()
	for results, workflows := range map[string]int{"$states.result": 2, "[$states.result.($ ~> |$|{}, 'cup'|)]": 1} {
		p, to := today(t, authored{name: "x.asl.json", text: `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
		  "Each": {"Type": "Map", "Items": "{% $states.input.cups %}", "ItemSelector": {"cup": "{% $states.context.Map.Item.Value %}"},
		    "Output": "{% $merge([$states.input, {'done': ` + results + `}]) %}", "End": true, "ItemProcessor": {"StartAt": "Rinse", "States": {
		      "Rinse": {"Type": "Task", "Resource": "urn:rinse", "Arguments": {"cup": "{% $states.input.cup %}"}, "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Dry"},
		      "Dry": {"Type": "Task", "Resource": "urn:dry", "Arguments": {"cup": "{% $states.input.cup %}"}, "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}}}}`}), dialects.Named(all.Dialects(), "sw")
		raised := convert.Raise(all.Dialects(), to, p, written(to))
		if len(raised.Definitions) != workflows || len(raised.Losses) > 0 {
			t.Errorf("%s: %s\n%s\n%s", results, raised.Reason, cameOut(raised), lost(raised.Losses))
		}
	}
}
