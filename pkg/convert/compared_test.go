package convert_test

import (
	"context"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/dialects/all"
	"github.com/flowglot/flowglot/pkg/source"
)

// compared converts a definition to a dialect, and compares what both do, unless it is refused.
func compared(t *testing.T, name, text, dialect string, settings dialects.Settings) (*dialects.Raised, *verify.Verdict) {
	t.Helper()
	p, to := program(t, name, text), dialects.Named(all.Dialects(), dialect)
	o := written(to)
	o.Settings = settings
	raised := convert.Raise(all.Dialects(), to, p, o)
	if raised.Reason != "" {
		return raised, nil
	}
	target, err := convert.Read(to, raised.Definitions, source.JSON, dialects.Options{Settings: settings})
	if err != nil {
		t.Fatalf("%v\n%s", err, raised.Definitions[0].Text)
	}
	made := verify.InventWithin(o.Domain, p, options(), 20, chance(1))
	v, err := (&verify.Pair{Source: p, Target: target, Raised: raised, Domain: o.Domain}).Verify(context.Background(), made)
	if err != nil {
		t.Fatal(err)
	}
	if v.Difference != nil {
		t.Log(*v.Difference)
	}
	return raised, v
}
