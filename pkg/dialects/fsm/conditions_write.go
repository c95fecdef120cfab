package fsm

import (
	"regexp"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
)

// Condition returns a condition as a criterion: a simple one, or a group of such. Implements the method of [dialects.Target].
func (d Dialect) Condition(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	if aboutLife(x) {
		return x, ""
	}
	x = expr.CommonCondition(x, s.Domain.Terms())
	if l, ok := x.(*expr.Literal); !s.Domain.Typed && (!ok || l.Value != true && l.Value != false) {
		// Every operator looks at the items of a list, and at texts that read as numbers, which no condition of another language does.
		return nil, "`" + expr.Readable(x) + "` for data of any type"
	}
	w := &criterionWriter{}
	out = w.write(x, false)
	switch {
	case w.lacks != "":
		return nil, w.lacks
	case depthOf(out) > maxGroups:
		return nil, "so many nested groups"
	}
	return out, ""
}

// aboutLife reports whether a condition asks for something of the life of an entity: it is a criterion already.
func aboutLife(x expr.Expr) bool {
	l, ok := x.(*expr.Loose)
	if !ok {
		return false
	}
	p, ok := l.Left.(*expr.Path)
	return ok && p.Root == expr.RootContext && len(p.Steps) == 1
}

// Value returns a fixed value as it is: state machines compute none from the entity. Implements the method of [dialects.Target].
func (d Dialect) Value(x expr.Expr, s *dialects.Sight) (out expr.Expr, lacks string) {
	x = expr.CommonValue(x, s.Domain.Terms())
	if l, ok := x.(*expr.Literal); ok {
		return l, ""
	}
	return nil, "a value that is computed from the data, `" + expr.Readable(x) + "`"
}

// depthOf is how many groups of a criterion are in one another.
func depthOf(x expr.Expr) int {
	l, ok := x.(*expr.Logic)
	if !ok {
		return 0
	}
	most := 0
	for _, o := range l.Operands {
		most = max(most, depthOf(o))
	}
	return 1 + most
}

// A criterionWriter writes conditions in common terms as criteria, of data of the types that they are written for. There is no negation but
// that of operators, and what is missing counts as null (fsm: "CRITERIA").
type criterionWriter struct{ lacks string }

func (w *criterionWriter) fail(lacks string) expr.Expr {
	if w.lacks == "" {
		w.lacks = lacks
	}
	return &expr.Literal{Value: false}
}

// write writes a condition, or its opposite.
func (w *criterionWriter) write(x expr.Expr, not bool) expr.Expr {
	switch x := x.(type) {
	case *expr.Not:
		return w.write(x.Operand, !not)
	case *expr.Literal:
		if b, ok := x.Value.(bool); ok {
			return &expr.Literal{Value: b != not}
		}
	case *expr.Logic:
		return groupOf(x, not, w.write)
	case *expr.Test:
		return w.test(x, not)
	case *expr.Compare:
		return w.compare(x, not)
	case *expr.Apply:
		if x.Do == expr.Any && !not {
			return w.any(x)
		}
		if x.Do == expr.All && not {
			return w.any(&expr.Apply{Do: expr.Any, Args: []expr.Expr{x.Args[0], &expr.Not{Operand: x.Args[1]}}})
		}
	case *expr.Loose: // one of this language; those that match have no opposite
		if !not {
			return x
		}
	}
	return w.fail(notOf(x, not))
}

// notOf is a condition, or its opposite, for people.
func notOf(x expr.Expr, not bool) string {
	if not {
		return "`not (" + expr.Readable(x) + ")`"
	}
	return "`" + expr.Readable(x) + "`"
}

// test writes a test, or its opposite.
func (w *criterionWriter) test(t *expr.Test, not bool) expr.Expr {
	p := w.path(t.Path)
	switch {
	case p == nil:
		return w.fail(notOf(t, not))
	case len(p.Steps) == 0 && (t.Op == expr.TestPresent || t.Op == expr.TestObject):
		return &expr.Literal{Value: !not}
	case len(p.Steps) == 0:
		return w.fail("a condition on the whole entity")
	case t.Op == expr.TestPresent && (t.Null == expr.Yes || t.Missing == expr.Yes):
		return w.fail("whether `" + p.String() + "` is there, be it null")
	case t.Op == expr.TestPresent:
		return &expr.Loose{Op: expr.LooseNull, Negated: !not, Left: p}
	case t.Op >= expr.TestObject:
		return w.fail("a test for a type")
	case t.Instant:
		return w.fail("the order of timestamps")
	}
	x := w.question(t, p, not)
	if x == nil {
		return w.fail(notOf(t, not))
	}
	return w.answer(t, x, not)
}

// question is the criterion for a test of a value of its type, or its opposite; nil if there is none. A text that reads as a number would
// be compared as one, so that it is matched.
func (w *criterionWriter) question(t *expr.Test, p *expr.Path, not bool) *expr.Loose {
	text, isText := t.Value.(string)
	_, object := t.Value.(*value.Object)
	_, list := t.Value.([]any)
	switch {
	case object || list:
		return nil
	case isText && readsAsNumber(text) && t.Op == expr.TestEqual && !not && !t.Fold:
		return matching(p, "^"+regexp.QuoteMeta(text)+"$")
	case isText && readsAsNumber(text) && t.Op <= expr.TestGreaterEqual:
		return nil
	}
	x := operation(t, p, not)
	if x == nil || !t.Fold {
		return x
	}
	switch x.Op {
	case expr.LooseEqual, expr.LooseContains, expr.LooseStartsWith, expr.LooseEndsWith:
		x.Fold = true
		return x
	}
	return nil
}

// readsAsNumber reports whether a text is compared as a number with one that is, too.
func readsAsNumber(text string) bool {
	_, ok := value.Number(text)
	return ok
}

func matching(p *expr.Path, pattern string) *expr.Loose {
	x, err := expr.NewLoose(expr.Loose{Op: expr.LooseMatches, Left: p, Right: []*expr.Literal{{Value: pattern}}})
	if err != nil {
		return nil
	}
	return x
}

// answer adds to a criterion what makes its answer for null and for what is missing that of a test. By itself it is that the question does
// not hold.
func (w *criterionWriter) answer(t *expr.Test, x *expr.Loose, not bool) expr.Expr {
	null, missing := t.Null, t.Missing
	if t.Value == nil {
		null = expr.Yes
	}
	free := func(a expr.Answer) bool { return a == expr.Free || a == expr.Fails }
	switch {
	case free(missing) && free(null), t.Value == nil && (free(missing) || missing == expr.Yes):
		return x
	case free(missing):
		missing = null
	case free(null):
		null = missing
	}
	if null != missing {
		return w.fail("`" + expr.Readable(t) + "`, in which null is not the same as missing")
	}
	none := &expr.Loose{Op: expr.LooseNull, Left: x.Left}
	switch yes := (missing == expr.Yes) != not; {
	case yes == x.Negated:
		return x
	case yes:
		return &expr.Logic{Op: expr.Or, Operands: []expr.Expr{x, none}}
	}
	none.Negated = true
	return &expr.Logic{Op: expr.And, Operands: []expr.Expr{x, none}}
}

// compare writes a comparison of values: whether a list has an item, and whether a text matches a pattern.
func (w *criterionWriter) compare(x *expr.Compare, not bool) expr.Expr {
	p, isPath := x.Right.(*expr.Path)
	l, fixed := x.Left.(*expr.Literal)
	if x.Op == expr.In && isPath && fixed && !not {
		if at := w.path(p); at != nil {
			if q := w.question(&expr.Test{Op: expr.TestEqual, Value: l.Value, Path: at}, at, false); q != nil && l.Value != nil {
				return q
			}
		}
	}
	p, isPath = x.Left.(*expr.Path)
	l, fixed = x.Right.(*expr.Literal)
	if x.Op == expr.Matches && isPath && fixed && !not {
		text, isText := l.Value.(string)
		at := w.path(p)
		if at != nil && isText {
			if q := matching(at, expr.PartPattern(text)); q != nil {
				return q
			}
		}
	}
	return w.fail(notOf(x, not))
}

// any writes whether an item of a list is like something: a criterion of several values holds if it does of any. Alternatives are asked
// each by itself, but not conditions on one and the same item.
func (w *criterionWriter) any(x *expr.Apply) expr.Expr {
	list, ok := x.Args[0].(*expr.Path)
	if ok {
		list = w.path(list)
	}
	if !ok || list == nil {
		return w.fail("`" + expr.Readable(x) + "`")
	}
	tests := []expr.Expr{x.Args[1]}
	if c, ok := x.Args[1].(*expr.Logic); ok && c.Op == expr.Or {
		tests = c.Operands
	}
	out := &expr.Logic{Op: expr.Or}
	for _, c := range tests {
		q := w.ofItem(list, c)
		if q == nil {
			return w.fail("`" + expr.Readable(x) + "`")
		}
		out.Operands = append(out.Operands, q)
	}
	return out.Reduced()
}

// ofItem is a criterion of the items of a list; nil if there is none.
func (w *criterionWriter) ofItem(list *expr.Path, c expr.Expr) expr.Expr {
	not := false
	if n, ok := c.(*expr.Not); ok {
		c, not = n.Operand, true
	}
	t, ok := c.(*expr.Test)
	if !ok || t.Path.Root != expr.RootItem || t.Instant || t.Op >= expr.TestObject || t.Op == expr.TestPresent || t.Value == nil {
		return nil
	}
	natural := func(a expr.Answer) bool { return a == expr.Free || a == expr.Fails || a == expr.No }
	if !natural(t.Null) || !natural(t.Missing) || !natural(t.Wrong) {
		return nil
	}
	at := &expr.Path{Steps: append([]expr.Step{}, list.Steps...)}
	at.Steps = append(append(at.Steps, expr.Step{Kind: expr.StepWildcard}), t.Path.Steps...)
	at.Text = at.String()
	q := w.question(t, at, not)
	if q == nil {
		return nil
	}
	return q
}

// path is a path of members and items from the entity on; nil for another.
func (w *criterionWriter) path(p *expr.Path) *expr.Path {
	if p.Root != expr.RootInput {
		return nil
	}
	for i, s := range p.Steps {
		if s.Kind != expr.StepChild && (s.Kind != expr.StepIndex || s.Index < 0 || i == 0) {
			return nil
		}
	}
	out := &expr.Path{Steps: p.Steps, Definite: true}
	out.Text = out.String()
	return out
}
