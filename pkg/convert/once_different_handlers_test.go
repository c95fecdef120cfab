package convert_test

// onceDifferentHandlers are such definitions with error handlers that put something else than the error into the data.
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
	{"a handler of a missing sign of life, which a worker watches for", "x.asl.json", `{"StartAt": "Press", "States": {
  "Press": {"Type": "Task", "Resource": "urn:task:press", "TimeoutSeconds": 60, "HeartbeatSeconds": 20, "ResultPath": "$.pressed", "Next": "Fold",
    "Retry": [{"ErrorEquals": ["Cold"], "IntervalSeconds": 5}], "Catch": [{"ErrorEquals": ["States.HeartbeatTimeout"], "ResultPath": "$.error", "Next": "Look"}]},
  "Fold": {"Type": "Task", "Resource": "urn:task:fold", "ResultPath": "$.folded", "End": true},
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.seen", "End": true}}}`, "sw arrow fsm step", ""},
}
