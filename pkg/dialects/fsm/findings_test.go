package fsm

import "github.com/flowglot/flowglot/pkg/dialects/dialecttest"

// findingTests are small definitions with their findings in the order of the places.
var findingTests = []dialecttest.Case{
	{Name: "a text", Text: `
5
`, Want: []string{
		"1:1 fsm/wrong-type",
	}},
	{Name: "a misspelled field that must be there is one finding, and is read", Text: `
name: orders
initialstate: NEW
states:
  NEW:
    transitions:
      - {nam: GO, next: Nowhere, manual: true, bogus: 1}
      - {name: AUTO, nxt: DONE, manual: false, criterion: {type: simple, jsonpath: $.x, operatorType: EQUALS, value: 1}}
  DONE: {}
`, Want: []string{
		"2:1 fsm/unknown-field", "6:10 fsm/unknown-field", "6:25 fsm/unknown-target", "6:48 fsm/unknown-field (warning)",
		"7:22 fsm/unknown-field", "7:74 fsm/unknown-field",
	}},
	{Name: "nothing readable", Text: `
{"name": `, Want: []string{}},
	{Name: "no fields", Text: `
name: x
`, Want: []string{
		"1:1 fsm/missing-field",
	}},
	{Name: "fields of a definition", Text: `
version: 1
name: [x]
desc: {}
initialState: 5
active: "true"
criterion: yes please
states: []
other: 1
`, Want: []string{
		"1:10 fsm/wrong-type",
		"2:7 fsm/wrong-type",
		"3:7 fsm/wrong-type",
		"4:15 fsm/wrong-type",
		"5:9 fsm/wrong-type",
		"6:12 fsm/wrong-type",
		"7:9 fsm/wrong-type",
		"8:1 fsm/unknown-field (warning)",
	}},
	{Name: "an array with a number", Text: `
[5, {"name": "", "initialState": "A", "states": {"A": {}, "": null}}]`, Want: []string{
		"1:2 fsm/wrong-type",
		"1:14 fsm/empty",
		"1:59 fsm/empty",
		"1:63 fsm/wrong-type",
	}},
	{Name: "an import", Text: `
importMode: Merge
workflows: {}
entityName: x
`, Want: []string{
		"1:13 fsm/import-mode",
		"2:12 fsm/wrong-type",
		"3:1 fsm/misplaced-field (warning)",
	}},
	{Name: "an export", Text: `
entityName: 1
modelVersion: 1.5
`, Want: []string{
		"1:1 fsm/missing-field",
		"1:13 fsm/wrong-type",
		"2:15 fsm/out-of-range",
	}},
	{Name: "a version that is too large", Text: `
modelVersion: 3000000000
workflows: []
`, Want: []string{
		"1:15 fsm/out-of-range",
	}},
	{Name: "workflows and a state", Text: `
workflows: [{name: x, initialState: A, states: {A: {}}}]
`, Want: []string{}},
	{Name: "transitions", Text: `
name: x
initialState: a
states:
  A:
    transitions:
      - 5
      - {}
      - {name: 5, next: [], manual: 1, disabled: no, processors: 5, extra: 1}
      - {name: GO, next: b, manual: true}
      - {name: GO, next: B, manual: true}
  B: {transitions: {}, next: A}
  C: 5
`, Want: []string{
		"2:15 fsm/unknown-start",
		"6:9 fsm/wrong-type",
		"7:9 fsm/missing-field",
		"7:9 fsm/implicit-manual (info)",
		"8:16 fsm/wrong-type",
		"8:25 fsm/wrong-type",
		"8:37 fsm/wrong-type",
		"8:50 fsm/wrong-type",
		"8:66 fsm/wrong-type",
		"8:69 fsm/unknown-field (warning)",
		"9:26 fsm/unknown-target",
		"10:16 fsm/duplicate-transition (warning)",
		"11:20 fsm/wrong-type",
		"11:24 fsm/misplaced-field (warning)",
		"12:6 fsm/wrong-type",
	}},
	{Name: "processors", Text: `
name: x
initialState: A
states:
  A:
    transitions:
      - name: GO
        next: A
        manual: true
        processors:
          - 5
          - {}
          - {type: external, name: "", executionMode: sync, config: 5}
          - type: EXTERNAL
            name: p
            executionMode: ASYNC_SAMETX
            config: {attachEntity: "true", responseTimeoutMs: "5", calculationNodesTags: [a], retryPolicy: 5, context: null, x: 1}
          - {type: EXTERNAL, name: q, executionMode: ASYNC_NEW_TX, config: {responseTimeoutMs: 1.5}}
`, Want: []string{
		"10:13 fsm/wrong-type",
		"11:13 fsm/missing-field",
		"12:20 fsm/unknown-processor-type",
		"12:36 fsm/empty",
		"12:55 fsm/execution-mode (warning)",
		"12:69 fsm/wrong-type",
		"15:28 fsm/execution-mode (warning)",
		"16:36 fsm/wrong-type",
		"16:63 fsm/wrong-type",
		"16:90 fsm/wrong-type",
		"16:108 fsm/wrong-type",
		"16:120 fsm/wrong-type",
		"16:126 fsm/unknown-field (warning)",
		"17:96 fsm/out-of-range",
	}},
	{Name: "conditions", Text: `
name: x
initialState: A
criterion: {type: group, operator: and, conditions: [5, {}, {type: Simple}, {type: 5}, {type: function}, {type: group, operator: OR}]}
states:
  A: {}
`, Want: []string{
		"3:36 fsm/group-operator",
		"3:54 fsm/wrong-type",
		"3:57 fsm/missing-field",
		"3:68 fsm/unknown-condition-type",
		"3:84 fsm/wrong-type",
		"3:88 fsm/missing-field",
		"3:106 fsm/missing-field",
	}},
	{Name: "simple conditions", Text: `
name: x
initialState: A
criterion:
  type: group
  operator: AND
  conditions:
    - {type: simple}
    - {type: simple, jsonPath: 5, operatorType: 5}
    - {type: simple, jsonPath: $.a, operatorType: equals, value: 1}
    - {type: simple, jsonPath: $.a, operation: EQUALS}
    - {type: simple, jsonPath: $.a, operation: EQUALS, operator: EQUALS, value: null}
    - {type: simple, jsonPath: $.a, operator: GREATER_THAN}
    - {type: simple, jsonPath: $.a, operator: GREATER_THAN, value: null}
    - {type: simple, jsonPath: $.a, operator: CONTAINS, value: {}}
    - {type: simple, jsonPath: $.a, operator: MATCHES_PATTERN, value: [a]}
    - {type: simple, jsonPath: $.a, operator: LIKE, value: 5}
    - {type: simple, jsonPath: $.a, operator: IS_NULL, value: 5, field: state}
    - {type: simple, jsonPath: $.a, operator: BETWEEN, value: [1, null]}
    - {type: simple, jsonPath: $.a, operator: BETWEEN, value: [2, 2]}
    - {type: simple, jsonPath: $.a, operator: BETWEEN_INCLUSIVE, value: [2, 2]}
    - {type: simple, jsonPath: $.a, operator: BETWEEN_INCLUSIVE, value: [10, "9"]}
states:
  A: {}
`, Want: []string{
		"7:7 fsm/missing-field",
		"8:32 fsm/wrong-type",
		"8:49 fsm/wrong-type",
		"9:51 fsm/unknown-operator",
		"10:7 fsm/operand-type (warning)",
		"11:37 fsm/multiple-operators (warning)",
		"12:7 fsm/missing-field",
		"13:68 fsm/operand-type (warning)",
		"14:64 fsm/operand-type (warning)",
		"15:71 fsm/pattern",
		"17:66 fsm/misplaced-field (warning)",
		"18:67 fsm/between",
		"19:63 fsm/empty-range (warning)",
		"21:73 fsm/empty-range (warning)",
	}},
	{Name: "paths", Text: `
name: x
initialState: A
criterion:
  type: group
  operator: AND
  conditions:
    - {type: simple, jsonPath: "", operator: IS_NULL}
    - {type: simple, jsonPath: a.b, operator: IS_NULL}
    - {type: simple, jsonPath: $.a..b, operator: IS_NULL}
    - {type: simple, jsonPath: "$.a[?(@.b)]", operator: IS_NULL}
    - {type: simple, jsonPath: "$.a[0:2]", operator: IS_NULL}
    - {type: simple, jsonPath: $.a.length(), operator: IS_NULL}
    - {type: simple, jsonPath: $$.state, operator: IS_NULL}
    - {type: simple, jsonPath: $., operator: IS_NULL}
    - {type: simple, jsonPath: $, operator: IS_NULL}
    - {type: simple, jsonPath: "$[0]", operator: IS_NULL}
    - {type: simple, jsonPath: "$.a[-1]", operator: IS_NULL}
    - {type: simple, jsonPath: "$['a b'][*].c[0]", operator: IS_NULL}
    - {type: array, jsonPath: $.a}
    - {type: array, jsonPath: $.a, values: 5}
    - {type: lifecycle, operator: IS_NULL}
    - {type: lifecycle, field: State, operator: IS_NULL}
    - {type: lifecycle, field: previousTransition, operator: IS_NULL}
    - {type: function, function: {}}
    - {type: function, function: f}
    - {type: function, function: {name: f, config: {x: 1}}}
states:
  A: {}
`, Want: []string{
		"7:33 fsm/path",
		"8:32 fsm/path",
		"9:35 fsm/path",
		"10:36 fsm/path",
		"11:36 fsm/path",
		"12:35 fsm/path",
		"13:32 fsm/path",
		"14:33 fsm/path",
		"15:32 fsm/path-selects-nothing (warning)",
		"16:34 fsm/path-selects-nothing (warning)",
		"17:36 fsm/path-selects-nothing (warning)",
		"19:7 fsm/missing-field",
		"20:44 fsm/wrong-type",
		"21:7 fsm/missing-field",
		"22:32 fsm/lifecycle-field",
		"24:34 fsm/missing-field",
		"25:34 fsm/wrong-type",
		"26:14 fsm/function-in-group",
	}},
	{Name: "cascades that go round", Text: `
name: x
initialState: A
states:
  A: {transitions: [{name: T, next: B, manual: false}]}
  B: {transitions: [{name: U, next: C, manual: false, criterion: {type: group, operator: AND, conditions: []}}]}
  C:
    transitions:
      - {name: V, next: D, manual: false, criterion: {type: simple, jsonPath: $.v, operator: NOT_NULL}}
      - {name: W, next: B, manual: false}
  D: {transitions: [{name: X, next: D, manual: false, disabled: true}, {name: Y, next: D, manual: true}]}
`, Want: []string{
		"5:37 fsm/endless-cascade",
	}},
	{Name: "cascades that may go round", Text: `
name: x
initialState: A
states:
  A: {transitions: [{name: T, next: B, manual: false, criterion: {type: simple, jsonPath: $.v, operator: EQUALS, value: 1}}]}
  B:
    transitions:
      - {name: OUT, next: C, manual: false, criterion: {type: simple, jsonPath: $.w, operator: EQUALS, value: 1}}
      - {name: U, next: A, manual: false, criterion: {type: group, operator: OR, conditions: [{type: simple, jsonPath: "$.l[*].b", operator: LIKE, value: "a%"}]}}
  C: {transitions: [{name: V, next: C, manual: false, criterion: {type: lifecycle, field: previousTransition, operator: NOT_EQUAL, value: V}}]}
`, Want: []string{
		"4:37 fsm/unchanging-cascade (warning)",
	}},
	{Name: "cascades that end", Text: `
name: x
initialState: A
states:
  A: {transitions: [{name: T, next: B, manual: false, criterion: {type: simple, jsonPath: $.v, operator: EQUALS, value: 1}}]}
  B:
    transitions:
      - {name: OUT, next: C, manual: false, criterion: {type: simple, jsonPath: $.v, operator: EQUALS, value: "1"}}
      - {name: U, next: A, manual: false, criterion: {type: simple, jsonPath: $.v, operator: NOT_NULL}}
  C: {transitions: [{name: V, next: C, manual: false, criterion: {type: function, function: {name: f}}}]}
  D:
    transitions:
      - {name: V, next: D, manual: false, criterion: {type: simple, jsonPath: $.v, operator: NOT_NULL},
         processors: [{type: EXTERNAL, name: p}]}
`, Want: []string{}},
	{Name: "a cascade that the day decides on", Text: `
name: x
initialState: A
states:
  A: {transitions: [{name: T, next: A, manual: false, criterion: {type: lifecycle, field: creationDate, operator: LESS_THAN, value: "2020"}}]}
`, Want: []string{}},
	{Name: "a cascade that runs into an endless one", Text: `
name: x
initialState: A
states:
  A: {transitions: [{name: T, next: B, manual: false}]}
  B: {transitions: [{name: U, next: C, manual: false}]}
  C: {transitions: [{name: V, next: B, manual: false}]}
  D: {transitions: [{name: W, next: C, manual: false}]}
`, Want: []string{
		"5:37 fsm/endless-cascade",
	}},
	{Name: "a processor whose result does not count", Text: `
name: x
initialState: A
states:
  A:
    transitions:
      - {name: V, next: A, manual: false, criterion: {type: simple, jsonPath: $.v, operator: NOT_NULL},
         processors: [{type: EXTERNAL, name: p, executionMode: ASYNC_NEW_TX}]}
`, Want: []string{
		"6:25 fsm/unchanging-cascade (warning)",
	}},
	{Name: "what is of the wrong type is not known", Text: `
name: x
initialState: A
active: 5
states:
  A: {transitions: [{name: T, next: A, manual: "false"}, {name: U, next: A, disabled: "no", manual: false}]}
`, Want: []string{
		"3:9 fsm/wrong-type",
		"5:48 fsm/wrong-type",
		"5:87 fsm/wrong-type",
	}},
	{Name: "a set", Text: `
[{"name": "a", "initialState": "A", "active": false, "states": {"A": {}}},
 {"name": "b", "initialState": "A", "states": {"A": {}}},
 {"name": "a", "initialState": "A", "states": {"A": {}}}]
`, Want: []string{
		"3:11 fsm/duplicate-workflow",
		"3:11 fsm/shadowed-workflow (warning)",
		"3:48 fsm/shared-state-name (info)",
	}},
	{Name: "an import of inactive ones", Text: `
importMode: ACTIVATE
workflows:
  - {name: a, active: false, initialState: A, states: {A: {}}}
  - {name: b, active: false, initialState: B, states: {B: {}}}
`, Want: []string{
		"3:23 fsm/inactive-import (warning)",
		"4:12 fsm/shadowed-workflow (warning)",
		"4:23 fsm/inactive-import (warning)",
	}},
}
