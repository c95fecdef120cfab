package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A decision table is a switch that leads to a state with the outputs of the rule that matches. What a table takes for an error,
// such as two rules that match where one may, is a condition before the others.

// maxOverlaps is how many pairs of rules a condition looks at.
const maxOverlaps = 15

// writeTable writes a decision table. Policies that make one result of several rules are not written.
func (d *draft) writeTable(n *workflow.Node) {
	s := d.add(d.mains[n], Switch)
	d.describe(s, n.Element, d.mains[n])
	w := d.next(n)
	if n.Rules.Policy > workflow.Any {
		d.lose(&dialects.LossTable, n.Element.NameSpan, n.Element, "", "a decision table that combines the results of several rules is dropped")
		s.Member("type").Value = dialects.NewText(Inject.String())
		d.leave(s, w)
		return
	}
	c := d.choices(n.Element)
	rules := c.rules(n.Rules.Rules)
	for i, x := range rules {
		if !legible(x) {
			d.lose(&dialects.LossTable, n.Rules.Rules[i].Span, n.Element, "", "a rule is dropped, as its condition is too long")
			rules[i] = &expr.Literal{Value: false}
		}
	}
	c.failOnOverlaps(n, rules)
	var otherwise *way
	for i := range n.Rules.Rules {
		r := &n.Rules.Rules[i]
		to := d.writeOutputs(n, r, w)
		if always(rules[i]) {
			otherwise = &to
			break
		}
		c.addWritten(rules[i], to, r.Extras)
	}
	if otherwise != nil {
		c.put(s, *otherwise)
		return
	}
	c.refuse(s, "the error when no rule matches has another name")
}

// rules are the conditions of rules. All of their cells are looked at before any rule counts, so that those that fail come first.
func (c *choices) rules(all []workflow.TableRule) []expr.Expr {
	out := make([]expr.Expr, len(all))
	for i, r := range all {
		rule := &expr.Logic{Op: expr.And}
		for _, cell := range r.Cells {
			if cell.If == nil || always(cell.If) {
				continue
			}
			s, _ := c.translate(cell.If)
			if s.fails != nil {
				c.addFailing(s.fails, unanswered)
			}
			rule.Operands = append(rule.Operands, s.holds)
		}
		switch len(rule.Operands) {
		case 0:
			out[i] = &expr.Literal{Value: true}
		case 1:
			out[i] = rule.Operands[0]
		default:
			out[i] = rule
		}
	}
	return out
}

// failOnOverlaps makes a table fail where several rules match that must not.
func (c *choices) failOnOverlaps(n *workflow.Node, rules []expr.Expr) {
	if n.Rules.Policy == workflow.First {
		return
	}
	any := &expr.Logic{Op: expr.Or}
	for i := range rules {
		for j := range i {
			if n.Rules.Policy == workflow.Unique || !sameOutputs(&n.Rules.Rules[i], &n.Rules.Rules[j]) {
				any.Operands = append(any.Operands, all(rules[j], rules[i]))
			}
		}
	}
	var x expr.Expr = any
	if len(any.Operands) == 1 {
		x = any.Operands[0]
	}
	switch {
	case len(any.Operands) == 0:
	case len(any.Operands) > maxOverlaps || !legible(x):
		c.lose(&dialects.LossTable, n.Element.NameSpan, n.Element, "a switch", "if several rules match, sw takes the first")
	default:
		c.addFailing(x, "a second matching rule")
	}
}

// sameOutputs reports whether two rules give the same fixed values.
func sameOutputs(a, b *workflow.TableRule) bool {
	if len(a.Outputs) != len(b.Outputs) {
		return false
	}
	for i := range a.Outputs {
		x, y := fixed(a.Outputs[i].Value), fixed(b.Outputs[i].Value)
		if x == nil || y == nil || a.Outputs[i].Column != b.Outputs[i].Column || !value.Equal(x.Value, y.Value) {
			return false
		}
	}
	return true
}

// writeOutputs writes the state with the outputs of a rule, and returns the way to it.
func (d *draft) writeOutputs(n *workflow.Node, r *workflow.TableRule, w way) way {
	o := &expr.Object{Span: r.Span}
	for _, x := range r.Outputs {
		o.Members = append(o.Members, expr.ObjectMember{Key: x.Column, KeySpan: x.Span, Value: x.Value})
	}
	data, clear := d.members(n, o, true)
	if data == nil {
		return w
	}
	name := d.names.unique(d.mains[n] + " rule")
	s := d.add(name, Inject)
	if clear != nil {
		next := d.names.unique(name + " value")
		dialects.Put(s, "data", clear)
		dialects.Put(s, "transition", transitionTo(next, ""))
		s = d.add(next, Inject)
	}
	dialects.Put(s, "data", data)
	d.leave(s, w)
	return way{to: name}
}
