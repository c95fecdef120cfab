package cmd

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/run"
)

// relax converts a definition again without the assumptions that given runs show not to hold, or that no generated run meets, one after
// another, for as long as there are such. It returns the last result that is better than those before, and notes which assumptions it
// does not make.
func (a *app) relax(f *convertFlags, c *conversion, given []run.Options) (*conversion, error) {
	best, last := c, c
	var notes []string
	for last.verdict != nil && len(last.verdict.Outside) > 0 {
		shown := last.verdict.Outside[0]
		who := fmt.Sprintf("run %d", shown.Run)
		if shown.Run == 0 {
			who = "it leaves out every generated run: one"
		}
		notes = append(notes, fmt.Sprintf("%s is not assumed: %s has %s", shown.Assumption, who, shown.What))
		o := c.options
		o.Domain = last.options.Domain.Without(shown.Assumption)
		next, err := a.convertAs(f, c.source, o, given)
		if err != nil {
			return nil, err
		}
		next.report.Relax(notes)
		if next.betterThan(best) {
			best = next
		}
		last = next
	}
	return best, nil
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
