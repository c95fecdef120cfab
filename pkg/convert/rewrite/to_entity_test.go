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

// statesMade are the states that a plain net becomes, with the transitions that leave each.
func statesMade(t *testing.T, p *workflow.Program, before ...Rewrite) string {
	t.Helper()
	entity := dialects.Abilities{Kinds: dialects.Kinds(workflow.State, workflow.Task, workflow.Scope, workflow.Choice)}
	var lines []string
	for _, n := range rewritten(t, p, entity, append(before, toEntity)...).Program.Start().Nodes {
		if n.Kind != workflow.State {
			continue
		}
		line := n.Element.Name
		for _, e := range n.Out {
			line += ", " + e.Name
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// TestRequestsOfOneNameAreReadBack has the tasks of transitions that have one name, in different states, on transitions of that name again,
// though one of the tasks has a number in the plain net.
func TestRequestsOfOneNameAreReadBack(t *testing.T) {
	t.Parallel()
	processors := `"processors": [{"type": "EXTERNAL", "name": "return-invoice", "executionMode": "SYNC"}]`
	p := lowered(t, "x.fsm.json", `{"version": "1", "name": "invoice", "initialState": "FIRST", "active": true, "states": {
  "FIRST": {"transitions": [{"name": "AGREE", "next": "SECOND", "manual": true}, {"name": "REFUSE", "next": "RETURNED", "manual": true, `+processors+`}]},
  "SECOND": {"transitions": [{"name": "REFUSE", "next": "RETURNED", "manual": true, `+processors+`}]}, "RETURNED": {}}}`)
	plain := rewritten(t, p, dialects.Abilities{Awaits: []string{"event"}, NoMatch: true}, statesOfEntity)
	if got := drawn(plain.Program.Start()); !strings.Contains(got, "REFUSE 2 task") {
		t.Fatalf("the net without states is\n%s", got)
	}
	if got, want := statesMade(t, plain.Program), "FIRST, AGREE, REFUSE; SECOND, REFUSE; RETURNED"; got != want {
		t.Errorf("the states are %s, want %s", got, want)
	}
}
