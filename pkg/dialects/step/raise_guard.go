package step

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// A guard is a condition of another language that is being written as an expression. An expression fails as a whole where a
// variable in it is missing: so a variable is written by its name only where its absence is an error in any case.
// Everywhere else it is looked up among all variables, as one that is missing is null there.
type guard struct {
	// item reports that they begin at an item of a list.
	item bool
	// certain are the variables whose absence is an error in any case.
	certain []string
	// differs names the values for which the expression gives another result than the condition; empty for none.
	differs string
}

// condition writes a condition in the terms that all languages have. It reports false for one that cannot be written. sure
// is true if it is evaluated in any case.
func (g *guard) condition(x expr.Expr, sure bool) (clause, bool) {
	switch x := x.(type) {
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return certainly(b), true
		}
	case *expr.Not:
		c, ok := g.condition(x.Operand, sure)
		return not(c), ok
	case *expr.Logic:
		return g.logic(x, sure)
	case *expr.Test:
		return g.test(x, sure)
	case *expr.Loose:
		return g.loose(x)
	case *expr.Apply:
		return g.ofItems(x)
	}
	return never, false
}

// ofItems writes a question whether some item of a list is as a condition asks.
func (g *guard) ofItems(x *expr.Apply) (clause, bool) {
	if x.Do != expr.Any || g.item {
		return never, false
	}
	list, ok := x.Args[0].(*expr.Path)
	if !ok || list.Root != expr.RootInput || len(list.Steps) == 0 || !countable(list.Steps) {
		return never, false
	}
	inner := &guard{item: true}
	c, ok := inner.condition(x.Args[1], false)
	if g.differs == "" {
		g.differs = inner.differs
	}
	return clause{text: "any(" + notation{}.text(list.Steps) + ", " + c.text + ")", binding: atom}, ok
}

func (g *guard) logic(x *expr.Logic, sure bool) (clause, bool) {
	out, connect := always, both
	if x.Op == expr.Or {
		out, connect = never, either
	}
	for i, o := range x.Operands {
		c, ok := g.condition(o, sure && i == 0)
		if !ok {
			return never, false
		}
		out = connect(out, c)
	}
	return out, true
}

// certainly is a clause that holds for all values, or for none.
func certainly(holds bool) clause {
	if holds {
		return always
	}
	return never
}

// answers are the clauses of the answers of tests.
var answers = map[expr.Answer]clause{expr.No: never, expr.Yes: always, expr.Fails: failing}

// test writes a test, with tests of its own so that it gives the same answers to all values.
func (g *guard) test(t *expr.Test, sure bool) (clause, bool) {
	steps := t.Path.Steps
	at, root := notation{}, expr.RootInput
	if g.item {
		at.item, root = true, expr.RootItem
	}
	if t.Path.Root != root || !countable(steps) {
		return never, false
	}
	if len(steps) == 0 {
		return g.about(t, at.whole()), true
	}
	missing := answers[t.Missing]
	name := steps[0].Name
	bare := !g.item && t.Missing == expr.Fails && isPlainName(name) && (sure || slices.Contains(g.certain, name))
	at.bare = bare
	if bare && sure {
		g.certain = append(g.certain, name)
	}
	text := at.text(steps)
	c := g.about(t, text)
	nothing := t.Null
	if t.Op == expr.TestEqual && t.Value == nil {
		nothing = expr.Yes
	}
	last := len(steps) - 1
	switch {
	case bare && last == 0 && !c.constant():
		return c, true
	case bare && last == 0:
		return choose(compared(quotedText(name), "in", everything), c, failing), true
	case bare && onlyMembers(steps):
		if nothing == expr.Fails {
			return c, true
		}
		return choose(compared(quotedText(steps[last].Name), "in", at.text(steps[:last])), c, failing), true
	}
	return choose(at.presence(steps, t.Missing != nothing), c, missing), true
}

// countable reports whether steps lead to one value by members and items, from a variable on.
func countable(steps []expr.Step) bool {
	for i, s := range steps {
		if s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || i == 0) {
			return false
		}
	}
	return true
}

func onlyMembers(steps []expr.Step) bool {
	return !slices.ContainsFunc(steps, func(s expr.Step) bool { return s.Kind != expr.StepChild })
}

// A notation is how an expression names values.
type notation struct {
	bare bool // the variable is written by its name alone
	item bool // they are in an item of a list, and not among the variables
}

// whole is what the steps begin at.
func (r notation) whole() string {
	if r.item {
		return itemName
	}
	return everything
}

// text is the value that steps lead to.
func (r notation) text(steps []expr.Step) string {
	out := r.whole()
	for i, s := range steps {
		switch {
		case i == 0 && r.bare:
			out = s.Name
		case s.Kind == expr.StepIndex:
			out += "[" + strconv.Itoa(s.Index) + "]"
		default:
			out = memberText(out, s.Name)
		}
	}
	return out
}

// presence tests that there is something where steps lead. A last member that is missing is null, which is as good as something
// unless it has to be distinguished.
func (r notation) presence(steps []expr.Step, apart bool) clause {
	out := always
	for i, s := range steps {
		in := r.text(steps[:i])
		switch {
		case s.Kind == expr.StepIndex:
			out = both(out, ofType(in, "array"))
			if s.Index >= 0 {
				out = both(out, compared("len("+in+")", ">", strconv.Itoa(s.Index)))
			} else {
				out = both(out, compared("len("+in+")", ">=", strconv.Itoa(-s.Index)))
			}
			continue
		case i > 0 || r.item:
			out = both(out, ofType(in, "map"))
		}
		if apart && i == len(steps)-1 && !(r.bare && i == 0) {
			out = both(out, compared(quotedText(s.Name), "in", in))
		}
	}
	return out
}

// about is the test of a value that is there, or null.
func (g *guard) about(t *expr.Test, v string) clause {
	isNull := compared(v, "==", "nil")
	null, wrong := answers[t.Null], answers[t.Wrong]
	rest := choose(isNull, null, wrong)
	switch t.Op {
	case expr.TestPresent:
		return choose(not(isNull), always, null)
	case expr.TestObject, expr.TestList:
		return choose(ofType(v, types[t.Op]...), always, rest)
	case expr.TestEqual:
		if t.Value == nil {
			return choose(isNull, always, wrong)
		}
		if b, ok := t.Value.(bool); ok && t.Wrong == expr.Fails && t.Null == expr.Fails {
			c := clause{text: v, binding: atom}
			if !b {
				c = not(c)
			}
			return c
		}
		if t.Wrong == expr.No && t.Null == expr.No && !t.Instant {
			return compared(v, "==", constantText(t.Value))
		}
	}
	c, kind := g.fitting(t, v)
	if natural := natures(t.Op); !t.Instant && natural[0] == t.Wrong && natural[1] == t.Null {
		return c
	}
	return choose(kind, c, rest)
}

// natures are the answers that the language itself gives to a value of another type, and to null.
func natures(op expr.TestOp) [2]expr.Answer {
	switch op {
	case expr.TestEqual:
		return [2]expr.Answer{expr.No, expr.No}
	case expr.TestContains, expr.TestStartsWith, expr.TestEndsWith:
		return [2]expr.Answer{expr.Fails, expr.No}
	}
	return [2]expr.Answer{expr.Fails, expr.Fails}
}

// itemName is the name by which an expression sees an item of a list.
const itemName = "#"

// operators are how the questions are written.
var operators = map[expr.TestOp]string{expr.TestEqual: "==", expr.TestLess: "<", expr.TestLessEqual: "<=", expr.TestGreater: ">",
	expr.TestGreaterEqual: ">=", expr.TestContains: "contains", expr.TestStartsWith: "startsWith", expr.TestEndsWith: "endsWith"}

// instants match the texts that are timestamps.
const instants = `'^(\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))` +
	`|(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)` +
	`T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d([.]\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$'`

// fitting is the comparison of a test, and what a value has to be for it.
func (g *guard) fitting(t *expr.Test, v string) (c, kind clause) {
	constant := constantText(t.Value)
	if t.Instant {
		return compared("date("+v+")", operators[t.Op], "date("+constant+")"),
			both(ofType(v, "string"), clause{text: v + " matches " + instants, binding: comparing})
	}
	return compared(v, operators[t.Op], constant), kindClause(v, t.Value)
}

// types are the names of the types that tests ask for.
var types = map[expr.TestOp][]string{expr.TestObject: {"map"}, expr.TestText: {"string"}, expr.TestBoolean: {"bool"}, expr.TestList: {"array"},
	expr.TestNumber: {"int", "float"}}

// ofType tests that a value has one of some types.
func ofType(v string, names ...string) clause {
	if len(names) == 1 {
		return compared("type("+v+")", "==", quotedText(names[0]))
	}
	return compared("type("+v+")", "in", "['"+strings.Join(names, "', '")+"']")
}

// kindClause tests that a value has the type of another.
func kindClause(v string, other any) clause {
	if _, number := value.Float(other); number {
		return ofType(v, types[expr.TestNumber]...)
	}
	name, _ := nameOfType(nil, []any{other})
	return ofType(v, name.(string))
}
