package graph

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// maxRows is how many rules of a table, or members of an object, a box shows.
const maxRows = 8

// policies are the words in boxes for the hit policies of tables.
var policies = [...]string{
	workflow.Unique: "only one match", workflow.First: "first match", workflow.Any: "matches agree",
	workflow.RuleOrder: "list in order", workflow.Collect: "list", workflow.Sum: "sum", workflow.Count: "count",
	workflow.Max: "greatest", workflow.Min: "least",
}

// members returns a line for each member of an object: "total = ${price * count}".
func (t texts) members(o *expr.Object) []string {
	var lines []string
	for i, m := range o.Members {
		if i == maxRows {
			return append(lines, t.more(len(o.Members)-i))
		}
		lines = append(lines, t.cut(oneLine(m.Key+" = "+expr.Readable(m.Value)), maxLabel))
	}
	return lines
}

// rules returns a line for each rule of a table: "1 score >= 700 → tier = "GOLD"".
func (t texts) rules(table *workflow.DecisionTable) []string {
	var lines []string
	for i := range table.Rules {
		if i == maxRows {
			return append(lines, t.more(len(table.Rules)-i))
		}
		lines = append(lines, t.cut(strconv.Itoa(i+1)+" "+t.rule(&table.Rules[i]), maxLabel))
	}
	return lines
}

func (t texts) rule(r *workflow.TableRule) string {
	var cells, outputs []string
	for _, c := range r.Cells {
		if _, blank := c.If.(*expr.Literal); c.If != nil && !blank {
			cells = append(cells, oneLine(expr.Readable(c.If)))
		}
	}
	for _, o := range r.Outputs {
		outputs = append(outputs, oneLine(o.Column+" = "+expr.Readable(o.Value)))
	}
	when := strings.Join(cells, " and ")
	if when == "" {
		when = "always"
	}
	if len(outputs) == 0 {
		return when
	}
	return when + t.leads + strings.Join(outputs, ", ")
}

func (t texts) more(n int) string { return t.ellipsis + " " + count(n, "more", "more") }

// timed returns the label of the edge of a timer: "⏱ after PT48H, task continues".
func (t texts) timed(e *workflow.Edge) string {
	for i := range e.From.Timers {
		timer := &e.From.Timers[i]
		if timer.Edge != e {
			continue
		}
		label := t.clock + "after " + t.until(&timer.Length)
		if !timer.Interrupting {
			label += ", task continues"
		}
		return label
	}
	return ""
}
