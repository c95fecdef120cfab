package convert_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/convert"
	"github.com/flowglot/flowglot/pkg/convert/rewrite"
	"github.com/flowglot/flowglot/pkg/dialects/all"
)

// TestRules has each cause of a loss say what to do about it, and each rewrite what it does, and when.
func TestRules(t *testing.T) {
	t.Parallel()
	for _, l := range convert.LossRules(all.Dialects()) {
		if l.What == "" || l.Remedy == "" || strings.HasSuffix(l.What+l.Remedy, ".") || !strings.HasPrefix(l.ID, "convert/") {
			t.Errorf("%s: %q, %q", l.ID, l.What, l.Remedy)
		}
		if text := convert.Explain(l); !strings.Contains(text, "Remedy: "+l.Remedy) {
			t.Errorf("%s is explained without its remedy:\n%s", l.ID, text)
		}
	}
	for _, r := range rewrite.All() {
		if !strings.HasPrefix(r.ID, "rewrite/") || r.What == "" || r.When == "" || r.Before == "" || r.After == "" {
			t.Errorf("%s lacks something: %+v", r.ID, r)
		}
		for _, id := range r.Aliases {
			if convert.ExplainRewrite(id) != convert.ExplainRewrite(r.ID) {
				t.Errorf("%s, an earlier id of %s, is not explained", id, r.ID)
			}
		}
		for _, part := range []string{r.What, strings.TrimPrefix(r.When, "always"), strings.Split(r.Before, "\n")[0]} {
			if text := convert.ExplainRewrite(r.ID); !strings.Contains(text, part) {
				t.Errorf("%s is explained without %q:\n%s", r.ID, part, text)
			}
		}
	}
}

// TestRewritesNameLossesOnce explains each rewrite: none of the losses that it may note is named twice.
func TestRewritesNameLossesOnce(t *testing.T) {
	t.Parallel()
	for _, r := range rewrite.All() {
		_, list, _ := strings.Cut(convert.ExplainRewrite(r.ID), "Losses: ")
		list, _, _ = strings.Cut(list, "\n")
		ids := strings.Split(list, ", ")
		slices.Sort(ids)
		if named := slices.Compact(slices.Clone(ids)); len(named) != len(ids) {
			t.Errorf("%s names a loss twice: %v", r.ID, ids)
		}
	}
}
