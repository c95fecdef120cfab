package arrow

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestErrorsAreBounded reads texts with an error at nearly each byte. Reading them ends with a finding that says so.
func TestErrorsAreBounded(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"`", "``", "* ", "? ", "→ ", "}", ")", "{ ) ;", "@x ;\n", "A ({) ;\n", "A (- 5 -) ;\n", "``→"} {
		f := source.NewFile("x.flow", []byte(strings.Repeat(unit, 200_000)))
		_, found := parse(f)
		if len(found.List) > 2*mostErrors {
			t.Errorf("%q: %d findings", unit, len(found.List))
		}
		ends := slices.ContainsFunc(found.List, func(d diag.Diagnostic) bool { return strings.Contains(d.Message, "is not read") })
		if len(found.List) > mostErrors && !ends {
			t.Errorf("%q: no finding reports that reading ended", unit)
		}
	}
}

// TestWarningsDoNotEndAFlow reads a flow with more warnings than there may be errors.
func TestWarningsDoNotEndAFlow(t *testing.T) {
	t.Parallel()
	const n = 2 * mostErrors
	f := source.NewFile("x.flow", []byte(strings.Repeat("A\n:x ;\n:x → B ;\n", n)))
	flow, found := parse(f)
	warnings := 0
	for _, d := range found.List {
		if d.Severity == diag.Warning {
			warnings++
		}
	}
	if len(flow.Items) != 2*n || warnings != n {
		t.Errorf("%d statements and %d warnings, want %d and %d", len(flow.Items), warnings, 2*n, n)
	}
}
