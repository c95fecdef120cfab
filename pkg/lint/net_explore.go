package lint

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/explore"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// exploreStart is the instant at which explored runs begin. No finding depends on it.
var exploreStart = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// mostReasons is how many answers a finding names.
const mostReasons = 5

// explored finds what only the behaviours of a workflow show, without those of workflows that it calls, itself included. A workflow that
// cannot be run is passed over, and so is one whose edges are not all known.
func (c *netCheck) explored(e exploring) {
	if e.budget < 0 {
		return
	}
	for _, r := range c.flow.Regions {
		if r.Dangling || r.Guessed {
			return
		}
	}
	if explore.MayReadUnwritten(c.flow) {
		c.unwritten(e.budget)
	}
	c.shadowed()
	if !explore.MayHaveFlaws(c.flow, e.cutOff) && !explore.MayRelate(c.flow) {
		return
	}
	space, err := explore.Explore(c.flow, explore.Options{Budget: e.budget, Retries: 1, Start: exploreStart})
	if err != nil { // the workflow has no start, or constructs that are reported by themselves
		return
	}
	c.excluded(space)
	for _, f := range space.Flaws() {
		c.flaw(&f)
	}
}

// excluded reports the transitions that conditions on the path to them exclude.
func (c *netCheck) excluded(space *explore.Space) {
	for _, x := range space.Excluded() {
		at := x.Edge.Guard.Range()
		var related []diag.Related
		for _, d := range x.Because {
			if span := d.Condition.Range(); len(related) < mostReasons && !span.IsZero() {
				related = append(related, c.related(span, fmt.Sprintf("from here on, %s", d)))
			}
		}
		if at.IsZero() || len(related) == 0 {
			continue
		}
		severity := neverTakenRule.Severity
		if !slices.ContainsFunc(x.Because, func(d explore.Decision) bool { return !d.Written }) { // the constants may be there to try the rest
			severity = diag.Info
		}
		c.report(&neverTakenRule, severity, at, fmt.Sprintf("%s never takes this transition: %s cannot be true here", c.kind(x.Edge.From.Element), expr.Readable(x.Edge.Guard)),
			"remove it, or change the conditions that precede it", related...)
	}
}

// shadowed reports the transitions that the conditions before them at the same element exclude, unless a rule of the dialect did. A default
// that is left over is only worth knowing: it may be there to be safe.
func (c *netCheck) shadowed() {
	for _, x := range explore.Shadowed(c.flow) {
		e := x.Edge
		at := e.Span
		if e.Kind == workflow.Guarded {
			at = e.Guard.Range()
		}
		overlaps := func(d diag.Diagnostic) bool { return d.Span.Start < at.End && at.Start < d.Span.End }
		if at.IsZero() || !c.reach[e.From.ID] || slices.ContainsFunc(c.known, overlaps) {
			continue
		}
		var related []diag.Related
		for _, d := range x.Because {
			if span := d.Condition.Range(); len(related) < mostReasons && !span.IsZero() {
				related = append(related, c.related(span, fmt.Sprintf("%s comes first", expr.Readable(d.Condition))))
			}
		}
		severity, message := neverTakenRule.Severity, fmt.Sprintf("%s never takes this transition: wherever %s is true, a condition before it is", c.kind(e.From.Element), expr.Readable(e.Guard))
		if x.Always {
			severity, message = diag.Info, c.kind(e.From.Element)+" never takes its default: one of the conditions before it is always true"
		}
		c.report(&neverTakenRule, severity, at, message+", unless one fails", "remove it, or change the conditions that precede it", related...)
	}
}

// flaw reports a flaw with the path that leads to it. What a rule about single nodes has reported is not reported again.
func (c *netCheck) flaw(f *explore.Flaw) {
	at, name := f.Node.Element.NameSpan, c.kind(f.Node.Element)
	switch f.Kind {
	case explore.NeverFires:
		c.report(&neverFiresRule, 0, f.Timer.Span, fmt.Sprintf("this timer of %s never fires: another one always fires first", name),
			"remove it, or have it fire earlier than the others")
	case explore.EnteredTwice:
		c.report(&enteredTwiceRule, 0, at, fmt.Sprintf("%s can run twice at once", name)+assuming(f),
			"have only one path lead to it, or end the other token before", c.path(f)...)
	case explore.JoinWaits, explore.EndsInBranch:
		c.joinFlaw(f)
	case explore.CutOff:
		c.report(&cutOffRule, 0, at, fmt.Sprintf("the run can end while %s is active", name)+assuming(f),
			"lead the path of the timer back, or have the timer interrupt", c.path(f)...)
	case explore.NeverLeft:
		if !c.trapped[f.Node] {
			c.report(&neverLeftRule, 0, at, fmt.Sprintf("the run can stay in the cycle %s forever, where nothing changes the data that its conditions look at",
				roundOf(f.Around))+assuming(f), "have a "+c.word()+" in the cycle change that data, or leave the cycle after a number of rounds", c.path(f)...)
		}
	case explore.NeverCaught:
		c.unused(f)
	}
}

// joinFlaw adds the path on which a join does not get all of its branches to the finding of a rule about forks, which look at all edges
// and find more than the runs show. A finding of its own is left for what those do not look at.
func (c *netCheck) joinFlaw(f *explore.Flaw) {
	what := "this join waits forever"
	if f.Kind == explore.EndsInBranch {
		what = "the run ends before this join has all branches"
	}
	path := append(c.path(f), c.related(f.Node.Element.NameSpan, what+strings.TrimPrefix(assuming(f), ":")))
	i, found := c.faulty[f.Node]
	if f.Fork != nil && !found {
		i, found = c.faulty[f.Fork]
	}
	if !found && len(c.faulty) > 0 { // another fork or join is the cause
		return
	}
	if !found {
		c.report(&mayLeaveRule, 0, f.Node.Element.NameSpan, c.kind(f.Node.Element)+" may never get all of its branches",
			"lead every path of each branch to the join once", path...)
		return
	}
	if d := &c.findings[i]; len(d.Related) < mostReasons {
		d.Related = append(d.Related, path...)
	}
}

// unused reports an error handler that is never used, unless a rule of the dialect did.
func (c *netCheck) unused(f *explore.Flaw) {
	var at source.Span
	what := "error handler"
	if f.Edge != nil {
		at = f.Edge.Span
	} else {
		at, what = f.Retrier.Span, "retrier"
	}
	overlaps := func(d diag.Diagnostic) bool { return d.Span.Start < at.End && at.Start < d.Span.End }
	if at.IsZero() || slices.ContainsFunc(c.known, overlaps) || slices.ContainsFunc(c.findings, overlaps) {
		return
	}
	message := fmt.Sprintf("this %s of %s is never used: ", what, c.kind(f.Node.Element))
	switch {
	case f.Earlier != nil:
		c.report(&neverCaughtRule, 0, at, message+"an earlier one handles its errors", "remove it, or put it before the other",
			c.related(f.Earlier.Span, "this one handles them"))
	case f.Node.Kind != workflow.Scope:
		c.report(&neverCaughtRule, 0, at, message+"nothing fails there", "remove it")
	default:
		c.report(&neverCaughtRule, 0, at, message+"nothing inside raises its errors without handling them", "remove it, or let a step inside raise them")
	}
}

// assuming describes what has to happen on the path to a flaw.
func assuming(f *explore.Flaw) string {
	if len(f.Assumed) == 0 {
		return ""
	}
	if more := len(f.Assumed) - mostReasons; more > 0 {
		return fmt.Sprintf(": if %s, and %d more", strings.Join(f.Assumed[:mostReasons], ", then "), more)
	}
	return ": if " + strings.Join(f.Assumed, ", then ")
}

// path names the elements that a run to a flaw enters: the last ones, in their order.
func (c *netCheck) path(f *explore.Flaw) []diag.Related {
	var entered []*workflow.Element
	for i, e := range f.Path {
		if e != f.Node.Element && (i == 0 || e != f.Path[i-1]) {
			entered = append(entered, e)
		}
	}
	var out []diag.Related
	for _, e := range entered[max(0, len(entered)-mostReasons):] {
		out = append(out, c.related(e.NameSpan, fmt.Sprintf("a run that leads there enters %q", e.Name)))
	}
	return out
}

// roundOf names the elements of a cycle, at most a handful.
func roundOf(all []*workflow.Element) string {
	var names []string
	for _, e := range all[:min(len(all), mostReasons)] {
		names = append(names, e.Name)
	}
	if len(all) > mostReasons {
		names = append(names, "…")
	}
	return strings.Join(append(names, all[0].Name), " → ")
}
