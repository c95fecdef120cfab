package machine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// decide evaluates a decision table: first all cells of all rules, in the author's order, and then what the policy asks
// of the rules that match.
func (m *Machine) decide(n *workflow.Node, doc any) (any, *Error) {
	if m.oracle != nil {
		return m.decideFreely(n)
	}
	t, names := n.Rules, &m.flow.Errors.Table
	var matched []int
	for i := range t.Rules {
		holds, fault := m.ruleMatches(n, i, doc)
		if fault != nil {
			return nil, fault
		}
		if holds {
			matched = append(matched, i)
		}
	}
	switch {
	case len(matched) == 0:
		return nil, m.tableError(names.NoRule, "no rule of %q matches", n.Name())
	case t.Policy == workflow.Unique && len(matched) > 1:
		return nil, m.tableError(names.Unique, "rules %s of %q match, but only one is allowed to", indexes(matched), n.Name())
	case t.Policy == workflow.Unique, t.Policy == workflow.First:
		matched = matched[:1]
	}
	for _, r := range matched {
		m.uses(n, PartRule, r)
	}
	outputs := make([]*value.Object, len(matched))
	var columns []string
	for i, r := range matched {
		outputs[i] = value.NewObject(len(t.Rules[r].Outputs))
		for _, o := range t.Rules[r].Outputs {
			v, err := m.evaluate(o.Value, doc)
			if err != nil {
				return nil, m.tableError(names.Output, "output %q of rule %d of %q: %s", o.Column, r, n.Name(), err)
			}
			if (i == 0 || t.Policy != workflow.Any) && !slices.Contains(columns, o.Column) {
				columns = append(columns, o.Column)
			}
			outputs[i].Set(o.Column, v)
		}
	}
	return m.combineOutputs(n, matched, columns, outputs)
}

// ruleMatches reports whether all cells of a rule hold. All of them are evaluated.
func (m *Machine) ruleMatches(n *workflow.Node, rule int, doc any) (bool, *Error) {
	all := true
	for _, c := range n.Rules.Rules[rule].Cells {
		if c.If == nil {
			continue
		}
		holds, err := m.holds(c.If, doc)
		if err != nil {
			return false, m.tableError(m.flow.Errors.Table.Cell, "column %q of rule %d of %q: %s", c.Column, rule, n.Name(), err)
		}
		all = all && holds
	}
	return all, nil
}

// combineOutputs makes the object that a table gives of what the matched rules give.
func (m *Machine) combineOutputs(n *workflow.Node, matched []int, columns []string, outputs []*value.Object) (any, *Error) {
	out := value.NewObject(len(columns))
	for _, c := range columns {
		list := make([]any, len(outputs))
		for i, o := range outputs {
			list[i] = o.Get(c) // null where the rule omits the column
		}
		switch n.Rules.Policy {
		case workflow.Unique, workflow.First:
			out.Set(c, list[0])
		case workflow.Any:
			for i, o := range outputs[1:] {
				if !o.Has(c) || !value.Equal(list[0], list[i+1]) {
					return nil, m.tableError(m.flow.Errors.Table.Conflict, "rules %s of %q differ in %q", indexes(matched), n.Name(), c)
				}
			}
			out.Set(c, list[0])
		case workflow.RuleOrder, workflow.Collect:
			out.Set(c, list)
		case workflow.Count:
			out.Set(c, int64(len(list)))
		default:
			v, at := aggregate(n.Rules.Policy, list)
			if at >= 0 {
				return nil, m.tableError(m.flow.Errors.Table.Aggregate, "column %q of rule %d of %q is %s and not a number",
					c, matched[at], n.Name(), value.TypeOf(list[at]))
			}
			out.Set(c, v)
		}
	}
	return out, nil
}

// aggregate folds numbers into one. It returns the index of the first value that is not a number, or -1.
func aggregate(p workflow.Policy, list []any) (any, int) {
	for i, v := range list {
		if !value.IsNumber(v) {
			return nil, i
		}
	}
	total := list[0]
	for _, v := range list[1:] {
		switch p {
		case workflow.Sum:
			total = value.Sum(total, v)
		case workflow.Max:
			if c, _ := value.Compare(v, total); c > 0 {
				total = v
			}
		case workflow.Min:
			if c, _ := value.Compare(v, total); c < 0 {
				total = v
			}
		}
	}
	return total, -1
}

func (m *Machine) tableError(as workflow.ErrorName, format string, args ...any) *Error {
	return m.newError(as, workflow.ClassData, fmt.Sprintf(format, args...))
}

// indexes lists rules by their indexes: "0, 2".
func indexes(rules []int) string {
	var b strings.Builder
	for i, r := range rules {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, r)
	}
	return b.String()
}
