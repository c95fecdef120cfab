package asl

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// TestAbilitiesOfLevels has what the language of today adds be no ability of that of 2016, whose tasks cannot hand on a token or an event.
func TestAbilitiesOfLevels(t *testing.T) {
	t.Parallel()
	for level, now := range map[string]bool{"2016": false, "current": true} {
		a := Dialect{}.Abilities(dialects.Raising{Settings: dialects.Settings{levelOption: level}})
		if a.Tokens != now || a.Kinds.Has(workflow.Emit) != now || a.Results != now {
			t.Errorf("at level %s there are tokens: %v, events: %v, results: %v", level, a.Tokens, a.Kinds.Has(workflow.Emit), a.Results)
		}
	}
}
