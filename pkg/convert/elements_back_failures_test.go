package convert_test

// undoneTrip takes two things back after an error, side by side, and fails with that error.
const undoneTrip = `{"StartAt": "Pay", "States": {
  "Pay": {"Type": "Task", "Resource": "urn:task:pay", "ResultPath": "$.payment", "Next": "Send", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Sorry"}]},
  "Send": {"Type": "Task", "Resource": "urn:task:send", "ResultPath": "$.ticket", "End": true, "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Undo"}]},
  "Undo": {"Type": "Parallel", "ResultPath": null, "Next": "Sorry", "Branches": [
    {"StartAt": "Refund", "States": {"Refund": {"Type": "Task", "Resource": "urn:task:refund", "End": true}}},
    {"StartAt": "Release", "States": {"Release": {"Type": "Task", "Resource": "urn:task:release", "End": true}}}]},
  "Sorry": {"Type": "Fail", "ErrorPath": "$.error.Error", "CausePath": "$.error.Cause"}}}`

// clearedDesk fails after a handler of parallel parts, and merges an answer into the document where they succeed.
const clearedDesk = `{"StartAt": "Set up", "States": {
  "Set up": {"Type": "Parallel", "ResultPath": "$.desk", "Next": "Invite", "Catch": [{"ErrorEquals": ["States.ALL"], "ResultPath": "$.error", "Next": "Clear"}], "Branches": [
    {"StartAt": "Screen", "States": {"Screen": {"Type": "Task", "Resource": "urn:task:screen", "End": true}}},
    {"StartAt": "Phone", "States": {"Phone": {"Type": "Task", "Resource": "urn:task:phone", "End": true}}}]},
  "Invite": {"Type": "Task", "Resource": "urn:task:invite", "ResultPath": "$.invitation", "End": true},
  "Clear": {"Type": "Task", "Resource": "urn:task:clear", "ResultPath": "$.cleared", "Next": "No desk"},
  "No desk": {"Type": "Fail", "Error": "NoDesk", "CausePath": "$.error.Cause"}}}`

// toldState computes what a branch of a choice gives, what tasks get, and what their answers become.
const toldState = `{"QueryLanguage": "JSONata", "StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "Output": "{% $merge([$states.input, {'state': $states.result.state}]) %}", "Next": "Which?"},
  "Which?": {"Type": "Choice", "Default": "Book", "Choices": [
    {"Condition": "{% $states.input.state = 'BAD' %}", "Output": "{% $merge([$states.input, {'why': $lowercase($states.input.state)}]) %}", "Next": "Tell"}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:mail", "Arguments": {"text": "{% 'It is ' & $states.input.why %}"}, "Output": {"mail": "{% $states.result.id %}"}, "End": true},
  "Book": {"Type": "Task", "Resource": "urn:task:book", "Arguments": {"text": "{% 'It is ' & $states.input.state %}"}, "Output": {"booking": "{% $states.result.id %}"}, "End": true}}}`

// elementsBackFailures are cases of TestElementsComeBack in which something fails after an error, or is computed in a branch.
var elementsBackFailures = []elementsBack{
	{"an error that is read from the data", "x.asl.json", undoneTrip, "arrow", `sorry ({"error": {"value": "$.error.Error"}, "cause": {"value": "$.error.Cause"}})`},
	{"the output of a branch, and reshaped answers of tasks whose input is computed", "x.asl.json", toldState, "step", `"jobType": "call-tell",
      "nextStep": "end"`},
	{"a failure after a handler, before a step that adds", "x.asl.json", clearedDesk, "arrow", `no-desk ({"error": "NoDesk", "cause": {"value": "$.error.Cause"}})`},
}
