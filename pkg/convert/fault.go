package convert

import (
	"context"
	"fmt"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/run"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Fault describes what makes the sides differ in a run in which the source and what [Raise] made of it with options do: the first rewrite
// after which they do, found by applying the rewrites again, one more each time. If none does it is what was written, or how it is read. It
// is empty if the result was not made by rewriting.
func Fault(ctx context.Context, p *workflow.Program, to dialects.Dialect, o dialects.Raising, made *dialects.Raised, with run.Options) (string, error) {
	t, ok := to.(dialects.Target)
	if !ok || len(made.Rewrites) == 0 {
		return "", nil
	}
	o.Prefer = made.Prefer
	for i, id := range made.Rewrites {
		c := rewrite.ApplyFirst(p, t, o, i+1)
		c.Raised.Losses = append(c.Raised.Losses, c.Losses()...)
		for _, r := range c.Applied {
			c.Raised.Rewrites = append(c.Raised.Rewrites, r.ID)
		}
		v, err := (&verify.Pair{Source: p, Target: c.Program, Raised: c.Raised, Domain: o.Domain}).Verify(ctx, []run.Options{with})
		if err != nil {
			return "", err
		}
		if v.Failed() {
			return fmt.Sprintf("they differ from the rewrite %s on: %s", id, What(id)), nil
		}
	}
	return "they differ only once the rewritten definition is written and read again", nil
}
