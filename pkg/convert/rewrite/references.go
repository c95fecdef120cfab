package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// placeOf is where a node is in the source: its name, if that is known.
func placeOf(n *workflow.Node) source.Span {
	if e := Origin(n.Element); e != nil && e.NameSpan != (source.Span{}) {
		return e.NameSpan
	}
	return n.Span
}

// moveReferences has everything that reads the members of what is at some steps of the document read them at its root.
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

// mapExpressions replaces the expressions of a workflow that look at the document.
func mapExpressions(w *workflow.Workflow, f func(expr.Expr) expr.Expr) {
	of := func(at *expr.Expr) {
		if *at != nil {
			*at = f(*at)
		}
	}
	for _, n := range w.Nodes {
		mapStages(&n.Data, of)
		of(&n.When)
		for i := range n.Timers {
			of(&n.Timers[i].Length.Expr)
		}
		if n.Until != nil {
			until := *n.Until
			of(&until.Expr)
			n.Until = &until
		}
		if n.Emits != nil {
			emits := *n.Emits
			of(&emits.Data)
			of(&emits.Attributes)
			n.Emits = &emits
		}
		if n.Raises != nil {
			raises := *n.Raises
			of(&raises.Name)
			of(&raises.Cause)
			n.Raises = &raises
		}
	}
	for _, e := range w.Edges {
		of(&e.Guard)
		of(&e.Require)
		mapStages(&e.Data, of)
	}
}

func mapStages(s *workflow.Stages, of func(*expr.Expr)) {
	of(&s.Select)
	of(&s.Payload)
	of(&s.Result)
	of(&s.Output)
}
