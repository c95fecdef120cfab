package sw

import "github.com/flowglot/flowglot/pkg/dialects/dialecttest"

// What definitions below begin and end with.
const (
	head   = "id: a\nname: A\nstates:\n"
	closed = "  - {name: End, type: inject, end: {kind: default}}\n"
)

// Small definitions with what is found, as dialecttest.Places prints it.
var findingTests = []dialecttest.Case{
	{Name: "nothing wrong", Text: head + "  - {name: S, type: inject, start: {kind: default}, end: {kind: default}}\n"},
	{
		Name: "every state handles errors",
		Text: head + `
  - {name: S, type: inject, start: {kind: default}, onError: [{expression: "{{ $.error }}", transition: {nextState: End}}], end: {kind: default}}
` + closed,
	},
	{
		Name: "a misspelled field that must be there is one finding, and is read",
		Text: `
id: a
nmae: A
stats:
  - {name: S, tpye: delay, start: {kind: default}, timeDelay: PT1S, transition: {nextstate: Ende}}
` + closed,
		Want: []string{"2:1 sw/unknown-field", "3:1 sw/unknown-field", "4:15 sw/unknown-field", "4:82 sw/unknown-field", "4:93 sw/unknown-target"},
	},
	{Name: "no object", Text: `["states"]`, Want: []string{"1:1 sw/wrong-type"}},
	{Name: "an empty object", Text: `{}`, Want: []string{"1:1 sw/missing-field"}},
	{Name: "no states", Text: `{"id": "a", "name": "b", "states": []}`, Want: []string{"1:26 sw/missing-start"}},
	{Name: "a text that breaks off may go on with what is missing", Text: `{"id": "a", "states": [{"name": "x", "type": "delay"`},
	{
		Name: "values of the wrong type",
		Text: `
id: 5
name: []
version: 1.0
metadata: {a: 1, b: {}}
functions: {}
events: [7, {name: E, type: e, source: s, kind: 3, correlation: {}}]
states:
  - 7
  - {name: A, type: inject, start: yes, data: [1], end: true}
  - {name: B, type: delay, timeDelay: 5, stateDataFilter: {dataInputPath: 3}, transition: B}
  - {name: C, type: event, exclusive: "true", eventsActions: [{eventRefs: [1], actions: {}}], end: {kind: default}}
  - {name: D, type: parallel, branches: [{name: b, actions: [x]}], n: x, completionType: n_of_m, end: {kind: default}}
`,
		Want: []string{
			"1:5 sw/wrong-type", "2:7 sw/wrong-type", "3:10 sw/wrong-type", "4:15 sw/wrong-type", "4:21 sw/wrong-type", "5:12 sw/wrong-type",
			"6:10 sw/wrong-type", "6:49 sw/wrong-type", "6:65 sw/wrong-type", "8:5 sw/wrong-type", "9:36 sw/wrong-type",
			"9:47 sw/wrong-type", "9:57 sw/wrong-type", "10:39 sw/wrong-type", "10:75 sw/wrong-type", "10:91 sw/wrong-type", "11:39 sw/wrong-type",
			"11:76 sw/wrong-type", "11:89 sw/wrong-type", "12:62 sw/wrong-type", "12:71 sw/out-of-range",
		},
	},
	{
		Name: "what each type of state has to have",
		Text: head + `
  - {name: A, type: event, start: {kind: default}, end: {kind: default}}
  - {name: B, type: operation, end: {kind: default}}
  - {name: C, type: switch}
  - {name: D, type: delay, end: {kind: default}}
  - {name: E, type: parallel, end: {kind: default}}
  - {name: F, type: subflow, end: {kind: default}}
  - {name: G, type: foreach, end: {kind: default}}
  - {name: H, type: callback, end: {kind: default}}
  - {name: I, type: inject}
  - {name: J}
  - {type: inject, end: {kind: default}}
`,
		Want: []string{
			"5:12 sw/missing-field", "6:12 sw/missing-field", "7:12 sw/exclusive-fields", "7:12 sw/missing-field", "8:12 sw/missing-field",
			"9:12 sw/missing-field", "10:12 sw/missing-field", "11:12 sw/exclusive-fields", "11:12 sw/missing-field", "12:12 sw/missing-field",
			"13:12 sw/missing-transition", "14:12 sw/missing-field", "15:5 sw/missing-field",
		},
	},
	{
		Name: "expressions, at the very characters",
		Text: head + `
  - name: S
    type: switch
    start: {kind: default}
    dataConditions:
    - {condition: "{{ $.a", transition: {nextState: End}}
    - {condition: "{{ }}", transition: {nextState: End}}
    - {condition: "{{ $.a }} }}", transition: {nextState: End}}
    - {condition: "{{ $.a..[ }}", transition: {nextState: End}}
    - {condition: " {{ $.a[?(@.b == '}}')] }} ", transition: {nextState: End}}
    - {condition: "{{ $.a }}{{ $.b }}", transition: {nextState: End}}
    - {condition: "x {{ $.a }}", transition: {nextState: End}}
    - {condition: "$.a", transition: {nextState: End}}
    - {condition: "a", transition: {nextState: End}}
    default: {nextState: End}
` + closed,
		Want: []string{
			"9:20 sw/expression", "10:20 sw/expression", "11:30 sw/expression", "12:28 sw/expression", "14:19 sw/text-beside-expression",
			"15:20 sw/text-beside-expression", "16:19 sw/missing-braces (warning)", "17:19 sw/expression",
		},
	},
	{
		Name: "operators that JSONPath does not have",
		Text: head + `
  - name: S
    type: switch
    start: {kind: default}
    dataConditions:
    - {condition: "{{ $.a[?(@.b = 'x')] }}", transition: {nextState: End}}
    - {condition: "{{ $.a[?(@.b == '=' and @.c)] }}", transition: {nextState: End}}
    - {condition: "{{ $.a[?(@.b or not @.c)] }}", transition: {nextState: End}}
    - {condition: "{{ $.a[?(@.b == 'and' || !@.c && @.or =~ /=/)] }}", transition: {nextState: End}}
    default: {nextState: End}
` + closed,
		Want: []string{"9:33 sw/expression", "10:40 sw/expression", "11:33 sw/expression"},
	},
	{
		Name: "expressions inside of texts",
		Text: `
id: a
name: A
version: "{{ $.v"
functions: [{name: f, resource: r}]
states:
  - name: S
    type: operation
    start: {kind: default}
    actions:
    - functionRef: {refName: f, parameters: {a: "Hello {{ $.x }} {{ $.y }}", b: [{c: "{{ $. }}"}], d: "}}"}}
    end: {kind: default}
`,
		Want: []string{"3:11 sw/expression", "10:91 sw/expression"},
	},
	{
		Name: "times",
		Text: head + `
  - name: S
    type: operation
    start: {kind: scheduled, schedule: {interval: "P1D/P1D", directInvoke: sometimes}}
    actions: []
    retry:
    - {expression: "{{ $.error }}", interval: R0x/PT1S, maxAttempts: 1}
    - {expression: "{{ $.error }}", interval: PT1X, multiplier: R2/PT1S, maxAttempts: "2"}
    - {expression: "{{ $.error }}", interval: R2/PT1S}
    - {expression: "{{ $.error }}"}
    end: {kind: default}
`,
		Want: []string{
			"7:51 sw/schedule-interval", "7:76 sw/unknown-value", "10:48 sw/retry-interval", "11:50 sw/retry-interval", "11:65 sw/duration",
			"13:7 sw/missing-retry-count (warning)",
		},
	},
	{
		Name: "a schedule that is at fault",
		Text: head + `
  - name: S
    type: inject
    start: {kind: scheduled, schedule: {cron: "* * 31 2,4 *", timezone: Mars/Base}}
    end: {kind: default}
  - {name: T, type: inject, start: {kind: scheduled}, end: {kind: event}}
  - {name: U, type: inject, start: {kind: default, schedule: {}}, end: {kind: default, produceEvent: {eventRef: x}}}
`,
		Want: []string{
			"7:52 sw/cron", "7:73 sw/timezone", "9:29 sw/multiple-starts", "9:43 sw/missing-field", "9:67 sw/missing-field",
			"10:29 sw/multiple-starts", "10:52 sw/misplaced-field (warning)", "10:62 sw/exclusive-fields", "10:88 sw/misplaced-field (warning)",
			"10:113 sw/unknown-event",
		},
	},
	{
		Name: "alternatives",
		Text: `
id: a
name: A
functions: [{name: f, resource: r}]
states:
  - name: S
    type: foreach
    start: {kind: default}
    inputCollection: "{{ $.x }}"
    iterationParam: x
    actions: [{functionRef: {refName: f}, eventRef: {triggerEventRef: g, resultEventRef: h}}]
    workflowId: a
    max: -1
    end: {kind: terminate}
  - {name: T, type: switch, dataConditions: [], eventConditions: [], eventTimeout: PT1S, default: {nextState: S}, end: {kind: default}}
`,
		Want: []string{
			"10:43 sw/exclusive-fields", "10:71 sw/unknown-event", "10:90 sw/unknown-event", "11:5 sw/exclusive-fields", "11:17 sw/recursive-workflow", "12:10 sw/out-of-range",
			"14:45 sw/empty (warning)", "14:49 sw/exclusive-fields", "14:66 sw/empty (warning)", "14:115 sw/switch-ends",
		},
	},
	{
		Name: "alternatives by other names",
		Text: head + `
  - name: S
    type: parallel
    start: {kind: default}
    branches:
    - {name: b, subflowId: other}
    - {name: c, actions: [], workflowid: other}
    transition: {nextState: T}
  - {name: T, type: foreach, inputCollection: "{{ $.x }}", iterationParam: x, actions: [], subflowId: other, end: {kind: default}}
`,
		Want: []string{
			"9:17 sw/alternate-name (warning)", "10:30 sw/exclusive-fields", "10:30 sw/alternate-name (warning)", "12:92 sw/exclusive-fields",
			"12:92 sw/alternate-name (warning)",
		},
	},
	{
		Name: "names and ids",
		Text: head + `
  - {id: x, name: A, type: inject, start: {kind: default}, transition: {nextState: y}}
  - {id: x, name: B, type: inject, transition: {nextState: A}}
  - {id: A, name: C, type: inject, end: {kind: default}}
`,
		Want: []string{"5:84 sw/unknown-target", "6:10 sw/duplicate-name", "7:10 sw/duplicate-name"},
	},
}

// Small definitions with the words of what is found.
var messageTests = []dialecttest.Case{
	{
		Name: "kinds of references",
		Text: `
id: a
name: A
events: [{name: Out, type: o, kind: produced}, {name: In, type: i, source: s}]
states:
  - {name: S, type: callback, start: {kind: default}, action: {eventRef: {triggerEventRef: In, resultEventRef: Out}}, eventRef: Inn, timeout: PT1S,
     end: {kind: default}}
`,
		Want: []string{
			`the event "In" is consumed, it cannot be produced`, "3:55: defined here",
			`the event "Out" is produced, it cannot be waited for`, "3:17: defined here",
			`the event "Inn" is not defined`, `help: did you mean "In"?`,
		},
	},
	{
		Name: "what is of no effect",
		Text: head + `
  - {name: S, type: delay, start: {kind: default}, timeDelay: R3/PT1S, retry: [], timedelay: x, end: {kind: default}}
`,
		Want: []string{
			`"timeDelay" of state "S" cannot be read: the duration "R3/PT1S" does not start with "P"`,
			`help: write a single duration, such as "PT15M": repeating and other intervals are not allowed`,
			`the field "retry" has no effect in state "S", which is a delay state`,
			"help: move it to an event state, an operation state, a parallel state, a foreach state or a callback state",
			`state "S" has an unknown field "timedelay"`, `help: did you mean "timeDelay"?`,
		},
	},
}
