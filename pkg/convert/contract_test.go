package convert_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestContractElements has a contract name the element that calls the task if the target has it, and none if that became others: the
// contract is one for all calls of the task then, and listed once. It is so too where the calls of an element are made by several.
func TestContractElements(t *testing.T) {
	t.Parallel()
	whole := dialects.Domain{Objects: true, Typed: true, Disjoint: true}
	for _, c := range []struct {
		name, text, to string
		nodes          []string // of the contracts; empty for none
	}{
		{"x.asl.json", `{"StartAt": "Check", "States": {"Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "End": true}}}`, "step", []string{"Check"}},
		{"x.fsm.json", `{"version": "1", "name": "x", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [
    {"name": "take", "next": "DONE", "manual": true, "processors": [{"type": "EXTERNAL", "name": "note", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
    {"name": "drop", "next": "DONE", "manual": true, "processors": [{"type": "EXTERNAL", "name": "note", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "DONE": {"transitions": []}}}`, "sw", []string{""}},
		{"x.fsm.json", `{"version": "1", "name": "x", "initialState": "NEW", "active": true, "states": {
  "NEW": {"transitions": [{"name": "send", "next": "SENT", "manual": false, "processors": [
    {"type": "EXTERNAL", "name": "seal", "executionMode": "SYNC", "config": {"attachEntity": true}},
    {"type": "EXTERNAL", "name": "post", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]},
  "SENT": {"transitions": []}}}`, "sw", []string{"", ""}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "End": true}}}`, "step", []string{""}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.rest", "End": true}}}`, "step", []string{"Check"}},
		{"x.asl.json", `{"StartAt": "Check", "States": {
  "Check": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Again"},
  "Again": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": "$.stock", "Next": "Drop"},
  "Drop": {"Type": "Task", "Resource": "urn:task:check", "ResultPath": null, "End": true}}}`, "sw", []string{"Check", "Again"}},
	} {
		p := program(t, c.name, c.text)
		r := convert.Raise(all.Dialects(), dialects.Named(all.Dialects(), c.to), p, dialects.Raising{Format: source.JSON, Domain: whole})
		var nodes []string
		for _, k := range convert.NewReport(p, p.Start().Dialect, c.to, r, whole).Contracts {
			name := ""
			if k.Node != nil {
				name = *k.Node
			}
			nodes = append(nodes, name)
		}
		if !slices.Equal(nodes, c.nodes) {
			t.Errorf("%s to %s: contracts at %q", c.name, c.to, nodes)
		}
	}
}

// TestSharedDuties has a report for people name the workers that have to do the same in one line, each once, up to eight of them unless all
// are asked for. Workers that have to do something else have lines of their own, and the contracts themselves stay as they are.
func TestSharedDuties(t *testing.T) {
	t.Parallel()
	under := func(task, place string) convert.Contract {
		return convert.Contract{Rule: "convert/result-place", Task: task, Answer: &convert.ContractAnswer{Under: place}}
	}
	var many []convert.Contract
	for _, task := range strings.Split("abcdefghij", "") {
		many = append(many, under(task, "x"))
	}
	for _, c := range []struct {
		name string
		list []convert.Contract
		all  bool
		want []string
	}{
		{"one", many[:1], false, []string{`a must answer {"x": …} instead of its result alone`}},
		{"several, one of them twice", []convert.Contract{under("b", "x"), under("a", "x"), under("b", "x")}, false,
			[]string{`b and a must answer {"x": …} instead of their results alone`}},
		{"other places", []convert.Contract{under("a", "x"), under("b", "y"), under("c", "x")}, false,
			[]string{`a and c must answer {"x": …} instead of their results alone`, `b must answer {"y": …} instead of its result alone`}},
		{"errors that a line does not name", []convert.Contract{{Task: "a", Fails: []string{"E", "F"}}, {Task: "b", Fails: []string{"E", "G"}}}, false,
			[]string{`a must answer {"error": {"name": "E", …}} instead of failing with it (and 1 more error)`,
				`b must answer {"error": {"name": "E", …}} instead of failing with it (and 1 more error)`}},
		{"many", many, false, []string{`a, b, c, d, e, f, g, h and 2 more (-v names them) must answer {"x": …} instead of their results alone`}},
		{"many, all of them", many, true, []string{`a, b, c, d, e, f, g, h, i and j must answer {"x": …} instead of their results alone`}},
	} {
		r := convert.Report{Contracts: c.list}
		var got []string
		for _, l := range strings.Split(r.Text("x", c.all), "\n") {
			if text, ok := strings.CutPrefix(l, "  contract  "); ok {
				text, _, _ = strings.Cut(text, "  [")
				got = append(got, strings.TrimSpace(text))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
		if !strings.Contains(r.Text("x", c.all), contractCount(len(c.list))) {
			t.Errorf("%s: the summary does not count the contracts: %s", c.name, r.Text("x", c.all))
		}
	}
}

// contractCount is what a summary has for a number of contracts.
func contractCount(n int) string {
	if n == 1 {
		return "1 contract,"
	}
	return strconv.Itoa(n) + " contracts,"
}

// TestAdapterLine has a report name one worker for all tasks whose answers it puts elsewhere, and count it once.
func TestAdapterLine(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.flow", text: "pick → weigh → pack → label → hand → book\n"})
	to := dialects.Named(all.Dialects(), "sw")
	o := inDomain(to, dialects.Raising{Format: source.JSON})
	r := convert.NewReport(p, "arrow", "sw", convert.Raise(all.Dialects(), to, p, o), o.Domain)
	const want = `  stand-in  write one worker for "answer-at/PLACE/TASK", which calls TASK, and answers its result under the members that PLACE names: ` +
		"it does so for pick, weigh, pack, label, hand and book\n"
	text := r.Text("x", false)
	if !strings.Contains(text, want) || !strings.Contains(text, "\n1 stand-in, ") {
		t.Errorf("the report is\n%s", text)
	}
	if len(r.StandIns) != 6 || r.StandIns[0].Task != "call-pick" || r.StandIns[0].What != "calls pick, and answers the same under result.document" {
		t.Errorf("the stand-ins are %+v", r.StandIns)
	}
}
