package arrow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A chain is a sequence of parts: one value comes in, and one goes out. An empty one hands on what comes in.
type chain []*part

// A part of a chain is one of the following.
type part struct {
	step         *Step         // a task
	source       *fixed        // data that takes the place of what comes in, or is merged into it
	alternatives []alternative // guarded chains, of which at most one is gone through; if none is, what comes in goes on
	branches     []chain       // chains in parallel
	shared       bool          // the branches work on one document, so that what they give has to be merged
	each         chain         // a chain for each item
	calls        bool          // a task with a subflow, which may hand on what comes in
	opens        bool          // a task whose subflow gives what has to be merged
	merge        bool          // lists that come in are merged
}

// An alternative is a chain with its guard.
type alternative struct {
	guard expr.Expr // nil always holds
	chain chain
}

// inline is a part that is made of alternatives as a chain: without those that do nothing.
func (p *part) inline() chain {
	kept := p.alternatives[:0]
	for _, a := range p.alternatives {
		switch {
		case len(a.chain) == 0 || isLiteral(a.guard, false):
		case a.guard == nil || isLiteral(a.guard, true):
			return a.chain
		default:
			kept = append(kept, a)
		}
	}
	if p.alternatives = kept; len(kept) == 0 {
		return nil
	}
	return chain{p}
}

// open reports whether what comes out of a chain may be a list of what has to be merged.
func (c chain) open() bool {
	if len(c) == 0 {
		return false
	}
	last := c[len(c)-1]
	return last.opens || last.shared && len(last.branches) > 0 ||
		slices.ContainsFunc(last.alternatives, func(a alternative) bool { return a.chain.open() })
}

// maxSubflows is how many choices, forks and scopes may lie in one another.
const maxSubflows = maxNesting

// translateRegion returns the chain of a region.
func (x *translated) translateRegion(r *workflow.Region) chain {
	if r.Start == nil {
		x.refuse(spanOf(r.Span, x.w.Span), "a part of the workflow has no start")
		return nil
	}
	m := x.findMeetings(r)
	if x.out.Reason != "" {
		return nil
	}
	x.addLeftOut(r, m)
	return x.walk(&line{meetings: m}, r.Start)
}

// A line is a way that is walked along, up to a node, which is nil after the end.
type line struct {
	*meetings
	to *workflow.Node
	// fork is the one in a branch of which the line is, or nil.
	fork *workflow.Node
}

// until is the same line up to another node.
func (l *line) until(to *workflow.Node) *line { return &line{l.meetings, to, l.fork} }

// walk returns the chain from a node to the end of a line.
func (x *translated) walk(l *line, n *workflow.Node) chain {
	var out chain
	merge := false // what comes next merges the values of branches
	for n != nil && n != l.to {
		if x.budget--; x.budget < 0 {
			x.refuse(placeOf(n), "too many paths share the steps after %q: a flow repeats them for each path, and would become too large", n.Name())
			return nil
		}
		if n.Join == workflow.JoinFork || n.Kind == workflow.End && l.fork != nil {
			x.refuse(placeOf(n), "at %q one of several branches leaves the others, which a flow cannot express", n.Name())
			return nil
		}
		parts, next := x.translateNode(l, n)
		if len(parts) > 0 {
			parts[0].merge = parts[0].merge || merge
			merge = parts.open()
		}
		out = append(out, parts...)
		if n.Split == workflow.SplitFork && n.Joins != nil {
			next = x.onward(l, n.Joins)
		}
		n = next
	}
	return out
}

// translateNode returns the chain of a node, and the node after it, which is nil where the chain ends.
func (x *translated) translateNode(l *line, n *workflow.Node) (chain, *workflow.Node) {
	x.addLimitLosses(n)
	switch n.Kind {
	case workflow.Task:
		return x.translateTask(n), x.onward(l, n)
	case workflow.Choice, workflow.State:
		return x.translateChoice(l, n)
	case workflow.Pass:
		if n.Split == workflow.SplitFork {
			return x.translateFork(l, n), nil
		}
		return x.translatePass(n), x.onward(l, n)
	case workflow.Wait:
		x.addWaitLosses(n)
		return nil, x.onward(l, n)
	case workflow.Scope:
		return x.translateScope(n), x.onward(l, n)
	case workflow.Table:
		return x.createTable(n), x.onward(l, n)
	case workflow.Emit:
		x.addSelectionLosses(n)
		x.add(&dialects.LossEvents, placeOf(n), n.Element, "", "the event %q is not produced", n.Emits.Name)
		return nil, x.onward(l, n)
	case workflow.End:
		x.addSelectionLosses(n)
		if n.Terminates && (n.Region.Scope != nil || x.w != x.main) {
			x.refuse(placeOf(n), "%q ends the whole run; in a flow it would end only its own part", n.Name())
		}
		return nil, nil
	case workflow.Fail:
		return x.createFailing(n), nil
	case workflow.Await:
		x.refuse(placeOf(n), "%q waits for input from outside, and a flow cannot wait", n.Name())
	default:
		x.refuse(placeOf(n), "%q (%s) has no counterpart in a flow", n.Name(), n.Kind)
	}
	return nil, nil
}

// onward is the node after one that has one way out.
func (x *translated) onward(l *line, n *workflow.Node) *workflow.Node {
	ways := waysOut(n)
	if len(ways) > 0 {
		x.addEdgeLosses(ways[0])
		return ways[0].To
	}
	if l.fork != nil {
		x.refuse(placeOf(n), "no path leads on from %q, so the branches never join", n.Name())
		return nil
	}
	x.add(&lossNoWayOn, placeOf(n), n.Element, "the flow ends", "no path leads on from %q: in the source a run stops there for good", n.Name())
	return nil
}

// addEdgeLosses adds the losses of the requirement of an edge, and of its changes to the data.
func (x *translated) addEdgeLosses(e *workflow.Edge) {
	at := spanOf(e.Span, placeOf(e.From))
	if e.Require != nil {
		x.add(&lossRequirement, at, e.From.Element, "", "the requirement of the transition is not checked")
	}
	if !e.Data.IsZero() {
		x.add(&dialects.LossExpression, at, e.From.Element, "", "the change that a transition makes to the data is dropped")
	}
}

// A way is an edge of a choice as a filter, and where it leads. A nil guard always holds.
type way struct {
	guard expr.Expr
	to    *workflow.Node
}

// translateChoice returns the alternatives of a choice, or of a state of an entity, and where their ways meet.
func (x *translated) translateChoice(l *line, n *workflow.Node) (chain, *workflow.Node) {
	x.addSelectionLosses(n)
	var ways []way
	edges := waysOut(n)
	for _, e := range edges {
		if e.Ask != nil {
			x.refuse(spanOf(e.Ask.Span, e.Span), "the condition is the result of the task %q, and a guard of a flow tests data only", e.Ask.Task)
			return nil, nil
		}
		g := x.translateGuard(e.Condition(), n.Data.Select, n)
		x.addEdgeLosses(e)
		ways = append(ways, way{g, e.To})
		if g == nil {
			break
		}
	}
	complete := always(ways)
	if n.Kind == workflow.State && !complete {
		for _, e := range n.Out {
			if e.Kind == workflow.Manual && !e.Disabled {
				x.refuse(spanOf(e.Span, placeOf(n)), "in the state %q an entity waits for a request, and a flow cannot wait", n.Name())
				return nil, nil
			}
		}
	}
	switch {
	case len(ways) == 0 && n.Kind == workflow.State: // an entity that is done
		return nil, nil
	case !complete && n.NoMatch == workflow.MatchOrFail && n.Kind != workflow.State:
		x.add(&lossNoWayOn, placeOf(n), n.Element, "the data passed on unchanged", "in the source %q fails if none of its conditions holds", n.Name())
	case !complete:
		x.add(&lossNoWayOn, placeOf(n), n.Element, "the data passed on unchanged", "in the source a run stops in %q for good if none of its conditions holds", n.Name())
	}
	if len(ways) == 0 {
		return nil, nil
	}
	for _, e := range n.Out {
		if n.Kind == workflow.State && !slices.Contains(edges, e) {
			x.add(&dialects.LossExtra, e.Span, nil, "", "the transition %q is dropped, as no run takes it", e.Name)
		}
	}
	return x.choose(l, n, ways)
}

// choose returns the alternatives of ways, and the node where they meet, which is the end of the line where they do not meet
// before.
func (x *translated) choose(l *line, n *workflow.Node, ways []way) (chain, *workflow.Node) {
	defer x.leave()
	if !x.enter(n) {
		return nil, nil
	}
	targets := make([]*workflow.Node, len(ways))
	for i, w := range ways {
		targets[i] = w.to
	}
	at := l.at(targets)
	inner := l.until(at)
	p := &part{}
	add := func(members []int, c chain) {
		guard := groupGuard(ways, members)
		if isLiteral(guard, false) || never(guard) != nil {
			x.add(&dialects.LossExtra, placeOf(n), nil, "", "a path out of %q is dropped, as no data takes it", n.Name())
			return
		}
		p.alternatives = append(p.alternatives, alternative{guard, c})
	}
	for _, group := range inner.groups(ways) {
		if shared, several := inner.shared(ways, group); !several || !inner.idle(shared) {
			add(group, x.group(inner, n, ways, group))
			continue
		}
		for _, i := range group { // what they share does nothing
			add([]int{i}, x.walk(inner, ways[i].to))
		}
	}
	return p.inline(), at
}

// shared is where ways of a group that lead to several nodes meet. It reports false if they lead to one.
func (l *line) shared(ways []way, group []int) (*workflow.Node, bool) {
	targets := make([]*workflow.Node, len(group))
	several := false
	for i, m := range group {
		targets[i] = ways[m].to
		several = several || targets[i] != targets[0]
	}
	return l.at(targets), several
}

// idle reports whether nothing is done from a node to the end of the line, as far as that can be seen without a choice.
func (l *line) idle(n *workflow.Node) bool {
	for n != nil && n != l.to {
		switch {
		case n.Kind == workflow.End:
			return true
		case n.Kind != workflow.Pass && n.Kind != workflow.Wait && n.Kind != workflow.Emit, n.Data.Result != nil, n.Split == workflow.SplitFork:
			return false
		}
		ways := waysOut(n)
		if len(ways) == 0 {
			return true
		}
		n = ways[0].To
	}
	return true
}

// group returns the chain of some of the ways, which lead to one node or share what they lead to.
func (x *translated) group(l *line, n *workflow.Node, ways []way, members []int) chain {
	some := make([]way, len(members))
	for i, m := range members {
		some[i] = ways[m]
	}
	if _, several := l.shared(ways, members); !several {
		return x.walk(l, some[0].to)
	}
	out, next := x.choose(l, n, some)
	rest := x.walk(l, next)
	if len(rest) > 0 && out.open() {
		rest[0].merge = true
	}
	return append(out, rest...)
}
