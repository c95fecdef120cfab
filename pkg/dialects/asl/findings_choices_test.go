package asl

// choiceFindings are about choice rules, errors, and what came to the language after 2016.
var choiceFindings = []findingTest{
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
