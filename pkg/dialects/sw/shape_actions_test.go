package sw

import "testing"

// TestPartOf has steps be parts of a state that are named as its further actions are, and no others.
func TestPartOf(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name, task, want string
		part             bool
	}{
		{"serve: cups", "cups", "cups", true},
		{"serve: set out the cups", "cups", "set out the cups", true},
		{"serve-cups", "cups", "cups", true},
		{"serve-cups", "Cups", "Cups", true},
		{"Serve-cups", "setOutCups", "cups", true},
		{"serve-cups", "setOutCups", "cups", true},
		{"serve-2", "wash2", "", false},
		{"serve-cups", "glasses", "", false},
		{"serve-cups", "serve-cups", "", false},
		{"servecups", "cups", "", false},
		{"cups", "cups", "", false},
	} {
		got, part := partOf("serve", x.name, x.task)
		if part != x.part || part && got != x.want {
			t.Errorf("of %q, which calls %s, the name is %q, %v; want %q, %v", x.name, x.task, got, part, x.want, x.part)
		}
	}
}
