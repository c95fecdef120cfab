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
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			able := everything()
			able.Variables = false
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
