package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// matcher lowers the expression of a handler or a retry. One that asks for any error, for those of some names, or for all but
// those, is that; any other is a condition.
func matcher(t *Template) workflow.Matcher {
	whole := workflow.Clause{Text: strings.TrimSpace(t.Node.Text), Span: t.Node.Span}
	names, but, ok := errorsAskedFor(t.path())
	switch {
	case !ok:
		whole.If = t.holdsOfError()
		return workflow.Matcher{whole}
	case but:
		whole.All, whole.Except = true, names
		return workflow.Matcher{whole}
	}
	var out workflow.Matcher
	for _, name := range names {
		one := whole
		one.Name = name
		out = append(out, one)
	}
	return out
}

// errorsAskedFor returns the names that an expression compares that of the error with: `$.errors[?(@.name == 'Busy')]`. The errors
// asked for are all but those, if but is true: `$.error` asks for all. It reports false for any other expression.
func errorsAskedFor(p *expr.Path) (names []string, but, ok bool) {
	if p.Root != expr.RootInput || len(p.Steps) == 0 || p.Steps[0].Kind != expr.StepChild || !errorMember(p.Steps[0].Name) {
		return nil, false, false
	}
	switch {
	case len(p.Steps) == 1:
		return nil, true, true
	case len(p.Steps) == 2 && p.Steps[1].Filter != nil:
		return namesIn(p.Steps[1].Filter)
	}
	return nil, false, false
}

// errorMember reports whether an expression sees the error under a name.
func errorMember(name string) bool {
	return slices.Contains([]string{"error", "errors", "exception", "exceptions"}, name)
}

// namesIn are the names that a filter compares that of an error with; but reports that it asks for other names.
func namesIn(x expr.Expr) (names []string, but, ok bool) {
	switch x := x.(type) {
	case *expr.Not:
		names, but, ok = namesIn(x.Operand)
		return names, !but, ok
	case *expr.Compare:
		return nameCompared(x)
	case *expr.Logic:
		for i, o := range x.Operands {
			more, other, known := namesIn(o)
			if !known || other != (x.Op == expr.And) && len(x.Operands) > 1 || i > 0 && other != but {
				return nil, false, false
			}
			names, but = append(names, more...), other
		}
		return names, but, len(x.Operands) > 0
	}
	return nil, false, false
}

// nameCompared are the names that a comparison is about.
func nameCompared(c *expr.Compare) (names []string, but, ok bool) {
	tested, isPath := c.Left.(*expr.Path)
	wanted, isFixed := c.Right.(*expr.Literal)
	if !isPath || !isFixed || tested.Root != expr.RootItem || len(tested.Steps) != 1 || tested.Steps[0].Kind != expr.StepChild || tested.Steps[0].Name != "name" {
		return nil, false, false
	}
	switch c.Op {
	case expr.Equal, expr.NotEqual:
		name, text := wanted.Value.(string)
		return []string{name}, c.Op == expr.NotEqual, text && name != ""
	case expr.In:
		list, _ := wanted.Value.([]any)
		for _, v := range list {
			name, text := v.(string)
			if !text || name == "" {
				return nil, false, false
			}
			names = append(names, name)
		}
		return names, false, len(names) > 0
	}
	return nil, false, false
}
