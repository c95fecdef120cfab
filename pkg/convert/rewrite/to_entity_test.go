package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const conditionalRequest = `{"version": "1", "name": "ticket", "initialState": "ISSUED", "active": true, "states": {
  "ISSUED": {"transitions": [{"name": "REFUND", "next": "REFUNDED", "manual": true,
    "criterion": {"type": "simple", "jsonPath": "$.status", "operatorType": "EQUALS", "value": "OK"},
    "processors": [{"type": "EXTERNAL", "name": "refund-card", "executionMode": "SYNC"}]}, {"name": "SHOW", "next": "USED", "manual": true}]},
  "REFUNDED": {}, "USED": {}}}`

// TestConditionsOfRequestsAreReadBack makes the choice that a request passes the condition of its transition again, and what the transition
// does its processor.
func TestConditionsOfRequestsAreReadBack(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", conditionalRequest)
	plain := rewritten(t, p, dialects.Abilities{Awaits: []string{"event"}, NoMatch: true}, statesOfEntity)
	if got := drawn(plain.Program.Start()); !strings.Contains(got, "REFUND allowed choice") {
		t.Fatalf("the net without states is\n%s", got)
	}
	entity := dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Scope, workflow.Choice)}
	c := rewritten(t, plain.Program, entity, unmatched, noMatch, toEntity)
	var names []string
	for _, n := range c.Program.Start().Nodes {
		if n.Kind == workflow.State {
			names = append(names, n.Element.Name)
		}
	}
	if got := strings.Join(names, " "); got != "ISSUED REFUNDED USED" {
		t.Errorf("the states are %s", got)
	}
}
