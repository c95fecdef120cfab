package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// machineOf is a machine of tasks in a row, each of which puts its answer at a member with its own name.
func machineOf(tasks ...string) string {
	states := []string{}
	for i, task := range tasks {
		next := `"End": true`
		if i+1 < len(tasks) {
			next = fmt.Sprintf(`"Next": "S%d"`, i+1)
		}
		states = append(states, fmt.Sprintf(`"S%d": {"Type": "Task", "Resource": "urn:task:%s", "ResultPath": "$.%s", %s}`, i, task, task, next))
	}
	return `{"StartAt": "S0", "States": {` + strings.Join(states, ", ") + `}}`
}

// adapting is a target that merges all answers.
func adapting(addresses bool) dialects.Abilities {
	return dialects.Abilities{Documents: workflow.ObjectDocument, Answers: dialects.AnswerMergesDeep, OutputParts: true, Addresses: addresses,
		Kinds: dialects.Kinds(workflow.Pass, workflow.Task, workflow.Choice, workflow.End)}
}

// TestAdapters has one worker call those that would have to answer elsewhere, if there are more than a report has room for.
func TestAdapters(t *testing.T) {
	t.Parallel()
	many := []string{"pick", "weigh", "pack", "label", "hand", "book"}
	for _, x := range []struct {
		name      string
		tasks     []string
		addresses bool
		prefer    dialects.Preference
		calls     string // what the first step calls, and its address
		contracts int
	}{
		{"many, with addresses", many, true, dialects.PreferExact, "call-pick answer-at/pick/urn:task:pick", 0},
		{"many, with names alone", many, false, dialects.PreferExact, "answer-at/pick/pick ", 0},
		{"few", many[:5], true, dialects.PreferExact, "urn:task:pick ", 5},
		{"the native form", many, true, dialects.PreferNative, "urn:task:pick ", 6},
		{"a task of two steps", append([]string{"book"}, many...), true, dialects.PreferExact, "urn:task:book ", 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.asl.json", machineOf(x.tasks...))
			c := rewrittenWith(t, p, adapting(x.addresses), dialects.Raising{Prefer: x.prefer}, resultPlace, adapters)
			first := c.Program.Start().Nodes[0].Call
			if got := first.Task + " " + first.Resource; got != x.calls {
				t.Errorf("the first step calls %q, want %q", got, x.calls)
			}
			if got := len(c.Raised.Contracts); got != x.contracts {
				t.Errorf("%d contracts are left, want %d", got, x.contracts)
			}
			if x.contracts > 0 {
				return
			}
			a := play{input: `{"id": 1}`, answers: map[string][]string{}}
			for i, task := range x.tasks {
				a.answers["urn:task:"+task] = []string{fmt.Sprintf(`%d {"n": %d}`, i, i)}
			}
			if was, is := observed(t, p, a), observedWorking(t, c, a); was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
		})
	}
}

// TestAdaptersWithPlans has one worker call tasks that would have to select their input or answer it with the result merged in. The plan of each
// says so, and makes it the call of the task again.
func TestAdaptersWithPlans(t *testing.T) {
	t.Parallel()
	const flow = `{"id": "x", "name": "X", "version": "1", "functions": [FUNCTIONS], "states": [STATES]}`
	var functions, states []string
	tasks := []string{"pick", "weigh", "pack", "label", "hand", "book"}
	for i, task := range tasks {
		next, start := `"end": {"kind": "default"}`, ""
		if i+1 < len(tasks) {
			next = fmt.Sprintf(`"transition": {"nextState": "S-%s"}`, tasks[i+1])
		}
		if i == 0 {
			start = `"start": {"kind": "default"}, `
		}
		functions = append(functions, fmt.Sprintf(`{"name": %q, "resource": %q}`, task, task))
		states = append(states, fmt.Sprintf(`{"name": "S-%s", "type": "operation", %s"actions": [{"functionRef": {"refName": %q, "parameters": {"id": "{{ $.order.id }}"}}}], %s}`, task, start, task, next))
	}
	text := strings.NewReplacer("FUNCTIONS", strings.Join(functions, ", "), "STATES", strings.Join(states, ", ")).Replace(flow)
	withoutInput := adapting(false)
	withoutInput.Parameters = true
	replaced := withoutInput
	replaced.Answers = dialects.AnswerReplaces
	described := adapting(false)
	described.Described = true
	for _, x := range []struct {
		name string
		able dialects.Abilities
		plan string
		like string
	}{
		{"answers that are merged", withoutInput, `{"do":"pick","with":{"id":"$.order.id"},"results":"$"}`, "tasks that are given "},
		{"answers that replace the document", replaced, `{"do":"pick","with":{"id":"$.order.id"}}`, "tasks that are given "},
		{"descriptions", described, `{"do":"pick","with":{"id":"$.order.id"},"results":"$"}`, "steps that are described by "},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "x.sw.json", text)
			there := rewritten(t, p, x.able, actions, plainData, inputSelection, resultPlace, adapters)
			first := there.Program.Start().Nodes[0]
			if got := string(value.Append(nil, givenPlan(first))); got != x.plan || first.Call.Task != "call-pick" {
				t.Errorf("%s has the plan %s", first.Call.Task, got)
			}
			if len(there.Raised.Contracts) > 0 || len(there.Raised.StandIns) != len(tasks) || !strings.HasPrefix(there.Raised.StandIns[0].Like, x.like) {
				t.Errorf("contracts %+v and stand-ins %+v", there.Raised.Contracts, there.Raised.StandIns)
			}
			a := play{input: `{"order": {"id": 7}, "n": 0}`, answers: map[string][]string{}}
			for i, task := range tasks {
				a.answers[task] = []string{fmt.Sprintf(`%d {"n%d": %d}`, i, i, i)}
			}
			was := observed(t, p, a)
			if is := observedWorking(t, there, a); was != is {
				t.Errorf("it did\n%s\nand does\n%s", was, is)
			}
			back := rewritten(t, there.Program, dialects.Abilities{Kinds: dialects.Kinds(workflow.Task)}, adaptersAgain(adaptedByPlan))
			if is := observed(t, back.Program, a); was != is {
				t.Errorf("it did\n%s\nand does on the way back\n%s", was, is)
			}
		})
	}
}

// TestAdaptersMergeAsTheSource has the worker merge results as deep as the source does: here an object takes the place of the one that is there.
func TestAdaptersMergeAsTheSource(t *testing.T) {
	t.Parallel()
	var steps []string
	tasks := []string{"pick", "weigh", "pack", "label", "hand", "book"}
	for i, task := range tasks {
		next := append(tasks, "end")[i+1]
		steps = append(steps, fmt.Sprintf(`{"id": %[1]q, "name": %[1]q, "type": "SERVICE_TASK", "jobType": %[1]q, "nextStep": %[2]q}`, task, next))
	}
	p := lowered(t, "x.step.json", `{"id": "x", "name": "X", "steps": [`+strings.Join(steps, ", ")+`, {"id": "end", "name": "end", "type": "END"}]}`)
	for _, n := range p.Start().Nodes {
		if n.Call != nil {
			n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
		}
	}
	able := adapting(false)
	able.Answers, able.Parameters, able.OutputParts = dialects.AnswerReplaces, true, false
	c := rewritten(t, p, able, resultPlace, adapters)
	a := play{input: `{"box": {"kilos": 1}}`, answers: map[string][]string{"pick": {`{"box": {"liters": 2}}`}}}
	for _, task := range tasks[1:] {
		a.answers[task] = []string{`{"done": true}`}
	}
	if was, is := observed(t, p, a), observedWorking(t, c, a); was != is || len(c.Raised.StandIns) != len(tasks) {
		t.Errorf("it did\n%s\nand does\n%s", was, is)
	}
}

// TestAdaptersAgain restores what adapters call, and where its answer gets to.
func TestAdaptersAgain(t *testing.T) {
	t.Parallel()
	const flow = `{"id": "x", "name": "X", "version": "1", "functions": [{"name": "call-pick", "resource": "RESOURCE"}], "states": [
  {"name": "Pick", "type": "operation", "start": {"kind": "default"}, "actions": [{"functionRef": {"refName": "call-pick"}}], FILTER "end": {"kind": "default"}}]}`
	for _, x := range []struct{ resource, filter, task, puts string }{
		{"answer-at/picked.now/pick", "", "pick", "$.picked.now"},
		{"answer-at/result.document/pick", `"stateDataFilter": {"dataOutputPath": "{{ $.result.document }}"},`, "pick", ""},
		{"answer-at/picked/https://stock.example.com/pick", "", "https://stock.example.com/pick", "$.picked"},
		{"answer-at/picked..now/pick", "", "call-pick", "merged"},
		{"answer-at/picked/", "", "call-pick", "merged"},
		{"pick", "", "call-pick", "merged"},
	} {
		text := strings.NewReplacer("RESOURCE", x.resource, "FILTER", x.filter).Replace(flow)
		c := rewritten(t, lowered(t, "x.sw.json", text), dialects.Abilities{Kinds: dialects.Kinds(workflow.Task)}, actions, adaptersAgain(adaptedAndMerged))
		n := c.Program.Start().Nodes[0]
		puts := ""
		switch k := n.Data.Combine; {
		case k != nil && k.Mode == workflow.SetAt:
			puts = k.Path.String()
		case merging(k):
			puts = "merged"
		}
		if n.Call.Task != x.task || puts != x.puts {
			t.Errorf("%s calls %q, with the answer at %q; want %q and %q", x.resource, n.Call.Task, puts, x.task, x.puts)
		}
	}
}
