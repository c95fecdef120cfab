package asl

import "slices"

// A findingTest is a definition with what is found at each level: "line:column rule", and the severity if it is not an error.
type findingTest struct {
	name     string
	text     string
	old, now []string
}

var findingTests = slices.Concat(readingFindings, stateFindings, choiceFindings)

// readingFindings are about the text, the members of objects, and the types of values.
var readingFindings = []findingTest{
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
}
