package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// reads counts what the expressions of a workflow read of the document, so that a rewrite that changes expressions one after another
// looks at all of them once.
type reads struct {
	whole   int            // the expressions and paths that may read any member
	members map[string]int // the paths that begin with a member
}

func readsOf(w *workflow.Workflow) *reads {
	r := &reads{members: map[string]int{}}
	mapExpressions(w, func(x expr.Expr) expr.Expr {
		r.add(x, 1)
		return x
	})
	return r
}

// add counts what an expression reads, or with -1 takes it out of the count.
func (r *reads) add(x expr.Expr, by int) {
	_, known := mapTree(expr.Meant(x), func(p *expr.Path) (expr.Expr, bool) {
		switch {
		case p.Root != expr.RootInput:
		case len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild:
			r.whole += by
		default:
			r.members[p.Steps[0].Name] += by
		}
		return p, true
	})
	if !known {
		r.whole += by
	}
}

// addStages counts what stages read, as [reads.add] does for each of their expressions.
func (r *reads) addStages(s *workflow.Stages, by int) {
	mapStagesAll(s, ifPresent(func(x *expr.Expr) { r.add(*x, by) }))
}

// replace counts what stages read that take the place of others.
func (r *reads) replace(before, after *workflow.Stages) {
	r.addStages(before, -1)
	r.addStages(after, 1)
}
