package asl

// A definition with what is found at each level: "line:column rule", and the severity if it is no error.
var findingTests = []struct {
	name     string
	text     string
	old, now []string
}{
	{name: "nothing wrong", text: `
StartAt: A
States:
  A: {Type: Pass, End: true}
`},
	{
		name: "a misspelled field that must be there is one finding, and is read",
		text: `
startAt: A
states:
  A: {Type: Task, Resorce: "urn:task:x", Nxt: Bee}
  B: {Tpye: Succeed}
`,
		old: []string{"1:1 asl/unknown-field", "2:1 asl/unknown-field", "3:19 asl/unknown-field", "3:42 asl/unknown-field", "3:47 asl/unknown-target", "4:7 asl/unknown-field"},
		now: []string{"1:1 asl/unknown-field", "2:1 asl/unknown-field", "3:19 asl/unknown-field", "3:42 asl/unknown-field", "3:47 asl/unknown-target", "4:7 asl/unknown-field"},
	},
	{
		name: "misspelled states that are no object",
		text: "StartAt: A\nstates: 5\n",
		old:  []string{"2:1 asl/unknown-field", "2:9 asl/wrong-type"},
		now:  []string{"2:1 asl/unknown-field", "2:9 asl/wrong-type"},
	},
	{
		name: "misspelled fields of choice rules",
		text: `
StartAt: A
States:
  A: {Type: Choice, Choices: [{Variable: $.x, NumericEquals: 1, Nxt: B}, {Varible: $.x, NumericEquals: 1, Next: B}], Default: B}
  B: {Type: Succeed}
`,
		old: []string{"3:65 asl/unknown-field", "3:75 asl/unknown-field"},
		now: []string{"3:65 asl/unknown-field", "3:75 asl/unknown-field"},
	},
	{
		name: "a value that fits no better than the name is one finding",
		text: "StartAt: A\nStates:\n  A: {Type: Task, Resource: \"urn:task:x\", TimeoutSecond: soon, End: true}\n",
		old:  []string{"3:43 asl/unknown-field"},
		now:  []string{"3:43 asl/unknown-field"},
	},
	{
		name: "a missing bracket is one finding",
		text: `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Next": "B", "B": {"Type": "Pass", "Next": "C"}, "C": {"Type": "Succeed"}}}`,
	},
	{
		name: "a field of the machine among its states",
		text: `
StartAt: A
States:
  QueryLanguage: JSONata
  A: {Type: Pass, Output: "{% 1 %}", Next: B}
  B: {Type: Task, Arguments: {FunctionName: f}, Resource: "arn:aws:states:::lambda:invoke", End: true}
`,
		old: []string{"3:3 asl/misplaced-field"},
		now: []string{"3:3 asl/misplaced-field"},
	},
	{
		name: "a retrier without attempts has an interval",
		text: `
StartAt: A
States:
  A:
    Type: Task
    Resource: "urn:task:x"
    Retry:
      - {ErrorEquals: [E], MaxAttempts: 0, BackoffRate: 1.5}
      - {ErrorEquals: [F], MaxAttempts: 0}
      - {ErrorEquals: [G], MaxAttempts: 1, IntervalSeconds: 2, BackoffRate: 1.5}
    End: true
`,
		old: []string{"7:44 asl/unused-retry-interval (info)"},
		now: []string{"7:44 asl/unused-retry-interval (info)"},
	},
	{
		name: "no object",
		text: `["StartAt"]`,
		old:  []string{"1:1 asl/wrong-type"},
		now:  []string{"1:1 asl/wrong-type"},
	},
	{
		name: "a text that breaks off may go on with what is missing",
		text: `{"StartAt": "A", "TimeoutSeconds": "1", "States": {"A": {"Type": "Task"`,
		old:  []string{"1:36 asl/wrong-type"},
		now:  []string{"1:36 asl/wrong-type"},
	},
	{
		name: "an empty object",
		text: `{}`,
		old:  []string{"1:1 asl/missing-field"},
		now:  []string{"1:1 asl/missing-field"},
	},
	{
		name: "no states",
		text: "{\n  \"StartAt\": \"A\",\n  \"States\": {}\n}",
		old:  []string{"3:13 asl/empty"},
		now:  []string{"3:13 asl/empty"},
	},
	{
		name: "columns count code points",
		text: `{"Comment": "é中😀", "StartAt": "Ж", "States": {"Я": {"Type": "Succeed"}}}`,
		old:  []string{"1:31 asl/unknown-start"},
		now:  []string{"1:31 asl/unknown-start"},
	},
	{
		name: "values of the wrong type",
		text: `
StartAt: A
TimeoutSeconds: soon
Version: 1.0
States:
  A: {Type: Task, Resource: 5, Comment: [], InputPath: true, Next: 7, Retry: {}, Catch: [x]}
  B: null
`,
		old: []string{
			"2:17 asl/wrong-type", "3:10 asl/wrong-type", "5:29 asl/wrong-type", "5:41 asl/wrong-type", "5:56 asl/wrong-type",
			"5:68 asl/wrong-type", "5:78 asl/wrong-type", "5:90 asl/wrong-type", "6:6 asl/wrong-type",
		},
		now: []string{
			"2:17 asl/wrong-type", "3:10 asl/wrong-type", "5:29 asl/wrong-type", "5:41 asl/wrong-type", "5:56 asl/wrong-type",
			"5:68 asl/wrong-type", "5:78 asl/wrong-type", "5:90 asl/wrong-type", "6:6 asl/wrong-type",
		},
	},
	{
		name: "a state of unknown type is not asked for more",
		text: `
StartAt: A
States:
  A: {Type: task, Seconds: 0.5, Nxt: B}
  B: {Resource: x}
`,
		old: []string{"3:13 asl/unknown-type", "3:33 asl/unknown-field", "4:3 asl/missing-field"},
		now: []string{"3:13 asl/unknown-type", "3:28 asl/out-of-range", "3:33 asl/unknown-field", "4:3 asl/missing-field"},
	},
	{
		name: "fields of other states",
		text: `
StartAt: A
States:
  A: {Type: Choice, Next: B, End: true, Choices: [{Variable: $, BooleanEquals: true, Next: B, Default: B}]}
  B: {Type: Succeed, Next: A, ResultPath: $.x}
  C: {Type: Fail, Error: E, Cause: c, InputPath: $.x}
`,
		old: []string{
			"3:21 asl/misplaced-field", "3:30 asl/misplaced-field", "3:95 asl/misplaced-field", "4:22 asl/misplaced-field",
			"4:31 asl/misplaced-field", "5:39 asl/misplaced-field",
		},
		now: []string{
			"3:21 asl/misplaced-field", "3:30 asl/misplaced-field", "3:95 asl/misplaced-field", "4:22 asl/misplaced-field",
			"4:31 asl/misplaced-field", "5:39 asl/misplaced-field",
		},
	},
	{
		name: "Fail needs its fields at 2016 only",
		text: `
StartAt: A
States:
  A: {Type: Fail}
  B: {Type: Fail, ErrorPath: $.e, CausePath: $.c}
`,
		old: []string{"3:3 asl/missing-field", "4:19 asl/later-version", "4:35 asl/later-version"},
	},
	{
		name: "branches",
		text: `
StartAt: P
States:
  P:
    Type: Parallel
    Branches:
      - StartAt: In
        Version: "1.0"
        States:
          In: {Type: Pass, Next: Out}
      - {}
      - StartAt: Out
        States:
          Deep: {Type: Pass, End: true}
    Next: Deep
  Out: {Type: Succeed}
  Q: {Type: Parallel, Branches: [], End: true}
`,
		old: []string{
			"7:9 asl/misplaced-field", "9:34 asl/next-outside-scope", "10:9 asl/missing-field",
			"11:18 asl/unknown-start", "14:11 asl/next-outside-scope",
		},
		now: []string{
			"7:9 asl/misplaced-field", "9:34 asl/next-outside-scope", "10:9 asl/missing-field",
			"11:18 asl/unknown-start", "14:11 asl/next-outside-scope", "16:33 asl/empty",
		},
	},
	{
		name: "names are unique across branches",
		text: `
StartAt: A
States:
  A:
    Type: Parallel
    Branches:
      - {StartAt: B, States: {B: {Type: Pass, End: true}}}
      - {StartAt: B, States: {B: {Type: Pass, End: true}, A: {Type: Pass, Next: B}}}
    End: true
`,
		old: []string{"7:31 asl/duplicate-name", "7:59 asl/duplicate-name"},
		now: []string{"7:31 asl/duplicate-name", "7:59 asl/duplicate-name"},
	},
	{
		name: "going on and ending",
		text: `
StartAt: A
States:
  A: {Type: Pass}
  B: {Type: Wait, Seconds: 1, End: false}
  C: {Type: Pass, Next: A, End: false}
  D: {Type: Pass, Next: A, End: true}
  E: {Type: Pass, End: "true"}
  F: {Type: Pass, Next: Nowhere}
`,
		old: []string{
			"3:3 asl/missing-transition", "4:36 asl/missing-transition", "6:28 asl/transition-and-end", "7:24 asl/wrong-type",
			"8:25 asl/unknown-target",
		},
		now: []string{
			"3:3 asl/missing-transition", "4:36 asl/missing-transition", "6:28 asl/transition-and-end", "7:24 asl/wrong-type",
			"8:25 asl/unknown-target",
		},
	},
	{
		name: "numbers",
		text: `
StartAt: A
TimeoutSeconds: -1
States:
  A:
    Type: Task
    Resource: arn:aws:lambda:eu-west-1:123456789012:function:f
    TimeoutSeconds: 1.5
    HeartbeatSeconds: 0
    Retry:
      - {ErrorEquals: [X], IntervalSeconds: 0, MaxAttempts: -1, BackoffRate: 0.99}
      - {ErrorEquals: [Y], IntervalSeconds: 1, MaxAttempts: 0, BackoffRate: 1}
    Next: B
  B: {Type: Wait, Seconds: -5, End: true}
`,
		old: []string{
			"2:17 asl/out-of-range (warning)", "7:21 asl/out-of-range", "8:23 asl/out-of-range", "10:45 asl/out-of-range",
			"10:61 asl/out-of-range", "10:78 asl/out-of-range", "11:28 asl/unused-retry-interval (info)", "13:28 asl/out-of-range (warning)",
		},
		now: []string{
			"2:17 asl/out-of-range", "7:21 asl/out-of-range", "8:23 asl/out-of-range", "10:45 asl/out-of-range",
			"10:61 asl/out-of-range", "10:78 asl/out-of-range", "11:28 asl/unused-retry-interval (info)", "13:28 asl/out-of-range",
		},
	},
	{
		name: "the heartbeat against the default timeout",
		text: `
StartAt: A
States:
  A: {Type: Task, Resource: "arn:a", HeartbeatSeconds: 60, End: true}
  B: {Type: Task, Resource: "arn:a", HeartbeatSeconds: 59, End: true}
`,
		old: []string{"3:56 asl/heartbeat"},
	},
	{
		name: "paths",
		text: `
StartAt: A
States:
  A: {Type: Pass, InputPath: "$.a[*]", OutputPath: null, ResultPath: "$.a..b", Next: B}
  B: {Type: Wait, SecondsPath: "$.a[0,1]", Next: C}
  C: {Type: Pass, InputPath: "${Path}", ResultPath: "$.${Name}", Next: D}
  D: {Type: Task, Resource: "arn:a", ResultPath: null, Next: E, Catch: [{ErrorEquals: [E], ResultPath: "$[?(@.x)]", Next: E}]}
  E: {Type: Wait, TimestampPath: null, End: true}
`,
		old: []string{
			"3:74 asl/reference-path", "4:38 asl/reference-path", "6:107 asl/reference-path", "7:34 asl/wrong-type",
		},
		now: []string{
			"3:74 asl/reference-path", "4:38 asl/reference-path", "6:107 asl/reference-path", "7:34 asl/wrong-type",
		},
	},
	{
		name: "paths of later versions",
		text: `
StartAt: A
States:
  A: {Type: Pass, InputPath: "$$.Execution.Input", OutputPath: "$order.id", Next: B}
  B: {Type: Choice, Choices: [{Variable: "$$.State.Name", StringEquals: B, Next: A}], Default: C}
  C: {Type: Pass, ResultPath: "$$.x", End: true}
`,
		old: []string{"3:30 asl/later-version", "3:64 asl/later-version", "4:42 asl/later-version", "5:31 asl/reference-path"},
		now: []string{"3:65 asl/undefined-variable (warning)", "5:31 asl/reference-path"},
	},
	{
		name: "waiting",
		text: `
StartAt: A
States:
  A: {Type: Wait, Next: B}
  B: {Type: Wait, Seconds: 1, TimestampPath: $.t, Next: C}
  C: {Type: Wait, Timestamp: "2016-03-14t01:59:00z", Next: D}
  D: {Type: Wait, Timestamp: "2016-02-30T01:59:00Z", Next: E}
  E: {Type: Wait, Timestamp: "${When}", Next: F}
  F: {Type: Wait, Timestamp: "2016-03-14T01:59:00+01:00", End: true}
`,
		old: []string{"3:3 asl/wait-time", "4:31 asl/wait-time", "5:30 asl/timestamp", "6:30 asl/timestamp"},
		now: []string{"3:3 asl/wait-time", "4:31 asl/wait-time", "5:30 asl/timestamp", "6:30 asl/timestamp"},
	},
	{
		name: "resources",
		text: `
StartAt: A
States:
  A: {Type: Task, Resource: hello world, Next: B}
  B: {Type: Task, Resource: "urn:example:ship", Next: C}
  C: {Type: Task, Resource: "${Function}", Next: D}
  D: {Type: Task, Resource: "arn:${Partition}:swf:::task:X", Next: E}
  E: {Type: Task, Resource: "1x:y", Next: F}
  F: {Type: Task, Resource: "urn:task:ship", End: true}
`,
		old: []string{"3:29 asl/resource-uri", "7:29 asl/resource-uri"},
		now: []string{"3:29 asl/resource-uri", "4:29 asl/resource-arn (warning)", "7:29 asl/resource-uri"},
	},
	{
		name: "choice rules",
		text: `
StartAt: A
States:
  A:
    Type: Choice
    Default: Nowhere
    Choices:
      - {Variable: $.x, Next: B}
      - {Variable: $.x, StringEqual: y, Next: B}
      - {Variable: $.x, StringEquals: y, NumericEquals: 1, Next: B}
      - {Variable: $.x, StringEquals: 5, Next: B}
      - {Variable: $.x, BooleanEquals: "true", Next: B}
      - {Variable: $.x, TimestampEquals: 2016, Next: B}
      - {Variable: $.x, TimestampEquals: "2016-03-14", Next: B}
      - {StringEquals: y}
      - {Variable: $.x, StringEquals: z, Next: B, Nxet: C}
      - {And: [], Next: B}
      - {Or: {Variable: $.x, StringEquals: y}, Next: B}
      - {Not: [{Variable: $.x, StringEquals: y}], Next: B}
      - {And: [{Variable: $.x, StringEquals: y, Next: B}, 5, {Not: {}}], Next: B}
      - none
  B: {Type: Choice, Choices: [], Default: A}
`,
		old: []string{
			"5:14 asl/unknown-target", "7:9 asl/choice-operator", "8:25 asl/unknown-operator", "9:42 asl/choice-operator",
			"10:39 asl/operand-type", "11:40 asl/operand-type", "12:42 asl/operand-type", "13:42 asl/timestamp",
			"14:9 asl/missing-field", "15:51 asl/unknown-field", "16:15 asl/empty", "17:14 asl/wrong-type",
			"18:15 asl/wrong-type", "19:49 asl/nested-next", "19:59 asl/wrong-type", "19:68 asl/choice-operator",
			"20:9 asl/wrong-type", "21:30 asl/empty",
		},
		now: []string{
			"5:14 asl/unknown-target", "7:9 asl/choice-operator", "8:25 asl/unknown-operator", "9:42 asl/choice-operator",
			"10:39 asl/operand-type", "11:40 asl/operand-type", "12:42 asl/operand-type", "13:42 asl/timestamp",
			"14:9 asl/missing-field", "15:51 asl/unknown-field", "16:15 asl/empty", "17:14 asl/wrong-type",
			"18:15 asl/wrong-type", "19:49 asl/nested-next", "19:59 asl/wrong-type", "19:68 asl/choice-operator",
			"20:9 asl/wrong-type", "21:30 asl/empty",
		},
	},
	{
		name: "rules that are covered",
		text: `
StartAt: A
States:
  A:
    Type: Choice
    Choices:
      - {Or: [{Variable: $.s, StringEquals: a}, {Variable: $.n, NumericLessThan: 10}], Next: B}
      - {Variable: $.n, NumericLessThanEquals: 9, Next: B}
      - {Variable: $.n, NumericLessThanEquals: 10, Next: B}
      - {Variable: $.n, NumericEquals: 1.0e1, Next: B}
      - {Variable: $.m, NumericEquals: 3, Next: B}
      - {And: [{Variable: $.x, StringEquals: b}, {Variable: $.s, StringEquals: a}], Next: B}
      - {And: [{Variable: $.x, StringEquals: b}, {Variable: $.y, StringEquals: c}], Next: B}
      - {And: [{Variable: $.y, StringEquals: c}, {Variable: $.x, StringEquals: b}], Next: B}
      - {Variable: $.n, NumericGreaterThan: 9, Next: B}
      - {Not: {Variable: $.s, StringEquals: a}, Next: B}
      - {Not: {Variable: $.s, StringEquals: a}, Next: B}
      - {Variable: $.t, TimestampGreaterThan: "2020-01-01T00:00:00Z", Next: B}
      - {Variable: $.t, TimestampEquals: "2020-01-01T00:30:00+01:00", Next: B}
      - {Variable: $.t, TimestampEquals: "2020-01-01T01:30:00+01:00", Next: B}
      - {Variable: $.u, StringGreaterThanEquals: m, Next: B}
      - {Variable: $.u, StringGreaterThan: m, Next: B}
      - {Or: [{Variable: $.u, StringEquals: z}, {Variable: $.n, NumericEquals: -1}], Next: B}
      - {Variable: $.u, StringEquals: "${Z}", Next: B}
  B: {Type: Succeed}
`,
		old: []string{
			"7:9 asl/shadowed-rule (warning)", "9:9 asl/shadowed-rule (warning)", "11:9 asl/shadowed-rule (warning)",
			"13:9 asl/shadowed-rule (warning)", "16:9 asl/shadowed-rule (warning)", "19:9 asl/shadowed-rule (warning)",
			"21:9 asl/shadowed-rule (warning)", "22:9 asl/shadowed-rule (warning)",
		},
		now: []string{
			"3:3 asl/no-default (info)",
			"7:9 asl/shadowed-rule (warning)", "9:9 asl/shadowed-rule (warning)", "11:9 asl/shadowed-rule (warning)",
			"13:9 asl/shadowed-rule (warning)", "16:9 asl/shadowed-rule (warning)", "19:9 asl/shadowed-rule (warning)",
			"21:9 asl/shadowed-rule (warning)", "22:9 asl/shadowed-rule (warning)",
		},
	},
	{
		name: "errors of a task",
		text: `
StartAt: A
States:
  A:
    Type: Task
    Resource: arn:a
    Retry:
      - {ErrorEquals: []}
      - {ErrorEquals: Busy}
      - {MaxAttempts: 1}
      - {ErrorEquals: [5, X]}
      - {ErrorEquals: [X, States.TaskFailed]}
      - {ErrorEquals: [Y, X]}
      - {ErrorEquals: [Y, States.Timeout]}
      - {ErrorEquals: [States.Timeout]}
      - {ErrorEquals: [States.Permissions, States.Timeouts]}
    Catch:
      - {ErrorEquals: [States.ALL, X], Next: B}
      - {ErrorEquals: [States.ALL], Next: C}
      - {ErrorEquals: [Z]}
    End: true
  B: {Type: Fail, Error: States.Timeout, Cause: c}
  C: {Type: Succeed}
`,
		old: []string{
			"7:23 asl/empty", "8:23 asl/wrong-type", "9:9 asl/missing-field", "10:24 asl/wrong-type",
			"12:9 asl/shadowed-handler (warning)", "14:24 asl/shadowed-handler (warning)",
			"15:44 asl/unknown-reserved-error (warning)", "17:24 asl/states-all-not-alone", "18:24 asl/states-all-not-last",
			"19:9 asl/missing-field", "21:26 asl/reserved-error",
		},
		now: []string{
			"7:23 asl/empty", "8:23 asl/wrong-type", "9:9 asl/missing-field", "10:24 asl/wrong-type",
			"12:9 asl/shadowed-handler (warning)", "14:24 asl/shadowed-handler (warning)",
			"15:44 asl/unknown-reserved-error (warning)", "17:24 asl/states-all-not-alone", "18:24 asl/states-all-not-last",
			"19:9 asl/missing-field", "21:26 asl/reserved-error (warning)",
		},
	},
	{
		name: "errors of branches",
		text: `
StartAt: A
States:
  A:
    Type: Parallel
    Branches: [{StartAt: B, States: {B: {Type: Pass, End: true}}}]
    Catch:
      - {ErrorEquals: [States.TaskFailed], Next: C}
      - {ErrorEquals: [X], Next: C}
      - {ErrorEquals: [States.BranchFailed], Next: C}
      - {ErrorEquals: [Y], Next: C}
    End: true
  C: {Type: Succeed}
`,
		old: []string{"10:24 asl/shadowed-handler (warning)"},
		now: []string{"10:24 asl/shadowed-handler (warning)"},
	},
	{
		name: "placeholders may stand for any string",
		text: `
Comment: ${C}
StartAt: ${Start}
Version: ${V}
States:
  A: {Type: Task, Resource: "${R}", Next: "${N}", Retry: [{ErrorEquals: ["${E}", "States.${E}"]}]}
  B: {Type: "${T}", Next: A}
  C: {Type: Choice, Choices: [{Variable: "${V}", TimestampEquals: "${T}", Next: "${N}"}], Default: "${N}"}
`},
	{
		name: "later constructs",
		text: `
StartAt: A
States:
  A:
    Type: Task
    Resource: arn:a
    Parameters: {x.$: $.x}
    TimeoutSecondsPath: $.t
    Retry: [{ErrorEquals: [States.HeartbeatTimeout], MaxDelaySeconds: 0, JitterStrategy: SOME}]
    Assign: [x]
    Next: M
  M:
    Type: Map
    ItemsPath: "x"
    MaxConcurrency: -1
    ItemProcessor: {StartAt: I, States: {I: {Type: Pass, Next: J}}}
    Next: C
  C: {Type: Choice, Choices: [{Variable: $.x, IsPresent: yes, Next: J}, {Variable: $.x, StringEqualsPath: 5, Next: J}]}
  J: {Type: Pass, ResultSelector: {}, End: true}
`,
		old: []string{
			"6:5 asl/later-version", "7:5 asl/later-version", "8:28 asl/later-version", "8:54 asl/later-version",
			"8:74 asl/later-version", "9:5 asl/later-version", "12:11 asl/later-version", "15:64 asl/next-outside-scope",
			"17:47 asl/later-version", "17:89 asl/later-version", "18:19 asl/later-version",
		},
		now: []string{
			"8:71 asl/out-of-range", "8:90 asl/unknown-value", "9:13 asl/wrong-type", "13:17 asl/reference-path",
			"14:21 asl/out-of-range", "15:64 asl/next-outside-scope", "17:58 asl/operand-type", "17:107 asl/wrong-type",
			"18:19 asl/misplaced-field",
		},
	},
	{
		name: "JSONata",
		text: `
QueryLanguage: JSONata
StartAt: A
States:
  A: {Type: Task, Resource: "arn:a", Arguments: {x: "{% $x %}"}, TimeoutSeconds: "{% $t %}", Output: "{% $r %}", Next: B}
  B: {Type: Choice, Choices: [{Condition: "{% $x %}", Next: C}, {Condition: "$x", Next: C}], Default: C}
  C: {Type: Wait, Seconds: "10", Next: D}
  D: {Type: Pass, InputPath: $.x, Next: E}
  E: {Type: Pass, QueryLanguage: JSONPath, InputPath: $.x, Output: 1, End: true}
`,
		old: []string{"1:1 asl/later-version", "6:28 asl/wrong-type", "8:19 asl/later-version", "8:60 asl/later-version"},
		now: []string{
			"4:57 asl/undefined-variable (warning)", "4:86 asl/undefined-variable (warning)", "4:106 asl/undefined-variable (warning)",
			"5:47 asl/undefined-variable (warning)", "5:77 asl/operand-type", "6:28 asl/wrong-type", "7:19 asl/query-language",
			"8:34 asl/query-language", "8:60 asl/query-language",
		},
	},
	{
		name: "an alias is one place",
		text: `
StartAt: A
States:
  A: &a {Type: Pass, Next: X}
  B: *a
`,
		old: []string{"3:28 asl/unknown-target"},
		now: []string{"3:28 asl/unknown-target"},
	},
}
