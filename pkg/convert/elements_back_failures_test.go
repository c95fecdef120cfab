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

// elementsBackFailures are cases of TestElementsComeBack in which something fails after an error.
var elementsBackFailures = []elementsBack{
	{"an error that is read from the data", "x.asl.json", undoneTrip, "arrow", `sorry ({"error": {"value": "$.error.Error"}, "cause": {"value": "$.error.Cause"}})`},
	{"a failure after a handler, before a step that adds", "x.asl.json", clearedDesk, "arrow", `no-desk ({"error": "NoDesk", "cause": {"value": "$.error.Cause"}})`},
}
