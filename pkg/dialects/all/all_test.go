package all

import (
	"strings"
	"testing"
)

// TestDialectsDoNotMeet has each name, suffix and rule belong to one dialect only.
func TestDialectsDoNotMeet(t *testing.T) {
	t.Parallel()
	names, suffixes, rules := map[string]bool{}, map[string]string{}, map[string]bool{}
	for _, d := range Dialects() {
		name := d.Name()
		if names[name] {
			t.Errorf("two dialects are called %s", name)
		}
		names[name] = true
		for _, s := range d.Suffixes() {
			if other := suffixes[s]; other != "" || s != strings.ToLower(s) || s[0] != '.' {
				t.Errorf("the suffix %q of %s is no suffix, or that of %s too", s, name, other)
			}
			suffixes[s] = name
		}
		for _, r := range d.Rules() {
			if rules[r.ID] || !strings.HasPrefix(r.ID, name+"/") {
				t.Errorf("the rule %s of %s is named by another dialect, or stands twice", r.ID, name)
			}
			rules[r.ID] = true
		}
		if d.Looks() == "" {
			t.Errorf("%s does not say how it is recognised", name)
		}
	}
}
