package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// choices are the rules of a Choice state that is being written, in their order. Behind one that always holds there is nothing
// more to choose from.
type choices struct {
	machine  *machine
	rules    *source.Node
	standard way
	decided  bool // standard is set
}

func (m *machine) newChoices() *choices { return &choices{machine: m, rules: list()} }

// add adds a rule for a condition.
func (c *choices) add(x condition, to way) {
	switch {
	case c.decided || x.rule == nil && !x.holds:
	case x.rule == nil:
		c.otherwise(to)
	default:
		rule := source.Node{Kind: source.Object, Members: append([]source.Member(nil), x.rule.Members...)}
		dialects.Put(&rule, "Next", c.machine.reference(to))
		c.rules.Items = append(c.rules.Items, &rule)
	}
}

// otherwise sets the target if no rule matches. The first call counts.
func (c *choices) otherwise(to way) {
	if !c.decided {
		c.standard, c.decided = to, true
	}
}

// write completes a state. Without a rule it is not a choice: the state leads where it always would.
func (c *choices) write(s *source.Node, nowhere func() way) {
	if len(c.rules.Items) == 0 {
		if !c.decided {
			c.standard = nowhere()
		}
		s.Member("Type").Value.Text = Pass.String()
		c.machine.lead(s, c.standard)
		return
	}
	dialects.Put(s, "Choices", c.rules)
	if c.decided {
		dialects.Put(s, "Default", c.machine.reference(c.standard))
	}
}

// writeChoice adds a choice.
func (p *part) writeChoice(n *workflow.Node) {
	s := p.addState(n, Choice)
	p.machine.writeStages(s, n)
	c := p.machine.newChoices()
	var standard *workflow.Edge
	for _, e := range n.Out {
		switch e.Kind {
		case workflow.Default:
			if standard == nil {
				standard = e
			}
		case workflow.Guarded:
			p.reportEdge(e)
			if x, ok := p.machine.translateGuard(e.Guard, n.Element); ok {
				c.add(x, p.to(e.To))
			}
		}
	}
	if standard != nil {
		p.reportEdge(standard)
		c.otherwise(p.to(standard.To))
	}
	c.write(s, func() way { return p.addUnmatched(n) })
}

// addUnmatched returns where a choice without any rule left leads: to a state that fails, which it adds.
func (p *part) addUnmatched(n *workflow.Node) way {
	if n.NoMatch == workflow.MatchOrStay {
		p.raising.lose(&dialects.LossDeadEnd, n.Element.NameSpan, n.Element, "an end", "no path leads on from %q: in the source a run stops there for good", n.Name())
		return p.finish
	}
	name := p.raising.reserveName(n.Name() + ": no match")
	p.machine.addFail(name, p.raising.flow.Errors.NoMatch.Name, "no condition holds")
	return way{name: name}
}

// meaning is an expression of another language in common terms, if there is one.
func meaning(x expr.Expr) expr.Expr {
	if f, ok := x.(*expr.Foreign); ok && f.Means != nil {
		if m := f.Means(); m != nil {
			return m
		}
	}
	return x
}
