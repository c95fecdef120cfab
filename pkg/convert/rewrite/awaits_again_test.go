package rewrite

import (
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

const decidedByTask = "order :o → approval → :o > {\n" +
	"  ? `$[?(@.decision == 'APPROVED')]` { without-decision → ship }\n" +
	"  ? `$[?(@.decision == 'REJECTED')]` { without-decision → call-rejected → refund }\n" +
	"  ? `$[?(@.decision != 'APPROVED' && @.decision != 'REJECTED')]` approval-decision-unmatched ({\"error\": \"NoMatch\"})\n}\n"

// awaiting applies the rewrites that make a plain net of a flow, and those that make awaits of tasks and choices again.
func awaiting(t *testing.T, text string, awaits ...string) *Conversion {
	t.Helper()
	able := dialects.Abilities{Awaits: awaits, Kinds: dialects.Kinds(workflow.Choice, workflow.Task), Default: true}
	return rewritten(t, lowered(t, "x.flow", text), able, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, addedAnswers, equalTails, awaitsAgain, namedAnswers)
}

// TestAwaitsAreReadBack makes a task that answers with the name of an event, and the choice by it, an await of the events.
func TestAwaitsAreReadBack(t *testing.T) {
	t.Parallel()
	c := awaiting(t, decidedByTask, "event")
	want := "order task, next approval\napproval await, next ship, next call-rejected\nship task, end .\ncall-rejected task, next refund\nrefund task, end .\n. end\n"
	if got := drawn(c.Program.Start()); got != want {
		t.Errorf("the net is\n%s\nwant\n%s", got, want)
	}
	if got := lost(c); len(got) != 1 {
		t.Errorf("the losses are %q, want one: the task is not called", got)
	}
	answers := map[string][]string{"order": {`{"n": 1}`}, "approval": {`3 {"by": "Ines", "decision": "REJECTED"}`}, "without-decision": {`{"n": 1, "by": "Ines"}`},
		"call-rejected": {`{"n": 2}`}, "refund": {`{"n": 3}`}}
	was := observed(t, lowered(t, "x.flow", decidedByTask), play{input: `{}`, answers: answers})
	is := observed(t, c.Program, play{input: `{}`, answers: answers, happens: []run.Occurrence{
		{Kind: "event", After: &iso8601.Duration{Clock: 3 * time.Second}, Value: parsed(t, `{"type": "REJECTED", "source": "`+c.Program.Start().ID+`", "data": {"by": "Ines"}}`)}}})
	if want := withoutCalls(was, "approval", "without-decision"); is != want {
		t.Errorf("it did\n%s\nand does\n%s", want, is)
	}
}

// TestAwaitsInTimeAreReadBack has an await of events end after the time that its task had, and lead where that led then. A timer that does
// not end the task has it stay.
func TestAwaitsInTimeAreReadBack(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"event"}, Timers: dialects.TimerVisit, Kinds: dialects.Kinds(workflow.Choice, workflow.Task), Default: true}
	for interrupting, want := range map[bool]string{
		true:  "order task, next approval\napproval await, timer refund, next ship, next call-rejected\n",
		false: "order task, next approval\napproval task, ",
	} {
		p := rewritten(t, lowered(t, "x.flow", decidedByTask), able, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, addedAnswers).Program
		w := p.Start()
		byName := map[string]*workflow.Node{}
		for _, n := range w.Nodes {
			if n.Call != nil {
				byName[n.Name()] = n
			}
		}
		n := byName["approval"]
		onwardEdge(n).To.Element.Name = "approval decision"
		n.Timers = []workflow.Timer{{Length: workflow.Length{Expr: &expr.Literal{Value: int64(60)}}, Counts: workflow.PerVisit, Interrupting: interrupting,
			Edge: w.Connect(n, byName["refund"], workflow.OnTimer, n.Span)}}
		c := rewritten(t, p, able, equalTails, awaitsAgain, namedAnswers)
		if got := drawn(c.Program.Start()); !strings.HasPrefix(got, want) {
			t.Errorf("the net is\n%s\nwant it to begin\n%s", got, want)
		}
	}
}

// TestDecisionsByAuthorsStay leaves tasks whose choice asks for something else, has another default, or does not take the decision out of
// the document, and those that are not named after themselves.
func TestDecisionsByAuthorsStay(t *testing.T) {
	t.Parallel()
	for from, to := range map[string]string{
		"@.decision":                          "@.outcome",
		"== 'REJECTED'":                       "== 7",
		"approval-decision-unmatched":         "approval-unmatched",
		`({"error": "NoMatch"})`:              "",
		`{"error": "NoMatch"}`:                `{"error": "NoMatch", "cause": "nobody decided"}`,
		"{ without-decision → ship }":         "ship",
		"{ without-decision → ship":           "{ clean-up → ship",
		"without-decision → call-rejected":    `without-decision ({"keep": true}) → call-rejected`,
		"order :o → approval → :o":            "order → approval",
		"order :o → approval →":               `order :o → approval ({"form": "short"}) →`,
		"order :o → approval → :o > {\n  ? `": "@task approval = ask ;\norder :o → approval → :o > {\n  ? `",
	} {
		text := strings.ReplaceAll(decidedByTask, from, to)
		if text == decidedByTask {
			t.Fatalf("%q is not in the flow", from)
		}
		if got := drawn(awaiting(t, text, "event").Program.Start()); strings.Contains(got, "await") {
			t.Errorf("with %s in place of %s the net is\n%s", to, from, got)
		}
	}
	if got := drawn(awaiting(t, decidedByTask, "userTask").Program.Start()); strings.Contains(got, "await") {
		t.Errorf("a target without events gets\n%s", got)
	}
}

// TestStatesAfterRequests has a task that is not named after the event that leads to it, nor after what it calls, have a state of its own,
// to which the event leads by its name. Others are on the transition of the event.
func TestStatesAfterRequests(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Awaits: []string{"event"}, Kinds: dialects.Kinds(workflow.Choice, workflow.Task, workflow.State), Default: true}
	for name, state := range map[string]bool{"Searched": true, "approved": false, "Searched-find": false, "find": false} {
		text := strings.ReplaceAll(decidedByTask, "→ ship", "→ "+name)
		if name != "find" {
			text = "@task " + name + " = find ;\n" + text
		}
		p := lowered(t, "x.flow", text)
		for _, e := range p.Start().Elements {
			if e.Given != "" {
				e.Name = e.Given
			}
		}
		c := rewritten(t, p, able, edgeJoins, subflows, exclusiveGuards, conditionalSteps, subflows, addedAnswers, equalTails, awaitsAgain, namedAnswers, toEntity)
		got := drawn(c.Program.Start())
		if strings.Contains(got, name+" state") != state {
			t.Errorf("with a task %q the net is\n%s", name, got)
		}
		var names []string
		for _, e := range c.Program.Start().Edges {
			if e.Kind == workflow.Manual {
				names = append(names, e.Name)
			}
		}
		if want := map[bool]string{true: "APPROVED", false: name}[state] + " call-rejected"; strings.Join(names, " ") != want {
			t.Errorf("with a task %q the transitions are %q, want %q", name, names, want)
		}
	}
}

// TestEventsOfSeveralWaitsAreDeclaredOnce has two waits for events of the same names share the events.
func TestEventsOfSeveralWaitsAreDeclaredOnce(t *testing.T) {
	t.Parallel()
	p := lowered(t, "x.fsm.json", `{"name": "x", "initialState": "A", "states": {
 "A": {"transitions": [{"name": "YES", "next": "B", "manual": true}, {"name": "NO", "next": "C", "manual": true}]},
 "B": {"transitions": [{"name": "YES", "next": "D", "manual": true}, {"name": "NO", "next": "C", "manual": true}]}, "C": {}, "D": {}}}`)
	kinds := dialects.Kinds(workflow.Choice, workflow.Task)
	asked := rewritten(t, p, dialects.Abilities{Awaits: []string{"userTask"}, Kinds: kinds, NoMatch: true}, statesOfEntity, awaitedAnswers)
	asked.Program.Start().Events = nil // a language without events has none
	w := rewritten(t, asked.Program, dialects.Abilities{Awaits: []string{"event"}, Kinds: kinds, Default: true}, namedAnswers).Program.Start()
	var names []string
	for _, e := range w.Events {
		names = append(names, e.Name)
	}
	if got := strings.Join(names, " "); got != "YES NO" {
		t.Errorf("the events are %s\nof\n%s", got, drawn(w))
	}
}

// TestRequestsAreReadBack makes a task that is given the request which it waits for an await, and leaves others alone.
func TestRequestsAreReadBack(t *testing.T) {
	t.Parallel()
	const text = "order → lent ({\"name\": \"Lent\", \"await\": [{\"request\": \"RETURN\", \"do\": []}]}) → shelve\n"
	for change, becomes := range map[string]string{
		"":                     "await",
		`"Lent"|"Lend"`:        "task",
		`"request"|"event"`:    "task",
		`"do": []|"do": "log"`: "task",
		`"do": []}]|"do": []}, {"request": "BURN", "do": []}]`: "task",
		`"do": []}]|"do": []}], "within": 60`:                  "task",
	} {
		was, is, _ := strings.Cut(change, "|")
		c := awaiting(t, strings.Replace(text, was, is, 1), "event")
		if got := drawn(c.Program.Start()); !strings.Contains(got, "lent "+becomes+", next shelve") || becomes == "await" && len(lost(c)) != 1 {
			t.Errorf("with %s the net is\n%s", change, got)
		}
	}
	c := awaiting(t, text, "event")
	answers := map[string][]string{"order": {`{"n": 1}`}, "lent": {`3 {"by": "Ines"}`}, "shelve": {`{"n": 2}`}}
	was := observed(t, lowered(t, "x.flow", text), play{input: `{}`, answers: answers})
	is := observed(t, c.Program, play{input: `{}`, answers: answers, happens: []run.Occurrence{
		{Kind: "event", After: &iso8601.Duration{Clock: 3 * time.Second}, Value: parsed(t, `{"type": "RETURN", "source": "`+c.Program.Start().ID+`", "data": {"by": "Ines"}}`)}}})
	if want := withoutCalls(was, "lent"); strings.ReplaceAll(is, `"n":1,`, "") != strings.ReplaceAll(want, `"n":1,`, "") {
		t.Errorf("it did\n%s\nand does\n%s", want, is)
	}
}
