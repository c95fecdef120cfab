package asl

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// writeTable adds a decision table: a choice among its rules, each of which leads to what gives its outputs. Of the policies that take
// one rule that is what they do, as long as no two rules can match where only one may; the others are losses.
func (p *part) writeTable(n *workflow.Node) {
	t := n.Rules
	s := p.addState(n, Choice)
	c := p.machine.newChoices()
	if why := p.notFirst(t); why != "" {
		p.raising.lose(&dialects.LossTable, n.Element.NameSpan, n.Element, "the first rule that matches", "%q: %s", n.Name(), why)
	}
	if !isMerge(n.Data.Combine) || n.Data.Select != nil || n.Data.Output != nil {
		p.raising.lose(&dialects.LossPlace, n.Element.NameSpan, n.Element, "", "the outputs of %q are not stored at the same place of the document", n.Name())
	}
	for i := range t.Rules {
		r := &t.Rules[i]
		if c.decided {
			p.reportAsked(n, r, whole(r))
			continue
		}
		if x, ok := p.ruleCondition(n, r); ok {
			c.add(x, p.writeOutputs(n, r, i+1))
		}
	}
	if !c.decided {
		name := p.raising.reserveName(n.Name() + ": no rule")
		p.machine.addFail(name, p.raising.flow.Errors.Table.NoRule.Name, "no rule matches")
		c.otherwise(way{name: name})
	}
	c.write(s, nil)
}

// ruleCondition is when a rule matches.
func (p *part) ruleCondition(n *workflow.Node, r *workflow.TableRule) (condition, bool) {
	all := whole(r)
	x, ok := p.machine.translateGuard(all, n.Element)
	if ok && !x.loose && len(n.Rules.Rules) > 1 {
		p.reportAsked(n, r, all)
	}
	return x, ok
}

// whole is the condition of a rule: all its cells.
func whole(r *workflow.TableRule) expr.Expr {
	all := &expr.Logic{Op: expr.And, Span: r.Span}
	for _, cell := range r.Cells {
		if cell.If != nil {
			all.Operands = append(all.Operands, cell.If)
		}
	}
	return all
}

// reportAsked notes that a condition which may fail is always asked in a table, and here only as long as nothing else has decided.
func (p *part) reportAsked(n *workflow.Node, r *workflow.TableRule, x expr.Expr) {
	if mayFail(expr.Portable(x, true)) {
		p.raising.lose(&dialects.LossGuard, r.Span, n.Element, "a test that is false for them, or fails",
			"conditions give another result for values of another type, for null or for missing values")
	}
}

// mayFail reports whether a condition is an error for some documents.
func mayFail(x expr.Expr) bool {
	switch x := x.(type) {
	case *expr.Logic:
		return slices.ContainsFunc(x.Operands, mayFail)
	case *expr.Not:
		return mayFail(x.Operand)
	case *expr.Test:
		return x.Missing == expr.Fails || x.Null == expr.Fails || x.Wrong == expr.Fails
	case *expr.Literal:
		return false
	}
	return true
}

// writeOutputs adds the states that give the outputs of a rule, and returns the way to the first.
func (p *part) writeOutputs(n *workflow.Node, r *workflow.TableRule, number int) way {
	var all []assignment
	for _, o := range r.Outputs {
		all = append(all, assignment{o.Column, o.Value})
	}
	all = p.machine.orderAssignments(n, all)
	if len(all) == 0 {
		return p.findNext(n)
	}
	for _, a := range all {
		if _, fixed := a.value.(*expr.Literal); !fixed {
			p.raising.lose(&dialects.LossErrorName, a.value.Range(), n.Element, "", "an output without a value fails with another error name")
		}
	}
	of := fmt.Sprintf("%s, rule %d", n.Name(), number)
	first := p.raising.reserveName(of)
	p.writeAssignments(n, of, first, all)
	return way{name: first}
}

// notFirst returns why a table does not give what its first rule that matches does; empty if it does.
func (p *part) notFirst(t *workflow.DecisionTable) string {
	switch t.Policy {
	case workflow.First:
		return ""
	case workflow.Unique:
		asked := make([][]*expr.Test, len(t.Rules))
		for i := range t.Rules {
			asked[i] = tests(&t.Rules[i])
			if slices.ContainsFunc(asked[:i], func(before []*expr.Test) bool { return !disjoint(before, asked[i]) }) {
				return "asl does not check that only one rule matches"
			}
		}
		return ""
	case workflow.Any:
		for i := range t.Rules[1:] {
			if !sameOutputs(&t.Rules[0], &t.Rules[i+1]) {
				return "asl does not check that all matching rules give the same result"
			}
		}
		return ""
	}
	return "the results of several matching rules are not collected"
}

func sameOutputs(a, b *workflow.TableRule) bool {
	return slices.EqualFunc(a.Outputs, b.Outputs, func(x, y workflow.Output) bool {
		v, ok := meaning(x.Value).(*expr.Literal)
		w, okay := meaning(y.Value).(*expr.Literal)
		return x.Column == y.Column && ok && okay && value.Equal(v.Value, w.Value)
	})
}

// disjoint reports whether it is known that no document has two rules match, by the tests of each.
func disjoint(a, b []*expr.Test) bool {
	for _, x := range a {
		for _, y := range b {
			if apart(x, y) {
				return true
			}
		}
	}
	return false
}

// tests are the tests that all have to hold for a rule to match.
func tests(r *workflow.TableRule) []*expr.Test {
	var out []*expr.Test
	var collect func(x expr.Expr)
	collect = func(x expr.Expr) {
		switch x := x.(type) {
		case *expr.Test:
			out = append(out, x)
		case *expr.Logic:
			if x.Op == expr.And {
				for _, o := range x.Operands {
					collect(o)
				}
			}
		}
	}
	for _, c := range r.Cells {
		if c.If != nil {
			collect(expr.Portable(c.If, true))
		}
	}
	return out
}

// apart reports whether two tests of one value cannot both hold.
func apart(x, y *expr.Test) bool {
	if x.Path.String() != y.Path.String() || x.Instant || y.Instant || x.Wrong == expr.Yes || y.Wrong == expr.Yes ||
		x.Null == expr.Yes || y.Null == expr.Yes || x.Missing == expr.Yes && y.Missing == expr.Yes {
		return false
	}
	order, ok := value.Compare(x.Value, y.Value)
	switch {
	case x.Op == expr.TestEqual && y.Op == expr.TestEqual:
		return !value.Equal(x.Value, y.Value)
	case !ok:
		return false
	}
	up := func(t *expr.Test) bool {
		return t.Op == expr.TestGreater || t.Op == expr.TestGreaterEqual || t.Op == expr.TestEqual
	}
	down := func(t *expr.Test) bool {
		return t.Op == expr.TestLess || t.Op == expr.TestLessEqual || t.Op == expr.TestEqual
	}
	inclusive := func(t *expr.Test) bool { return t.Op != expr.TestGreater && t.Op != expr.TestLess }
	meet := inclusive(x) && inclusive(y)
	return up(x) && down(y) && (order > 0 || order == 0 && !meet) || down(x) && up(y) && (order < 0 || order == 0 && !meet)
}
