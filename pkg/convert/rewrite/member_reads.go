package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// memberReads are the members of the document that a workflow reads while a rewrite goes through its nodes and changes one after the other.
// Each node is looked at when it is asked about, and again when it may have changed.
type memberReads struct {
	flow    *workflow.Workflow
	by      map[*workflow.Node][]string
	count   map[string]int
	seen    int            // how many nodes of the workflow were looked at
	changed *workflow.Node // the one that is changed next
}

func newMemberReads(w *workflow.Workflow) *memberReads {
	return &memberReads{flow: w, by: map[*workflow.Node][]string{}, count: map[string]int{}}
}

// about notes that a node is changed from now on, and no longer the one before.
func (r *memberReads) about(n *workflow.Node) *memberReads {
	if r.changed != nil && r.changed != n {
		r.look(r.changed)
	}
	r.changed = n
	return r
}

// has reports whether an expression of the workflow reads a member.
func (r *memberReads) has(name string) bool {
	for ; r.seen < len(r.flow.Nodes); r.seen++ {
		r.look(r.flow.Nodes[r.seen])
	}
	r.look(r.changed)
	return r.count[name] > 0
}

// look counts what a node reads, in place of what it read before.
func (r *memberReads) look(n *workflow.Node) {
	for _, name := range r.by[n] {
		r.count[name]--
	}
	var names []string
	visit := func(at *expr.Expr) {
		expr.MapPaths(*at, func(p *expr.Path) *expr.Path {
			if p.Root == expr.RootInput && len(p.Steps) > 0 {
				names = append(names, p.Steps[0].Name)
			}
			return p
		})
	}
	mapNode(n, visit)
	for _, e := range n.Out {
		mapEdge(e, visit)
	}
	for _, name := range names {
		r.count[name]++
	}
	r.by[n] = names
}
