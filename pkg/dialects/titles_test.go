package dialects_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/dialects"
)

// TestJoinTexts joins a title and a description, of which either may be missing.
func TestJoinTexts(t *testing.T) {
	t.Parallel()
	for _, x := range [][3]string{{"Order", "Ships it", "Order: Ships it"}, {"", "Ships it", "Ships it"}, {"Order", "", "Order"}, {"", "", ""}} {
		if got := dialects.JoinTexts(x[0], x[1], ": "); got != x[2] {
			t.Errorf("%q and %q are %q, want %q", x[0], x[1], got, x[2])
		}
	}
}
