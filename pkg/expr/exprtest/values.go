package exprtest

import "github.com/flowglot/flowglot/pkg/expr"

// number makes an expression whose value is a number.
func number(c Choice, at place, depth int) expr.Expr {
	kinds := 6
	if at == inDocument {
		kinds = 11
	}
	if depth == 0 {
		kinds = 2
	}
	apply := func(do expr.Function, args ...expr.Expr) expr.Expr { return &expr.Apply{Do: do, Args: args} }
	items := path(inDocument, "items")
	switch c(kinds) {
	case 0:
		return numberPath(c, at)
	case 1:
		return &expr.Literal{Value: pick(c, numbers...)}
	case 2:
		return apply(pick(c, expr.Add, expr.Subtract, expr.Multiply), number(c, at, depth-1), number(c, at, depth-1))
	case 3:
		return apply(expr.Divide, number(c, at, depth-1), &expr.Literal{Value: pick(c, any(int64(2)), any(0.5), any(int64(-4)))})
	case 4:
		return apply(pick(c, expr.Floor, expr.Ceil, expr.Abs), number(c, at, depth-1))
	case 5:
		return apply(expr.Letters, text(c, at, depth-1))
	case 6:
		return apply(expr.Length, pick(c, expr.Expr(textList(c)), expr.Expr(textPath(c, at))))
	case 7:
		return apply(expr.Count, apply(expr.Where, items, condition(c, inItem, 0)))
	case 8:
		return apply(expr.Sum, path(inDocument, "scores"))
	case 9:
		return apply(expr.Sum, apply(expr.Each, items, number(c, inItem, 1)))
	}
	return apply(expr.Choose, condition(c, at, 0), number(c, at, depth-1), number(c, at, depth-1))
}

// text makes an expression whose value is a text.
func text(c Choice, at place, depth int) expr.Expr {
	apply := func(do expr.Function, args ...expr.Expr) expr.Expr { return &expr.Apply{Do: do, Args: args} }
	kinds := 5
	if depth <= 0 {
		kinds = 2
	}
	switch c(kinds) {
	case 0:
		return textPath(c, at)
	case 1:
		return &expr.Literal{Value: pick(c, texts...)}
	case 2:
		return apply(expr.Concat, &expr.Literal{Value: pick(c, any("order-"), any("a{b"), any("'"))}, apply(expr.ToText, numberPath(c, at)), text(c, at, depth-1))
	case 3:
		return apply(pick(c, expr.Upper, expr.Lower), text(c, at, depth-1))
	}
	return apply(expr.Choose, condition(c, at, 0), text(c, at, depth-1), text(c, at, depth-1))
}

// Value makes an expression whose value is needed: a number, a text, true or false, a list or an object.
func Value(c Choice, depth int) expr.Expr {
	apply := func(do expr.Function, args ...expr.Expr) expr.Expr { return &expr.Apply{Do: do, Args: args} }
	items := path(inDocument, "items")
	switch c(9) {
	case 0:
		return number(c, inDocument, depth)
	case 1:
		return text(c, inDocument, depth)
	case 2:
		return condition(c, inDocument, depth)
	case 3:
		return pick(c, path(inDocument, "order"), items, path(inDocument, "tags"))
	case 4:
		return apply(expr.Where, items, condition(c, inItem, 1))
	case 5:
		return apply(expr.Each, items, pick(c, number(c, inItem, 1), text(c, inItem, 1), expr.Expr(path(inItem, "sku"))))
	case 6:
		return &expr.Object{Members: []expr.ObjectMember{{Key: "a", Value: number(c, inDocument, 1)}, {Key: "b c", Value: path(inDocument, "order")},
			{Key: "d", Value: &expr.Literal{Value: "fixed"}}}}
	case 7:
		return &expr.List{Items: []expr.Expr{number(c, inDocument, 1), text(c, inDocument, 1)}}
	}
	return apply(expr.Nth, apply(expr.Split, &expr.Literal{Value: "x,y,z"}, &expr.Literal{Value: ","}), &expr.Literal{Value: int64(c(3))})
}
