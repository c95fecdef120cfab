package rewrite

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
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

// TestAnswerAdapters has one worker call those that would have to answer elsewhere, if there are more than a report has room for.
func TestAnswerAdapters(t *testing.T) {
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
			c := rewrittenWith(t, p, adapting(x.addresses), dialects.Raising{Prefer: x.prefer}, resultPlace, answerAdapters)
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
		c := rewritten(t, lowered(t, "x.sw.json", text), dialects.Abilities{Kinds: dialects.Kinds(workflow.Task)}, actions, adaptersAgain)
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
