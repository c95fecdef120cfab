package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// A past is what may have happened in a run before it reaches a node: which nodes it may have visited already, and which members of the
// document may have been set.
type past struct {
	onCycle map[*workflow.Node]bool
	// onward are, for each member, the nodes that directly follow where it is set. after are all nodes that can be reached from those; it is
	// filled for a member when it is first asked for.
	onward map[string][]*workflow.Node
	after  map[string]map[*workflow.Node]bool
}

// pastOf is the past of the nodes of a workflow. While tasks that call others are made, it is the one from before that, which c.past keeps.
func (c *Conversion) pastOf(w *workflow.Workflow) *past {
	if c.past != nil {
		return c.past
	}
	p := &past{onCycle: map[*workflow.Node]bool{}, onward: map[string][]*workflow.Node{}, after: map[string]map[*workflow.Node]bool{}}
	for _, cycle := range w.Cycles() {
		for _, n := range cycle {
			p.onCycle[n] = true
		}
	}
	set := func(member string, n *workflow.Node, to ...*workflow.Edge) {
		if member == "" {
			return
		}
		for at := n.Region.Scope; at != nil; at = at.Region.Scope {
			to = append(to[:len(to):len(to)], at.Out...)
		}
		for _, e := range to {
			p.onward[member] = append(p.onward[member], e.To)
		}
	}
	for _, n := range w.Nodes {
		answer, made := c.answerMember(n), slices.Concat(membersPut(&n.Data), c.membersAnswered(n))
		for _, e := range n.Out {
			if e.Kind != workflow.OnError {
				set(answer, n, e)
				for _, member := range made {
					set(member, n, e)
				}
			}
			set(memberOfError(w, e), n, e)
			for _, member := range slices.Concat(membersPut(&e.Data), c.shown[e]) {
				set(member, n, e)
			}
		}
	}
	return p
}

// memberSet is the member of the document at which, or in which, something is put; empty where it is merged, dropped, or the document
// itself.
func memberSet(k *workflow.Combine) string {
	if k == nil || k.Mode != workflow.SetAt || len(k.Path.Steps) == 0 {
		return ""
	}
	return k.Path.Steps[0].Name
}

// membersPut are the members of the document that stages put something at: by a path, or by an object that is merged.
func membersPut(d *workflow.Stages) []string {
	if d.Combine == nil || d.Combine.Mode == workflow.Drop {
		return nil
	}
	if member := memberSet(d.Combine); member != "" {
		return []string{member}
	}
	made, known := membersMade(d.Result)
	if !known {
		return nil
	}
	var out []string
	for _, m := range made.Members {
		out = append(out, m.Key)
	}
	return out
}

// membersAnswered are the members of the document at which a stand-in puts something in its answer, which is the document or what is new in it.
func (c *Conversion) membersAnswered(n *workflow.Node) []string {
	if n.Kind != workflow.Task || n.Call == nil {
		return nil
	}
	s := c.standIn(n.Call.Task)
	if s == nil {
		return nil
	}
	by := s.By
	if merged, ok := by.(mergedAnswer); ok {
		by = merged.of
	}
	switch by := by.(type) {
	case computed:
		return membersPut(&workflow.Stages{Result: by.Expr, Combine: &workflow.Combine{}})
	case madeBySource:
		return membersPut(&workflow.Stages{Result: by.Expr, Combine: &workflow.Combine{}})
	case *calledPart:
		out := membersPut(&by.node.Data)
		if by.node.Body == nil {
			return out
		}
		for _, x := range nodesOf(by.node.Body) {
			out = append(out, membersPut(&x.Data)...)
			for _, e := range x.Out {
				out = append(out, membersPut(&e.Data)...)
			}
		}
		return out
	}
	return nil
}

// memberOfError is the member of the document that shows an error after an edge handles it: the name of the error where the error replaces
// the document, and the first of [errorMembers] where the source drops the error. It is empty for other edges.
func memberOfError(w *workflow.Workflow, e *workflow.Edge) string {
	switch k := e.Data.Combine; {
	case e.Kind != workflow.OnError || Ignores(e):
		return ""
	case replacing(k):
		return w.Errors.NameKey
	case k.Mode == workflow.Drop:
		return errorMembers(e)[0]
	}
	return ""
}

// setsInside reports whether something in the regions of a body puts something at a member of the document.
func setsInside(b *workflow.Body, member string) bool {
	return slices.ContainsFunc(nodesOf(b), func(n *workflow.Node) bool {
		return memberSet(n.Data.Combine) == member || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return memberSet(e.Data.Combine) == member })
	})
}

// repeats reports whether a run may come to a node, or to the regions that it lies in, again.
func (p *past) repeats(n *workflow.Node) bool {
	return inOrAt(n, func(n *workflow.Node) bool { return p.onCycle[n] })
}

// hasError reports whether there may already be something where the handler of a node has the error in the document: the error of the node
// from an earlier time, or what was put there before, in the regions of the node, or with the answer.
func (p *past) hasError(w *workflow.Workflow, n *workflow.Node, h *workflow.Edge) bool {
	at, plain := errorPath(h)
	if !plain {
		return true
	}
	member := w.Errors.NameKey
	if len(at.Steps) > 0 {
		member = at.Steps[0].Name
	}
	if memberSet(n.Data.Combine) == member || n.Body != nil && n.Body.Gather != workflow.GatherList && setsInside(n.Body, member) {
		return true
	}
	return replacing(h.Data.Combine) && p.repeats(n) || p.has(n, member)
}

// has reports whether something may be at a member of the document when a node is reached.
func (p *past) has(n *workflow.Node, member string) bool {
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
	return inOrAt(n, func(n *workflow.Node) bool { return after[n] })
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
