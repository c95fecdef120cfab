package rewrite

import (
	"slices"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/iso8601"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// waitsInParts is for reminders. A wait can be given up and begun again without anybody noticing it, unlike a call of a task. It comes
// before timersInside, which has a worker wait and remind.
var waitsInParts = Rewrite{
	ID:     "rewrite/wait-in-parts",
	What:   "a wait with a timer whose path runs in parallel with it, and ends nowhere, becomes a wait up to then, that path, and a wait for the rest of the time",
	When:   "cannot run a path in parallel with a node, and has time limits of waits",
	Before: "await approval; after 24 h also remind; after 72 h → Expire",
	After:  "await approval; after 24 h → remind → await approval again; after 48 h → Expire",
	Losses: []*dialects.LossRule{&lossWaitInParts, &lossPromptAnswer},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Timers.Has(dialects.TimerBeside) || !c.leavesWaits() {
			return false
		}
		changed := false
		for _, n := range w.Nodes {
			switch parts := c.partsOf(n); {
			case parts == nil:
			case c.Options.Prefer == dialects.PreferExact && passes(n, besideEdges(n)) && c.worksBeside(w, n):
				c.Raised.Near = append(c.Raised.Near, dialects.Near{Element: c.Caller(n), Does: "wait at",
					Target: "with what its timers start between two parts of the wait", Source: "in parallel with it"})
			default:
				c.waitInParts(w, n, parts)
				changed = true
			}
		}
		if changed {
			Prune(w) // what was copied, or comes after the wait is over
		}
		return changed
	},
}

var lossWaitInParts = dialects.LossRule{ID: "convert/wait-in-parts", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.Inputs | dialects.Output, Data: dialects.Includes, OnFailure: true,
	What:   "the calls that a timer starts in parallel with a wait interrupt it: what is awaited is missed or taken late if it comes during them, and the rest of the wait begins after them",
	Remedy: "let those calls return at once"}

// leavesWaits reports whether a timer can end a wait of the target, or of a task that waits in its place, and lead on.
func (c *Conversion) leavesWaits() bool {
	waits := slices.Contains(c.Able.Awaits, "event") || c.Able.Tokens && len(c.Able.Awaits) == 0
	able := c.Able.Timers
	return waits && (able.Has(dialects.TimerVisit) || able.Has(dialects.TimerAttempt) && c.handles(&workflow.Node{Kind: workflow.Task}))
}

// besideEdges are the edges of a node on which its timers start something in parallel with it.
func besideEdges(n *workflow.Node) (out []*workflow.Edge) {
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge != nil && !t.Interrupting {
			out = append(out, t.Edge)
		}
	}
	return out
}

// A waitPart is what ends a part of a wait: one of its timers.
type waitPart struct {
	timer workflow.Timer
	after time.Duration // since the part before it ended
	path  []*workflow.Node
	own   bool // the path is used as it is, and not copied
}

// partsOf are the parts of a wait, in their order; nil if it has no timer whose path runs beside it, or they cannot follow one another.
func (c *Conversion) partsOf(n *workflow.Node) []waitPart {
	if n.Kind != workflow.Await || n.Awaits == nil || len(n.Awaits.For) > 0 || n.Region.Scope != nil || len(n.Retry) > 0 || onwardEdge(n) == nil {
		return nil
	}
	var out []waitPart
	beside := false
	for i := range n.Timers {
		t := n.Timers[i]
		length, fixed := fixedLength(&t.Length)
		if t.Edge == nil || !fixed || length <= 0 || t.Counts != workflow.PerVisit {
			return nil
		}
		part := waitPart{timer: t, after: length}
		if !t.Interrupting {
			p := &timedPath{node: n}
			if !c.follow(p, t.Edge.To) || len(p.exits) > 0 {
				return nil
			}
			part.path, beside = p.path, true
		}
		out = append(out, part)
	}
	slices.SortStableFunc(out, func(a, b waitPart) int { return int(a.after - b.after) })
	for i := len(out) - 1; i > 0; i-- {
		if out[i].after -= out[i-1].after; out[i].after == 0 {
			return nil
		}
	}
	if i := slices.IndexFunc(out, func(p waitPart) bool { return p.timer.Interrupting }); i == 0 || !beside {
		return nil
	} else if i > 0 {
		out = out[:i+1] // those after it never fire
	}
	return out
}

// fixedLength is a span of time that is always the same, whenever it begins.
func fixedLength(l *workflow.Length) (time.Duration, bool) {
	if x, ok := l.Expr.(*expr.Literal); ok && l.Unit == workflow.Duration {
		text, _ := x.Value.(string)
		if d, err := iso8601.ParseDuration(text); err != nil || d.Years != 0 || d.Months != 0 {
			return 0, false
		}
	}
	begin := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	end, fixed := lengthEnd(l, begin)
	return end.Sub(begin), fixed
}

// waitInParts makes one wait several, with what the timers start between them.
func (c *Conversion) waitInParts(w *workflow.Workflow, n *workflow.Node, parts []waitPart) {
	var path []*workflow.Node
	for i := range parts {
		path = append(path, parts[i].path...)
	}
	if !slowByItself(path) {
		c.answerAtOnce(path)
	} else {
		c.Lose(w, &lossWaitInParts, n.Timers[0].Span, n.Element, "it comes between two parts of the wait", "the timer of %q starts %q in parallel", n.Name(), parts[0].path[0].Name())
	}
	for i := range n.Timers {
		n.Timers[i].Edge.Disconnect()
	}
	n.Timers = nil
	c.awaitAlike(w, n)
	waits := []*workflow.Node{n}
	for i := range parts {
		p := &parts[i]
		if p.timer.Interrupting {
			break
		}
		after := waits[i]
		if p.own = ownPath(p.path, parts[:i]); p.own {
			after = p.path[len(p.path)-1]
		}
		waits = append(waits, c.waitAgain(w, n, after))
	}
	for i := len(parts) - 1; i >= 0; i-- { // a path that is that of several timers is copied before it is used
		p, at := &parts[i], waits[i]
		timer := p.timer
		timer.Interrupting = true
		if i > 0 {
			timer.Length.Expr, timer.Length.Unit = &expr.Literal{Value: iso8601.Format(p.after), Span: timer.Length.Span}, workflow.Duration
		}
		to := p.timer.Edge.To
		if !p.timer.Interrupting {
			to = c.leadPath(w, p, at, waits[i+1])
		}
		timer.Edge = w.Connect(at, to, workflow.OnTimer, timer.Span)
		at.Timers = []workflow.Timer{timer}
	}
}

// awaitAlike makes a wait one that several nodes may have: for an event, or for the answer of a task.
func (c *Conversion) awaitAlike(w *workflow.Workflow, n *workflow.Node) {
	if slices.Contains(c.Able.Awaits, "event") {
		if !slices.Contains(c.Able.Awaits, n.Awaits.Kind) {
			c.awaitEvent(w, n)
		}
		return
	}
	c.awaitTask(w, n)
	for _, i := range c.passagesTo(n.Call.Task, "") {
		to := c.Raised.Occurrences[i].To
		to.At = "" // any of the nodes
		c.arriveAs(i, to)
	}
}

// waitAgain adds a wait for what another one waits for, which leads to the same node, after a third.
func (c *Conversion) waitAgain(w *workflow.Workflow, n, after *workflow.Node) *workflow.Node {
	out := c.copyOf(w, n, after)
	if n.Awaits != nil {
		awaits := *n.Awaits
		awaits.For = slices.Clone(awaits.For)
		out.Awaits = &awaits
	}
	for _, e := range n.Out {
		if e.Kind != workflow.OnTimer {
			copyEdge(w, e, out, e.To)
		}
	}
	return out
}

// ownPath reports whether nothing leads to the nodes of a path but they themselves, and they lie on no path of the parts before it.
func ownPath(path []*workflow.Node, before []waitPart) bool {
	outside := func(e *workflow.Edge) bool { return !slices.Contains(path, e.From) }
	return !slices.ContainsFunc(path, func(x *workflow.Node) bool {
		return x.Region.Start == x || slices.ContainsFunc(x.In, outside) ||
			slices.ContainsFunc(before, func(p waitPart) bool { return slices.Contains(p.path, x) })
	})
}

// leadPath connects the ends of the path of a part with a wait, and returns the first node of the path. It is a copy after a node, unless
// the path is that part's own.
func (c *Conversion) leadPath(w *workflow.Workflow, p *waitPart, after, to *workflow.Node) *workflow.Node {
	at := map[*workflow.Node]*workflow.Node{}
	for _, x := range p.path {
		at[x] = x
		if !p.own {
			at[x] = c.copyOf(w, x, after)
			after = at[x]
		}
	}
	for _, x := range p.path {
		if len(x.Out) == 0 {
			w.Connect(at[x], to, workflow.Next, x.Span)
		} else if !p.own {
			for _, e := range x.Out {
				copyEdge(w, e, at[x], at[e.To])
			}
		}
	}
	return at[p.path[0]]
}

// copyOf adds a node that does the same as another one, without its edges and timers, after a third.
func (c *Conversion) copyOf(w *workflow.Workflow, n, after *workflow.Node) *workflow.Node {
	e := c.NewElement(w, n.Element, n.Element.Name, n.Element.Kind)
	e.Title, e.Doc = n.Element.Title, n.Element.Doc
	out := w.AddNode(after.Region, e, n.Kind, workflow.Primary)
	id, region := out.ID, out.Region
	*out = *n
	out.ID, out.Element, out.Region, out.Role, out.In, out.Out, out.Timers = id, e, region, workflow.Primary, nil, nil, nil
	region.PlaceBeside(out, after, true)
	return out
}

// copyEdge adds an edge as another one is, between two nodes.
func copyEdge(w *workflow.Workflow, e *workflow.Edge, from, to *workflow.Node) {
	made := w.Connect(from, to, e.Kind, e.Span)
	made.Label, made.Guard, made.Ask, made.On, made.Require, made.Data, made.Extras = e.Label, e.Guard, e.Ask, e.On, e.Require, e.Data, e.Extras
}
