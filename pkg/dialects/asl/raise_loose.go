package asl

import (
	"regexp"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// looseTest writes a condition of entities as a filter. For values of the compared types it gives the same result, but texts that
// read as numbers, and the items of arrays, are nothing to a filter.
func looseTest(x *expr.Loose) (condition, bool) {
	p, ok := x.Left.(*expr.Path)
	if !ok || p.Root != expr.RootInput || len(p.Steps) == 0 || !p.Definite {
		return condition{}, false
	}
	at := itemPath(p)
	if x.Op == expr.LooseNull && x.Negated { // what is missing is not unequal to anything
		return condition{rule: counting(filterPath(compared(expr.NotEqual, at, nil)), false), loose: true}, true
	}
	filter := looseFilter(x, at)
	if filter == nil {
		return condition{}, false
	}
	if x.Negated {
		filter = &expr.Not{Operand: filter}
	}
	return condition{rule: counting(filterPath(filter), false), loose: true}, true
}

// looseFilter is what is asked of a value, before it is turned; nil if a filter cannot ask it.
func looseFilter(x *expr.Loose, at *expr.Path) expr.Expr {
	ops := map[expr.LooseOp]expr.CompareOp{expr.LooseGreater: expr.Greater, expr.LooseGreaterEqual: expr.GreaterEqual,
		expr.LooseLess: expr.Less, expr.LooseLessEqual: expr.LessEqual}
	switch x.Op {
	case expr.LooseNull:
		return either(&expr.Not{Operand: at}, compared(expr.Equal, at, nil))
	case expr.LooseEqual:
		return looseEqual(at, x.Right[0].Value, x.Fold)
	case expr.LooseBetween, expr.LooseBetweenOrEqual:
		low, high := expr.Greater, expr.Less
		if x.Op == expr.LooseBetweenOrEqual {
			low, high = expr.GreaterEqual, expr.LessEqual
		}
		if !scalar(x.Right[0].Value) || !scalar(x.Right[1].Value) {
			return nil
		}
		return both(looseCompared(low, at, x.Right[0].Value), looseCompared(high, at, x.Right[1].Value))
	case expr.LooseItems:
		return nil
	}
	if op, ok := ops[x.Op]; ok {
		if !scalar(x.Right[0].Value) {
			return nil
		}
		return looseCompared(op, at, x.Right[0].Value)
	}
	return loosePattern(x, at)
}

// looseCompared compares with a number, and, if it is written as a text, with that.
func looseCompared(op expr.CompareOp, at *expr.Path, v any) expr.Expr {
	if text, ok := v.(string); ok {
		if n, ok := value.Number(text); ok {
			return either(compared(op, at, n), compared(op, at, text))
		}
	}
	return compared(op, at, v)
}

func looseEqual(at *expr.Path, v any, fold bool) expr.Expr {
	text, isText := v.(string)
	switch {
	case !scalar(v):
		return nil
	case v == nil:
		return either(&expr.Not{Operand: at}, compared(expr.Equal, at, nil))
	case isText && fold:
		return compared(expr.Matches, at, "(?is)"+regexp.QuoteMeta(text))
	}
	return looseCompared(expr.Equal, at, v)
}

// loosePattern is a question about texts as a pattern.
func loosePattern(x *expr.Loose, at *expr.Path) expr.Expr {
	text, ok := x.Right[0].Value.(string)
	if !ok {
		return nil
	}
	flags := "(?s)"
	if x.Fold {
		flags = "(?is)"
	}
	pattern := ""
	switch quoted := regexp.QuoteMeta(text); x.Op {
	case expr.LooseContains:
		pattern = ".*" + quoted + ".*"
	case expr.LooseStartsWith:
		pattern = quoted + ".*"
	case expr.LooseEndsWith:
		pattern = ".*" + quoted
	case expr.LooseLike:
		pattern = strings.NewReplacer("%", ".*", "_", ".").Replace(quoted)
	case expr.LooseMatches:
		flags, pattern = "", "(?s:.*)(?:"+text+")(?s:.*)"
	default:
		return nil
	}
	return compared(expr.Matches, at, flags+pattern)
}
