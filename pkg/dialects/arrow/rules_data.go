package arrow

import (
	"path/filepath"
	"strings"

	"github.com/flowglot/flowglot/pkg/diag"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
)

var scalarLiteral = rule{Rule: diag.Rule{
	ID:       "arrow/scalar-literal",
	Severity: diag.Error,
	Summary:  "a literal is neither an object nor a list",
	Why: "What flows between tasks, and what they are given as parameters, is structured. A number, a text or an empty " +
		"literal is neither an object nor a list.",
	Source: "arrow: \"Parameters are considered a single data structure\"; information is tree-structured",
}}

var parameterType = rule{Rule: diag.Rule{
	ID:       "arrow/parameter-type",
	Severity: diag.Error,
	Summary:  "the parameters of a task and its defaults have different types",
	Why: "Parameters are merged with the defaults of the declaration, member by member. A list cannot be merged with an object, nor " +
		"an object with a list.",
	Source: "arrow: \"An implementation must merge the task default parameters with the parameters specified\"",
}, Checks: eachStepOf(checkParameterType)}

var ignoredParameters = rule{Rule: diag.Rule{
	ID:       "arrow/ignored-parameters",
	Severity: diag.Warning,
	Summary:  "a task with a subflow gets parameters",
	Why:      "The subflow replaces the task, and its steps do not see the parameters of the task, so the parameters have no effect.",
	Source:   "arrow: \"The subflow is invoked in the context of the invocating statement as if it was inline\"",
}, Checks: eachStepOf(checkIgnoredParameters)}

var literalSink = rule{Rule: diag.Rule{
	ID:       "arrow/literal-sink",
	Severity: diag.Error,
	Summary:  "an arrow leads into a literal",
	Why:      "A literal is a source of data and cannot receive any. It must be the first step of its statement.",
	Source:   "arrow: \"Flows may also start with a literal\"",
}, Checks: eachStepOf(checkLiteralSink)}

var missingResource = rule{Rule: diag.Rule{
	ID:       "arrow/missing-resource",
	Severity: diag.Warning,
	Summary:  "a resource file does not exist",
	Why:      "A resource is loaded from its URI, relative to the file of the flow. A run would fail at this step.",
	Source:   "arrow: \"The URI is relative to the effective base URI of the workflow\"",
}, Checks: eachStepOf(checkMissingResource)}

func checkParameterType(c *checker, s *Step, _ position) {
	if s.Kind != Task || s.Parameters == nil || s.Parameters.Node == nil {
		return
	}
	own := s.Parameters.Node
	for _, d := range c.tasks.resolve(s.Name).chain {
		if d.Parameters == nil || d.Parameters.Node == nil || d.Parameters.Node.Kind == own.Kind {
			continue
		}
		f := c.Report(s.Parameters.Span, "the parameters of task %s are %s, but its defaults are %s", dquote(s.Name), listed(own), listed(d.Parameters.Node))
		f.Related = c.Related(d.Parameters.Span, "the defaults")
		f.Help = "write both as " + listed(d.Parameters.Node)
		return
	}
}

// listed names the type of a literal in the words of the dialect.
func listed(n *source.Node) string {
	if n.Kind == source.Array {
		return "a list"
	}
	return "an object"
}

func checkIgnoredParameters(c *checker, s *Step, _ position) {
	if s.Kind != Task || s.Parameters == nil {
		return
	}
	if body := c.tasks.resolve(s.Name).body; body != nil {
		f := c.Report(s.Parameters.Span, "task %s has a subflow, so its parameters have no effect", dquote(s.Name))
		f.Related = c.Related(body.Body.Open, "the subflow")
		f.Help = "pass them to the tasks in the subflow"
	}
}

func checkLiteralSink(c *checker, s *Step, at position) {
	if s.Kind == Data && !at.source {
		c.Report(s.Span, "an arrow leads into a literal, which can only be a source").
			Help = "start a statement with it, and connect it with a label"
	}
}

func checkMissingResource(c *checker, s *Step, at position) {
	if s.Kind != Resource || !at.source || c.exists == nil || remote(s.Name) || s.Name == "" || s.Cut {
		return
	}
	path, where := s.Name, "next to the file of the flow"
	switch {
	case filepath.IsAbs(path):
		where = "at that path"
	case c.base != "":
		path, where = filepath.Join(c.base, path), "in "+dquote(c.base)
	default:
		path = filepath.Join(filepath.Dir(c.File.Name), path)
	}
	if !c.exists(path) {
		c.Report(s.NameSpan, "the resource %s does not exist", dquote(s.Name)).Help = "flowglot looks for it " + where
	}
}

// remote reports whether a URI names something that is not a file: it has a scheme with an authority.
func remote(uri string) bool {
	scheme, _, found := strings.Cut(uri, "://")
	return found && scheme != "" && !strings.ContainsAny(scheme, `/\`)
}

// dquote returns a name for a message.
func dquote(s string) string { return dialects.Quote(s) }
