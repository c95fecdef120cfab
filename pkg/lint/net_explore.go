package lint

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exploreStart is the instant at which explored runs begin. No finding depends on it.
var exploreStart = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// mostReasons is how many answers a finding names.
const mostReasons = 5

// explored finds what only the behaviours of a workflow show. A workflow that cannot be run is passed over, and so is one whose edges
// are not all known.
func (c *netCheck) explored(budget int) {
	for _, r := range c.flow.Regions {
		if r.Dangling || r.Guessed {
			return
		}
	}
	if budget < 0 || !explore.MayRelate(c.flow) {
		return
	}
	space, err := explore.Explore(c.flow, explore.Options{Budget: budget, Retries: 1, Start: exploreStart,
		Program: &workflow.Program{Workflows: []*workflow.Workflow{c.flow}}})
	if err != nil { // the workflow has no start, or constructs that are reported by themselves
		return
	}
	for _, x := range space.Excluded() {
		at := x.Edge.Guard.Range()
		var related []diag.Related
		for _, d := range x.Because {
			if span := d.Condition.Range(); len(related) < mostReasons && !span.IsZero() {
				related = append(related, c.related(span, fmt.Sprintf("it is known from here that %s", d)))
			}
		}
		if at.IsZero() || len(related) == 0 {
			continue
		}
		c.report(&neverTakenRule, 0, at, fmt.Sprintf("%s never takes this transition: %s cannot be true here", c.kind(x.Edge.From.Element), expr.Readable(x.Edge.Guard)),
			"remove it, or change the conditions that precede it", related...)
	}
}
