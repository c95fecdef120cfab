package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestListsStayInWorkers has a task do the parts whose results are a list together with the steps that give the items and take the results,
// where the target has no list as its document. Where no step takes them, they become a member, and that is a loss.
func TestListsStayInWorkers(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ name, flow, net, what, loses string }{
		{"taken", "A → B|C → D → E", "A task, next B and C to D\nB and C to D task, next E\nE task",
			`does what the parts of "B and C to D" do: calls (B; C, at the same time) and then D, and answers what the last step gives`, ""},
		{"taken by parts", "A → B|C → D|E → > F", "A task, next B and C to D and E\nB and C to D and E task, next F\nF task",
			`does what the parts of "B and C to D and E" do: calls (B; C, at the same time) and then (D; E, at the same time), and answers what the last step gives`, ""},
		{"given and taken", "A → * { B } → C", "A to C task",
			`does what the parts of "A to C" do: calls A and then (B, for each item) and then C, and answers what the last step gives`, ""},
		{"taken by what gives items", "A → B|C → D → * { E } → F", "A task, next B and C to F\nB and C to F task",
			`does what the parts of "B and C to F" do: calls (B; C, at the same time) and then D and then (E, for each item) and then F, and answers what the last step gives`, ""},
		{"never taken", "A → B|C", "A task, next B and C\nB and C task",
			`does what the parts of "B and C" do: calls B; C, at the same time, and answers their results, a list if there are several that are not empty`,
			`convert/scalar-document: the document after "B and C" is the list of the results, which the target cannot have`},
		{"never taken, and always a list", "A → * { B }", "A to subflow 2 task",
			`does what the parts of "A to subflow 2" do: calls A and then (B, for each item), and answers what the last step gives`,
			`convert/scalar-document: the document after "subflow 2" is the list of the results, which the target cannot have`},
		{"by a condition", "A → { ? `$[?(@.a = 1)]` B\n C } → D", "A task, next B and C to D\nB and C to D task",
			"does what the parts of \"B and C to D\" do: calls (B if `$[?(@.a == 1)]`; C, at the same time) and then D, and answers what the last step gives", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.flow", x.flow)
			able := plainReplacing()
			able.Documents = workflow.ObjectDocument
			c := rewritten(t, p, able, edgeJoins, subflows, conditionalSteps, subflows, callingTasks(callScopes))
			if got := drawn(c.Program.Start()); !strings.HasPrefix(got, x.net) {
				t.Errorf("it became\n%s", got)
			}
			if s := c.Raised.StandIns; len(s) != 1 || s[0].What != x.what {
				t.Errorf("the stand-ins are %+v", s)
			}
			if l := strings.Join(lost(c), "\n"); !strings.HasPrefix(l, x.loses) || (l == "") != (x.loses == "") {
				t.Errorf("lost is %q", l)
			}
			if x.loses != "" {
				return
			}
			for _, answers := range []map[string][]string{
				{"A": {`2 {"a": 1}`}, "B": {`3 {"b": 1}`}, "C": {`1 {"c": 1}`}, "D": {`1 {"d": 1}`}, "E": {`2 {"e": 1}`}, "F": {`{"f": 1}`}},
				{"A": {`2 {"a": 2}`}, "B": {`3 {}`}, "C": {`1 {"c": 1}`}, "D": {`1 fail Broken`}},
				{"D": {`0 [{"i": 1}, {"i": 2}]`}, "E": {`3 {"e": 1}`, `1 {"e": 2}`}, "F": {`1 {"f": 1}`}},
				{"A": {`0 [{"i": 1}, {"i": 2}]`}, "B": {`3 {"b": 1}`, `1 {"b": 2}`}, "C": {`1 {"c": 1}`}},
			} {
				if givesListElsewhere(x.flow, answers) {
					continue
				}
				x := play{input: `{}`, answers: answers}
				if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
					t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
				}
			}
		})
	}
}

// TestListsLeaveWorkers has no step after the first that gives an object be done by the worker, and none that others lead to as well.
func TestListsLeaveWorkers(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Ask", "States": {
	  "Ask": {"Type": "Choice", "Choices": [{"Variable": "$.known", "BooleanEquals": true, "Next": "Use"}], "Default": "Look"},
	  "Look": {"Type": "Parallel", "Next": "Use", "Branches": [
	    {"StartAt": "Near", "States": {"Near": {"Type": "Task", "Resource": "urn:task:near", "End": true}}},
	    {"StartAt": "Far", "States": {"Far": {"Type": "Task", "Resource": "urn:task:far", "End": true}}}]},
	  "Use": {"Type": "Task", "Resource": "urn:task:use", "End": true}}}`)
	able := plainReplacing()
	able.Documents = workflow.ObjectDocument
	c := rewritten(t, p, able, callingTasks(callScopes))
	if got := drawn(c.Program.Start()); !strings.Contains(got, "Look task, next Use\nUse task") {
		t.Errorf("it became\n%s", got)
	}
	if l := lost(c); len(l) == 0 || !strings.HasPrefix(l[0], `convert/scalar-document: the document after "Look" is the list`) {
		t.Errorf("lost is %q", l)
	}
}

// givesListElsewhere reports whether a task answers a list where no iteration over it follows.
func givesListElsewhere(flow string, answers map[string][]string) bool {
	for task, list := range answers {
		if strings.HasPrefix(list[0], "0 [") && !strings.Contains(flow, task+" → *") {
			return true
		}
	}
	return false
}
