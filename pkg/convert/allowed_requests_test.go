package convert_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestConditionsOfRequestsAreReadBack has a task that refuses a request be the condition of that request again, with a loss that says so, and no
// task that has another name, gets other data or is followed by something else.
func TestConditionsOfRequestsAreReadBack(t *testing.T) {
	t.Parallel()
	const flow = "@task REFUND = refund-card\nissued → :ISSUED\n:ISSUED > {\n" +
		"  ? `$[?(@.decision == 'REFUND')]` { without-decision → REFUSAL }\n" +
		"  ? `$[?(@.decision == 'SHOW')]` { without-decision → show }\n" +
		"  ? `$[?(@.decision != 'REFUND' && @.decision != 'SHOW')]` issued-decision-unmatched ({\"error\": \"NoMatch\"})\n}"
	fsm := dialects.Named(all.Dialects(), "fsm")
	for _, c := range []struct {
		name, refusal string
		condition     bool
	}{
		{"the shape and the name", "? `$[?(@.status != 'OK')]` refund-allowed-unmatched ({\"error\": \"NoMatch\"}) → REFUND", true},
		{"another name", "? `$[?(@.status != 'OK')]` refund-denied ({\"error\": \"NoMatch\"}) → REFUND", false},
		{"another request", "? `$[?(@.status != 'OK')]` show-allowed-unmatched ({\"error\": \"NoMatch\"}) → REFUND", false},
		{"other data", "? `$[?(@.status != 'OK')]` refund-allowed-unmatched ({\"reason\": \"NoMatch\"}) → REFUND", false},
		{"another step after it", "? `$[?(@.status != 'OK')]` { refund-allowed-unmatched ({\"error\": \"NoMatch\"}) → tell } → REFUND", false},
	} {
		p := today(t, authored{name: "x.flow", text: strings.Replace(flow, "REFUSAL", c.refusal, 1)})
		r := convert.Raise(all.Dialects(), fsm, p, inDomain(fsm, dialects.Raising{Format: source.JSON}))
		if len(r.Definitions) == 0 {
			t.Fatalf("%s: %s", c.name, r.Reason)
		}
		text := string(r.Definitions[0].Text)
		lost := false
		for _, l := range r.Losses {
			lost = lost || l.Rule.ID == "convert/failing-task" && strings.Contains(l.Message, "refund-allowed-unmatched")
		}
		on := strings.Contains(text, "\"name\": \"REFUND\",\n          \"next\": \"Ended\",\n          \"manual\": true,\n          \"criterion\"") &&
			strings.Contains(text, `"EQUALS"`) && !strings.Contains(text, "allowed-unmatched")
		if on != c.condition || lost != c.condition {
			t.Errorf("%s: a condition of the request: %v, with a loss: %v\n%s", c.name, on, lost, text)
		}
	}
}

// TestOnlyRequestIsReadBack has a task be the wait for the only request again which the task after it refuses, unless it has another name, gets
// parameters, or its answer replaces the document.
func TestOnlyRequestIsReadBack(t *testing.T) {
	t.Parallel()
	const flow = "@task RETURN = take-back\nlend-book LOAN ? `$[?(@.damaged == true)]` return-allowed-unmatched ({\"error\": \"WORKFLOW_FAILED\"}) → RETURN → shelve-book"
	fsm := dialects.Named(all.Dialects(), "fsm")
	for _, c := range []struct {
		name, loan string
		waits      bool
	}{
		{"a task that stands in for a wait", ":LENT → lent → :LENT >", true},
		{"with parameters", ":LENT → lent ({\"days\": 14}) → :LENT >", false},
		{"an answer that replaces the document", "→ lent →", false},
	} {
		p := today(t, authored{name: "x.flow", text: strings.Replace(flow, "LOAN", c.loan, 1)})
		r := convert.Raise(all.Dialects(), fsm, p, inDomain(fsm, dialects.Raising{Format: source.JSON}))
		if len(r.Definitions) == 0 {
			t.Fatalf("%s: %s", c.name, r.Reason)
		}
		text, lost := string(r.Definitions[0].Text), ""
		for _, l := range r.Losses {
			lost += l.Rule.ID + " "
		}
		waits := strings.Contains(text, "\"name\": \"RETURN\",\n          \"next\"") && strings.Contains(text, `"manual": true`) && !strings.Contains(text, "unmatched")
		if waits != c.waits || waits != strings.Contains(lost, "convert/deciding-task") {
			t.Errorf("%s: it waits for the request: %v, lost is %s\n%s", c.name, waits, lost, text)
		}
	}
}
