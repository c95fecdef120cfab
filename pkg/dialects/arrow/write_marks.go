package arrow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A flow ends where its arrows do, and its ends have no names. An end that an author named is a task whose subflow gives what comes to it, as is a
// step that does nothing: `@task Shipped { :start → :end }`. It also merges what comes to it, so that no worker has to.

// marks reports whether a node does nothing and has a name to keep.
func (x *writer) marks(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.End:
		return n.Role == workflow.Primary && n.Region == x.w.Root && x.names.isNamed(n)
	case workflow.Pass:
		return n.Data.IsZero() && n.Region == x.w.Root && x.names.isNamed(n)
	}
	return false
}

// mark is the part of a node that does nothing; empty if nothing has to keep its name.
func (x *writer) mark(n *workflow.Node) chain {
	if !x.marks(n) {
		return nil
	}
	return chain{{mark: true, node: n}}
}

// markStep is a step that does nothing, with the name of its node if that is what the node does.
func (x *writer) markStep(n *workflow.Node) *Step {
	s := x.subflow([]*Statement{handingOnStatement()})
	if x.marks(n) {
		return x.names.declareSubflow(n, s)
	}
	return s
}

// onlyMarks reports whether nothing is done in a chain.
func (c chain) onlyMarks() bool {
	return !slices.ContainsFunc(c, func(p *part) bool {
		inner := append([]chain{p.each, p.group, p.sum}, p.branches...)
		for _, a := range p.alternatives {
			inner = append(inner, a.chain)
		}
		return p.step != nil || p.source != nil || slices.ContainsFunc(inner, func(c chain) bool { return !c.onlyMarks() })
	})
}
