package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/value/valuetest"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// reminding waits with two reminders, of which the second is longer than the first, and gives up after four days.
const reminding = `{"id": "approval", "name": "Approval", "steps": [
  {"id": "ask", "name": "Ask", "type": "USER_TASK", "nextStep": "book", "boundaryEvents": [
    {"type": "TIMER", "duration": "P1W", "interrupting": false, "targetStepId": "remind"},
    {"type": "TIMER", "duration": "P2D", "interrupting": false, "targetStepId": "tell"},
    {"type": "TIMER", "duration": "PT24H", "interrupting": false, "targetStepId": "remind"},
    {"type": "TIMER", "duration": "P4D", "interrupting": true, "targetStepId": "late"}]},
  {"id": "remind", "name": "Remind", "type": "SERVICE_TASK", "jobType": "remind"},
  {"id": "tell", "name": "Tell", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "remind"},
  {"id": "late", "name": "Late", "type": "SERVICE_TASK", "jobType": "late", "nextStep": "end"},
  {"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"},
  {"id": "end", "name": "End", "type": "END"}]}`

// listens is what a target can do that waits for events, for some time.
func listens() dialects.Abilities {
	able := plainMerging()
	able.Awaits, able.Timers = []string{"event"}, dialects.TimerVisit|dialects.TimerAttempt
	return able
}

// TestWaitInParts waits, reminds and waits again. What the reminders answer is in the document, and none comes after the wait has ended.
func TestWaitInParts(t *testing.T) {
	t.Parallel()
	p := read(t, "approval.step.json", reminding).Lower()
	c := rewritten(t, p, listens(), waitsInParts)
	if got := lost(c); len(got) > 0 {
		t.Fatalf("lost %q", got)
	}
	if got, want := promptly(c), []string{"remind", "tell"}; !slices.Equal(got, want) {
		t.Errorf("%q must answer at once, and not %q", got, want)
	}
	for _, after := range []string{"PT3H", "PT25H", "PT47H", "PT49H", "PT95H", "PT97H", ""} {
		before := play{input: `{"order": 1}`, answers: map[string][]string{"tell": {`{"told": true}`}, "remind": {`{"reminded": 1}`, `{"again": 2}`},
			"book": {`5 {"booked": true}`}, "late": {`5 {"late": true}`}}}
		then := before
		if after != "" {
			at, err := iso8601.ParseDuration(after)
			if err != nil {
				t.Fatal(err)
			}
			before.happens = []run.Occurrence{{Kind: "complete", Node: "ask", After: &at, Value: parsed(t, `{"yes": true}`)}}
			then.happens = []run.Occurrence{{Kind: "event", After: &at, Value: valuetest.Object("specversion", "1.0", "id", "1", "type", "ask", "source", "approval",
				"data", valuetest.Object("yes", true))}}
		}
		if was, is := observed(t, p, before), observed(t, c.Program, then); was != is {
			t.Errorf("answered after %s, it did\n%s\nand does\n%s", after, was, is)
		}
	}
}

// promptly are the tasks whose workers have to answer at once, by contract.
func promptly(c *Conversion) (out []string) {
	for _, k := range c.Raised.Contracts {
		if k.AtOnce {
			out = append(out, k.Task)
		}
	}
	slices.Sort(out)
	return out
}

// TestWaitInPartsThatTakeTime has reminders that take time however fast their workers are: that stays a loss, and no worker is asked for more.
func TestWaitInPartsThatTakeTime(t *testing.T) {
	t.Parallel()
	later := expr.Literal{Value: "PT5S"}
	for what, slow := range map[string]func(remind *workflow.Node){
		"a wait": func(n *workflow.Node) {
			n.Kind, n.Call, n.Until = workflow.Wait, nil, &workflow.Length{Expr: &later, Unit: workflow.Duration}
		},
		"retries after seconds": func(n *workflow.Node) { n.Retry = []workflow.Retrier{{Limit: 2, Interval: 1}} },
		"retries after a delay": func(n *workflow.Node) {
			n.Retry = []workflow.Retrier{{Limit: 2, Delay: &workflow.Length{Expr: &later, Unit: workflow.Duration}}}
		},
	} {
		p := read(t, "approval.step.json", reminding).Lower()
		for _, n := range p.Start().Nodes {
			if n.Name() == "remind" {
				slow(n)
			}
		}
		c := rewritten(t, p, listens(), waitsInParts)
		if got, want := lost(c), []string{`convert/wait-in-parts: the timer of "ask" starts "remind" in parallel`}; !slices.Equal(got, want) || len(promptly(c)) > 0 {
			t.Errorf("%s: lost %q, and %q must answer at once", what, got, promptly(c))
		}
	}
}

// TestWaitInPartsByToken has all parts of the wait call the same task, which is answered by what completes the step wherever the run waits.
func TestWaitInPartsByToken(t *testing.T) {
	t.Parallel()
	able := plainMerging()
	able.Tokens, able.Timers, able.Handlers = true, dialects.TimerAttempt, dialects.HandleTasks|dialects.HandleByError
	c := rewritten(t, read(t, "approval.step.json", reminding).Lower(), able, waitsInParts)
	var waits []string
	for _, n := range c.Program.Start().Nodes {
		if n.Kind == workflow.Task && n.Call.Token {
			waits = append(waits, n.Name()+" calls "+n.Call.Task)
		}
	}
	if want := []string{"ask calls ask", "ask 2 calls ask", "ask 3 calls ask"}; !slices.Equal(waits, want) {
		t.Errorf("the waits are %q in\n%s", waits, drawn(c.Program.Start()))
	}
	want := []dialects.Passage{{From: dialects.Occurrence{Kind: "complete", Name: "ask"}, To: dialects.Occurrence{Kind: "task", Name: "ask"}}}
	if got := c.Raised.Occurrences; !slices.Equal(passagesOf(got), passagesOf(want)) {
		t.Errorf("the occurrences are %+v", got)
	}
}

func passagesOf(list []dialects.Passage) (out []string) {
	for _, p := range list {
		out = append(out, p.From.Kind+" "+p.From.Name+" -> "+p.To.Kind+" "+p.To.Name+" at "+p.To.At)
	}
	return out
}

// TestWaitInPartsStays leaves timers alone whose paths come to an end of the run, or whose order the calendar decides, and a wait for which
// a worker does exactly what the source does.
func TestWaitInPartsStays(t *testing.T) {
	t.Parallel()
	months := strings.Replace(reminding, `"P2D"`, `"P1M"`, 1)
	atOnce := strings.Replace(reminding, `"P2D"`, `"P1D"`, 1)
	ends := strings.Replace(reminding, `"jobType": "remind"}`, `"jobType": "remind", "nextStep": "end"}`, 1)
	first := strings.Replace(reminding, `"P4D"`, `"PT1H"`, 1)
	beside, answers := listens(), listens()
	beside.Timers |= dialects.TimerBeside
	answers.Awaits = []string{"userTask"}
	exact := dialects.Raising{Prefer: dialects.PreferExact}
	for name, x := range map[string]struct {
		text string
		able dialects.Abilities
		with dialects.Raising
	}{
		"the target has such timers":           {reminding, beside, dialects.Raising{}},
		"the target does not wait for events":  {reminding, answers, dialects.Raising{}},
		"a timer of a month":                   {months, listens(), dialects.Raising{}},
		"two timers at one instant":            {atOnce, listens(), dialects.Raising{}},
		"the path comes to an end":             {ends, listens(), dialects.Raising{}},
		"the run is out of time before that":   {first, listens(), dialects.Raising{}},
		"a worker does exactly what is wanted": {replaced(approval, "remind"), listens(), exact},
	} {
		if c := rewrittenWith(t, read(t, "approval.step.json", x.text).Lower(), x.able, x.with, waitsInParts); len(c.Applied) > 0 {
			t.Errorf("%s: it became\n%s", name, drawn(c.Program.Start()))
		}
	}
	if c := rewrittenWith(t, read(t, "approval.step.json", reminding).Lower(), listens(), exact, waitsInParts); len(c.Applied) == 0 {
		t.Error("a worker would not do what the source does where the calls of the timers go on beside the steps that follow")
	}
}
