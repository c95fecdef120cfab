package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
)

const calling = `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {"Ask": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken",
 "Arguments": {"FunctionName": "ask", "Payload": PAYLOAD}, "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}`

// TestCallbackTaskBecomesAwait has a task that only hands on the document and a token be a wait for the answer, and no other task.
func TestCallbackTaskBecomesAwait(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"userTask"}}
	p := lowered(t, "c.asl.json", strings.Replace(calling, "PAYLOAD", `{"token": "{% $states.context.Task.Token %}", "input": "{% $states.input %}"}`, 1))
	c := rewritten(t, p, able, commonTerms, mergedOutputs, callbackTasks)
	if got := sketch(c.Program.Workflows[0]); got != "await Ask shallow; -> Ask\nend Ask\n" {
		t.Errorf("the net is %s", got)
	}
	if l := lost(c); len(l) != 1 {
		t.Errorf("lost is %q", l)
	}
	got := observed(t, c.Program, play{input: `{"a": 1}`, happens: []run.Occurrence{{Kind: "complete", Node: "Ask", Value: parsed(t, `{"b": 2}`)}}})
	if want := `succeeded after 0s {"a":1,"b":2}`; !strings.HasPrefix(got, want) {
		t.Errorf("the run is %s", got)
	}
	for _, other := range []string{`{"token": "{% $states.context.Task.Token %}", "id": "{% $states.input.id %}"}`, `{"token": "{% $states.context.Task.Token %}"}`} {
		c := rewritten(t, lowered(t, "c.asl.json", strings.Replace(calling, "PAYLOAD", other, 1)), able, commonTerms, callbackTasks)
		if len(c.Applied) > 1 {
			t.Errorf("%s became an await", other)
		}
	}
	named := strings.NewReplacer("PAYLOAD", `{"token": "{% $states.context.Task.Token %}", "order": "{% $states.input %}"}`, `"FunctionName": "ask"`, `"FunctionName": "inbox"`)
	if c := rewritten(t, lowered(t, "c.asl.json", named.Replace(calling)), able, commonTerms, callbackTasks); len(lost(c)) > 0 {
		t.Errorf("a function of another name is not called: %q", lost(c))
	}
}

const callingInTime = `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
 "Ask": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke.waitForTaskToken", "TimeoutSeconds": 3600,
  "Arguments": {"FunctionName": "ask", "Payload": {"token": "{% $states.context.Task.Token %}", "input": "{% $states.input %}"}},
  "Assign": {"decision": "{% $states.result.decision %}"}, "Output": "{% $merge([$states.input, ($states.result) ~> |$|{}, 'decision'|]) %}",
  "Catch": [{"ErrorEquals": ["States.Timeout"], "Output": "{% $states.input %}", "Next": "Remind"}], "Next": "Ask decision"},
 "Ask decision": {"Type": "Choice", "Choices": [{"Condition": "{% $decision = 'yes' %}", "Next": "Ship"}, {"Condition": "{% $decision = 'no' %}", "Next": "Refund"}]},
 "Remind": {"Type": "Task", "Resource": "urn:task:remind", "End": true},
 "Ship": {"Type": "Task", "Resource": "urn:task:ship", "End": true},
 "Refund": {"Type": "Task", "Resource": "urn:task:refund", "End": true}}}`

// TestLimitOfACallbackLeadsWhereItIsHandled has a wait for an answer, or for several events, go on where the time limit of the task is
// handled.
func TestLimitOfACallbackLeadsWhereItIsHandled(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"event"}, Timers: dialects.TimerVisit}
	p := lowered(t, "c.asl.json", callingInTime)
	c := rewritten(t, p, able, commonTerms, mergedOutputs, callbackTasks)
	if got, want := drawn(c.Program.Start()), "Ask await, next Ask decision, timer Remind\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the net is\n%s\nwant it to begin\n%s", got, want)
	}
	c = rewritten(t, p, able, commonTerms, mergedOutputs, callbackTasks, namedAnswers)
	if got, want := drawn(c.Program.Start()), "Ask await, timer Remind, next Ship, next Refund\n"; !strings.HasPrefix(got, want) {
		t.Errorf("the net is\n%s\nwant it to begin\n%s", got, want)
	}
	got := observed(t, c.Program, play{input: `{"a": 1}`, answers: map[string][]string{"urn:task:remind": {`{"sent": true}`}}})
	if want := "1h0m0s urn:task:remind #1 {\"a\":1}"; !strings.HasPrefix(got, want) {
		t.Errorf("out of time it does\n%s", got)
	}
}
