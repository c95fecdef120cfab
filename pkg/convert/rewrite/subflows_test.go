package rewrite

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// refunds is a workflow with the subflow "check", which ends the run if the order is not paid (mayEnd), or always (stops).
const (
	refunds = `{"id": "refund", "name": "Refund", "version": "1.0", "states": [
  {"name": "Check", "type": "subflow", "start": {"kind": "default"}, "waitForCompletion": true, "workflowId": "check", "transition": {"nextState": "Pay back"}},
  {"name": "Pay back", "type": "delay", "timeDelay": "PT1H", "end": {"kind": "default"}}]}`
	mayEnd = `{"id": "check", "name": "Check", "version": "1.0", "states": [
  {"name": "Look", "type": "delay", "start": {"kind": "default"}, "timeDelay": "PT2S", "transition": {"nextState": "Paid"}},
  {"name": "Paid", "type": "switch", "dataConditions": [{"condition": "{{ $[?(@.paid == true)] }}", "transition": {"nextState": "Note"}}], "default": {"nextState": "Stop"}},
  {"name": "Stop", "type": "delay", "timeDelay": "PT1S", "end": {"kind": "terminate"}},
  {"name": "Note", "type": "delay", "timeDelay": "PT1S", "end": {"kind": "default"}}]}`
	stops = `{"id": "check", "name": "Check", "version": "1.0", "states": [
  {"name": "Look", "type": "delay", "start": {"kind": "default"}, "timeDelay": "PT2S", "end": {"kind": "terminate"}}]}`
)

// TestSubflowThatEndsTheRun is unpacked where the target can end the run neither from inside of a scope nor by an error with the document.
func TestSubflowThatEndsTheRun(t *testing.T) {
	t.Parallel()
	const inside = `Check scope, next Pay back
  Look wait, next Paid
  Paid choice, choice Note, default Stop
  Stop wait, end .
  Note wait, end .
  . end
  . end
  --
Pay back wait, end .
. end
`
	for _, x := range []struct {
		name, check string
		able        dialects.Abilities
		want        string
		losses      string
	}{
		{"after a choice", mayEnd, dialects.Abilities{}, `Look wait, next Paid
Paid choice, choice Note, default Stop
Stop wait, end .
Note wait, next Pay back
. end
Pay back wait, end .
. end
`, ""},
		{"always", stops, dialects.Abilities{}, "Look wait, end .\n. end\n",
			`convert/unreached-elements: "Pay back" is left out, as nothing leads there any more`},
		{"from a branch", mayEnd, dialects.Abilities{BranchEnds: true}, inside, ""},
		{"by an error", mayEnd, dialects.Abilities{ErrorData: true}, inside, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			p := lowered(t, "refund.sw.json", refunds)
			p.Workflows = append(p.Workflows, lowered(t, "check.sw.json", x.check).Workflows...)
			c := rewritten(t, p, x.able, calledWorkflows, subflows)
			if got := drawn(c.Program.Workflows[0]); got != x.want {
				t.Errorf("the net is\n%s\nwant\n%s", got, x.want)
			}
			if got := strings.Join(lost(c), "\n"); got != x.losses {
				t.Errorf("lost %s, want %s", got, x.losses)
			}
			for _, input := range []string{`{"paid": true}`, `{"paid": false}`} {
				alike(t, p, c, play{input: input})
			}
		})
	}
}
