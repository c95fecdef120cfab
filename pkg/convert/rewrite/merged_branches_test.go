package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

const mergesBranches = `{"QueryLanguage": "JSONata", "StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "Branches": [
    {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:task:credit", "End": true}}},
    {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:task:fraud", "Arguments": {"n": "{% $states.input.n %}"}, "End": true}}}],
    "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Decide"},
  "Decide": {"Type": "Task", "Resource": "urn:task:decide", "End": true}}}`

// TestBranchesMergeTheirAnswers has the tasks of branches merge their answers themselves, where all of them are merged into the document
// after the branches.
func TestBranchesMergeTheirAnswers(t *testing.T) {
	t.Parallel()
	for _, gathers := range []dialects.GatherSet{dialects.GatherChanges, dialects.GatherShared} {
		p := lowered(t, "x.asl.json", mergesBranches)
		c := rewritten(t, p, dialects.Abilities{Gathers: gathers}, commonTerms, mergedOutputs, mergedBranches)
		alike(t, p, c, play{input: `{"n": 1}`, answers: map[string][]string{"urn:task:credit": {`1 {"score": 700}`}, "urn:task:fraud": {`3 {"risk": 0.2}`}, "urn:task:decide": {`1 {"ok": true}`}}})
		for _, n := range c.Program.Start().Nodes {
			if n.Name() == "Credit" && n.Call != nil && n.Data.Combine == nil {
				t.Error("the answer of Credit is not merged")
			}
		}
	}
}

const mergesSelected = `{"QueryLanguage": "JSONata", "StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "Arguments": {"id": "{% $states.input.order.id %}", "part": {"n": "{% $states.input.n %}"}}, "Branches": [
    {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:task:credit", "Output": {"score": "{% $states.result.points %}", "of": "{% $states.input.id %}"}, "End": true}}},
    {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:task:fraud", "Arguments": {"n": "{% $states.input.part.n %}"}, "Output": {"risk": "{% $states.result.risk %}"}, "End": true}}}],
    "Output": "{% $merge([$states.input, $states.result]) %}",
    "Catch": [{"ErrorEquals": ["States.ALL"], "Output": "{% $merge([$states.input, {'reason': 'no check'}]) %}", "Next": "Refuse"}], "Next": "Decide"},
  "Decide": {"Type": "Task", "Resource": "urn:task:decide", "End": true},
  "Refuse": {"Type": "Task", "Resource": "urn:task:refuse", "Arguments": {"n": "{% $states.input.n %}", "why": "{% $states.input.reason %}"}, "Output": {"refused": true}, "End": true}}}`

// TestBranchesMergeWhatNoHandlerSees has branches merge their answers where nothing that follows an error reads these members, and select
// by themselves what the scope selects for them. They keep them where a later step gets all of the document, or one of the members, and
// where the target does not have the handler.
func TestBranchesMergeWhatNoHandlerSees(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Gathers: dialects.GatherChanges, Handlers: dialects.HandleScopes}
	for _, x := range []struct {
		from, to string
		able     dialects.Abilities
		merges   bool
	}{
		{"", "", able, true},
		{"", "", dialects.Abilities{Gathers: dialects.GatherChanges}, false},
		{`"n": "{% $states.input.n %}", "why"`, `"n": "{% $states.input.score %}", "why"`, able, false},
		{`"Output": {"refused": true}, "End"`, `"Output": "{% $merge([$states.input, $states.result]) %}", "End"`, able, false},
		{`"Output": {"risk": "{% $states.result.risk %}"}, `, "", able, false},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(mergesSelected, x.from, x.to, 1))
		c := rewritten(t, p, x.able, commonTerms, mergedOutputs, mergedBranches)
		for _, fraud := range []string{`3 {"risk": 0.2}`, `3 fail Down`} {
			alike(t, p, c, play{input: `{"n": 1, "order": {"id": 7}}`, answers: map[string][]string{"urn:task:credit": {`1 {"points": 700}`}, "urn:task:fraud": {fraud},
				"urn:task:decide": {`1 {"ok": true}`}, "urn:task:refuse": {`1 {"told": true}`}}})
		}
		for _, n := range c.Program.Start().Nodes {
			if n.Name() == "Fraud" && n.Call != nil && (n.Data.Combine != nil) != x.merges {
				t.Errorf("with %s the answer of Fraud is merged: %v", x.to, !x.merges)
			}
		}
	}
}

// TestBranchesWithHandlersKeepTheirAnswers leaves a scope whose handler would see what a branch has merged, one whose results are not
// merged into the document, branches that do more, and a target that merges results itself.
func TestBranchesWithHandlersKeepTheirAnswers(t *testing.T) {
	t.Parallel()
	changes := dialects.Abilities{Gathers: dialects.GatherChanges}
	for _, x := range []struct {
		from, to string
		able     dialects.Abilities
	}{
		{`"Next": "Decide"`, `"Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Decide"}], "Next": "Decide"`, changes},
		{`$merge([$states.input, $states.result])`, `$merge($states.result)`, changes},
		{`"Resource": "urn:task:credit", "End": true}`, `"Resource": "urn:task:credit", "Next": "Rate"}, "Rate": {"Type": "Task", "Resource": "urn:task:rate", "End": true}`, changes},
		{"", "", dialects.Abilities{Gathers: dialects.GatherChanges | dialects.GatherMerged}},
	} {
		p := lowered(t, "x.asl.json", strings.Replace(mergesBranches, x.from, x.to, 1))
		c := rewritten(t, p, x.able, commonTerms, mergedOutputs, mergedBranches)
		for _, n := range c.Program.Start().Nodes {
			if n.Name() == "Fraud" && n.Call != nil && n.Data.Combine != nil {
				t.Errorf("with %s the answer of Fraud is merged", x.to)
			}
		}
	}
}
