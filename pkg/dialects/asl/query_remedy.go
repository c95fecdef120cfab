package asl

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/jsonata"
)

// openFault is the error of an expression one of whose marks is missing.
func openFault(c *Computed) *expr.SyntaxError {
	s := c.Text.String
	if strings.HasPrefix(s, "{%") {
		return &expr.SyntaxError{Span: c.Text.At(0, queryMark), Message: "%} is missing at its end", Help: `close the expression: "{% … %}"`,
			Edits: closingMark(c, s)}
	}
	fault := &expr.SyntaxError{Span: c.Text.At(len(s)-queryMark, len(s)), Message: "{% is missing at its start", Help: `open the expression: "{% … %}"`}
	half := len(s) - len(strings.TrimLeft(s, "{%"))
	fault.Edits = []expr.Edit{{Span: c.Text.At(0, half), Text: "{%"}}
	if half == 0 {
		fault.Edits[0].Text += " "
	}
	return fault
}

// closingMark closes an expression, in place of the half of a mark that it ends with.
func closingMark(c *Computed, s string) []expr.Edit {
	half := len(strings.TrimRight(s, "%"))
	if half == len(s) && strings.HasSuffix(s, "}") && strings.Count(s, "}") == strings.Count(s, "{") {
		half--
	}
	text := "%}"
	if half == len(s) {
		text = " %}"
	}
	return []expr.Edit{{Span: c.Text.At(half, len(s)), Text: text}}
}

// remedyInQuery is the remedy for an expression that cannot be read, and the edit that does it, if there is one.
func remedyInQuery(c *Computed, text string, at *jsonata.Error) (string, []expr.Edit) {
	for _, o := range otherOperators {
		for _, start := range []int{at.Start, at.Start - 1} {
			if start >= 0 && start <= len(text) && strings.HasPrefix(text[start:], o.sign) {
				var edits []expr.Edit
				if o.word != "" {
					edits = []expr.Edit{{Span: c.Text.At(queryMark+start, queryMark+start+len(o.sign)), Text: o.word}}
				}
				return o.help, edits
			}
		}
	}
	switch at.Code {
	case "S0203":
		end := len(strings.TrimRight(text, " \t\r\n"))
		if missing := strings.TrimSuffix(strings.TrimPrefix(at.Message, `expected "`), `" before the end of the expression`); len(missing) == 1 {
			return "add it", []expr.Edit{{Span: c.Text.At(queryMark+end, queryMark+end), Text: missing}}
		}
		return "add it", nil
	case "S0207":
		return "add the operand, or remove the operator", nil
	case "S0101", "S0105", "S0106", "S0302":
		return "close it", nil
	}
	return "", nil
}

// otherOperators are operators of other languages, and what JSONata has instead.
var otherOperators = []struct{ sign, word, help string }{
	{"==", "=", `JSONata compares with a single "="`},
	{"&&", "and", `JSONata writes "and"`},
	{"||", "or", `JSONata writes "or"`},
	{"!", "", "JSONata negates with $not(…)"},
}
