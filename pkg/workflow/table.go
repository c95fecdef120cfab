package workflow

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// A DecisionTable makes an object from the rules that match a document.
type DecisionTable struct {
	Policy Policy
	Rules  []TableRule
}

// A TableRule matches when all its cells hold; one without cells matches always.
type TableRule struct {
	Cells   []Cell
	Outputs []Output
	Span    source.Span
	Extras  Extras
}

// A Cell is a condition of a rule, under the name of its column. A nil condition holds always.
type Cell struct {
	Column string
	If     expr.Expr
	Span   source.Span
}

// An Output is what a rule gives to a column.
type Output struct {
	Column string
	Value  expr.Expr
	Span   source.Span
}

// Policy describes what a table gives when several rules match.
type Policy uint8

// The hit policies.
const (
	Unique    Policy = iota // only one may match
	First                   // the first that matches
	Any                     // all that match have to give the same
	RuleOrder               // for each column the list of what the rules give, in their order
	Collect                 // the same
	Sum                     // for each column the sum
	Count                   // for each column how many rules match
	Max                     // for each column the greatest
	Min                     // for each column the least
)
