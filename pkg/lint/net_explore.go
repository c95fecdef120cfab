package lint

import (
	"fmt"
	"strings"
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
	if budget < 0 || !explore.MayRelate(c.flow) && !explore.MayHaveFlaws(c.flow) {
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
	for _, f := range space.Flaws() {
		c.flaw(&f)
	}
}

// flaw reports a flaw with the path that leads to it.
func (c *netCheck) flaw(f *explore.Flaw) {
	if f.Kind == explore.NeverFires {
		c.report(&neverFiresRule, 0, f.Timer.Span, fmt.Sprintf("this timer of %s never fires: another one always ends it before", c.kind(f.Node.Element)),
			"remove it, or have it fire earlier than the others")
		return
	}
	var related []diag.Related
	for i, e := range f.Path {
		if e != f.Node.Element && (i == 0 || e != f.Path[i-1]) && len(related) < mostReasons {
			related = append(related, c.related(e.NameSpan, fmt.Sprintf("a run that leads there enters %q", e.Name)))
		}
	}
	message := fmt.Sprintf("%s can run twice at once", c.kind(f.Node.Element))
	if len(f.Assumed) > 0 {
		message += ": if " + strings.Join(f.Assumed, ", then ")
	}
	c.report(&enteredTwiceRule, 0, f.Node.Element.NameSpan, message, "have only one path lead to it, or end the other token before", related...)
}
