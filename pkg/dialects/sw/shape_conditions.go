package sw

import "github.com/flowglot/flowglot/pkg/expr"

// The names of the errors of a time limit, and of a transition that is not allowed.
const (
	errTimeout = "Timeout"
	errRefused = "TransitionRefused"
)

// errorsNamed is a condition on the name of an error: that it is, or is not, each of some or one of some, or any error where there are none.
func errorsNamed(op expr.CompareOp, connect expr.LogicOp, names ...string) string {
	name := &expr.Path{Root: expr.RootItem, Steps: []expr.Step{{Kind: expr.StepChild, Name: "name"}}, Definite: true}
	all := &expr.Logic{Op: connect}
	for _, n := range names {
		all.Operands = append(all.Operands, &expr.Compare{Op: op, Left: name, Right: &expr.Literal{Value: n}})
	}
	errors := &expr.Path{Steps: []expr.Step{{Kind: expr.StepChild, Name: "errors"}}, Definite: len(names) == 0}
	if len(names) > 0 {
		errors.Steps = append(errors.Steps, expr.Step{Kind: expr.StepFilter, Filter: all.Reduced()})
	}
	return "{{ " + errors.String() + " }}"
}

// errorNamed is a condition of the errors with one of some names, and errorsBut one of all others.
func errorNamed(names ...string) string { return errorsNamed(expr.Equal, expr.Or, names...) }
func errorsBut(names ...string) string  { return errorsNamed(expr.NotEqual, expr.And, names...) }
