package run

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// Workflows returns all workflows that a run of a program may reach: its own, and the one that is chosen if no other is.
func Workflows(p *workflow.Program) []*workflow.Workflow {
	if p.Fallback == nil || slices.Contains(p.Workflows, p.Fallback) {
		return p.Workflows
	}
	return append(slices.Clone(p.Workflows), p.Fallback)
}

// EachCall calls f for everything that a program may ask of a task, in the order of its definitions: the calls of its nodes, and
// with a nil node the questions at its edges and candidates.
func EachCall(p *workflow.Program, f func(*workflow.Node, *workflow.Call)) {
	for _, w := range Workflows(p) {
		for _, n := range w.Nodes {
			if n.Call != nil {
				f(n, n.Call)
			}
			for _, e := range n.Out {
				if e.Ask != nil {
					f(nil, e.Ask)
				}
			}
		}
	}
	for i := range p.Select {
		if ask := p.Select[i].Ask; ask != nil {
			f(nil, ask)
		}
	}
}

// TaskNames returns the names by which a [Stub] may answer the tasks of a program, each once: those of its elements, of its
// tasks, and of the resources of these.
func TaskNames(p *workflow.Program) []string {
	var out []string
	seen := map[string]bool{"": true}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	for _, w := range Workflows(p) {
		for _, n := range w.Nodes {
			add(n.Name())
		}
	}
	EachCall(p, func(_ *workflow.Node, c *workflow.Call) {
		add(c.Task)
		add(c.Resource)
	})
	return out
}
