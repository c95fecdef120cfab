// Package exprtest makes expressions in common terms, and documents of the types that they are for, for tests of what takes expressions
// from one language to another.
package exprtest

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A Choice picks one of n possibilities: a number from 0 up to and without n.
type Choice func(n int) int

// Bytes picks by the bytes of a text, so that a fuzzer can; after its end the first possibility is picked.
func Bytes(data []byte) Choice {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b) % n
	}
}

// pick picks one of several.
func pick[T any](c Choice, all ...T) T { return all[c(len(all))] }

// The values that documents have, and that expressions compare with.
var (
	numbers = []any{int64(0), int64(1), int64(2), int64(10), int64(-3), 0.5, 2.25, int64(100)}
	texts   = []any{"", "A", "B", "VIP", "AB", "it's", `back\slash`, "a.b*", "zürich", "new\nline", "{x}", `"q"`}
)

// Document makes an object of the types that the expressions of this package are for. Its members "note" and "coupon" may be missing.
func Document(c Choice) *value.Object {
	o := value.NewObject(16)
	set := func(to *value.Object, key string, v any) { to.Set(key, v) }
	number := func() any { return pick(c, numbers...) }
	text := func() any { return pick(c, texts...) }
	flag := func() any { return c(2) == 1 }
	list := func(item func() any) []any {
		out := []any{}
		for range c(4) {
			out = append(out, item())
		}
		return out
	}
	set(o, "n", number())
	set(o, "m", number())
	set(o, "s", text())
	set(o, "t", text())
	set(o, "flag", flag())
	set(o, "tags", list(text))
	set(o, "scores", list(number))
	order := value.NewObject(3)
	set(order, "total", number())
	set(order, "paid", flag())
	set(order, "first name", text())
	set(o, "order", order)
	user := value.NewObject(2)
	set(user, "name", text())
	set(user, "roles", list(text))
	set(o, "user", user)
	set(o, "items", list(func() any {
		item := value.NewObject(4)
		set(item, "qty", number())
		set(item, "price", number())
		set(item, "sku", text())
		set(item, "ok", flag())
		return item
	}))
	if c(2) == 1 {
		set(o, "note", text())
	}
	if c(2) == 1 {
		coupon := value.NewObject(1)
		set(coupon, "rate", number())
		set(o, "coupon", coupon)
	}
	return o
}

// place is where paths of an expression begin: at the document, or at an item of "items".
type place uint8

const (
	inDocument place = iota
	inItem
)

// path makes a path; item has it begin at the item of a list.
func path(at place, names ...string) *expr.Path {
	root := expr.RootInput
	if at == inItem {
		root = expr.RootItem
	}
	return expr.NewPath(root, names...)
}

func numberPath(c Choice, at place) *expr.Path {
	if at == inItem {
		return path(at, pick(c, "qty", "price"))
	}
	return path(at, pick(c, []string{"n"}, []string{"m"}, []string{"order", "total"})...)
}

func textPath(c Choice, at place) *expr.Path {
	if at == inItem {
		return path(at, "sku")
	}
	return path(at, pick(c, []string{"s"}, []string{"t"}, []string{"user", "name"}, []string{"order", "first name"})...)
}

func flagPath(c Choice, at place) *expr.Path {
	if at == inItem {
		return path(at, "ok")
	}
	return path(at, pick(c, []string{"flag"}, []string{"order", "paid"})...)
}

func textList(c Choice) *expr.Path {
	return path(inDocument, pick(c, []string{"tags"}, []string{"user", "roles"})...)
}

// test makes a test of a value that is there and of the type of the fixed one.
func test(op expr.TestOp, p *expr.Path, v any) expr.Expr {
	return &expr.Test{Op: op, Path: p, Value: v, Wrong: expr.Free, Null: expr.Free, Missing: expr.Free}
}

// Condition makes a condition that has so many connectives around each other at most.
func Condition(c Choice, depth int) expr.Expr { return condition(c, inDocument, depth) }

func condition(c Choice, at place, depth int) expr.Expr {
	kinds := 7
	if at == inDocument {
		kinds = 13
	}
	if depth > 0 && c(2) == 1 {
		return connective(c, at, depth)
	}
	switch c(kinds) {
	case 0:
		return test(pick(c, expr.TestEqual, expr.TestLess, expr.TestLessEqual, expr.TestGreater, expr.TestGreaterEqual), numberPath(c, at), pick(c, numbers...))
	case 1:
		return test(pick(c, expr.TestEqual, expr.TestContains, expr.TestStartsWith, expr.TestEndsWith, expr.TestLess), textPath(c, at), pick(c, texts...))
	case 2:
		return test(expr.TestEqual, flagPath(c, at), c(2) == 1)
	case 3:
		return oneOf(c, textPath(c, at))
	case 4:
		return compare(c, numberPath(c, at), number(c, at, 1))
	case 5:
		return compare(c, number(c, at, 2), number(c, inDocument, 1))
	case 6:
		return &expr.Compare{Op: pick(c, expr.Equal, expr.NotEqual), As: expr.Alike, Left: textPath(c, at), Right: textPath(c, inDocument)}
	case 7:
		return &expr.Compare{Op: expr.In, As: expr.Alike, Left: &expr.Literal{Value: pick(c, texts...)}, Right: textList(c)}
	case 8:
		return &expr.Apply{Do: pick(c, expr.Any, expr.All), Args: []expr.Expr{path(at, "items"), condition(c, inItem, min(depth, 1))}}
	case 9:
		item := &expr.Path{Root: expr.RootItem, Definite: true, Text: "@"}
		return &expr.Apply{Do: expr.Any, Args: []expr.Expr{textList(c), test(expr.TestEqual, item, pick(c, texts...))}}
	case 10:
		return optional(c)
	default:
		return &expr.Compare{Op: pick(c, expr.Equal, expr.Greater, expr.LessEqual), As: expr.Alike, Left: number(c, at, 2), Right: &expr.Literal{Value: int64(c(4))}}
	}
}

func connective(c Choice, at place, depth int) expr.Expr {
	if c(3) == 0 {
		inner := condition(c, at, depth-1)
		if n, ok := inner.(*expr.Not); ok {
			return n.Operand
		}
		return &expr.Not{Operand: inner}
	}
	out := &expr.Logic{Op: pick(c, expr.And, expr.Or)}
	for range 2 + c(2) {
		out.Operands = append(out.Operands, condition(c, at, depth-1))
	}
	return out
}

// oneOf asks whether a value is one of several.
func oneOf(c Choice, p *expr.Path) expr.Expr {
	out := &expr.Logic{Op: expr.Or}
	for range 2 + c(2) {
		out.Operands = append(out.Operands, test(expr.TestEqual, p, pick(c, texts...)))
	}
	return out
}

func compare(c Choice, left, right expr.Expr) expr.Expr {
	ops := []expr.CompareOp{expr.Equal, expr.NotEqual, expr.Less, expr.LessEqual, expr.Greater, expr.GreaterEqual}
	return &expr.Compare{Op: pick(c, ops...), As: expr.Alike, Left: left, Right: right}
}

// optional asks whether something is there, alone or before what it is asked.
func optional(c Choice) expr.Expr {
	note, coupon := path(inDocument, "note"), path(inDocument, "coupon")
	there := func(p *expr.Path) expr.Expr { return &expr.Test{Op: expr.TestPresent, Path: p, Null: expr.Yes} }
	switch c(4) {
	case 0:
		return there(note)
	case 1:
		return &expr.Logic{Op: expr.And, Operands: []expr.Expr{there(note), &expr.Test{Op: expr.TestEqual, Path: note, Value: pick(c, texts...)}}}
	case 2:
		rate := path(inDocument, "coupon", "rate")
		return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{&expr.Not{Operand: there(coupon)}, &expr.Test{Op: expr.TestGreater, Path: rate, Value: int64(1)}}}
	}
	return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{&expr.Test{Op: expr.TestEqual, Path: note, Value: pick(c, texts...)}, there(note)}}
}
