package rewrite

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
)

const twoChecks = `{"id": "t::checks", "name": "t::checks", "steps": [
 {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["rate", "screen"], "joinStep": "join"},
 {"id": "rate", "name": "rate", "type": "SERVICE_TASK", "jobType": "rate", "nextStep": "join"},
 {"id": "screen", "name": "screen", "type": "SERVICE_TASK", "jobType": "screen", "nextStep": "join"},
 {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "decide"},
 {"id": "decide", "name": "decide", "type": "SERVICE_TASK", "jobType": "decide", "nextStep": "end"},
 {"id": "end", "name": "end", "type": "END"}]}`

// ordered rewrites a definition for a target that runs nothing at the same time.
func ordered(t *testing.T, name, text string) *Conversion {
	t.Helper()
	able := dialects.Abilities{Answers: dialects.AnswerReplaces, Gathers: dialects.GatherChanges}
	return rewritten(t, lowered(t, name, text), able, edgeJoins, joinedResults(false), nestedForks, parallelInOrder, resultPlace)
}

// TestPartsInOrder has parts run one after the other: the second sees what the first answered, which is a loss of both.
func TestPartsInOrder(t *testing.T) {
	t.Parallel()
	c := ordered(t, "x.step.json", twoChecks)
	const want = `fork pass, next rate
rate task, next screen
screen task, next join
join pass, next decide
decide task, next end
end end
`
	if got := drawn(c.Program.Workflows[0]); got != want {
		t.Errorf("the net is\n%swant\n%s", got, want)
	}
	for _, l := range c.Losses() {
		if l.Rule != &lossSeenEarly {
			continue
		}
		var from []string
		for _, e := range l.From {
			from = append(from, e.Name)
		}
		if !slices.Equal(from, []string{"screen", "rate"}) {
			t.Errorf("what a part sees of the one before is a loss of %q", from)
		}
	}
}

// TestAnswersOfPartsStay has an answer that replaces the document of its part be merged into the one document: the part after it keeps
// it.
func TestAnswersOfPartsStay(t *testing.T) {
	t.Parallel()
	c := ordered(t, "x.flow", "A|B → C")
	var with []string
	for _, k := range c.Raised.Contracts {
		if k.WithInput {
			with = append(with, k.Task)
		}
	}
	if !slices.Equal(with, []string{"A", "B"}) {
		t.Errorf("%q merge their answers into their input; A and B have to", with)
	}
	rules := map[string]bool{}
	for _, l := range c.Losses() {
		rules[l.Rule.ID] = true
	}
	for _, id := range []string{"convert/order", "convert/order-data", "convert/joined-data"} {
		if !rules[id] {
			t.Errorf("%s is not among the losses", id)
		}
	}
}

// TestStandInAnswersWithInput has a task that stands in for something be told to merge its answer into its input, in place of a contract.
func TestStandInAnswersWithInput(t *testing.T) {
	t.Parallel()
	able := dialects.Abilities{Answers: dialects.AnswerReplaces, Gathers: dialects.GatherChanges}
	c := rewritten(t, lowered(t, "x.flow", `<{"a": 1}> → A; B`), able, files, edgeJoins, joinedResults(false), plainData, wholeTasks, parallelInOrder, resultPlace)
	for _, k := range c.Raised.Contracts {
		if c.standIn(k.Task) != nil {
			t.Errorf("the stand-in %q has a contract", k.Task)
		}
	}
	if len(c.Raised.StandIns) != 1 {
		t.Fatalf("%d stand-ins", len(c.Raised.StandIns))
	}
	s := c.Raised.StandIns[0]
	if got, err := s.By.Answer(parsed(t, `{"b": 2}`), time.Time{}); err != nil || string(value.Append(nil, got)) != `{"b":2,"a":1}` {
		t.Errorf("%s, and answers %v, %v", s.What, got, err)
	}
}

// TestPartsThatHoldUpOthers has a part that waits for somebody, and one that ends the run, be losses of the others: a part that waits
// holds up those after it, and changes what they see.
func TestPartsThatHoldUpOthers(t *testing.T) {
	t.Parallel()
	const asks = `{"id": "t::asks", "name": "t::asks", "steps": [
 {"id": "fork", "name": "fork", "type": "PARALLEL_GATEWAY", "parallelNextSteps": ["first", "second"], "joinStep": "join"},
 {"id": "first", "name": "first", "type": %s},
 {"id": "second", "name": "second", "type": "SERVICE_TASK", "jobType": "second", "nextStep": "join"},
 {"id": "join", "name": "join", "type": "JOIN_GATEWAY", "nextStep": "end"},
 {"id": "end", "name": "end", "type": "END"}]}`
	for _, test := range []struct {
		first string
		want  map[*dialects.LossRule][]string
	}{
		{`"SERVICE_TASK", "jobType": "first", "nextStep": "join"`, map[*dialects.LossRule][]string{&lossSeenEarly: {"second", "first"}}},
		{`"USER_TASK", "nextStep": "join"`, map[*dialects.LossRule][]string{&lossOrderWait: {"second"}, &lossSeenEarly: {"second", "first"}}},
		{`"END"`, map[*dialects.LossRule][]string{&lossOrderEnd: {"second"}, &lossSeenEarly: {"second"}}},
	} {
		c := ordered(t, "x.step.json", fmt.Sprintf(asks, test.first))
		for _, rule := range []*dialects.LossRule{&lossOrderWait, &lossOrderEnd, &lossSeenEarly} {
			var from []string
			for _, l := range c.Losses() {
				if l.Rule == rule {
					for _, e := range l.From {
						from = append(from, e.Name)
					}
				}
			}
			if !slices.Equal(from, test.want[rule]) {
				t.Errorf("%s: %s is a loss of %q, want %q", test.first, rule.ID, from, test.want[rule])
			}
		}
	}
}
