package step

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// plan gives the nodes of a region their steps.
func (w *writer) plan(r *workflow.Region) {
	if waits(r) {
		w.planDependencies(r)
		return
	}
	for _, n := range r.Nodes {
		w.planStep(n)
	}
}

// waits reports whether nodes of a region wait for all their edges, or take all of them.
func waits(r *workflow.Region) bool {
	return slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool {
		return n.Split == workflow.SplitAll || n.Join == workflow.JoinEdges
	})
}

// planStep gives a node its step, and the nodes within it theirs.
func (w *writer) planStep(n *workflow.Node) {
	switch {
	case n.Role == workflow.Starting, n.Role == workflow.Ending, n.Kind == workflow.Emit:
		return
	case n.When != nil:
		w.entries[n] = w.addFurther(n.Name() + "?")
		w.owners[w.entries[n]] = n
	}
	switch {
	case n.Kind == workflow.Scope:
		w.planScope(n)
		return
	case n.Role == workflow.Processing:
		return
	}
	w.planBody(n)
}

// planBody gives a node a step for its work.
func (w *writer) planBody(n *workflow.Node) {
	d := w.addDraft(n.Element)
	w.bodies[n], w.owners[d] = d, n
	if w.entries[n] == nil {
		w.entries[n] = d
	}
}

// planScope plans the inside of a scope. Gateways do not lie within one another (step: "PARALLEL_GATEWAY + JOIN_GATEWAY"), so that the
// regions of a scope within a branch run one after the other.
func (w *writer) planScope(n *workflow.Node) {
	regions := n.Body.Regions
	within := w.nested[n.Region]
	if len(regions) == 0 || len(regions) > 1 && !within {
		w.planBody(n)
	}
	for _, r := range regions {
		w.nested[r] = w.nested[r] || within || len(regions) > 1
		w.plan(r)
	}
	if len(regions) > 1 && !within {
		join := w.addFurther(n.Name() + "-join")
		join.kind = JoinGateway
		w.joins[n] = join
	}
}

// target is the step that a node begins at.
func (w *writer) target(n *workflow.Node) *draft {
	switch d := w.entries[n]; {
	case d != nil:
		return d
	case n.Terminates:
		return w.ending()
	case n.Role == workflow.Ending || n.Kind == workflow.End:
		return w.after(n.Region)
	case n.Kind == workflow.Emit:
		w.lose(&dialects.LossEvents, n.Span, n, "", "the event is dropped: step cannot produce events")
		return w.following(n)
	case n.Kind == workflow.Scope && len(n.Body.Regions) > 0:
		w.fill(n)
		return w.begin(n.Body.Regions[0])
	default:
		return w.following(n)
	}
}

// begin is the step at which a region begins.
func (w *writer) begin(r *workflow.Region) *draft {
	if first := w.layered[r]; first != nil {
		return first()
	}
	if r.Start == nil {
		return w.after(r)
	}
	return w.target(r.Start)
}

// after is the step that follows the end of a region.
func (w *writer) after(r *workflow.Region) *draft {
	if r.Scope == nil {
		return w.ending()
	}
	if join := w.joins[r.Scope]; join != nil {
		return join
	}
	all := r.Scope.Body.Regions
	if i := slices.Index(all, r); i+1 < len(all) {
		return w.begin(all[i+1])
	}
	return w.following(r.Scope)
}

// following is the step that follows a node that is done.
func (w *writer) following(n *workflow.Node) *draft {
	if next := w.sequels[n]; next != nil {
		return next()
	}
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return w.along(e)
		}
	}
	return w.after(n.Region)
}

// along is the step that an edge leads to. What it requires is asked for by a step on the way, which fails without a match.
func (w *writer) along(e *workflow.Edge) *draft {
	to := w.target(e.To)
	if e.Require == nil {
		return to
	}
	if d := w.required[e]; d != nil {
		return d
	}
	w.decides = append(w.decides, e.From)
	c, ok := w.writeCondition(&guard{}, e.Require, e.From.Element)
	if !ok {
		return to
	}
	w.losses.Add(&dialects.LossErrorName, e.Require.Range(), e.From.Element, "a DECISION without a match", "a transition whose requirement does not hold fails with another error")
	d := w.addFurther(e.From.Name() + "-required")
	d.kind = Decision
	d.addBranch(c.text, to)
	w.required[e] = d
	return d
}

// fill completes the step of a node, whose guard may come before it.
func (w *writer) fill(n *workflow.Node) {
	d := w.bodies[n]
	if w.filled[n] {
		return
	}
	w.filled[n] = true
	if n.When != nil {
		w.fillGuard(n, d)
	}
	w.addHandlerLosses(n)
	if n.Kind == workflow.Scope {
		w.fillScope(n, d)
		return
	}
	switch n.Kind {
	case workflow.Task:
		w.fillTask(n, d)
	case workflow.Pass:
		w.fillPass(n, d)
	case workflow.Choice:
		w.fillChoice(n, d)
	case workflow.Wait:
		w.fillWait(n, d)
	case workflow.Await:
		w.fillAwait(n, d)
	case workflow.Resource:
		w.fillFile(n, d)
	case workflow.Fail:
		w.fillFail(n, d)
	case workflow.End:
		w.addSelectionLosses(n, n.Data.Select, n.Data.Output)
		if n.Region.Scope != nil {
			d.makeStraight(w.after(n.Region))
			return
		}
		d.kind = End
	default:
		w.raised.Refuse(w.flow, n.Element.NameSpan, "step has no step type for %q", n.Name())
		d.kind = End
	}
}

// fillGuard completes the step before a node that is skipped if its guard does not hold.
func (w *writer) fillGuard(n *workflow.Node, body *draft) {
	d := w.entries[n]
	d.kind = Decision
	g := guard{}
	to := body
	if to == nil {
		to = w.begin(n.Body.Regions[0])
	}
	w.decides = append(w.decides, n)
	if c, ok := w.writeCondition(&g, n.When, n.Element); ok {
		d.addBranch(c.text, to)
		d.addBranch(always.text, w.following(n))
		return
	}
	d.addBranch(always.text, to)
}

// fillScope completes a gateway and its join.
func (w *writer) fillScope(n *workflow.Node, d *draft) {
	w.addSelectionLosses(n, n.Data.Select, n.Data.Output)
	if n.Body.Each {
		w.lose(&lossIterationOnce, n.Element.NameSpan, n, "steps that run once", "an iteration over a list runs once")
	} else if n.Body.Gather == workflow.GatherList && len(n.Body.Regions) > 0 || len(n.Body.Regions) > 1 {
		w.lose(&dialects.LossJoin, n.Element.NameSpan, n, "variables that the branches share",
			"the results of branches are merged into the shared variables instead of a list")
	}
	if c := n.Data.Combine; c != nil && n.Body.Gather != workflow.GatherList && !n.Body.Each || n.Data.Payload != nil || n.Data.Result != nil {
		w.lose(&lossSelection, n.Element.NameSpan, n, "", "several steps together get and return all variables, not a part of them")
	}
	if n.Body.Enough != nil {
		w.lose(&dialects.LossJoinedLate, n.Body.Enough.Range(), n, "a JOIN_GATEWAY", "a wait for all branches")
	}
	if n.Body.Detached {
		w.lose(&dialects.LossJoinedLate, n.Element.NameSpan, n, "a step", "the workflow waits for a part that runs on its own in the source")
	}
	for i := range n.Retry {
		w.lose(&dialects.LossRetry, n.Retry[i].Span, n, "", "the retries of several steps together are dropped: step retries single tasks only")
	}
	for i := range n.Timers {
		w.lose(&dialects.LossTimeout, n.Timers[i].Span, n, "", "the timeout of several steps together is dropped: step has none")
	}
	if d == nil {
		w.addInlinedLosses(n)
		return
	}
	if len(n.Body.Regions) == 0 {
		w.fillEmpty(n, d)
		return
	}
	d.kind, d.join = ParallelGateway, w.joins[n]
	for _, r := range n.Body.Regions {
		d.parallel = append(d.parallel, w.begin(r))
	}
	d.join.next = w.following(n)
}

// fillEmpty completes the step of a scope without regions: a list of no results, where its author put it.
func (w *writer) fillEmpty(n *workflow.Node, d *draft) {
	next := w.following(n)
	gathered := *n
	gathered.Data.Result = &expr.Literal{Value: []any{}, Span: n.Element.NameSpan}
	var values *source.Node
	if n.Data.Result == nil && (n.Body.Gather == workflow.GatherList || n.Body.Gather == workflow.GatherEach) {
		values = w.dataOf(&gathered)
	}
	if values == nil || len(values.Members) == 0 {
		d.makeStraight(next)
		return
	}
	d.kind, d.next, d.transformations = Transformation, next, values
}

// addInlinedLosses adds the losses of a scope that has no step of its own.
func (w *writer) addInlinedLosses(n *workflow.Node) {
	if (n.Element.Doc != "" || n.Element.Title != "") && !w.only(n) { // else the step of what it does has them
		w.lose(&dialects.LossTexts, n.Element.NameSpan, n, "", "the texts of %q are dropped: no step corresponds to it", n.Name())
	}
	if len(n.Body.Regions) > 1 {
		w.lose(&lossNestedParts, n.Element.NameSpan, n, "steps in sequence", "the branches of %q are nested in a branch, and run one after the other", n.Name())
	}
}
