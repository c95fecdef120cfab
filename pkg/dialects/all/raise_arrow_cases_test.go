package all_test

// A raiseArrowCase is a definition, what it is as a flow, and what gets lost.
type raiseArrowCase struct{ what, name, text, want, losses string }

func raiseArrowCases() []raiseArrowCase {
	return []raiseArrowCase{
		{"a chain of tasks", "x.asl.json", machine("Weigh", task("Weigh", "Label")+", "+task("Label", "")),
			"@task Weigh = weigh ;\n" +
				"@task Label = label ;\n" +
				"\n" +
				"Weigh → Label\n", "document approximated"},
		{"names that differ from those of tasks", "x.asl.json", `{"StartAt": "Weigh it", "States": {"Weigh it": {"Type": "Task", "Resource": "urn:task:weigh", "Next": "Ask"}, "Ask": {"Type": "Task", "Resource": "arn:aws:states:::scales", "Next": "Note"}, "Note": {"Type": "Task", "Resource": "urn:task:notes.add", "End": true}}}`,
			"@task Weigh-it = weigh ;\n" +
				"@task Ask = arn:aws:states:::scales ;\n" +
				"@task Note = notes-add ;\n" +
				"\n" +
				"Weigh-it → Ask → Note\n", "document approximated"},
		{"a choice that meets again", "x.asl.json", machine("Kind", choice("Kind", "Other", "new Greet", "old Thank")+", "+task("Greet", "Close")+", "+task("Thank", "Close")+", "+task("Other", "Close")+", "+task("Close", "")),
			"@task Greet = greet ;\n" +
				"@task Thank = thank ;\n" +
				"@task Other = other ;\n" +
				"@task Close = close ;\n" +
				"\n" +
				"{\n" +
				"  ? `$[?(@.kind == 'new')]` Greet\n" +
				"  ? `$[?(@.kind == 'old')]` Thank\n" +
				"  ? `$[?(!(@.kind == 'new') && !(@.kind == 'old'))]` Other\n" +
				"} → Close\n", "document approximated, guard approximated"},
		{"a choice with nothing to do on one side", "x.asl.json", machine("Look", task("Look", "Kind")+", "+choice("Kind", "Close", "new Greet")+", "+task("Greet", "Close")+", "+task("Close", "")),
			"@task Look = look ;\n" +
				"@task Greet = greet ;\n" +
				"@task Close = close ;\n" +
				"\n" +
				"Look → ? `$[?(@.kind == 'new')]` Greet → Close\n", "document approximated, guard approximated"},
		{"a branch that ends early", "x.asl.json", machine("Kind", choice("Kind", "Thank", "new Greet", "odd Stop")+`, "Stop": {"Type": "Fail", "Error": "Odd", "Cause": "nobody knows"}, `+task("Greet", "Close")+", "+task("Thank", "Close")+", "+task("Close", "")),
			"@task Greet = greet ;\n" +
				"@task Thank = thank ;\n" +
				"@task Close = close ;\n" +
				"\n" +
				"? `$[?(!(@.kind == 'odd'))]` {\n" +
				"  {\n" +
				"    ? `$[?(@.kind == 'new')]` Greet\n" +
				"    ? `$[?(!(@.kind == 'new'))]` Thank\n" +
				"  } → Close\n" +
				"}\n" +
				"? `$[?(@.kind == 'odd')]` Stop ({\"error\": \"Odd\", \"cause\": \"nobody knows\"})\n", "document approximated, guard approximated, stand-in approximated"},
		{"choices in one another", "x.asl.json", machine("Kind", choice("Kind", "Inner", "new Greet")+", "+choice("Inner", "Close", "old Thank", "older Visit")+", "+task("Greet", "")+", "+task("Thank", "Visit")+", "+task("Visit", "Close")+", "+task("Close", "")),
			"@task Greet = greet ;\n" +
				"@task Thank = thank ;\n" +
				"@task Visit = visit ;\n" +
				"@task Close = close ;\n" +
				"\n" +
				"? `$[?(@.kind == 'new')]` Greet\n" +
				"? `$[?(!(@.kind == 'new'))]` {\n" +
				"  ? `$[?(@.kind == 'old' || @.kind == 'older')]` {\n" +
				"    ? `$[?(@.kind == 'old')]` Thank → Visit\n" +
				"  } → Close\n" +
				"}\n", "document approximated, guard approximated"},
		{"a choice without a default", "x.asl.json", machine("Kind", choice("Kind", "", "new Greet", "old Thank")+", "+task("Greet", "")+", "+task("Thank", "")),
			"@task Greet = greet ;\n" +
				"@task Thank = thank ;\n" +
				"\n" +
				"? `$[?(@.kind == 'new')]` Greet\n" +
				"? `$[?(@.kind == 'old')]` Thank\n", "document approximated, guard approximated, no-way-on dropped"},
		{"conditions of all kinds", "x.asl.json", `{"StartAt": "Ask", "States": {"Ask": {"Type": "Choice", "InputPath": "$.order", "Choices": [{"And": [{"Variable": "$.total", "NumericGreaterThan": 5}, {"Not": {"Variable": "$.paid", "BooleanEquals": true}}], "Next": "Bill"}, {"Variable": "$.due", "TimestampLessThan": "2026-01-01T00:00:00Z", "Next": "Warn"}], "Default": "Keep"}, "Bill": {"Type": "Task", "Resource": "urn:task:bill", "End": true}, "Warn": {"Type": "Task", "Resource": "urn:task:warn", "End": true}, "Keep": {"Type": "Succeed"}}}`,
			"@task Bill = bill ;\n" +
				"@task Warn = warn ;\n" +
				"\n" +
				"? `$[?(@.order.total > 5 && !(@.order.paid == true))]` Bill\n" +
				"? `$[?(@.order.due < '2026-01-01T00:00:00Z' && !(@.order.total > 5 && !(@.order.paid == true)))]` Warn\n", "document approximated, guard approximated, output-part dropped, path-error approximated"},
		{"branches side by side", "x.asl.json", `{"StartAt": "Both", "States": {"Both": {"Type": "Parallel", "Branches": [` + machine("Pack", task("Pack", "Send")+", "+task("Send", "")) + `, ` + machine("Bill", task("Bill", "")) + `, ` + machine("Nothing", `"Nothing": {"Type": "Pass", "End": true}`) + `], "Next": "Close"}, ` + task("Close", "") + `}}`,
			"@task Pack = pack ;\n" +
				"@task Send = send ;\n" +
				"@task Bill = bill ;\n" +
				"@task Close = close ;\n" +
				"\n" +
				"{\n" +
				"  Pack → Send\n" +
				"  Bill\n" +
				"} → Close\n", "document approximated, joined-data approximated"},
		{"data at the start", "x.asl.json", `{"StartAt": "Fill", "States": {"Fill": {"Type": "Pass", "Result": {"size": "L", "tags": [1, "b"]}, "Next": "Sew"}, ` + task("Sew", "") + `}}`,
			"@task Sew = sew ;\n" +
				"\n" +
				"<{\"size\": \"L\", \"tags\": [1, \"b\"]}> → Sew\n", "document approximated"},
		{"data in the middle", "x.asl.json", `{"StartAt": "Cut", "States": {` + task("Cut", "Fill") + `, "Fill": {"Type": "Pass", "Result": {"size": "L"}, "Next": "Sew"}, ` + task("Sew", "Iron") + `, ` + task("Iron", "") + `}}`,
			"@task Cut = cut ;\n" +
				"@task Sew = sew ;\n" +
				"@task Iron = iron ;\n" +
				"\n" +
				"Cut → {\n" +
				"  <{\"size\": \"L\"}> → Sew\n" +
				"} → Iron\n", "document approximated"},
		{"data that is put into the document", "x.asl.json", `{"StartAt": "Cut", "States": {` + task("Cut", "Fill") + `, "Fill": {"Type": "Pass", "Result": "L", "ResultPath": "$.size", "Next": "Sew"}, ` + task("Sew", "") + `}}`,
			"@task Cut = cut ;\n" +
				"@task Sew = sew ;\n" +
				"\n" +
				"Cut → :Fill ;\n" +
				"<{\"size\": \"L\"}> → :Fill > Sew\n", "document approximated"},
		{"data that is put into the document twice", "x.asl.json", `{"StartAt": "Cut", "States": {` + task("Cut", "Fill") + `, "Fill": {"Type": "Pass", "Result": "L", "ResultPath": "$.size", "Next": "Tag"}, "Tag": {"Type": "Pass", "Result": [2], "ResultPath": "$.tags", "Next": "Sew"}, ` + task("Sew", "End") + `, "End": {"Type": "Pass", "Result": {"a": 1}, "ResultPath": "$.b.c", "Next": "Iron"}, ` + task("Iron", "Last") + `, "Last": {"Type": "Pass", "Result": {"a": 1}, "End": true}}}`,
			"@task Cut = cut ;\n" +
				"@task Sew = sew ;\n" +
				"@task Iron = iron ;\n" +
				"\n" +
				"Cut → :Tag ;\n" +
				"<{\"size\": \"L\", \"tags\": [2]}> → :Tag > Sew → :End ;\n" +
				"<{\"b\": {\"c\": {\"a\": 1}}}> → :End > Iron → Last ({\"a\": 1})\n", "document approximated, result-place approximated, stand-in approximated"},
		{"data behind a choice", "x.asl.json", machine("Kind", choice("Kind", "Fill", "new Greet")+`, `+task("Greet", "Fill")+`, "Fill": {"Type": "Pass", "Result": "L", "ResultPath": "$.size", "Next": "Sew"}, `+task("Sew", "")),
			"@task Greet = greet ;\n" +
				"@task Sew = sew ;\n" +
				"\n" +
				"? `$[?(@.kind == 'new')]` Greet → Fill ({\"size\": \"L\"}) → Sew\n", "document approximated, guard approximated, stand-in approximated"},
		{"paths, waits and errors", "x.asl.json", `{"StartAt": "Ask", "Comment": "Asks.", "Version": "1.0", "States": {"Ask": {"Type": "Task", "Comment": "Asks somebody.\nPatiently.", "Resource": "urn:task:ask", "InputPath": "$.who", "ResultPath": "$.answer", "TimeoutSeconds": 9, "Retry": [{"ErrorEquals": ["Busy"]}], "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Cry"}], "Next": "Rest"}, "Rest": {"Type": "Wait", "Comment": "Rests.", "SecondsPath": "$.rest", "Next": "Tell"}, "Tell": {"Type": "Task", "Resource": "urn:task:Tell", "OutputPath": null, "End": true}, ` + task("Cry", "") + `}}`,
			"@flow x ''' Asks. ''' ;\n" +
				"@task Ask = ask '''\n" +
				"Asks somebody.\n" +
				"Patiently.\n" +
				"''' ;\n" +
				"\n" +
				"Ask → Tell\n", "document approximated, error-handler dropped, field dropped, input-part approximated, output-selection dropped, path-error approximated, result-place approximated, retry dropped, timeout dropped, wait dropped"},
		{"a cycle", "x.asl.json", machine("Try", task("Try", "Kind")+", "+choice("Kind", "Try", "good Keep")+", "+task("Keep", "")),
			"", "refused: Try → Kind → Try is a cycle, and a flow cannot express a cycle that ends"},
		{"nothing to do", "x.asl.json", machine("Keep", `"Keep": {"Type": "Pass", "End": true}`),
			"", "refused: the workflow calls no task, and a flow needs at least one step"},
		{"a gateway", "x.step.json", `{"id": "meal", "name": "Meal", "steps": [{"id": "lay", "name": "Lay the table", "type": "SERVICE_TASK", "jobType": "lay", "nextStep": "fork"}, {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["cook", "shop"], "joinStep": "join"}, {"id": "cook", "name": "cook", "type": "SERVICE_TASK", "jobType": "cook", "nextStep": "join"}, {"id": "shop", "name": "shop", "type": "SERVICE_TASK", "jobType": "buy", "nextStep": "join"}, {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "eat"}, {"id": "eat", "name": "eat", "type": "SERVICE_TASK", "jobType": "eat", "nextStep": "done"}, {"id": "done", "name": "done", "type": "END"}], "metadata": {"owner": "kitchen"}}`,
			"@flow meal ''' Meal ''' ;\n" +
				"@task lay ''' Lay the table ''' ;\n" +
				"@task shop = buy ;\n" +
				"\n" +
				"lay → cook|shop → > eat\n", "joined-data approximated, replaced-document approximated"},
		{"a transformation at the start", "x.step.json", `{"id": "meal", "name": "meal", "steps": [{"id": "set", "name": "set", "type": "TRANSFORMATION", "transformations": {"guests": 4, "late": false}, "nextStep": "cook"}, {"id": "cook", "name": "cook", "type": "SERVICE_TASK", "jobType": "cook", "nextStep": "done"}, {"id": "done", "name": "done", "type": "END"}]}`,
			"@flow meal ;\n" +
				"\n" +
				"set ({\"guests\": 4, \"late\": false}) → cook\n", "replaced-document approximated, stand-in approximated"},
		{"a decision and a table", "x.step.json", `{"id": "meal", "name": "meal", "steps": [{"id": "rate", "name": "rate", "type": "DECISION_TABLE", "hitPolicy": "F", "decisionTable": {"rules": [{"when": {"guests": "guests > 4"}, "outputs": {"pot": "large"}}, {"when": {}, "outputs": {"pot": "small"}}]}, "nextStep": "ask"}, {"id": "ask", "name": "ask", "type": "DECISION", "conditionalNextSteps": {"pot == 'large'": "large", "true": "done"}}, {"id": "large", "name": "large", "type": "SERVICE_TASK", "jobType": "large", "nextStep": "done"}, {"id": "done", "name": "done", "type": "END"}]}`,
			"@flow meal ;\n" +
				"\n" +
				"rate → ? `$[?(@.pot == 'large')]` large\n", "guard approximated, replaced-document approximated, stand-in approximated"},
		{"a user task", "x.step.json", `{"id": "meal", "name": "meal", "steps": [{"id": "taste", "name": "taste", "type": "USER_TASK", "nextStep": "done"}, {"id": "done", "name": "done", "type": "END"}]}`,
			"", "refused: \"taste\" waits for input from outside, and a flow cannot wait"},
		{"an entity that nobody asks", "x.fsm.json", `{"version": "1", "name": "parcel", "initialState": "NEW", "active": true, "states": {"NEW": {"transitions": [{"name": "heavy", "next": "SENT", "manual": false, "criterion": {"type": "simple", "jsonPath": "$.kilos", "operatorType": "GREATER_THAN", "value": 20}, "processors": [{"type": "EXTERNAL", "name": "order-truck", "executionMode": "SYNC", "config": {"attachEntity": true}}]}, {"name": "light", "next": "SENT", "manual": false, "processors": [{"type": "EXTERNAL", "name": "call-bike", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, "SENT": {"transitions": []}}}`,
			"@flow parcel ;\n" +
				"\n" +
				"? `$[?(@.kilos > 20)]` order-truck\n" +
				"? `$[?(!(@.kilos > 20))]` call-bike\n", "guard approximated"},
		{"an entity that waits", "x.fsm.json", `{"version": "1", "name": "parcel", "initialState": "NEW", "active": true, "states": {"NEW": {"transitions": [{"name": "send", "next": "SENT", "manual": true}]}, "SENT": {"transitions": []}}}`,
			"", "refused: in the state \"NEW\" an entity waits for a request, and a flow cannot wait"},
		{"entities that differ", "x.fsm.json", `[{"version": "1", "name": "express", "initialState": "NEW", "active": true, "criterion": {"type": "simple", "jsonPath": "$.express", "operatorType": "EQUALS", "value": true}, "states": {"NEW": {"transitions": [{"name": "fly", "next": "GONE", "manual": false, "processors": [{"type": "EXTERNAL", "name": "fly", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, "GONE": {"transitions": []}}}, {"version": "1", "name": "plain", "initialState": "NEW", "active": true, "states": {"NEW": {"transitions": [{"name": "drive", "next": "GONE", "manual": false, "processors": [{"type": "EXTERNAL", "name": "drive", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, "GONE": {"transitions": []}}}]`,
			"@flow express ;\n" +
				"\n" +
				"? `$[?(@.express == true)]` fly\n" +
				"? `$[?(!(@.express == true))]` drive\n", "guard approximated"},
		{"actions and their parameters", "x.sw.json", `{"id": "mail", "name": "Mail", "version": "1", "functions": [{"name": "stamp", "resource": "urn:stamp"}, {"name": "send", "resource": "urn:send"}], "states": [{"name": "Post", "type": "operation", "start": {"kind": "default"}, "actionMode": "sequential", "actions": [{"functionRef": {"refName": "stamp"}}, {"functionRef": {"refName": "send", "parameters": {"to": "{{ $.who }}"}}}], "end": {"kind": "default"}}]}`,
			"@flow mail ''' Mail ''' ;\n" +
				"\n" +
				"stamp → send\n", "input-part approximated, replaced-document approximated"},
		{"items of a list", "x.sw.json", `{"id": "mail", "name": "mail", "version": "1", "functions": [{"name": "send", "resource": "urn:send"}], "states": [{"name": "each", "type": "foreach", "start": {"kind": "default"}, "inputCollection": "{{ $.people }}", "iterationParam": "person", "actions": [{"functionRef": {"refName": "send"}}], "end": {"kind": "default"}}]}`,
			"@flow mail ;\n" +
				"\n" +
				"* send\n", "iteration approximated, output-part dropped, path-error approximated, replaced-document approximated, result-place approximated"},
	}
}
