package all

import (
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestLossRules has each cause of losses have an id of its own, and say what it is about.
func TestLossRules(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	rules := dialects.LossRules()
	for _, d := range Dialects() {
		rules = append(rules, d.LossRules()...)
	}
	for _, r := range rules {
		if seen[r.ID] || !strings.HasPrefix(r.ID, "convert/") {
			t.Errorf("%q is no id, or two causes have it", r.ID)
		}
		seen[r.ID] = true
		if r.What == "" || strings.HasSuffix(r.What, ".") || r.Affects == 0 {
			t.Errorf("%s says %q, and affects %v", r.ID, r.What, r.Affects.Names())
		}
	}
}
