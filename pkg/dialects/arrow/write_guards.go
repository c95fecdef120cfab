package arrow

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// not is the opposite of a filter.
func not(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Not:
		return x.Operand
	case *expr.Literal:
		return &expr.Literal{Value: x.Value == false}
	}
	return &expr.Not{Operand: x}
}

// direct is a filter in which the opposite of a comparison is a comparison. It is the same where what is compared is there, with the type
// of what it is compared with. Whether it is there at all is what a comparison with null asks, which stays as it is.
func direct(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Logic:
		parts := make([]expr.Expr, len(x.Operands))
		for i, o := range x.Operands {
			parts[i] = direct(o)
		}
		return connected(x.Op, parts)
	case *expr.Not:
		c, ok := x.Operand.(*expr.Compare)
		if !ok || c.Op > expr.GreaterEqual || isLiteral(c.Right, nil) {
			return x
		}
		turned := *c
		turned.Op = c.Op.Opposite()
		return &turned
	}
	return x
}

// allOf holds if all of some filters do, each of which is written once.
func allOf(parts ...expr.Expr) expr.Expr { return connected(expr.And, parts) }

// anyOf holds if one of some filters does.
func anyOf(parts ...expr.Expr) expr.Expr { return connected(expr.Or, parts) }

func connected(op expr.LogicOp, parts []expr.Expr) expr.Expr {
	out := &expr.Logic{Op: op}
	seen := map[string]bool{}
	for _, p := range parts {
		operands := []expr.Expr{p}
		if inner, ok := p.(*expr.Logic); ok && inner.Op == op {
			operands = inner.Operands
		}
		for _, o := range operands {
			text := guardText(o)
			switch {
			case isLiteral(o, op == expr.Or):
				return o
			case isLiteral(o, op == expr.And), seen[text]:
				continue
			}
			seen[text] = true
			out.Operands = append(out.Operands, o)
		}
	}
	return out.Reduced()
}

// orTrue is a guard, or the filter that always holds in place of none.
func orTrue(guard expr.Expr) expr.Expr {
	if guard == nil {
		return &expr.Literal{Value: true}
	}
	return guard
}

// A choosing is the exits of a choice with an index of the values that they compare with, for choices of very many.
type choosing struct {
	exits []exit
	holds []expr.Expr                 // by the exit, when its guard holds, in common terms
	equal map[string]map[string][]int // the exits that compare a path with a value, by the path and the value
	rest  map[string][]int            // the exits that do not only compare a path with a value, by the path
	typed bool                        // what is compared is there, and has the type of what it is compared with
	pairs int                         // how many pairs of exits were looked at
	parts int                         // how many parts of guards were compared with others
}

// A choice of very many conditions has millions of pairs. So many of them are compared, and so many parts of the guards that are made of
// them; the guards that come after that are longer than they have to be. A guard of more than the longest parts is not even spelled: each
// takes a byte, and no path has more.
const mostPairs, mostCompared, longest = 200_000, 60_000, 16 << 10

// newChoosing indexes exits.
func newChoosing(exits []exit, typed bool) *choosing {
	c := &choosing{exits: exits, typed: typed, equal: map[string]map[string][]int{}, rest: map[string][]int{}}
	paths := make([]string, len(exits))
	for i, w := range exits {
		c.holds = append(c.holds, expr.Asked(asPath(orTrue(w.guard))))
		path, key, ok := compared(w.guard)
		if !ok {
			continue
		}
		if c.equal[path] == nil {
			c.equal[path] = map[string][]int{}
		}
		c.equal[path][key] = append(c.equal[path][key], i)
		paths[i] = path
	}
	if len(c.equal) > mostPaths {
		c.equal = nil
	}
	for path := range c.equal {
		for i := range exits {
			if paths[i] != path {
				c.rest[path] = append(c.rest[path], i)
			}
		}
	}
	return c
}

// mostPaths is how many paths are indexed.
const mostPaths = 10

// rivals are the exits before one that may hold where it does, in order.
func (c *choosing) rivals(i int) []int {
	var out []int
	path, key, ok := compared(c.exits[i].guard)
	if !ok || c.equal[path] == nil {
		for j := range i {
			out = append(out, j)
		}
		return out
	}
	for _, list := range [][]int{c.rest[path], c.equal[path][key]} {
		n, _ := slices.BinarySearch(list, i)
		out = append(out, list[:n]...)
	}
	slices.Sort(out)
	return out
}

// compared is what a filter compares that asks whether a value is a certain text or number, with a key that equal ones share.
func compared(x expr.Expr) (path, key string, ok bool) {
	p, op, v, ok := comparison(x)
	if !ok || op != expr.Equal {
		return "", "", false
	}
	if f, number := value.Float(v); number {
		return p.Text, strconv.FormatFloat(f, 'g', -1, 64), true
	}
	text, ok := v.(string)
	return p.Text, "text " + text, ok
}

// onlyAfter is the guard of an exit where those of some of the earlier exits do not hold.
func (c *choosing) onlyAfter(i int, some func(earlier int) bool) expr.Expr {
	parts := []expr.Expr{orTrue(c.exits[i].guard)}
	for _, j := range c.rivals(i) {
		if c.pairs++; some(j) && (c.pairs > mostPairs || !expr.Exclusive(c.holds[i], c.holds[j])) {
			parts = append(parts, not(orTrue(c.exits[j].guard)))
		}
	}
	return allOf(parts...)
}

// groupGuard is the guard of some of the exits together. Where all others come before them, and one of them is taken if none of
// those is, it reports so.
func (c *choosing) groupGuard(members []int) expr.Expr {
	exits := c.exits
	first := members[0]
	last := len(exits) - 1
	if members[len(members)-1] == last && exits[last].guard == nil && len(members) == len(exits)-first {
		var others []expr.Expr
		for _, w := range exits[:first] {
			others = append(others, not(orTrue(w.guard)))
		}
		return allOf(others...)
	}
	parts := make([]expr.Expr, len(members))
	for i, m := range members {
		parts[i] = c.onlyAfter(m, func(earlier int) bool { _, in := slices.BinarySearch(members, earlier); return !in })
	}
	if c.parts += len(parts) * expr.Size(parts...); c.parts > mostCompared {
		return anyOf(parts...)
	}
	for i := 0; i < len(parts); i++ {
		others := slices.Delete(slices.Clone(parts), i, i+1)
		if slices.ContainsFunc(others, func(o expr.Expr) bool { return implies(parts[i], o) }) {
			parts = others
			i--
		}
	}
	some := anyOf(parts...)
	if rest := c.allBut(members); rest != nil && expr.Size(rest) < expr.Size(some) {
		return rest
	}
	return some
}

// allBut holds if none of the other exits is taken. It is nil if there are many of them, or a run may take none of all the exits.
func (c *choosing) allBut(members []int) expr.Expr {
	if len(c.exits) >= 2*len(members) || !c.typed || !expr.Complete(c.holds) {
		return nil
	}
	var parts []expr.Expr
	in := func(i int) bool { _, in := slices.BinarySearch(members, i); return in }
	for i := range c.exits {
		if !in(i) {
			parts = append(parts, expr.Opposite(c.onlyAfter(i, in)))
		}
	}
	return allOf(parts...)
}

// implies reports whether a filter certainly holds where another does.
func implies(a, b expr.Expr) bool { return expr.Exclusive(asPath(a), asPath(not(b))) }

// always reports whether it is certain that one of the exits is taken whatever the data is.
func always(exits []exit) bool {
	guards := make([]expr.Expr, len(exits))
	for i, w := range exits {
		guards[i] = orTrue(w.guard)
	}
	return expr.Exhaustive(guards)
}
