package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// remindersAgain is the opposite of [waitsInParts]. It knows the parts of a wait by their names: the second has that of the first, with a
// number. As the steps between them take place beside the wait then, their workers have to answer at once here, too.
var remindersAgain = Rewrite{
	ID:     "rewrite/reminder-again",
	What:   "two waits for the same, with steps between them for the time at which the first is over, become one wait, with a timer that starts these steps in parallel with it",
	When:   "can run a path in parallel with a node",
	Before: "await approval; after 24 h → remind → await approval 2; after 48 h → Expire",
	After:  "await approval; after 24 h also remind; after 72 h → Expire",
	Losses: []*dialects.LossRule{&lossPromptAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Timers.Has(dialects.TimerBeside) || w.Root == nil || !w.Root.Shared {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			changed := false
			for p := c.waitsOn(w, n); p != nil; p = c.waitsOn(w, n) {
				c.joinWaits(w, n, p)
				changed = true
			}
			return changed
		})
	},
}

// A waitOn is how a wait goes on for the same when its time is over: the place of the timer, the wait that follows, and the steps between
// them, each of which comes to an end or to that wait.
type waitOn struct {
	timer int
	path  []*workflow.Node
	again *workflow.Node
}

// waitsOn is how a wait goes on; nil if it does not, or steps between the waits take time by themselves.
func (c *Conversion) waitsOn(w *workflow.Workflow, n *workflow.Node) *waitOn {
	if n.Kind != workflow.Await || n.Awaits == nil || !fixedTimers(n) || len(n.Retry) > 0 {
		return nil
	}
	p := &waitOn{timer: slices.IndexFunc(n.Timers, func(t workflow.Timer) bool { return t.Interrupting })}
	if p.timer < 0 {
		return nil
	}
	start := n.Timers[p.timer].Edge
	if !c.between(n, start.To, p) || p.again == nil || len(p.path) == 0 || !sameWait(n, p.again) || slowByItself(p.path) {
		return nil
	}
	inside := func(e *workflow.Edge) bool { return e == start || slices.Contains(p.path, e.From) }
	if slices.ContainsFunc(p.again.In, func(e *workflow.Edge) bool { return e.Kind != workflow.Next || e.From.Kind == workflow.Choice }) {
		return nil // a path that goes on nowhere begins at no choice, and at no error
	}
	for _, x := range append(slices.Clone(p.path), p.again) {
		if x.Region != n.Region || x.Region.Start == x || slices.ContainsFunc(x.In, func(e *workflow.Edge) bool { return !inside(e) }) {
			return nil
		}
	}
	if inBranch(w, n) { // last, as it looks at the whole workflow
		return nil
	}
	return p
}

// between adds a node to the steps between two waits, and what follows up to the second. It reports false if that is none of them.
func (c *Conversion) between(n, x *workflow.Node, p *waitOn) bool {
	switch {
	case x == p.again || slices.Contains(p.path, x):
		return true
	case x.Kind == workflow.Await && p.again == nil:
		p.again = x
		return x != n
	case x.Kind != workflow.Pass && x.Kind != workflow.Choice && x.Kind != workflow.Table && !c.callableInside(x):
		return false
	case len(p.path) == longestPath || len(x.Out) == 0 || len(x.Timers) > 0 || x.Split == workflow.SplitFork || x.Join != workflow.JoinAny:
		return false
	}
	p.path = append(p.path, x)
	return !slices.ContainsFunc(x.Out, func(e *workflow.Edge) bool { return !c.between(n, e.To, p) })
}

// fixedTimers reports whether the timers of a node lead on after times that are always the same, one of them instead of the node.
func fixedTimers(n *workflow.Node) bool {
	ends := 0
	for i := range n.Timers {
		t := &n.Timers[i]
		if _, fixed := fixedLength(&t.Length); t.Edge == nil || !fixed || t.Counts != workflow.PerVisit {
			return false
		}
		if t.Interrupting {
			ends++
		}
	}
	return ends <= 1
}

// sameWait reports whether a wait is one for the same as another one, with its name and a number, and leads to the same.
func sameWait(n, again *workflow.Node) bool {
	byName := func(a *workflow.Awaits) bool { return a != nil && len(a.For) == 0 && a.While == nil && !a.FromScope }
	if !byName(n.Awaits) || !byName(again.Awaits) || again.Awaits.Kind != n.Awaits.Kind || len(again.Retry) > 0 ||
		!numberedName(again.Name(), n.Name()) || !fixedTimers(again) {
		return false
	}
	was, ok := answerMode(&n.Data)
	is, okay := answerMode(&again.Data)
	on, onAgain := onwardEdge(n), onwardEdge(again)
	plain := func(x *workflow.Node, e *workflow.Edge) bool {
		return e != nil && e.Data.IsZero() && e.Require == nil && len(x.Out) == len(x.Timers)+1
	}
	return ok && okay && was == is && plain(n, on) && plain(again, onAgain) && (on.To == onAgain.To || unnamedEnd(on.To) && unnamedEnd(onAgain.To))
}

// unnamedEnd reports whether a node is an end that only one step comes to.
func unnamedEnd(n *workflow.Node) bool {
	return n.Kind == workflow.End && n.Role == workflow.Ending && !n.Terminates && n.Data.IsZero()
}

// joinWaits makes one wait of two. The timers of the second count from the beginning of the first.
func (c *Conversion) joinWaits(w *workflow.Workflow, n *workflow.Node, p *waitOn) {
	beside := &n.Timers[p.timer]
	first, _ := fixedLength(&beside.Length)
	beside.Interrupting = false
	for _, x := range p.path {
		for _, e := range slices.Clone(x.Out) {
			if e.To == p.again {
				e.Disconnect()
			}
		}
	}
	c.answerAtOnce(p.path)
	for _, t := range p.again.Timers {
		length, _ := fixedLength(&t.Length)
		t.Length.Expr, t.Length.Unit = &expr.Literal{Value: iso8601.Format(first + length), Span: t.Length.Span}, workflow.Duration
		t.Edge.MoveStart(n)
		n.Timers = append(n.Timers, t)
	}
	c.waitFor(n, p.again)
	dropWithEnd(p.again)
}

// waitFor notes that a node waits in the place of another one, too: what completes that completes the node.
func (c *Conversion) waitFor(n, other *workflow.Node) {
	if c.joined == nil {
		c.joined = map[*workflow.Node][]*workflow.Element{}
	}
	c.joined[n] = append(c.joined[n], c.Waits(other)...)
	kind := occurrenceKind(n.Awaits)
	for _, i := range c.passagesTo(other.Element.Name, "") {
		if to := c.Raised.Occurrences[i].To; to.Kind == kind {
			to.Name = n.Element.Name
			c.arriveAs(i, to)
		}
	}
}
