package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestDroppedResults drops the answers of the tasks in branches whose results are dropped, except where the branch reads them.
func TestDroppedResults(t *testing.T) {
	t.Parallel()
	const branches = `{"StartAt": "Both", "States": {
	  "Both": {"Type": "Parallel", "ResultPath": null, "Next": "Last", "Branches": [
	   {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", "End": true}}},
	   {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "urn:task:b", "Next": "C"}, "C": {"Type": "Task", "Resource": "urn:task:c", "End": true}}}]},
	  "Last": {"Type": "Task", "Resource": "urn:task:last", "ResultPath": "$.last", "End": true}}}`
	for _, tt := range []struct {
		name   string
		joins  dialects.JoinSet
		losses int
	}{
		{"with one document for all", dialects.JoinForks, 1},
		{"with a document for each scope", dialects.JoinScopes, 0},
	} {
		p := lowered(t, "x.asl.json", branches)
		able := joiningTarget()
		able.Joins, able.Gathers = tt.joins, dialects.GatherChanges
		c := rewritten(t, p, able, droppedResults)
		dropped := map[string]bool{}
		for _, n := range c.Program.Start().Nodes {
			if n.Kind == workflow.Task {
				dropped[n.Name()] = n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop
			}
		}
		if !dropped["A"] || dropped["B"] || !dropped["C"] || dropped["Last"] {
			t.Errorf("%s: what is dropped is %v", tt.name, dropped)
		}
		if got := len(c.Losses()); got != tt.losses {
			t.Errorf("%s: there are %d losses: %v", tt.name, got, c.Losses())
		}
	}
}

// TestListedDocuments finds where the list of the results of an iteration comes as the document.
func TestListedDocuments(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.flow", "@task check { ? `$[?(@.c > 4)]` keep } ;\nread → * clean → check → write → ? `$[?(@.d > 4)]` log\n")
	listed := (&Conversion{Raised: &dialects.Raised{}}).nodesWithLists(p.Start())
	names := map[string]bool{}
	for n := range listed {
		names[n.Name()] = true
	}
	for name, want := range map[string]bool{"read": false, "clean": false, "check": true, "keep": true, "write": true, "log": false} {
		if names[name] != want {
			t.Errorf("a list comes to %q: %t", name, names[name])
		}
	}
}

// TestBranchData notes what a step in a branch adds to the one document that the target has, besides the result of the branch.
func TestBranchData(t *testing.T) {
	t.Parallel()
	for place, want := range map[string]string{`"ResultPath": "$.a", `: lossBranchData.ID, ``: dialects.LossJoin.ID, `"ResultPath": null, `: ""} {
		p := lowered(t, "x.asl.json", `{"StartAt": "Both", "States": {
		  "Both": {"Type": "Parallel", "ResultPath": "$.r", "Next": "Last", "Branches": [
		   {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "urn:task:a", `+place+`"Next": "B"}, "B": {"Type": "Task", "Resource": "urn:task:b", "End": true}}}]},
		  "Last": {"Type": "Task", "Resource": "urn:task:last", "ResultPath": "$.last", "End": true}}}`)
		able := joiningTarget()
		able.Joins, able.Gathers, able.Computes = dialects.JoinForks, dialects.GatherShared, true
		got := ""
		for _, l := range rewritten(t, p, able, branchLists).Losses() {
			got += l.Rule.ID
		}
		if got != want {
			t.Errorf("with %s the losses are %q, not %q", place, got, want)
		}
	}
}
