package verify

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// assigned are the values of the assignments of a node, and where a choice leads on from it. Those of a node without a body see the
// document in place of an answer, as such a node answers what its body would get.
func assigned(n *workflow.Node) []expr.Expr {
	var out []expr.Expr
	add := func(a *workflow.Assign) {
		if a != nil {
			for _, x := range a.Variables {
				out = append(out, assignedOf(n, x.Value))
			}
		}
	}
	add(n.Data.Assign)
	if n.Kind == workflow.Choice {
		for _, e := range n.Out {
			add(e.Data.Assign)
		}
	}
	return out
}

// assignedOf is a value that a node assigns, as an expression of its document where the node has no body.
func assignedOf(n *workflow.Node, x expr.Expr) expr.Expr {
	if n.Kind != workflow.Pass && n.Kind != workflow.Choice && n.Kind != workflow.Wait {
		return x
	}
	if f, focused := x.(*expr.Focus); focused {
		if on, path := f.On.(*expr.Path); path && on.Root == expr.RootAnswer && len(on.Steps) == 0 {
			return f.Of
		}
	}
	seen, known := expr.MapPaths(x, func(p *expr.Path) *expr.Path {
		if p.Root != expr.RootAnswer {
			return p
		}
		out := *p
		out.Root = expr.RootInput
		return &out
	})
	if !known {
		return x
	}
	return seen
}

// studyAssigned notes what the assignments of a node read of the document.
func (v *inventor) studyAssigned(n *workflow.Node) {
	if n.Data.Payload != nil { // which they see
		return
	}
	for _, x := range assigned(n) {
		v.studySelection(x)
	}
}

// studyAssignedAgain has parts of the document that are assigned to variables, which have something else at other times, have the values that
// are known of these.
func (v *inventor) studyAssignedAgain() {
	for _, w := range v.program.Workflows {
		for _, n := range w.Nodes {
			if n.Data.Assign == nil {
				continue
			}
			for _, x := range n.Data.Assign.Variables {
				part := documentPart(assignedOf(n, x.Value))
				if part == nil || v.parts[x.Name] != nil {
					continue
				}
				known, f := v.fact(variablePlace(x.Name)), v.fact(part.Steps)
				if known != nil && f != nil && f.free && !known.free {
					f.values, f.free = known.values, false
				}
			}
		}
	}
}
