package sw

import "github.com/flowglot/flowglot/pkg/diag"

// The rules here concern single values. All of their findings are made while reading.

var wrongType = rule{Rule: diag.Rule{
	ID:       "sw/wrong-type",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "a value has the wrong type",
	Why: "Engines read a definition into typed fields and refuse a value of another type. In YAML a bare 1.0 is a number and " +
		"a bare yes may be a boolean: write texts in quotes where in doubt. The values of metadata are texts too.",
	Source: `sw: the tables of "Workflow Definition" and the sections below it, "Workflow Metadata"`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "sw/missing-field",
	Severity: diag.Error,
	Summary:  "a required field is missing",
	Why: "The definition is incomplete without the field. Some fields are required for one kind only: a scheduled start needs a " +
		"\"schedule\", an end of the kind \"event\" a \"produceEvent\".",
	Source: `sw: the tables of "Workflow Definition" and the sections below it`,
}}

var emptyText = rule{Rule: diag.Rule{
	ID:       "sw/empty",
	Severity: diag.Error,
	Summary:  "an empty name, or an empty list that needs an entry",
	Why:      "Nothing can refer to an empty name, and an entry without events waits forever.",
	Source:   `sw: "Workflow Definition" and the sections below it ("unique name")`,
	Levels:   "a warning for a list of branches, conditions or events without an entry",
}}

var unknownField = rule{Rule: diag.Rule{
	ID:       "sw/unknown-field",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "unknown field",
	Why: "An unknown field has no effect and is usually a misspelled field name. Put data for people and tools into " +
		"\"metadata\".",
	Source: `sw: the tables of "Workflow Definition" and the sections below it`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "sw/misplaced-field",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a field has no effect in its place",
	Why: "The field exists, but not in this place: a delay is not retried, and only a parallel state has a completion count. " +
		"Either the field or the object around it is wrong.",
	Source: `sw: the tables of "State Definition" and of each state`,
}}

var otherName = rule{Rule: diag.Rule{
	ID:       "sw/alternate-name",
	Aliases:  []string{"sw/other-name"},
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a field has an alternate name",
	Why: "The specification itself uses two names for some fields, such as \"dataInputPath\" for the " +
		"\"dataOutputPath\" of an event's filter. flowglot reads both; other tools may know only the name in the tables.",
	Source: `sw: "ForEach State", "Event State", "Event Data Filter", and their examples`,
}}

var unknownValue = rule{Rule: diag.Rule{
	ID:       "sw/unknown-value",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unknown value of a field",
	Why:      "The type of a state, the kind of a start, an end or an event, and some other fields accept only a few words.",
	Source:   `sw: "State Definition", "Event Definition", "Start Definition", "End Definition", "Parallel State"`,
}}

var letterCase = rule{Rule: diag.Rule{
	ID:       "sw/letter-case",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "a word has the wrong letter case",
	Why:      "flowglot accepts the word in any case, as some examples of the specification do. Strict tools do not.",
	Source:   `sw: "Operation State", "End Definition", "Restricting Transitions based on state output"`,
}}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "sw/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, or not whole",
	Why:      "Attempts, branches and iterations are counted in whole numbers of 0 or more.",
	Source:   `sw: "Retry Definition", "Parallel State", "ForEach State"`,
}}

var switchEnds = rule{Rule: diag.Rule{
	ID:       "sw/switch-ends",
	Severity: diag.Error,
	Summary:  "a switch state is marked as an end",
	Why:      "A switch always continues with another state, by one of its conditions or by its default.",
	Source:   `sw: "Switch State", "End Definition"`,
}}

var unknownState = rule{Rule: diag.Rule{
	ID:       "sw/unknown-target",
	Aliases:  []string{"sw/unknown-state"},
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "the target of a transition does not exist",
	Why:      "The workflow stops there. Refer to a state by its name or its id.",
	Source:   `sw: "Transitions"`,
}}

var unknownFunction = rule{Rule: diag.Rule{
	ID:       "sw/unknown-function",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "an action calls a function that is not defined",
	Why:      "\"refName\" is the name of one of the \"functions\" of the workflow.",
	Source:   `sw: "FunctionRef Definition"`,
}}

var unknownEvent = rule{Rule: diag.Rule{
	ID:       "sw/unknown-event",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "an event is not defined",
	Why:      "Consumed and produced events are names of the workflow's \"events\".",
	Source:   `sw: "Event Definition", "Event State: Event Actions", "ProduceEvent Definition"`,
}}

var eventKind = rule{Rule: diag.Rule{
	ID:       "sw/event-kind",
	Severity: diag.Error,
	Summary:  "a produced event is awaited, or a consumed event is produced",
	Why: "An event has one kind: \"consumed\", the default, or \"produced\". A workflow that awaits an event that only it produces " +
		"waits forever.",
	Source: `sw: "Event Definition", "EventRef Definition", "ProduceEvent Definition"`,
}}

var expression = rule{Rule: diag.Rule{
	ID:       "sw/expression",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid expression",
	Why:      "Expressions are JSONPaths in double braces. An invalid one fails when a run evaluates it, or is used as text.",
	Source:   `sw: "Workflow Data Expressions"`,
}}

var braces = rule{Rule: diag.Rule{
	ID:       "sw/missing-braces",
	Aliases:  []string{"sw/expression-without-braces"},
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "an expression has no braces",
	Why:      "Expressions are written in double braces. flowglot accepts this one, because nothing else can be meant.",
	Source:   `sw: "Workflow Data Expressions"`,
}}

var textBeside = rule{Rule: diag.Rule{
	ID:       "sw/text-beside-expression",
	Severity: diag.Error,
	Summary:  "text next to an expression whose value is needed",
	Why: "With other text around it, the value of an expression is printed into that text. A filter or a condition then gets a " +
		"text instead of the selected data, and a condition is always true.",
	Source: `sw: "Workflow Data Expressions"`,
}}

var duration = rule{Rule: diag.Rule{
	ID:       "sw/duration",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid duration",
	Why:      "Timeouts, delays and multipliers are ISO 8601 durations: \"PT15M\" is 15 minutes, \"P2DT3H\" two days and three hours.",
	Source:   `sw: "Event State: Timeout", "Action Definition", "Switch State", "Delay State", "Retry Definition"`,
}}

var retryInterval = rule{Rule: diag.Rule{
	ID:       "sw/retry-interval",
	Severity: diag.Error,
	Summary:  "invalid interval of a retry",
	Why:      "Use a duration (\"PT2M\") or a repeating interval, which also has the number of retries (\"R5/PT2M\").",
	Source:   `sw: "Retry Definition"`,
}}
