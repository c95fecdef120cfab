package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var loops = Rewrite{
	ID:     "rewrite/loop",
	What:   "an iteration becomes a loop: a choice whether there is another item, its steps, and a step that adds the result to a list",
	When:   "cannot iterate over a list",
	Before: "for each $.orders: ship → $.shipped",
	After:  "shipped = []; if length(shipped) < length(orders): order = orders[length(shipped)]; ship; shipped = shipped with the answer",
	Losses: []*dialects.LossRule{&lossLoopData, &dialects.LossIteration, &lossSequence, &lossScopeLimits, &lossResultPlace},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Each || !c.Able.Computes || !c.Able.Cycles || w.Root == nil {
			return false
		}
		changed := c.loopIn(w, w.Root, endingScopes(w.Nodes))
		if changed {
			Compact(w)
		}
		return changed
	},
}

// refuseIterations refuses a workflow with an iteration that has not become a loop, and gives the reason: of iterations in one another,
// the inner one is at fault.
func (c *Conversion) refuseIterations(w *workflow.Workflow) {
	iterates := func(n *workflow.Node) bool { return n.Kind == workflow.Scope && n.Body.Each }
	for _, n := range w.Nodes {
		if !iterates(n) || slices.ContainsFunc(nodesOf(n.Body), iterates) {
			continue
		}
		why := "it does more with its items than a loop can"
		if l := (&loop{Conversion: c, flow: w, n: n}); l.items() == nil {
			why = "its list is the whole document, and not what the step before has made"
		}
		c.Refuse(w, placeOf(n), "the target cannot repeat steps for each item of a list, and %q cannot become a loop: %s", n.Name(), why)
		return
	}
}

var lossLoopData = dialects.LossRule{ID: "convert/loop-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Includes,
	What:   "the item of a loop, its count and its results stay in the document",
	Remedy: "ignore the members in the workers and in the output"}

// loopIn makes the iterations in a region loops, the inner ones first. The run may end inside some of them.
func (c *Conversion) loopIn(w *workflow.Workflow, r *workflow.Region, ending map[*workflow.Node]bool) bool {
	changed := false
	for _, n := range slices.Clone(r.Nodes) {
		if n.Body == nil {
			continue
		}
		for _, inner := range n.Body.Regions {
			changed = c.loopIn(w, inner, ending) || changed
		}
		if l := c.loopOf(w, n); l != nil {
			l.ending = ending
			l.unroll()
			changed = true
		}
	}
	r.Arrange()
	return changed
}

// A loop takes the place of an iteration. The document of the steps that are repeated is a member of that of the loop, as what they
// result in is added to a list.
type loop struct {
	*Conversion
	flow   *workflow.Workflow
	n      *workflow.Node
	ending map[*workflow.Node]bool // the iterations in which the run may end
	region *workflow.Region
	list   expr.Expr
	// item is the member which the steps that are repeated have as their document. If they are a single task that reads its item only, their
	// document is {item: …}, and bare is true.
	item string
	bare bool
	// answer is the member for an answer that replaces the document of the steps, and results the one for their list; without results, it
	// counts the items.
	answer, results string
	collects        bool
	// placed reports that the list is where the source puts it, from the beginning.
	placed bool
	// kept is where the nodes before put the list, if it is the whole document in the source; nil if it is not.
	kept *expr.Path
	// result is what the steps result in.
	result expr.Expr
}

// loopOf returns the loop that an iteration can be; nil if it cannot.
func (c *Conversion) loopOf(w *workflow.Workflow, n *workflow.Node) *loop {
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Gather != workflow.GatherList || len(n.Body.Regions) != 1 || n.Body.Enough != nil || n.Body.Detached ||
		!plainItems(n.Body.Items) || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError }) {
		return nil
	}
	l := &loop{Conversion: c, flow: w, n: n, region: n.Body.Regions[0], collects: n.Data.Combine == nil || n.Data.Combine.Mode != workflow.Drop}
	if l.list = l.items(); l.list == nil {
		return nil
	}
	l.name()
	if !l.movable() {
		return nil
	}
	return l
}

// items is the list that is iterated over; nil if a loop cannot have it. The whole document can be the list only if the nodes before
// have just made it: they put it at a member instead, by [keepAt].
func (l *loop) items() expr.Expr {
	d := &l.n.Data
	if d.Select != nil && d.Payload != nil {
		return nil
	}
	x := d.Payload
	if x == nil {
		x = d.Select
	}
	if x != nil && !isWhole(meaningOrSelf(x)) {
		out, ok := mapTree(x, func(p *expr.Path) (expr.Expr, bool) { return p, true })
		if !ok {
			return nil
		}
		return out
	}
	if !madeBefore(l.n) {
		return nil
	}
	l.kept = expr.NewPath(expr.RootInput, l.freeMember(l.flow, "items"))
	return l.kept
}

// makesDocument reports whether what a node answers or makes is the document, by itself.
func makesDocument(n *workflow.Node) bool {
	d := &n.Data
	return (n.Kind == workflow.Task || n.Kind == workflow.Pass && d.Result != nil && !isWhole(d.Result)) &&
		(d.Combine == nil || d.Combine.Mode == workflow.Replace) && d.Output == nil && !(n.Kind == workflow.Task && d.Result != nil)
}

// count is how many items there were.
func (l *loop) count() expr.Expr {
	if !l.collects {
		return l.path(l.results)
	}
	return &expr.Apply{Do: expr.Count, Args: []expr.Expr{l.path(l.results)}}
}

// current is what the steps get for the item whose turn it is.
func (l *loop) current() (expr.Expr, bool) {
	item := &expr.Apply{Do: expr.Nth, Args: []expr.Expr{l.list, l.count()}}
	items := l.n.Body.Items
	if items == nil || items.Select == nil {
		if of := l.n.Body.Item; of != "" && !l.bare {
			return &expr.Object{Members: []expr.ObjectMember{{Key: of, Value: item}}}, true
		}
		return item, true
	}
	return mapTree(items.Select, func(p *expr.Path) (expr.Expr, bool) {
		switch {
		case begins(p, items.Value):
			rest := *p
			rest.Steps = p.Steps[len(items.Value.Steps):]
			return continuedItem(item, rest.Steps)
		case begins(p, items.Index) && len(p.Steps) == len(items.Index.Steps):
			return l.count(), true
		}
		return p, p.Root == expr.RootInput
	})
}

// begins reports whether a path begins with another one.
func begins(p, with *expr.Path) bool {
	return with != nil && p.Root == with.Root && p.Name == with.Name && len(p.Steps) >= len(with.Steps) &&
		slices.EqualFunc(with.Steps, p.Steps[:len(with.Steps)], func(a, b expr.Step) bool { return a.Kind == b.Kind && a.Name == b.Name })
}

// continuedItem selects of an item of a list; only the item itself has a common form.
func continuedItem(item expr.Expr, steps []expr.Step) (expr.Expr, bool) {
	return item, len(steps) == 0
}
