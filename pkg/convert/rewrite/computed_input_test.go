package rewrite_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/value"
)

const rounding = `{"QueryLanguage": "JSONata", "StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge",
 "Arguments": {"customer": "{% $states.input.customer %}", "cents": "{% $round($states.input.amount * 100) %}"}, "Next": "Stop"},
 "Stop": {"Type": "Fail"}}}`

// TestObservedInput has a task call the one whose input the target cannot compute, where a computed member would stay in the document.
func TestObservedInput(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"sw", "step"} {
		p := lowered(t, "w.asl.json", strings.Replace(rounding, `"Type": "Fail"`, `"Type": "Succeed"`, 1))
		c := rewrite.Apply(p, dialects.Named(all.Dialects(), target).(dialects.Target), dialects.Raising{Domain: domain})
		if s := c.Raised.StandIns; len(s) != 1 || !strings.HasPrefix(s[0].What, "calls charge with `{\"customer\": $.customer, \"cents\": $round($states.input.amount * 100)}`") {
			t.Errorf("in %s, the stand-ins are %+v", target, s)
		}
		for _, l := range c.Losses() {
			if l.Rule.ID == "convert/merged-result" && strings.Contains(l.Message, "computed") {
				t.Errorf("in %s: %s", target, l.Message)
			}
		}
	}
}

// TestComputedInput has a task stand in for a part of an input that the target cannot compute, where nobody sees that it stays in the
// document; the rest of the input stays what it is.
func TestComputedInput(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ target, prepared string }{
		{"sw", `prepare-charge at 0s: {"amount":12.5,"customer":"c"}`},
		{"step", `prepare-charge at 0s: {"amount":12.5,"customer":"c"}`},
	} {
		p := lowered(t, "w.asl.json", rounding)
		c := rewrite.Apply(p, dialects.Named(all.Dialects(), x.target).(dialects.Target), dialects.Raising{Domain: domain})
		if c.Raised.Reason != "" {
			t.Fatalf("refused: %s", c.Raised.Reason)
		}
		input := parsed(t, `{"customer": "c", "amount": 12.5}`)
		a := answers{"prepare-charge": {parsed(t, `{"cents": 1250}`)}, "urn:x:charge": {parsed(t, `{"id": 1}`)}}
		lines := strings.Split(play(t, c.Program, input, a, c.Raised.Contracts), "\n")
		if len(lines) != 3 || lines[0] != x.prepared || lines[1] != `urn:x:charge at 0s: {"cents":1250,"customer":"c"}` {
			t.Errorf("in %s, the run is\n%s", x.target, strings.Join(lines, "\n"))
		}
	}
}

const numbering = `{"StartAt": "Load", "States": {"Load": {"Type": "Map", "ItemsPath": "$.files", "MaxConcurrency": 1, "ResultPath": "$.loads", "End": true,
 "ItemSelector": {"bucket.$": "$.bucket", "file.$": "$$.Map.Item.Value", "n.$": "$$.Map.Item.Index"}, "ItemProcessor": {"StartAt": "One", "States": {
 "One": {"Type": "Task", "Resource": "urn:x:load", "End": true}}}}}}`

// TestItemSelection has a task stand in for what an iteration gives for each item, where the target cannot express it.
func TestItemSelection(t *testing.T) {
	t.Parallel()
	p := lowered(t, "w.asl.json", numbering)
	c := rewrite.Apply(p, dialects.Named(all.Dialects(), "step").(dialects.Target), dialects.Raising{Domain: domain})
	if c.Raised.Reason != "" || len(c.Raised.StandIns) != 1 {
		t.Fatalf("refused: %q, stand-ins %v", c.Raised.Reason, c.Raised.StandIns)
	}
	input := parsed(t, `{"bucket": "b", "files": ["x", "y"]}`)
	answer, err := c.Raised.StandIns[0].By.Answer(input, time.Time{})
	want := `{"prepare-load":[{"bucket":"b","file":"x","n":0},{"bucket":"b","file":"y","n":1}]}`
	if got := string(value.Append(nil, answer)); err != nil || got != want {
		t.Errorf("the answer is %s, %v, want %s", got, err, want)
	}
	loaded := answers{"urn:x:load": {parsed(t, `{"rows": 1}`), parsed(t, `{"rows": 2}`)}}
	before := play(t, p, input, loaded, nil)
	loaded["prepare-load"] = []any{answer}
	after := play(t, c.Program, input, loaded, c.Raised.Contracts)
	calls := func(run string) (out []string) {
		for _, line := range strings.Split(run, "\n") {
			if strings.HasPrefix(line, "urn:x:load") {
				out = append(out, line)
			}
		}
		return out
	}
	if was, is := calls(before), calls(after); !slices.Equal(was, is) || len(was) != 2 {
		t.Errorf("the calls are %q, want %q", is, was)
	}
}
