package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var exclusiveGuards = Rewrite{
	ID:     "rewrite/exclusive-guards",
	What:   "parallel steps whose conditions exclude one another become the branches of a choice",
	When:   "has no conditional steps",
	Before: "in parallel: approve if score >= 700; reject if score < 700",
	After:  "if score >= 700: approve; if score < 700: reject",
	Losses: []*dialects.LossRule{&dialects.LossJoin, &lossSkippedBranch},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Joins.Has(dialects.JoinEdges) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			return guarded(n) && c.chooseOne(w, n)
		})
	},
}

// joinsValues reports whether a scope runs branches whose results it joins as one value.
func joinsValues(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && !n.Body.Each &&
		(n.Body.Gather == workflow.GatherJoined || n.Body.Gather == workflow.GatherSpread || n.Body.Gather == workflow.GatherMerged)
}

// only is the node that is all of a region, besides its end; nil if there are more.
func only(r *workflow.Region) *workflow.Node {
	if len(r.Nodes) != 2 || r.Start != r.Nodes[0] {
		return nil
	}
	return r.Nodes[0]
}

// guarded reports whether all branches of a scope are conditional steps.
func guarded(n *workflow.Node) bool {
	if !joinsValues(n) || len(n.Body.Regions) < 2 {
		return false
	}
	return !slices.ContainsFunc(n.Body.Regions, func(r *workflow.Region) bool {
		step := only(r)
		return step == nil || step.When == nil
	})
}

// mostExclusive is how many branches are compared with one another.
const mostExclusive = 100

// chooseOne makes a scope of conditional steps a choice, if only one of them can run, or only some of them together.
func (c *Conversion) chooseOne(w *workflow.Workflow, n *workflow.Node) bool {
	if len(n.Body.Regions) > mostExclusive {
		return false
	}
	groups := c.compatible(n.Body.Regions)
	if len(groups) < 2 {
		return false
	}
	e, nameless := n.Element, false
	if !named(w, e) {
		var guards []expr.Expr
		for _, r := range n.Body.Regions {
			guards = append(guards, only(r).When)
		}
		if name := c.askers[n]; name != "" {
			e.Name = name
		} else {
			e.Name, nameless = c.unused(w, question(guards)), true
		}
	}
	choice := AddBefore(w, n, e, workflow.Choice)
	choice.Role, e.Primary = workflow.Primary, choice
	if nameless {
		c.noteNameless(choice)
	}
	otherwise := n.Out[0].To
	for _, e := range slices.Clone(choice.Out) {
		e.Disconnect()
	}
	for _, group := range groups {
		to, guard := c.alternative(w, n, group)
		if n.Body.Gather == workflow.GatherMerged && to.Kind == workflow.Scope && !mergeResult(to) {
			c.Lose(w, &dialects.LossJoin, placeOf(to), to.Element, "the list", "the items of a list that %q gives are not merged", to.Name())
		}
		branch := w.Connect(choice, to, workflow.Guarded, n.Span)
		branch.Guard = guard
		w.Connect(to, otherwise, n.Out[0].Kind, n.Span)
	}
	switch {
	case c.lastIsDefault(choice):
	case c.complete(guardsOf(choice)): // no run skips all branches
		choice.NoMatch = workflow.MatchOrFail
	default:
		w.Connect(choice, otherwise, workflow.Default, n.Span)
	}
	c.inTurn(choice)
	n.Out[0].Disconnect()
	n.Region.TakeOut(n)
	if otherwise.Kind != workflow.End || choice.Region.Start != choice || joinAround(choice, beginsAndEnds) == nil {
		c.loseSkipped(w, choice, choice.Out[0].To.Name())
	}
	c.skipNothing(w, choice)
	return true
}

// guardsOf are the conditions of the branches of a choice.
func guardsOf(choice *workflow.Node) []expr.Expr {
	var out []expr.Expr
	for _, e := range choice.Out {
		out = append(out, e.Guard)
	}
	return out
}

// lastIsDefault makes the last branch of a choice the one that is taken if no other is, where one of them always is. It reports false for
// other choices.
func (c *Conversion) lastIsDefault(choice *workflow.Node) bool {
	var guards, common []expr.Expr
	for _, e := range choice.Out {
		guards = append(guards, e.Guard)
		common = append(common, expr.CommonCondition(e.Guard, c.domain()))
	}
	if n := len(guards); n < 2 || !expr.Exhaustive(guards) && !expr.Exhaustive(common) && !(negates(guards[n-1], guards[:n-1]) && c.complete(guards)) {
		return false
	}
	last := choice.Out[len(choice.Out)-1]
	last.Kind, last.Guard = workflow.Default, nil
	return true
}

// inTurn takes out of the conditions of a choice what holds anyway where the branches before were not taken.
func (c *Conversion) inTurn(choice *workflow.Node) {
	var earlier []requirement
	for _, e := range choice.Out {
		if e.Kind != workflow.Guarded {
			continue
		}
		guard := expr.CommonCondition(e.Guard, c.domain())
		rest := c.withoutOpposites(guard, earlier)
		if _, always := rest.(*expr.Literal); !always && !workflow.SameExpr(rest, guard) {
			e.Guard = rest
		}
		earlier = append(earlier, c.required(guard))
	}
}

// negates reports whether a condition asks for nothing but the opposite of what others ask for, as one is written that holds if they do
// not.
func negates(x expr.Expr, others []expr.Expr) bool {
	asked := map[requirement]bool{}
	for _, o := range others {
		addAsked(asked, expr.Asked(o), true)
	}
	own := map[requirement]bool{}
	addAsked(own, expr.Asked(x), true)
	for a := range own {
		if !asked[requirement{a.text, !a.holds}] {
			return false
		}
	}
	return len(own) > 0
}

// exclude reports whether it is certain that two conditions never hold of the same document. A nil condition always holds.
func (c *Conversion) exclude(a, b expr.Expr) bool {
	return a != nil && b != nil &&
		(expr.Exclusive(a, b) || expr.Exclusive(expr.CommonCondition(a, c.domain()), expr.CommonCondition(b, c.domain())))
}

// sameCondition reports whether it is certain that two conditions hold of the same documents.
func (c *Conversion) sameCondition(a, b expr.Expr) bool {
	return c.exclude(a, &expr.Not{Operand: b}) && c.exclude(&expr.Not{Operand: a}, b)
}

// compatible puts branches together that may run at the same time, directly or by others. The groups are in the order of their first
// branches.
func (c *Conversion) compatible(branches []*workflow.Region) [][]*workflow.Region {
	common := map[*workflow.Region]expr.Expr{}
	for _, r := range branches {
		common[r] = expr.CommonCondition(only(r).When, c.domain())
	}
	together := func(a, b *workflow.Region) bool {
		return !expr.Exclusive(only(a).When, only(b).When) && !expr.Exclusive(common[a], common[b])
	}
	var groups [][]*workflow.Region
	for _, r := range branches {
		merged := []*workflow.Region{}
		var rest [][]*workflow.Region
		at := len(groups)
		for _, g := range groups {
			if slices.ContainsFunc(g, func(other *workflow.Region) bool { return together(other, r) }) {
				at = min(at, len(rest))
				merged = append(merged, g...)
			} else {
				rest = append(rest, g)
			}
		}
		groups = slices.Insert(rest, min(at, len(rest)), append(merged, r))
	}
	return groups
}

// alternative is the node that runs the branches of a group, and the condition that one of them runs.
func (c *Conversion) alternative(w *workflow.Workflow, n *workflow.Node, group []*workflow.Region) (*workflow.Node, expr.Expr) {
	if len(group) == 1 {
		step := only(group[0])
		guard := step.When
		step.When = nil
		for _, e := range slices.Clone(step.Out) {
			e.Disconnect()
		}
		moveBeside(n, false, step)
		return step, guard
	}
	guard := &expr.Logic{Op: expr.Or}
	var names []string
	for _, r := range group {
		guard.Operands = append(guard.Operands, only(r).When)
		names = append(names, only(r).Name())
	}
	e := c.NewElement(w, only(group[0]).Element, enumerate(names, 3, " and "), "")
	scope := addBeside(w, n, e, workflow.Scope, false)
	scope.Body.Gather, scope.Body.Regions = n.Body.Gather, group
	return scope, guard
}

// skipNothing makes a choice that is all of a branch give an empty object where none of its conditions holds: the branch has done nothing
// then, and joining leaves an empty object out.
func (c *Conversion) skipNothing(w *workflow.Workflow, choice *workflow.Node) {
	if choice.Region.Start != choice || joinAround(choice, beginsAndEnds) == nil {
		return
	}
	for _, e := range choice.Out {
		if e.Kind == workflow.Default && e.To.Kind == workflow.End {
			c.addNothing(w, e, choice.Out[0].To)
		}
	}
}

// question is a name for a choice: what its conditions look at.
func question(guards []expr.Expr) string {
	const most = 3
	var names []string
	for _, g := range guards {
		expr.MapPaths(expr.Portable(g, true), func(p *expr.Path) *expr.Path {
			for _, s := range slices.Backward(p.Steps) {
				if s.Kind == expr.StepChild && s.Name != "" {
					if !slices.Contains(names, s.Name) {
						names = append(names, s.Name)
					}
					break
				}
			}
			return p
		})
	}
	if len(names) == 0 {
		return "choice"
	}
	text := enumerate(names, most, " and ")
	return strings.ToUpper(text[:1]) + text[1:] + "?"
}
