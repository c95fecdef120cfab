package sw

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// choices collects the conditions of a switch.
type choices struct {
	*draft
	of   *workflow.Element
	list *source.Node
	// failing are the conditions under which the switch has failed already.
	failing map[string]bool
}

func (d *draft) choices(e *workflow.Element) *choices {
	return &choices{draft: d, of: e, list: list(), failing: map[string]bool{}}
}

// add adds a condition that leads somewhere. What is an error of the condition is a condition of its own before it, whose
// transition is not allowed.
func (c *choices) add(x expr.Expr, w way, extras workflow.Extras) {
	s, ok := c.said(x)
	if s.fails != nil {
		c.fails(s.fails)
	}
	n := object("condition", dialects.NewText(braced(s.holds)))
	dialects.Put(n, "transition", c.transition(w, ""))
	m := metadata("", "", bare(extras))
	if !ok {
		if m == nil {
			m = dialects.NewObject()
		}
		dialects.Put(m, "condition", dialects.NewText(expr.Readable(x)))
	}
	dialects.Put(n, "metadata", m)
	c.list.Items = append(c.list.Items, n)
}

// bare are extras under the last parts of their keys.
func bare(extras workflow.Extras) workflow.Extras {
	var out workflow.Extras
	for _, x := range extras {
		x.Key = x.Key[strings.LastIndexByte(x.Key, '/')+1:]
		if x.Key == "Comment" {
			x.Key = "comment"
		}
		out = append(out, x)
	}
	return out
}

// fails has the switch fail where a condition holds.
func (c *choices) fails(x expr.Expr) {
	condition := braced(x)
	if c.failing[condition] {
		return
	}
	c.failing[condition] = true
	n := object("condition", dialects.NewText(condition))
	dialects.Put(n, "transition", c.stuck())
	c.list.Items = append(c.list.Items, n)
	c.lose(&dialects.LossErrorName, c.of.NameSpan, c.of, "a transition that is not allowed", "a condition that cannot be answered has an error of its own name")
}

// said is a condition in the words of a filter, and tells what differs. It reports false for one that has no words: that one
// does not hold.
func (c *choices) said(x expr.Expr) (said, bool) {
	portable := expr.Portable(x, c.flow.Documents == workflow.ObjectDocument)
	s, ok := say(portable)
	if !ok {
		var near expr.Expr
		var differs string
		if near, differs = expr.Nearest(portable); near != nil {
			s, ok = say(near)
			s.near = differs
		}
	}
	switch {
	case !ok:
		c.lose(&dialects.LossExpression, x.Range(), c.of, "conditions that never hold", "no path says these conditions")
		return said{holds: &expr.Literal{Value: false}}, false
	case s.near != "":
		c.lose(&dialects.LossGuard, x.Range(), c.of, "conditions on one value of one type", "a condition answers otherwise: in the source %s", s.near)
	}
	return s, true
}

// put writes the conditions into a switch, with where it leads if none holds. Without conditions it is no switch.
func (c *choices) put(s *source.Node, otherwise way) {
	if len(c.list.Items) == 0 {
		s.Member("type").Value = dialects.NewText(Inject.String())
		c.leave(s, otherwise)
		return
	}
	dialects.Put(s, "dataConditions", c.list)
	dialects.Put(s, "default", c.transition(otherwise, ""))
}

// choice writes a switch.
func (d *draft) choice(n *workflow.Node) {
	s := d.add(d.mains[n], Switch)
	d.described(s, n.Element, d.mains[n])
	d.filtered(s, n)
	c := d.choices(n.Element)
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch e.Kind {
		case workflow.Guarded:
			c.add(e.Guard, d.wayTo(e.To), e.Extras)
		case workflow.Default:
			otherwise = e
		}
	}
	switch {
	case otherwise != nil:
		c.put(s, d.wayTo(otherwise.To))
	default:
		dialects.Put(s, "dataConditions", c.list)
		dialects.Put(s, "default", d.stuck())
		d.lose(&dialects.LossErrorName, n.Element.NameSpan, n.Element, "a transition that is not allowed", "where no condition holds the error has a name of its own")
	}
}

// guard writes the switch that passes over a node.
func (d *draft) guard(n *workflow.Node) {
	s := d.add(d.entries[n], Switch)
	c := d.choices(n.Element)
	c.add(n.When, way{to: d.mains[n]}, nil)
	c.put(s, d.next(n))
}

// table writes a decision table as a switch that leads to a state for each rule. That does the same as long as no more than
// one rule matches; policies that make something of all rules that match are not written.
func (d *draft) table(n *workflow.Node) {
	s := d.add(d.mains[n], Switch)
	d.described(s, n.Element, d.mains[n])
	w := d.next(n)
	if n.Rules.Policy > workflow.Any {
		d.lose(&dialects.LossTable, n.Element.NameSpan, n.Element, "", "a decision table that makes one result of several rules is not written")
		s.Member("type").Value = dialects.NewText(Inject.String())
		d.leave(s, w)
		return
	}
	d.lose(&dialects.LossTable, n.Element.NameSpan, n.Element, "a switch", "rules are tried one after the other, and the first one that matches is taken")
	c := d.choices(n.Element)
	for _, r := range n.Rules.Rules {
		var cells []expr.Expr
		for _, cell := range r.Cells {
			if l := fixed(cell.If); cell.If != nil && (l == nil || l.Value != true) {
				cells = append(cells, cell.If)
			}
		}
		x := all(cells...)
		if len(cells) == 0 {
			x = &expr.Literal{Value: true}
		}
		c.add(x, d.rule(n, &r, w), r.Extras)
	}
	dialects.Put(s, "dataConditions", c.list)
	dialects.Put(s, "default", d.stuck())
}

// rule writes the state of a rule, and returns the way to it.
func (d *draft) rule(n *workflow.Node, r *workflow.TableRule, w way) way {
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
