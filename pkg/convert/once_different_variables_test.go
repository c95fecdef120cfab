package convert_test

// onceDifferentVariables are definitions of asl with variables that are among those of TestOnceDifferent, and one that was refused.
var onceDifferentVariables = []once{
	{"a wait that selects a part of the document, and assigns a variable of it", "x.asl.json", `{"StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 5, "InputPath": "$.order", "Assign": {"number.$": "$.number"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"number.$": "$number", "total.$": "$.total"}, "ResultPath": "$.told", "Next": "Done"},
  "Done": {"Type": "Task", "Resource": "urn:task:done", "Parameters": {"number.$": "$number"}, "End": true}}}`, "step", "convert/merged-result"},
	{"a wait that makes a part of the document the document, and assigns a variable of the whole", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Rest", "States": {
  "Rest": {"Type": "Wait", "Seconds": 5, "Output": "{% $states.input.order %}", "Assign": {"number": "{% $states.input.order.number %}"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"number": "{% $number %}", "total": "{% $states.input.total %}"}, "End": true}}}`, "step", "convert/merged-result"},
	{"a counter in an iteration, in which an answer replaces the item", "x.asl.json", `{"StartAt": "Each", "States": {
  "Each": {"Type": "Map", "ItemsPath": "$.shirts", "ResultPath": "$.clean", "Next": "Tell", "ItemProcessor": {"StartAt": "Begin", "States": {
    "Begin": {"Type": "Pass", "Assign": {"tries": 0}, "Next": "Wash"}, "Wash": {"Type": "Task", "Resource": "urn:task:wash", "Next": "Count"},
    "Count": {"Type": "Pass", "Assign": {"tries.$": "States.MathAdd($tries, 1)"}, "Next": "Book"},
    "Book": {"Type": "Task", "Resource": "urn:task:book", "Parameters": {"tries.$": "$tries"}, "ResultPath": "$.booked", "End": true}}}},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "ResultPath": "$.told", "End": true}}}`, "step fsm", ""},
	{"a counter in an iteration that is repeated until the count is reached, and whose list becomes the document", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Each", "States": {
  "Each": {"Type": "Map", "Items": "{% $states.input.shirts %}", "Next": "Tell", "ItemProcessor": {"StartAt": "Begin", "States": {
    "Begin": {"Type": "Pass", "Assign": {"tries": 0}, "Next": "Wash"},
    "Wash": {"Type": "Task", "Resource": "urn:task:wash", "Assign": {"tries": "{% $tries + 1 %}"}, "Output": "{% $merge([$states.input, $states.result]) %}", "Next": "Again?"},
    "Again?": {"Type": "Choice", "Choices": [{"Condition": "{% $tries < 3 %}", "Next": "Wash"}], "Default": "Done"}, "Done": {"Type": "Succeed"}}}},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"clean": "{% $states.input %}"}, "End": true}}}`, "step", "convert/merged-result"},
	{"parallel parts that are retried, and assign a variable", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "Both", "States": {
  "Both": {"Type": "Parallel", "Branches": [{"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}},
    {"StartAt": "Weigh", "States": {"Weigh": {"Type": "Task", "Resource": "urn:task:weigh", "End": true}}}], "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 1}],
    "Output": "{% $merge([$states.input, $states.result]) %}", "Assign": {"parts": 2}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"parts": "{% $parts %}", "all": "{% $states.input %}"}, "Output": "{% $merge([$states.input, $states.result]) %}", "End": true}}}`,
		"step", "convert/variables"},
	{"a wait with a time limit that comes after another one", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "rest", "name": "rest", "type": "WAIT", "nextStep": "wash", "boundaryEvents": [{"type": "TIMER", "duration": "PT5S", "interrupting": true, "targetStepId": "wash"},
    {"type": "TIMER", "duration": "PT9S", "interrupting": true, "targetStepId": "dry"}]},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "end"},
  {"id": "dry", "name": "dry", "type": "SERVICE_TASK", "jobType": "dry", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "sw asl arrow fsm", ""},
	{"a part of the answer that becomes the document while a variable is read later", "x.asl.json", `{"StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "Assign": {"day.$": "$.day"}, "OutputPath": "$.order", "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "Parameters": {"day.$": "$day", "total.$": "$.total"}, "ResultPath": "$.shipped", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"day.$": "$day", "shipped.$": "$.shipped"}, "End": true}}}`, "sw arrow fsm", ""},
	{"a part of the document that becomes the document while a variable is read later", "x.asl.json", `{"StartAt": "Look", "States": {
  "Look": {"Type": "Task", "Resource": "urn:task:look", "ResultPath": "$.order", "Assign": {"day.$": "$.day"}, "OutputPath": "$.order", "Next": "Ship"},
  "Ship": {"Type": "Task", "Resource": "urn:task:ship", "Parameters": {"day.$": "$day", "total.$": "$.total"}, "ResultPath": "$.shipped", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Parameters": {"day.$": "$day", "shipped.$": "$.shipped"}, "End": true}}}`, "sw arrow fsm", ""},
	{"a variable that is read beside an item that may be a text", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "List", "States": {
  "List": {"Type": "Task", "Resource": "urn:task:list", "Arguments": {"day": "{% $states.input.day %}"}, "Assign": {"day": "{% $states.input.day %}"}, "Next": "Each"},
  "Each": {"Type": "Map", "Items": "{% $states.input.files %}", "ItemProcessor": {"StartAt": "Load", "States": {
    "Load": {"Type": "Task", "Resource": "urn:task:load", "Arguments": {"file": "{% $states.input %}", "day": "{% $day %}"}, "End": true}}},
    "Output": {"loads": "{% $states.result %}"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"day": "{% $day %}", "loads": "{% $states.input.loads %}"}, "End": true}}}`, "sw arrow fsm", ""},
	{"an item beside a variable that is the result of its part of the iteration", "x.asl.json", `{"QueryLanguage": "JSONata", "StartAt": "List", "States": {
  "List": {"Type": "Task", "Resource": "urn:task:list", "Arguments": {"day": "{% $states.input.day %}"}, "Assign": {"day": "{% $states.input.day %}"}, "Next": "Each"},
  "Each": {"Type": "Map", "Items": "{% $states.input.files %}", "ItemProcessor": {"StartAt": "Load", "States": {
    "Load": {"Type": "Task", "Resource": "urn:task:load", "Arguments": {"file": "{% $states.input %}", "day": "{% $day %}"}, "Assign": {"n": "{% $states.result.n %}"},
      "Output": "{% $states.input %}", "Next": "Many?"},
    "Many?": {"Type": "Choice", "Choices": [{"Condition": "{% $n > 3 %}", "Next": "Store"}], "Default": "Done"},
    "Store": {"Type": "Task", "Resource": "urn:task:store", "Arguments": {"file": "{% $states.input %}", "n": "{% $n %}"}, "End": true}, "Done": {"Type": "Succeed"}}},
    "Output": {"loads": "{% $states.result %}"}, "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "urn:task:tell", "Arguments": {"day": "{% $day %}", "loads": "{% $states.input.loads %}"}, "End": true}}}`, "sw arrow fsm", ""},
}
