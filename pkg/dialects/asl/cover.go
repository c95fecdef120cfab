package asl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects/reading"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
)

// A cover knows what the choice rules before one match, and reports whether that one can still be the first to match. It
// answers yes only where that is provable from the rules alone:
//
//   - an earlier rule is the same except for the order of And and Or,
//   - an earlier comparison of the same variable spans it, as "less than 10" spans "less than 5",
//   - it is an And of which one operand is spanned, or an Or of which all are.
//
// Every distinct condition is given a number, and a compound one is known by the numbers of its operands, so that the
// cost is linear in the size of the rules.
type cover struct {
	numbers map[string]int
	of      map[*Rule]int // the number of a rule that was given one; 0 for one that nothing is known about
	taken   map[int]*Rule // by number: the outermost rule that matches whenever the condition holds
	rays    map[ray]bound
}

// A ray is a half of the values of a variable.
type ray struct {
	variable string
	as       expr.Typing
	up       bool // the values above the bound
}

// A bound is where the widest ray so far ends.
type bound struct {
	limit     limit
	inclusive bool
	by        *Rule
}

// A limit is the operand of a comparison, of the type that the comparison says.
type limit struct {
	number float64
	text   string
	time   time.Time
}

func newCover() *cover {
	return &cover{numbers: map[string]int{}, of: map[*Rule]int{}, taken: map[int]*Rule{}, rays: map[ray]bound{}}
}

// number returns the number of a rule's condition; 0 if it is not known what it means.
func (c *cover) number(x *Rule) int {
	n, known := c.of[x]
	if !known {
		if key := c.key(x); key != "" {
			if n = c.numbers[key]; n == 0 {
				n = len(c.numbers) + 1
				c.numbers[key] = n
			}
		}
		c.of[x] = n
	}
	return n
}

// key spells a condition so that equal ones are spelled alike; it is empty if it is not known what it means.
func (c *cover) key(x *Rule) string {
	if x.Broken || x.Operator == nil {
		return ""
	}
	switch x.Kind {
	case RuleAnd, RuleOr, RuleNot:
		var operands []int
		for _, inner := range x.Rules {
			n := c.number(inner)
			if n == 0 {
				return ""
			}
			operands = append(operands, n)
		}
		slices.Sort(operands)
		return fmt.Sprint(x.Kind, slices.Compact(operands))
	case RuleCompare, RuleLater:
		n := x.Operator.Value
		if x.Variable == nil || n.Kind == source.Array || n.Kind == source.Object {
			return ""
		}
		operand := n.Text
		if v, ok := reading.NumberOf(n); ok && n.Kind == source.Number {
			operand = strconv.FormatFloat(v, 'g', -1, 64)
		}
		return x.Operator.Key + " " + strconv.Quote(x.Variable.Node.Text) + " " + n.Kind.String() + " " + operand
	}
	return ""
}

// covering returns the rule that matches whenever x does, or nil if none is known.
func (c *cover) covering(x *Rule) *Rule {
	n := c.number(x)
	if n == 0 && x.Kind != RuleAnd {
		return nil
	}
	if by := c.taken[n]; n != 0 && by != nil {
		return by
	}
	switch {
	case x.Broken:
		return nil
	case x.Kind == RuleCompare:
		return c.spanning(x)
	case x.Kind == RuleAnd:
		for _, inner := range x.Rules {
			if by := c.covering(inner); by != nil {
				return by
			}
		}
	case x.Kind == RuleOr:
		var by *Rule
		for _, inner := range x.Rules {
			if by = c.covering(inner); by == nil {
				return nil
			}
		}
		return by
	}
	return nil
}

// spanning returns the rule whose comparison holds for all values that the one of x holds for, or nil.
func (c *cover) spanning(x *Rule) *Rule {
	at, ok := limitOf(x)
	if !ok {
		return nil
	}
	for _, up := range []bool{false, true} {
		b, found := c.rays[ray{x.Variable.Node.Text, x.As, up}]
		if !found {
			continue
		}
		order := at.compare(b.limit, x.As)
		if up {
			order = -order
		}
		inclusive := x.Compare != expr.Less && x.Compare != expr.Greater
		within := order < 0 || order == 0 && (b.inclusive || !inclusive)
		sameWay := x.Compare == expr.Equal || isUp(x.Compare) == up
		if within && sameWay {
			return b.by
		}
	}
	return nil
}

// add notes that whenever the condition of x holds, the rule by matches.
func (c *cover) add(x, by *Rule) {
	if n := c.number(x); n != 0 && c.taken[n] == nil {
		c.taken[n] = by
	}
	switch {
	case x.Broken:
	case x.Kind == RuleOr:
		for _, inner := range x.Rules {
			c.add(inner, by)
		}
	case x.Kind == RuleCompare && x.Compare != expr.Equal:
		c.widen(x, by)
	}
}

// widen notes the ray of a comparison, if it is wider than the one that is known.
func (c *cover) widen(x, by *Rule) {
	at, ok := limitOf(x)
	if !ok {
		return
	}
	r := ray{x.Variable.Node.Text, x.As, isUp(x.Compare)}
	inclusive := x.Compare == expr.LessEqual || x.Compare == expr.GreaterEqual
	if b, found := c.rays[r]; found {
		order := at.compare(b.limit, x.As)
		if r.up {
			order = -order
		}
		if order < 0 || order == 0 && (b.inclusive || !inclusive) {
			return
		}
	}
	c.rays[r] = bound{at, inclusive, by}
}

func isUp(op expr.CompareOp) bool { return op == expr.Greater || op == expr.GreaterEqual }

// limitOf returns the operand of a comparison that has an order here. Texts beyond ASCII are left out, as engines do not
// agree on their order.
func limitOf(x *Rule) (at limit, ok bool) {
	if x.Variable == nil || x.Operand == nil || hasPlaceholder(x.Operand.Text) {
		return limit{}, false
	}
	switch x.As {
	case expr.Numeric:
		at.number, ok = reading.NumberOf(x.Operand)
	case expr.Text:
		at.text = x.Operand.Text
		ok = !strings.ContainsFunc(at.text, func(c rune) bool { return c > 0x7f })
	case expr.Timestamp:
		at.time, ok = expr.ParseTimestamp(x.Operand.Text)
	}
	return at, ok
}

// compare returns the order of two limits of one type: negative, 0 or positive.
func (l limit) compare(other limit, as expr.Typing) int {
	switch as {
	case expr.Text:
		return strings.Compare(l.text, other.text)
	case expr.Timestamp:
		return l.time.Compare(other.time)
	}
	switch {
	case l.number < other.number:
		return -1
	case l.number > other.number:
		return 1
	}
	return 0
}
