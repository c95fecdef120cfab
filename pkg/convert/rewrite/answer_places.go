package rewrite

import (
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// placesOfAnswers are, by the task, where in an answer its worker puts its result. A worker does the same for all that call it: where they
// store its result at different places, it answers its result alone, or as most of them ask for.
func (c *Conversion) placesOfAnswers() map[string]string {
	type asked struct{ task, place string }
	out, times := map[string]string{}, map[asked]int{}
	for _, w := range c.Program.Workflows {
		for _, n := range w.Nodes {
			if n.Kind != workflow.Task || n.Call == nil {
				continue
			}
			task := n.Call.Task
			place, asks := c.placeInAnswer(n)
			if !asks {
				continue
			}
			times[asked{task, place}]++
			before, known := out[task]
			if !known || before != "" && (place == "" || times[asked{task, place}] > times[asked{task, before}]) {
				out[task] = place
			}
		}
	}
	return out
}

// placeInAnswer is the member of an answer under which a node needs the result of the task that it calls; empty if the result is the
// answer. It reports false for a node that takes no notice of it.
func (c *Conversion) placeInAnswer(n *workflow.Node) (place string, asks bool) {
	switch k := n.Data.Combine; {
	case k != nil && k.Mode == workflow.Drop:
		return "", false
	case k != nil && k.Path != nil:
		return expr.Readable(k.Path), true
	case (replacing(k) || c.answersForBranch(n)) && c.Able.OutputParts && c.mergesOnly():
		return "the document", true
	}
	return "", true
}

// answersElse reports whether a node needs the result of its task at another place of the answer than its worker puts it.
func (c *Conversion) answersElse(n *workflow.Node, placed map[string]string) bool {
	if n.Kind != workflow.Task || n.Call == nil {
		return false
	}
	place, asks := c.placeInAnswer(n)
	return asks && place != placed[n.Call.Task]
}

// answersForBranch reports whether the answer of a node will be the document of its branch: see branchChanges.
func (c *Conversion) answersForBranch(n *workflow.Node) bool {
	r := n.Region
	return c.Able.WholeBranches && r.Scope != nil && only(r) == n && gathersChanges(r.Scope) && !callsOnly(r) && c.givesAnswer(n)
}
