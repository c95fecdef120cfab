package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// checkNet finds the flaws of a net. A region of which it is not known where all its edges lead is passed over where
// that could explain the flaw. known are the findings of the dialect, which may get further related places; refuted are the places of those
// that no behaviour shows, of the rule that the dialect names for that.
func checkNet(w *workflow.Workflow, terms dialects.Terms, soundness dialects.Soundness, e exploring, known []diag.Diagnostic) (findings []diag.Diagnostic, refuted []source.Span) {
	c := &netCheck{flow: w, known: known, terms: terms, soundness: soundness, trapped: make(map[*workflow.Node]bool), faulty: make(map[*workflow.Node]int)}
	wanted := func(severity diag.Severity, rule *diag.Rule) bool { return cmp.Or(severity, rule.Worst()) >= e.least }
	c.reach = w.ReachFrom()
	lasting := wanted(0, &timerExitRule) || wanted(0, &deadEndRule)
	if lasting {
		c.leaves = c.canEnd()
	}
	for _, r := range w.Regions {
		c.reach.Add(r.Start)
	}
	c.covered = slices.Clone(c.reach)
	pass := make(map[*workflow.Region]bool) // regions whose cycles are not looked at
	for _, r := range w.Regions {
		if !r.Dangling {
			c.unreachable(r)
		}
		pass[r] = r.Dangling || r.Guessed || c.noEnd(r)
		if !pass[r] && lasting {
			c.exits(r)
		}
		if !r.Dangling && !r.Guessed {
			c.forks(r)
		}
	}
	if wanted(soundness.Trap, &trapRule) || wanted(soundness.Trap, &selfLoopRule) {
		for _, cycle := range w.Cycles() {
			if !pass[cycle[0].Region] {
				c.trap(cycle)
			}
		}
		c.selfLoops()
	}
	if wanted(0, &chainCycleRule) {
		c.selfChain()
	}
	if wanted(0, &zeroWaitRule) {
		c.zeroWaits()
	}
	if wanted(0, &sameTargetRule) {
		c.sameTargets()
	}
	doubtful := func(d diag.Diagnostic) bool { return d.Rule == soundness.Unset } // which a behaviour may refute
	if slices.ContainsFunc(exploredRules(), func(r *diag.Rule) bool { return wanted(0, r) }) || slices.ContainsFunc(known, doubtful) {
		c.explored(e)
	}
	return c.findings, c.refuted
}

// exploring is how far behaviours are followed.
type exploring struct {
	budget int           // of states; negative: not at all
	cutOff bool          // net/cut-off is wanted
	least  diag.Severity // of the findings that are wanted
}

type netCheck struct {
	flow      *workflow.Workflow
	terms     dialects.Terms     // of the dialect
	soundness dialects.Soundness // of the dialect, for this workflow
	reach     workflow.Reach     // what can be reached from the start of any region
	covered   workflow.Reach     // the same, and what can be reached from nodes that were reported
	leaves    workflow.Reach     // from where a path leads to what ends the region
	trapped   map[*workflow.Node]bool
	faulty    map[*workflow.Node]int // forks and joins that have a finding: the first one
	known     []diag.Diagnostic      // what the rules of the dialect found
	refuted   []source.Span          // of those that no behaviour shows, of the rule that the dialect names
	findings  []diag.Diagnostic
}

func (c *netCheck) report(rule *diag.Rule, severity diag.Severity, at source.Span, message, help string, related ...diag.Related) {
	c.findings = append(c.findings, diag.Diagnostic{Rule: rule.ID, Severity: cmp.Or(severity, rule.Severity), File: c.flow.File,
		Span: at, Dialect: c.flow.Dialect, Message: message, Help: help, Related: related, Off: rule.Off})
}

// word is what the dialect calls an element: a state, or a step.
func (c *netCheck) word() string { return c.terms.Element }

// kind names an element in the middle of a sentence: state "Charge".
func (c *netCheck) kind(e *workflow.Element) string { return fmt.Sprintf("%s %q", c.word(), e.Name) }

// unreachable reports the nodes that no token ever comes to. What follows from a node that was reported is not reported
// again: a state that leads to others is named alone.
func (c *netCheck) unreachable(r *workflow.Region) {
	if r.Start == nil {
		return
	}
	for _, n := range r.Nodes {
		if n.Role == workflow.Primary && !c.covered[n.ID] && unreferenced(n) {
			c.report(&unreferencedRule, c.soundness.Unreferenced, n.Element.NameSpan, c.kind(n.Element)+" is never reached: no transition refers to it",
				"add a transition to it, or remove it")
			c.covered.Add(n)
		}
	}
	for _, n := range r.Nodes {
		if n.Role != workflow.Primary || c.covered[n.ID] {
			continue
		}
		c.report(&unreachableRule, c.soundness.Unreachable, n.Element.NameSpan,
			fmt.Sprintf("%s is never reached: there is no path to it from the start, %q", c.kind(n.Element), r.Start.Name()),
			"add a transition to it from a reachable "+c.word()+", or remove it", c.related(n.In[0].From.Element.NameSpan, "only unreachable "+c.word()+"s refer to it"))
		c.covered.Add(n)
	}
}

func (c *netCheck) related(at source.Span, message string) diag.Related {
	return diag.Related{File: c.flow.File, Span: at, Message: message}
}

// unreferenced reports whether no edge but its own leads to a node.
func unreferenced(n *workflow.Node) bool {
	for _, e := range n.In {
		if e.From != n {
			return false
		}
	}
	return true
}

// noEnd reports a region in which nothing ends, and reports whether it did.
func (c *netCheck) noEnd(r *workflow.Region) bool {
	if len(r.Nodes) == 0 {
		return false
	}
	for _, n := range r.Nodes {
		if ends(n) {
			return false
		}
	}
	what, at := "the "+c.terms.Whole, r.Nodes[0].Element.NameSpan
	if r.Scope != nil {
		what = "a branch of " + c.kind(r.Scope.Element)
	}
	c.report(&noEndRule, c.soundness.NoEnd, at, what+" has no "+c.word()+" that ends it", c.terms.End)
	return true
}

// ends reports whether a token may rest at a node for good. An entity does in a state that nothing leads out of.
func ends(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.End, workflow.Fail:
		return true
	case workflow.State:
		for _, e := range n.Out {
			if !e.Disabled {
				return false
			}
		}
		return true
	}
	return false
}

// trap reports a cycle that is entered and never left.
func (c *netCheck) trap(cycle workflow.Cycle) {
	inside := make(map[*workflow.Node]bool, len(cycle))
	for _, n := range cycle {
		inside[n] = true
	}
	for _, n := range cycle {
		if !c.reach[n.ID] || ends(n) {
			return
		}
		for _, e := range n.Out {
			if !inside[e.To] && !e.Disabled {
				return
			}
		}
	}
	for _, n := range cycle {
		c.trapped[n] = true
	}
	c.report(&trapRule, c.soundness.Trap, cycle[0].Element.NameSpan, "the cycle "+around(cycle)+" has no exit", c.terms.Exit)
}

// around names the nodes of a cycle in the order in which they are visited, at most a handful.
func around(cycle workflow.Cycle) string {
	const most = 5
	inside := make(map[*workflow.Node]bool, len(cycle))
	for _, n := range cycle {
		inside[n] = true
	}
	var names []string
	seen := make(map[*workflow.Node]bool)
	unseen := len(cycle)
	for n := cycle[0]; n != nil && !seen[n] && len(names) < most; {
		seen[n] = true
		unseen--
		if n.Role != workflow.Producing { // it is on the way, and people do not see it
			names = append(names, n.Name())
		}
		var next *workflow.Node
		for _, e := range n.Out {
			if inside[e.To] {
				next = e.To
				break
			}
		}
		n = next
	}
	if unseen > 0 {
		names = append(names, "…")
	}
	return strings.Join(append(names, cycle[0].Name()), " → ")
}

// selfLoops reports nodes that lead straight back to themselves, whatever else leads away from them.
func (c *netCheck) selfLoops() {
	for _, e := range c.flow.Edges {
		if e.Kind == workflow.Next && e.From == e.To && e.From.Kind != workflow.State && !c.trapped[e.From] && !e.From.Region.Guessed {
			c.report(&selfLoopRule, c.soundness.Trap, e.Span, c.kind(e.From.Element)+" transitions to itself", "use another target, or end there")
		}
	}
}

// zeroWaits reports waits whose length is written as zero.
func (c *netCheck) zeroWaits() {
	for _, n := range c.flow.Nodes {
		written := n.Until != nil && n.Until.Span != (source.Span{}) // else the length could not be read
		if n.Kind == workflow.Wait && written && isZero(n.Until) {
			c.report(&zeroWaitRule, 0, n.Until.Span, c.kind(n.Element)+" waits for zero time", "remove it, or give it a length")
		}
	}
}

// isZero reports whether a length is a constant of no time.
func isZero(l *workflow.Length) bool {
	x, ok := l.Expr.(*expr.Literal)
	if !ok {
		return false
	}
	switch v := x.Value.(type) {
	case int64:
		return v == 0 && l.Unit == workflow.Seconds
	case float64:
		return v == 0 && l.Unit == workflow.Seconds
	case string:
		d, err := iso8601.ParseDuration(v)
		return err == nil && d.IsZero() && l.Unit == workflow.Duration
	}
	return false
}

// sameTargets reports choices between edges that all lead to one node and change nothing. A choice without a default fails, or stays, where
// no condition holds, and so has an effect.
func (c *netCheck) sameTargets() {
	for _, n := range c.flow.Nodes {
		if n.Kind != workflow.Choice || len(n.Out) < 2 || n.Region.Guessed {
			continue
		}
		to, decided := n.Out[0].To, false
		same := !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
			decided = decided || e.Kind == workflow.Default
			return e.To != to || e.Kind == workflow.OnError || e.Require != nil || !e.Data.IsZero()
		})
		if same && decided && to != n {
			c.report(&sameTargetRule, 0, n.Element.NameSpan, fmt.Sprintf("all alternatives of %s lead to %q", c.kind(n.Element), to.Name()),
				"change the targets that are wrong, or transition to "+fmt.Sprintf("%q", to.Name())+" without a choice")
		}
	}
}
