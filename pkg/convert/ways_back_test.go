package convert_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// soundCopies copies something to two places at the same time, again if that fails, and does two things in one state if the copies are sound.
const soundCopies = `{"id": "copies", "name": "Copies", "version": "1", "functions": [{"name": "near", "resource": "urn:near"}, {"name": "far", "resource": "urn:far"},
  {"name": "list", "resource": "urn:list"}, {"name": "clearOld", "resource": "urn:clear"}, {"name": "alert", "resource": "urn:alert"}], "states": [
  {"name": "Copies", "type": "parallel", "start": {"kind": "default"}, "branches": [{"name": "Near", "actions": [{"functionRef": {"refName": "near"}}]},
    {"name": "Far", "actions": [{"functionRef": {"refName": "far"}}]}], "retry": [{"expression": "{{ $.errors }}", "interval": "PT1M", "maxAttempts": 1}], "transition": {"nextState": "Sound"}},
  {"name": "Sound", "type": "switch", "dataConditions": [{"condition": "{{ $.[?(@.sound == true)] }}", "transition": {"nextState": "Prune"}}], "default": {"nextState": "Alert"}},
  {"name": "Prune", "type": "operation", "actions": [{"functionRef": {"refName": "list"}}, {"name": "clear", "functionRef": {"refName": "clearOld"}}], "end": {"kind": "default"}},
  {"name": "Alert", "type": "operation", "actions": [{"functionRef": {"refName": "alert"}}], "end": {"kind": "default"}}]}`

// soldSeats calls one task in three ways: by two aliases with parameters, and by its name.
const soldSeats = "@task tell-customer = notify (- channel: mail -)\n" +
	"@task tell-operations = notify (- channel: pager -)\n" +
	"\n" +
	"sell-seat → { ? `$[?(@.sold = true)]` tell-customer\n" +
	"  ? `$[?(@.sold = false)]` tell-operations } → notify\n"

// TestWaysBackAreExcused converts definitions there and back. What differs on the way back is excused by a loss or contract, and the names
// of the steps are the same.
func TestWaysBackAreExcused(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, file, text, through string
		want                      []string
	}{
		{"parallel parts through an entity", "x.asl.json", `{"StartAt": "Check", "States": {"Check": {"Type": "Parallel", "ResultPath": "$.checks", "Next": "Note", "Branches": [
  {"StartAt": "Credit", "States": {"Credit": {"Type": "Task", "Resource": "urn:task:credit", "End": true}}},
  {"StartAt": "Fraud", "States": {"Fraud": {"Type": "Task", "Resource": "urn:task:fraud", "End": true}}}]},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "ResultPath": "$.note", "End": true}}}`, "fsm", []string{`"Type": "Parallel"`, `"credit": {`, `"fraud": {`, `"ResultPath": "$.checks"`}},
		{"an iteration through an entity", "x.asl.json", `{"StartAt": "Load", "States": {"Load": {"Type": "Map", "ItemsPath": "$.files", "MaxConcurrency": 2, "ResultPath": "$.loads", "End": true,
  "ItemProcessor": {"StartAt": "Read", "States": {"Read": {"Type": "Task", "Resource": "urn:task:read", "Catch": [{"ErrorEquals": ["Broken"], "ResultPath": null, "Next": "Drop"}], "End": true},
   "Drop": {"Type": "Task", "Resource": "urn:task:drop", "End": true}}}}}}`, "fsm", []string{`"Type": "Map"`, `"ItemsPath": "$.files"`, `"MaxConcurrency": 2`, `"read": {`, `"drop": {`, `"Broken"`}},
		{"data that begins a flow, through an entity", "x.flow", "<{\"source\": \"sales\"}> → list → * { load → check } → sum\n", "fsm", []string{`<{"source": "sales"}> → list → * {`, "load → check", "→ sum"}},
		{"a timer of a user task through an entity", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [{"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "escalate"}]},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"}, {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`, "fsm", []string{`"duration": "PT48H"`, `"targetStepId": "escalate"`}},
		{"a timer of a user task through a flow", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [{"type": "TIMER", "duration": "PT48H", "interrupting": true, "targetStepId": "escalate"}]},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"}, {"id": "escalate", "name": "Escalate", "type": "SERVICE_TASK", "jobType": "escalate", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`, "arrow", []string{`"duration": "PT48H"`, `"targetStepId": "escalate"`}},
		{"requests in a loop through a flow", "x.fsm.json", `{"version": "1", "name": "text", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "WRITE", "next": "WRITTEN", "manual": false, "processors": [{"type": "EXTERNAL", "name": "write", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "WRITTEN": {"transitions": [{"name": "APPROVE", "next": "APPROVED", "manual": true},
    {"name": "REWORK", "next": "WRITTEN", "manual": true, "processors": [{"type": "EXTERNAL", "name": "change-text", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "APPROVED": {}}}`, "arrow", []string{"\"WRITTEN\": {\n      \"transitions\": [\n        {\n          \"name\": \"APPROVE\",\n          \"next\": \"APPROVED\",\n          \"manual\": true",
			"\"name\": \"REWORK\",\n          \"next\": \"WRITTEN\",\n          \"manual\": true", `"name": "change-text"`}},
		{"a signal in a loop through a flow", "x.step.json", `{"id": "find", "name": "Find", "steps": [
  {"id": "pause", "name": "Pause", "type": "WAIT", "nextStep": "look", "boundaryEvents": [{"type": "TIMER", "duration": "PT1M", "interrupting": true, "targetStepId": "look"}]},
  {"id": "look", "name": "Look", "type": "SERVICE_TASK", "jobType": "look-up", "nextStep": "there"},
  {"id": "there", "name": "There?", "type": "DECISION", "conditionalNextSteps": {"#state == 'THERE'": "end", "true": "pause"}},
  {"id": "end", "name": "End", "type": "END"}]}`, "arrow", []string{"\"type\": \"WAIT\",\n      \"nextStep\": \"look\"", `"duration": "PT1M"`, `"jobType": "look-up"`, `"true": "pause"`}},
		{"a loop that is left for several states through a flow", "x.fsm.json", `{"version": "1", "name": "load", "initialState": "LISTED", "active": true, "states": {
  "LISTED": {"transitions": [{"name": "NOTHING", "next": "SKIPPED", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.count", "operatorType": "EQUALS", "value": 0}},
    {"name": "LOAD", "next": "LOADED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "load-files", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "LOADED": {"transitions": [{"name": "BREAK_OFF", "next": "BROKEN", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.broken", "operatorType": "GREATER_THAN", "value": 0}},
    {"name": "PUBLISH", "next": "PUBLISHED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "write-report", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "BROKEN": {"transitions": [{"name": "RELOAD", "next": "LISTED", "manual": true, "processors": [{"type": "EXTERNAL", "name": "list-files", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "GIVE_UP", "next": "GIVEN_UP", "manual": true}]},
  "SKIPPED": {}, "PUBLISHED": {}, "GIVEN_UP": {}}}`, "arrow", []string{"\"name\": \"RELOAD\",\n          \"next\": \"LISTED\",\n          \"manual\": true", "\"name\": \"GIVE_UP\",\n          \"next\": \"GIVEN_UP\",\n          \"manual\": true",
			"\"name\": \"LOAD\",\n          \"next\": \"LOADED\"", "\"name\": \"PUBLISH\",\n          \"next\": \"PUBLISHED\""}},
		{"a request with a condition, and a failure that is ignored, in a loop through a flow", "x.fsm.json", `{"version": "1", "name": "claim", "initialState": "OPEN", "active": true, "states": {
  "OPEN": {"transitions": [{"name": "GRANT", "next": "GRANTED", "manual": true},
    {"name": "ASK", "next": "ASKED", "manual": true, "processors": [{"type": "EXTERNAL", "name": "mail-question", "executionMode": "ASYNC_NEW_TX", "config": {"attachEntity": true}}]}]},
  "ASKED": {"transitions": [{"name": "ANSWER", "next": "OPEN", "manual": true, "criterion": {"type": "simple", "jsonPath": "$.receipt", "operatorType": "NOT_NULL"}}]},
  "GRANTED": {}}}`, "arrow", []string{"\"name\": \"GRANT\",\n          \"next\": \"GRANTED\",\n          \"manual\": true", "\"name\": \"ASK\",\n          \"next\": \"ASKED\",\n          \"manual\": true",
			"\"name\": \"ANSWER\",\n          \"next\": \"OPEN\",\n          \"manual\": true,\n          \"criterion\""}},
		{"a choice in a loop that fails by itself through a flow", "x.asl.json", `{"StartAt": "Pause", "States": {
  "Pause": {"Type": "Wait", "Seconds": 60, "Next": "look"}, "look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.look", "Next": "There"},
  "There": {"Type": "Choice", "Choices": [{"Variable": "$.look.state", "StringEquals": "DONE", "Next": "Done"}, {"Variable": "$.look.state", "StringEquals": "OPEN", "Next": "Pause"}]},
  "Done": {"Type": "Succeed"}}}`, "arrow", []string{"\"StringEquals\": \"OPEN\",\n          \"Next\": \"Pause\"\n        }\n      ]\n    }"}},
		{"a wait in a loop whose length is data through a flow", "x.asl.json", `{"StartAt": "Pause", "States": {
  "Pause": {"Type": "Wait", "SecondsPath": "$.job.pause", "Next": "look"}, "look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.job", "Next": "There"},
  "There": {"Type": "Choice", "Choices": [{"Variable": "$.job.state", "StringEquals": "DONE", "Next": "Done"}, {"Variable": "$.job.state", "StringEquals": "LOST", "Next": "Lost"}], "Default": "Pause"},
  "Lost": {"Type": "Fail", "Error": "Lost", "CausePath": "$.job.why"}, "Done": {"Type": "Succeed"}}}`, "arrow", []string{`"SecondsPath": "$.job.pause"`, `"CausePath": "$.job.why"`, `"Error": "Lost"`}},
		{"choices in a loop through a flow", "x.step.json", `{"id": "edit", "name": "Edit", "steps": [
  {"id": "review", "name": "Review", "type": "USER_TASK", "nextStep": "good", "boundaryEvents": [{"type": "TIMER", "duration": "P2D", "interrupting": true, "targetStepId": "remind"}]},
  {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "send-reminder", "nextStep": "review"},
  {"id": "good", "name": "Good?", "type": "DECISION", "conditionalNextSteps": {"mark > 3": "end", "mark > 1": "rework", "true": "rewrite"}},
  {"id": "rework", "name": "Rework", "type": "SERVICE_TASK", "jobType": "change-text", "nextStep": "print"},
  {"id": "rewrite", "name": "Rewrite", "type": "SERVICE_TASK", "jobType": "write-text", "nextStep": "print"},
  {"id": "print", "name": "Print", "type": "SERVICE_TASK", "jobType": "print-text", "nextStep": "review"},
  {"id": "end", "name": "End", "type": "END"}]}`, "arrow", []string{`"id": "review",`, `"id": "remind",`, `"id": "rework",`, `"id": "rewrite",`, `"mark > 3": "end",`, `"mark > 1": "rework",`, `"true": "rewrite"`,
			"\"jobType\": \"print-text\",\n      \"nextStep\": \"review\"", "\"type\": \"USER_TASK\",\n      \"nextStep\": \"good\""}},
		{"events that are published by tasks", "x.sw.json", `{"id": "sale", "name": "Sale", "version": "1", "functions": [{"name": "charge", "resource": "urn:charge"}],
  "events": [{"name": "charged", "type": "sale.charged", "kind": "produced"}], "states": [
  {"name": "charge", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "charge"}}], "end": {"kind": "event", "produceEvent": {"eventRef": "charged", "data": "{{ $.amount }}"}}}]}`,
			"step", []string{`"name": "charge"`, `"produceEvent"`}},
		{"events that are published by tasks of a flow", "x.sw.json", `{"id": "sale", "name": "Sale", "version": "1", "functions": [{"name": "charge", "resource": "urn:charge"}],
  "events": [{"name": "charged", "type": "sale.charged", "kind": "produced"}], "states": [
  {"name": "charge", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "charge"}}], "end": {"kind": "event", "produceEvent": {"eventRef": "charged", "data": "{{ $.amount }}"}}}]}`,
			"arrow", []string{`"name": "charge"`, `"produceEvent"`}},
		{"actions of a state through a flow", "x.sw.json", `{"id": "tea", "name": "Tea", "version": "1", "functions": [{"name": "pot", "resource": "urn:pot"}, {"name": "cups", "resource": "urn:cups"}], "states": [
  {"name": "serve", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pot"}}, {"functionRef": {"refName": "cups"}}], "end": {"kind": "default"}}]}`,
			"arrow", []string{`"name": "serve"`, "\"refName\": \"pot\"\n          }\n        },\n        {\n          \"functionRef\": {\n            \"refName\": \"cups\""}},
		{"actions of a state through steps", "x.sw.json", `{"id": "tea", "name": "Tea", "version": "1", "functions": [{"name": "pot", "resource": "urn:pot"}, {"name": "cups", "resource": "urn:cups"}], "states": [
  {"name": "serve", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "pot"}}, {"functionRef": {"refName": "cups"}}], "end": {"kind": "default"}}]}`,
			"step", []string{`"name": "serve"`, "\"refName\": \"pot\"\n          }\n        },\n        {\n          \"functionRef\": {\n            \"refName\": \"cups\""}},
		{"actions because of events through asl", "x.sw.json", afterEvents, "asl", afterEventsAgain},
		{"actions because of events through steps", "x.sw.json", afterEvents, "step", afterEventsAgain},
		{"events that calls produce", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Publish", "States": {"Publish": {"Type": "Task", "Resource": "arn:aws:states:::events:putEvents",
  "Arguments": {"Entries": [{"Source": "shop", "DetailType": "Done", "Detail": "{% $states.input %}", "EventBusName": "default"}]}, "Output": "{% $states.input %}", "End": true}}}`, "sw",
			[]string{`"Publish": {`, `events:putEvents`}},
		{"computed values", "x.step.json", `{"id": "label", "name": "Label", "steps": [
  {"id": "fill", "name": "Fill", "type": "TRANSFORMATION", "transformations": {"to": "${address.city}", "copies": "${count + 1}"}, "nextStep": "print"},
  {"id": "print", "name": "Print", "type": "SERVICE_TASK", "jobType": "print", "nextStep": "done"}, {"id": "done", "name": "Done", "type": "END"}]}`, "asl", []string{`"TRANSFORMATION"`, `count + 1`}},
		{"data of an end through an entity", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Wanted", "States": {
  "Wanted": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.wanted = false %}", "Next": "Ended"}], "Default": "Charge"},
  "Charge": {"Type": "Task", "Resource": "urn:task:charge", "End": true}, "Ended": {"Type": "Succeed", "Output": {"renewed": false, "id": "{% $states.input.id %}"}}}}`,
			"fsm", []string{`"Next": "Ended"`, "\"Ended\": {\n      \"Type\": \"Pass\"", `"renewed": false`}},
		{"names of transitions through a flow", "x.fsm.json", `{"version": "1", "name": "loan", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "CHECK", "next": "CHECKED", "manual": false, "processors": [
    {"type": "EXTERNAL", "name": "check-credit", "executionMode": "SYNC", "config": {"attachEntity": true}}, {"type": "EXTERNAL", "name": "check-identity", "executionMode": "SYNC", "config": {"attachEntity": true}},
    {"type": "EXTERNAL", "name": "note", "executionMode": "ASYNC_NEW_TX", "config": {"attachEntity": true}}]}]},
  "CHECKED": {"transitions": [
    {"name": "ACCEPT", "next": "PAID", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.score", "operatorType": "GREATER_THAN", "value": 700},
     "processors": [{"type": "EXTERNAL", "name": "pay", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "REFUSE", "next": "DECLINED", "manual": false, "processors": [{"type": "EXTERNAL", "name": "tell", "executionMode": "ASYNC_NEW_TX", "config": {"attachEntity": true}}]}]},
  "PAID": {}, "DECLINED": {}}}`, "arrow", []string{"\"NEW\": {\n      \"transitions\": [\n        {\n          \"name\": \"check-credit\",\n          \"next\": \"CHECKED\"", `"name": "call-new-note"`, `"name": "ACCEPT"`, `"name": "REFUSE"`}},
		{"a step with a handler that several paths lead to, through a flow", "x.asl.json", `{"StartAt": "Small", "States": {
  "Small": {"Type": "Choice", "Choices": [{"Variable": "$.total", "NumericLessThan": 500, "Next": "Pay"}], "Default": "Ask"},
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "ResultPath": "$.said", "Next": "Agreed"},
  "Agreed": {"Type": "Choice", "Choices": [{"Variable": "$.said.yes", "BooleanEquals": true, "Next": "Pay"}], "Default": "Tell"},
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "ResultPath": "$.paid", "Catch": [{"ErrorEquals": ["Refused"], "ResultPath": "$.error", "Next": "Tell"}], "End": true},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true}}}`, "arrow", []string{"\"Next\": \"Pay\"\n        }\n      ],\n      \"Default\": \"ask\"", "\"Next\": \"Pay\"\n        }\n      ],\n      \"Default\": \"tell\""}},
		{"parallel steps whose results are joined", "x.flow", "collect → { credit identity } → decide\n", "asl", []string{"  credit\n  identity\n", "→ decide"}},
		{"parallel steps that are joined with what came before them", "x.flow", "grade :graded → pay → :done;\n:graded → book → :done;\n:done close\n", "asl",
			[]string{"    :start → :end\n", "  pay\n  book\n", "→ close"}},
		{"aliases of one task", "x.flow", soldSeats, "asl", []string{"@task tell-customer = notify ;", "@task tell-operations = notify ;", "? `$[?(@.sold == false)]` tell-operations", "→ notify"}},
		{"aliases of one task through states with actions", "x.flow", soldSeats, "sw", []string{"@task tell-customer = notify ;", "@task tell-operations = notify ;", "? `$[?(@.sold == false)]` tell-operations", "→ notify"}},
		{"aliases of one task at the same time", "x.flow", "@task copy (- to: disk -)\n@task store = copy (- to: vault -)\ndump → { copy → check-copy\nstore → check-vault } → > report\n", "asl",
			[]string{"@task store = copy ;", "copy → check-copy", "store → check-vault"}},
		{"actions of a state after a choice, through a flow", "x.sw.json", soundCopies, "arrow",
			[]string{`"name": "Copies"`, `"name": "Sound"`, `"name": "Prune"`, `"nextState": "Prune"`, `"nextState": "alert"`, "\"refName\": \"list\"\n          }\n        },\n        {\n          \"name\": \"clear\""}},
		{"two values that a decision compares, through a flow", "x.step.json", `{"id": "dues", "name": "Dues", "steps": [
  {"id": "look", "name": "Look", "type": "SERVICE_TASK", "jobType": "look", "nextStep": "paid"},
  {"id": "paid", "name": "Paid", "type": "DECISION", "conditionalNextSteps": {"paid >= due": "close", "paid < due": "remind"}},
  {"id": "close", "name": "Close", "type": "SERVICE_TASK", "jobType": "close", "nextStep": "end-closed"}, {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind", "nextStep": "end-open"},
  {"id": "end-closed", "name": "Closed", "type": "END"}, {"id": "end-open", "name": "Open", "type": "END"}]}`, "arrow", []string{`"paid >= due": "close"`, `"remind"`}},
		{"errors of one step that go to different places", "x.asl.json", `{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "ResultPath": "$.paid", "Next": "Ship", "Catch": [{"ErrorEquals": ["Refused"], "ResultPath": "$.refused", "Next": "Tell"}, {"ErrorEquals": ["Lost"], "ResultPath": "$.lost", "Next": "Look"}]},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "ResultPath": "$.shipped", "End": true}, "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.seen", "End": true}}}`, "sw", []string{`"Next": "Tell"`, `"Next": "Look"`}},
		{"a task that is called again with other parameters", "x.flow", "post → wait (- days: 14 -) → ? `$[?(@.open = true)]` { remind → wait (- days: 7 -) } → close\n", "asl",
			[]string{"post → wait → ", "remind → wait\n", "→ close"}},
		{"two values of which one decides where the other does not, through a flow", "x.asl.json", `{"StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.seen", "Next": "Paid"},
  "Paid": {"Type": "Choice", "Choices": [{"Variable": "$.paid", "NumericGreaterThanEqualsPath": "$.due", "Next": "Close"}], "Default": "Remind"},
  "Close": {"Type": "Task", "Resource": "urn:task:close", "ResultPath": "$.closed", "End": true}, "Remind": {"Type": "Task", "Resource": "urn:task:remind", "ResultPath": "$.told", "End": true}}}`,
			"arrow", []string{`"Default": "remind"`}},
		{"a variable that a step counts", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "Assign": {"looks": 0}, "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "Assign": {"looks": "{% $looks + 1 %}"}, "Next": "Ready"},
  "Ready": {"Type": "Choice", "Choices": [{"Condition": "{% $states.input.ready = true %}", "Next": "Hand over"}, {"Condition": "{% $looks >= 3 %}", "Next": "Give up"}], "Default": "Look"},
  "Hand over": {"Type": "Task", "Resource": "urn:task:hand-over", "End": true}, "Give up": {"Type": "Task", "Resource": "urn:task:give-up", "End": true}}}`, "sw",
			[]string{"function:call-look\",\n      \"Output\": \"{% $merge([$states.input, $states.result]) %}\",\n      \"Next\": \"Ready\""}},
		{"an entity that rests", "x.fsm.json", `{"version": "1", "name": "drink", "initialState": "ASKED", "active": true, "states": {"ASKED": {"transitions": [
  {"name": "tea", "next": "KETTLE", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kind", "operatorType": "EQUALS", "value": "tea"}},
  {"name": "coffee", "next": "MILL", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kind", "operatorType": "EQUALS", "value": "coffee"}}]}, "KETTLE": {}, "MILL": {}}}`, "sw",
			[]string{`"KETTLE"`, `"MILL"`, `"ASKED"`}},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := today(t, authored{name: x.file, text: x.text})
			there, _ := convertedTo(t, p, x.through)
			to := dialects.Named(all.Dialects(), p.Start().Dialect)
			o := inDomain(to, dialects.Raising{Format: source.JSON})
			back := convert.Raise(all.Dialects(), to, there, o)
			if len(back.Definitions) == 0 {
				t.Fatal(back.Reason)
			}
			text := string(back.Definitions[0].Text)
			again, err := convert.Read(to, back.Definitions, source.JSON, dialects.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			v, err := (&verify.Pair{Source: there, Target: again, Raised: back, Domain: o.Domain}).Verify(context.Background(), verify.Invent(there, options(), 20, rand.New(rand.NewSource(1))))
			if err != nil {
				t.Fatal(err)
			}
			if v.Difference != nil {
				t.Errorf("a run differs: %s", *v.Difference)
			}
			for _, part := range x.want {
				if !strings.Contains(text, part) {
					t.Errorf("%s is not in\n%s", part, text)
				}
			}
		})
	}
}

// TestOnlyRequestsAreReadBack has what an entity does on the only request of a state be on that request again after a conversion to tasks with
// tokens, and a state that follows such a request stay one.
func TestOnlyRequestsAreReadBack(t *testing.T) {
	t.Parallel()
	const states = `{"version": "1", "name": "parcel", "initialState": "PACKED", "active": true, "states": {%s, "SHIPPED": {"transitions": []}}}`
	for _, c := range []struct{ name, text, want, not string }{
		{"on the request", `"PACKED": {"transitions": [{"name": "HAND_OVER", "next": "SHIPPED", "manual": true, "processors": [
  {"type": "EXTERNAL", "name": "notify", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}`,
			"\"name\": \"HAND_OVER\",\n          \"next\": \"SHIPPED\",\n          \"manual\": true", `"HAND_OVER": {`},
		{"in a state after it", `"PACKED": {"transitions": [{"name": "HAND_OVER", "next": "TELLING", "manual": true}]},
  "TELLING": {"transitions": [{"name": "tell", "next": "SHIPPED", "manual": false, "processors": [
   {"type": "EXTERNAL", "name": "notify", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}`,
			"\"next\": \"SHIPPED\",\n          \"manual\": false", `"next": "SHIPPED",` + "\n          \"manual\": true"},
		{"in a state after one that has a condition", `"PACKED": {"transitions": [{"name": "HAND_OVER", "next": "TELLING", "manual": true,
   "criterion": {"type": "simple", "jsonPath": "$.label", "operatorType": "NOT_NULL"}}]},
  "TELLING": {"transitions": [{"name": "tell", "next": "SHIPPED", "manual": false, "processors": [
   {"type": "EXTERNAL", "name": "notify", "executionMode": "SYNC", "config": {"attachEntity": true}}, {"type": "EXTERNAL", "name": "weigh", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}`,
			"\"next\": \"SHIPPED\",\n          \"manual\": false", `"next": "SHIPPED",` + "\n          \"manual\": true"},
	} {
		p := today(t, authored{name: "x.fsm.json", text: fmt.Sprintf(states, c.text)})
		asl, fsm := dialects.Named(all.Dialects(), "asl"), dialects.Named(all.Dialects(), "fsm")
		o := inDomain(asl, dialects.Raising{Format: source.JSON})
		there := convert.Raise(all.Dialects(), asl, p, o)
		between, err := convert.Read(asl, there.Definitions, source.JSON, dialects.Options{})
		if err != nil {
			t.Fatal(err)
		}
		back := convert.Raise(all.Dialects(), fsm, between, inDomain(fsm, dialects.Raising{Format: source.JSON}))
		if text := string(back.Definitions[0].Text); !strings.Contains(text, c.want) || strings.Contains(text, c.not) {
			t.Errorf("%s: %s is missing, or %s is there:\n%s", c.name, c.want, c.not, text)
		}
	}
}

// afterEvents is a workflow with a state that acts because of two events, in one case twice, and does nothing because of a third one.
const afterEvents = `{"id": "tea", "name": "Tea", "version": "1",
  "functions": [{"name": "warm", "resource": "urn:warm"}, {"name": "pour", "resource": "urn:pour"}, {"name": "clear", "resource": "urn:clear"}],
  "events": [{"name": "guest", "type": "door.guest", "source": "door"}, {"name": "late", "type": "clock.late", "source": "clock"}, {"name": "rain", "type": "sky.rain", "source": "sky"}],
  "states": [
    {"name": "Warm", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "warm"}}], "transition": {"nextState": "Serve"}},
    {"name": "Serve", "type": "event", "exclusive": true, "timeout": "PT2H", "transition": {"nextState": "Clear"}, "eventsActions": [
      {"eventRefs": ["guest"], "actions": [{"name": "first", "functionRef": {"refName": "pour"}}, {"name": "second", "functionRef": {"refName": "pour"}}]},
      {"eventRefs": ["late"], "actions": [{"name": "cool", "functionRef": {"refName": "warm"}}]},
      {"eventRefs": ["rain"], "actions": []}]},
    {"name": "Clear", "type": "operation", "actions": [{"functionRef": {"refName": "clear"}}], "end": {"kind": "default"}}]}`

// afterEventsAgain is what that state has to be again.
var afterEventsAgain = []string{"\"type\": \"event\",\n      \"eventsActions\"", `"name": "first"`, `"name": "second"`, `"name": "cool"`, `"timeout": "PT2H"`}
