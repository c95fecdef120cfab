package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestIterationsAgain takes out the tasks around an iteration that are told the list of its items and the place of its results, but no
// others.
func TestIterationsAgain(t *testing.T) {
	t.Parallel()
	const list, packed = `wash-items ({"value": "map($.shirts, {\"shirt\": @})"})`, `wash-part-result ({"value": {"clean": {"shirts": "$"}}})`
	for _, x := range []struct{ name, text, list, item, into string }{
		{"items under a member", list + " → * wash → " + packed, "$.shirts", "shirt", "$.clean.shirts"},
		{"items alone", `wash-items ({"value": "$.shirts"}) → * wash → ` + packed, "$.shirts", "", "$.clean.shirts"},
		{"other items", `wash-items ({"value": "map($.shirts, {\"shirt\": @.size})"}) → * wash → ` + packed, "", "", ""},
		{"items and more", `wash-items ({"value": "$.shirts", "most": 3}) → * wash → ` + packed, "", "", ""},
		{"a list that is not told", "wash-items → * wash → " + packed, "", "", ""},
		{"a task with another name", `shirts ({"value": "$.shirts"}) → * wash → ` + packed, "", "", ""},
		{"results that are told otherwise", list + ` → * wash → wash-part-result ({"value": {"clean": "$[0]"}})`, "", "", ""},
		{"something between", list + " → sort → * wash → " + packed, "", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", "open → :open\n:open > { "+x.text+" → :washed\n:washed > close }\n")
			able := dialects.Abilities{Each: true, Gathers: dialects.GatherMerged | dialects.GatherLists, Joins: dialects.JoinScopes,
				Answers: dialects.AnswerAt | dialects.AnswerReplaces | dialects.AnswerMergesShallow}
			c := rewrittenWith(t, p, able, dialects.Raising{}, addedParts, edgeJoins, subflows, addedAnswers, iterationsAgain)
			for _, n := range c.Program.Start().Nodes {
				if n.Kind != workflow.Scope || !n.Body.Each {
					continue
				}
				got := [3]string{"", n.Body.Item, ""}
				if n.Data.Payload != nil {
					got[0], got[2] = expr.Readable(n.Data.Payload), expr.Readable(n.Data.Combine.Path)
				}
				if want := [3]string{x.list, x.item, x.into}; got != want {
					t.Errorf("the iteration has %q, want %q\n%s", got, want, drawn(c.Program.Start()))
				}
				return
			}
			t.Errorf("no iteration is in\n%s", drawn(c.Program.Start()))
		})
	}
}
