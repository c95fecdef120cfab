package step

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// loose writes a condition of an entity state machine. Equality also tests the items of lists; the orders, and tests
// for parts of texts, test single values of the type that is compared with.
func (g *guard) loose(x *expr.Loose) (clause, bool) {
	path, ok := x.Left.(*expr.Path)
	if !ok {
		return never, false
	}
	if path.Root == expr.RootContext {
		return g.ofRun(x, path)
	}
	steps := slices.Concat(g.prefix, path.Steps)
	if path.Root != expr.RootInput || !path.Definite || len(steps) == 0 || !countable(steps) {
		return never, false
	}
	at := notation{}
	v := at.text(steps)
	present := at.presence(steps, false)
	absent := map[bool]clause{true: always, false: never}[(x.Op == expr.LooseNull || x.Op == expr.LooseEqual && x.Right[0].Value == nil) != x.Negated]
	if x.Op == expr.LooseNull || x.Op == expr.LooseEqual && !readsAsNumber(x.Right[0].Value) && !(x.Fold && isText(x.Right[0].Value)) {
		return choose(present, ofAny(x, v), absent), true
	}
	c, ok := g.ofOne(x, v)
	if !ok {
		return never, false
	}
	if x.Negated {
		c = not(c)
	}
	return choose(present, c, absent), true
}

// ofRun answers a condition on what the run itself provides.
func (g *guard) ofRun(x *expr.Loose, p *expr.Path) (clause, bool) {
	if len(p.Steps) != 1 || g.known == nil {
		return never, false
	}
	if !g.known.Has(p.Steps[0].Name) {
		return never, false
	}
	holds, err := expr.Holds(x, &expr.Env{Context: g.known})
	return map[bool]clause{true: always, false: never}[holds], err == nil
}

// ofAny is an equality that any item of a list may have, or the value itself if it is not a list.
func ofAny(x *expr.Loose, v string) clause {
	op, constant := "==", "nil"
	if x.Op == expr.LooseEqual {
		constant = constantText(x.Right[0].Value)
	}
	if x.Negated {
		op = "!="
	}
	c := clause{text: fmt.Sprintf("any(flatten([%s]), # %s %s)", v, op, constant), binding: atom}
	if x.Op == expr.LooseNull && x.Negated {
		return either(compared(v, "==", "[]"), c)
	}
	return c
}

// ofOne is a condition on a single value of the type that is compared with.
func (g *guard) ofOne(x *expr.Loose, v string) (clause, bool) {
	if len(x.Right) == 0 || x.Op == expr.LooseItems {
		return never, false
	}
	constant := x.Right[0].Value
	g.differs = "lists and for values of another type"
	switch x.Op {
	case expr.LooseEqual:
		return equalsLoosely(x, v), true
	case expr.LooseMatches, expr.LooseLike:
		pattern, ok := constant.(string)
		if !ok {
			return never, false
		}
		if x.Op == expr.LooseLike {
			pattern = expr.LikePattern(pattern)
		}
		return both(kindClause(v, ""), clause{text: v + " matches " + quotedText(pattern), binding: comparing}), true
	case expr.LooseContains, expr.LooseStartsWith, expr.LooseEndsWith:
		op := map[expr.LooseOp]string{expr.LooseContains: "contains", expr.LooseStartsWith: "startsWith", expr.LooseEndsWith: "endsWith"}[x.Op]
		text, ok := constant.(string)
		if !ok {
			return never, false
		}
		if x.Fold {
			return both(kindClause(v, ""), compared("lower("+v+")", op, "lower("+quotedText(text)+")")), true
		}
		return both(kindClause(v, ""), compared(v, op, quotedText(text))), true
	}
	ops := map[expr.LooseOp][]string{expr.LooseGreater: {">"}, expr.LooseGreaterEqual: {">="}, expr.LooseLess: {"<"}, expr.LooseLessEqual: {"<="},
		expr.LooseBetween: {">", "<"}, expr.LooseBetweenOrEqual: {">=", "<="}}[x.Op]
	out := always
	for i, op := range ops {
		bound := number(x.Right[i].Value)
		if _, list := bound.([]any); list || bound == nil {
			return never, false
		}
		if i == 0 {
			out = kindClause(v, bound)
		}
		out = both(out, compared(v, op, constantText(bound)))
	}
	return out, len(ops) > 0
}

// equalsLoosely compares with a number however it is written, or with a text in any case.
func equalsLoosely(x *expr.Loose, v string) clause {
	constant := x.Right[0].Value
	if readsAsNumber(constant) {
		n := number(constant)
		spelled := []any{n, string(value.Append(nil, n))}
		if isText(constant) && constant != spelled[1] {
			spelled = append(spelled, constant)
		}
		return compared(v, "in", constantText(spelled))
	}
	return both(kindClause(v, ""), compared("lower("+v+")", "==", "lower("+constantText(constant)+")"))
}

func isText(v any) bool {
	_, ok := v.(string)
	return ok
}

func readsAsNumber(v any) bool {
	switch number(v).(type) {
	case int64, float64:
		return true
	}
	return false
}

// number is the number that a text reads as, or else the value itself.
func number(v any) any {
	if s, ok := v.(string); ok {
		if n, ok := value.Number(s); ok {
			return n
		}
	}
	return v
}
