package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// judgement is what a condition depends on: the input of the state, unless it reads more, calls a function that does not give the same
// value each time, or hands on functions.
func (q *query) judgement() *expr.Judgement {
	facts := factsOf(q.computed.Query)
	if len(facts.variables)+len(facts.handed)+len(facts.tops) > 0 {
		return nil
	}
	if slices.ContainsFunc(facts.calls, func(c queryCall) bool { return varies[c.name] }) {
		return nil
	}
	out := &expr.Judgement{}
	for _, p := range facts.states {
		names := namesOf(p.Steps[1:])
		if len(names) == 0 || names[0].Value != "input" {
			return nil
		}
		read := []string{}
		for _, n := range names[1:] {
			read = append(read, n.Value)
		}
		out.Reads = append(out.Reads, read)
	}
	n := q.computed.Query
	for {
		inner := negated(n)
		if inner == nil {
			break
		}
		out.Negated, n = !out.Negated, inner
	}
	out.Text = jsonata.PrintSingle(n)
	return out
}

// varies are the functions whose values differ from call to call, and the one that evaluates a text.
var varies = map[string]bool{"now": true, "millis": true, "random": true, "uuid": true, "shuffle": true, "eval": true}

// negated is what the call $not(x) negates; nil for anything else.
func negated(n jsonata.Node) jsonata.Node {
	if c, ok := n.(*jsonata.Call); ok && len(c.Arguments) == 1 {
		if v, ok := c.Function.(*jsonata.Variable); ok && v.Name == "not" {
			return c.Arguments[0]
		}
	}
	return nil
}
