package all_test

import (
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/arrow"
)

// TestFlowsOfOthers holds what definitions become as flows: the text, what is lost, and what workers have to do.
func TestFlowsOfOthers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what, name, text, want     string
		losses, contracts, standIn []string
	}{
		{what: "answers that are merged", name: "x.step.json", text: `{"id": "x", "name": "X", "steps": [
		  {"id": "price", "name": "Price", "type": "SERVICE_TASK", "jobType": "price", "nextStep": "pack"},
		  {"id": "pack", "name": "Pack", "type": "SERVICE_TASK", "jobType": "pack", "nextStep": "ship"},
		  {"id": "ship", "name": "Ship", "type": "SERVICE_TASK", "jobType": "ship", "nextStep": "end"},
		  {"id": "end", "name": "End", "type": "END"}]}`,
			want: "price → :price\n:price > {\n  pack → :pack\n  :pack > {\n    ship → :ship\n    :ship > {\n      :start → :end\n    }\n  }\n}\n"},
		{what: "parallel parts keep their name", name: "x.step.json", text: `{"id": "x", "name": "X", "steps": [
		  {"id": "checks", "name": "Checks", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["credit", "identity"], "joinStep": "done"},
		  {"id": "credit", "name": "Credit", "type": "SERVICE_TASK", "jobType": "credit", "nextStep": "done"},
		  {"id": "identity", "name": "Identity", "type": "SERVICE_TASK", "jobType": "identity", "nextStep": "done"},
		  {"id": "done", "name": "Done", "type": "JOIN_GATEWAY", "nextStep": "decide"},
		  {"id": "decide", "name": "Decide", "type": "SERVICE_TASK", "jobType": "decide", "nextStep": "end"},
		  {"id": "end", "name": "End", "type": "END"}]}`,
			want: "@task checks {\n  credit\n  identity\n}\n@task done {\n  :start → :end\n}\n\n" +
				"checks → :checks\n:checks > done :decide → decide → :decide > {\n  :start → :end\n}\n"},
		{what: "a person is asked", name: "x.step.json", text: `{"id": "x", "name": "X", "steps": [
		  {"id": "approve", "name": "Approve", "type": "USER_TASK", "nextStep": "route"},
		  {"id": "route", "name": "Route", "type": "DECISION", "conditionalNextSteps": {"!contains(roles, 'ADMIN')": "refuse", "true": "delete"}},
		  {"id": "refuse", "name": "Refuse", "type": "SERVICE_TASK", "jobType": "refuse", "nextStep": "end"},
		  {"id": "delete", "name": "Delete", "type": "SERVICE_TASK", "jobType": "delete-all", "nextStep": "end"},
		  {"id": "end", "name": "End", "type": "END"}]}`,
			want: "@task delete = delete-all ;\n@task route {\n  ? `$[?('ADMIN' nin @.roles)]` refuse\n  ? `$[?('ADMIN' in @.roles)]` delete\n}\n\n" +
				"approve → :approve\n:approve > {\n  route → :route\n  :route > {\n    :start → :end\n  }\n}\n",
			standIn: []string{"approve"}},
		{what: "a wait, a choice that meets again, and a failure", name: "x.asl.json", text: `{"StartAt": "Pause", "States": {
		  "Pause": {"Type": "Wait", "Seconds": 30, "Next": "Large?"},
		  "Large?": {"Type": "Choice", "Choices": [{"Variable": "$.n", "NumericGreaterThan": 9, "Next": "Too large"},
		    {"Variable": "$.n", "NumericGreaterThan": 5, "Next": "Ask"}], "Default": "Book"},
		  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "Next": "Book"},
		  "Book": {"Type": "Task", "Resource": "urn:task:book", "End": true},
		  "Too large": {"Type": "Fail", "Error": "TooLarge"}}}`,
			want: "@task Large {\n  ? `$[?(@.n > 9)]` too-large ({\"error\": \"TooLarge\"})\n  ? `$[?(@.n > 5 && @.n <= 9)]` ask\n}\n\n" +
				"pause ({\"seconds\": 30}) → Large → book\n",
			standIn: []string{"pause", "too-large"}},
		{what: "an answer at a path", name: "x.asl.json", text: `{"StartAt": "Check stock", "States": {
		  "Check stock": {"Type": "Task", "Resource": "urn:task:check-stock", "ResultPath": "$.stock", "Next": "Ship"},
		  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true}}}`,
			want: "check-stock → :Check-stock\n:Check-stock > ship\n", contracts: []string{"urn:task:check-stock under stock"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			r := raised(arrow.Dialect{}, mustRead(t, txtar.File{Name: c.name, Data: []byte(c.text)}), dialects.Raising{})
			if r.Reason != "" {
				t.Fatalf("refused: %s", r.Reason)
			}
			if got := string(r.Definitions[0].Text); got != c.want {
				t.Errorf("it became\n%s", got)
			}
			if found := flaws("x.flow", r.Definitions[0].Text); len(found) > 0 {
				t.Errorf("findings %q", found)
			}
			var losses, contracts []string
			for _, l := range r.Losses {
				losses = append(losses, l.Rule.ID)
			}
			for _, k := range r.Contracts {
				text := k.Task
				if k.Under != "" {
					text += " under " + k.Under
				}
				if k.WithInput {
					text += " with its input"
				}
				contracts = append(contracts, text)
			}
			if !slices.Equal(losses, c.losses) || !slices.Equal(contracts, c.contracts) || !slices.Equal(r.Substitutes, c.standIn) {
				t.Errorf("losses %q, contracts %q, stand-ins %q", losses, contracts, r.Substitutes)
			}
		})
	}
}
