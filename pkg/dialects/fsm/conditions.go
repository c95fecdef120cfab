package fsm

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// maxGroups is how many groups may be inside of each other.
const maxGroups = 50

// An operator is what a simple or lifecycle condition asks.
type operator struct {
	op            expr.LooseOp
	negated, fold bool
}

// operators are all the operators.
var operators = map[string]operator{
	"EQUALS":            {op: expr.LooseEqual},
	"NOT_EQUAL":         {op: expr.LooseEqual, negated: true},
	"GREATER_THAN":      {op: expr.LooseGreater},
	"LESS_THAN":         {op: expr.LooseLess},
	"GREATER_OR_EQUAL":  {op: expr.LooseGreaterEqual},
	"LESS_OR_EQUAL":     {op: expr.LooseLessEqual},
	"CONTAINS":          {op: expr.LooseContains},
	"NOT_CONTAINS":      {op: expr.LooseContains, negated: true},
	"STARTS_WITH":       {op: expr.LooseStartsWith},
	"NOT_STARTS_WITH":   {op: expr.LooseStartsWith, negated: true},
	"ENDS_WITH":         {op: expr.LooseEndsWith},
	"NOT_ENDS_WITH":     {op: expr.LooseEndsWith, negated: true},
	"LIKE":              {op: expr.LooseLike},
	"IS_NULL":           {op: expr.LooseNull},
	"NOT_NULL":          {op: expr.LooseNull, negated: true},
	"BETWEEN":           {op: expr.LooseBetween},
	"BETWEEN_INCLUSIVE": {op: expr.LooseBetweenOrEqual},
	"MATCHES_PATTERN":   {op: expr.LooseMatches},
	"IEQUALS":           {op: expr.LooseEqual, fold: true},
	"INOT_EQUAL":        {op: expr.LooseEqual, negated: true, fold: true},
	"ICONTAINS":         {op: expr.LooseContains, fold: true},
	"INOT_CONTAINS":     {op: expr.LooseContains, negated: true, fold: true},
	"ISTARTS_WITH":      {op: expr.LooseStartsWith, fold: true},
	"INOT_STARTS_WITH":  {op: expr.LooseStartsWith, negated: true, fold: true},
	"IENDS_WITH":        {op: expr.LooseEndsWith, fold: true},
	"INOT_ENDS_WITH":    {op: expr.LooseEndsWith, negated: true, fold: true},
}

// otherWords are the operators that people mean by the words and signs of other languages.
var otherWords = map[string]string{
	"EQ": "EQUALS", "=": "EQUALS", "==": "EQUALS", "NE": "NOT_EQUAL", "NEQ": "NOT_EQUAL", "!=": "NOT_EQUAL", "<>": "NOT_EQUAL",
	"GT": "GREATER_THAN", ">": "GREATER_THAN", "LT": "LESS_THAN", "<": "LESS_THAN",
	"GE": "GREATER_OR_EQUAL", "GTE": "GREATER_OR_EQUAL", ">=": "GREATER_OR_EQUAL", "LE": "LESS_OR_EQUAL", "LTE": "LESS_OR_EQUAL", "<=": "LESS_OR_EQUAL",
	"IS_NOT_NULL": "NOT_NULL", "MATCHES": "MATCHES_PATTERN", "REGEX": "MATCHES_PATTERN",
}

// operatorNames returns the names of the operators, for suggestions, in a fixed order.
func operatorNames() []string {
	names := make([]string, 0, len(operators))
	for name := range operators {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// operatorKeys are the keys that the operator of a condition may appear under.
var operatorKeys = []string{"operatorType", "operator", "operation"}

// The fields of the metadata that a lifecycle condition looks at.
const (
	fieldState    = workflow.EntityState
	fieldCreated  = workflow.EntityCreated
	fieldPrevious = workflow.EntityPrevious
)

var lifecycleFields = []string{fieldState, fieldCreated, fieldPrevious}

// expression is what a condition asks, or nil for one that is always true because there is none, and for a function. One
// that is not understood is an expression that fails.
func (c *Condition) expression() expr.Expr {
	switch {
	case c == nil || c.Kind == Function && !c.Broken:
		return nil
	case c.Broken || c.Kind == NoCondition:
		return c.failing()
	case c.Kind != Group:
		return c.Test
	}
	x := &expr.Logic{Op: expr.And, Span: c.Node.Span}
	if c.Or {
		x.Op = expr.Or
	}
	for _, sub := range c.Conditions {
		operand := sub.expression()
		if operand == nil { // a function, which was reported
			operand = sub.failing()
		}
		x.Operands = append(x.Operands, operand)
	}
	return x
}

// failing is an expression that has no value.
func (c *Condition) failing() expr.Expr {
	at := c.Node.Span
	return &expr.Foreign{Language: Dialect{}.Name(), Text: "a condition that cannot be understood", Span: at,
		Run: func(*expr.Env) (any, error) {
			return nil, &expr.EvalError{Span: at, Message: "the condition cannot be understood"}
		}}
}
