package lint

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unwritten finds the reads of data that nothing on some path writes. Where a rule of the dialect has found the same by itself, the path is
// added to its finding.
func (c *netCheck) unwritten(budget int) {
	space, err := explore.Explore(c.flow, explore.Options{Budget: budget, Retries: 1, Start: exploreStart, Data: true})
	if err != nil { // the workflow has no start, or constructs that are reported by themselves
		return
	}
	gaps := space.Gaps()
	c.refute(space, gaps)
	for _, g := range gaps {
		reader := c.elementAt(g.At)
		if reader == nil {
			continue
		}
		f := explore.Flaw{Node: reader.Primary, Path: g.Path, Assumed: g.Assumed}
		path := c.path(&f)
		if i := c.knownAt(g.At); i >= 0 {
			if d := &c.known[i]; len(d.Related) < mostReasons {
				d.Related = append(slices.Clone(d.Related), path...)
			}
			continue
		}
		lacks := "which has no value"
		if g.Name != "" {
			lacks = fmt.Sprintf("but %q is not in the data", g.Name)
		}
		c.report(&unwrittenRule, 0, g.At, fmt.Sprintf("%s reads %s, %s on a path to it", c.kind(reader), g.What, lacks)+assuming(&f),
			"write it on every path that leads here, or test first whether it exists", path...)
	}
}

// refute notes the findings of the dialect's own rule about unset variables that no behaviour confirms, since conditions exclude the path.
// Findings in conditions stay, as not all parts of a condition are followed.
func (c *netCheck) refute(space *explore.Space, gaps []explore.Gap) {
	if c.soundness.Unset == "" || !space.Complete || !space.Handled() {
		return
	}
	for i := range c.known {
		d := &c.known[i]
		overlaps := func(at source.Span) bool { return d.Span.Start < at.End && at.Start < d.Span.End }
		if d.Rule == c.soundness.Unset && !slices.ContainsFunc(gaps, func(g explore.Gap) bool { return overlaps(g.At) }) &&
			!slices.ContainsFunc(c.flow.Edges, func(e *workflow.Edge) bool { return e.Guard != nil && overlaps(e.Guard.Range()) }) {
			c.refuted = append(c.refuted, d.Span)
		}
	}
}

// knownAt is the first finding of the dialect that overlaps a place; -1 if there is none.
func (c *netCheck) knownAt(at source.Span) int {
	for i := range c.known {
		if d := &c.known[i]; d.Severity > diag.Info && d.Span.Start < at.End && at.Start < d.Span.End {
			return i
		}
	}
	return -1
}

// elementAt is the smallest element around a place.
func (c *netCheck) elementAt(at source.Span) *workflow.Element {
	var out *workflow.Element
	for _, e := range c.flow.Elements {
		if e.Primary != nil && e.Span.Start <= at.Start && at.End <= e.Span.End && (out == nil || e.Span.End-e.Span.Start <= out.Span.End-out.Span.Start) {
			out = e
		}
	}
	return out
}
