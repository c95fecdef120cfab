package asl

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// choice writes a state that picks what comes next.
func (m *machineWriter) choice(s *source.Node, n *workflow.Node) {
	rules := list()
	var otherwise *workflow.Edge
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.Guarded && e.Guard != nil:
			if rule := m.guard(n, e); rule != nil {
				if !m.own {
					dialects.Put(rule, "Comment", dialects.BranchTitle(e))
				}
				if given := (workflow.Node{Element: n.Element, Data: e.Data}); e.Data.Result != nil {
					m.writeStages(rule, &given)
				}
				dialects.Put(rule, "Next", m.reference(e.To))
				rules.Items = append(rules.Items, rule)
			}
		case e.Kind != workflow.OnError && otherwise == nil:
			otherwise = e
		}
	}
	m.writeStages(s, n)
	if len(rules.Items) == 0 { // nothing is left to choose from
		s.Member("Type").Value.Text = Pass.String()
		m.lead(s, n)
		return
	}
	dialects.Put(s, "Choices", rules)
	switch {
	case otherwise != nil:
		dialects.Put(s, "Default", m.reference(otherwise.To))
	case n.NoMatch == workflow.MatchOrStay:
		m.lose(&dialects.LossDeadEnd, n.Element.NameSpan, n.Element, "a failure", "%q is a dead end where no condition holds: in the source a run stops there for good", n.Name())
	}
}

// guard writes the condition of an edge as a choice rule.
func (m *machineWriter) guard(n *workflow.Node, e *workflow.Edge) *source.Node {
	if m.own {
		return raiseRule(e.Guard, e.Extras, "")
	}
	if m.queries {
		if text, ok := m.inJSONata(e.Guard, true); ok {
			return dialects.NewObject("Condition", marked(text))
		}
	} else if rule, ok := choiceRule(e.Guard, m.level); ok {
		return rule
	}
	m.pathless = true
	m.refuse(n, "asl cannot express a condition of %q", n.Name())
	return nil
}

func nothing() *source.Node { return &source.Node{Kind: source.Null} }

func list(items ...*source.Node) *source.Node { return &source.Node{Kind: source.Array, Items: items} }
