package sw

import "github.com/flowglot/flowglot/pkg/expr"

// The names of the errors of a time limit, and of a transition that is not allowed.
const (
	errTimeout = "Timeout"
	errRefused = "TransitionRefused"
)

// errorNamed is a condition on the name of an error.
func errorNamed(names ...string) string {
	p := &expr.Path{Root: expr.RootItem, Steps: []expr.Step{{Kind: expr.StepChild, Name: "name"}}, Definite: true}
	any := &expr.Logic{Op: expr.Or}
	for _, name := range names {
		any.Operands = append(any.Operands, compared(p, expr.Equal, name))
	}
	return errorsThat(any.Reduced())
}

func compared(p *expr.Path, op expr.CompareOp, v any) expr.Expr {
	return &expr.Compare{Op: op, Left: p, Right: &expr.Literal{Value: v}}
}

// errorsThat is a condition on an error.
func errorsThat(filter expr.Expr) string {
	p := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: "errors"}}, Definite: true}
	if filter != nil {
		p.Steps, p.Definite = append(p.Steps, expr.Step{Kind: expr.StepFilter, Filter: filter}), false
	}
	return "{{ " + p.String() + " }}"
}
