package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var decisionTables = Rewrite{
	ID:     "rewrite/decision-table",
	What:   "a decision table becomes a choice between its rules, each of which leads to a node that gives its outputs; a task replaces a table with too many rules to combine, with conditions that the target cannot express, and one whose cells may fail",
	When:   "has no decision tables",
	Before: "table: score >= 700 → tier A; else → tier B",
	After:  "if score >= 700 → (tier = A); else → (tier = B)",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Table && !c.Able.Kinds.Has(workflow.Table) {
				c.chooseRule(w, n)
				return true
			}
			return false
		})
	},
}

// mostCombined bounds the rules of a table of which any number may give the result together: each combination has its own result.
const mostCombined = 2

// A tableChoice is the choice that a table becomes.
type tableChoice struct {
	*Conversion
	flow *workflow.Workflow
	node *workflow.Node
	was  *workflow.DecisionTable
	next *workflow.Edge // what the table led to
	// ifs are the conditions of the rules; nil of one that always matches.
	ifs     []expr.Expr
	added   int
	last    *workflow.Node // that was added
	failed  *workflow.Node // where the run fails
	decided bool           // the last edge is always taken
}

// chooseRule replaces a table by a choice between its rules, in the manner that its hit policy requires.
func (c *Conversion) chooseRule(w *workflow.Workflow, n *workflow.Node) {
	t := &tableChoice{Conversion: c, flow: w, node: n, was: n.Rules}
	for i := range n.Rules.Rules {
		t.ifs = append(t.ifs, ruleCondition(&n.Rules.Rules[i]))
	}
	for _, e := range n.Out {
		if leadsOn(e) {
			t.next = e
		}
	}
	if t.next == nil || !t.expressible() {
		t.askTask()
		return
	}
	n.Kind, n.Rules, n.Data = workflow.Choice, nil, workflow.Stages{}
	for _, x := range t.refusals() {
		t.lead(x, t.fail(t.refusal()))
	}
	switch t.was.Policy {
	case workflow.Unique, workflow.Any, workflow.First:
		t.chooseFirst()
	default:
		t.combine()
	}
	t.next.Disconnect()
}

// ruleCondition returns the condition under which a rule matches; nil if it always does.
func ruleCondition(r *workflow.TableRule) expr.Expr {
	var cells []expr.Expr
	for _, cell := range r.Cells {
		if l, ok := cell.If.(*expr.Literal); cell.If != nil && !(ok && l.Value == true) {
			cells = append(cells, cell.If)
		}
	}
	return conjunction(cells)
}

// conjunction returns the condition that all of the given ones hold; nil if there are none.
func conjunction(all []expr.Expr) expr.Expr {
	all = slices.DeleteFunc(slices.Clone(all), func(x expr.Expr) bool { return x == nil })
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return &expr.Logic{Op: expr.And, Operands: all, Span: all[0].Range()}
}

// stopsEarly reports whether a choice may skip cells that the table evaluates. A table evaluates all cells before it looks for rules that
// match, so that it fails where a skipped cell would have failed.
func (t *tableChoice) stopsEarly() bool {
	cells := 0
	for i := range t.was.Rules {
		for _, cell := range t.was.Rules[i].Cells {
			if _, fixed := cell.If.(*expr.Literal); cell.If != nil && !fixed {
				cells++
			}
		}
	}
	return cells > 1
}

// expressible reports whether the table can be a choice.
func (t *tableChoice) expressible() bool {
	if !t.Options.Domain.Typed && t.stopsEarly() {
		return false
	}
	if slices.ContainsFunc(t.ifs, func(x expr.Expr) bool { return x != nil && !t.expresses(x) }) || !t.writesOutputs() {
		return false
	}
	switch t.was.Policy {
	case workflow.Unique, workflow.First:
		return true
	case workflow.Any:
		for i := range t.was.Rules {
			for j := range t.was.Rules[:i] {
				if _, known := t.conflict(j, i); !known {
					return false
				}
			}
		}
		return true
	case workflow.Sum, workflow.Max, workflow.Min:
		for _, r := range t.was.Rules {
			for _, o := range r.Outputs {
				if _, ok := expr.Meant(o.Value).(*expr.Literal); !ok {
					return false
				}
			}
		}
	}
	return len(t.was.Rules) <= mostCombined
}

// writesOutputs reports whether the target can compute what the rules give, or cannot compute anything: then each rule has a task for that.
func (t *tableChoice) writesOutputs() bool {
	computed := func(o workflow.Output) bool { _, fixed := expr.Meant(o.Value).(*expr.Literal); return !fixed }
	for i := range t.was.Rules {
		if slices.ContainsFunc(t.was.Rules[i].Outputs, func(o workflow.Output) bool { return computed(o) && !t.writes(o.Value) }) {
			return false
		}
	}
	return true
}

// askTask has a task stand in for the table.
func (t *tableChoice) askTask() {
	n := t.node
	what := fmt.Sprintf("answers the outputs of the decision table %q, whose hit policy is %s", n.Name(), policyNames[t.was.Policy])
	n.Kind, n.Rules = workflow.Task, nil
	n.Call = &workflow.Call{Task: t.StandIn(t.flow, n.Element, slug(n.Name()), what)}
}

// policyNames are the hit policies in words.
var policyNames = map[workflow.Policy]string{workflow.Unique: "unique", workflow.First: "first", workflow.Any: "any", workflow.RuleOrder: "rule order",
	workflow.Collect: "collect", workflow.Sum: "collect and add", workflow.Count: "collect and count", workflow.Max: "collect and take the greatest",
	workflow.Min: "collect and take the least"}

// chooseFirst makes the first rule that matches give its outputs.
func (t *tableChoice) chooseFirst() {
	for i := range t.was.Rules {
		var outputs []expr.ObjectMember
		for _, o := range t.was.Rules[i].Outputs {
			outputs = append(outputs, expr.ObjectMember{Key: o.Column, Value: o.Value})
		}
		t.lead(t.ifs[i], t.outputs(outputs))
	}
}

// refusals are the conditions under which rules match that must not match together.
func (t *tableChoice) refusals() []expr.Expr {
	switch t.was.Policy {
	case workflow.Unique:
		return t.severalMatch()
	case workflow.Any:
		return t.conflictsMatch()
	}
	return nil
}

// refusal is the error with which a run fails under such a condition.
func (t *tableChoice) refusal() workflow.ErrorName {
	if t.was.Policy == workflow.Any {
		return t.flow.Errors.Table.Conflict
	}
	return t.flow.Errors.Table.Unique
}

// severalMatch are the conditions under which more than one rule matches, where that may be.
func (t *tableChoice) severalMatch() []expr.Expr {
	var out []expr.Expr
	for i := range t.ifs {
		var others []expr.Expr
		always := false
		for j := i + 1; j < len(t.ifs); j++ {
			if !t.exclude(t.ifs[i], t.ifs[j]) {
				others, always = append(others, t.ifs[j]), always || t.ifs[j] == nil
			}
		}
		switch {
		case len(others) == 0:
		case always:
			out = append(out, t.ifs[i])
		case len(others) == 1:
			out = append(out, conjunction([]expr.Expr{t.ifs[i], others[0]}))
		default:
			any := &expr.Logic{Op: expr.Or, Operands: others, Span: t.node.Span}
			out = append(out, conjunction([]expr.Expr{t.ifs[i], any}))
		}
	}
	return out
}

// conflictsMatch are the conditions under which two rules match that give different outputs.
func (t *tableChoice) conflictsMatch() []expr.Expr {
	var out []expr.Expr
	for i := range t.was.Rules {
		for j := range t.was.Rules[:i] {
			if differ, _ := t.conflict(j, i); differ && !t.exclude(t.ifs[i], t.ifs[j]) {
				out = append(out, conjunction([]expr.Expr{t.ifs[j], t.ifs[i]}))
			}
		}
	}
	return out
}

// conflict reports whether two rules give different outputs, and whether that is known. The columns of the first one count.
func (t *tableChoice) conflict(first, second int) (differ, known bool) {
	other := map[string]expr.Expr{}
	for _, o := range t.was.Rules[second].Outputs {
		other[o.Column] = expr.Meant(o.Value)
	}
	for _, o := range t.was.Rules[first].Outputs {
		x, ok := expr.Meant(o.Value).(*expr.Literal)
		y, there := other[o.Column]
		l, fixed := y.(*expr.Literal)
		switch {
		case !there:
			return true, true
		case !ok || !fixed:
			return true, false
		case !value.Equal(x.Value, l.Value):
			differ = true
		}
	}
	return differ, true
}

// lead adds a path of the choice. What comes after one that is always taken is never taken.
func (t *tableChoice) lead(condition expr.Expr, to *workflow.Node) {
	switch {
	case t.decided:
	case condition == nil:
		t.decided = true
		t.flow.Connect(t.node, to, workflow.Default, t.node.Span)
	default:
		t.flow.Connect(t.node, to, workflow.Guarded, t.node.Span).Guard = condition
	}
}

// outputs is the node that gives some outputs; where there are none it is what follows.
func (t *tableChoice) outputs(members []expr.ObjectMember) *workflow.Node {
	if len(members) == 0 || t.decided {
		return t.next.To
	}
	t.added++
	e := t.NewElement(t.flow, t.node.Element, fmt.Sprintf("%s %d", t.node.Name(), t.added), "")
	pass := t.addAfterLast(e, workflow.Pass)
	pass.Data.Result = &expr.Object{Members: members, Span: t.node.Span}
	pass.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: t.node.Span}
	t.flow.Connect(pass, t.next.To, t.next.Kind, t.next.Span)
	return pass
}

// fail is the node at which a run fails with an error.
func (t *tableChoice) fail(name workflow.ErrorName) *workflow.Node {
	if t.decided {
		return t.next.To
	}
	if t.failed == nil {
		t.added++
		e := t.NewElement(t.flow, t.node.Element, fmt.Sprintf("%s %d", t.node.Name(), t.added), "")
		t.failed = t.addAfterLast(e, workflow.Fail)
		t.failed.Raises = &workflow.Raises{Name: &expr.Literal{Value: name.Name}}
	}
	return t.failed
}

// addAfterLast adds a node after the last one that was added.
func (t *tableChoice) addAfterLast(e *workflow.Element, kind workflow.Kind) *workflow.Node {
	at := t.last
	if at == nil {
		at = t.node
	}
	t.last = addBeside(t.flow, at, e, kind, true)
	return t.last
}
