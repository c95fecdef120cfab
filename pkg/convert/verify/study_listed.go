package verify

import (
	"maps"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// listed are the tasks whose answers are lists by the definition: an iteration over the whole document comes directly after them, and their
// answers become the document. Each has the iteration.
func listed(w *workflow.Workflow) map[*workflow.Node]*workflow.Node {
	out := map[*workflow.Node]*workflow.Node{}
	for _, n := range w.Nodes {
		if !iteratesDocument(n) {
			continue
		}
		for _, before := range documentsBefore(n) {
			if before.Call != nil {
				out[before] = n
			}
		}
	}
	return out
}

// listedInput is the iteration over the whole document that comes directly after the start of a program, whose input is a list by that; nil
// if there is none.
func listedInput(p *workflow.Program) *workflow.Node {
	w := p.Start()
	if w == nil || w.Root == nil {
		return nil
	}
	for _, n := range w.Nodes {
		if iteratesDocument(n) && slices.Contains(documentsBefore(n), w.Root.Start) {
			return n
		}
	}
	return nil
}

// iteratesDocument reports whether a node is an iteration over the whole document.
func iteratesDocument(n *workflow.Node) bool {
	return n.Body != nil && n.Body.Each && wholeDocument(n.Data.Select) && wholeDocument(n.Data.Payload)
}

// documentsBefore are the nodes that the document of a node comes from: tasks whose answers it is, and the starts of regions that get
// another document than what comes to the node around them. It looks beyond a region only where no condition lies between, which would
// be about an object.
func documentsBefore(n *workflow.Node) []*workflow.Node {
	var out []*workflow.Node
	seen, asked := map[*workflow.Node]bool{n: true}, n.When != nil
	for todo := []*workflow.Node{n}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if around := at.Region.Scope; at == at.Region.Start && !asked {
			if around == nil || around.When != nil || around.Body.Each || !wholeDocument(around.Data.Select) || !wholeDocument(around.Data.Payload) {
				out = append(out, at)
			} else if !seen[around] {
				seen[around] = true
				todo = append(todo, around)
			}
		}
		for _, e := range at.In {
			before := e.From
			switch {
			case before == nil || seen[before] || !e.Data.IsZero():
			case before.Call != nil:
				if replacesDocument(before) && before.Data.Result == nil && before.Data.Output == nil {
					out = append(out, before)
				}
			case before.Kind == workflow.Pass && before.Data.IsZero() || before.Kind == workflow.Choice:
				seen[before] = true
				todo = append(todo, before)
				asked = asked || before.Kind == workflow.Choice
			}
		}
	}
	return out
}

// listedIn are the tasks of all workflows whose answers are lists by the definition, each with its iteration.
func listedIn(p *workflow.Program) map[*workflow.Node]*workflow.Node {
	out := map[*workflow.Node]*workflow.Node{}
	for _, w := range p.Workflows {
		maps.Copy(out, listed(w))
	}
	return out
}

// wholeDocument reports whether what is selected is all there is.
func wholeDocument(x expr.Expr) bool {
	if f, ok := x.(*expr.Foreign); ok {
		x = f.Meaning()
		if x == nil {
			return false
		}
	}
	p, isPath := x.(*expr.Path)
	return x == nil || isPath && p.Root == expr.RootInput && len(p.Steps) == 0
}

// studyListed notes which tasks have to answer lists, and the lists: those that are called nowhere else.
func (v *inventor) studyListed(w *workflow.Workflow) {
	tasks := listed(w)
	elsewhere := map[string]bool{}
	for _, n := range w.Nodes {
		if n.Call != nil && tasks[n] == nil {
			elsewhere[n.Call.Task] = true
		}
	}
	for _, n := range w.Nodes {
		each := tasks[n]
		if each == nil || elsewhere[n.Call.Task] {
			continue
		}
		if t := v.task(n.Call.Task); t != nil && t.lists == nil {
			t.lists = v.itemLists(each, 1)
		}
	}
}

// mostListed is how deep lists of lists are made: each level has twice as many items as the one around it.
const mostListed = 4

// itemLists are lists for an iteration over the whole document, which is so deep in others of that kind. Their items are lists, too, if an
// iteration in it goes through the whole item.
func (v *inventor) itemLists(each *workflow.Node, depth int) []any {
	one, two := v.item(each, 1), v.item(each, 2)
	if inner := listedItem(v.program, each); inner != nil && depth < mostListed {
		lists := v.itemLists(inner, depth+1)
		one, two = lists[0], lists[1]
	}
	return []any{[]any{one, two}, []any{one}, []any{}}
}

// listedItem is the iteration in another one over the whole of its item; nil if there is none.
func listedItem(p *workflow.Program, each *workflow.Node) *workflow.Node {
	if name, known := itemName(each.Body); !known || name != "" || len(each.Body.Regions) != 1 {
		return nil
	}
	for _, w := range p.Workflows {
		for _, n := range w.Nodes {
			if iteratesDocument(n) && slices.Contains(documentsBefore(n), each.Body.Regions[0].Start) {
				return n
			}
		}
	}
	return nil
}
