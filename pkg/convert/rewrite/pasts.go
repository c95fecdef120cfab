package rewrite

import "github.com/flowglot/flowglot/pkg/workflow"

// A past is what may have happened in a run before it comes to a node.
type past struct {
	again map[*workflow.Node]bool // nodes on cycles
	// onward are the nodes that a run comes to next when something was put at a member of the document, by the member, and after are all nodes
	// that it comes to then.
	onward map[string][]*workflow.Node
	after  map[string]map[*workflow.Node]bool
}

// pastOf is the past of the nodes of a workflow: as it was before tasks that call others are made, while they are.
func (c *Conversion) pastOf(w *workflow.Workflow) *past {
	if c.past != nil {
		return c.past
	}
	p := &past{again: map[*workflow.Node]bool{}, onward: map[string][]*workflow.Node{}, after: map[string]map[*workflow.Node]bool{}}
	for _, cycle := range w.Cycles() {
		for _, n := range cycle {
			p.again[n] = true
		}
	}
	set := func(k *workflow.Combine, n *workflow.Node, to ...*workflow.Edge) {
		if k == nil || k.Mode != workflow.SetAt || len(k.Path.Steps) == 0 {
			return
		}
		for at := n.Region.Scope; at != nil; at = at.Region.Scope {
			to = append(to[:len(to):len(to)], at.Out...)
		}
		member := k.Path.Steps[0].Name
		for _, e := range to {
			p.onward[member] = append(p.onward[member], e.To)
		}
	}
	for _, n := range w.Nodes {
		set(n.Data.Combine, n, n.Out...)
		for _, e := range n.Out {
			set(e.Data.Combine, n, e)
		}
	}
	return p
}

// repeats reports whether a run may come to a node, or to the regions that it lies in, again.
func (p *past) repeats(n *workflow.Node) bool {
	return inOrAt(n, func(n *workflow.Node) bool { return p.again[n] })
}

// hasError reports whether there may already be something where the handler of a node has the error in the document: the error of the node
// from an earlier time, or what was put there before, or with the answer.
func (p *past) hasError(n *workflow.Node, h *workflow.Edge) bool {
	at, plain := errorPath(h)
	if !plain {
		return true
	}
	member := at.Steps[0].Name
	if k := n.Data.Combine; k != nil && k.Mode == workflow.SetAt && len(k.Path.Steps) > 0 && k.Path.Steps[0].Name == member {
		return true
	}
	after := p.after[member]
	if after == nil {
		after = map[*workflow.Node]bool{}
		for _, to := range p.onward[member] {
			if !after[to] {
				reach(to, after)
			}
		}
		p.after[member] = after
	}
	return h.Data.Combine == nil && p.repeats(n) || inOrAt(n, func(n *workflow.Node) bool { return after[n] })
}

// inOrAt reports whether a node, or one whose regions it lies in, is one of some.
func inOrAt(n *workflow.Node, is func(*workflow.Node) bool) bool {
	for ; n != nil; n = n.Region.Scope {
		if is(n) {
			return true
		}
	}
	return false
}
