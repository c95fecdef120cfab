package asl

// stateFindings are about states, their fields and where they lead.
var stateFindings = []findingTest{
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
}
