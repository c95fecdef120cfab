package arrow

import "github.com/flowglot/flowglot/pkg/diag"

// The rules of what reading finds.

var syntax = rule{Rule: diag.Rule{
	ID:       "arrow/syntax",
	Severity: diag.Error,
	Fixable:  true,
	Summary:  "unexpected text",
	Why: "A statement is a chain of steps with arrows between them, and labels at its ends and around its steps. The parser skips " +
		"to the next semicolon or statement, so that one run reports all mistakes.",
	Source: "arrow: flow statements, subflows, parameters, declarations",
}}

var unclosedRule = rule{Rule: diag.Rule{
	ID:       "arrow/unclosed",
	Severity: diag.Error,
	Summary:  "a subflow, a literal, a guard or a text is not closed",
	Why:      "Without its end, its content is unknown. Parsing continues after the line on which it begins.",
	Source:   "arrow: subflows, parameter literals, guards, declarations",
}}

var empty = rule{Rule: diag.Rule{
	ID:       "arrow/empty",
	Severity: diag.Error,
	Summary:  "a flow or a subflow has no statements",
	Why: "Nothing in it can run. A flow with only declarations is empty too: a declaration only adds details to what " +
		"the statements invoke.",
	Source: "arrow: a workflow is a sequence of flow statements",
}, Checks: []func(*checker){checkEmpty}}

var noStep = rule{Rule: diag.Rule{
	ID:       "arrow/missing-step",
	Aliases:  []string{"arrow/no-step"},
	Severity: diag.Error,
	Summary:  "a statement connects labels without a step",
	Why: "Labels name the outputs and inputs of steps. A label alone, one that leads to another, and a resource that leads " +
		"to a label without a step after it connect nothing. A subflow that is only `:start → :end` returns its input.",
	Source: "arrow: a flow statement has a task; combining statements with labels",
}, Checks: eachScopeOf(checkNoStep)}

var startEnd = rule{Rule: diag.Rule{
	ID:       "arrow/start-end",
	Severity: diag.Error,
	Summary:  "misplaced :start or :end",
	Why: ":start is the start of its scope and :end the end. :start can only be the source of a statement, :end only its " +
		"destination, and neither can label a step.",
	Source: "arrow: labels, on :start and :end",
}}

var gluedLines = rule{Rule: diag.Rule{
	ID:       "arrow/glued-lines",
	Severity: diag.Warning,
	Fixable:  true,
	Summary:  "two lines that look like two statements are one",
	Why: "A line end does not end a statement. A label at the start of a line is the output label of the step before it, and a " +
		"label at the end of a line is the input label of the step after it. A semicolon separates the statements.",
	Source: "arrow: a flow statement may be terminated with a semicolon, which may be necessary",
}}

func checkEmpty(c *checker) {
	for _, x := range c.flow.Items {
		if x.Statement != nil {
			return
		}
	}
	for i := range c.List { // what could not be read was perhaps a statement
		if c.List[i].Severity == diag.Error {
			return
		}
	}
	d := c.Report(c.lastWord(), "the flow has no statement")
	d.Help = "write a step to run, such as A → B"
}

func checkNoStep(c *checker, scope []*Statement) {
	for _, s := range scope {
		switch {
		case s.Broken:
		case s.handsOn() && len(scope) == 1 && c.labels != c.scopes[0]: // a subflow that is nothing else
		case len(s.Steps) == 0 && s.From != nil && s.To != nil:
			c.Report(s.Span, "the label %q leads to the label %q without a step", ":"+s.From.Name, ":"+s.To.Name).
				Help = "add a step between them, or use one label for both"
		case len(s.Steps) == 1 && s.From == nil && s.To != nil && s.To.Name != endLabel && isSource(s.Steps[0]):
			c.Report(s.Span, "the source leads to the label %q without a step", ":"+s.To.Name).
				Help = "lead it to a step: " + c.text(s.Steps[0]) + " → :" + s.To.Name + " NAME"
		}
	}
}

// isSource reports whether a step is a resource or a literal by itself.
func isSource(s *Step) bool { return s.Kind == Resource || s.Kind == Data }
