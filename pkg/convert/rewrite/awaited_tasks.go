package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var awaitedTasks = Rewrite{
	ID:     "rewrite/awaited-task",
	What:   "an await becomes a task that is answered from outside, with the token that it sends",
	When:   "cannot wait, but has tasks with tokens",
	Before: "await Approval; its data is merged into the document",
	After:  "task approval, with a token; its answer is merged into the document",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Tokens || len(c.Able.Awaits) > 0 {
			return false
		}
		return eachNode(w, func(n *workflow.Node) bool {
			if n.Kind == workflow.Await && n.Awaits != nil && len(n.Awaits.For) == 0 {
				c.awaitTask(w, n)
				return true
			}
			return false
		})
	},
}

// awaitTask makes an await of an occurrence that names it a task. The net has one task for each, with a name of its own.
func (c *Conversion) awaitTask(w *workflow.Workflow, n *workflow.Node) {
	kind := occurrenceKind(n.Awaits)
	awaited := slices.DeleteFunc(c.passagesTo(n.Element.Name, ""), func(i int) bool { return c.Raised.Occurrences[i].To.Kind != kind })
	task := c.unusedTask(w, slug(c.askedFor(n, awaited)))
	c.Raised.Substitutes = append(c.Raised.Substitutes, task)
	from := dialects.Occurrence{Kind: kind, Name: n.Element.Name}
	to := dialects.Occurrence{Kind: "task", Name: task, At: n.Element.Name}
	if len(awaited) == 0 {
		from.Name = n.Element.Original().Name
		c.Raised.Occurrences = append(c.Raised.Occurrences, dialects.Passage{From: from, To: to})
	}
	for _, i := range awaited {
		to.Member = c.Raised.Occurrences[i].To.Member
		c.arriveAs(i, to)
	}
	if at := n.Element.Original().Name; at != n.Element.Name { // where a run waits
		c.Raised.Names = append(c.Raised.Names, dialects.Renaming{From: at, To: n.Element.Name})
	}
	n.Kind, n.Awaits = workflow.Task, nil
	n.Call = &workflow.Call{Task: task, Token: true, Span: n.Span}
}

// askedFor is what the task of an await asks for: the only request that the source awaits there, if the step after it is named after the
// request, as one is that does what an entity does on it; else what the await is named after.
func (c *Conversion) askedFor(n *workflow.Node, awaited []int) string {
	on := onwardEdge(n)
	if on == nil || on.To.Kind != workflow.Task || len(awaited) != 1 {
		return n.Element.Name
	}
	from, next := c.Raised.Occurrences[awaited[0]].From, on.To.Name()
	if from.Kind != "transition" || !numberedName(next, from.Name) {
		return n.Element.Name
	}
	return next
}
