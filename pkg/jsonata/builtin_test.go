package jsonata

import (
	"slices"
	"testing"
)

// TestAccepts holds what is known of arguments before an expression is evaluated to the signatures.
func TestAccepts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		given, at int
		symbol    byte
		want      bool
	}{
		{"abs", 1, 0, 's', false},
		{"abs", 1, 0, 'n', true},
		{"length", 1, 0, 'n', false},
		{"join", 2, 0, 's', true},      // a single value becomes an array
		{"substring", 1, 0, 'n', true}, // the context may be the text
		{"substring", 3, 0, 'n', false},
		{"map", 2, 1, 's', false},
		{"map", 2, 1, 'f', true},
		{"unknown", 1, 0, 's', true},
		{"abs", 2, 5, 's', true},
	} {
		if got := Accepts(tt.name, tt.given, tt.at, tt.symbol); got != tt.want {
			t.Errorf("$%s of %d arguments, %c at %d: %v", tt.name, tt.given, tt.symbol, tt.at, got)
		}
	}
	names := BuiltIns()
	if !slices.IsSorted(names) || !slices.Contains(names, "sum") || len(names) < 60 {
		t.Errorf("%d built-in functions: %v", len(names), names)
	}
}
