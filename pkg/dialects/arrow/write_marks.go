package arrow

import (
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A flow ends where its arrows do, and its ends have no names. An end that an author named is a task whose subflow gives what comes to it,
// as is a step that does nothing: `@task Shipped { :start → :end }`. It also merges what comes to it, so that no worker has to.

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
	return chain{{mark: true, node: n, whole: true}}
}

// idleChoice is the part of a choice of which no alternative does anything; empty if nothing has to keep its name.
func (x *writer) idleChoice(n *workflow.Node) chain {
	if n.Region != x.w.Root || !x.names.isNamed(n) {
		return nil
	}
	return chain{{mark: true, node: n, whole: true}}
}

// markStep is a step that does nothing, with the name of its node if that is what the node does.
func (x *writer) markStep(p *part) *Step {
	s := x.subflow([]*Statement{handingOnStatement()})
	if x.named(p) {
		return x.names.declareSubflow(p.node, s)
	}
	return s
}
