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
	// test means that the operator asks whether a value is of a type, which is is.
	test bool
	is   expr.Type
}

// An operandKind describes what the value of an operator must be.
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

// String returns the kind in the words of messages.
func (k operandKind) String() string {
	return [...]string{"a string", "a number", "a boolean", "a timestamp", "a reference path", "a choice rule",
		"an array of choice rules"}[k]
}

// node is the kind of value that holds the operand.
func (k operandKind) node() source.Kind {
	return [...]source.Kind{source.String, source.Number, source.Bool, source.String, source.String, source.Object,
		source.Array}[k]
}

// operators are those of the specification (asl 2016: "Choice State"), and after them those of later versions.
var operators = map[string]operator{
	"StringEquals":            {kind: RuleCompare, as: expr.Text, op: expr.Equal, operand: textOperand},
	"StringLessThan":          {kind: RuleCompare, as: expr.Text, op: expr.Less, operand: textOperand},
	"StringGreaterThan":       {kind: RuleCompare, as: expr.Text, op: expr.Greater, operand: textOperand},
	"StringLessThanEquals":    {kind: RuleCompare, as: expr.Text, op: expr.LessEqual, operand: textOperand},
	"StringGreaterThanEquals": {kind: RuleCompare, as: expr.Text, op: expr.GreaterEqual, operand: textOperand},

	"NumericEquals":            {kind: RuleCompare, as: expr.Numeric, op: expr.Equal, operand: numberOperand},
	"NumericLessThan":          {kind: RuleCompare, as: expr.Numeric, op: expr.Less, operand: numberOperand},
	"NumericGreaterThan":       {kind: RuleCompare, as: expr.Numeric, op: expr.Greater, operand: numberOperand},
	"NumericLessThanEquals":    {kind: RuleCompare, as: expr.Numeric, op: expr.LessEqual, operand: numberOperand},
	"NumericGreaterThanEquals": {kind: RuleCompare, as: expr.Numeric, op: expr.GreaterEqual, operand: numberOperand},

	"BooleanEquals": {kind: RuleCompare, as: expr.Boolean, op: expr.Equal, operand: booleanOperand},

	"TimestampEquals":            {kind: RuleCompare, as: expr.Timestamp, op: expr.Equal, operand: timestampOperand},
	"TimestampLessThan":          {kind: RuleCompare, as: expr.Timestamp, op: expr.Less, operand: timestampOperand},
	"TimestampGreaterThan":       {kind: RuleCompare, as: expr.Timestamp, op: expr.Greater, operand: timestampOperand},
	"TimestampLessThanEquals":    {kind: RuleCompare, as: expr.Timestamp, op: expr.LessEqual, operand: timestampOperand},
	"TimestampGreaterThanEquals": {kind: RuleCompare, as: expr.Timestamp, op: expr.GreaterEqual, operand: timestampOperand},

	"And": {kind: RuleAnd, operand: rulesOperand},
	"Or":  {kind: RuleOr, operand: rulesOperand},
	"Not": {kind: RuleNot, operand: ruleOperand},

	"IsNull":        {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsNull},
	"IsPresent":     {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsPresent},
	"IsString":      {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsText},
	"IsNumeric":     {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsNumber},
	"IsBoolean":     {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsBoolean},
	"IsTimestamp":   {kind: RuleLater, operand: booleanOperand, test: true, is: expr.IsInstant},
	"StringMatches": {kind: RuleLater, as: expr.Text, op: expr.Like, operand: textOperand},

	"StringEqualsPath":               {kind: RuleLater, as: expr.Text, op: expr.Equal, operand: pathOperand},
	"StringLessThanPath":             {kind: RuleLater, as: expr.Text, op: expr.Less, operand: pathOperand},
	"StringGreaterThanPath":          {kind: RuleLater, as: expr.Text, op: expr.Greater, operand: pathOperand},
	"StringLessThanEqualsPath":       {kind: RuleLater, as: expr.Text, op: expr.LessEqual, operand: pathOperand},
	"StringGreaterThanEqualsPath":    {kind: RuleLater, as: expr.Text, op: expr.GreaterEqual, operand: pathOperand},
	"NumericEqualsPath":              {kind: RuleLater, as: expr.Numeric, op: expr.Equal, operand: pathOperand},
	"NumericLessThanPath":            {kind: RuleLater, as: expr.Numeric, op: expr.Less, operand: pathOperand},
	"NumericGreaterThanPath":         {kind: RuleLater, as: expr.Numeric, op: expr.Greater, operand: pathOperand},
	"NumericLessThanEqualsPath":      {kind: RuleLater, as: expr.Numeric, op: expr.LessEqual, operand: pathOperand},
	"NumericGreaterThanEqualsPath":   {kind: RuleLater, as: expr.Numeric, op: expr.GreaterEqual, operand: pathOperand},
	"BooleanEqualsPath":              {kind: RuleLater, as: expr.Boolean, op: expr.Equal, operand: pathOperand},
	"TimestampEqualsPath":            {kind: RuleLater, as: expr.Timestamp, op: expr.Equal, operand: pathOperand},
	"TimestampLessThanPath":          {kind: RuleLater, as: expr.Timestamp, op: expr.Less, operand: pathOperand},
	"TimestampGreaterThanPath":       {kind: RuleLater, as: expr.Timestamp, op: expr.Greater, operand: pathOperand},
	"TimestampLessThanEqualsPath":    {kind: RuleLater, as: expr.Timestamp, op: expr.LessEqual, operand: pathOperand},
	"TimestampGreaterThanEqualsPath": {kind: RuleLater, as: expr.Timestamp, op: expr.GreaterEqual, operand: pathOperand},
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

// A comparisonKey is what an operator that compares means; twin has it compare two paths.
type comparisonKey struct {
	as   expr.Typing
	op   expr.CompareOp
	twin bool
}

// operatorsByMeaning are the names of the operators that compare.
var operatorsByMeaning = func() map[comparisonKey]string {
	out := map[comparisonKey]string{}
	for name, o := range operators {
		if o.kind.compares() && !o.test {
			out[comparisonKey{o.as, o.op, o.operand == pathOperand}] = name
		}
	}
	return out
}()
