package rewrite_test

import "testing"

const ticket = `{"QueryLanguage": "JSONata", "StartAt": "Hold", "States": {
  "Hold": {"Type": "Task", "Resource": "hold", "Arguments": {"show": "{% $states.input.show %}"},
    "Assign": {"amount": "{% $states.input.amount %}", "place": "{% $states.result.seat %}"},
    "Catch": [{"ErrorEquals": ["Taken"], "Output": {"reason": "{% $states.errorOutput.Error %}"}, "Next": "Failed"}], "Next": "Charge"},
  "Charge": {"Type": "Task", "Resource": "charge", "Arguments": {"amount": "{% $amount %}"}, "Assign": {"charge": "{% $states.result.id %}"},
    "Catch": [{"ErrorEquals": ["States.ALL"], "Output": {"reason": "{% $states.errorOutput.Error %}"}, "Next": "Release"}], "Next": "Issue"},
  "Issue": {"Type": "Task", "Resource": "issue", "Arguments": {"seat": "{% $place %}", "charge": "{% $charge %}"},
    "Output": {"code": "{% $states.result.code %}", "total": "{% $amount %}"}, "End": true},
  "Release": {"Type": "Task", "Resource": "release", "Arguments": {"seat": "{% $place %}"}, "Output": "{% $states.input %}", "Next": "Failed"},
  "Failed": {"Type": "Fail", "Error": "Failed", "Cause": "{% 'because of ' & $states.input.reason %}"}}}`

const counting = `{"StartAt": "First", "States": {
  "First": {"Type": "Pass", "Assign": {"n": 0}, "Next": "Ask"},
  "Ask": {"Type": "Task", "Resource": "ask", "Parameters": {"so far.$": "$n"}, "ResultPath": "$.reply", "Assign": {"n.$": "States.MathAdd($n, 1)", "last.$": "$.word"}, "Next": "Enough?"},
  "Enough?": {"Type": "Choice", "Choices": [{"Variable": "$n", "NumericGreaterThanEquals": 2, "Next": "Tell"}], "Default": "Ask"},
  "Tell": {"Type": "Task", "Resource": "tell", "Parameters": {"asked.$": "$n", "last.$": "$last"}, "End": true}}}`

// The variables of this job are in no document that a run shows: its id is not, though the answer has a member of that name, which is
// dropped.
const job = `{"QueryLanguage": "JSONata", "StartAt": "Begin", "States": {
  "Begin": {"Type": "Task", "Resource": "begin", "Arguments": {"of": "{% $states.input.video %}"}, "Assign": {"job": "{% $states.result.job %}", "looks": 0},
    "Output": "{% $states.input %}", "Next": "Look"},
  "Look": {"Type": "Task", "Resource": "look", "Arguments": {"job": "{% $job %}", "all": "{% $states.input %}"}, "Assign": {"looks": "{% $looks + 1 %}"},
    "Output": "{% $merge([$states.input, {'status': $states.result.status}]) %}", "Next": "Enough?"},
  "Enough?": {"Type": "Choice", "Choices": [{"Condition": "{% $looks >= 3 %}", "Next": "Done"}, {"Condition": "{% $states.input.status = 'ready' %}", "Next": "Publish"}],
    "Default": "Look"},
  "Publish": {"Type": "Task", "Resource": "publish", "Output": "{% $merge([$states.input, {'url': $states.result.url}]) %}", "End": true},
  "Done": {"Type": "Succeed"}}}`

// In the branches of this one the whole document goes to a task, and is what a branch results in. The member status is the document's.
const branches = `{"QueryLanguage": "JSONata", "StartAt": "Note", "States": {
  "Note": {"Type": "Pass", "Assign": {"status": "new", "rate": 2}, "Output": "{% $merge([$states.input, {'status': 'old'}]) %}", "Next": "Both"},
  "Both": {"Type": "Parallel", "Branches": [
     {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "a", "Output": "{% $states.input %}", "Next": "Rate"},
       "Rate": {"Type": "Task", "Resource": "rate", "Arguments": {"rate": "{% $rate %}"}, "Output": "{% $merge([$states.input, {'rated': $states.result.rated}]) %}", "End": true}}},
     {"StartAt": "B", "States": {"B": {"Type": "Pass", "End": true}}}],
    "Output": "{% $merge([$states.input, {'all': $states.result}]) %}", "Next": "Tell"},
  "Tell": {"Type": "Task", "Resource": "tell", "Arguments": {"status": "{% $status %}", "was": "{% $states.input.status %}"}, "Output": "{% $states.input %}", "End": true}}}`

func TestVariablesBecomeMembers(t *testing.T) {
	t.Parallel()
	show := `{"show": "hamlet", "amount": 12}`
	for _, c := range []struct {
		name, text, input, want string
		answers                 answers
	}{
		{"variables of answers and of the input", ticket, show, `hold at 0s: {"show":"hamlet"}
charge at 0s: {"amount":12}
issue at 0s: {"charge":"c1","seat":"F12"}
succeeded {"code":"x","total":12}`,
			answers{"hold": {map[string]any{"seat": "F12"}}, "charge": {map[string]any{"id": "c1"}}, "issue": {map[string]any{"code": "x"}}}},
		{"an error while they are set", ticket, show, `hold at 0s: {"show":"hamlet"}
charge at 0s: {"amount":12}
release at 0s: {"seat":"F12"}
failed Failed`,
			answers{"hold": {map[string]any{"seat": "F12"}}, "charge": {"!Declined"}, "release": {map[string]any{"free": true}}}},
		{"an error before they are", ticket, show, `hold at 0s: {"show":"hamlet"}
failed Failed`, answers{"hold": {"!Taken"}}},
		{"a counter of a loop", counting, `{"name": "a"}`, `ask at 0s: {"so far":0}
ask at 0s: {"so far":1}
tell at 0s: {"asked":2,"last":"y"}
succeeded {"done":true}`,
			answers{"ask": {map[string]any{"word": "x"}, map[string]any{"word": "y"}}, "tell": {map[string]any{"done": true}}}},
		{"variables beside a document that a task gets", job, `{"video": 1}`, `begin at 0s: {"of":1}
look at 0s: {"all":{"video":1},"job":"j"}
publish at 0s: {"status":"ready","video":1}
succeeded {"status":"ready","url":"u","video":1}`,
			answers{"begin": {map[string]any{"job": "j"}}, "look": {map[string]any{"status": "ready"}}, "publish": {map[string]any{"url": "u"}}}},
		{"variables beside a document that a run ends with", job, `{"video": 1}`, `begin at 0s: {"of":1}
look at 0s: {"all":{"video":1},"job":"j"}
look at 0s: {"all":{"status":"wait","video":1},"job":"j"}
look at 0s: {"all":{"status":"wait","video":1},"job":"j"}
succeeded {"status":"wait","video":1}`,
			answers{"begin": {map[string]any{"job": "j"}}, "look": {map[string]any{"status": "wait"}}}},
		{"variables beside the documents of branches", branches, `{"n": 1}`, `a at 0s: {"n":1,"status":"old"}
rate at 0s: {"rate":2}
tell at 0s: {"status":"new","was":"old"}
succeeded {"all":[{"n":1,"rated":true,"status":"old"},{"n":1,"status":"old"}],"n":1,"status":"old"}`,
			answers{"a": {map[string]any{}}, "rate": {map[string]any{"rated": true}}, "tell": {map[string]any{}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			able := everything()
			able.Variables, able.ErrorData = false, true
			p, conv := applied(t, "w.asl.json", c.text, &fakeTarget{able: able})
			for _, w := range conv.Program.Workflows {
				for _, n := range w.Nodes {
					if n.Data.Assign != nil {
						t.Errorf("%s assigns variables", n.Name())
					}
				}
			}
			for _, list := range c.answers {
				for i := range list {
					list[i] = ordered(list[i])
				}
			}
			if got := play(t, p, parsed(t, c.input), c.answers, nil); got != c.want {
				t.Errorf("before:\n%s\nwant:\n%s", got, c.want)
			}
			if got := play(t, conv.Program, parsed(t, c.input), c.answers, nil); got != c.want {
				t.Errorf("after:\n%s\nwant:\n%s", got, c.want)
			}
			if got := conv.Losses(); len(got) > 0 {
				t.Errorf("losses: %v", got[0].Message)
			}
		})
	}
}
