package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestPartsAreMergedByTask has a task do what parallel parts do, retry them together, and answer what that adds to the document: their
// results, or the error that ended them, which shows where to go on.
func TestPartsAreMergedByTask(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", guardedChecks)
	c := rewritten(t, p, plainMerging(), callingTasks(callScopes))
	if got := drawn(c.Program.Start()); !strings.HasPrefix(got, "Checks task, next Checks failed?\nChecks failed? choice, choice Review, default Pay\n") {
		t.Errorf("it became\n%s", got)
	}
	what := `does what the parts of "Checks" do: calls credit and then limit; fraud, at the same time, retried once on Busy, after 2 s, and answers what is new in its input with ` +
		"the list of their results at `$.checks`; after States.ALL its input with the error at `$.problem`"
	if s := c.Raised.StandIns; len(s) != 1 || s[0].What != what || len(c.Losses()) > 0 {
		t.Errorf("the stand-ins are %+v, the losses %+v", s, c.Losses())
	}
	for _, answers := range []map[string][]string{
		{"urn:task:credit": {`1 {"score": 7}`}, "urn:task:limit": {"{}"}, "urn:task:fraud": {`3 {"risk": 1}`}},
		{"urn:task:credit": {`0 fail Busy`, `2 {"score": 7}`}, "urn:task:limit": {`{"limit": 1}`}, "urn:task:fraud": {`3 {"risk": 1}`}},
		{"urn:task:credit": {`5 {"score": 7}`}, "urn:task:fraud": {"1 fail Suspicious"}},
	} {
		x := play{input: `{"order": 1}`, answers: answers}
		if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
			t.Errorf("with %q it did\n%s\nand does\n%s", answers, was, is)
		}
	}
}

// TestListThatIsTheDocument has a task put the list of results that is the document in the source at a member, where what comes after reads
// it, and an error that is the document be merged.
func TestListThatIsTheDocument(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", strings.NewReplacer(`"ResultPath": "$.checks", `, "", `"ResultPath": "$.problem", `, "", `"Resource": "urn:task:pay",`,
		`"Resource": "urn:task:pay", "Parameters": {"score.$": "$[0].score"},`).Replace(guardedChecks))
	c := rewritten(t, p, plainMerging(), callingTasks(callScopes))
	if s := c.Raised.StandIns; len(s) != 1 || !strings.HasSuffix(s[0].What, "the list of their results at `$.results`; after States.ALL its input replaced by the error") {
		t.Errorf("the stand-ins are %+v", s)
	}
	var rules []string
	for _, l := range c.Losses() {
		rules = append(rules, l.Rule.ID)
	}
	slices.Sort(rules)
	if want := []string{"convert/merged-result"}; !slices.Equal(rules, want) {
		t.Errorf("the losses are %q", rules)
	}
	x := play{input: `{"order": 1}`, answers: map[string][]string{"urn:task:credit": {`{}`}, "urn:task:limit": {`{"score": 7}`}, "urn:task:fraud": {`{}`}, "urn:task:pay": {`{"paid": true}`}}}
	if is := observedWorking(t, c, x); !strings.Contains(is, `urn:task:pay #1 {"score":7}`) {
		t.Errorf("it does\n%s", is)
	}
}

// TestErrorAlreadyThere makes a member show that parts or a task failed, where something may already be at the place of the error: what was
// put there before, or the error of an earlier time. That member is false after a success, if it may be there as well. Where the answer has a
// place of its own, its absence shows the failure.
func TestErrorAlreadyThere(t *testing.T) {
	t.Parallel()
	const charge, refund = `"Charge": {"Type": "Task", "Resource": "urn:task:charge", "ResultPath": null, "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", `,
		`"Refund": {"Type": "Task", "Resource": "urn:task:refund", "ResultPath": "$.refund", "End": true}`
	for _, x := range []struct {
		name, text, ends string // ends is how what the stand-in answers is described
		answers          map[string][]string
	}{
		{"the handler of a task before", `{"StartAt": "Stock", "States": {
		  "Stock": {"Type": "Task", "Resource": "urn:task:stock", "ResultPath": "$.stock", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Charge"}], "Next": "Charge"},
		  ` + charge + `"Next": "Refund"}], "End": true}, ` + refund + `}}`, `with {"chargeFailed": true}`,
			map[string][]string{"urn:task:stock": {"0 fail Empty"}, "urn:task:charge": {`{"id": 1}`}}},
		{"an answer before", `{"StartAt": "Stock", "States": {"Stock": {"Type": "Task", "Resource": "urn:task:stock", "ResultPath": "$.problem", "Next": "Charge"},
		  ` + charge + `"Next": "Refund"}], "End": true}, ` + refund + `}}`, `with {"chargeFailed": true}`,
			map[string][]string{"urn:task:stock": {`{"n": 1}`}, "urn:task:charge": {`{"id": 1}`}}},
		{"a loop", `{"StartAt": "Charge", "States": {` + charge + `"Next": "Pause"}], "Next": "Refund"}, "Pause": {"Type": "Wait", "Seconds": 5, "Next": "Charge"}, ` + refund + `}}`,
			`with {"chargeFailed": true}, and {"chargeFailed": false} otherwise`, map[string][]string{"urn:task:charge": {"0 fail Busy", "1 fail Busy", `{"id": 1}`}}},
		{"the handler of a task before, and an answer", `{"StartAt": "Stock", "States": {
		  "Stock": {"Type": "Task", "Resource": "urn:task:stock", "ResultPath": "$.stock", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.problem", "Next": "Charge"}], "Next": "Charge"},
		  ` + strings.Replace(charge, "null", `"$.charge"`, 1) + `"Next": "Refund"}], "End": true}, ` + refund + `}}`, `after States.ALL, {"problem": {"Error": …, "Cause": …}}`,
			map[string][]string{"urn:task:stock": {"0 fail Empty"}, "urn:task:charge": {`{"id": 1}`}}},
		{"a loop, and an answer", `{"StartAt": "Charge", "States": {` + strings.Replace(charge, "null", `"$.charge"`, 1) + `"Next": "Pause"}], "Next": "Refund"}, "Pause": {"Type": "Wait", "Seconds": 5, "Next": "Charge"}, ` + refund + `}}`,
			`after States.ALL, {"problem": {"Error": …, "Cause": …}}`, map[string][]string{"urn:task:charge": {"0 fail Busy", "1 fail Busy", `{"id": 1}`}}},
		{"nowhere before", strings.Replace(guardedChecks, `"Resource": "urn:task:review", "End": true`, `"Resource": "urn:task:review", "ResultPath": "$.problem", "End": true`, 1),
			"the error at `$.problem`", map[string][]string{"urn:task:credit": {"0 fail Lost"}, "urn:task:review": {"{}"}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.asl.json", x.text)
			c := rewritten(t, p, plainMerging(), plainData, callingTasks(callScopes), callingTasks(callTasks), errorHandlers)
			if s := c.Raised.StandIns; len(s) == 0 || !strings.HasSuffix(s[0].What, x.ends) {
				t.Fatalf("the stand-ins are %+v", s)
			}
			member := strings.Contains(x.ends, "with")
			if list := c.Losses(); member != (len(list) == 1 && list[0].Rule == &lossDecision) {
				t.Errorf("the losses are %q", lost(c))
			}
			with := play{input: `{"order": 1}`, answers: x.answers}
			was, is := observed(t, p, with), strings.ReplaceAll(observedWorking(t, c, with), `,"chargeFailed":false`, "")
			if was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		})
	}
}

// TestIterationIsMergedByTask has a task do what an iteration does for all items at once. One item after the other is left to a loop.
func TestIterationIsMergedByTask(t *testing.T) {
	t.Parallel()
	const text = `{"id": "x", "name": "X", "version": "1.0", "functions": [{"name": "ship", "resource": "urn:task:ship"}],
	  "states": [{"name": "Ship", "type": "foreach", "start": {"kind": "default"}, "end": {"kind": "default"},
	    "inputCollection": "{{ $.orders }}", "iterationParam": "order", "outputCollection": "{{ $.shipped }}", "max": 3,
	    "actions": [{"functionRef": {"refName": "ship", "parameters": {"order": "{{ $.order }}"}}}]}]}`
	p := lowered(t, "x.sw.json", text)
	c := rewritten(t, p, plainMerging(), callingTasks(callIterations))
	if s := c.Raised.StandIns; len(s) != 1 || s[0].What != "does what \"Ship\" does for each item of `$.orders`, as `$.order`, 3 at once: calls ship with `{\"order\": $.order}`, and answers what is new in its input with the list of their results added to the list at `$.shipped`" {
		t.Errorf("the stand-ins are %+v", s)
	}
	x := play{input: `{"orders": [{"id": 1}, {"id": 2}], "shipped": [{"old": true}]}`, answers: map[string][]string{"ship": {`{"ok": true}`, `2 {"ok": false}`}}}
	if was, is := observed(t, p, x), observedWorking(t, c, x); was != is {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
	p = lowered(t, "x.sw.json", strings.Replace(text, `"max": 3`, `"max": 1`, 1))
	if c := rewritten(t, p, plainMerging(), callingTasks(callIterations)); len(c.Raised.StandIns) > 0 {
		t.Errorf("for one item after the other, the stand-ins are %+v", c.Raised.StandIns)
	}
}

// TestErrorOfAPartStays finds the error that a part has handled in the document after parts whose changes are kept, and not after those
// that give the list of their results.
func TestErrorOfAPartStays(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.asl.json", `{"StartAt": "Checks", "States": {
	  "Checks": {"Type": "Parallel", "ResultPath": "$.checks", "Branches": [{"StartAt": "Credit", "States": {
	    "Credit": {"Type": "Task", "Resource": "urn:task:credit", "ResultPath": "$.credit", "Catch": [{"ErrorEquals": ["Busy"], "ResultPath": "$.problem", "Next": "Later"}], "End": true},
	    "Later": {"Type": "Succeed"}}}],
	   "Catch": [{"ErrorEquals": ["Lost"], "ResultPath": "$.problem", "Next": "Review"}, {"ErrorEquals": ["States.ALL"], "ResultPath": "$.other", "Next": "Review"}], "Next": "Review"},
	  "Review": {"Type": "Succeed"}}}`)
	c := rewritten(t, p, plainMerging(), plainData)
	w := c.Program.Start()
	n := w.Root.Start
	for _, x := range []struct {
		gather workflow.Gather
		want   []bool // by the handlers
	}{
		{workflow.GatherChanges, []bool{true, false}},
		{workflow.GatherList, []bool{false, false}},
	} {
		n.Body.Gather = x.gather
		for i, h := range errorEdges(n) {
			if got := c.pastOf(w).hasError(w, n, h); got != x.want[i] {
				t.Errorf("with %v, that the error of handler %d may be there is %v", x.gather, i, got)
			}
		}
	}
}
