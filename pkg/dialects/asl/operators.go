package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// An operator is what a choice rule may compare or combine by.
type operator struct {
	kind RuleKind
	// as and op are what a RuleCompare means, and operand what the value of its field must be.
	as      expr.Typing
	op      expr.CompareOp
	operand operandKind
}

// An operandKind tells what the value of an operator must be.
type operandKind uint8

const (
	textOperand operandKind = iota
	numberOperand
	booleanOperand
	timestampOperand
	pathOperand // a reference path to the value to compare with, of a later version
	ruleOperand
	rulesOperand
)

// String returns the kind as messages say it.
func (k operandKind) String() string {
	return [...]string{"a string", "a number", "a boolean", "a timestamp", "a reference path", "a choice rule",
		"an array of choice rules"}[k]
}

// node is the kind of value that holds the operand.
func (k operandKind) node() source.Kind {
	return [...]source.Kind{source.String, source.Number, source.Bool, source.String, source.String, source.Object,
		source.Array}[k]
}

// operators are those of the specification (asl 2016: "Choice State"), and behind them those of later versions.
var operators = map[string]operator{
	"StringEquals":            {RuleCompare, expr.Text, expr.Equal, textOperand},
	"StringLessThan":          {RuleCompare, expr.Text, expr.Less, textOperand},
	"StringGreaterThan":       {RuleCompare, expr.Text, expr.Greater, textOperand},
	"StringLessThanEquals":    {RuleCompare, expr.Text, expr.LessEqual, textOperand},
	"StringGreaterThanEquals": {RuleCompare, expr.Text, expr.GreaterEqual, textOperand},

	"NumericEquals":            {RuleCompare, expr.Numeric, expr.Equal, numberOperand},
	"NumericLessThan":          {RuleCompare, expr.Numeric, expr.Less, numberOperand},
	"NumericGreaterThan":       {RuleCompare, expr.Numeric, expr.Greater, numberOperand},
	"NumericLessThanEquals":    {RuleCompare, expr.Numeric, expr.LessEqual, numberOperand},
	"NumericGreaterThanEquals": {RuleCompare, expr.Numeric, expr.GreaterEqual, numberOperand},

	"BooleanEquals": {RuleCompare, expr.Boolean, expr.Equal, booleanOperand},

	"TimestampEquals":            {RuleCompare, expr.Timestamp, expr.Equal, timestampOperand},
	"TimestampLessThan":          {RuleCompare, expr.Timestamp, expr.Less, timestampOperand},
	"TimestampGreaterThan":       {RuleCompare, expr.Timestamp, expr.Greater, timestampOperand},
	"TimestampLessThanEquals":    {RuleCompare, expr.Timestamp, expr.LessEqual, timestampOperand},
	"TimestampGreaterThanEquals": {RuleCompare, expr.Timestamp, expr.GreaterEqual, timestampOperand},

	"And": {kind: RuleAnd, operand: rulesOperand},
	"Or":  {kind: RuleOr, operand: rulesOperand},
	"Not": {kind: RuleNot, operand: ruleOperand},

	"IsNull":        {kind: RuleLater, operand: booleanOperand},
	"IsPresent":     {kind: RuleLater, operand: booleanOperand},
	"IsString":      {kind: RuleLater, operand: booleanOperand},
	"IsNumeric":     {kind: RuleLater, operand: booleanOperand},
	"IsBoolean":     {kind: RuleLater, operand: booleanOperand},
	"IsTimestamp":   {kind: RuleLater, operand: booleanOperand},
	"StringMatches": {kind: RuleLater, operand: textOperand},

	"StringEqualsPath":               {kind: RuleLater, operand: pathOperand},
	"StringLessThanPath":             {kind: RuleLater, operand: pathOperand},
	"StringGreaterThanPath":          {kind: RuleLater, operand: pathOperand},
	"StringLessThanEqualsPath":       {kind: RuleLater, operand: pathOperand},
	"StringGreaterThanEqualsPath":    {kind: RuleLater, operand: pathOperand},
	"NumericEqualsPath":              {kind: RuleLater, operand: pathOperand},
	"NumericLessThanPath":            {kind: RuleLater, operand: pathOperand},
	"NumericGreaterThanPath":         {kind: RuleLater, operand: pathOperand},
	"NumericLessThanEqualsPath":      {kind: RuleLater, operand: pathOperand},
	"NumericGreaterThanEqualsPath":   {kind: RuleLater, operand: pathOperand},
	"BooleanEqualsPath":              {kind: RuleLater, operand: pathOperand},
	"TimestampEqualsPath":            {kind: RuleLater, operand: pathOperand},
	"TimestampLessThanPath":          {kind: RuleLater, operand: pathOperand},
	"TimestampGreaterThanPath":       {kind: RuleLater, operand: pathOperand},
	"TimestampLessThanEqualsPath":    {kind: RuleLater, operand: pathOperand},
	"TimestampGreaterThanEqualsPath": {kind: RuleLater, operand: pathOperand},
}

// operatorNames returns the names of the operators of a level, for suggestions, in a fixed order.
func operatorNames(level Level) []string {
	var names []string
	for name, o := range operators {
		if o.kind != RuleLater || level == Current {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
