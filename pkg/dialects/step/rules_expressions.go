package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var expressionSyntax = rule{Rule: diag.Rule{
	ID:       "step/expression",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "invalid expression",
	Why: "An engine reports it only when a run reaches the step, which then fails. Write a comparison with ==, put texts in " +
		"quotes, and write a cell of a table as a whole condition: its column name is not put before it.",
	Source: `step: "Expression Reference", "Error behaviour"`,
}}

var notBoolean = rule{Rule: diag.Rule{
	ID:       "step/not-boolean",
	Severity: diag.Error,
	Summary:  "a condition is not a boolean",
	Why:      "The step fails when the condition is evaluated: only a boolean can select a branch or a rule.",
	Source:   `step: "DECISION", "Runtime behaviour", "Error behaviour"`,
}, Checks: eachStep(checkBoolean)}

var severalExpressions = rule{Rule: diag.Rule{
	ID:       "step/multiple-expressions",
	Aliases:  []string{"step/several-expressions"},
	Severity: diag.Error,
	Summary:  "a value contains several expressions",
	Why: "Only a value that consists of one \"${…}\" is computed. This one starts and ends like an expression, but the variable " +
		"gets the text as written.",
	Source: `step: "TRANSFORMATION" (an expression is the whole of the value)`,
}}

var notExpression = rule{Rule: diag.Rule{
	ID:       "step/not-an-expression",
	Severity: diag.Info,
	Fixable:  true,
	Summary:  "a text contains \"${\" but is not an expression",
	Why: "Only a value that consists of one \"${…}\" is computed; the variable gets any other text as written. Spaces around the " +
		"expression make it a text too.",
	Source: `step: "TRANSFORMATION" (an expression is the whole of the value)`,
}, Checks: eachStep(checkLiterals)}

var nullWord = rule{Rule: diag.Rule{
	ID:       "step/null",
	Severity: diag.Info,
	Fixable:  true,
	Summary:  "an expression uses null instead of nil",
	Why: "flowglot treats both alike. The expression language has only nil and may read null as an undefined " +
		"variable.",
	Source: `step: "Expression Reference" (the literals do not include null)`,
}, Checks: eachStep(checkNull)}

var hyphenatedName = rule{Rule: diag.Rule{
	ID:       "step/hyphenated-name",
	Severity: diag.Info,
	Summary:  "a name with a hyphen is read as a subtraction",
	Why: "Names in expressions have no hyphens: a-b is a minus b. To read a variable of that name, write $env[\"a-b\"]. Put " +
		"spaces around a minus sign that is intended.",
	Source: `step: "Operators"`,
}, Checks: eachStep(checkHyphens)}

var literalSigns = rule{Rule: diag.Rule{
	ID:       "step/literal-signs",
	Severity: diag.Info,
	Summary:  "a text in an expression contains characters that engines may replace",
	Why: "\"#\" and \"${\" have a meaning outside texts only, and flowglot keeps them inside texts. Engines that replace them " +
		"everywhere compare with a different text.",
	Source: `step: "Variable references"`,
}, Checks: eachStep(checkLiteralSigns)}

// expressions calls f with all expressions of a step that could be read, and reports which of them are conditions.
func (s *Step) expressions(f func(x *Expression, condition bool)) {
	visit := func(x *Expression, condition bool) {
		if x != nil && x.tree != nil {
			f(x, condition)
		}
	}
	for _, b := range s.Branches {
		visit(b.If, true)
	}
	for a := range s.assignments() {
		visit(a.Value, false)
	}
	for _, r := range s.Rules {
		for _, cell := range r.Cells {
			visit(cell.If, true)
		}
	}
}

// assignments are those of transformations and of the outputs of all rules.
func (s *Step) assignments() func(yield func(*Assignment) bool) {
	return func(yield func(*Assignment) bool) {
		for _, a := range s.Transformations {
			if !yield(a) {
				return
			}
		}
		for _, r := range s.Rules {
			for _, a := range r.Outputs {
				if !yield(a) {
					return
				}
			}
		}
	}
}

func checkBoolean(c *checker, s *Step) {
	s.expressions(func(x *Expression, condition bool) {
		if !condition || !neverBoolean(x.tree) {
			return
		}
		what := "a number, a string or a time"
		if k := kindOf(x.tree); k != source.Invalid {
			what = k.String()
		}
		c.Report(x.At(0, len(x.Text.String)), "the condition %s of %s must be true or false, but is %s", quote(x.Text.String), s, what).
			Help = "compare it with something"
	})
}

// checkLiterals looks for an enclosure in texts that are taken as they are.
func checkLiterals(c *checker, s *Step) {
	for a := range s.assignments() {
		n := a.Member.Value
		if a.Value != nil || n.Kind != source.String || !strings.Contains(n.Text, "${") || enclosed(n.Text) != noEnclosure {
			continue
		}
		d := c.Report(n.Span, "the value of %s in %s contains \"${\" but is a text", quote(a.Member.Key), s)
		d.Help = "write the whole value as one \"${…}\" and join texts in it with +"
		if trimmed := strings.TrimSpace(n.Text); enclosed(trimmed) == oneEnclosure {
			d.Help = "remove the spaces around it to make it an expression"
		} else if enclosed(n.Text+"}") == oneEnclosure {
			d.Help = "add } at its end to make it an expression"
			c.OfferFix(d, "add }", c.Spell(n.Span, n.Text+"}"))
		}
	}
}

func checkNull(c *checker, s *Step) {
	c.words(s, func(x *Expression, i int) {
		t := x.tokens[i]
		if t.kind != nameToken || x.word(i) != "null" || i > 0 && isMember(x.Text.String, x.tokens[i-1]) {
			return
		}
		d := c.Report(x.At(t.from, t.to), "an expression of %s uses null; the expression language has nil", s)
		if d.Span.End-d.Span.Start == len("null") {
			c.OfferFix(d, "write nil", "nil")
		}
	})
}

// words calls f with all tokens of all expressions of a step.
func (c *checker) words(s *Step, f func(x *Expression, i int)) {
	s.expressions(func(x *Expression, _ bool) {
		for i := range x.tokens {
			f(x, i)
		}
	})
}

// word returns the text of a token.
func (x *Expression) word(i int) string { return x.Text.String[x.tokens[i].from:x.tokens[i].to] }

// checkHyphens looks for a minus between two names without a blank on either side.
func checkHyphens(c *checker, s *Step) {
	c.words(s, func(x *Expression, i int) {
		if i == 0 || i+1 >= len(x.tokens) || x.word(i) != "-" {
			return
		}
		a, minus, b := x.tokens[i-1], x.tokens[i], x.tokens[i+1]
		if a.kind != nameToken || b.kind != nameToken || a.to != minus.from || minus.to != b.from {
			return
		}
		c.Report(x.At(a.from, b.to), "an expression of %s contains %s, which is read as a subtraction", s, quote(x.Text.String[a.from:b.to])).
			Help = "to subtract, put spaces around the minus sign"
	})
}

func checkLiteralSigns(c *checker, s *Step) {
	c.words(s, func(x *Expression, i int) {
		t := x.tokens[i]
		if t.kind != stringToken {
			return
		}
		word := x.word(i)
		hash := strings.IndexByte(word, '#')
		switch {
		case strings.Contains(word, "${"):
			c.Report(x.At(t.from, t.to), "a text in an expression of %s contains \"${\"", s)
		case hash >= 0 && hash+1 < len(word) && isNamePart(rune(word[hash+1])):
			c.Report(x.At(t.from, t.to), "a text in an expression of %s contains \"#\" before a word", s)
		}
	})
}
