package expr

import (
	"fmt"
	"maps"
	"slices"
)

// Exclusive reports whether it is certain that two conditions never hold of one document that is an object: where they compare the
// same members with values that exclude one another, or where one is the opposite of the other. It does a bounded amount of work, so that it
// may report false of conditions that are exclusive.
func Exclusive(a, b Expr) bool {
	e := &exclusion{budget: mostWork}
	return e.never([]Expr{Portable(a, true), Portable(b, true)}, &facts{strict: true})
}

// Complete reports whether it is certain that one of some conditions holds of every document in which the members that they look at are
// there, with the types of what they are compared with.
func Complete(conditions []Expr) bool { return complete(conditions, true) }

// Exhaustive is the same for every document that is an object, whatever its members are: where one of the conditions is the opposite of the
// others, of members that are missing too.
func Exhaustive(conditions []Expr) bool { return complete(conditions, false) }

func complete(conditions []Expr, typed bool) bool {
	e := &exclusion{budget: mostWork, typed: typed}
	var none []Expr
	for _, c := range conditions {
		if typed {
			c = CommonCondition(c, Domain{Objects: true, Typed: true})
		}
		none = append(none, &Not{Operand: Portable(c, true)})
	}
	return e.never(none, &facts{strict: !typed})
}

// mostWork bounds how many facts and conditions are looked at: enough for a thousand alternatives of a few comparisons each.
const mostWork = 20_000

type exclusion struct {
	budget int  // of facts and conditions that may still be looked at
	typed  bool // members are there, and have the types that conditions expect
}

// facts are what is known to hold.
type facts struct {
	values map[string]*Constraints // by the path that they are about
	orders map[string]order        // of two values, by their paths
	holds  map[string]bool         // of conditions, by their texts
	strict bool                    // tests with other answers for what is missing or of another type are other conditions
}

func (f *facts) clone() *facts {
	out := &facts{values: map[string]*Constraints{}, orders: maps.Clone(f.orders), holds: map[string]bool{}, strict: f.strict}
	if out.orders == nil {
		out.orders = map[string]order{}
	}
	for k, v := range f.values {
		c := *v
		c.not = append([]any(nil), v.not...)
		out.values[k] = &c
	}
	for k, v := range f.holds {
		out.holds[k] = v
	}
	return out
}

// never reports whether conditions cannot hold together with what is known.
func (e *exclusion) never(all []Expr, known *facts) bool {
	if e.budget < 0 {
		return false
	}
	e.budget -= 1 + len(all) + len(known.holds)
	known = known.clone()
	var choices []*Logic
	for len(all) > 0 {
		x := all[0]
		all = all[1:]
		negated := false
		if n, ok := x.(*Not); ok {
			negated, x = true, n.Operand
		}
		switch x := x.(type) {
		case *Not:
			all = append(all, x.Operand)
		case *Literal:
			if v, ok := x.Value.(bool); ok && v == negated {
				return true
			}
		case *Logic:
			opposite := x
			if negated {
				opposite = deMorgan(x)
			}
			if opposite.Op == And {
				all = append(all, opposite.Operands...)
			} else {
				choices = append(choices, opposite)
			}
		default:
			if asked := askedOfAll(x); asked != nil && negated {
				all = append(all, &Not{Operand: asked})
			} else if asked != nil {
				all = append(all, asked)
			} else if !known.add(x, !negated, e.typed) {
				return true
			}
		}
	}
	if len(choices) == 0 {
		return false
	}
	rest := make([]Expr, 0, len(choices))
	for _, c := range choices[1:] {
		rest = append(rest, c)
	}
	for _, o := range choices[0].Operands {
		if !e.never(append([]Expr{o}, rest...), known) {
			return false
		}
	}
	return true
}

// Asked is a condition in the terms of [Portable], and what a filter asks of the document itself about other paths as a condition on these.
func Asked(x Expr) Expr {
	x = Portable(x, true)
	if asked := askedOfAll(x); asked != nil {
		return asked
	}
	return x
}

// askedOfAll is what a filter asks of the document itself about what other paths select in it, as a condition on the document; nil of any other
// condition.
func askedOfAll(x Expr) Expr {
	p, ok := x.(*Path)
	if !ok || p.Root != RootInput || len(p.Steps) != 1 || p.Steps[0].Kind != StepFilter {
		return nil
	}
	return ofDocument(p.Steps[0].Filter)
}

// ofDocument is a condition on the item of a filter as one on a document; nil if it asks for anything but what paths select, and how that
// compares.
func ofDocument(x Expr) Expr {
	switch x := x.(type) {
	case *Logic:
		out := &Logic{Op: x.Op, Span: x.Span}
		for _, o := range x.Operands {
			operand := ofDocument(o)
			if operand == nil {
				return nil
			}
			out.Operands = append(out.Operands, operand)
		}
		return out
	case *Compare:
		if test := filterTest(x); test != nil {
			return test
		}
		out := *x
		if out.Left, out.Right = operandOfDocument(x.Left), operandOfDocument(x.Right); out.Left != nil && out.Right != nil {
			return &out
		}
	case *Not:
		if operand := ofDocument(x.Operand); operand != nil {
			return &Not{Operand: operand, Span: x.Span}
		}
	case *Path:
		switch {
		case x.Truth:
			return nil
		case x.Root == RootItem:
			out := *x
			out.Root = RootInput
			out.Text = out.String()
			return &out
		case x.Root == RootInput:
			return x
		}
	}
	return nil
}

// operandOfDocument is a side of a comparison in a filter as one of a comparison of the document; nil if it is neither a path nor a literal.
func operandOfDocument(x Expr) Expr {
	switch x := x.(type) {
	case *Literal:
		return x
	case *Path:
		return ofDocument(x)
	}
	return nil
}

// deMorgan is the opposite of a connective, with the opposites of its operands.
func deMorgan(x *Logic) *Logic {
	out := &Logic{Op: Or - x.Op, Span: x.Span}
	for _, o := range x.Operands {
		out.Operands = append(out.Operands, &Not{Operand: o})
	}
	return out
}

// add takes a condition that holds, or does not, and reports whether that fits what is known.
func (f *facts) add(x Expr, holds, typed bool) bool {
	text := Readable(x)
	t, ok := x.(*Test)
	if ok && f.strict {
		text = fmt.Sprintf("%s %d %d %d", text, t.Wrong, t.Null, t.Missing)
	}
	if was, known := f.holds[text]; known {
		return was == holds
	}
	f.holds[text] = holds
	if c, ok := x.(*Compare); ok {
		return f.addOrder(c, holds, typed)
	}
	if !ok || t.Instant || holds && (t.Wrong == Yes || t.Null == Yes || t.Missing == Yes) {
		return true
	}
	op, ok := compared[t.Op]
	than := t.Value
	switch truth, isBool := than.(bool); {
	case !ok:
		return true
	case !holds && op == Equal && typed && isBool:
		than = !truth
	case !holds && op == Equal:
		op = NotEqual
	case !holds && typed:
		op = opposites[op]
	case !holds: // also of what has another type
		return true
	}
	return f.bound(t.Path.String(), t.Path, op, than)
}

// bound takes how a value compares with a fixed one, and reports whether that fits what is known of it.
func (f *facts) bound(at string, x Expr, op CompareOp, than any) bool {
	k := f.values[at]
	if k == nil {
		k = &Constraints{}
		if isLength(x) {
			k.low = int64(0)
		}
		f.values[at] = k
	}
	return k.Add(op, than)
}

// isLength reports whether an expression is the length of something, which is never less than zero.
func isLength(x Expr) bool {
	switch x := x.(type) {
	case *Path:
		last := len(x.Steps) - 1
		return last >= 0 && x.Steps[last].Kind == StepFunction && (x.Steps[last].Name == "length" || x.Steps[last].Name == "size")
	case *Apply:
		return x.Do == Length || x.Do == Count || x.Do == Letters
	}
	return false
}

// An order is which of two values is greater, as a set of what is possible.
type order uint8

const (
	lesser    order = 1 << iota // the left one is less
	same                        // both are equal
	greater                     // the right one is less
	alike                       // both are equal, and have no order
	unordered                   // they have different types, or one is missing
)

// orders are the orders in which comparisons hold.
var orders = map[CompareOp]order{Equal: same | alike, NotEqual: lesser | greater | unordered, Less: lesser, LessEqual: lesser | same,
	Greater: greater, GreaterEqual: same | greater}

// addOrder takes a comparison of two values that holds, or does not, or one of a computed value with a fixed one that holds, and reports
// whether that fits what is known.
func (f *facts) addOrder(c *Compare, holds, typed bool) bool {
	possible, ok := orders[c.Op]
	if !ok || !determined(c.Left) || !determined(c.Right) {
		return true
	}
	if than, fixed := c.Right.(*Literal); fixed {
		op := c.Op
		if opposite, ok := opposites[op]; !holds && ok && typed && areThere(c.Left) {
			op, holds = opposite, true
		}
		return !holds || f.bound(fmt.Sprint(c.As, " ", Readable(c.Left)), c.Left, op, than.Value)
	}
	if !holds {
		possible = ^possible
	}
	if !holds && typed && areThere(c.Left) && areThere(c.Right) {
		possible &^= unordered
		if c.Op != Equal && c.Op != NotEqual {
			possible &^= alike
		}
	}
	a, b := Readable(c.Left), Readable(c.Right)
	if a > b {
		a, b = b, a
		possible = possible&^(lesser|greater) | possible&lesser<<2 | possible&greater>>2
	}
	at := fmt.Sprint(c.As, " ", a, " ", b)
	was, known := f.orders[at]
	if !known {
		was = lesser | same | greater | alike | unordered
	}
	f.orders[at] = was & possible
	return f.orders[at] != 0
}

// determined reports whether an expression has one value in a document: what a path selects, and what is computed of such values.
func determined(x Expr) bool {
	switch x := x.(type) {
	case *Literal:
		return true
	case *Path:
		return x.Definite
	case *Apply:
		return !slices.ContainsFunc(x.Args, func(a Expr) bool { return !determined(a) })
	}
	return false
}

// areThere reports whether an expression has a value, and one with an order, in each document whose members have the types that are
// expected: a quotient may be no number.
func areThere(x Expr) bool {
	a, computed := x.(*Apply)
	return !computed || a.Do != Divide && a.Do != Remainder && !slices.ContainsFunc(a.Args, func(a Expr) bool { return !areThere(a) })
}

// opposites are the comparisons that hold of a number or text where another one does not.
var opposites = map[CompareOp]CompareOp{Less: GreaterEqual, LessEqual: Greater, Greater: LessEqual, GreaterEqual: Less, Equal: NotEqual, NotEqual: Equal}

// Opposite is the comparison that holds of two numbers, or two texts, where this one does not.
func (op CompareOp) Opposite() CompareOp { return opposites[op] }

// compared are the comparisons that tests make.
var compared = map[TestOp]CompareOp{TestEqual: Equal, TestLess: Less, TestLessEqual: LessEqual, TestGreater: Greater, TestGreaterEqual: GreaterEqual}
