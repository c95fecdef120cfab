package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// keptLists is done before variables become members of the document: a list has no members that they could be.
var keptLists = Rewrite{
	ID:     "rewrite/kept-list",
	What:   "a list that is the document while variables are read later, or a whole item beside them, becomes a member of the document, and the following steps read it there",
	When:   "has no variables besides the document",
	Before: "list: assign day, its answer becomes the document; for each of it: load; report gets $day and the list of the results",
	After:  "list: assign day, answer → $.items; for each of $.items: load → $.results; report gets $day and $.results",
	Losses: []*dialects.LossRule{&lossOutputSelection},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Variables {
			return false
		}
		life := findVariables(w)
		return life != nil && editNodes(w, func(n *workflow.Node) bool {
			changed := c.keepItem(w, life, n)
			if iteratesDocument(n) {
				changed = c.keepDocument(w, life, listSources(n), itemsMember) || changed
			}
			if makesList(n) {
				changed = c.keepDocument(w, life, []*workflow.Edge{onwardEdge(n)}, resultsMember) || changed
			}
			return changed
		})
	},
}

// keepItem makes the item of an iteration in which variables are read a member of what its region gets, if the region reads it as a whole: it may
// be a text or a number, which has no members. It reports whether it did so.
func (c *Conversion) keepItem(w *workflow.Workflow, life *lifetimes, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || n.Body.Items == nil || n.Body.Items.Select != nil || n.Body.Items.Value == nil || !life.inside(n).any() {
		return false
	}
	start := n.Body.Regions[0].Start
	at := expr.NewPath(expr.RootInput, c.freeMember(w, itemMember))
	r := &reader{Conversion: c, flow: w, at: at, along: map[*workflow.Edge]bool{}, start: start}
	if start == nil || !life.entry[start].has(wholeBit) || !r.add(start) || !r.move() {
		return false
	}
	for _, end := range r.shown {
		r.putBack(end)
	}
	items := *n.Body.Items
	items.Select = &expr.Object{Members: []expr.ObjectMember{{Key: at.Steps[0].Name, Value: items.Value}}, Span: n.Span}
	n.Body.Items = &items
	c.reread(w, n)
	return true
}

// iteratesDocument reports whether a node iterates over the whole document.
func iteratesDocument(n *workflow.Node) bool {
	return n.Kind == workflow.Scope && n.Body.Each && n.Data.Select == nil && (n.Data.Payload == nil || isWhole(meaningOrSelf(n.Data.Payload)))
}

// makesList reports whether a node makes the list of the results of its regions the document.
func makesList(n *workflow.Node) bool {
	d := &n.Data
	return n.Kind == workflow.Scope && n.Body.Gather == workflow.GatherList && replacing(d.Combine) && d.Result == nil && d.Output == nil && onwardEdge(n) != nil
}

// listSources are the edges from the nodes that make the document which comes to a node. It is nil if one of them does not make it by itself,
// or makes it of an error.
func listSources(n *workflow.Node) []*workflow.Edge {
	var sources []*workflow.Edge
	seen := map[*workflow.Node]bool{n: true}
	for todo := []*workflow.Node{n}; len(todo) > 0; {
		to := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if to.Region.Start == to {
			return nil
		}
		for _, e := range to.In {
			from := e.From
			switch d := &from.Data; {
			case from.Kind == workflow.Choice || from.Kind == workflow.Wait || *d == workflow.Stages{Assign: d.Assign} && from.Kind == workflow.Pass:
				if !seen[from] {
					seen[from] = true
					todo = append(todo, from)
				}
			case makesOne(from) && onwardEdge(from) == e:
				sources = append(sources, e)
			default:
				return nil
			}
		}
	}
	return sources
}

// makesOne reports whether a node makes a document by itself, in the place of what came to it.
func makesOne(n *workflow.Node) bool {
	d := &n.Data
	return replacing(d.Combine) && d.Output == nil && (n.Kind == workflow.Task || n.Kind == workflow.Scope || n.Kind == workflow.Pass && d.Result != nil && !isWhole(d.Result))
}

// keepDocument makes the nodes from which some edges lead put the document that they make at a member, if variables are read while it is the
// document.
func (c *Conversion) keepDocument(w *workflow.Workflow, life *lifetimes, sources []*workflow.Edge, wish string) bool {
	if len(sources) == 0 {
		return false
	}
	at := expr.NewPath(expr.RootInput, c.freeMember(w, wish))
	if !c.readFrom(w, sources, at, func(r *reader) bool {
		return slices.ContainsFunc(r.list, func(n *workflow.Node) bool { return life.entry[n].any() })
	}) {
		return false
	}
	for _, e := range sources {
		c.putAt(w, e.From, at)
	}
	return true
}
