package rewrite_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const lookups = `{"StartAt": "Lookup", "States": {
  "Lookup": {"Type": "Parallel", "Branches": [
    {"StartAt": "Address", "States": {"Address": {"Type": "Task", "Resource": "address", "End": true}}},
    {"StartAt": "Check", "States": {
      "Check": {"Type": "Task", "Resource": "check", "ResultPath": "$.check", "Next": "Phone"},
      "Phone": {"Type": "Task", "Resource": "phone", "ResultPath": "$.phone", "End": true}}}],
    PLACE "Next": "Show"},
  "Show": {"Type": "Task", "Resource": "show", "End": true}}}`

// merging is a target that merges what branches do, and selects parts of the document by paths.
func merging() *fakeTarget {
	f := &fakeTarget{able: everything()}
	f.able.Answers, f.able.Gathers = dialects.AnswerMergesDeep, dialects.GatherChanges
	f.able.Outputs, f.able.OutputParts, f.able.WholeBranches, f.able.ComputesDeep = false, true, true, true
	return f
}

func TestResultsOfBranchesAreKeptApart(t *testing.T) {
	t.Parallel()
	for place, address := range map[string]string{
		"":                           "address under results.Address",
		`"ResultPath": "$.found",`:   "address under found.Address",
		`"OutputPath": "$[1]",`:      "address under results.Address",
		`"Parameters": {"id": 7},`:   "address under results.Address",
		`"ResultPath": "$.a.found",`: "address under a.found.Address",
	} {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			source, c := applied(t, "x.asl.json", strings.Replace(lookups, "PLACE", place, 1), merging())
			if lost := c.Losses(); len(lost) > 0 {
				t.Errorf("lost: %s", lost[0].Message)
			}
			if got := contractTexts(c.Raised.Contracts); !slices.Contains(got, address) {
				t.Errorf("contracts %q, without %q", got, address)
			}
			a := answers{"address": {parsed(t, `{"city": "Turku"}`)}, "check": {parsed(t, `{"ok": true}`)},
				"phone": {parsed(t, `{"number": 5}`)}, "show": {parsed(t, `{"shown": 1}`)}}
			want, got := play(t, source, parsed(t, `{"id": 1}`), a, nil), play(t, c.Program, parsed(t, `{"id": 1}`), a, c.Raised.Contracts)
			if want != got {
				t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
			}
		})
	}
}

const checks = `{"StartAt": "Checks", "States": {
  "Checks": {"Type": "Parallel", "Branches": [
    {"StartAt": "Register", "States": {"Register": {"Type": "Task", "Resource": "register", "End": true}}},
    {"StartAt": "Risk", "States": {"Risk": {"Type": "Task", "Resource": "risk", "End": true}}}],
    "ResultSelector": {"known.$": "$[0].known", "risk.$": "$[1].risk"}, "ResultPath": "$.checks", "Next": "Decide"},
  "Decide": {"Type": "Task", "Resource": "decide", "End": true}}}`

// TestResultsOfBranchesAreMade has an object made of results that are members of the document, where the target makes no list of them. What
// the document had at its place is gone, and so are the members of the results.
func TestResultsOfBranchesAreMade(t *testing.T) {
	t.Parallel()
	f := merging()
	f.able.Results = false
	source, c := applied(t, "x.asl.json", checks, f)
	if lost := c.Losses(); len(lost) > 0 {
		t.Errorf("lost: %s", lost[0].Message)
	}
	for _, want := range []string{"register under results.Register", "risk under results.Risk"} {
		if got := contractTexts(c.Raised.Contracts); !slices.Contains(got, want) {
			t.Errorf("contracts %q, without %q", got, want)
		}
	}
	a := answers{"register": {parsed(t, `{"known": true}`)}, "risk": {parsed(t, `{"risk": 0.2, "model": 7}`)}, "decide": {parsed(t, `{"done": true}`)}}
	input := parsed(t, `{"id": 1, "checks": {"old": true}}`)
	want, got := play(t, source, input, a, nil), play(t, c.Program, input, a, c.Raised.Contracts)
	if want != got || !strings.Contains(got, `decide at 0s: {"checks":{"known":true,"risk":0.2},"id":1}`) {
		t.Errorf("the source does\n%s\nand what it became\n%s", want, got)
	}
}

// TestStandInsAnswerBelow has a stand-in in a branch answer where the result of the branch gets, and no further task put it there.
func TestStandInsAnswerBelow(t *testing.T) {
	t.Parallel()
	f := merging()
	f.able.Joins, f.able.Parameters = dialects.JoinScopes, false
	_, c := applied(t, "x.flow", "@task B (- form: short -)\nA -> { B | C } -> D", f)
	var got []string
	for _, s := range c.Raised.StandIns {
		got = append(got, s.Task+", which "+s.What)
	}
	if len(got) != 2 || !strings.HasSuffix(got[0], "answers the same under results.B") || !strings.HasPrefix(got[1], "join-") {
		t.Errorf("stand-ins %q", got)
	}
}

func TestJoinedResultsAreATask(t *testing.T) {
	t.Parallel()
	f := merging()
	f.able.Joins = dialects.JoinScopes
	_, c := applied(t, "x.flow", "A -> { B | C } -> D", f)
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("stand-ins %+v", c.Raised.StandIns)
	}
	by := c.Raised.StandIns[0].By
	for input, want := range map[string]string{
		`{"results": {"B": {"b": 1}, "C": {"c": 2}}}`: `{"result":{"document":[{"b":1},{"c":2}]}}`,
		`{"results": {"B": {}, "C": {"c": 2}}}`:       `{"result":{"document":{"c":2}}}`,
		`{"results": {"B": {}, "C": {}}}`:             `{"result":{"document":{}}}`,
	} {
		got, err := by.Answer(parsed(t, input), time.Time{})
		if err != nil || string(value.Append(nil, got)) != want {
			t.Errorf("of %s: %s, %v; want %s", input, value.Append(nil, got), err, want)
		}
	}
}

// TestBranchesSelectAtTheirTasks has what is selected for a branch become part of what its first task reads, and a step before the branch select
// it where something else sees it: a document that the answer is added to, or that a handler of errors gets.
func TestBranchesSelectAtTheirTasks(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, fields string
		step         bool
	}{
		{"all of it", "", false},
		{"a part of it", `"Parameters": {"of.$": "$.who", "years.$": "$.years"}, `, false},
		{"one member", `"InputPath": "$.who", `, false},
		{"the answer is added", `"ResultPath": "$.register", `, true},
		{"an error takes its place", `"Catch": [{"ErrorEquals": ["Closed"], "Next": "Later"}], `, false},
		{"fixed data takes the place of an error", `"Catch": [{"ErrorEquals": ["Closed"], "ResultPath": "$.why", "Next": "None"}], `, false},
		{"an error is added", `"Catch": [{"ErrorEquals": ["Closed"], "ResultPath": "$.why", "Next": "Later"}], `, true},
	} {
		left := ""
		if strings.Contains(x.fields, "None") {
			left = `, "None": {"Type": "Pass", "Result": {"known": null}, "End": true}`
		}
		text := strings.NewReplacer(`"Branches"`, `"Parameters": {"who.$": "$.applicant", "years": 3}, "Branches"`,
			`"Resource": "register", "End": true}`, `"Resource": "register", `+x.fields+`"Next": "Later"}, "Later": {"Type": "Task", "Resource": "later", "End": true}`+left).Replace(checks)
		source, c := applied(t, "x.asl.json", text, merging())
		step := slices.ContainsFunc(c.Program.Start().Elements, func(e *workflow.Element) bool { return e.Name == "Input of Register" })
		if step != x.step {
			t.Errorf("%s: a step selects the input of the branch: %t", x.name, step)
		}
		input := parsed(t, `{"applicant": {"id": 1}, "sum": 5}`)
		for _, answer := range []any{parsed(t, `{"known": true}`), "!Closed"} {
			a := answers{"register": {answer}, "later": {parsed(t, `{"known": false}`)}, "risk": {parsed(t, `{"risk": 0.2}`)}, "decide": {parsed(t, `{"done": true}`)}}
			if want, got := play(t, source, input, a, nil), play(t, c.Program, input, a, c.Raised.Contracts); want != got {
				t.Errorf("%s: the source does\n%s\nand what it became\n%s", x.name, want, got)
			}
		}
	}
}
