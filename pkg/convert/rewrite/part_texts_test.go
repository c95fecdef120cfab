package rewrite

import (
	"strings"
	"testing"
)

// TestPartTexts tells a worker what each call of a part gets, after which errors it is made, and where its answer goes.
func TestPartTexts(t *testing.T) {
	t.Parallel()
	const text = `{"StartAt": "All", "States": {"All": {"Type": "Map", "ItemsPath": "$.shirts", "MaxConcurrency": 2, SELECTOR "ResultPath": "$.clean", "End": true, "ItemProcessor": {"StartAt": "Wash", "States": {
  "Wash": {"Type": "Task", "Resource": "urn:task:wash", FIELDS "Catch": [{"ErrorEquals": ["Torn"], "ResultPath": "$.error", "Next": "Mend"}], "End": true},
  "Mend": {"Type": "Task", "Resource": "urn:task:mend", "End": true}}}}}}`
	for _, x := range []struct{ selector, fields, want string }{
		{"", "", "for each item of `$.shirts`, 2 at once: calls wash and then mend after Torn with the error at `$.error`"},
		{`"ItemSelector": {"shirt.$": "$$.Map.Item.Value"},`, "", "with the input `{\"shirt\": $$.Map.Item.Value}`, 2 at once: calls wash and then"},
		{"", `"Parameters": {"heat.$": "$.heat"},`, "calls wash with `{\"heat\": $.heat}` and then"},
		{"", `"ResultSelector": {"dry.$": "$.dry"},`, "calls wash, of whose answer `{\"dry\": $.dry}` goes on and then"},
		{"", `"ResultSelector": {"dry.$": "$.dry"}, "ResultPath": "$.washed",`, "calls wash, of whose answer `{\"dry\": $.dry}` is put at `$.washed` and then"},
		{"", `"ResultPath": null,`, "calls wash, whose answer is dropped and then"},
		{"", `"ResultPath": "$.washed", "OutputPath": "$.washed.list",`, "calls wash, whose answer is put at `$.washed`, after which `$.washed.list` is selected and then"},
	} {
		p := lowered(t, "x.asl.json", strings.NewReplacer("SELECTOR", x.selector, "FIELDS", x.fields).Replace(text))
		c := rewritten(t, p, plainReplacing(), plainData)
		if got := c.callsText(c.Program.Start().Root.Start); !strings.Contains(got, x.want) {
			t.Errorf("it %s, want one that %s", got, x.want)
		}
	}
}

// TestPartTextsOfPaths tells a worker which steps of a part come after one another, and which in place of others, and of its tables.
func TestPartTextsOfPaths(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["heavy", "weigh"], "joinStep": "ready"},
  {"id": "heavy", "name": "heavy", "type": "DECISION", "conditionalNextSteps": {"kilos > 9": "lift", "true": "carry"}},
  {"id": "lift", "name": "lift", "type": "SERVICE_TASK", "jobType": "lift", "nextStep": "stow"},
  {"id": "carry", "name": "carry", "type": "SERVICE_TASK", "jobType": "carry", "nextStep": "stow"},
  {"id": "stow", "name": "stow", "type": "SERVICE_TASK", "jobType": "stow", "nextStep": "ready"},
  {"id": "weigh", "name": "weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "rate"},
  {"id": "rate", "name": "rate", "type": "DECISION_TABLE", "hitPolicy": "F", "nextStep": "ready", "decisionTable": {"rules": [{"when": {}, "outputs": {"size": "small"}}]}},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`)
	c := rewritten(t, p, plainReplacing(), nestedForks)
	want := "calls lift if `kilos > 9` or carry if `true` and then stow; weigh and then the decision table \"rate\", at the same time"
	if got := c.callsText(c.Program.Start().Root.Start); !strings.Contains(got, want) {
		t.Errorf("it %s, want one that %s", got, want)
	}
}
