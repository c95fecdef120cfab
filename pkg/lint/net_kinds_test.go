package lint

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
)

// kindsOfFlaws are what can be wrong with the behaviours of a workflow.
var kindsOfFlaws = []string{
	"a join that waits forever", "a token that never reaches an end", "an end while others are active", "a node that is entered twice at once",
	"a transition that no run takes", "a cycle that no run leaves", "a timer that never fires", "a handler that is never used",
	"an event that nothing delivers", "data that nothing has written",
	"a transition that a constant excludes",
}

// A pair is a definition of a dialect that has a flaw, and a near twin that does not have it: the part takes the place of the verb, or its
// two parts, between which is a bar, that of two. Where a dialect cannot have the flaw, without is why.
type pair struct {
	kind, dialect, rule string
	text, flawed, clean string
	without             string
}

const lambda = `"Type": "Task", "Resource": "arn:aws:lambda:eu-west-1:123456789012:function:f"`

// machineOf is an asl definition, stepsOf one of step, swOf one of sw, and entityOf one of fsm.
func machineOf(states string) string { return `{"StartAt": "A", "States": {` + states + `}}` }
func stepsOf(steps string) string    { return `{"id": "w", "name": "w", "steps": [` + steps + `]}` }
func swOf(states string) string {
	return `{"id": "w", "name": "w", "version": "1.0", "functions": [{"name": "f", "resource": "x"}], "events": [{"name": "e", "type": "t", "source": "s"}, {"name": "p", "type": "t", "source": "s", "kind": "produced"}], "states": [` + states + `]}`
}
func entityOf(states string) string {
	return `{"workflows": [{"version": "1.0", "name": "w", "initialState": "A", "active": true, "states": {` + states + `}}]}`
}

var pairsOfFlaws = []pair{
	{kind: "a join that waits forever", dialect: "asl", rule: "net/no-end",
		text: machineOf(`"A": {"Type": "Parallel", "End": true, "Branches": [{"StartAt": "B", "States": {
			"B": {"Type": "Wait", "Seconds": 5, "Next": "C"}, "C": {` + lambda + `, %s}}}]}`), flawed: `"Next": "B"`, clean: `"End": true`},
	{kind: "a join that waits forever", dialect: "sw", rule: "sw/completion-count",
		text: swOf(`{"name": "A", "type": "parallel", "start": {"kind": "default"}, "completionType": "n_of_m", "n": "%s", "end": {"kind": "default"},
			"branches": [{"name": "a", "actions": [{"functionRef": {"refName": "f"}}]}, {"name": "b", "actions": [{"functionRef": {"refName": "f"}}]}]}`), flawed: "3", clean: "2"},
	{kind: "a join that waits forever", dialect: "step", rule: "net/branch-never-joins",
		text: stepsOf(`{"id": "p", "name": "p", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "j"},
			{"id": "a", "name": "a", "type": "SERVICE_TASK", "jobType": "a"%s}, {"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "j"},
			{"id": "j", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "e"}, {"id": "e", "name": "e", "type": "END"}`), clean: `, "nextStep": "j"`},
	{kind: "a join that waits forever", dialect: "arrow", without: "a guard that is false hands its input on, so that each edge of a join brings a value"},
	{kind: "a join that waits forever", dialect: "fsm", without: "an entity is in one state"},

	{kind: "a token that never reaches an end", dialect: "asl", rule: "net/endless-cycle",
		text:   machineOf(`"A": {` + lambda + `, "Next": "B", "Catch": [{"ErrorEquals": ["Odd"], "Next": "D"}]}, "B": {"Type": "Wait", "Seconds": 5, "Next": "C"}, "C": {"Type": "Wait", "Seconds": 5, "Next": "%s"}, "D": {"Type": "Succeed"}`),
		flawed: "B", clean: "A"},
	{kind: "a token that never reaches an end", dialect: "sw", rule: "net/endless-cycle",
		text: swOf(`{"name": "A", "type": "switch", "start": {"kind": "default"}, "dataConditions": [{"condition": "{{ $.x }}", "transition": {"nextState": "B"}}], "default": {"nextState": "D"}},
			{"name": "B", "type": "delay", "timeDelay": "PT1H", "transition": {"nextState": "C"}}, {"name": "C", "type": "delay", "timeDelay": "PT1H", "transition": {"nextState": "%s"}},
			{"name": "D", "type": "inject", "data": {}, "end": {"kind": "default"}}`), flawed: "B", clean: "D"},
	{kind: "a token that never reaches an end", dialect: "step", rule: "net/dead-end",
		text: stepsOf(`{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "b", "true": "e"}},
			{"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b"%s}, {"id": "e", "name": "e", "type": "END"}`), clean: `, "nextStep": "e"`},
	{kind: "a token that never reaches an end", dialect: "arrow", rule: "arrow/endless-cycle", text: "A → %sB → C :bad → D ;\n:bad → E%s", flawed: ":again | → :again", clean: "|"},
	{kind: "a token that never reaches an end", dialect: "fsm", rule: "fsm/endless-cascade",
		text:   entityOf(`"A": {"transitions": [{"name": "on", "next": "B", "manual": false}]}, "B": {"transitions": [{"name": "back", "next": "A", "manual": %s}, {"name": "done", "next": "C", "manual": true}]}, "C": {}`),
		flawed: "false", clean: "true"},

	{kind: "an end while others are active", dialect: "step", rule: "net/branch-may-leave",
		text: stepsOf(`{"id": "p", "name": "p", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["a", "b"], "joinStep": "j"},
			{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "%s", "true": "j"}}, {"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "j"},
			{"id": "j", "name": "j", "type": "JOIN_GATEWAY", "nextStep": "e"}, {"id": "e", "name": "e", "type": "END"}`), flawed: "e", clean: "j"},
	{kind: "an end while others are active", dialect: "asl", without: "an end ends its own branch; a failure ends the others, which is what it means"},
	{kind: "an end while others are active", dialect: "sw", without: "only an end of the kind terminate ends more than its own workflow, which is what it means"},
	{kind: "an end while others are active", dialect: "arrow", without: "the end is a join of all that leads to it"},
	{kind: "an end while others are active", dialect: "fsm", without: "an entity is in one state"},

	{kind: "a node that is entered twice at once", dialect: "step", rule: "net/entered-twice",
		text: stepsOf(`{"id": "a", "name": "a", "type": "USER_TASK", "nextStep": "b", "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": %s, "targetStepId": "r"}]},
			{"id": "r", "name": "r", "type": "SERVICE_TASK", "jobType": "r", "nextStep": "b"}, {"id": "b", "name": "b", "type": "SERVICE_TASK", "jobType": "b", "nextStep": "e"},
			{"id": "e", "name": "e", "type": "END"}`), flawed: "false", clean: "true"},
	{kind: "a node that is entered twice at once", dialect: "asl", without: "a machine, a branch and an iteration have one token each"},
	{kind: "a node that is entered twice at once", dialect: "sw", without: "a workflow has one token; actions are not entered from two places"},
	{kind: "a node that is entered twice at once", dialect: "arrow", without: "several edges into a step are a join"},
	{kind: "a node that is entered twice at once", dialect: "fsm", without: "an entity is in one state"},

	{kind: "a transition that no run takes", dialect: "asl", rule: "net/never-taken",
		text: machineOf(`"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "StringEquals": "a", "Next": "B"}], "Default": "D"},
			"B": {"Type": "Choice", "Choices": [{"Variable": "$.x", "StringEquals": "%s", "Next": "D"}], "Default": "C"}, "C": {"Type": "Succeed"}, "D": {"Type": "Succeed"}`),
		flawed: "b", clean: "a"},
	{kind: "a transition that no run takes", dialect: "sw", rule: "net/never-taken",
		text: swOf(`{"name": "A", "type": "switch", "start": {"kind": "default"}, "default": {"nextState": "D"}, "dataConditions": [{"condition": "{{ $.x[?(@.n > 5)] }}", "transition": {"nextState": "C"}},
			{"condition": "{{ $.x[?(@.n > %s)] }}", "transition": {"nextState": "D"}}]}, {"name": "C", "type": "inject", "data": {}, "end": {"kind": "default"}},
			{"name": "D", "type": "inject", "data": {}, "end": {"kind": "default"}}`), flawed: "9", clean: "2"},
	{kind: "a transition that no run takes", dialect: "step", rule: "net/never-taken",
		text: stepsOf(`{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "b", "true": "e"}},
			{"id": "b", "name": "b", "type": "DECISION", "conditionalNextSteps": {"x < %s": "e", "true": "o"}}, {"id": "o", "name": "o", "type": "END"}, {"id": "e", "name": "e", "type": "END"}`),
		flawed: "3", clean: "9"},
	{kind: "a transition that no run takes", dialect: "arrow", rule: "arrow/never-true", text: "A -> ? `$[?(@.n > 5 && @.n < %s)]` B", flawed: "3", clean: "9"},
	{kind: "a transition that no run takes", dialect: "fsm", rule: "fsm/shadowed-transition",
		text: entityOf(`"A": {"transitions": [{"name": "on", "next": "B", "manual": false}, {"name": "off", "next": "C", "manual": %s}]}, "B": {}, "C": {}`), flawed: "false", clean: "true"},

	{kind: "a cycle that no run leaves", dialect: "asl", rule: "net/never-left",
		text: machineOf(`"A": {"Type": "Choice", "Choices": [{"Variable": "$.status", "StringEquals": "ok", "Next": "D"}], "Default": "B"},
			"B": {` + lambda + `, "ResultPath": "$.%s", "Next": "A"}, "D": {"Type": "Succeed"}`), flawed: "answer", clean: "status"},
	{kind: "a cycle that no run leaves", dialect: "sw", rule: "net/never-left",
		text: swOf(`{"name": "A", "type": "switch", "start": {"kind": "default"}, "dataConditions": [{"condition": "{{ $.x }}", "transition": {"nextState": "D"}}], "default": {"nextState": "B"}},
			{"name": "B", "type": %s, "transition": {"nextState": "A"}}, {"name": "D", "type": "inject", "data": {}, "end": {"kind": "default"}}`),
		flawed: `"delay", "timeDelay": "PT1H"`, clean: `"operation", "actionMode": "sequential", "actions": [{"functionRef": {"refName": "f"}}]`},
	{kind: "a cycle that no run leaves", dialect: "step", rule: "net/never-left",
		text: stepsOf(`{"id": "a", "name": "a", "type": "DECISION", "conditionalNextSteps": {"x > 5": "e", "true": "b"}},
			{"id": "b", "name": "b", "type": "DECISION", "conditionalNextSteps": {"y > 5": "e", "true": "%s"}}, {"id": "e", "name": "e", "type": "END"}`), flawed: "a", clean: "e"},
	{kind: "a cycle that no run leaves", dialect: "arrow", rule: "arrow/endless-cycle", text: "A → %sB → ? `$[?(@.n > 5)]` C :more → D ;\n:more → ? `$[?(@.n > 7)]` E%s", flawed: ":again | → :again", clean: "|"},
	{kind: "a cycle that no run leaves", dialect: "fsm", rule: "fsm/unchanging-cascade",
		text: entityOf(`"A": {"transitions": [{"name": "on", "next": "B", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": "EQUALS", "value": 1}}]},
			"B": {"transitions": [{"name": "back", "next": "A", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.x", "operation": "EQUALS", "value": %s}}, {"name": "done", "next": "C", "manual": true}]}, "C": {}`),
		flawed: "1", clean: "2"},

	{kind: "a timer that never fires", dialect: "asl", rule: "asl/heartbeat",
		text: machineOf(`"A": {` + lambda + `, "TimeoutSeconds": 60, "HeartbeatSeconds": %s, "End": true}`), flawed: "90", clean: "30"},
	{kind: "a timer that never fires", dialect: "step", rule: "net/timer-never-fires",
		text: stepsOf(`{"id": "a", "name": "a", "type": "USER_TASK", "nextStep": "e", "boundaryEvents": [{"type": "TIMER", "duration": "PT1H", "interrupting": %s, "targetStepId": "r"},
			{"type": "TIMER", "duration": "PT2H", "interrupting": true, "targetStepId": "e"}]}, {"id": "r", "name": "r", "type": "SERVICE_TASK", "jobType": "r", "nextStep": "e"}, {"id": "e", "name": "e", "type": "END"}`),
		flawed: "true", clean: "false"},
	{kind: "a timer that never fires", dialect: "sw", without: "a state or an action has one time limit"},
	{kind: "a timer that never fires", dialect: "arrow", without: "there are no timers"},
	{kind: "a timer that never fires", dialect: "fsm", without: "there are no timers"},

	{kind: "a handler that is never used", dialect: "asl", rule: "net/never-caught",
		text: machineOf(`"A": {"Type": "Parallel", "Next": "D", "Retry": [{"ErrorEquals": ["Odd"]}], "Branches": [{"StartAt": "B", "States": {
			"B": {` + lambda + `, "Catch": [{"ErrorEquals": ["%s"], "Next": "C"}], "End": true}, "C": {"Type": "Succeed"}}}]}, "D": {"Type": "Succeed"}`), flawed: "States.ALL", clean: "Even"},
	{kind: "a handler that is never used", dialect: "sw", rule: "net/never-caught",
		text: swOf(`{"name": "A", "type": %s, "start": {"kind": "default"}, "onError": [{"expression": "{{ $.error }}", "transition": {"nextState": "D"}}], "transition": {"nextState": "B"}},
			{"name": "B", "type": "inject", "data": {}, "end": {"kind": "default"}}, {"name": "D", "type": "inject", "data": {}, "end": {"kind": "default"}}`),
		flawed: `"delay", "timeDelay": "PT1H"`, clean: `"operation", "actionMode": "sequential", "actions": [{"functionRef": {"refName": "f"}}]`},
	{kind: "a handler that is never used", dialect: "step", without: "there are no error handlers; a number of retries holds for all errors of a worker"},
	{kind: "a handler that is never used", dialect: "arrow", without: "there are no error handlers"},
	{kind: "a handler that is never used", dialect: "fsm", without: "there are no error handlers"},

	{kind: "an event that nothing delivers", dialect: "asl", rule: "asl/task-token",
		text: machineOf(`"A": {"Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 60,
			"Parameters": {"QueueUrl": "q", "MessageBody": {"token.$": "%s"}}, "End": true}`), flawed: "$.token", clean: "$$.Task.Token"},
	{kind: "an event that nothing delivers", dialect: "sw", rule: "sw/event-kind",
		text:   swOf(`{"name": "A", "type": "event", "start": {"kind": "default"}, "end": {"kind": "default"}, "eventsActions": [{"eventRefs": ["%s"], "actions": [{"functionRef": {"refName": "f"}}]}]}`),
		flawed: "p", clean: "e"},
	{kind: "an event that nothing delivers", dialect: "step", without: "a task of a person or a wait is completed by whoever may"},
	{kind: "an event that nothing delivers", dialect: "arrow", without: "there are no events"},
	{kind: "an event that nothing delivers", dialect: "fsm", without: "whoever may asks for a transition by its name, or updates the data"},

	{kind: "data that nothing has written", dialect: "asl", rule: "net/unwritten-data",
		text: machineOf(`"A": {"Type": "Choice", "Choices": [{"Variable": "$.x", "IsPresent": true, "Next": "B"}], "Default": "C"}, "B": {"Type": "Pass", "Result": {"n": 1}, "Next": "D"},
			"C": {"Type": "Pass", "Result": {"%s": 2}, "Next": "D"}, "D": {"Type": "Pass", "InputPath": "$.n", "End": true}`), flawed: "m", clean: "n"},
	{kind: "data that nothing has written", dialect: "sw", without: "what a state selects is never known: a filter that selects nothing keeps the document, and results are merged into it"},
	{kind: "data that nothing has written", dialect: "step", without: "the input may hold any variable, and no step removes one"},
	{kind: "data that nothing has written", dialect: "arrow", without: "a guard is false where a member is missing, and tasks answer anything"},
	{kind: "data that nothing has written", dialect: "fsm", without: "the entity may have any member, and conditions on a missing one have an answer"},

	{kind: "a transition that a constant excludes", dialect: "asl", rule: "net/never-taken",
		text: machineOf(`"A": {"Type": "Pass", "Result": {"tries": %s}, "ResultPath": "$.job", "Next": "B"},
			"B": {"Type": "Choice", "Choices": [{"Variable": "$.job.tries", "NumericGreaterThan": 3, "Next": "C"}], "Default": "D"},
			"C": {"Type": "Fail", "Error": "Many", "Cause": "Too many"}, "D": {"Type": "Succeed"}`), flawed: "0", clean: "4"},
	{kind: "a transition that a constant excludes", dialect: "step", rule: "net/never-taken",
		text: stepsOf(`{"id": "a", "name": "a", "type": "TRANSFORMATION", "transformations": {"tier": "GOLD", "rate": 2}, "nextStep": "b"},
			{"id": "b", "name": "b", "type": "DECISION", "conditionalNextSteps": {"tier == '%s'": "c", "true": "d"}},
			{"id": "c", "name": "c", "type": "END"}, {"id": "d", "name": "d", "type": "END"}`), flawed: "BASE", clean: "GOLD"},
	{kind: "a transition that a constant excludes", dialect: "sw", without: "constants are injected as objects, and filters look at what lies in them"},
	{kind: "a transition that a constant excludes", dialect: "arrow", without: "a constant is given to a task, and no document has it"},
	{kind: "a transition that a constant excludes", dialect: "fsm", without: "only processors change the data of an entity"},
}

// TestKindsOfFlaws looks at each kind of flaw in each dialect: one definition has it, and a near twin does not.
func TestKindsOfFlaws(t *testing.T) {
	t.Parallel()
	suffix := map[string]string{"asl": ".asl.json", "sw": ".sw.json", "step": ".step.json", "arrow": ".flow", "fsm": ".fsm.json"}
	cells := map[string]bool{}
	for _, p := range pairsOfFlaws {
		cells[p.kind+", "+p.dialect] = true
		if p.without != "" {
			continue
		}
		t.Run(p.kind+" in "+p.dialect, func(t *testing.T) {
			t.Parallel()
			for _, twin := range []struct {
				part string
				want bool
			}{{p.flawed, true}, {p.clean, false}} {
				found, parts := false, []any{twin.part}
				if before, after, split := strings.Cut(twin.part, "|"); split {
					parts = []any{before, after}
				}
				for _, f := range (&Linter{}).Check(read("x"+suffix[p.dialect], []byte(fmt.Sprintf(p.text, parts...)))).Findings {
					found = found || f.Rule == p.rule
					if !twin.want && f.Severity > diag.Info && !strings.Contains(f.Rule, "/unused-") {
						t.Errorf("without the flaw: %s: %s", f.Rule, f.Message)
					}
				}
				if found != twin.want {
					t.Errorf("with %q: found %t", twin.part, found)
				}
			}
		})
	}
	for _, kind := range kindsOfFlaws {
		for dialect := range suffix {
			if !cells[kind+", "+dialect] {
				t.Errorf("there is neither a pair nor a reason for %s in %s", kind, dialect)
			}
		}
	}
}
