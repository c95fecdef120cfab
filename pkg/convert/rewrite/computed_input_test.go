package rewrite_test

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

const rounding = `{"QueryLanguage": "JSONata", "StartAt": "Charge", "States": {"Charge": {"Type": "Task", "Resource": "urn:x:charge",
 "Arguments": {"customer": "{% $states.input.customer %}", "cents": "{% $round($states.input.amount * 100) %}"}, "End": true}}}`

// TestComputedInput has a task stand in for a part of an input that the target cannot compute; the rest of the input stays what it is.
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
