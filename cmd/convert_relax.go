package cmd

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/run"
)

// A relaxed assumption is one that is not made, and why.
type relaxed struct{ assumption, note string }

// relax converts a definition again without the assumptions that given runs show not to hold, or that no generated run meets, one after
// another, for as long as there are such. It returns the last result that is better than those before, and notes which assumptions it
// does not make. An assumption is made again that did no harm, as another one was the cause.
func (a *app) relax(f *convertFlags, c *conversion, given []run.Options) (*conversion, error) {
	best, last := c, c
	var without, needless []relaxed
	for last.verdict != nil && len(last.verdict.Outside) > 0 {
		shown := last.verdict.Outside[0]
		who := fmt.Sprintf("run %d", shown.Run)
		if shown.Run == 0 {
			who = "it leaves out every generated run: one"
		}
		without = append(without, relaxed{shown.Assumption, fmt.Sprintf("%s is not assumed: %s has %s", shown.Assumption, who, shown.What)})
		next, err := a.convertWithout(f, c, without, given)
		if err != nil {
			return nil, err
		}
		if next.betterThan(best) {
			best, needless = next, without[:len(without)-1]
		}
		last = next
	}
	kept := slices.Clone(without[:min(len(needless)+1, len(without))])
	for _, r := range needless {
		fewer := slices.DeleteFunc(slices.Clone(kept), func(x relaxed) bool { return x == r })
		next, err := a.convertWithout(f, c, fewer, given)
		if err != nil {
			return nil, err
		}
		if next.asGoodAs(best) {
			best, kept = next, fewer
		}
	}
	return best, nil
}

// convertWithout converts a definition as another conversion did, but without some assumptions.
func (a *app) convertWithout(f *convertFlags, c *conversion, without []relaxed, given []run.Options) (*conversion, error) {
	o := c.options
	var notes []string
	for _, r := range without {
		o.Domain = o.Domain.Without(r.assumption)
		notes = append(notes, r.note)
	}
	next, err := a.convertAs(f, c.source, o, given)
	if err != nil {
		return nil, err
	}
	next.report.Relax(notes)
	return next, nil
}

// betterThan reports whether a conversion that assumes less has fewer losses than another, or as many and runs that show so much, and
// nothing speaks against it.
func (c *conversion) betterThan(other *conversion) bool {
	if c.verdict == nil || c.raised.Reason != "" || differs(c.verdict) != nil && differs(other.verdict) == nil ||
		c.verdict.NotComparable > other.verdict.NotComparable {
		return false
	}
	losses, before := len(c.raised.Losses), len(other.raised.Losses)
	return losses < before || losses == before && c.verdict.Equal > 0 && c.verdict.ShowsSuccess() && !other.verdict.ShowsSuccess()
}

// asGoodAs reports whether a conversion that assumes more has no more losses than another, and its runs show as much.
func (c *conversion) asGoodAs(other *conversion) bool {
	return c.verdict != nil && c.raised.Reason == "" && len(c.verdict.Outside) == 0 && differs(c.verdict) == nil && c.verdict.NotComparable <= other.verdict.NotComparable &&
		len(c.raised.Losses) <= len(other.raised.Losses) && (c.verdict.ShowsSuccess() || !other.verdict.ShowsSuccess())
}
