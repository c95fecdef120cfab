package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// unanswered is why a switch fails by a condition.
const unanswered = "a condition that fails"

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
	s, ok := c.translate(x)
	if s.fails != nil {
		c.addFailing(s.fails, unanswered)
	}
	n := c.addWritten(s.holds, w, extras)
	if !ok {
		mergeMembers(n, "metadata", []source.Member{{Key: "condition", Value: dialects.NewText(expr.Readable(x))}})
	}
}

// addWritten adds a condition that is a filter already.
func (c *choices) addWritten(x expr.Expr, w way, extras workflow.Extras) *source.Node {
	n := objectOf("condition", dialects.NewText(braced(x)))
	dialects.Put(n, "transition", c.transition(w, ""))
	c.list.Items = append(c.list.Items, n)
	return n
}

// addFailing makes the switch fail where a condition holds, for a reason.
func (c *choices) addFailing(x expr.Expr, why string) {
	condition := braced(x)
	if c.failing[condition] {
		return
	}
	c.failing[condition] = true
	n := objectOf("condition", dialects.NewText(condition))
	dialects.Put(n, "transition", c.stuck())
	c.list.Items = append(c.list.Items, n)
	c.lose(&dialects.LossErrorName, c.of.NameSpan, c.of, "a transition that is not allowed", "the error of %s has another name", why)
}

// translate returns a condition as a filter, and adds the loss of what differs. It reports false for one that no filter expresses: that one
// does not hold.
func (c *choices) translate(x expr.Expr) (filterForm, bool) {
	portable := expr.Portable(x, c.flow.Documents == workflow.ObjectDocument)
	s, ok := toFilter(portable)
	if !ok {
		var near expr.Expr
		var differs string
		if near, differs = expr.Nearest(portable); near != nil {
			s, ok = toFilter(near)
			s.near = "a condition gives another result: in the source, " + differs
		}
	}
	switch {
	case !ok, !legible(s.holds), !legible(s.fails):
		c.lose(&dialects.LossExpression, x.Range(), c.of, "conditions that never hold", "an sw path cannot express these conditions")
		return filterForm{holds: &expr.Literal{Value: false}}, false
	case s.near != "":
		c.lose(&dialects.LossGuard, x.Range(), c.of, "conditions that are close to them", "%s", s.near)
	}
	return s, true
}

// put writes the conditions into a switch, with where it leads if none holds. Without conditions it is not a switch.
func (c *choices) put(s *source.Node, otherwise way) {
	if len(c.list.Items) == 0 {
		s.Member("type").Value = dialects.NewText(Inject.String())
		c.leave(s, otherwise)
		return
	}
	dialects.Put(s, "dataConditions", c.list)
	dialects.Put(s, "default", c.transition(otherwise, ""))
}

// writeChoice writes a switch.
func (d *draft) writeChoice(n *workflow.Node) {
	s := d.add(d.mains[n], Switch)
	d.describe(s, n.Element, d.mains[n])
	d.writeFilters(s, n)
	c := d.choices(n.Element)
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case otherwise != nil:
		case e.Kind == workflow.Default, e.Kind == workflow.Guarded && always(e.Guard):
			otherwise = e
		case e.Kind == workflow.Guarded:
			c.add(e.Guard, d.wayTo(e.To), e.Extras)
		}
	}
	if otherwise != nil {
		c.put(s, d.wayTo(otherwise.To))
		return
	}
	c.refuse(s, "the error when no condition holds has another name")
}

// refuse writes the conditions into a switch that fails if none holds.
func (c *choices) refuse(s *source.Node, why string) {
	key := "default"
	if len(c.list.Items) == 0 {
		s.Member("type").Value, key = dialects.NewText(Inject.String()), "transition"
	} else {
		dialects.Put(s, "dataConditions", c.list)
	}
	dialects.Put(s, key, c.stuck())
	c.lose(&dialects.LossErrorName, c.of.NameSpan, c.of, "a transition that is not allowed", "%s", why)
}

// always reports whether a condition holds whatever the document is.
func always(x expr.Expr) bool {
	l := fixed(expr.Portable(x, true))
	return l != nil && l.Value == true
}

// writeGuard writes the switch that passes over a node.
func (d *draft) writeGuard(n *workflow.Node) {
	s := d.add(d.entries[n], Switch)
	c := d.choices(n.Element)
	c.add(n.When, way{to: d.mains[n]}, nil)
	c.put(s, d.next(n))
}
