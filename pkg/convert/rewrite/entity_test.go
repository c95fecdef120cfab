package rewrite

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// bill has each kind of state: with one transition, with a choice, with a choice and requests, with requests alone, and an end.
const bill = `{"name": "bill", "initialState": "NEW", "states": {
"NEW": {"transitions": [{"name": "PRICE", "next": "PRICED", "processors": [
  {"type": "EXTERNAL", "name": "price", "executionMode": "SYNC", "config": {"attachEntity": true}},
  {"type": "EXTERNAL", "name": "log", "executionMode": "ASYNC_NEW_TX", "config": {"calculationNodesTags": "audit", "retryPolicy": "", "context": "{\"level\": 2}"}}]}]},
"PRICED": {"transitions": [
  {"name": "SMALL", "next": "PAID", "criterion": {"type": "simple", "jsonPath": "$.total", "operatorType": "LESS_THAN", "value": 100}},
  {"name": "SEND", "next": "SENT", "processors": [{"type": "EXTERNAL", "name": "mail", "executionMode": "SYNC", "config": {"attachEntity": true}}]},
  {"name": "NEVER", "next": "LOST", "manual": true}]},
"SENT": {"transitions": [
  {"name": "SETTLE", "next": "PAID", "criterion": {"type": "simple", "jsonPath": "$.paid", "operatorType": "EQUALS", "value": true}},
  {"name": "CANCEL", "next": "CANCELLED", "manual": true,
   "criterion": {"type": "simple", "jsonPath": "$.fixed", "operatorType": "NOT_EQUAL", "value": true}},
  {"name": "OFF", "next": "LOST", "manual": true, "disabled": true}]},
"CANCELLED": {"transitions": [{"name": "REOPEN", "next": "SENT", "manual": true}, {"name": "DROP", "next": "LOST", "manual": true}]},
"LOST": {}, "PAID": {}, "NOWHERE": {}}}`

func TestStatesOfAnEntityBecomeAPlainNet(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "bill.fsm.json", bill), dialects.Abilities{}, statesOfEntity)
	want := `task NEW calls price; -> NEW: log
task NEW: log calls log drop; -> PRICED; on error -> PRICED
choice PRICED; if $.total < 100 -> PAID; else -> SEND
task SEND calls mail; -> SENT
choice SENT; if $.paid == true -> PAID; else -> SENT waiting
await SENT waiting deep; on CANCEL -> CANCEL allowed; on update -> SENT
choice CANCEL allowed; if $.fixed != true -> CANCELLED
await CANCELLED deep; on REOPEN -> SENT; on DROP -> LOST
end LOST
end PAID
`
	if got := sketch(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	var through []string
	for _, p := range c.Raised.Occurrences {
		through = append(through, fmt.Sprintf("%s %s at %s: %s %s of %s", p.From.Kind, p.From.Name, p.From.At, p.To.Kind, p.To.Name, p.To.Source))
	}
	passages := []string{"transition CANCEL at SENT: event CANCEL of bill", "update  at SENT: event update of bill",
		"transition REOPEN at CANCELLED: event REOPEN of bill", "transition DROP at CANCELLED: event DROP of bill"}
	if !slices.Equal(through, passages) {
		t.Errorf("requests arrive as %q, want %q", through, passages)
	}
	notes := []string{`the transition "OFF" of the state "SENT" is left out, as it is disabled`,
		`the field "calculationNodesTags" of the processor "log" is left out: audit`,
		"updates of an entity cannot be converted where the entity waits for a request only",
		`the state "NOWHERE" is left out, as no transition leads to it`}
	if !slices.Equal(c.Raised.Notes, notes) {
		t.Errorf("the notes are %q, want %q", c.Raised.Notes, notes)
	}
	if len(c.Losses()) != 0 {
		t.Errorf("something is lost: %v", c.Losses()[0].Message)
	}
	log := c.Program.Workflows[0].Root.Nodes[1]
	if p := log.Call.Parameters; p == nil || !value.Equal(p.Value, value.ObjectOf(value.Member{Key: "level", Value: int64(2)})) {
		t.Error("the context of the processor is not the parameters of its task")
	}
}

// played runs a program and writes what somebody outside sees of it.
func played(t *testing.T, p *workflow.Program, o run.Options) string {
	t.Helper()
	r, err := run.Simulate(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, c := range r.Calls {
		fmt.Fprintf(&b, "%s(%s, %s) ", c.Task, value.Append(nil, c.Input), value.Append(nil, c.Parameters))
	}
	fmt.Fprintf(&b, "%s", r.Status)
	if r.Status == "succeeded" {
		fmt.Fprintf(&b, " %s", value.Append(nil, r.Output))
	}
	return b.String()
}

// TestStatesOfAnEntityDoTheSame plays an entity and its plain net with the same answers and requests.
func TestStatesOfAnEntityDoTheSame(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, price string
		fails       bool
		requests    []string // names with data, "update" with data
		want        string
	}{
		{"small", `{"total": 10}`, false, nil, `succeeded {"total":10}`},
		{"paid at once", `{"total": 200, "paid": true}`, false, nil, `succeeded`},
		{"waits", `{"total": 200}`, false, nil, `waiting`},
		{"an update pays", `{"total": 200}`, false, []string{`update {"paid": true}`}, `succeeded`},
		{"cancelled and dropped", `{"total": 200}`, false, []string{`CANCEL {"why": "x"}`, `DROP {}`}, `"why":"x"`},
		{"fixed", `{"total": 200, "fixed": true}`, false, []string{`CANCEL {}`}, `failed`},
		{"reopened and paid", `{"total": 200}`, false, []string{`CANCEL {}`, `REOPEN {"paid": true}`}, `succeeded`},
		{"the price fails", `{}`, true, nil, `failed`},
	} {
		p := lowered(t, "bill.fsm.json", bill)
		c := rewritten(t, p, dialects.Abilities{}, statesOfEntity)
		o := run.Options{Input: parsed(t, `{"id": 1}`), Stubs: []run.Stub{
			{Name: "price", Replies: []run.Reply{{Return: parsed(t, tt.price)}}},
			{Name: "mail", Replies: []run.Reply{{Return: parsed(t, tt.price)}}}}}
		if tt.fails {
			o.Stubs[0].Replies = []run.Reply{{Fail: &machine.Error{Name: "Busy"}}}
		}
		after := o
		for _, r := range tt.requests {
			name, data, _ := strings.Cut(r, " ")
			x := run.Occurrence{Kind: "transition", Node: name, Value: parsed(t, data)}
			if name == "update" {
				x = run.Occurrence{Kind: "update", Value: x.Value}
			}
			o.Occurrences = append(o.Occurrences, x)
			after.Occurrences = append(after.Occurrences, run.Occurrence{Kind: "event", Value: value.ObjectOf(
				value.Member{Key: "type", Value: name}, value.Member{Key: "source", Value: "bill"}, value.Member{Key: "data", Value: x.Value})})
		}
		before, now := played(t, p, o), strings.Replace(played(t, c.Program, after), "waiting", "waiting", 1)
		before = strings.Replace(before, "resting", "waiting", 1)
		if before != now {
			t.Errorf("%s: the entity does\n%s\nand its plain net\n%s", tt.name, before, now)
		}
		if !strings.Contains(now, tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, now, tt.want)
		}
	}
}

// several is a selection between two workflows, the first by a criterion and the second by a function.
const several = `[{"name": "vip", "initialState": "NEW", "criterion": {"type": "simple", "jsonPath": "$.level", "operatorType": "GREATER_THAN", "value": 5},
  "states": {"NEW": {"transitions": [{"name": "GO", "next": "DONE", "processors": [{"type": "EXTERNAL", "name": "greet", "executionMode": "SYNC", "config": {"attachEntity": true}}]}]}, "DONE": {}}},
 {"name": "known", "initialState": "NEW", "criterion": {"type": "function", "function": {"name": "is-known"}},
  "states": {"NEW": {"transitions": [{"name": "ASK", "next": "DONE", "criterion": {"type": "function", "function": {"name": "is-open"}}}, {"name": "REST", "next": "LEFT"}]}, "DONE": {}, "LEFT": {}}},
 {"name": "old", "active": false, "initialState": "A", "states": {"A": {}}}]`

func TestSelectionBecomesAChoice(t *testing.T) {
	t.Parallel()
	c := rewritten(t, lowered(t, "several.fsm.json", several), dialects.Abilities{}, statesOfEntity)
	want := `choice Select the workflow; if $.level > 5 -> NEW; else -> is-known
task NEW calls greet; -> DONE
end DONE
task is-known calls is-known set; -> Select the workflow 2
choice Select the workflow 2; if $.isKnown = true -> is-open; else -> NONE
task is-open calls is-open set; -> NEW 2
choice NEW 2; if $.isOpen = true -> DONE 2; else -> LEFT
end DONE 2
end LEFT
pass NONE; -> CREATED
await CREATED deep; on UPDATE -> CREATED; on DELETE -> DELETED
end DELETED
`
	got := strings.Split(sketch(c.Program.Workflows[0]), "\n")
	slices.Sort(got)
	wanted := strings.Split(want, "\n")
	slices.Sort(wanted)
	if !slices.Equal(got, wanted) {
		t.Errorf("the net is\n%s\nwant\n%s", sketch(c.Program.Workflows[0]), want)
	}
	if len(c.Program.Workflows) != 1 || c.Program.Select != nil {
		t.Error("the selection is still there")
	}
	var rules []string
	for _, l := range c.Losses() {
		rules = append(rules, l.Rule.ID)
	}
	if want := []string{"convert/workflow-selection", "convert/decision", "convert/decision"}; len(rules) != 3 || !slices.Contains(rules, want[0]) {
		t.Errorf("the losses are %q, want %q", rules, want)
	}
	if len(c.Raised.Notes) == 0 || !slices.Contains(c.Raised.Notes, `the workflow "old" is left out, as it is never selected`) {
		t.Errorf("the notes are %q", c.Raised.Notes)
	}
}

// TestQuestionsAreVariables has the answer of a question kept apart from the document where the target can.
func TestQuestionsAreVariables(t *testing.T) {
	t.Parallel()
	text := `{"name": "x", "initialState": "A", "states": {"A": {"transitions": [
 {"name": "YES", "next": "B", "criterion": {"type": "function", "function": {"name": "is-vip"}}}, {"name": "NO", "next": "C"}]}, "B": {}, "C": {}}}`
	p := lowered(t, "x.fsm.json", text)
	c := rewritten(t, p, dialects.Abilities{Variables: true}, statesOfEntity)
	want := "task is-vip calls is-vip drop; -> A\nchoice A; if $isVip = true -> B; else -> C\nend B\nend C\n"
	if got := sketch(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	for _, answer := range []bool{true, false} {
		o := run.Options{Input: parsed(t, `{"id": 1}`), Stubs: []run.Stub{{Name: "is-vip", Replies: []run.Reply{{Return: answer}}}}}
		if before, after := played(t, p, o), played(t, c.Program, o); before != after || !strings.HasSuffix(after, `succeeded {"id":1}`) {
			t.Errorf("%v: the entity does %s, and its net %s", answer, before, after)
		}
	}
	if len(c.Losses()) > 0 {
		t.Errorf("something is lost: %s", c.Losses()[0].Message)
	}
}

func TestLimitsOfRequestsAreLostOnlyWhereTheyCount(t *testing.T) {
	t.Parallel()
	const cycle = `{"name": "x", "initialState": "A", "states": {"A": {"transitions": [
 {"name": "MORE", "next": "A", "criterion": {"type": "simple", "jsonPath": "$.n", "operatorType": "LESS_THAN", "value": 3},
  "processors": [{"type": "EXTERNAL", "name": "count", "executionMode": "SYNC", "config": {"attachEntity": true}}]}, {"name": "DONE", "next": "B"}]}, "B": {}}}`
	c := rewritten(t, lowered(t, "x.fsm.json", cycle), dialects.Abilities{}, statesOfEntity)
	if l := c.Losses(); len(l) != 1 || l[0].Rule.ID != dialects.LossLimits.ID || l[0].File.Name != "x.fsm.json" {
		t.Errorf("the losses of a cycle are %v", l)
	}
	manual := strings.Replace(cycle, `"name": "MORE"`, `"name": "MORE", "manual": true`, 1)
	if l := rewritten(t, lowered(t, "x.fsm.json", manual), dialects.Abilities{}, statesOfEntity).Losses(); len(l) != 0 {
		t.Errorf("a cycle by request loses %v", l[0].Message)
	}
}

// TestIgnoredFailureNeedsNoChoice has no choice by an error that leads to the same place as the answer.
func TestIgnoredFailureNeedsNoChoice(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Answers: dialects.AnswerMergesDeep}
	c := rewritten(t, lowered(t, "bill.fsm.json", bill), able, statesOfEntity, errorHandlers)
	got := sketch(c.Program.Workflows[0])
	if !strings.Contains(got, "task NEW: log calls call-new-log deep; -> PRICED\n") || strings.Contains(got, "failed?") {
		t.Errorf("the net is\n%s", got)
	}
	if l := lost(c); len(l) > 0 || len(c.Raised.StandIns) == 0 {
		t.Errorf("lost is %q", l)
	}
}

// sketch writes a net with a line for each node: its name, kind, work and edges.
func sketch(w *workflow.Workflow) string {
	var b strings.Builder
	for _, n := range w.Root.Nodes {
		fmt.Fprintf(&b, "%s %s", n.Kind, n.Element.Name)
		if n.Call != nil {
			fmt.Fprintf(&b, " calls %s", n.Call.Task)
		}
		if c := n.Data.Combine; c != nil {
			fmt.Fprintf(&b, " %s", [...]string{"set", "drop", "shallow", "deep", "replace", "append"}[c.Mode])
		}
		for _, e := range n.Out {
			b.WriteString(sketchEdge(n, e))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func sketchEdge(n *workflow.Node, e *workflow.Edge) string {
	why := ""
	switch e.Kind {
	case workflow.Default:
		why = "else "
	case workflow.OnError:
		why = "on error "
	}
	if e.Guard != nil {
		why = "if " + expr.Readable(e.Guard) + " "
	}
	if n.Awaits != nil {
		for _, t := range n.Awaits.For {
			if t.Edge == e {
				why = "on " + t.Name + " "
			}
		}
	}
	return "; " + why + "-> " + e.To.Element.Name
}
