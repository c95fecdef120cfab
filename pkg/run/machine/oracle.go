package machine

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An Oracle answers for the data of a run in place of evaluation, so that a host can follow every behaviour of a workflow and
// not that of one input. Documents stay JSON values; what they hold means nothing to the machine then.
type Oracle interface {
	// Holds answers a condition on a document. isSet reports whether a variable has a value; an error is that of a condition that
	// fails.
	Holds(x expr.Expr, doc any, isSet func(name string) bool) (bool, error)
	// Choose answers which edge a choice takes: the first one whose guard holds; nil if none does.
	Choose(n *workflow.Node, doc any, isSet func(name string) bool) (*workflow.Edge, error)
	// Split is a document that several tokens are going to have, with answers to the conditions of the nodes that they come to.
	Split(n *workflow.Node, doc any) any
	// Unknown answers a question that no expression asks, such as whether a list has items.
	Unknown(question string) bool
	// Learned is a document with what the answers since the last event have established about it.
	Learned(doc any) any
	// Value is the value of an expression; that of a literal is known. An error is that of an expression that fails.
	Value(x expr.Expr, doc any, isSet func(name string) bool) (any, error)
	// Anything is a document of which nothing is known.
	Anything() any
	// Combine is a document after an answer was put into it.
	Combine(c *workflow.Combine, doc, answer any) any
	// Retries bounds how often a retrier is used in a visit whose limit is given.
	Retries(limit int) int
}

// Consult makes an oracle answer for the data of a run from now on. Limits on payloads and on the history are switched off, since
// they are about data. A copy of the machine has the same oracle.
func (m *Machine) Consult(o Oracle) { m.oracle, m.settings.Unlimited = o, true }

// learn is a document with what is known of it after conditions on it were answered. Tokens that share a document learn nothing
// while another one may change it.
func (m *Machine) learn(f int32, doc any) any {
	if m.oracle == nil {
		return doc
	}
	if fr := &m.frames[f]; fr.region.Shared {
		others := len(fr.visits) + len(m.ready)
		if m.entity == nil && (others > 1 || len(m.parked) > 0 || len(m.pendingJoins) > 0 || fr.forks > 0) {
			return doc
		}
		fr.document = m.oracle.Learned(fr.document)
		return fr.document
	}
	return m.oracle.Learned(doc)
}

// isFree reports whether an oracle has to answer for an expression.
func (m *Machine) isFree(x expr.Expr) bool {
	_, known := x.(*expr.Literal)
	return m.oracle != nil && !known
}

// decideFreely is the answer of a decision table whose data is not known: that of the rules which match, or that none does. A rule
// without conditions always matches.
func (m *Machine) decideFreely(n *workflow.Node) (any, *Error) {
	for i := range n.Rules.Rules {
		conditional := false
		for _, c := range n.Rules.Rules[i].Cells {
			conditional = conditional || c.If != nil
		}
		if !conditional {
			return m.oracle.Anything(), nil
		}
	}
	if m.oracle.Unknown("a rule of the table matches") {
		return m.oracle.Anything(), nil
	}
	return nil, m.tableError(m.flow.Errors.Table.NoRule, "no rule of %q matches", n.Name())
}
