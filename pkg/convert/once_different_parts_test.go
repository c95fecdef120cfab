package convert_test

// onceDifferentParts are such definitions with parts that run in parallel.
var onceDifferentParts = []once{
	{"a document that is merged with the answers of several parts", "x.flow", "read :form → { age debts past } → :all ;\n" +
		":form → :all > rate → { ?`$[?(@.points >= 70)]` grant\n ?`$[?(@.points < 70)]` refuse }\n", "sw fsm asl", ""},
	{"a table that decides on what another branch may answer", "x.step.json", `{"id": "x", "name": "x", "steps": [
  {"id": "both", "name": "both", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["wash", "weigh"], "joinStep": "ready"},
  {"id": "wash", "name": "wash", "type": "SERVICE_TASK", "jobType": "wash", "nextStep": "ready"},
  {"id": "weigh", "name": "weigh", "type": "SERVICE_TASK", "jobType": "weigh", "nextStep": "rate"},
  {"id": "rate", "name": "rate", "type": "DECISION_TABLE", "hitPolicy": "F", "nextStep": "ready", "decisionTable": {"rules": [
    {"when": {"a": "kilos > 5"}, "outputs": {"size": "large"}}, {"when": {}, "outputs": {"size": "small"}}]}},
  {"id": "ready", "name": "ready", "type": "JOIN_GATEWAY", "nextStep": "end"}, {"id": "end", "name": "end", "type": "END"}]}`, "asl fsm arrow", "convert/shared-reads"},
	{"an iteration whose bound is none", "x.asl.json", `{"StartAt": "Wash all", "States": {
  "Wash all": {"Type": "Map", "ItemsPath": "$.shirts", "MaxConcurrency": 0, "ResultPath": "$.washed", "End": true,
    "ItemProcessor": {"StartAt": "Wash", "States": {"Wash": {"Type": "Task", "Resource": "urn:task:wash", "End": true}}}}}}`, "arrow", ""},
	{"an iteration with an input that is computed for its items, and no results", "x.asl.json", `{"StartAt": "Tell all", "States": {
  "Tell all": {"Type": "Map", "ItemsPath": "$.people", "ItemSelector": {"to.$": "$$.Map.Item.Value", "news.$": "$.news"}, "ResultPath": null, "End": true,
    "ItemProcessor": {"StartAt": "Tell", "States": {"Tell": {"Type": "Task", "Resource": "urn:task:tell", "End": true}}}}}}`, "sw arrow", ""},
	{"a wait in one of two branches", "x.step.json", signedHire, "sw", ""},
	{"a task of an iteration that is called again", "x.flow", "list → * wash → fold ({\"to\": 1}) → iron → wash\n", "step", "convert/loop-data"},
}
