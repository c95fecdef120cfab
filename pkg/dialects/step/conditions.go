package step

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr/ast"
)

// Conditions are compared by what they ask of each of their subjects. A subject is what is compared with a constant, such
// as a variable, or, where a part of a condition cannot be taken apart, that part, which is true or false. A box describes in
// which domain each of its subjects lies; a condition is a list of boxes, and holds where one of them does.

// A box is a conjunction: by subject, the domain that it lies in. The empty one always holds.
type box map[string]domain

// A domain is a set of values: an interval of numbers, or some values by name, or all but those.
type domain struct {
	numeric        bool
	low, high      float64
	lowIn, highIn  bool // whether the ends belong to it
	names          []string
	except, opaque bool // all but the names; the subject is a part that could not be taken apart
}

// maxBoxes bounds how many boxes a condition becomes. One that has more is not compared.
const maxBoxes = 32

// boxesOf returns the boxes of a condition. It reports false if there are too many.
func boxesOf(n ast.Node, holds bool) ([]box, bool) {
	switch n := n.(type) {
	case *ast.BoolNode:
		if n.Value == holds {
			return []box{{}}, true
		}
		return nil, true
	case *ast.UnaryNode:
		if n.Operator == "!" || n.Operator == "not" {
			return boxesOf(n.Node, !holds)
		}
	case *ast.BinaryNode:
		switch n.Operator {
		case "&&", "and":
			return connect(n, holds, holds)
		case "||", "or":
			return connect(n, holds, !holds)
		case "==", "!=", "<", "<=", ">", ">=":
			if b, ok := comparison(n, holds); ok {
				return b, true
			}
		case "in":
			if b, ok := membership(n, holds); ok {
				return b, true
			}
		}
	}
	return []box{{n.String(): domain{names: []string{strconv.FormatBool(holds)}, opaque: !simple(n)}}}, true
}

// connect joins the boxes of two operands: both have to hold, or one of them.
func connect(n *ast.BinaryNode, holds, both bool) ([]box, bool) {
	left, ok1 := boxesOf(n.Left, holds)
	right, ok2 := boxesOf(n.Right, holds)
	if !ok1 || !ok2 || len(left)*len(right) > maxBoxes || len(left)+len(right) > maxBoxes {
		return nil, false
	}
	if !both {
		return append(slices.Clip(left), right...), true
	}
	return product(left, right), true
}

// product returns the boxes in which one of each list holds. Those that nothing lies in are left out.
func product(left, right []box) []box {
	var out []box
	for _, a := range left {
		for _, b := range right {
			if c, ok := a.and(b); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// and returns what lies in both boxes. It reports false if nothing does.
func (a box) and(b box) (box, bool) {
	out := make(box, len(a)+len(b))
	for subject, d := range a {
		out[subject] = d
	}
	for subject, d := range b {
		if before, ok := out[subject]; ok {
			if d, ok = before.and(d); !ok {
				return nil, false
			}
		}
		out[subject] = d
	}
	return out, true
}

// within reports whether a box lies in another as a whole.
func (a box) within(b box) bool {
	for subject, outer := range b {
		if inner, ok := a[subject]; !ok || !inner.within(outer) {
			return false
		}
	}
	return true
}

// comparison returns the boxes of a comparison with a constant.
func comparison(n *ast.BinaryNode, holds bool) ([]box, bool) {
	subject, constant, op := n.Left, n.Right, n.Operator
	if _, _, ok := constantOf(subject); ok {
		subject, constant, op = constant, subject, turned(op)
	}
	number, name, ok := constantOf(constant)
	if !ok {
		return nil, false
	}
	if !holds {
		op = opposite(op)
	}
	var out []box
	add := func(d domain) {
		d.opaque = !simple(subject)
		out = append(out, box{subject.String(): d})
	}
	if name != "" {
		if op != "==" && op != "!=" {
			return nil, false
		}
		add(domain{names: []string{name}, except: op == "!="})
		return out, true
	}
	for _, d := range intervals(op, number) {
		add(d)
	}
	return out, true
}

// intervals returns the numbers that compare with one.
func intervals(op string, x float64) []domain {
	below := domain{numeric: true, low: math.Inf(-1), high: x, highIn: op == "<="}
	above := domain{numeric: true, low: x, high: math.Inf(1), lowIn: op == ">="}
	switch op {
	case "<", "<=":
		return []domain{below}
	case ">", ">=":
		return []domain{above}
	case "!=":
		return []domain{below, above}
	}
	return []domain{{numeric: true, low: x, high: x, lowIn: true, highIn: true}}
}

// membership returns the boxes of a test whether something is in a list of constant names.
func membership(n *ast.BinaryNode, holds bool) ([]box, bool) {
	list, ok := n.Right.(*ast.ArrayNode)
	if !ok || len(list.Nodes) > maxBoxes {
		return nil, false
	}
	d := domain{except: !holds, opaque: !simple(n.Left)}
	for _, item := range list.Nodes {
		_, name, ok := constantOf(item)
		if !ok || name == "" {
			return nil, false
		}
		d.names = append(d.names, name)
	}
	return []box{{n.Left.String(): d}}, true
}

// constantOf returns a number, or the name of another constant, as JSON writes it.
func constantOf(n ast.Node) (number float64, name string, ok bool) {
	switch n := n.(type) {
	case *ast.IntegerNode:
		return float64(n.Value), "", n.Value < 1<<53 && n.Value > -1<<53
	case *ast.FloatNode:
		return n.Value, "", true
	case *ast.StringNode:
		return 0, strconv.Quote(n.Value), true
	case *ast.BoolNode:
		return 0, strconv.FormatBool(n.Value), true
	case *ast.NilNode:
		return 0, "null", true
	case *ast.IdentifierNode:
		return 0, "null", isNull(n)
	case *ast.UnaryNode:
		if n.Operator == "-" {
			number, name, ok = constantOf(n.Node)
			return -number, "", ok && name == ""
		}
	}
	return 0, "", false
}

// simple reports whether a subject is a variable, a member of one, or the length of such: its values do not depend on
// those of other subjects.
func simple(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IdentifierNode:
		return true
	case *ast.MemberNode:
		_, constant := n.Property.(*ast.StringNode)
		return constant && simple(n.Node)
	case *ast.BuiltinNode:
		return n.Name == "len" && len(n.Arguments) == 1 && simple(n.Arguments[0])
	}
	return false
}

// turned returns a comparison with its sides changed.
func turned(op string) string {
	return strings.NewReplacer("<", ">", ">", "<").Replace(op)
}

func opposite(op string) string {
	return map[string]string{"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}[op]
}

// and returns what is in both domains. It reports false if nothing is, or if they are of different kinds.
func (d domain) and(e domain) (domain, bool) {
	if d.numeric != e.numeric {
		if d.numeric && e.except {
			return d, true
		}
		return e, e.numeric && d.except
	}
	d.opaque = d.opaque || e.opaque
	if d.numeric {
		if e.low > d.low || e.low == d.low && !e.lowIn {
			d.low, d.lowIn = e.low, e.lowIn
		}
		if e.high < d.high || e.high == d.high && !e.highIn {
			d.high, d.highIn = e.high, e.highIn
		}
		return d, d.low < d.high || d.low == d.high && d.lowIn && d.highIn
	}
	switch {
	case d.except && e.except:
		d.names = append(slices.Clip(d.names), e.names...)
		return d, true
	case d.except:
		d, e = e, d
	}
	var names []string
	for _, name := range d.names {
		if slices.Contains(e.names, name) != e.except {
			names = append(names, name)
		}
	}
	d.names = names
	return d, len(names) > 0
}

// within reports whether all that is in a domain is in another.
func (d domain) within(e domain) bool {
	switch {
	case d.numeric != e.numeric:
		return d.numeric && e.except
	case d.numeric:
		low := d.low > e.low || d.low == e.low && (e.lowIn || !d.lowIn)
		high := d.high < e.high || d.high == e.high && (e.highIn || !d.highIn)
		return low && high
	case d.except:
		return e.except && !slices.ContainsFunc(e.names, func(name string) bool { return !slices.Contains(d.names, name) })
	}
	return !slices.ContainsFunc(d.names, func(name string) bool { return slices.Contains(e.names, name) == e.except })
}

// covered reports whether one of the boxes of a list holds wherever a box does.
func covered(a box, all []box) bool {
	return slices.ContainsFunc(all, func(b box) bool { return a.within(b) })
}

// allCovered reports whether a condition holds only where another does.
func allCovered(inner, outer []box) bool {
	return !slices.ContainsFunc(inner, func(a box) bool { return !covered(a, outer) })
}

// certain reports whether it is known which values lie in the box: none of its subjects is a part of a condition.
func (a box) certain() bool {
	for _, d := range a {
		if d.opaque {
			return false
		}
	}
	return true
}

// overlap returns a box in which both conditions are known to hold; nil if there is none.
func overlap(left, right []box) box {
	for _, a := range left {
		for _, b := range right {
			if c, ok := a.and(b); ok && c.certain() {
				return c
			}
		}
	}
	return nil
}
