package convert

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/convert/verify"
	"github.com/flowglot/flowglot/pkg/dialects"
)

// LossRules are the causes of losses that reports can have, each once, by their ids: those of rewrites, of dialects, and of verification.
func LossRules(all []dialects.Dialect) []*dialects.LossRule {
	var out []*dialects.LossRule
	add := func(list ...*dialects.LossRule) {
		for _, l := range list {
			if !slices.ContainsFunc(out, func(x *dialects.LossRule) bool { return x.ID == l.ID }) {
				out = append(out, l)
			}
		}
	}
	for _, r := range rewrite.All() {
		add(r.Losses...)
	}
	add(dialects.LossRules()...)
	for _, d := range all {
		add(d.LossRules()...)
	}
	add(&verify.LossAssumption, &verify.LossRefusedRequest)
	slices.SortFunc(out, func(a, b *dialects.LossRule) int { return strings.Compare(a.ID, b.ID) })
	return out
}
