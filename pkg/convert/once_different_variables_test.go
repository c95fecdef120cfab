package convert_test

// onceDifferentVariables are definitions of asl with variables that are among those of TestOnceDifferent.
var onceDifferentVariables = []once{
	{"a wait that selects a part of the document, and assigns a variable of it", "x.asl.json", `{"StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 5, "InputPath": "$.order", "Assign": {"number.$": "$.number"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"number.$": "$number", "total.$": "$.total"}, "ResultPath": "$.told", "Next": "Done"},
  "Done": {"Type": "Task", "Resource": "urn:task:done", "Parameters": {"number.$": "$number"}, "End": true}}}`, "step", "convert/merged-result"},
	{"a wait that makes a part of the document the document, and assigns a variable of the whole", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 5, "Output": "{% $states.input.order %}", "Assign": {"number": "{% $states.input.order.number %}"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"number": "{% $number %}", "total": "{% $states.input.total %}"}, "End": true}}}`, "step", "convert/merged-result"},
}
