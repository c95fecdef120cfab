package arrow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

// subflows is a flow of subflows with a label each.
func subflows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\n  a%d :x ;\n  :x > b\n} →\n", i)
	}
	return b.String() + "c"
}

// TestChecksAllocateInBulk counts what reading a flow and looking for errors in it allocates: of the places and links of its nets, and of its
// steps and statements, many come at once.
func TestChecksAllocateInBulk(t *testing.T) {
	const parts, most = 1_000, 30 // for a subflow, with its two statements, steps and labels
	text := []byte(subflows(parts))
	if n := testing.AllocsPerRun(3, func() { Dialect{}.Read(source.NewFile("x.flow", text), dialects.Options{}).Check(diag.Error) }); n > most*parts {
		t.Errorf("%.1f allocations for each subflow, want %d", n/parts, most)
	}
}

// TestExtrasOfForeignPrograms lowers a flow for its own dialect and for another one: how it is written is kept for the first only.
func TestExtrasOfForeignPrograms(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string]bool{"": true, "arrow": true, "asl": false, dialects.NoDialect: false} {
		d := Dialect{}.Read(source.NewFile("x.flow", []byte("@task a = b\na :x ;\n:x → c")), dialects.Options{Printed: printed})
		kept := 0
		for _, e := range d.Lower().Start().Elements {
			kept += len(e.Extras)
		}
		if (kept > 0) != want {
			t.Errorf("printed as %q: %d extras are kept", printed, kept)
		}
	}
}
