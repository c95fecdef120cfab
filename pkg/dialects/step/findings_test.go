package step

import "github.com/flowglot/flowglot/pkg/dialects/dialecttest"

// Small definitions with what is found, as dialecttest.Places prints it.
var findingTests = []dialecttest.Case{
	{
		Name: "nothing wrong",
		Text: `
id: a
name: A
steps:
  - {id: end, name: End, type: END}
`,
	},
	{
		Name: "misspelled fields are read as what was meant",
		Text: "id: a\nname: A\nautoStartNextWorkflw: true\nstps:\n  - {id: end, nam: End, type: END}\n",
		Want: []string{"3:1 step/missing-field", "3:1 step/unknown-field", "4:1 step/unknown-field", "5:15 step/unknown-field"},
	},
	{
		Name: "no object",
		Text: `["steps"]`,
		Want: []string{"1:1 step/wrong-type"},
	},
	{
		Name: "an empty object",
		Text: `{}`,
		Want: []string{"1:1 step/missing-field"},
	},
	{
		Name: "the id of the workflow is not what steps refer to",
		Text: `
name: A
steps:
  - {id: a, name: A, type: WAIT, nextStep: b}
  - {id: end, name: End, type: END}
`,
		Want: []string{"1:1 step/missing-field", "3:44 step/unknown-target"},
	},
	{
		Name: "a text that breaks off may go on with what is missing",
		Text: `{"id": "a b", "steps": [{"id": "a", "type": "WAIT", "nextStep": "b"`,
	},
	{
		Name: "values of the wrong type",
		Text: `
id: 5
name: [x]
description: {}
autoStartNextWorkflow: "true"
nextWorkflowId: true
metadata: []
steps:
  - 7
  - {id: a, name: A, type: SERVICE_TASK, jobType: 3, retryCount: 1.5, nextStep: [b], boundaryEvents: {}}
  - {id: b, name: B, type: DECISION, conditionalNextSteps: [x]}
  - {id: c, name: C, type: DECISION_TABLE, hitPolicy: 1, decisionTable: [], nextStep: d}
  - {id: d, name: D, type: PARALLEL_GATEWAY, parallelNextSteps: [1, e], joinStep: null}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"1:5 step/wrong-type", "2:7 step/wrong-type", "3:14 step/wrong-type", "4:24 step/wrong-type", "5:17 step/wrong-type", "6:11 step/wrong-type",
			"8:5 step/wrong-type", "9:51 step/wrong-type", "9:66 step/out-of-range", "9:81 step/wrong-type", "9:102 step/wrong-type", "10:60 step/wrong-type",
			"11:55 step/wrong-type", "11:73 step/wrong-type", "12:66 step/wrong-type", "12:83 step/wrong-type",
		},
	},
	{
		Name: "what must be there and is not",
		Text: `
name: A
autoStartNextWorkflow: true
steps:
  - {}
  - {id: a, name: A, type: DECISION_TABLE, decisionTable: {}}
  - {id: b, name: B, type: USER_TASK, boundaryEvents: [{}]}
`,
		Want: []string{
			"1:1 step/missing-field", "2:1 step/missing-field", "4:5 step/missing-field", "5:10 step/missing-field", "5:59 step/missing-field",
			"6:56 step/missing-field",
		},
	},
	{
		Name: "what is empty and must not be",
		Text: `
id: ""
name: " "
autoStartNextWorkflow: true
nextWorkflowId: ""
steps:
  - {id: "", name: "", type: SERVICE_TASK, jobType: ""}
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {}}
  - {id: t, name: T, type: TRANSFORMATION, transformations: {}, nextStep: d}
  - {id: r, name: R, type: DECISION_TABLE, decisionTable: {rules: []}, nextStep: d}
`,
		Want: []string{
			"1:5 step/empty", "2:7 step/empty", "4:17 step/empty", "6:10 step/empty", "6:20 step/empty", "6:53 step/empty", "7:60 step/empty", "8:61 step/empty",
			"9:67 step/empty",
		},
	},
	{
		Name: "no steps",
		Text: `{"id": "a", "name": "A", "steps": []}`,
		Want: []string{"1:35 step/empty"},
	},
	{
		Name: "an id with a character that it may not have, counted in code points",
		Text: `{"id": "é::ö", "name": "A", "steps": [{"id": "e", "name": "E", "type": "END"}]}`,
		Want: []string{"1:9 step/workflow-id"},
	},
	{
		Name: "fields of other steps and of none",
		Text: `
id: a
name: A
nextStep: e
steps:
  - {id: a, name: A, type: END, nextStep: a, boundaryEvents: [], Name: x}
  - {id: b, name: B, type: USER_TASK, retryCount: 1, nextStep: a}
  - {id: c, name: C, type: end, retryCount: 1, hitPolicy: U, nextStep: a, colour: red}
`,
		Want: []string{
			"3:1 step/misplaced-field", "5:33 step/misplaced-field", "5:46 step/misplaced-field", "5:66 step/unknown-field", "6:39 step/misplaced-field",
			"7:28 step/unknown-type", "7:75 step/unknown-field",
		},
	},
	{
		Name: "metadata is data",
		Text: `{"id": "a", "name": "A", "metadata": {"steps": 5, "then": [], "nextWorkflowId": null}, "steps": [{"id": "e", "name": "E", "type": "END"}]}`,
	},
	{
		Name: "expressions, at the very character",
		Text: `{"id": "a", "name": "A", "steps": [
{"id": "d", "name": "D", "type": "DECISION", "conditionalNextSteps": {"x = 1": "e", "\"\u00e9\" == y)": "e", "true": "e"}},
{"id": "t", "name": "T", "type": "TRANSFORMATION", "transformations": {"a": "${x +}", "b": "${}", "c": "${f(x)}", "d": "${x"}, "nextStep": "e"},
{"id": "r", "name": "R", "type": "DECISION_TABLE", "hitPolicy": "F", "decisionTable": {"rules": [{"when": {"n": ">= 5", "m": 3, "k": " "}}, {}]}, "nextStep": "e"},
{"id": "e", "name": "E", "type": "END"}]}`,
		Want: []string{
			"2:74 step/expression", "2:101 step/expression", "3:83 step/expression", "3:95 step/expression", "3:107 step/expression",
			"3:120 step/not-an-expression (info)", "4:114 step/expression", "4:126 step/wrong-type",
		},
	},
	{
		Name: "conditions that are none",
		Text: `
id: a
name: A
steps:
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {x - 1: e, "'yes'": e, "len(l)": e, "[x]": e, "x": e, "x ? 1 : 2": e, "true": e}}
  - {id: e, name: E, type: END}
`,
		Want: []string{"4:61 step/not-boolean", "4:72 step/not-boolean", "4:84 step/not-boolean", "4:97 step/not-boolean", "4:115 step/not-boolean"},
	},
	{
		Name: "branches that are never taken",
		Text: `
id: a
name: A
steps:
  - id: d
    name: D
    type: DECISION
    conditionalNextSteps:
      x >= 10: e
      "10 < #x && y": e
      x == 12 || x == 13: e
      x > 5 && x < 3: e
      contains(l, 'a'): e
      y && contains(l, 'a'): e
      k in ['a', 'b']: e
      k == 'b': e
      "!flag": e
      flag == false: e
      x < 10: e
      "false": e
      "true": e
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"9:7 step/shadowed-branch (warning)", "10:7 step/shadowed-branch (warning)", "11:7 step/shadowed-branch (warning)", "13:7 step/shadowed-branch (warning)",
			"15:7 step/shadowed-branch (warning)", "17:7 step/shadowed-branch (warning)", "19:7 step/shadowed-branch (warning)",
		},
	},
	{
		Name: "what branches leave over",
		Text: `
id: a
name: A
steps:
  - {id: b, name: B, type: DECISION, conditionalNextSteps: {x < 5: c, x > 5: c}}
  - {id: c, name: C, type: DECISION, conditionalNextSteps: {x <= 5: d, x >= 6: d}}
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {len(l) > 0: f, len(l) == 0: f}}
  - {id: f, name: F, type: DECISION, conditionalNextSteps: {ok: g, "!ok": g}}
  - {id: g, name: G, type: DECISION, conditionalNextSteps: {ok == true: h}}
  - {id: h, name: H, type: DECISION, conditionalNextSteps: {k == 'a': i, k != 'a': i}}
  - {id: i, name: I, type: DECISION, conditionalNextSteps: {k == 'a': e, n == 2: e}}
  - {id: e, name: E, type: END}
`,
		Want: []string{"4:10 step/uncovered-value (warning)", "8:10 step/uncovered-value (warning)", "10:10 step/incomplete-decision (info)"},
	},
	{
		Name: "tables",
		Text: `
id: a
name: A
steps:
  - id: unique
    name: U
    type: DECISION_TABLE
    nextStep: first
    decisionTable:
      rules:
        - when: {a: x > 1, b: k == 'a'}
        - when: {a: x < 5, b: k == 'b'}
        - when: {a: x == 3}
        - when: {a: "contains(l, x)"}
  - id: first
    name: F
    type: DECISION_TABLE
    hitPolicy: F
    nextStep: any
    decisionTable:
      rules:
        - when: {a: x > 1}
        - when: {a: x > 2, b: flag}
        - when: {a: x < 1, b: x > 3}
        - when: {a: "", b: "true"}
        - {}
  - id: any
    name: A
    type: DECISION_TABLE
    hitPolicy: A
    nextStep: sum
    decisionTable:
      rules:
        - {when: {a: x > 1}, outputs: {r: 1}}
        - {when: {a: x > 2}, outputs: {r: 1.0}}
        - {when: {a: x > 3}, outputs: {r: 2}}
        - {when: {a: x <= 1}, outputs: {r: 3}}
  - id: sum
    name: S
    type: DECISION_TABLE
    hitPolicy: C>
    nextStep: e
    decisionTable:
      rules:
        - {when: {a: x > 1}, outputs: {r: 1, s: "${x}"}}
        - {outputs: {r: "${'a' + k}", s: true}}
        - {when: {a: x > 2}, outputs: {s: 1}}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"4:9 step/incomplete-table (info)", "12:11 step/overlapping-rules (warning)", "22:11 step/shadowed-rule (warning)",
			"23:11 step/shadowed-rule (warning)", "25:11 step/shadowed-rule (warning)", "35:11 step/conflicting-rules (warning)",
			"45:25 step/aggregated-value (warning)", "45:42 step/aggregated-value (warning)", "46:11 step/aggregated-value (warning)",
		},
	},
	{
		Name: "a step of no type may have everything",
		Text: `
id: a
name: A
steps:
  - {id: a, name: A, type: X, conditionalNextSteps: {x > 1: a, x > 2: a}, decisionTable: {rules: [{when: {n: n > 1}}, {}, {}]}, hitPolicy: A}
`,
		Want: []string{"4:28 step/unknown-type"},
	},
	{
		Name: "gateways",
		Text: `
id: a
name: A
steps:
  - {id: p, name: P, type: PARALLEL_GATEWAY, parallelNextSteps: [a, a, nowhere], joinStep: E}
  - {id: a, name: A, type: SERVICE_TASK, jobType: a, nextStep: j}
  - {id: q, name: Q, type: PARALLEL_GATEWAY, parallelNextSteps: [a], joinStep: e}
  - {id: j, name: J, type: JOIN_GATEWAY, nextStep: e}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"4:69 step/duplicate-branch (warning)", "4:72 step/unknown-target", "4:92 step/unknown-target", "6:65 step/too-few-branches", "6:80 step/join-type",
		},
	},
	{
		Name: "durations",
		Text: `
id: a
name: A
steps:
  - id: w
    name: W
    type: WAIT
    nextStep: e
    boundaryEvents:
      - {type: TIMER, duration: "", interrupting: true, targetStepId: e}
      - {type: TIMER, duration: P, interrupting: true, targetStepId: e}
      - {type: TIMER, duration: P1Y2M3DT4H5M6.5S, interrupting: true, targetStepId: e}
      - {type: timer, duration: P2W, interrupting: no, targetStepId: e}
      - {type: TIMER, duration: PT0M, interrupting: false, targetStepId: e}
      - {type: TIMER, duration: 30, interrupting: false, targetStepId: e}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"9:33 step/duration", "10:33 step/duration", "12:16 step/event-type", "12:52 step/wrong-type", "13:33 step/zero-duration (warning)",
			"14:33 step/wrong-type",
		},
	},
	{
		Name: "data",
		Text: `
id: a
name: A
steps:
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {total > 5: t, count > 1: t, "true": t}}
  - {id: t, name: T, type: TRANSFORMATION, transformations: {total: "${count * 2}", count: "${count + 1}", o: {k: 1}}, nextStep: d2}
  - {id: d2, name: D2, type: DECISION, conditionalNextSteps: {left-over == null: t, "s == '${x}'": e, "s == '#x'": e, "s == '# x'": e, "true": e}}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			"4:61 step/assigned-later (info)", "4:75 step/assigned-later (info)", "5:72 step/reads-own-output (info)", "5:108 step/object-value (info)",
			"6:63 step/hyphenated-name (info)", "6:76 step/null (info)", "6:91 step/literal-signs (info)", "6:109 step/literal-signs (info)",
		},
	},
}

// Messages with their helps and related places; those of level info are left out.
var messageTests = []dialecttest.Case{
	{
		Name: "a reference",
		Text: `
id: a
name: A
steps:
  - {id: charge, name: Charge, type: SERVICE_TASK, jobType: x, nextStep: Ende}
  - {id: p, name: P, type: USER_TASK, nextStep: finnish, boundaryEvents: [{type: TIMER, duration: P1D, interrupting: true, targetStepId: zzz}]}
  - {id: finish, name: Ende, type: END}
`,
		Want: []string{
			`step "charge" has the unknown target "Ende"`, `help: refer to the step by its id: "finish"`,
			`step "p" has the unknown target "finnish"`, `help: did you mean "finish"?`,
			`a timer of step "p" has the unknown target "zzz"`,
		},
	},
	{
		Name: "expressions",
		Text: `
id: a
name: A
steps:
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {x = 1: e, "true": e}}
  - {id: r, name: R, type: DECISION_TABLE, hitPolicy: F, decisionTable: {rules: [{when: {n: ">= 5"}}, {}]}, nextStep: e}
  - {id: t, name: T, type: TRANSFORMATION, transformations: {v: "${uper(x)}"}, nextStep: e}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			`invalid expression in the condition "x = 1" of step "d": "=" is not an operator`, `help: compare with "=="`,
			`invalid expression in the cell "n" of step "r": ">=" has no left operand`,
			`help: put the variable before it: every expression is a whole condition`,
			`invalid expression in the value of "v" in step "t": unknown function "uper"`, `help: did you mean "upper"?`,
		},
	},
	{
		Name: "tables",
		Text: `
id: a
name: A
steps:
  - {id: r, name: R, type: DECISION_TABLE, hitPolicy: U+, defaultNextStep: e, decisionTable: {rules: [{then: e}]}, nextStep: s}
  - {id: s, name: S, type: DECISION_TABLE, decisionTable: {rules: [{when: {n: n < 3}}, {when: {n: n <= 2, v: vip}}]}, nextStep: e}
  - {id: e, name: E, type: END}
`,
		Want: []string{
			`step "r" has the unknown hit policy "U+"`, `help: only C can have an aggregator: C+`,
			`step "r" has the removed field "defaultNextStep"`,
			`help: a table without a match fails: add a last rule with an empty "when", and continue in "nextStep"`,
			`a rule of step "r" has the removed field "then"`,
			`help: a rule only sets variables: set one in "outputs", and test it in a DECISION at the table's "nextStep"`,
			`rule 1 and rule 2 of step "s" both match n = 2 and vip = true, and the policy U allows only one`,
			`help: narrow one of them, or use the first that matches: "hitPolicy": "F"`,
			`5:68: rule 1`,
		},
	},
	{
		Name: "decisions",
		Text: `
id: a
name: A
steps:
  - {id: d, name: D, type: DECISION, conditionalNextSteps: {x > 5: e, x > 6: e, x < 5: e}}
  - {id: e, name: E, type: END, nextStep: d}
`,
		Want: []string{
			`step "d" has no branch for x = 5`, `help: add a branch, or a last one with the condition "true"`,
			`the branch "x > 6" of step "d" is never taken: an earlier branch matches first`, `help: move it before the other, or remove it`,
			`4:61: the earlier branch`,
			`step "e" cannot have the field "nextStep": it is an END`, `help: remove it: an END always ends the workflow`,
		},
	},
}
