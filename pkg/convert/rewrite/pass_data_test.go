package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestDataSetWithin has a task answer what a step sets within a list, or within a member where the target merges answers only; the other
// members and items stay.
func TestDataSetWithin(t *testing.T) {
	t.Parallel()
	const open, closing = `{"StartAt": "Mark", "States": {"Mark": {"Type": "Pass", "Result": "sold", "ResultPath": "`, `", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:x:tell", "ResultPath": null, "End": true}}}`
	with := play{input: `{"seats": [[1, 2], {"at": 3}], "hall": {"name": "A", "rows": [1, 2]}}`, answers: map[string][]string{"urn:x:tell": {"{}"}}}
	for _, x := range []struct {
		name, place, what, answer string
		deep                      bool // values can be computed into members of members
	}{
		{"an item of an item", "$.seats[0][1]", "answers {\"seats\": …}, which is `$.seats` with `\"sold\"` at `$.seats[0][1]`", `{"seats":[[1,"sold"],{"at":3}]}`, true},
		{"a member of an item", "$.seats[1].by", "answers {\"seats\": …}, which is `$.seats` with `\"sold\"` at `$.seats[1].by`", `{"seats":[[1,2],{"at":3,"by":"sold"}]}`, false},
		{"an item of a member", "$.hall.rows[0]", "answers {\"hall\": …}, which is `$.hall` with `\"sold\"` at `$.hall.rows[0]`", `{"hall":{"name":"A","rows":["sold",2]}}`, false},
		{"a member of a member", "$.hall.state", `answers {"hall": {"state": "sold"}}`, `{"hall":{"state":"sold"}}`, false},
		{"a member of a member, computed", "$.hall.state", "", "", true},
		{"a member with a dot", "$.hall['.state']", "", "", true},
		{"a member of the document", "$.state", "", "", false},
	} {
		p := lowered(t, "x.asl.json", open+x.place+closing)
		able := dialects.Abilities{Answers: dialects.AnswerMergesDeep | dialects.AnswerDropped, Computes: true, ComputesDeep: x.deep,
			Kinds: dialects.Kinds(workflow.Task, workflow.Pass, workflow.End)}
		c := rewritten(t, p, able, plainData, passedData)
		if s := c.Raised.StandIns; len(lost(c)) > 0 || (len(s) > 0) != (x.what != "") || len(s) > 0 && s[0].What != x.what {
			t.Errorf("%s: the stand-ins are %+v, lost is %q", x.name, s, lost(c))
			continue
		}
		if x.what != "" {
			answersWith(t, &c.Raised.StandIns[0], with.input, x.answer)
		}
		if was, is := observed(t, p, with), observedWorking(t, c, with); was != is {
			t.Errorf("%s: it did\n%s\nand does\n%s", x.name, was, is)
		}
	}
}
