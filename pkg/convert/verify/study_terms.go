package verify

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// Values that what is computed is tried with, by what an operand has to be.
var (
	someNumbers  = []any{int64(3), int64(1), int64(8)}
	someTexts    = []any{"text", "", "a,b"}
	someBooleans = []any{true, false}
	someLists    = []any{[]any{int64(1), int64(2)}, []any{int64(5)}, []any{}}
	someObjects  = []any{value.ObjectOf(value.Member{Key: "x", Value: int64(1)})}
)

// studyCompared notes what the two sides of a comparison may be: around a fixed value, else numbers in any order.
func (v *inventor) studyCompared(x *expr.Compare) {
	if x.Op == expr.In {
		v.studyItemOf(x)
		return
	}
	values := func(other expr.Expr) []any {
		if l, ok := other.(*expr.Literal); ok {
			return around(l.Value)
		}
		return someNumbers
	}
	v.studyOperand(x.Left, values(x.Right))
	v.studyOperand(x.Right, values(x.Left))
}

// studyItemOf notes what a value and the list that it is looked for in may be, so that it is an item of the list and is not.
func (v *inventor) studyItemOf(x *expr.Compare) {
	items := someNumbers
	if l, fixed := x.Left.(*expr.Literal); fixed {
		items = around(l.Value)
	}
	if l, fixed := x.Right.(*expr.Literal); fixed {
		list, _ := l.Value.([]any)
		v.studyOperand(x.Left, append(slices.Clone(list), someNumbers[0], "other"))
		return
	}
	v.studyOperand(x.Left, items)
	v.studyOperand(x.Right, []any{slices.Clone(items[:1]), slices.Clone(items[1:]), []any{}})
}

// studyOperand notes the values that an operand in common terms may have; what an operand computes asks for other values of its own
// operands.
func (v *inventor) studyOperand(x expr.Expr, values []any) {
	switch x := x.(type) {
	case *expr.Foreign:
		v.studyOperand(x.Meaning(), values)
	case *expr.Path:
		v.addFact(x, values)
	case *expr.Apply:
		v.studyFunction(x, values)
	case *expr.Logic, *expr.Not, *expr.Compare, *expr.Test:
		v.studyCondition(x, true)
	}
}

// studyFunction notes the values that the operands of a function may have.
func (v *inventor) studyFunction(x *expr.Apply, values []any) {
	if x.Do == expr.Choose {
		v.studyCondition(x.Args[0], true)
	}
	eachOperand(x, values, v.studyOperand)
}

// eachOperand calls a function with each operand of a value that is computed, and with values that the operand may have: those of the whole
// where the whole is the operand.
func eachOperand(x *expr.Apply, values []any, add func(expr.Expr, []any)) {
	each := func(values []any, operands ...expr.Expr) {
		for _, a := range operands {
			add(a, values)
		}
	}
	switch x.Do {
	case expr.Add, expr.Subtract, expr.Multiply, expr.Divide, expr.Remainder, expr.Negate, expr.Floor, expr.Ceil, expr.Abs, expr.ToText:
		each(someNumbers, x.Args...)
	case expr.Concat, expr.Letters, expr.Upper, expr.Lower, expr.Trim, expr.Split, expr.HasPart, expr.HasStart, expr.HasEnd:
		each(someTexts, x.Args...)
	case expr.Length, expr.Count, expr.Sum, expr.Least, expr.Greatest, expr.Nth, expr.Append, expr.Spread, expr.Joined:
		each(someLists, x.Args[0])
	case expr.Any, expr.All, expr.Where, expr.Each:
		each(listsOf(x.Args[1]), x.Args[0])
	case expr.Keys, expr.Merge, expr.Without:
		each(someObjects, x.Args...)
	case expr.Truth:
		each(someBooleans, x.Args...)
	case expr.Choose:
		each(values, x.Args[1:]...)
	case expr.OrNull:
		each(values, x.Args...)
	}
}
