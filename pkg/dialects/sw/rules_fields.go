package sw

import "github.com/flowglot/flowglot/pkg/diag"

// The rules here concern single values. All of their findings are made while reading.

var wrongType = rule{Rule: diag.Rule{
	ID:       "sw/wrong-type",
	Severity: diag.Error,
	Summary:  "a value is of the wrong type",
	Why: "Engines read a definition into typed fields and refuse a value of another type. In YAML a bare 1.0 is a number and " +
		"a bare yes may be a boolean: write texts in quotes where in doubt. The values of metadata are texts too.",
	Source: `sw: the tables of "Workflow Definition" and the sections below it, "Workflow Metadata"`,
}}

var missingField = rule{Rule: diag.Rule{
	ID:       "sw/missing-field",
	Severity: diag.Error,
	Summary:  "a required field is missing",
	Why: "Without the field the definition does not say what to do. Some fields are needed only by one kind: a scheduled " +
		"start needs its \"schedule\", an end of the kind \"event\" its \"produceEvent\".",
	Source: `sw: the tables of "Workflow Definition" and the sections below it`,
}}

var emptyText = rule{Rule: diag.Rule{
	ID:       "sw/empty",
	Severity: diag.Error,
	Summary:  "a name is empty, or a list that must name something",
	Why:      "Nothing can refer to a thing without a name, and an entry that waits for no event never goes on.",
	Source:   `sw: "Workflow Definition" and the sections below it ("unique name")`,
	Levels:   "a warning for a list of branches, conditions or events without an entry",
}}

var unknownField = rule{Rule: diag.Rule{
	ID:       "sw/unknown-field",
	Severity: diag.Warning,
	Summary:  "a field is none of the language",
	Why: "It has no effect, and most often it is a misspelt one that was meant to have some. What is for people and " +
		"tools belongs into \"metadata\".",
	Source: `sw: the tables of "Workflow Definition" and the sections below it`,
}}

var misplacedField = rule{Rule: diag.Rule{
	ID:       "sw/misplaced-field",
	Severity: diag.Warning,
	Summary:  "a field stands where it has no effect",
	Why: "The language has the field, but not in this place: a delay is not retried, only a parallel state completes by " +
		"numbers. Either the field or what it stands in is wrong.",
	Source: `sw: the tables of "State Definition" and of each state`,
}}

var otherName = rule{Rule: diag.Rule{
	ID:       "sw/alternate-name",
	Aliases:  []string{"sw/other-name"},
	Severity: diag.Warning,
	Summary:  "a field goes by a name that the tables of the language do not have",
	Why: "The text of the language itself uses some fields by two names, such as \"dataInputPath\" for the " +
		"\"dataOutputPath\" of an event's filter. flowglot reads both; other tools may know only the one of the tables.",
	Source: `sw: "ForEach State", "Event State", "Event Data Filter", and their examples`,
}}

var unknownValue = rule{Rule: diag.Rule{
	ID:       "sw/unknown-value",
	Severity: diag.Error,
	Summary:  "a field has none of the words that it may have",
	Why:      "The type of a state, the kind of a start, an end or an event, and some other fields are one of a few words.",
	Source:   `sw: "State Definition", "Event Definition", "Start Definition", "End Definition", "Parallel State"`,
}}

var letterCase = rule{Rule: diag.Rule{
	ID:       "sw/letter-case",
	Severity: diag.Warning,
	Summary:  "a word is written in other letter case than the language has it",
	Why:      "flowglot reads the word in any case, as some examples of the language have it so. Strict tools do not.",
	Source:   `sw: "Operation State", "End Definition", "Restricting Transitions based on state output"`,
}}

var outOfRange = rule{Rule: diag.Rule{
	ID:       "sw/out-of-range",
	Severity: diag.Error,
	Summary:  "a number is too small, or not whole",
	Why:      "Attempts, branches and iterations are counted: whole numbers, and none of them negative.",
	Source:   `sw: "Retry Definition", "Parallel State", "ForEach State"`,
}}

var switchEnds = rule{Rule: diag.Rule{
	ID:       "sw/switch-ends",
	Severity: diag.Error,
	Summary:  "a switch state is marked as an end",
	Why:      "A switch always goes on to another state, by one of its conditions or by its default.",
	Source:   `sw: "Switch State", "End Definition"`,
}}

var unknownState = rule{Rule: diag.Rule{
	ID:       "sw/unknown-target",
	Aliases:  []string{"sw/unknown-state"},
	Severity: diag.Error,
	Summary:  "a transition leads to a state that does not exist",
	Why:      "The workflow halts there. A state is referred to by its name or by its id.",
	Source:   `sw: "Transitions"`,
}}

var unknownFunction = rule{Rule: diag.Rule{
	ID:       "sw/unknown-function",
	Severity: diag.Error,
	Summary:  "an action calls a function that is not defined",
	Why:      "\"refName\" is the name of one of the \"functions\" of the workflow.",
	Source:   `sw: "FunctionRef Definition"`,
}}

var unknownEvent = rule{Rule: diag.Rule{
	ID:       "sw/unknown-event",
	Severity: diag.Error,
	Summary:  "an event is not defined",
	Why:      "What is waited for and what is produced are \"events\" of the workflow, by their names.",
	Source:   `sw: "Event Definition", "Event State: Event Actions", "ProduceEvent Definition"`,
}}

var eventKind = rule{Rule: diag.Rule{
	ID:       "sw/event-kind",
	Severity: diag.Error,
	Summary:  "an event is waited for that the workflow produces, or the other way round",
	Why: "An event is of one kind: \"consumed\", which is the default, or \"produced\". A workflow that waits for an event " +
		"which only it makes waits for ever.",
	Source: `sw: "Event Definition", "EventRef Definition", "ProduceEvent Definition"`,
}}

var expression = rule{Rule: diag.Rule{
	ID:       "sw/expression",
	Severity: diag.Error,
	Summary:  "an expression cannot be read",
	Why:      "Expressions are JSONPaths in double braces. One that cannot be read fails when a run comes to it, or counts as text.",
	Source:   `sw: "Workflow Data Expressions"`,
}}

var braces = rule{Rule: diag.Rule{
	ID:       "sw/missing-braces",
	Aliases:  []string{"sw/expression-without-braces"},
	Severity: diag.Warning,
	Summary:  "an expression stands without braces",
	Why:      "All expressions stand in double braces. flowglot reads this one all the same, where nothing else can be meant.",
	Source:   `sw: "Workflow Data Expressions"`,
}}

var textBeside = rule{Rule: diag.Rule{
	ID:       "sw/text-beside-expression",
	Severity: diag.Error,
	Summary:  "something stands beside an expression where its value is needed",
	Why: "With other text the expression is printed into that text. A filter or a condition then gets a text instead of the " +
		"data that was selected; a condition would always hold.",
	Source: `sw: "Workflow Data Expressions"`,
}}

var duration = rule{Rule: diag.Rule{
	ID:       "sw/duration",
	Severity: diag.Error,
	Summary:  "a length of time is no duration of ISO 8601",
	Why:      "Timeouts, delays and multipliers are durations: \"PT15M\" are 15 minutes, \"P2DT3H\" two days and three hours.",
	Source:   `sw: "Event State: Timeout", "Action Definition", "Switch State", "Delay State", "Retry Definition"`,
}}

var retryInterval = rule{Rule: diag.Rule{
	ID:       "sw/retry-interval",
	Severity: diag.Error,
	Summary:  "the interval of a retry cannot be read",
	Why:      "It is a duration (\"PT2M\"), or a repeating interval that says how often, too (\"R5/PT2M\").",
	Source:   `sw: "Retry Definition"`,
}}
