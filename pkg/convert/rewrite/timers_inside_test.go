package rewrite

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// answeredAfter is a play in which "ask" is answered after some hours, and what a timer starts meanwhile as it is told.
func answeredAfter(t *testing.T, hours string, tell string) play {
	t.Helper()
	after, err := iso8601.ParseDuration("PT" + hours + "H")
	if err != nil {
		t.Fatal(err)
	}
	return play{input: `{"order": 1}`, answers: map[string][]string{"tell": {tell}, "remind": {tell}, "book": {`5 {"booked": true}`}},
		happens: []run.Occurrence{{Kind: "complete", Node: "ask", After: &after, Value: parsed(t, `{"yes": true}`)}}}
}

// TestTimerInside has a task wait for an answer and do what the timer of that wait starts: which step follows is in its answer, where the
// timer leads to an end.
func TestTimerInside(t *testing.T) {
	t.Parallel()
	withVariables := plainMerging()
	withVariables.Variables, withVariables.Omits, withVariables.Timers = true, true, dialects.TimerAttempt
	placing := plainReplacing()
	placing.Answers |= dialects.AnswerAt
	for _, x := range []struct {
		target, what string
		able         dialects.Abilities
	}{
		{"tell", `calls ask; if that has not ended after 86400 s, also calls tell; answers its input with what they answer merged in, also when the calls have ended that lead to "end"`, plainReplacing()},
		{"remind", "calls ask; if that has not ended after 86400 s, also calls remind; answers its input with what they answer merged in", plainReplacing()},
		{"remind", "calls ask; if that has not ended after 86400 s, also calls remind; answers its input with what they answer merged in", placing},
		{"remind", "calls ask; if that has not ended after 86400 s, also calls remind; answers what they answer", plainMerging()},
		{"tell", `calls ask; if that has not ended after 86400 s, also calls tell; answers what they answer, also when the calls have ended that lead to "end"`, plainMerging()},
		{"say", `calls ask; if that has not ended after 86400 s, also calls tell; answers what they answer, with the step that follows as "askNext": "end" when that call has ended, "said" when the calls have ended that lead there`, withVariables},
		{"say", `calls ask; if that has not ended after 86400 s, also calls tell; answers its input with what they answer merged in, with the step that follows as "askNext": "end" when that call has ended, "said" when the calls have ended that lead there`, plainReplacing()},
	} {
		p := read(t, "approval.step.json", escalating(x.target)).Lower()
		c := rewritten(t, p, x.able, timersInside)
		i := slices.IndexFunc(c.Raised.StandIns, func(s dialects.StandIn) bool { return s.Task == "call-ask" })
		if i < 0 || c.Raised.StandIns[i].What != x.what {
			t.Fatalf("the stand-ins are %+v", c.Raised.StandIns)
		}
		if l := lost(c); len(l) > 0 {
			t.Errorf("lost is %q", l)
		}
		for _, hours := range []string{"3", "25", "27"} {
			play := answeredAfter(t, hours, `7200 {"told": true}`)
			was := observed(t, p, play)
			play.answers["ask"] = []string{secondsOf(hours) + ` {"yes": true}`}
			if is := withoutCalls(observedWorking(t, c, play), "ask"); was != is {
				t.Errorf("to %s, answered after %s h, it did\n%s\nand does\n%s", x.target, hours, was, is)
			}
		}
	}
}

// escalating is the approval with a timer that leads to a step; "say" has an end of its own.
func escalating(target string) string {
	text := strings.Replace(approval, `{"id": "end", "name"`, `{"id": "say", "name": "Say", "type": "SERVICE_TASK", "jobType": "tell", "nextStep": "said"}, {"id": "said", "name": "Said", "type": "END"}, {"id": "end", "name"`, 1)
	return replaced(text, target)
}

// secondsOf are hours in seconds.
func secondsOf(hours string) string {
	return map[string]string{"3": "10800", "25": "90000", "27": "97200"}[hours]
}

// TestTimerInsideAtOnce has workers answer at once whose calls would go on beside the steps that follow: they end when the node is done. What
// takes time all the same is lost then.
func TestTimerInsideAtOnce(t *testing.T) {
	t.Parallel()
	text := strings.NewReplacer(`"type": "USER_TASK", "nextStep": "end"`, `"type": "USER_TASK", "nextStep": "book"`,
		`{"id": "end", "name"`, `{"id": "book", "name": "Book", "type": "SERVICE_TASK", "jobType": "book", "nextStep": "end"}, {"id": "end", "name"`).Replace(replaced(approval, "remind"))
	p := read(t, "approval.step.json", text).Lower()
	c := rewritten(t, p, plainReplacing(), timersInside)
	if got := lost(c); len(got) > 0 || !slices.Equal(promptly(c), []string{"remind"}) {
		t.Errorf("lost %q, and %q must answer at once", got, promptly(c))
	}
	slow := read(t, "approval.step.json", text).Lower()
	for _, n := range slow.Start().Nodes {
		if n.Name() == "remind" {
			n.Retry = []workflow.Retrier{{Limit: 2, Interval: 5}}
		}
	}
	later := rewritten(t, slow, plainReplacing(), timersInside)
	if got, want := lost(later), []string{`convert/timer-ends: the timer of "ask" starts "remind" in parallel`}; !slices.Equal(got, want) || len(promptly(later)) > 0 {
		t.Errorf("lost %q, and %q must answer at once", got, promptly(later))
	}
	play := answeredAfter(t, "27", `60 {"told": true}`)
	was := observed(t, p, play)
	play.answers["ask"] = []string{secondsOf("27") + ` {"yes": true}`}
	if is := withoutCalls(observedWorking(t, c, play), "ask"); was != is {
		t.Errorf("where they have ended, it did\n%s\nand does\n%s", was, is)
	}
}

// TestTimerInsideStays leaves timers alone whose paths no worker can follow, or where a run would show which step follows.
func TestTimerInsideStays(t *testing.T) {
	t.Parallel()
	toItself := strings.Replace(replaced(approval, "remind"), `"jobType": "remind"}`, `"jobType": "remind", "nextStep": "ask"}`, 1)
	waits := strings.Replace(replaced(approval, "remind"), `"SERVICE_TASK", "jobType": "remind"}`, `"WAIT"}`, 1)
	for name, x := range map[string]struct {
		text string
		able dialects.Abilities
	}{
		"the target has such timers":     {replaced(approval, "remind"), dialects.Abilities{Timers: dialects.TimerBeside}},
		"the path leads back":            {toItself, plainReplacing()},
		"somebody is waited for":         {waits, plainReplacing()},
		"the decision would be seen":     {escalating("say"), plainMerging()},
		"a timer that interrupts a node": {strings.Replace(replaced(approval, "tell"), "false", "true", 1), plainReplacing()},
	} {
		if c := rewritten(t, read(t, "approval.step.json", x.text).Lower(), x.able, timersInside); len(c.Applied) > 0 {
			t.Errorf("%s: it became\n%s", name, drawn(c.Program.Start()))
		}
	}
}
