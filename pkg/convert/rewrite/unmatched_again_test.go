package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
)

const unmatchedByTask = `{"version": "1", "name": "parcel", "initialState": "Weigh", "active": true, "states": {
  "Weigh": {"transitions": [
    {"name": "light", "next": "Posted", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "LESS_THAN", "value": 2}},
    {"name": "heavy", "next": "Carried", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "GREATER_THAN", "value": 5}},
    {"name": "Weigh unmatched", "next": "Done", "manual": false, "processors": [
      {"type": "EXTERNAL", "name": "weigh-unmatched", "executionMode": "SYNC", "config": {"attachEntity": true, "context": "{\"error\":\"NoBranch\"}"}}]}]},
  "Posted": {}, "Carried": {}, "Done": {}}}`

// TestChoicesFailAgain has a choice fail by itself in place of a task that fails, so that the choice matches the same data and the run ends
// in the same state or fails.
func TestChoicesFailAgain(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", unmatchedByTask)
	c := rewritten(t, p, dialects.Abilities{NoMatch: true}, statesOfEntity, unmatchedAgain)
	want := "Weigh choice, choice Posted, choice Carried\nPosted end\nCarried end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	if got := lost(c); len(got) != 1 {
		t.Errorf("the losses are %q, want one: the task is not called", got)
	}
	alike(t, p, c, play{input: `{"kg": 1}`}, play{input: `{"kg": 9}`})
	if got := observed(t, c.Program, play{input: `{"kg": 3}`}); !strings.HasPrefix(got, "failed after 0s") {
		t.Errorf("with 3 kg it does\n%s", got)
	}
}

// TestChoicesFailBeforeTheDefault has a choice fail by itself where the branch that fails is before the default, as in flows that skip all
// steps otherwise: what is left of the opposite of its condition becomes the condition of the default.
func TestChoicesFailBeforeTheDefault(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer(
		`"operatorType": "GREATER_THAN", "value": 5}}`, `"operatorType": "EQUALS", "value": 9}}`,
		`"name": "Weigh unmatched", "next": "Done", "manual": false,`, `"name": "Weigh unmatched", "next": "Done", "manual": false, "criterion":
      {"type": "group", "operator": "AND", "conditions": [
        {"type": "simple", "jsonPath": "$.kg", "operatorType": "GREATER_OR_EQUAL", "value": 2},
        {"type": "simple", "jsonPath": "$.kg", "operatorType": "LESS_OR_EQUAL", "value": 5}]},`,
		`\"}"}}]}]}`, `\"}"}}]}, {"name": "rest", "next": "Kept", "manual": false}]}, "Kept": {}`,
	).Replace(unmatchedByTask)
	p := lowered(t, "x.fsm.json", text)
	c := rewritten(t, p, dialects.Abilities{NoMatch: true}, statesOfEntity, unmatchedAgain)
	want := "Weigh choice, choice Posted, choice Carried, choice Kept\nKept end\nPosted end\nCarried end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	choice := c.Program.Start().Root.Start
	if got := expr.Readable(choice.Out[2].Guard); got != "not ($.kg <= 5)" {
		t.Errorf("the default has the condition %q", got)
	}
	alike(t, p, c, play{input: `{"kg": 1}`}, play{input: `{"kg": 9}`}, play{input: `{"kg": 7}`})
	if got := observed(t, c.Program, play{input: `{"kg": 3}`}); !strings.HasPrefix(got, "failed after 0s") {
		t.Errorf("with 3 kg it does\n%s", got)
	}
}

// TestDefaultsByAuthorsStay leaves a default that leads to a task of another name, or to one that is given something else, and one that the
// target needs.
func TestDefaultsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"Weigh unmatched":          "Neither",
		"weigh-unmatched":          "ask-a-person",
		`{\"error\":\"NoBranch\"}`: `{\"error\":\"NoBranch\",\"cause\":\"no branch\"}`,
		`\"NoBranch\"`:             `{\"code\":5}`,
	} {
		p := lowered(t, "x.fsm.json", strings.ReplaceAll(unmatchedByTask, from, to))
		before := drawn(rewritten(t, p, dialects.Abilities{}, statesOfEntity).Program.Start())
		if got := drawn(rewritten(t, p, dialects.Abilities{NoMatch: true}, statesOfEntity, unmatchedAgain).Program.Start()); got != before {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, got)
		}
	}
	p := lowered(t, "x.fsm.json", unmatchedByTask)
	if c := rewritten(t, p, dialects.Abilities{}, statesOfEntity, unmatchedAgain); len(lost(c)) > 0 {
		t.Error("a target whose choices need a default gets the task")
	}
}

// TestChoicesFailAgainBeforeTheirDefault has a choice fail by itself where the task that fails comes before the last transition, which then is
// taken for what is left.
func TestChoicesFailAgainBeforeTheirDefault(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", `{"version": "1", "name": "parcel", "initialState": "Weigh", "active": true, "states": {
  "Weigh": {"transitions": [
    {"name": "light", "next": "Posted", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "LESS_THAN", "value": 2}},
    {"name": "Weigh unmatched", "next": "Done", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kg", "operatorType": "LESS_OR_EQUAL", "value": 5}, "processors": [
      {"type": "EXTERNAL", "name": "weigh-unmatched", "executionMode": "SYNC", "config": {"attachEntity": true, "context": "{\"error\":\"NoBranch\"}"}}]},
    {"name": "heavy", "next": "Carried", "manual": false}]},
  "Posted": {}, "Carried": {}, "Done": {}}}`)
	c := rewritten(t, p, dialects.Abilities{NoMatch: true}, statesOfEntity, unmatchedAgain)
	want := "Weigh choice, choice Posted, choice Carried\nPosted end\nCarried end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	alike(t, p, c, play{input: `{"kg": 1}`}, play{input: `{"kg": 9}`})
	if got := observed(t, c.Program, play{input: `{"kg": 3}`}); !strings.HasPrefix(got, "failed after 0s") {
		t.Errorf("with 3 kg it does\n%s", got)
	}
}
