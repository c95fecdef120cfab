package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// nodesWithLists are the nodes to which a list may come as the whole document: that of the results of an iteration, or of parts that run at
// the same time, or one that an iteration goes through.
func (c *Conversion) nodesWithLists(w *workflow.Workflow) map[*workflow.Node]bool {
	var todo []*workflow.Node
	for _, n := range w.Nodes {
		switch {
		case givesList(n):
			todo = append(todo, onward(n)...)
		case c.answersList(n):
			todo = append(todo, afterFailures(n)...)
		}
	}
	out := map[*workflow.Node]bool{}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; out[at] {
			continue
		}
		out[at] = true
		if scope := at.Region.Scope; at.Kind == workflow.End && scope != nil && givesResult(scope) {
			todo = append(todo, onward(scope)...)
		}
		if !handsOn(at) {
			continue
		}
		if at.Body != nil && at.Data.Payload == nil && !at.Body.Each {
			for _, r := range at.Body.Regions {
				if r.Start != nil {
					todo = append(todo, r.Start)
				}
			}
		}
		if at.Body == nil || at.When != nil {
			todo = append(todo, onward(at)...)
		}
	}
	for _, n := range w.Nodes {
		if w.Documents.Holds([]any{}) && c.iteratesOverDocument(n) {
			addBefore(out, n)
		}
	}
	return out
}

// iteratesOverDocument reports whether a node is an iteration over the whole document, or has parts that begin with one, or calls a stand-in for
// such a node.
func (c *Conversion) iteratesOverDocument(n *workflow.Node) bool {
	of := n
	if _, part := c.documentCaller(n); part != nil {
		of = &part.node
	}
	if of.Body == nil || of.Data.Select != nil || of.Data.Payload != nil {
		return false
	}
	if of.Body.Each {
		return !readsItems(of.Body.Items)
	}
	return slices.ContainsFunc(of.Body.Regions, func(r *workflow.Region) bool { return r.Start != nil && c.iteratesOverDocument(r.Start) })
}

// addBefore adds the nodes that hand their document on to a node.
func addBefore(list map[*workflow.Node]bool, n *workflow.Node) {
	todo := []*workflow.Node{n}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range at.In {
			if from := e.From; !list[from] && from.Kind == workflow.Choice && handsOn(from) {
				list[from] = true
				todo = append(todo, from)
			}
		}
	}
}

// givesList reports whether what a scope hands on may be the list of the results of its parts.
func givesList(n *workflow.Node) bool {
	if !givesResult(n) {
		return false
	}
	switch n.Body.Gather {
	case workflow.GatherOne:
		return n.Body.Each
	case workflow.GatherJoined, workflow.GatherSpread:
		return n.Body.Each || len(n.Body.Regions) > 1
	}
	return n.Body.Gather == workflow.GatherList
}

// answersList reports whether a node calls a stand-in that may answer the list of the results of the parts that it carries out.
func (c *Conversion) answersList(n *workflow.Node) bool {
	_, part := c.documentCaller(n)
	return part != nil && len(part.under) == 0 && givesList(&part.node)
}

// afterFailures are the nodes to which the answer of a stand-in comes, but for the choice by the failures that it answers in place of a list:
// the items of a list do not have the members by which that is made.
func afterFailures(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	for _, at := range onward(n) {
		if at.Kind == workflow.Choice && at.Element != n.Element && at.Element.Original() == n.Element.Original() {
			out = append(out, onward(at)...)
		} else {
			out = append(out, at)
		}
	}
	return out
}

// documentCaller is the stand-in that a node calls, and what that carries out, if it gives the whole document; nil for others.
func (c *Conversion) documentCaller(n *workflow.Node) (*dialects.StandIn, *calledPart) {
	if n.Call == nil || !n.Data.IsZero() {
		return nil, nil
	}
	s := c.standIn(n.Call.Task)
	if s == nil {
		return nil, nil
	}
	part, calls := s.By.(*calledPart)
	if !calls || part.answers != answersDocument {
		return nil, nil
	}
	return s, part
}

// givesResult reports whether a scope hands on the results of its parts, and nothing that is made of them.
func givesResult(n *workflow.Node) bool {
	return n.Body != nil && n.Data.Result == nil && n.Data.Combine == nil && n.Data.Output == nil
}

// handsOn reports whether the document that comes to a node may go on as it is, or to what is in the node.
func handsOn(n *workflow.Node) bool {
	if n.When != nil {
		return true
	}
	if n.Data.Select != nil || n.Data.Output != nil {
		return false
	}
	return n.Kind == workflow.Task && isDropped(&n.Data) || n.Kind == workflow.Choice || n.Kind == workflow.Wait || n.Kind == workflow.Scope || n.Kind == workflow.Pass && n.Data.Result == nil
}

// onward are the nodes that a node leads to, except by errors and timers.
func onward(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	for _, e := range n.Out {
		if e.Kind != workflow.OnError && e.Kind != workflow.OnTimer && e.To != nil {
			out = append(out, e.To)
		}
	}
	return out
}
