package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossListMembers = dialects.LossRule{ID: "convert/list-members", Level: dialects.Approximated,
	Affects: dialects.Inputs | dialects.Output | dialects.Time | dialects.Attempts | dialects.Outcome | dialects.ErrorName | dialects.Events, Data: dialects.Any,
	What:   "an expression that reads a member of a list of results, which is the document, or merges it, gets that of all items in the source, and no value in the target",
	Remedy: "put the results at a member of the document, and read them there"}

// loseListMembers notes where expressions of a query language read a member of the document, which is a list that the definition has made: they read
// it of all items, and what they mean in common terms does not.
func (c *Conversion) loseListMembers(w *workflow.Workflow) {
	seen := map[*workflow.Node]bool{}
	var todo []*workflow.Node
	for _, n := range w.Nodes {
		if makesList(n) && !slices.ContainsFunc(n.Body.Regions, func(r *workflow.Region) bool { return !slices.ContainsFunc(r.Nodes, leadsToEnd) }) {
			todo = append(todo, onwardEdge(n).To)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if readsMemberByQuery(n) {
			c.Lose(w, &lossListMembers, placeOf(n), n.Element, "no value", "%q reads members of the list that is its document", n.Name())
		}
		if n.Body != nil && !n.Body.Each && n.Data.Select == nil && n.Data.Payload == nil {
			for _, r := range n.Body.Regions {
				if r.Start != nil {
					todo = append(todo, r.Start)
				}
			}
		}
		if !keepsDocument(n) {
			continue
		}
		for _, e := range n.Out {
			if e.Kind != workflow.OnError && e.Data.Result == nil && e.Data.Output == nil {
				todo = append(todo, e.To)
			}
		}
	}
}

// keepsDocument reports whether what comes to a node goes on from it as it is.
func keepsDocument(n *workflow.Node) bool {
	d := &n.Data
	switch {
	case n.Kind == workflow.Choice, n.Kind == workflow.Wait:
		return true
	case isDropped(d):
		return d.Output == nil
	case n.Kind == workflow.Pass && d.Result == nil:
		return d.Payload == nil && d.Select == nil && d.Output == nil
	}
	return d.Result != nil && isWhole(inCommonTerms(d.Result)) && d.Output == nil
}

// readsMemberByQuery reports whether an expression of a query language at a node reads a member of its document, or merges all of them.
func readsMemberByQuery(n *workflow.Node) bool {
	found := false
	look := func(x expr.Expr) {
		foreign, ok := x.(*expr.Foreign)
		if !ok {
			return
		}
		means := inCommonTerms(foreign)
		expr.Walk(means, func(x expr.Expr) {
			a, ok := x.(*expr.Apply)
			found = found || ok && a.Do == expr.Merge && slices.ContainsFunc(a.Args, isWhole)
		})
		eachLeaf(means, func(x expr.Expr) {
			p, path := x.(*expr.Path)
			found = found || path && p.Root == expr.RootInput && len(p.Steps) > 0 && p.Steps[0].Kind == expr.StepChild
		})
	}
	visit := func(at *expr.Expr) {
		if *at != nil {
			expr.Walk(*at, look)
		}
	}
	mapNode(n, visit)
	for _, e := range n.Out {
		mapEdge(e, visit)
	}
	return found
}
