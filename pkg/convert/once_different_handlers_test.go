package convert_test

// onceDifferentHandlers are such definitions with error handlers, most of which put something else than the error into the data, and with
// timers.
var onceDifferentHandlers = []once{
	{"a handler that puts a fixed text into the document", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 60, "Output": "{% $merge([$states.input, {'reply': $states.result}]) %}", "Next": "Book",
    "Catch": [{"ErrorEquals": ["States.Timeout"], "Output": "{% $merge([$states.input, {'reason': 'no reply'}]) %}", "Next": "Give up"}]},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "Output": "{% $merge([$states.input, {'booking': $states.result}]) %}", "End": true},
  "Give up": {"Type": "Task", "Resource": "urn:task:give-up", "Output": "{% $merge([$states.input, {'noted': $states.result}]) %}", "End": true}}}`, "step", ""},
	{"handlers that put fixed texts at one place", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 60, "Output": "{% $merge([$states.input, {'reply': $states.result}]) %}", "Next": "Book",
    "Catch": [{"ErrorEquals": ["States.Timeout"], "Output": "{% $merge([$states.input, {'reason': 'no reply'}]) %}", "Next": "Give up"},
      {"ErrorEquals": ["Rude"], "Output": "{% $merge([$states.input, {'reason': 'not polite'}]) %}", "Next": "Book"}]},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "Output": "{% $merge([$states.input, {'booking': $states.result}]) %}", "End": true},
  "Give up": {"Type": "Task", "Resource": "urn:task:give-up", "Output": "{% $merge([$states.input, {'noted': $states.result}]) %}", "End": true}}}`, "step", "convert/decision"},
	{"an error that may be of a time limit, with the members that errors have elsewhere", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Ask", "States": {
  "Ask": {"Type": "Task", "Resource": "urn:task:ask", "TimeoutSeconds": 60, "Output": "{% $merge([$states.input, {'reply': $states.result}]) %}", "End": true,
    "Catch": [{"ErrorEquals": ["States.ALL"], "Output": "{% $merge([$states.input, {'error': {'name': $states.errorOutput.Error, 'message': $states.errorOutput.Cause}}]) %}", "Next": "Note"}]},
  "Note": {"Type": "Task", "Resource": "urn:task:note", "Output": "{% $merge([$states.input, {'noted': $states.result}]) %}", "End": true}}}`, "sw", ""},
	{"a handler of a missing sign of life, which a worker watches for", "x.asl.json", `{"StartAt": "Press", "States": {
  "Press": {"Type": "Task", "Resource": "urn:task:press", "TimeoutSeconds": 60, "HeartbeatSeconds": 20, "ResultPath": "$.pressed", "Next": "Fold",
    "Retry": [{"ErrorEquals": ["Cold"], "IntervalSeconds": 5}], "Catch": [{"ErrorEquals": ["States.HeartbeatTimeout"], "ResultPath": "$.error", "Next": "Look"}]},
  "Fold": {"Type": "Task", "Resource": "urn:task:fold", "ResultPath": "$.folded", "End": true},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.seen", "End": true}}}`, "sw arrow fsm step", ""},
	{"a reminder beside a task that another timer interrupts", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "open", "name": "open", "type": "SERVICE_TASK", "jobType": "open", "nextStep": "ask"},
  {"id": "ask", "name": "ask", "type": "SERVICE_TASK", "jobType": "ask", "nextStep": "well", "boundaryEvents": [
    {"type": "TIMER", "duration": "PT2H", "interrupting": false, "targetStepId": "nudge"}, {"type": "TIMER", "duration": "PT9H", "interrupting": true, "targetStepId": "late"}]},
  {"id": "well", "name": "well", "type": "DECISION", "conditionalNextSteps": {"fine == true": "good", "fine == false": "bad"}},
  {"id": "nudge", "name": "nudge", "type": "SERVICE_TASK", "jobType": "nudge"},
  {"id": "good", "name": "good", "type": "END"}, {"id": "bad", "name": "bad", "type": "END"}, {"id": "late", "name": "late", "type": "END"}]}`, "sw", "convert/beside-answers"},
	{"an iteration with an action that is out of time", "x.sw.json", `{"id": "x", "name": "X", "functions": [{"name": "wash", "resource": "urn:wash"}], "states": [
  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.shirts }}", "iterationParam": "shirt", "outputCollection": "{{ $.done }}",
    "actions": [{"functionRef": {"refName": "wash", "parameters": {"shirt": "{{ $.shirt }}"}}, "timeout": "PT2M"}], "end": {"kind": "default"}}]}`, "arrow asl step fsm", "convert/stopped-items"},
	{"an iteration with two actions, which may answer nothing", "x.sw.json", `{"id": "x", "name": "X", "functions": [{"name": "wash", "resource": "urn:wash"}, {"name": "dry", "resource": "urn:dry"}], "states": [
  {"name": "Each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.shirts }}", "iterationParam": "shirt", "outputCollection": "{{ $.done }}",
    "actions": [{"functionRef": {"refName": "wash", "parameters": {"shirt": "{{ $.shirt }}"}}}, {"functionRef": {"refName": "dry", "parameters": {"shirt": "{{ $.shirt }}"}}}], "end": {"kind": "default"}}]}`,
		"asl arrow fsm", ""},
}
