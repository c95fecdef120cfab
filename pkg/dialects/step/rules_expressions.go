package step

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/source"
)

var expressionSyntax = rule{Rule: diag.Rule{
	ID:       "step/expression",
	Severity: diag.Error,
	Summary:  "an expression cannot be read",
	Why: "Nothing checks it before the run comes to it, and then the step fails. A comparison is written ==, a text stands in " +
		"quotes, and a cell of a table is a whole condition: the name of its column is not put before it.",
	Source: `step: "Expression Reference", "Error behaviour"`,
}}

var notBoolean = rule{Rule: diag.Rule{
	ID:       "step/not-boolean",
	Severity: diag.Error,
	Summary:  "a condition can never be true or false",
	Why:      "The step fails as soon as the condition is evaluated: only a boolean chooses a branch or a rule.",
	Source:   `step: "DECISION", "Runtime behaviour", "Error behaviour"`,
}, Checks: eachStep(checkBoolean)}

var severalExpressions = rule{Rule: diag.Rule{
	ID:       "step/multiple-expressions",
	Aliases:  []string{"step/several-expressions"},
	Severity: diag.Error,
	Summary:  "a value holds several expressions side by side",
	Why: "Only a value that is one \"${…}\" as a whole is computed. This one begins like an expression and ends like one, and " +
		"yet the variable gets the characters that stand here.",
	Source: `step: "TRANSFORMATION" (an expression is the whole of the value)`,
}}

var notExpression = rule{Rule: diag.Rule{
	ID:       "step/not-an-expression",
	Severity: diag.Info,
	Summary:  "a text has \"${\" in it, but is no expression",
	Why: "Only a value that is one \"${…}\" as a whole is computed; anything else is given to the variable as it stands. Blanks " +
		"around it count too.",
	Source: `step: "TRANSFORMATION" (an expression is the whole of the value)`,
}, Checks: eachStep(checkLiterals)}

var nullWord = rule{Rule: diag.Rule{
	ID:       "step/null",
	Severity: diag.Info,
	Summary:  "an expression says null where its language says nil",
	Why: "flowglot takes both for the same. The expression language itself has only nil, and may take null for a variable " +
		"that nobody defined.",
	Source: `step: "Expression Reference" (the literals do not include null)`,
}, Checks: eachStep(checkNull)}

var hyphenatedName = rule{Rule: diag.Rule{
	ID:       "step/hyphenated-name",
	Severity: diag.Info,
	Summary:  "a name with a hyphen is read as a difference",
	Why: "Names in expressions have no hyphens: a-b is a minus b. A variable of that name can be read as $env[\"a-b\"]. Put " +
		"blanks around a minus that is meant as one.",
	Source: `step: "Operators"`,
}, Checks: eachStep(checkHyphens)}

var literalSigns = rule{Rule: diag.Rule{
	ID:       "step/literal-signs",
	Severity: diag.Info,
	Summary:  "a text inside of an expression has signs that engines may replace",
	Why: "\"#\" and \"${\" have a meaning outside of texts only, and flowglot leaves them alone inside. Engines that replace them " +
		"everywhere compare with another text than the one that stands here.",
	Source: `step: "Variable references"`,
}, Checks: eachStep(checkLiteralSigns)}

// expressions calls f with all expressions of a step that could be read, and tells which of them are conditions.
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
		c.Report(x.At(0, len(x.Text.String)), "the condition %s of %s is %s and not true or false", quote(x.Text.String), s, what).
			Help = "compare it with something"
	})
}

// checkLiterals looks for an enclosure in texts that are taken as they stand.
func checkLiterals(c *checker, s *Step) {
	for a := range s.assignments() {
		n := a.Member.Value
		if a.Value != nil || n.Kind != source.String || !strings.Contains(n.Text, "${") || enclosed(n.Text) != noEnclosure {
			continue
		}
		d := c.Report(n.Span, "the value of %s in %s has \"${\" in it, but is a text", quote(a.Member.Key), s)
		d.Help = "an expression is \"${…}\" as a whole; join texts in it with +"
		if trimmed := strings.TrimSpace(n.Text); enclosed(trimmed) == oneEnclosure {
			d.Help = "remove the blanks around it to make it an expression"
		}
	}
}

func checkNull(c *checker, s *Step) {
	c.words(s, func(x *Expression, i int) {
		t := x.tokens[i]
		if t.kind != nameToken || x.word(i) != "null" || i > 0 && isMember(x.Text.String, x.tokens[i-1]) {
			return
		}
		d := c.Report(x.At(t.from, t.to), "an expression of %s says null, which its language spells nil", s)
		if d.Span.End-d.Span.Start == len("null") {
			c.Mend(d, "write nil", "nil")
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
		c.Report(x.At(a.from, b.to), "an expression of %s has %s, which is read as a difference", s, quote(x.Text.String[a.from:b.to])).
			Help = "put blanks around the minus if it is meant as one"
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
			c.Report(x.At(t.from, t.to), "a text in an expression of %s has \"${\" in it", s)
		case hash >= 0 && hash+1 < len(word) && isNamePart(rune(word[hash+1])):
			c.Report(x.At(t.from, t.to), "a text in an expression of %s has \"#\" before a word in it", s)
		}
	})
}
