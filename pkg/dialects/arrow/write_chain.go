package arrow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A chain is a sequence of parts: one value comes in, and one goes out. An empty one hands on what comes in.
type chain []*part

// A part of a chain is one of the following.
type part struct {
	step         *Step         // a task
	source       *source.Node  // an object or a list that takes the place of what comes in, where the flow begins
	alternatives []alternative // guarded chains, of which at most one is visited; if none is, what comes in goes on
	branches     []chain       // chains in parallel
	each         chain         // a chain for each item
	group        chain         // a chain whose value is merged
	sum          chain         // parts in a row that add to the document, what they add together
	mark         bool          // a step that gives what comes to it, and has the name of an end or of a step that does nothing

	// node is what the part was made of. whole reports that the part is all of it, and has its name.
	node  *workflow.Node
	whole bool
	// adds merges what the part gives into what comes in.
	adds bool
	// lists reports that what comes out has to be merged by what follows: it may be a list of objects.
	lists bool
	// complete reports that one of the alternatives is always visited.
	complete bool
	// fails reports that nothing comes out.
	fails bool
}

// An alternative is a chain with its guard.
type alternative struct {
	guard expr.Expr // nil always holds
	chain chain
}

// maxSubflows is how many choices, forks and scopes may lie in one another.
const maxSubflows = maxNesting

// region returns the chain of a region.
func (x *writer) region(r *workflow.Region) chain {
	m := x.findMeetings(r)
	if x.out.Reason != "" {
		return nil
	}
	return x.walk(&line{meetings: m}, r.Start)
}

// A line is a path that is walked along, up to a node, which is nil after the end.
type line struct {
	*meetings
	to *workflow.Node
}

// walk returns the chain from a node to the end of a line.
func (x *writer) walk(l *line, n *workflow.Node) chain {
	var out chain
	for n != nil && n != l.to && x.out.Reason == "" {
		if x.budget--; x.budget < 0 {
			x.refuseSize(placeOf(n), "too many paths share the steps after %q: a flow repeats them for each path, and would become too large", n.Name())
			return nil
		}
		parts, next := x.part(l, n)
		out = append(out, parts...)
		n = next
	}
	return out
}

// part returns the chain of a node, and the node after it, which is nil where the chain ends.
func (x *writer) part(l *line, n *workflow.Node) (chain, *workflow.Node) {
	switch n.Kind {
	case workflow.Task:
		return x.task(n), x.onward(n)
	case workflow.Choice:
		return x.choice(l, n)
	case workflow.Pass:
		return x.pass(n), x.onward(n)
	case workflow.Scope:
		return x.scope(n), x.onward(n)
	case workflow.Resource:
		return chain{{step: &Step{Kind: Resource, Name: n.File.Name}, node: n}}, x.onward(n)
	case workflow.End:
		if n.Terminates && n.Region.Scope != nil {
			x.refuse(placeOf(n), "%q ends the whole run; in a flow it would end only its own part", n.Name())
		}
		return x.mark(n), nil
	}
	x.refuse(placeOf(n), "%q (%s) has no counterpart in a flow", n.Name(), n.Kind)
	return nil, nil
}

// onward is the node after one that has one path out.
func (x *writer) onward(n *workflow.Node) *workflow.Node {
	if out := edgesOf(n); len(out) > 0 {
		return out[0].To
	}
	x.lose(&lossDeadEnd, n, "the flow ends", "%q is a dead end: in the source a run stops there for good", n.Name())
	return nil
}

// An exit is an edge of a choice as a filter, and where it leads. A nil guard always holds.
type exit struct {
	guard expr.Expr
	to    *workflow.Node
}

// choice returns the alternatives of a choice, and where their paths meet.
func (x *writer) choice(l *line, n *workflow.Node) (chain, *workflow.Node) {
	var exits []exit
	for _, e := range edgesOf(n) {
		w := exit{to: e.To}
		if e.Guard != nil {
			w.guard = filterOf(e.Guard)
		}
		exits = append(exits, w)
		if w.guard == nil {
			break
		}
	}
	if len(exits) == 0 {
		return nil, x.onward(n)
	}
	c, next := x.choose(l, n, exits)
	if len(c) == 0 {
		c = x.idleChoice(n)
	}
	if len(c) == 1 && c[0].alternatives != nil && c[0].node == n {
		c[0].whole = true
	}
	return c, next
}

// filterOf is the condition of a guard, without the brackets of a filter of the document itself.
func filterOf(guard expr.Expr) expr.Expr {
	if p, ok := guard.(*expr.Path); ok && p.Root == expr.RootInput && len(p.Steps) == 1 && p.Steps[0].Kind == expr.StepFilter {
		return p.Steps[0].Filter
	}
	return guard
}

// choose returns the alternatives of exits, and the node where they meet, which is the end of the line where they do not meet
// before.
func (x *writer) choose(l *line, n *workflow.Node, exits []exit) (chain, *workflow.Node) {
	if x.depth++; x.depth > maxSubflows {
		x.refuseSize(placeOf(n), "the part that %q begins is nested too deeply: a flow has at most %d nested subflows", n.Name(), maxSubflows)
		return nil, nil
	}
	defer func() { x.depth-- }()
	targets := make([]*workflow.Node, len(exits))
	for i, w := range exits {
		targets[i] = w.to
	}
	at := l.at(targets)
	inner := &line{l.meetings, at}
	p := &part{node: n, complete: always(exits)}
	choosing := newChoosing(exits, x.options.Domain.Typed)
	add := func(members []int, c chain) {
		if x.out.Reason != "" {
			return
		}
		switch guard := choosing.groupGuard(members); {
		case expr.Size(guard) > longest:
			x.refuseSize(placeOf(n), "the conditions of %q do not exclude one another, so that a guard would have to compare more than a path has room for", n.Name())
		case !isLiteral(guard, false) && never(guard) == nil:
			p.alternatives = append(p.alternatives, alternative{guard, c})
		}
	}
	for _, group := range x.groups(inner, exits) {
		if shared, several := inner.shared(exits, group); !several || !x.idle(inner, shared) {
			add(group, x.group(inner, n, exits, group))
			continue
		}
		for _, i := range group { // what they share does nothing
			add([]int{i}, x.walk(inner, exits[i].to))
		}
	}
	return p.inline(), at
}

// inline is a part that is made of alternatives as a chain: without those that do nothing.
func (p *part) inline() chain {
	kept := p.alternatives[:0]
	for _, a := range p.alternatives {
		switch {
		case isLiteral(a.guard, false):
		case len(a.chain) == 0:
			p.complete = false
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

// shared is where exits of a group that lead to several nodes meet. It reports false if they lead to one.
func (l *line) shared(exits []exit, group []int) (*workflow.Node, bool) {
	targets := make([]*workflow.Node, len(group))
	several := false
	for i, m := range group {
		targets[i] = exits[m].to
		several = several || targets[i] != targets[0]
	}
	return l.at(targets), several
}

// idle reports whether nothing is done from a node to the end of the line, as far as that can be seen without a choice.
func (x *writer) idle(l *line, n *workflow.Node) bool {
	for n != nil && n != l.to {
		switch {
		case x.marks(n):
			return false
		case n.Kind == workflow.End:
			return true
		case n.Kind != workflow.Pass || n.Data.Result != nil:
			return false
		}
		out := edgesOf(n)
		if len(out) == 0 {
			return true
		}
		n = out[0].To
	}
	return true
}

// group returns the chain of some of the exits, which lead to one node or share what they lead to.
func (x *writer) group(l *line, n *workflow.Node, exits []exit, members []int) chain {
	some := make([]exit, len(members))
	for i, m := range members {
		some[i] = exits[m]
	}
	if _, several := l.shared(exits, members); !several {
		return x.walk(l, some[0].to)
	}
	out, next := x.choose(l, n, some)
	return append(out, x.walk(l, next)...)
}

// isLiteral reports whether an expression is a certain boolean, or null.
func isLiteral(x expr.Expr, v any) bool {
	l, ok := x.(*expr.Literal)
	return ok && l.Value == v
}
