package rewrite

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var rulesAgain = Rewrite{
	ID:     "rewrite/rule-choice",
	What:   "a choice between numbered steps that only set data and have the same next step becomes a decision table; so does one that fails before where several rules match",
	When:   "has decision tables",
	Before: "Rate: if score >= 700 → \"Rate 1\" (tier = A); else → \"Rate 2\" (tier = B)",
	After:  "table Rate: score >= 700 → tier A; else → tier B",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Kinds.Has(workflow.Table) {
			return false
		}
		return editNodes(w, func(n *workflow.Node) bool {
			return c.tabulate(w, n)
		})
	},
}

// tabulate makes a choice a decision table, if its edges lead to the steps that a table leads to which became a choice.
func (c *Conversion) tabulate(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Choice || len(n.Out) < 2 || !n.Data.IsZero() || !matchesOrFails(n) {
		return false
	}
	t := &tableChoice{Conversion: c, flow: w, node: n, was: &workflow.DecisionTable{Policy: workflow.First}}
	refused := t.readRefusals()
	if !t.readRules(n.Out[len(refused):]) || !t.readPolicy(refused) {
		return false
	}
	edges := slices.Clone(n.Out)
	w.Connect(n, t.next.To, workflow.Next, n.Span)
	for _, e := range edges {
		gives := e.To
		if e.Disconnect(); len(gives.In) == 0 {
			disconnectWithEnds(gives)
			gives.Region.TakeOut(gives)
		}
	}
	n.Kind, n.Rules = workflow.Table, t.was
	n.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	return true
}

// matchesOrFails reports whether a choice fails where none of its edges can be taken, as a table does, or has one that always can.
func matchesOrFails(n *workflow.Node) bool {
	return n.Out[len(n.Out)-1].Kind != workflow.Guarded || n.NoMatch == workflow.MatchOrFail
}

// readRefusals returns the conditions of the first edges, which lead to the step of the table that fails.
func (t *tableChoice) readRefusals() []expr.Expr {
	var out []expr.Expr
	for _, e := range t.node.Out {
		if e.To.Kind != workflow.Fail || e.Guard == nil || !sameName(e.To.Name(), t.node.Name()+" 1") {
			break
		}
		out, t.added = append(out, e.Guard), 1
	}
	return out
}

// readRules reads the rules from the edges of a choice, which have to lead to one step in the end, and reports whether it could.
func (t *tableChoice) readRules(edges []*workflow.Edge) bool {
	for _, e := range edges {
		t.added++
		rule := t.ruleOf(t.node, e, t.added)
		if rule == nil || t.next != nil && t.next.To != e.To.Out[0].To {
			return false
		}
		t.next = e.To.Out[0]
		t.was.Rules, t.ifs = append(t.was.Rules, *rule), append(t.ifs, e.Guard)
	}
	return len(edges) > 0
}

// readPolicy finds the policy with which the table fails under the conditions that some edges have, and reports whether there is one.
func (t *tableChoice) readPolicy(refused []expr.Expr) bool {
	if len(t.ifs) > mostExclusive {
		return len(refused) == 0
	}
	for _, t.was.Policy = range []workflow.Policy{workflow.Unique, workflow.Any} {
		if slices.EqualFunc(t.refusals(), refused, t.sameCondition) {
			return true
		}
	}
	t.was.Policy = workflow.First
	return len(refused) == 0
}

// ruleOf is an edge of a choice as a rule; nil if it does not lead to a step with a number that gives outputs, or if the target cannot
// express it.
func (c *Conversion) ruleOf(n *workflow.Node, e *workflow.Edge, number int) *workflow.TableRule {
	gives := e.To
	if gives.Kind != workflow.Pass || len(gives.In) != 1 || len(gives.Out) != 1 || gives.Out[0].Kind != workflow.Next || gives.Data.Output != nil ||
		gives.Data.Combine == nil || (gives.Data.Combine.Mode != workflow.MergeDeep && gives.Data.Combine.Mode != workflow.MergeShallow) ||
		!sameName(gives.Name(), n.Name()+" "+strconv.Itoa(number)) {
		return nil
	}
	made, ok := membersMade(gives.Data.Result)
	if !ok {
		return nil
	}
	rule := &workflow.TableRule{}
	if e.Guard != nil {
		if !c.expresses(e.Guard) {
			return nil
		}
		rule.Cells = []workflow.Cell{{Column: "if", If: e.Guard}}
	}
	for _, m := range made.Members {
		if l, fixed := m.Value.(*expr.Literal); fixed && isNested(l.Value) || !fixed && !c.writes(m.Value) {
			return nil
		}
		rule.Outputs = append(rule.Outputs, workflow.Output{Column: m.Key, Value: m.Value})
	}
	return rule
}

// expresses reports whether the target has a condition in its language.
func (c *Conversion) expresses(condition expr.Expr) bool {
	x, _ := c.writtenCondition(condition, &dialects.Sight{Domain: c.Options.Domain, Settings: c.Options.Settings})
	return x != nil
}

func isNested(v any) bool {
	switch v.(type) {
	case *value.Object, []any:
		return true
	}
	return false
}
