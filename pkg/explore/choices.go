package explore

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostGuards is how many of the guards that look at a member are compared with all others.
const mostGuards = 200

// MayRelate reports whether conditions of different nodes of a workflow look at a common part of the document, and the answer of one may
// still be known at the other, so that it may decide it. It costs little. Where it is false, [Space.Excluded] finds nothing, or a node has
// too many conditions to look at all of them.
func MayRelate(w *workflow.Workflow) bool {
	type guard struct {
		at *workflow.Node
		of *condition
	}
	var all []guard
	for _, n := range w.Nodes {
		if len(n.Out) > 2*mostConditions {
			return false
		}
	}
	for _, e := range w.Edges {
		if e.Kind != workflow.Guarded || e.Guard == nil {
			continue
		}
		if c := conditionOf(e.Guard); c != nil && len(c.reads) > 0 {
			all = append(all, guard{e.From, c})
		}
	}
	byName := map[string][]int{} // the first guards that look at a member, by its name; "" is the whole document
	for i, x := range all {
		for _, read := range x.of.reads {
			if name := firstName(read); len(byName[name]) < mostGuards {
				byName[name] = append(byName[name], i)
			}
		}
	}
	if knowsWritten(w) {
		for _, n := range w.Nodes {
			for _, x := range writesOf(n) {
				all = append(all, guard{n, x.condition()})
			}
		}
	}
	c := newCarrier(w)
	to := map[*workflow.Node]bool{}
	for _, x := range all {
		clear(to)
		for _, read := range x.of.reads {
			others := [][]int{byName[firstName(read)], byName[""]}
			if len(read) == 0 {
				others = slices.Collect(maps.Values(byName))
			}
			for _, i := range slices.Concat(others...) {
				if y := all[i]; x.at != y.at && related(x.of, y.of) {
					to[y.at] = true
				}
			}
		}
		if len(to) > 0 && c.carries(x.at, x.of, to) {
			return true
		}
	}
	return false
}

// firstName is the outermost member that a condition looks at; empty is the whole document.
func firstName(read []string) string {
	if len(read) == 0 {
		return ""
	}
	return read[0]
}

// An Exclusion is an edge of a choice that no run takes, because conditions that were answered before exclude it.
type Exclusion struct {
	Edge *workflow.Edge
	// Because are the answers that exclude it: those of its own node, or those on a shortest path to its node that are about the same data.
	Because []Decision
	// Always reports that the edge would be taken whenever none before it is.
	Always bool
}

// Shadowed lists the edges of choices that are never the first to hold, in the order of the definition: the guards before them at their
// node exclude them, or cover all that a default would be taken for. It looks at each node by itself and costs little.
func Shadowed(w *workflow.Workflow) []Exclusion {
	var out []Exclusion
	left := mostEvaluated
	for _, n := range w.Nodes {
		if n.Kind != workflow.Choice || n.Role != workflow.Primary {
			continue
		}
		var before []*condition
		var because []Decision
		for _, e := range n.Out {
			if e.Kind != workflow.Guarded && e.Kind != workflow.Default || e.Disabled {
				continue
			}
			var mine *condition // nil of a default
			if e.Kind == workflow.Guarded {
				if e.Guard == nil {
					break
				}
				if mine = conditionOf(e.Guard); mine == nil || mine.root.op == isLeaf && mine.root.at == nil && !isTrue(mine) {
					break
				}
				if isTrue(mine) {
					mine = nil
				}
			}
			if len(before) > 0 && excludes(before, mine, &left) {
				out = append(out, Exclusion{Edge: e, Because: relevant(because, mine), Always: mine == nil})
				continue
			}
			if mine == nil || len(before) == mostConditions {
				break
			}
			before, because = append(before, mine), append(because, Decision{Condition: e.Guard})
		}
	}
	return out
}

// isTrue reports whether a condition always holds.
func isTrue(c *condition) bool {
	if c.root.op != isLeaf || c.root.at != nil {
		return false
	}
	l, constant := c.root.leaf.(*expr.Literal)
	return constant && l.Value == true
}

// excludes reports whether one of some conditions always holds where another one does; nil holds always.
func excludes(before []*condition, mine *condition, left *int) bool {
	conditions, answers := make([]*condition, 0, len(before)+1), make([]bool, 0, len(before)+1)
	for _, c := range before {
		if mine == nil || related(c, mine) {
			conditions, answers = append(conditions, c), append(answers, false)
		}
	}
	if len(conditions) == 0 {
		return false
	}
	if mine != nil {
		conditions, answers = append(conditions, mine), append(answers, true)
	}
	return !possible(conditions, answers, nil, left)
}

// relevant are the answers about the data of a condition; nil is about all.
func relevant(all []Decision, mine *condition) []Decision {
	return slices.DeleteFunc(slices.Clone(all), func(d Decision) bool {
		c := conditionOf(d.Condition)
		return mine != nil && !related(c, mine)
	})
}

// Excluded lists the guarded edges that no run takes although their node is entered, in the order of the definition. Those that the
// other guards of their node exclude by themselves are not among them. It is empty if the space is not complete.
func (s *Space) Excluded() []Exclusion {
	if !s.Complete {
		return nil
	}
	taken := map[*workflow.Edge]bool{}
	for i := range s.States {
		for k := range s.States[i].Steps {
			for _, e := range s.States[i].Steps[k].Taken {
				taken[e] = true
			}
		}
	}
	var out []Exclusion
	var g *paths
	for _, e := range s.Workflow.Edges {
		if e.Kind != workflow.Guarded || e.Guard == nil || e.Disabled || taken[e] || e.From.Role != workflow.Primary || excludedAtHome(e) {
			continue
		}
		if g == nil {
			g = newPaths(s)
		}
		if because := g.decisionsBefore(e); len(because) > 0 {
			out = append(out, Exclusion{Edge: e, Because: because})
		}
	}
	return out
}

// excludedAtHome reports whether the guards before an edge at its own node exclude it, or whether it is not known.
func excludedAtHome(e *workflow.Edge) bool {
	var conditions []*condition
	var answers []bool
	for _, other := range e.From.Out {
		if other.Kind != workflow.Guarded || other.Guard == nil || other.Disabled {
			continue
		}
		c := conditionOf(other.Guard)
		if c == nil {
			return true
		}
		conditions, answers = append(conditions, c), append(answers, other == e)
		if other == e {
			break
		}
	}
	left := mostTried
	return len(conditions) > mostConditions || !possible(conditions, answers, nil, &left)
}

// decisionsBefore are the answers about the data of a guard on a shortest path to its node; nil if no path enters it.
func (g *paths) decisionsBefore(e *workflow.Edge) []Decision {
	mine := conditionOf(e.Guard)
	for _, id := range g.order {
		for k := range g.space.States[id].Steps {
			last := &g.space.States[id].Steps[k]
			if mine == nil || !slices.Contains(last.Entered, e.From.Element) {
				continue
			}
			var out []Decision
			for _, t := range append(g.stepsTo(id), last) {
				for _, d := range t.Decisions {
					if d.Condition == nil || guards(e.From, d.Condition) {
						continue
					}
					if c := conditionOf(d.Condition); c != nil && related(c, mine) {
						out = append(out, d)
					}
				}
				out = g.writtenOn(t, mine, out)
			}
			return out
		}
	}
	return nil
}

// writtenOn adds the constants that a step writes and that a condition looks at, in place of what was known of the same members.
func (g *paths) writtenOn(t *Step, mine *condition, out []Decision) []Decision {
	for _, x := range t.Entered {
		n := nodeOf(g.space.Workflow, x)
		if n == nil || !knowsWritten(g.space.Workflow) {
			continue
		}
		for _, w := range writesOf(n) {
			c := w.condition()
			if !related(c, mine) {
				continue
			}
			out = slices.DeleteFunc(out, func(d Decision) bool {
				of := conditionOf(d.Condition)
				return of != nil && related(of, c)
			})
			out = append(out, w.decision())
		}
	}
	return out
}

// guards reports whether a condition is that of an edge of a node.
func guards(n *workflow.Node, x expr.Expr) bool {
	return slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Guard == x })
}
