package sw

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// refusals finds the failures that the regions of a node raise themselves, by transitions that are not allowed, whether
// there are some, and whether a matcher takes them. It notes where it takes only some of them.
func (d *draft) refusals(n *workflow.Node, m workflow.Matcher) (some, taken bool) {
	if n.Body == nil {
		return false, false
	}
	found := map[bool]bool{}
	note := func(e workflow.ErrorName, class workflow.Class) {
		found[!e.Fatal && m.Matches(e.Name, class|workflow.ClassBranch)] = true
	}
	for _, r := range n.Body.Regions {
		for _, x := range r.Nodes {
			switch {
			case x.Kind == workflow.Fail:
				e := workflow.ErrorName{}
				if x.Raises.Name != nil {
					e.Name = dialects.Written(x.Raises.Name).Text
				}
				note(e, workflow.ClassFail)
			case x.Kind == workflow.Choice:
				d.refusalsOf(x, note)
			case x.Kind == workflow.Scope:
				if inner, caught := d.refusals(x, m); inner {
					found[caught] = true
				}
			}
		}
	}
	if found[true] && found[false] {
		d.lose(&dialects.LossHandler, n.Element.NameSpan, n.Element, "one handler for all", "sw cannot distinguish failures that the definition raises itself")
	}
	return len(found) > 0, found[true]
}

// refusalsOf are the failures of a choice.
func (d *draft) refusalsOf(n *workflow.Node, note func(workflow.ErrorName, workflow.Class)) {
	otherwise := false
	for _, e := range n.Out {
		if otherwise = otherwise || e.Kind == workflow.Default || e.Kind == workflow.Guarded && always(e.Guard); e.Kind != workflow.Guarded {
			continue
		}
		if s, _ := toFilter(expr.Portable(e.Guard, d.flow.Documents == workflow.ObjectDocument)); s.fails != nil {
			note(d.flow.Errors.Path, workflow.ClassData)
		}
	}
	if !otherwise {
		note(d.flow.Errors.NoMatch, workflow.ClassNoMatch)
	}
}
