package asl

// A definition with the messages, helps and related places of what is found in it.
var messageTests = []struct {
	name, level, text string
	want              []string
}{
	{name: "an unknown target", text: `
StartAt: Validate
States:
  Validate: {Type: Pass, Next: Chrage}
  Charge: {Type: Succeed}
`, want: []string{
		`state "Validate" transitions to "Chrage", which does not exist`,
		`help: did you mean "Charge"?`,
	}},
	{name: "a target outside of the branch", text: `
StartAt: P
States:
  P: {Type: Parallel, Branches: [{StartAt: A, States: {A: {Type: Pass, Next: Z}}}], Next: A}
  Z: {Type: Succeed}
`, want: []string{
		`state "A" transitions to "Z", which is outside its branch`,
		`help: end the branch with "End": true; state "P" continues when its branches have ended`,
		`4:3: "Z" is declared here`,
		`state "P" transitions to "A", which is inside a branch of state "P"`,
		`3:56: "A" is declared here`,
	}},
	{name: "a field that belongs elsewhere", level: "2016", text: `
StartAt: A
States:
  A: {Type: Wait, Seconds: 1, Catch: [], End: true}
`, want: []string{
		`state "A" cannot have the field "Catch", as it is a Wait state`,
		`help: move it to a Task state or a Parallel state`,
	}},
	{name: "a timestamp in lower case", text: `
StartAt: A
States:
  A: {Type: Wait, Timestamp: "2016-03-14t01:59:00z", End: true}
`, want: []string{
		`"Timestamp" of state "A" must be a timestamp, found "2016-03-14t01:59:00z"`,
		`help: write T and Z in upper case: 2016-03-14T01:59:00Z`,
	}},
	{name: "an operator for another type", text: `
StartAt: A
States:
  A: {Type: Choice, Choices: [{Variable: $.n, StringLessThan: 5, Next: A}], Default: A}
`, want: []string{
		`"StringLessThan" of a choice rule of state "A" compares with a string, found a number`,
		`help: to compare with a number, use "NumericLessThan"`,
	}},
	{name: "two operators", text: `
StartAt: A
States:
  A: {Type: Choice, Choices: [{Variable: $.n, NumericLessThan: 5, NumericEquals: 7, Next: A}], Default: A}
`, want: []string{
		`a choice rule of state "A" has the operators "NumericLessThan", "NumericEquals"; it can have only one`,
		`help: join several conditions with "And" or "Or"`,
		`3:47: the first is "NumericLessThan"`,
	}},
	{name: "the default timeout", level: "2016", text: `
StartAt: A
States:
  A: {Type: Task, Resource: "arn:a", HeartbeatSeconds: 90, End: true}
`, want: []string{
		`the heartbeat of state "A" (90 s) must be shorter than its timeout (60 s)`,
		`help: this is the default timeout; set a longer "TimeoutSeconds"`,
	}},
	{name: "a later version", level: "2016", text: `
StartAt: A
States:
  A: {Type: Pass, Parameters: {}, End: true}
`, want: []string{
		`the field "Parameters" belongs to a later version of the language than 2016`,
		`help: check it at the level current if the engine runs the language of today`,
	}},
	{name: "an operator that came to JSONata later", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Pass, Output: "{% $states.input.a ?? 5 %}", End: true}
`, want: []string{
		`"Output" of state "A" is not a JSONata expression: AWS runs JSONata 2.0.6, which does not have the operator "??"`,
		`help: write $exists(a) ? a : b`,
	}},
}
