package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// placeOf is where a node is in the source: its name, if that is known.
func placeOf(n *workflow.Node) source.Span {
	if e := n.Element.Original(); e != nil && e.NameSpan != (source.Span{}) {
		return e.NameSpan
	}
	return n.Span
}

// moveReferences makes each path that begins with some steps of the document begin after them: what was read below them is read at the
// root.
func moveReferences(w *workflow.Workflow, from []expr.Step) {
	mapExpressions(w, func(x expr.Expr) expr.Expr {
		out, known := expr.MapPaths(x, func(p *expr.Path) *expr.Path {
			if p.Root != expr.RootInput || len(p.Steps) <= len(from) || !beginsWith(p.Steps, from) {
				return p
			}
			moved := *p
			moved.Steps = slices.Clone(p.Steps[len(from):])
			moved.Text = expr.Readable(&moved)
			return &moved
		})
		if !known {
			return x
		}
		return out
	})
}

func beginsWith(steps, prefix []expr.Step) bool {
	for i, s := range prefix {
		if steps[i].Kind != s.Kind || steps[i].Name != s.Name || steps[i].Index != s.Index {
			return false
		}
	}
	return true
}

// mapExpressions replaces the expressions of a workflow.
func mapExpressions(w *workflow.Workflow, f func(expr.Expr) expr.Expr) {
	replace := func(at *expr.Expr) { *at = f(*at) }
	for _, n := range w.Nodes {
		mapNode(n, replace)
		for _, e := range n.Out {
			mapEdge(e, replace)
		}
	}
}

// mapNode visits the expressions of a node but for those of its edges. What they are part of is copied.
func mapNode(n *workflow.Node, visit func(*expr.Expr)) {
	at := ifPresent(visit)
	mapStagesAll(&n.Data, at)
	at(&n.When)
	n.Timers = slices.Clone(n.Timers)
	for i := range n.Timers {
		at(&n.Timers[i].Length.Expr)
	}
	if n.Until != nil {
		until := *n.Until
		at(&until.Expr)
		n.Until = &until
	}
	if n.Raises != nil {
		raises := *n.Raises
		at(&raises.Name)
		at(&raises.Cause)
		n.Raises = &raises
	}
	if n.Emits != nil {
		emits := *n.Emits
		at(&emits.Data)
		at(&emits.Attributes)
		n.Emits = &emits
	}
	if n.Body != nil {
		body := *n.Body
		at(&body.Most)
		at(&body.Enough)
		if body.Items != nil {
			items := *body.Items
			at(&items.Select)
			at(&items.Tolerated)
			at(&items.Share)
			body.Items = &items
		}
		n.Body = &body
	}
}

// mapEdge visits the expressions of an edge.
func mapEdge(e *workflow.Edge, visit func(*expr.Expr)) {
	at := ifPresent(visit)
	at(&e.Guard)
	at(&e.Require)
	mapStagesAll(&e.Data, at)
}

// ifPresent returns a visit that passes over the expressions that are not there.
func ifPresent(visit func(*expr.Expr)) func(*expr.Expr) {
	return func(x *expr.Expr) {
		if *x != nil {
			visit(x)
		}
	}
}

// mapStagesAll visits the expressions of stages. Assignments are copied.
func mapStagesAll(s *workflow.Stages, at func(*expr.Expr)) {
	at(&s.Select)
	at(&s.Payload)
	at(&s.Result)
	at(&s.Output)
	if s.Assign != nil {
		a := &workflow.Assign{Variables: slices.Clone(s.Assign.Variables), Node: s.Assign.Node}
		for i := range a.Variables {
			at(&a.Variables[i].Value)
		}
		s.Assign = a
	}
}
