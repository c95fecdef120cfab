package convert_test

import (
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// TestSharedNamesAreNotReported has the report of a flow that calls a task twice leave out what its steps are called: their name identifies
// none of them.
func TestSharedNamesAreNotReported(t *testing.T) {
	t.Parallel()
	p := today(t, authored{name: "x.flow", text: "post → wait → remind → wait → close\n"})
	to := dialects.Named(all.Dialects(), "fsm")
	o := inDomain(to, dialects.Raising{Format: source.JSON})
	r := convert.NewReport(p, "arrow", "fsm", convert.Raise(all.Dialects(), to, p, o), o.Domain)
	for _, n := range r.Names {
		if n.From == "wait" {
			t.Errorf("%q is reported to be %q", n.From, n.To)
		}
	}
}

// TestRefusedReport has the report of a definition with errors, which is not converted at all, be complete.
func TestRefusedReport(t *testing.T) {
	t.Parallel()
	r := convert.Refused("step", "fsm", "the definition has errors", nil)
	if r.Class != convert.RefusedClass || r.Written || r.Reason == nil || len(r.Names) > 0 || len(r.Contracts) > 0 {
		t.Errorf("the report is %+v", r)
	}
}
