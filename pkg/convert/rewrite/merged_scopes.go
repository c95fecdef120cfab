package rewrite

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var mergedIterations = Rewrite{
	ID:     "rewrite/calling-iteration",
	What:   "an iteration over several items at once becomes a task that does what its steps do for each item, and answers what is merged",
	When:   "merges answers, and cannot iterate over a list",
	Before: "for each $.orders at once: ship → $.shipped",
	After:  "call-ship-orders, which calls ship for each item of $.orders, and answers {\"shipped\": […]}",
	Losses: []*dialects.LossRule{&lossDecision, &lossMergedResult, &lossOutputSelection},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return !c.Able.Each && c.callScopes(w, func(n *workflow.Node) bool {
			return severalAtOnce(n) && !slices.ContainsFunc(nodesOf(n.Body), func(x *workflow.Node) bool { return x.Kind == workflow.Scope })
		})
	},
}

var mergedScopes = Rewrite{
	ID:     "rewrite/calling-scope",
	What:   "parallel parts with retries, time limits or error handlers, or of which not all have to end, become a task that does what they do, and answers what is merged",
	When:   "merges answers, and cannot retry or limit parallel parts, or handle their errors",
	Before: "Checks: {credit} {fraud} → $.checks; on CheckFailed → Review, with the error at $.problem",
	After:  "call-checks, which calls credit and fraud at the same time, and answers {\"checks\": […]}, or {\"problem\": …}; if $.problem → Review",
	Losses: []*dialects.LossRule{&lossDecision, &lossMergedResult, &lossOutputSelection},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.callScopes(w, func(n *workflow.Node) bool {
			if n.Body.Each {
				return !c.Able.Each && severalAtOnce(n)
			}
			return c.needsWrappedScope(n)
		})
	},
}

// callScopes has tasks do what the regions of some nodes do, the outermost before those in it, and reports whether there were some.
func (c *Conversion) callScopes(w *workflow.Workflow, needs func(*workflow.Node) bool) bool {
	if !c.mergesOnly() || c.Able.Kinds.Has(workflow.Scope) || hasVariables(w) {
		return false
	}
	changed := false
	for _, n := range slices.Clone(w.Nodes) {
		if n.Kind == workflow.Scope && !swallowed(n) && needs(n) && c.mergeableScope(n) {
			c.callParts(w, n)
			changed = true
		}
	}
	if changed {
		Compact(w)
	}
	return changed
}

// severalAtOnce reports whether a node is an iteration that may process several items at the same time.
func severalAtOnce(n *workflow.Node) bool {
	most, fixed := n.Body.Most.(*expr.Literal)
	return n.Body.Each && !(fixed && value.Equal(most.Value, int64(1)))
}

// mergeableScope reports whether a task can do what the regions of a node do, and answer what that adds to the document. Nothing is taken out of it,
// unless a list or an error takes its place.
func (c *Conversion) mergeableScope(n *workflow.Node) bool {
	d, b := &n.Data, n.Body
	if replacing(d.Combine) && (d.Result != nil || b.Gather != workflow.GatherChanges && b.Gather != workflow.GatherList) || d.Output != nil {
		return false
	}
	if b.Each && d.Select == nil && isWhole(cmp.Or(meaningOrSelf(d.Payload), expr.Expr(whole()))) && c.Able.Documents == workflow.ObjectDocument {
		return false // the document is the list
	}
	if !c.wrappableScope(n) {
		return false
	}
	return !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
		return e.Kind == workflow.OnError && (e.Data.Result != nil || e.Data.Output != nil)
	})
}

// listed reports whether the document that leaves a node with regions is the list of their results.
func listed(n *workflow.Node) bool {
	return replacing(n.Data.Combine) && n.Body.Gather == workflow.GatherList
}

// callParts has a stand-in do what the regions of a node do, and a choice lead to the handler of an error that it handled.
func (c *Conversion) callParts(w *workflow.Workflow, n *workflow.Node) {
	part := &workedPart{node: *n, flow: *w, element: c.Caller(n)}
	if listed(n) {
		at := expr.NewPath(expr.RootInput, freeMember(w, "results"))
		part.node.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: n.Span}
		if on := nextOf(n); on != nil && !c.readAt(w, on, at) {
			pass := AddAfter(w, n, c.NewElement(w, n.Element, "Results of "+n.Name(), ""), workflow.Pass)
			pass.Data.Result = at
		}
	}
	handled := slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool { return e.Kind != workflow.OnError && e.Kind != workflow.OnTimer })
	part.exits = exitsOf(n, handled)
	for i := range part.exits {
		c.leaveBy(w, n, &part.exits[i], len(handled) == 1)
	}
	part.node.Out = nil
	what := c.callText(n) + ", and answers what is new in " + answerText(&part.node) + exitsText(w, part)
	mode, _ := c.merges()
	n.Call = &workflow.Call{Task: c.StandIn(w, n.Element, slug("call "+n.Element.Name), what), Span: n.Span}
	c.Raised.StandIns[len(c.Raised.StandIns)-1].By = addition{part}
	c.nameCallers(part)
	n.Kind, n.Body, n.Retry, n.Timers = workflow.Task, nil, nil, nil
	n.Data = workflow.Stages{Combine: &workflow.Combine{Mode: mode, Span: n.Span}}
	if len(handled) > 0 {
		c.chooseExit(w, n, part.exits)
	}
}

// leaveBy has the error in the document show that a node was left by an exit, or a member that stays there.
func (c *Conversion) leaveBy(w *workflow.Workflow, n *workflow.Node, x *exit, only bool) {
	if x.edge.Kind == workflow.OnError && replacing(x.edge.Data.Combine) && observesFrom(x.edge.To) {
		c.Lose(w, &lossMergedResult, x.edge.Span, n.Element, "the error is merged into it", "the error of %q replaces the document in the source", n.Name())
	}
	if only && c.shownByError(w, n, x.edge) {
		x.member = ""
		return
	}
	c.Lose(w, &lossDecision, x.edge.Span, n.Element, "the member "+strconv.Quote(x.member), "that %q did not succeed stays in the document", n.Name())
}

// shownByError reports whether the error in the document shows that a node failed: its handler has it at a place where nothing else puts
// anything.
func (c *Conversion) shownByError(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) bool {
	at, plain := errorPath(h)
	if h.Kind != workflow.OnError || !plain || h.Data.Combine == nil || h.Data.Combine.Mode != workflow.SetAt {
		return false
	}
	again := map[*workflow.Node]bool{}
	if reach(h.To, again); again[n] {
		return false
	}
	sets := func(k *workflow.Combine) bool {
		return k != nil && k.Mode == workflow.SetAt && len(k.Path.Steps) > 0 && k.Path.Steps[0].Name == at.Steps[0].Name
	}
	return !slices.ContainsFunc(w.Nodes, func(x *workflow.Node) bool {
		return sets(x.Data.Combine) || slices.ContainsFunc(x.Out, func(e *workflow.Edge) bool { return e != h && sets(e.Data.Combine) })
	})
}

// An addition is what a document has more after a part was carried out. It implements dialects.Worker.
type addition struct{ *workedPart }

// Work implements dialects.Worker.
func (a addition) Work(input any, now time.Time, carryOut func(*workflow.Program, any) (any, error)) (any, error) {
	v, err := a.workedPart.Work(input, now, carryOut)
	if err != nil {
		return nil, err
	}
	return added(input, v), nil
}

// added is what the second of two objects has that the first has not.
func added(was, is any) any {
	a, _ := was.(*value.Object)
	b, ok := is.(*value.Object)
	if !ok {
		return is
	}
	out := value.NewObject(0)
	for key, v := range b.All() {
		before, there := a.Lookup(key)
		switch _, object := v.(*value.Object); {
		case !there || !object && !value.Equal(before, v):
			out.Set(key, v)
		case object && !value.Equal(before, v):
			out.Set(key, added(before, v))
		}
	}
	return out
}
