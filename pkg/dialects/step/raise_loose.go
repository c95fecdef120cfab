package step

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
)

// loose writes a condition of an entity state machine. It is asked of a value, or of any item of a list and of the lists in it, and the
// types of its two sides need not be the same: numbers may be texts that read as numbers, and texts may be numbers and booleans as they are
// written.
func (g *guard) loose(x *expr.Loose) (clause, bool) {
	path, ok := x.Left.(*expr.Path)
	if !ok || path.Root != expr.RootInput {
		return never, false
	}
	one, ok := g.ofOne(x)
	if !ok {
		return never, false
	}
	steps := path.Steps
	if star := slices.IndexFunc(steps, func(s expr.Step) bool { return s.Kind == expr.StepWildcard }); star > 0 {
		return ofMembers(steps[:star], steps[star+1:], one)
	}
	if !path.Definite || len(steps) == 0 || !countable(steps) {
		return never, false
	}
	at := notation{}
	c := anyOf(at.text(steps), one)
	if x.Op == expr.LooseNull && x.Negated {
		c = either(compared(at.text(steps), "==", "[]"), c)
	}
	absent := certainly((x.Op == expr.LooseNull || x.Op == expr.LooseEqual && x.Right[0].Value == nil) != x.Negated)
	return choose(at.presence(steps, false), c, absent), true
}

// anyOf asks something of a value, or of any item of a list and of the lists in it.
func anyOf(v string, one clause) clause {
	return clause{text: fmt.Sprintf("any(flatten([%s]), %s)", v, one.text), binding: atom}
}

// ofMembers asks something of what is at a path in each item of a list, or in each member of an object.
func ofMembers(before, after []expr.Step, one clause) (clause, bool) {
	if !countable(before) || len(after) > 0 && !countable(append([]expr.Step{{Kind: expr.StepChild}}, after...)) {
		return never, false
	}
	v, item := notation{}.text(before), notation{item: true}
	all := fmt.Sprintf("type(%[1]s) == 'array' ? %[1]s : type(%[1]s) == 'map' ? values(%[1]s) : []", v)
	each := both(item.presence(after, true), anyOf(item.text(after), one))
	return both(notation{}.presence(before, false), clause{text: "any(" + all + ", " + each.text + ")", binding: atom}), true
}

// ofOne asks something of a single value, which is an item.
func (g *guard) ofOne(x *expr.Loose) (clause, bool) {
	ops := looseOrders[x.Op]
	out, ok := always, false
	switch {
	case x.Op == expr.LooseNull:
		out, ok = compared(itemName, "==", "nil"), true
	case x.Op == expr.LooseEqual:
		out, ok = g.equalsLoosely(x)
	case x.Op == expr.LooseMatches || x.Op == expr.LooseLike:
		out, ok = matchesLoosely(x)
	case x.Op == expr.LooseContains || x.Op == expr.LooseStartsWith || x.Op == expr.LooseEndsWith:
		out, ok = withinLoosely(x)
	case len(ops) > 0:
		ok = true
		for i, op := range ops {
			out = both(out, g.orderedLoosely(op, x.Right[i].Value))
		}
	}
	if x.Negated {
		out = not(out)
	}
	return out, ok
}

// looseOrders are the comparisons of a question with each of its values.
var looseOrders = map[expr.LooseOp][]string{expr.LooseGreater: {">"}, expr.LooseGreaterEqual: {">="}, expr.LooseLess: {"<"}, expr.LooseLessEqual: {"<="},
	expr.LooseBetween: {">", "<"}, expr.LooseBetweenOrEqual: {">=", "<="}}

// numeral matches the texts that read as numbers.
const numeral = `'^[+-]?(\\d+[.]?\\d*|[.]\\d+)([eE][+-]?\\d+)?$'`

// The types of values, and the text of one that has one.
var (
	aNumber  = ofType(itemName, "int", "float")
	aText    = ofType(itemName, "string")
	aScalar  = ofType(itemName, "string", "int", "float", "bool")
	aNumeral = both(aText, clause{text: itemName + " matches " + numeral, binding: comparing})
)

const textOfItem = "(type(" + itemName + ") == 'string' ? " + itemName + " : toJSON(" + itemName + "))"

// equalsLoosely compares with a number however it is written, with a text in any case, or with a value as it is.
func (g *guard) equalsLoosely(x *expr.Loose) (clause, bool) {
	constant := x.Right[0].Value
	if n, ok := g.numberOf(constant); ok {
		return either(compared(itemName, "==", n), both(aNumeral, compared("float("+itemName+")", "==", n))), true
	}
	if text, ok := constant.(string); ok && x.Fold {
		pattern := quotedText(`(?i)\A` + regexp.QuoteMeta(text) + `\z`)
		return both(aText, clause{text: itemName + " matches " + pattern, binding: comparing}), true
	}
	return compared(itemName, "==", constantText(constant)), true
}

// orderedLoosely is the order of numbers, if both sides read as such, or else that of texts.
func (g *guard) orderedLoosely(op string, constant any) clause {
	text, ok := expr.LooseText(constant)
	if !ok {
		return never
	}
	n, numeric := g.numberOf(constant)
	if !numeric {
		return both(aScalar, compared(textOfItem, op, quotedText(text)))
	}
	asText := both(ofType(itemName, "string", "bool"), compared("string("+itemName+")", op, quotedText(text)))
	return choose(aNumber, compared(itemName, op, n), choose(aNumeral, compared("float("+itemName+")", op, n), asText))
}

// matchesLoosely compares a text with a pattern.
func matchesLoosely(x *expr.Loose) (clause, bool) {
	pattern, ok := expr.LooseText(x.Right[0].Value)
	if !ok {
		return never, false
	}
	if x.Op == expr.LooseLike {
		texts := !inScalar(strings.NewReplacer("%", "", "_", "").Replace(pattern))
		if pattern = expr.LikePattern(pattern); texts {
			return both(aText, clause{text: itemName + " matches " + quotedText(pattern), binding: comparing}), true
		}
	}
	return both(aScalar, clause{text: textOfItem + " matches " + quotedText(pattern), binding: comparing}), true
}

// withinLoosely looks for a part of a text.
func withinLoosely(x *expr.Loose) (clause, bool) {
	part, ok := expr.LooseText(x.Right[0].Value)
	if !ok {
		return never, true
	}
	op := map[expr.LooseOp]string{expr.LooseContains: "contains", expr.LooseStartsWith: "startsWith", expr.LooseEndsWith: "endsWith"}[x.Op]
	if x.Fold {
		part = strings.ToLower(part)
	}
	kind, text := aScalar, textOfItem
	if !inScalar(part) {
		kind, text = aText, itemName
	}
	if x.Fold {
		text = "lower(" + text + ")"
	}
	return both(kind, compared(text, op, quotedText(part))), true
}

// inScalar reports whether a text may be a part of a number or a boolean as it is written.
func inScalar(part string) bool {
	return strings.Trim(strings.ToLower(part), "0123456789.+-truefals") == ""
}

// numberOf writes a number, or the one that a text aNumeral as. Doubles, as which texts are read, are exact up to the largest of the
// integers that they all hold.
func (g *guard) numberOf(v any) (string, bool) {
	n, ok := expr.LooseNumber(v)
	if !ok {
		return "", false
	}
	if f, _ := asFloat(n); math.Abs(f) > 1<<53 {
		g.differs = "texts that read as numbers larger than 2^53"
	}
	return constantText(n), true
}
