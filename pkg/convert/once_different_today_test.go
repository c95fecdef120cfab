package convert_test

// onceDifferentToday are machines in today's asl that are among those of TestOnceDifferent.
var onceDifferentToday = []once{
	{"a condition on a member of what an error handler passes over", "x.asl.json", `{"StartAt": "Weigh", "States": {
  "Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "ResultPath": "$.weight", "Catch": [{"ErrorEquals": ["Odd"], "ResultPath": "$.error", "Next": "Noted?"}], "Next": "Noted?"},
  "Noted?": {"Type": "Choice", "Choices": [{"Variable": "$.weight.note", "IsPresent": true, "Next": "Tell"}], "Default": "Done"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "Next": "Done"}, "Done": {"Type": "Succeed"}}}`, "step sw arrow fsm", ""},
	{"parts whose results are dropped, and that add to their document", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Output": "{% $states.input %}", "Next": "Tell", "Branches": [
    {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "Output": "{% $merge([$states.input, {'washed': $states.result}]) %}", "Next": "Dry"},
      "Dry": {"Type": "Task", "Resource": "urn:task:dry", "Output": "{% $merge([$states.input, {'dried': $states.result}]) %}", "End": true}}},
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}}]},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Output": "{% $merge([$states.input, {'told': $states.result}]) %}", "End": true}}}`, "step", "convert/branch-data"},
}
