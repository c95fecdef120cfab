package asl

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects/dialecttest"
)

// Definitions of today's language with what is found in them: "line:column rule", and the severity if it is not an error.
var todayTests = []struct {
	name, text string
	want       []string
}{
	{name: "places inside of escaped JSON texts", text: `{"StartAt": "A", "States": {"A": {"Type": "Pass", "Parameters": {
  "a.$": "States.Format('\u00e9\\'{}', States.ArrayLenght($.a))",
  "b.$": "States.MathAdd($.a,\n 'one')"}, "Next": "B"},
"B": {"Type": "Pass", "QueryLanguage": "JSONata", "Output": "{% \"\u00e9\" &\n $uppr(name) %}", "End": true}}}`, want: []string{
		"2:40 asl/intrinsic", "3:33 asl/intrinsic-argument", "4:80 asl/jsonata-function", "4:86 asl/jsonata-name",
	}},
	{name: "places inside of YAML block scalars", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A:
    Type: Pass
    Output: |-
      {% (
        $total := $sum($states.input.price);
        $totl + $states.inptu.x
      ) %}
    Next: B
  B:
    Type: Pass
    Output: >-
      {% $states.input.a
      & $eval('1') %}
    End: true
`, want: []string{
		"9:9 asl/undefined-variable (warning)", "9:25 asl/jsonata-states", "16:9 asl/jsonata-function",
	}},
	{name: "names at the top", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Pass, Output: "{% [a, $.b, $$.c, $states.input.rooms[beds = 2]^(price).{'n': name}] %}", Next: B}
  B: {Type: Pass, Output: "{% $filter($states.input.rooms, function($r) { $r.beds > minimum }) %}", Next: C}
  C: {Type: Pass, Output: "{% $states.input.a.($x := b; $x + $) ~> |$|{'c': d}| %}", End: true}
`, want: []string{
		"4:32 asl/jsonata-name", "4:35 asl/jsonata-name", "4:40 asl/jsonata-name", "5:85 asl/jsonata-name",
	}},
	{name: "variables that an expression binds itself", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Pass, Output: "{% ($f := function($n) { $n < 2 ? 1 : $n * $f($n - 1) }; $f($states.input.n)) %}", Next: B}
  B: {Type: Pass, Output: "{% $states.input.a@$o.b#$i[$o.x = $i].{'i': $i} %}", Next: C}
  C: {Type: Pass, Output: "{% $map($states.input.a, $string) ~> $join(',') ~> $uppercase %}", Next: D}
  D: {Type: Pass, Output: "{% $reduce([1..5], function($a, $b) { $a + $b }) & $later %}", End: true}
`, want: []string{
		"7:79 asl/undefined-variable (warning)",
	}},
	{name: "functions", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Pass, Output: "{% $substring() & $round(1, 2, 3) & $sum('a', 1) %}", Next: B}
  B: {Type: Pass, Output: "{% $partition($states.input.a) & $range(1, 2, 3) & $hash('a', 'MD5') & $uuid(1) %}", Next: C}
  C: {Type: Pass, Output: "{% $abs('a') + $length(5) + sum($states.input.a) %}", Next: D}
  D: {Type: Pass, Output: "{% $states.input.a ~> $substring(1) ~> $round(1, 2) %}", End: true}
`, want: []string{
		"4:31 asl/jsonata-function", "4:46 asl/jsonata-function", "4:64 asl/jsonata-function", "5:31 asl/jsonata-function",
		"5:99 asl/jsonata-function", "6:36 asl/jsonata-function", "6:51 asl/jsonata-function", "6:56 asl/jsonata-function",
		"7:67 asl/jsonata-function",
	}},
	{name: "members of $states", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A:
    Type: Task
    Resource: arn:aws:lambda:eu-west-1:123456789012:function:f
    Arguments: "{% $states.result %}"
    Output: "{% $states.result.a & $states.errorOutput.Error & $states.context.Execution.Nme %}"
    Assign: {a: "{% $states.result %}"}
    Catch:
      - {ErrorEquals: [X], Output: "{% $states.errorOutput & $states.result & $a %}", Next: B}
    Next: B
  B: {Type: Choice, Choices: [{Condition: "{% $states.input.a and $states.result %}", Next: C}], Default: C}
  C: {Type: Pass, Output: "{% $states %}", End: true}
`, want: []string{
		"7:28 asl/jsonata-states", "8:44 asl/jsonata-states", "8:90 asl/context-member (warning)",
		"11:70 asl/jsonata-states", "11:79 asl/unset-variable (warning)", "13:75 asl/jsonata-states",
	}},
	{name: "marks", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Wait, Seconds: "{% 5 }", Next: B}
  B: {Type: Pass, Output: {a: "{% 1", b: "1 %}", c: " {% 1 %}", d: "x {% 1 %}", e: "{% 1 %}{% 2 %}"}, Next: C}
  C: {Type: Choice, Choices: [{Condition: "{% true", Next: D}], Default: D}
  D: {Type: Pass, Output: "${Text} {% 1 %}", End: true}
`, want: []string{
		"4:29 asl/jsonata", "5:32 asl/jsonata", "5:45 asl/jsonata", "5:53 asl/jsonata-literal (warning)",
		"5:68 asl/jsonata-literal (warning)", "5:91 asl/jsonata", "6:44 asl/jsonata",
	}},
	{name: "variables and scopes", text: `
StartAt: A
States:
  A: {Type: Pass, Assign: {n: 1, "m.$": $.m, states: 1, a.b: 2, _x: 3, "$y": 4}, Next: P}
  P:
    Type: Parallel
    Branches:
      - {StartAt: X, States: {X: {Type: Pass, Assign: {n: 2, own: 3}, Parameters: {"a.$": $m, "b.$": $own}, End: true}}}
      - {StartAt: Y, States: {Y: {Type: Pass, Parameters: {"a.$": $own, "b.$": $n}, Assign: {own: 1}, Next: Z}, Z: {Type: Pass, Parameters: {"a.$": $own}, End: true}}}
    Next: Q
  Q: {Type: Pass, Parameters: {"a.$": $own}, End: true}
`, want: []string{
		"3:46 asl/variable-name", "3:57 asl/variable-name", "3:65 asl/variable-name", "3:72 asl/variable-name",
		"7:56 asl/variable-scope", "7:102 asl/unset-variable (warning)", "8:67 asl/unset-variable (warning)",
		"10:39 asl/undefined-variable (warning)",
	}},
	{name: "variables that are not set on every path", text: `
StartAt: A
States:
  A: {Type: Choice, Choices: [{Variable: $.a, IsPresent: true, Assign: {x: 1}, Next: B}, {Variable: $.b, IsPresent: true, Next: B}], Default: C}
  B: {Type: Pass, Parameters: {"a.$": $x}, Next: D}
  C: {Type: Task, Resource: "arn:aws:lambda:eu-west-1:123456789012:function:f", Assign: {x: 2, y: 3}, Catch: [{ErrorEquals: [E], Next: E}], Next: E}
  D: {Type: Choice, Choices: [{Variable: $x, IsPresent: true, Next: E}], Default: E}
  E: {Type: Pass, QueryLanguage: JSONata, Output: "{% $exists($y) ? $y : $x %}", End: true}
`, want: []string{
		"4:39 asl/unset-variable (warning)", "7:74 asl/unset-variable (warning)",
	}},
	{name: "templates", text: `
StartAt: A
States:
  A:
    Type: Task
    Resource: arn:aws:states:::aws-sdk:s3:getObject
    Parameters: {Bucket: $.bucket, Key: "$", Cost: "$5", Range: "${Range}", List: [$.a, {x: "States.UUID()"}], "K.$": user, Tag: "States of America"}
    ResultSelector: {a: 1, "a.$": $.a}
    Next: B
  B: {Type: Pass, Result: {a: $.a, "b.$": $.b, c: text}, Next: C}
  C: {Type: Fail, Error: $.error, Cause: "$ 5 are missing"}
`, want: []string{
		"6:26 asl/missing-dollar (warning)", "6:84 asl/missing-dollar (warning)", "6:93 asl/missing-dollar (warning)",
		"6:119 asl/payload-template", "7:28 asl/duplicate-template-key", "9:31 asl/static-result (warning)",
		"9:43 asl/static-result (warning)", "10:26 asl/path-in-value (warning)",
	}},
	{name: "arguments of intrinsic functions", text: `
StartAt: A
States:
  A:
    Type: Pass
    Parameters:
      a.$: States.Format('{} \{} {}', $.a)
      b.$: States.JsonMerge($.a, $.b, true)
      c.$: States.Hash($.a, 'sha-256')
      d.$: States.ArrayPartition($.a, 0)
      e.$: States.ArrayRange(1, 10, 0)
      f.$: States.ArrayRange(1, 5000, 1)
      g.$: States.ArrayLength('abc')
      h.$: States.MathAdd(States.UUID(), 1)
      i.$: States.MathRandom(5, 5)
      j.$: States.MathAdd($.a, 3000000000)
      k.$: States.Format($.template, $.a, $.b)
      l.$: States.StringSplit(States.Format('{}', $.a), ',')
    End: true
`, want: []string{
		"6:12 asl/intrinsic-argument", "7:39 asl/intrinsic-argument", "8:29 asl/intrinsic-argument",
		"9:39 asl/intrinsic-argument", "10:37 asl/intrinsic-argument", "11:33 asl/intrinsic-argument",
		"12:31 asl/intrinsic-argument", "13:27 asl/intrinsic-argument", "14:33 asl/intrinsic-argument",
		"15:32 asl/intrinsic-argument",
	}},
	{name: "the Context object", text: `
StartAt: A
States:
  A: {Type: Pass, Parameters: {"a.$": $$.Execution.StartTme, "b.$": $$.Exec, "c.$": $$.Execution.Input.anything, "d.$": $$.Map.Item.Value}, Next: M}
  M:
    Type: Map
    ItemSelector: {"a.$": $$.Map.Item.Value, "b.$": $$.Map.Item.Indx}
    ItemProcessor: {StartAt: X, States: {X: {Type: Pass, InputPath: $$.Map.Item.Value, End: true}}}
    End: true
`, want: []string{
		"3:51 asl/context-member (warning)", "3:71 asl/context-member (warning)", "3:121 asl/context-member (warning)",
		"6:64 asl/context-member (warning)", "7:69 asl/context-member (warning)",
	}},
	{name: "integrations", text: `
StartAt: A
States:
  A: {Type: Task, Resource: "arn:aws:states:::sqs:sendMessage.sync", Parameters: {queueUrl: u, MessageBody: b}, Next: B}
  B: {Type: Task, Resource: "arn:aws:states:::aws-sdk:dynamoDB:GetItem", Next: C}
  C: {Type: Task, Resource: "arn:aws:states:::aws-sdk:s3:GetObject", Next: D}
  D: {Type: Task, Resource: "arn:aws:states:::ec2:describeInstances", Next: E}
  E: {Type: Task, Resource: "arn:aws:states:::s3:getObject", Next: F}
  F: {Type: Task, Resource: "arn:aws:states:::aws-sdk:glue:startJobRun.sync", TimeoutSeconds: 9, Next: G}
  G: {Type: Task, Resource: "arn:${AWS::Partition}:states:::lambda:invoke.sync", Next: H}
  H: {Type: Task, Resource: "arn:aws-us-gov:states:::states:startExecution.sync:2", Parameters: {"StateMachineArn": "${Child}"}, HeartbeatSeconds: 9, Next: I}
  I: {Type: Task, Resource: "arn:aws:states:::http:invoke", Parameters: {ApiEndpoint: e, Method: GET, InvocationConfig: {}}, End: true}
`, want: []string{
		"3:62 asl/integration-pattern (warning)", "3:62 asl/no-time-limit (info)",
		"3:83 asl/integration-parameter (warning)", "4:55 asl/unknown-integration (warning)",
		"5:58 asl/unknown-integration (warning)", "6:47 asl/unknown-integration (warning)",
		"7:50 asl/unknown-integration (warning)", "8:71 asl/integration-pattern (warning)",
	}},
	{name: "tokens", text: `
StartAt: A
States:
  A: {Type: Task, Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken", TimeoutSeconds: 9, Parameters: {FunctionName: f, "Payload.$": $$}, Next: B}
  B: {Type: Task, Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken", TimeoutSeconds: 9, Parameters: {FunctionName: f, Payload: {"t.$": "States.Format('{}', $$.Task.Token)"}}, Next: C}
  C: {Type: Task, Resource: "arn:aws:states:::lambda:invoke", Parameters: {FunctionName: f, "Payload.$": $$.Task.Token}, Next: D}
  D: {Type: Task, QueryLanguage: JSONata, Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken", TimeoutSeconds: 9, Arguments: {FunctionName: f, Payload: "{% $states.context %}"}, Next: E}
  E: {Type: Task, QueryLanguage: JSONata, Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken", TimeoutSeconds: 9, Arguments: {FunctionName: f, Payload: "{% $states.input %}"}, Next: F}
  F: {Type: Task, Resource: "arn:aws:states:::ecs:runTask.sync", TimeoutSeconds: 9, Parameters: {TaskDefinition: t, "Tags.$": $$.Task.Token}, End: true}
`, want: []string{
		"5:106 asl/task-token (warning)", "7:53 asl/task-token (warning)",
	}},
	{name: "distributed Maps", text: `
StartAt: A
States:
  A:
    Type: Map
    ItemReader: {Resource: "arn:aws:states:::s3:getObject", ReaderConfig: {InputType: CSV, MaxItems: 1, MaxItemsPath: $.n}, Parameters: {Bucket: b, Key: k}}
    ItemBatcher: {BatchInput: {a: 1}}
    ResultWriter: {}
    Label: a b
    ItemProcessor: {ProcessorConfig: {Mode: DISTRIBUTED}, StartAt: X, States: {X: {Type: Pass, End: true}}}
    Next: B
  B:
    Type: Map
    ToleratedFailurePercentage: 5
    Label: b
    ItemProcessor: {ProcessorConfig: {Mode: "${Mode}"}, StartAt: Y, States: {Y: {Type: Pass, End: true}}}
    Next: C
  C:
    Type: Map
    ResultWriter: {Resource: "arn:aws:states:::s3:putObject", Parameters: {Bucket: b}}
    Iterator: {StartAt: Z, States: {Z: {Type: Pass, End: true}}}
    End: true
`, want: []string{
		"5:75 asl/missing-field", "5:105 asl/exclusive-fields", "6:18 asl/missing-field", "7:19 asl/missing-field",
		"8:12 asl/map-label", "9:38 asl/missing-field", "19:5 asl/distributed-field", "20:5 asl/old-field (info)",
	}},
	{name: "choices", text: `
StartAt: A
States:
  A:
    Type: Choice
    Choices:
      - {Variable: $.n, NumericLessThan: 5, Next: B}
      - {Variable: $.n, NumericGreaterThan: 5, Next: B}
  B:
    Type: Choice
    Choices:
      - {Variable: $.ok, BooleanEquals: true, Next: C}
      - {Not: {Variable: $.ok, BooleanEquals: true}, Next: C}
  C:
    Type: Choice
    Choices:
      - {And: [{Variable: $.s, StringEquals: a}, {Variable: $.s, StringEquals: b}], Next: D}
      - {And: [{Variable: $.s, StringEquals: a}, {Variable: $.n, NumericEquals: 1}], Next: D}
      - {Variable: $.s, StringMatches: 'a\b*', Next: D}
      - {Variable: "$.list[*]", StringEquals: a, Next: D}
    Default: D
  D: {Type: Choice, QueryLanguage: JSONata, Choices: [{Condition: "{% $states.input.a %}", Next: E}, {Condition: "{%$states.input.a%}", Next: E}, {Condition: "{% $states.input.a %}", Next: E}], Default: E}
  E: {Type: Succeed}
`, want: []string{
		"3:3 asl/no-default (warning)", "16:50 asl/contradictory-rule (warning)", "18:42 asl/string-pattern (warning)",
		"19:20 asl/indefinite-variable (warning)", "21:102 asl/shadowed-rule (warning)",
		"21:147 asl/shadowed-rule (warning)",
	}},
	{name: "errors", text: `
StartAt: A
States:
  A:
    Type: Task
    Resource: arn:aws:states:::dynamodb:getItem
    Parameters: {TableName: t, Key: {}}
    Retry:
      - {ErrorEquals: [DynamoDb.Busy, State.Timeout, States.NoChoiceMatched, Status.Bad]}
      - {ErrorEquals: [states.all]}
    Catch: [{ErrorEquals: [States.Own, States.Other], Next: B}]
    Next: B
  B: {Type: Fail, Error: States.Own}
`, want: []string{
		"8:24 asl/error-prefix (warning)", "8:39 asl/unknown-reserved-error (warning)",
		"8:54 asl/unmatchable-error (warning)", "9:24 asl/unknown-reserved-error",
		"10:40 asl/unknown-reserved-error (warning)", "12:26 asl/reserved-error (warning)",
	}},
	{name: "data that is not there", text: `
StartAt: A
States:
  A: {Type: Pass, Result: {a: {b: 1}, c: 2}, Next: B}
  B: {Type: Pass, InputPath: $.a, Parameters: {"x.$": $.b, "y.$": $.c}, ResultPath: $.r, Next: C}
  C: {Type: Choice, Choices: [{Variable: $.r.z, IsPresent: true, Next: D}, {Variable: $.r.x.q, NumericEquals: 1, Next: D}, {Variable: $.q, NumericEquals: 1, Next: D}], Default: D}
  D: {Type: Task, Resource: "arn:aws:lambda:eu-west-1:123456789012:function:f", Parameters: {"a.$": $.a.d}, Catch: [{ErrorEquals: [E], ResultPath: $.e, Next: F}], Next: E}
  E: {Type: Pass, InputPath: $.anything, Next: G}
  F: {Type: Pass, Parameters: {"a.$": $.e.Cause, "b.$": $.e.Message, "c.$": $.c}, OutputPath: $.b, Next: G}
  G: {Type: Succeed}
`, want: []string{
		"4:67 asl/absent-data (warning)", "5:135 asl/absent-data (warning)", "6:101 asl/absent-data (warning)",
		"8:57 asl/absent-data (warning)",
	}},
	{name: "bounds", text: `
StartAt: A
TimeoutSeconds: 100000000
States:
  A: {Type: Wait, Seconds: 100000000, Next: B}
  B: {Type: Wait, Seconds: 1.5, Next: C}
  C: {Type: Task, Resource: "arn:aws:lambda:eu-west-1:123456789012:function:f", TimeoutSeconds: $.t, HeartbeatSeconds: "{% 1 %}", Retry: [{ErrorEquals: [A], MaxDelaySeconds: 31622401}], End: true}
`, want: []string{
		"2:17 asl/out-of-range", "4:28 asl/out-of-range", "5:28 asl/out-of-range", "6:97 asl/path-in-value",
		"6:120 asl/query-language", "6:175 asl/out-of-range",
	}},
	{name: "fields of JSONPath in JSONata states", text: `
StartAt: A
QueryLanguage: JSONata
TimeoutSeconds: 0
States:
  A: {Type: Pass, Result: {x: 1}, Next: B}
  B:
    Type: Choice
    Default: C
    Choices:
      - {Variable: $.a, IsNull: true, Next: C}
      - {And: [{Variable: $.a, IsNull: true}], Next: C}
  C:
    Type: Task
    Resource: arn:aws:states:::lambda:invoke
    Arguments: {FunctionName: f}
    Retry: [{ErrorEquals: [X], MaxAttempts: "{% 3 %}"}]
    End: true
`, want: []string{
		"3:17 asl/out-of-range", "5:19 asl/query-language", "10:10 asl/query-language", "11:10 asl/query-language", "16:45 asl/wrong-type",
	}},
	{name: "the expression of a rule in the other language is one finding", text: `
StartAt: A
States:
  A: {Type: Choice, Choices: [{Condition: "{% true %}", Next: B}], Default: B}
  B: {Type: Succeed}
`, want: []string{"3:32 asl/query-language"}},
	{name: "a token outside of a Task", text: `
StartAt: A
States:
  A: {Type: Pass, Parameters: {"t.$": $$.Task.Token}, Next: B}
  B: {Type: Pass, QueryLanguage: JSONata, Output: "{% $states.context.Task.Token %}", End: true}
`, want: []string{"3:39 asl/context-member (warning)", "4:55 asl/context-member (warning)"}},
	{name: "a path as the text that a rule compares with", text: `
StartAt: A
States:
  A:
    Type: Choice
    Default: B
    Choices:
      - {Variable: $.a, StringEquals: $.b, Next: B}
      - {Variable: $.a, StringEquals: $5, Next: B}
      - {Variable: $.a, StringMatches: $.b*, Next: B}
  B: {Type: Succeed}
`, want: []string{"7:39 asl/path-in-value (warning)"}},
	{name: "a timestamp that is there", text: `
StartAt: A
States:
  A:
    Type: Choice
    Default: B
    Choices:
      - {And: [{Variable: $.a, IsPresent: true}, {Variable: $.a, IsTimestamp: true}], Next: B}
      - {And: [{Variable: $.a, IsTimestamp: true}, {Variable: $.a, StringGreaterThan: "2020"}, {Variable: $.a, StringLessThan: "2021"}], Next: B}
      - {And: [{Variable: $.b, IsTimestamp: true}, {Variable: $.b, IsString: false}], Next: B}
  B: {Type: Succeed}
`, want: []string{"9:52 asl/contradictory-rule (warning)"}},
	{name: "$filter as the items of a Map", text: `
StartAt: A
QueryLanguage: JSONata
States:
  A: {Type: Map, Items: "{% $filter($states.input, $boolean) %}", ItemProcessor: {StartAt: C, States: {C: {Type: Succeed}}}, Next: B}
  B: {Type: Map, Items: "{% $filter($states.input, $boolean)[] %}", ItemProcessor: {StartAt: D, States: {D: {Type: Succeed}}}, End: true}
`, want: []string{"4:29 asl/single-item (warning)"}},
	{name: "placeholders", text: `
StartAt: A
States:
  A: {Type: Task, Resource: "${Arn}", TimeoutSeconds: "${T}", Parameters: {"a.$": "$.${Path}", b: "$.${Path}", c: "${X}"}, Catch: [{ErrorEquals: ["States.${E}"], Next: "${Next}"}], Next: Which}
  Which: {Type: Choice, Choices: [{Variable: $.n, NumericEquals: "${N}", Next: B}], Default: B}
  B: {Type: Wait, QueryLanguage: JSONata, Seconds: "${S}", Next: C}
  C: {Type: Pass, QueryLanguage: JSONata, Output: "{% ${Expression} %}", Assign: {"${V}": 1}, End: true}
`},
}

// TestToday holds the findings of today's language to their very places.
func TestToday(t *testing.T) {
	t.Parallel()
	for _, tt := range todayTests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := strings.TrimPrefix(tt.text, "\n")
			name := "x.asl.yaml"
			if strings.HasPrefix(text, "{") {
				name = "x.asl.json"
			}
			_, found := check(name, text, "current")
			if got := dialecttest.Places(found); !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
				for _, d := range found {
					t.Log(d.Message, "|", d.Help)
				}
			}
		})
	}
}
