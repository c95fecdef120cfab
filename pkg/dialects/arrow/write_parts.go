package arrow

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// task returns the step that calls what a node calls.
func (x *writer) task(n *workflow.Node) chain {
	p := &part{step: x.names.invocation(n), node: n, fails: fails(n)}
	if c := n.Data.Combine; c != nil {
		switch c.Mode {
		case workflow.MergeShallow, workflow.MergeDeep:
			p.adds = !p.fails
		case workflow.Replace:
		default:
			x.refuse(placeOf(n), "the answer of %q cannot be put into the document of a flow", n.Name())
		}
	}
	return chain{p}
}

// scope returns the regions of a scope: in parallel, one for each item, or a part of a sequence whose value is merged.
func (x *writer) scope(n *workflow.Node) chain {
	if x.depth++; x.depth > maxSubflows {
		x.refuseSize(placeOf(n), "%q is nested too deeply: a flow has at most %d nested subflows", n.Name(), maxSubflows)
		return nil
	}
	defer func() { x.depth-- }()
	if n.Body.Enough != nil || n.Body.Detached {
		x.lose(&dialects.LossJoinedLate, n, "a wait for all branches", "the source does not wait for all branches of %q", n.Name())
	}
	p := &part{node: n, whole: true, lists: n.Body.Gather == workflow.GatherMerged || n.Body.Gather == workflow.GatherChanges}
	var branches []chain
	for _, r := range n.Body.Regions {
		branches = append(branches, x.region(r))
	}
	switch {
	case len(branches) == 0:
		return nil
	case n.Body.Each:
		if n.Body.Bounded() {
			x.lose(&dialects.LossOrder, n, "all at once", "%q runs a bounded number of its items at once", n.Name())
		}
		p.each, p.lists = branches[0], n.Body.Gather == workflow.GatherMerged
		if len(p.each) == 0 {
			return nil
		}
	case len(branches) == 1 && n.Body.Gather == workflow.GatherOne && merges(n.Data.Combine):
		p.group = branches[0]
		p.adds = true
	case len(branches) == 1:
		return x.placed(n, branches[0])
	default:
		for _, b := range branches {
			if len(b) > 0 {
				p.branches = append(p.branches, b)
			} else if n.Body.Gather != workflow.GatherChanges {
				p.branches = append(p.branches, chain{handOn(p)})
			}
		}
		if len(p.branches) == 0 {
			return nil
		}
		p.adds = n.Body.Gather == workflow.GatherChanges
		if n.Body.Gather == workflow.GatherSpread && slices.ContainsFunc(p.branches, chain.givesList) {
			x.lose(&dialects.LossJoin, n, "a list in the list", "what parts of a branch of %q give is in the list by itself", n.Name())
		}
	}
	if p.adds {
		return chain{p}
	}
	return x.placed(n, chain{p})
}

// givesList reports whether the value of a chain may be a list: what parallel parts give that are joined, or iterations.
func (c chain) givesList() bool {
	last := c[len(c)-1]
	return len(last.branches) > 0 && !last.adds || last.each != nil && !last.adds
}

// placed returns a chain whose value gets into the document as that of a scope does.
func (x *writer) placed(n *workflow.Node, c chain) chain {
	place := n.Data.Combine
	if place == nil || place.Mode == workflow.Replace || n.Body.Gather == workflow.GatherChanges {
		return c
	}
	group := &part{node: n, group: c, adds: true}
	switch place.Mode {
	case workflow.Drop:
		group.group = append(group.group, x.standIn(n, dialects.Slug(n.Name())+"-done", "answers {}", &answering{data: value.NewObject(0)}))
	case workflow.SetAt, workflow.AppendAt:
		x.refuse(placeOf(n), "a flow cannot put the result of %q into a list of the document", n.Name())
	}
	return chain{group}
}

// merges reports whether an answer is merged into the document.
func merges(c *workflow.Combine) bool {
	return c != nil && (c.Mode == workflow.MergeShallow || c.Mode == workflow.MergeDeep)
}
