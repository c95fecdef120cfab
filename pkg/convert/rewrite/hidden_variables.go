package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// hideVariables takes the variables out of the document where a run shows all of it, or notes that they stay there.
func (v *memberMaker) hideVariables() {
	hides := v.Able.Answers.Has(dialects.AnswerReplaces) || v.Able.OutputParts // what the target can take out of the document again
	held := map[*workflow.Node]nameSet{}                                       // the variables in the document that comes to a node
	var all []leftover
	for _, r := range v.w.Regions { // the regions of scopes come after those that they lie in
		all = append(all, v.leftovers(r, held)...)
	}
	for _, x := range all {
		what, hides := "gets", hides || v.carriedOut(x.node)
		switch isEnd := x.node.Kind == workflow.End; {
		case hides && isEnd:
			v.hideFromEnd(x)
			continue
		case hides && v.hideFromBody(x):
			continue
		case isEnd:
			what = "results in"
		}
		v.Lose(v.w, &lossVariables, placeOf(x.node), x.node.Element, "members of the document", "%q %s the document without the variables", x.node.Name(), what)
	}
}

// carriedOut reports whether a node lies in parts or in an iteration that a task is going to carry out: what its worker does there, the target need
// not be able to.
func (v *memberMaker) carriedOut(n *workflow.Node) bool {
	for scope := n.Region.Scope; scope != nil; scope = scope.Region.Scope {
		if v.calls(v.w, scope) || v.mergesOnly() && !v.Able.Kinds.Has(workflow.Scope) && v.lacking(v.w, scope) && v.addable(scope) {
			return true
		}
	}
	return false
}

// A leftover is a node at which a run shows the document while variables are among its members: their names, and those by the edges to it.
type leftover struct {
	node    *workflow.Node
	members []string
	by      map[*workflow.Edge][]string
}

// leftovers are the leftovers of a region, in the order of its nodes. Those of the region that it lies in are known.
func (v *memberMaker) leftovers(r *workflow.Region, held map[*workflow.Node]nameSet) []leftover {
	if r.Start == nil {
		return nil
	}
	held[r.Start] = v.life.newSet()
	if n := r.Scope; n != nil {
		held[r.Start].join(v.entered[n])
		if n.Data.Payload == nil && !n.Body.Each {
			held[r.Start].join(held[n])
		}
	}
	for todo := []*workflow.Node{r.Start}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range n.Out {
			before, seen := held[e.To]
			if !seen {
				before = v.life.newSet()
				held[e.To] = before
			}
			if before.join(v.held(n, e, held[n])) || !seen {
				todo = append(todo, e.To)
			}
		}
	}
	var out []leftover
	for _, n := range r.Nodes {
		if !held[n].any() || !v.life.shows(n) {
			continue
		}
		x := leftover{n, v.membersOf(held[n]), map[*workflow.Edge][]string{}}
		for _, e := range n.In {
			if held[e.From] != nil {
				x.by[e] = v.membersOf(v.held(e.From, e, held[e.From]))
			}
		}
		out = append(out, x)
	}
	return out
}

// held are the variables in the document after an edge of a node to which it came with some.
func (v *memberMaker) held(n *workflow.Node, e *workflow.Edge, before nameSet) nameSet {
	stages, caught := &n.Data, e.Kind == workflow.OnError
	if caught {
		stages = &e.Data
	}
	out := v.life.newSet()
	out.join(v.added[stages])
	if !replaces(n, stages, caught) {
		out.join(before)
	}
	return out
}

// membersOf are the members that some variables are.
func (v *memberMaker) membersOf(held nameSet) []string {
	var out []string
	for i, name := range v.life.names {
		if held.has(i + firstVariable) {
			out = append(out, v.members[name])
		}
	}
	return out
}

// documentWithout is the document without some of its members.
func documentWithout(members []string) expr.Expr {
	var x expr.Expr = whole()
	for _, name := range members {
		x = &expr.Apply{Do: expr.Without, Args: []expr.Expr{x, &expr.Literal{Value: name}}}
	}
	return x
}

// hideFromEnd makes the document without variables what a run, or a region, ends with.
func (v *memberMaker) hideFromEnd(x leftover) {
	for _, e := range slices.Clone(x.node.In) {
		n := e.From
		switch task := n.Kind == workflow.Task || n.Kind == workflow.Scope; {
		case len(x.by[e]) == 0:
		case task && n.Data.Output == nil && onwardEdge(n) == e:
			n.Data.Output = documentWithout(x.by[e])
		default:
			pass := AddOn(v.w, e, v.NewElement(v.w, n.Element, outputPrefix+n.Name(), ""), workflow.Pass)
			pass.Data.Result = documentWithout(x.by[e])
			if e.Kind == workflow.ToEnd {
				e.Kind, pass.Out[0].Kind = workflow.Next, workflow.ToEnd
			}
		}
	}
}

// hideFromBody makes a task, or the regions of a node, get the document without variables. It reports whether it could.
func (v *memberMaker) hideFromBody(x leftover) bool {
	n := x.node
	if n.Kind != workflow.Task && n.Kind != workflow.Emit || n.Data.Select != nil {
		return false
	}
	if n.Data.Payload == nil {
		n.Data.Payload = documentWithout(x.members)
		return true
	}
	made, ok := mapTree(n.Data.Payload, func(p *expr.Path) (expr.Expr, bool) {
		if p.Root != expr.RootInput || len(p.Steps) > 0 {
			return p, true
		}
		return documentWithout(x.members), true
	})
	if ok {
		n.Data.Payload = made
	}
	return ok
}
