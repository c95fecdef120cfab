package rewrite

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestOneWorkerSelectsOneInput has a worker that is called twice in one state, with another part of the document each time, get a contract
// for one call only: it could not tell the calls apart, and another task makes the second one.
func TestOneWorkerSelectsOneInput(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		second              string
		contracts, standIns int
	}{{"{{ $.home }}", 2, 0}, {"{{ $.work }}", 1, 1}} {
		p := lowered(t, "x.sw.json", `{"id": "x", "name": "X", "version": "1.0", "functions": [{"name": "locate", "resource": "urn:task:locate"}],
		  "states": [{"name": "Find", "type": "parallel", "start": {"kind": "default"}, "end": {"kind": "default"}, "branches": [
		    {"name": "a", "actions": [{"functionRef": {"refName": "locate", "parameters": {"address": "{{ $.home }}"}}}]},
		    {"name": "b", "actions": [{"functionRef": {"refName": "locate", "parameters": {"address": "`+x.second+`"}}}]}]}]}`)
		c := rewritten(t, p, dialects.Abilities{}, actions, inputSelection)
		if len(c.Raised.Contracts) != x.contracts || len(c.Raised.StandIns) != x.standIns || len(c.Losses()) > 0 {
			t.Errorf("with %s: contracts %+v, stand-ins %+v, losses %+v", x.second, c.Raised.Contracts, c.Raised.StandIns, c.Losses())
		}
	}
}
