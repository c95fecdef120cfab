package cmd

import (
	"fmt"

	"github.com/flowglot/flowglot/pkg/run"
)

// relax converts a definition again without the assumptions that given runs show not to hold, one after another, for as long as there are
// such. It returns the last result that has fewer losses than those before, and notes which assumptions it does not make.
func (a *app) relax(f *convertFlags, c *conversion, given []run.Options) (*conversion, error) {
	best, last := c, c
	var notes []string
	for last.verdict != nil && len(last.verdict.Outside) > 0 {
		shown := last.verdict.Outside[0]
		notes = append(notes, fmt.Sprintf("%s is not assumed: run %d has %s", shown.Assumption, shown.Run, shown.What))
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

// betterThan reports whether a conversion that assumes less has fewer losses than another, and nothing speaks against it.
func (c *conversion) betterThan(other *conversion) bool {
	if c.verdict == nil || c.raised.Reason != "" || differs(c.verdict) != nil && differs(other.verdict) == nil ||
		c.verdict.NotComparable > other.verdict.NotComparable {
		return false
	}
	return len(c.raised.Losses) < len(other.raised.Losses)
}
