package asl

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// handlerOf begins a retrier or a catcher of errors with some names.
func handlerOf(names *source.Node) *source.Node { return dialects.NewObject("ErrorEquals", names) }

// takesAll reports whether a retrier or catcher takes every error. It must be the last one.
func takesAll(x *source.Node) bool {
	names := x.Get("ErrorEquals")
	return len(names.Items) == 1 && names.Items[0].Text == errAll
}

// errorEquals are the names of what a matcher takes, or nil if names cannot express it.
func (d *document) errorEquals(on workflow.Matcher) *source.Node {
	names := list()
	if d.own {
		return dialects.NewList(on, func(c workflow.Clause) *source.Node { return dialects.NewText(c.Name) })
	}
	for i := range on {
		c := &on[i]
		name := c.Name
		switch table := &d.flow.Errors; {
		case c.If != nil:
			return nil
		case c.All:
			return list(dialects.NewText(errAll)) // which must be the only one
		case c.Class&workflow.ClassTask != 0:
			name = errTaskFailed
		case name != "" && name == table.Task.Name && !table.Hidden:
			d.out.Note("a task that fails without an error name fails with %q in the source and with %q in asl: let it name its error", name, errTaskFailed)
		case c.Class&(workflow.ClassTimeout|workflow.ClassHeartbeat) != 0, name == table.Timeout.Name:
			name = errTimeout
		case c.Class&workflow.ClassBranch != 0:
			name = errBranchFailed
		case name == table.NoMatch.Name:
			name = errNoChoiceMatched
		}
		if name == "" {
			return nil
		}
		if !slices.ContainsFunc(names.Items, func(x *source.Node) bool { return x.Text == name }) { // two of the source may be one here
			names.Items = append(names.Items, dialects.NewText(name))
		}
	}
	if len(names.Items) == 0 {
		return nil
	}
	return names
}
