package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var parallelInOrder = Rewrite{
	ID:     "rewrite/parallel-in-order",
	What:   "runs the parallel parts of a step one after the other, on one document",
	When:   "has no parallel parts",
	Before: "Checks: {credit} {fraud} -> Decide",
	After:  "Checks -> credit -> fraud -> Decide",
	Losses: []*dialects.LossRule{&lossOrder, &lossOrderWait, &lossOrderEnd, &lossSeenEarly, &lossJoinedData, &lossBranchDocument, &lossJoinedLate, &lossRetry, &lossTimeout},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins != 0 || c.Able.Kinds.Has(workflow.Scope) {
			return false
		}
		var scopes []*workflow.Node // the outermost before those in it
		for _, n := range w.Nodes {
			if n.Kind == workflow.Scope && !n.Body.Each {
				scopes = append(scopes, n)
			}
		}
		for _, n := range scopes {
			c.putInOrder(w, n)
		}
		if len(scopes) > 0 {
			Compact(w)
		}
		return len(scopes) > 0
	},
}

var (
	lossOrder = dialects.LossRule{ID: "convert/order", Level: dialects.Approximated, Affects: dialects.Order | dialects.Time, Data: dialects.Same,
		What: "parallel parts run one after the other", Remedy: "check that the parts do not depend on running at the same time"}
	lossOrderWait = dialects.LossRule{ID: "convert/order-wait", Level: dialects.Approximated, Affects: dialects.Order | dialects.Time | dialects.Outcome, Data: dialects.Same,
		What: "a part that waits for somebody outside holds up the parts that run after it", Remedy: "send first what the earlier parts wait for, or start the parts as workflows of their own"}
	lossOrderEnd = dialects.LossRule{ID: "convert/order-end", Level: dialects.Approximated, Affects: dialects.Order | dialects.Time | dialects.Outcome, Data: dialects.Same,
		What: "a part that ends the run prevents those after it from starting, and interrupts none of those before it", Remedy: "end the run after the parts instead"}
	lossJoinedData = dialects.LossRule{ID: "convert/joined-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true,
		What:   "each of several parallel parts gets the document that the part before returns, and their results are not combined",
		Remedy: "let each worker add its result under a member of its own"}
	lossSeenEarly = dialects.LossRule{ID: "convert/order-data", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any, Moves: true,
		What: "a part that runs after another one sees the changes by the other", Remedy: "let each part read only the members that it needs, and change none that another part reads"}
	lossJoinedLate = dialects.LossRule{ID: "convert/joined-late", Level: dialects.Approximated, Affects: dialects.Order | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName, Data: dialects.Same,
		What: "the run waits for parts that the source does not wait for", Remedy: "start these parts as workflows of their own"}
)

// putInOrder replaces a node with regions by a step that does nothing and what is in the regions, one after the other.
func (c *Conversion) putInOrder(w *workflow.Workflow, n *workflow.Node) {
	c.addOrderLosses(w, n)
	b := n.Body
	if len(b.Regions) > 1 {
		mergeAnswers(b)
	}
	n.Kind, n.Body, n.Retry, n.Timers, n.Data = workflow.Pass, nil, nil, nil, workflow.Stages{}
	on := onwardEdge(n)
	var to *workflow.Node
	if on != nil {
		to = on.To
		on.Disconnect()
	} else {
		to = addBeside(w, n, n.Element, workflow.End, true)
		to.Role = workflow.Ending
	}
	for _, r := range slices.Backward(b.Regions) {
		if r.Start != nil {
			to = c.moveOut(w, r, n, to)
		}
	}
	w.Connect(n, to, workflow.Next, n.Span)
	for _, e := range slices.Clone(n.Out) {
		if e.Kind == workflow.OnError || e.Kind == workflow.OnTimer {
			e.Disconnect()
		}
	}
}

// moveOut moves what is in a region to where the node with the region is, before another node, and returns where it begins.
func (c *Conversion) moveOut(w *workflow.Workflow, r *workflow.Region, n, to *workflow.Node) *workflow.Node {
	start := r.Start
	if start.Kind == workflow.End && !start.Terminates {
		return to
	}
	var moved []*workflow.Node
	r.Arrange()
	for _, x := range r.Nodes {
		if x.Kind == workflow.End && !x.Terminates {
			for _, in := range slices.Clone(x.In) {
				in.Redirect(to)
				if in.Kind == workflow.ToEnd {
					in.Kind = workflow.Next
				}
			}
			continue
		}
		moved = append(moved, x)
	}
	moveBeside(n, true, moved...)
	for _, x := range moved {
		c.handleOutside(w, x, n)
	}
	return start
}

// handleOutside has a node that is moved out of a region have its errors handled as those of the region are.
func (c *Conversion) handleOutside(w *workflow.Workflow, x, n *workflow.Node) {
	switch x.Kind {
	case workflow.Task, workflow.Scope:
		copyHandlers(w, n, x)
	case workflow.Fail:
		if h := handlerOf(n, x); h != nil {
			x.Kind, x.Raises = workflow.Pass, nil
			w.Connect(x, h.To, workflow.Next, h.Span)
		}
	}
}

// handlerOf is the handler of a node for the error that a node in its regions fails with; nil if there is none, or if that depends on
// data.
func handlerOf(n, fail *workflow.Node) *workflow.Edge {
	name := ""
	if fail.Raises != nil && fail.Raises.Name != nil {
		text, ok := fixedText(fail.Raises.Name)
		if !ok {
			return nil
		}
		name = text
	}
	for _, e := range n.Out {
		if e.Kind != workflow.OnError {
			continue
		}
		if slices.ContainsFunc(e.On, func(c workflow.Clause) bool { return c.If != nil }) {
			return nil
		}
		if e.On.Matches(name, workflow.ClassFail|workflow.ClassBranch) {
			return e
		}
	}
	return nil
}

// addOrderLosses adds the losses of a node whose regions run one after the other.
func (c *Conversion) addOrderLosses(w *workflow.Workflow, n *workflow.Node) {
	b := n.Body
	if len(b.Regions) > 1 || b.Detached {
		c.Lose(w, &lossOrder, placeOf(n), n.Element, "parts in sequence", "the parts of %q do not run in parallel", n.Name())
	}
	if len(b.Regions) > 1 {
		c.addLaterLosses(w, n)
	}
	switch {
	case keepsChanges(n) && n.Data.Payload == nil && n.Data.Result == nil, len(b.Regions) == 1 && b.Gather == workflow.GatherOne && n.Data.IsZero():
	case n.Data.Combine != nil && n.Data.Combine.Mode == workflow.Drop: // the parts drop what they can
	default:
		parts := []*workflow.Element{n.Element} // whose answers the results are made of
		for _, r := range b.Regions {
			parts = append(parts, tasksIn(r)...)
		}
		rule := &lossJoinedData
		if replacesInParts(b) {
			rule = &lossBranchDocument
		}
		for _, e := range parts {
			c.Lose(w, rule, placeOf(n), e, "the document after the last part", "the results of the parts of %q are not combined", n.Name())
		}
	}
	if b.Enough != nil || b.Detached {
		c.Lose(w, &lossJoinedLate, placeOf(n), n.Element, "a wait for all parts", "the source does not wait for all parts of %q", n.Name())
	}
	if len(n.Retry) > 0 {
		c.Lose(w, &lossRetry, retrySpan(n), n.Element, "", "the parts of %q are not retried together", n.Name())
	}
	for i := range n.Timers {
		c.Lose(w, &lossTimeout, n.Timers[i].Length.Span, n.Element, "", "the time limit of %q is dropped", n.Name())
	}
}

// keepsChanges reports whether the parts of a node change one document, or what they merge into theirs is merged into it.
func keepsChanges(n *workflow.Node) bool {
	return n.Body.Gather == workflow.GatherChanges || n.Region.Shared
}

// mergeAnswers has the answers that replace the document of their part merged into the one that all parts work on, so that those of
// a part are still there after the parts that follow it.
func mergeAnswers(b *workflow.Body) {
	for _, r := range b.Regions {
		for _, n := range nodesIn(r) {
			into := n.Data.Combine
			replaces := into == nil || into.Mode == workflow.Replace
			if n.Kind == workflow.Task && replaces && n.Data.Output == nil {
				n.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
			}
		}
	}
}

// replacesInParts reports whether something in the parts of a node takes the place of the document, also once [mergeAnswers] has the answers
// of several parts merged.
func replacesInParts(b *workflow.Body) bool {
	for _, r := range b.Regions {
		for _, n := range nodesIn(r) {
			if replacing(n.Data.Combine) && changesDocument(n) && (len(b.Regions) == 1 || n.Kind != workflow.Task || n.Data.Output != nil) {
				return true
			}
		}
	}
	return false
}

// addLaterLosses adds the losses of the parts after the first: when they run, and what they see of those before them.
func (c *Conversion) addLaterLosses(w *workflow.Workflow, n *workflow.Node) {
	see := func(e *workflow.Element) {
		c.Lose(w, &lossSeenEarly, placeOf(n), e, "", "each part of %q sees the changes by the part before", n.Name())
	}
	var earlier []*workflow.Element // which change the document, and whose answers others come to see
	waits := false
	for i, r := range n.Body.Regions {
		for _, x := range nodesIn(r) {
			if i == 0 || x.Kind != workflow.Task && x.Kind != workflow.Choice && x.Kind != workflow.Await {
				continue
			}
			if waits {
				c.Lose(w, &lossOrderWait, placeOf(n), x.Element, "", "a part of %q begins when those before it got what they wait for", n.Name())
			}
			if x.Kind == workflow.Await {
				continue
			}
			c.Lose(w, &lossOrder, placeOf(n), x.Element, "parts in sequence", "the parts of %q do not run in parallel", n.Name())
			see(x.Element)
			for _, e := range earlier {
				see(e)
			}
			earlier = nil
		}
		earlier = append(earlier, changersIn(r)...)
		waits = waits || slices.ContainsFunc(nodesIn(r), awaits)
	}
	c.addEndLosses(w, n)
}

// addEndLosses adds the losses of parts of which another one ends the run.
func (c *Conversion) addEndLosses(w *workflow.Workflow, n *workflow.Node) {
	var ending []*workflow.Region
	for _, r := range n.Body.Regions {
		if slices.ContainsFunc(nodesIn(r), func(x *workflow.Node) bool { return x.Terminates }) {
			ending = append(ending, r)
		}
	}
	for _, r := range n.Body.Regions {
		if len(ending) == 0 || len(ending) == 1 && ending[0] == r {
			continue
		}
		for _, x := range nodesIn(r) {
			if x.Kind == workflow.Task || x.Kind == workflow.Choice || x.Kind == workflow.Await {
				c.Lose(w, &lossOrderEnd, placeOf(n), x.Element, "", "a part of %q that ends the run does not do so while the others run", n.Name())
			}
		}
	}
}

// awaits reports whether a node waits for somebody outside.
func awaits(n *workflow.Node) bool {
	return n.Kind == workflow.Await || n.Awaits != nil || n.Call != nil && n.Call.Token
}

// changersIn are the elements in a region that may change the document.
func changersIn(r *workflow.Region) []*workflow.Element {
	var out []*workflow.Element
	for _, n := range nodesIn(r) {
		if changesDocument(n) {
			out = append(out, n.Element)
		}
	}
	return out
}

// tasksIn are the elements of the tasks in a region.
func tasksIn(r *workflow.Region) []*workflow.Element {
	var out []*workflow.Element
	for _, n := range nodesIn(r) {
		if n.Kind == workflow.Task {
			out = append(out, n.Element)
		}
	}
	return out
}

// nodesIn are the nodes of a region and of those in it.
func nodesIn(r *workflow.Region) []*workflow.Node { return appendNodes(nil, r) }

// appendNodes adds the nodes of a region, each followed by those in its own regions.
func appendNodes(to []*workflow.Node, r *workflow.Region) []*workflow.Node {
	for _, n := range r.Nodes {
		to = append(to, n)
		if n.Body == nil {
			continue
		}
		for _, inner := range n.Body.Regions {
			to = appendNodes(to, inner)
		}
	}
	return to
}

// onwardEdge is the edge that a node takes when it is done; nil if there is none.
func onwardEdge(n *workflow.Node) *workflow.Edge {
	for _, e := range n.Out {
		if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
			return e
		}
	}
	return nil
}

// fixedText is the text that an expression always gives.
func fixedText(x expr.Expr) (string, bool) {
	l, ok := x.(*expr.Literal)
	if !ok {
		return "", false
	}
	s, ok := l.Value.(string)
	return s, ok
}
