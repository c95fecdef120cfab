package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var equalTails = Rewrite{
	ID:     "rewrite/equal-tails",
	What:   "steps of the same name that do the same and are followed by the same become one",
	When:   "always, if the source repeats the steps that several paths lead to",
	Before: "if late: notify → end; if lost: notify → end",
	After:  "if late, or if lost: notify → end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.apart && shareTails(w)
	},
}

// A tail is what a step does and what comes after it. Steps with the same one do the same from then on.
type tail struct {
	region           *workflow.Region
	name, task, with string
	next             *workflow.Node // nil is the end of the region
}

// shareTails leads the paths to all steps with the same tail to the first of them, and reports whether there were several. That may make the
// tails of the steps before them the same, which are visited again then.
func shareTails(w *workflow.Workflow) bool {
	first := map[tail]*workflow.Node{}
	gone := map[*workflow.Node]bool{}
	todo := slices.Clone(w.Nodes)
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		t, ok := tailOf(n)
		if !ok || gone[n] {
			continue
		}
		same := first[t]
		if same == nil || gone[same] {
			first[t] = n
		}
		if same == nil || same == n || gone[same] || n.Region.Start == n {
			continue
		}
		for _, in := range slices.Clone(n.In) {
			todo = append(todo, in.From)
			Redirect(in, same)
		}
		for _, out := range slices.Clone(n.Out) {
			Disconnect(out)
		}
		n.Region.Nodes, gone[n] = without(n.Region.Nodes, n), true
		if n.Element.Primary == n {
			n.Element.Primary = nil
		}
	}
	if len(gone) > 0 {
		Compact(w)
	}
	return len(gone) > 0
}

// tailOf is the tail of a step that fails, or does nothing but call a task and go on. It reports false for others.
func tailOf(n *workflow.Node) (tail, bool) {
	if n.Kind == workflow.Fail && n.Raises != nil {
		with := ""
		for _, x := range []expr.Expr{n.Raises.Name, n.Raises.Cause} {
			if x != nil {
				with += expr.Readable(x)
			}
			with += "\n"
		}
		return tail{region: n.Region, name: n.Name(), with: with}, true
	}
	if n.Kind != workflow.Task || n.Call == nil || n.Call.Workflow || n.Call.Child != nil || n.Awaits != nil || n.Emits != nil || n.When != nil ||
		len(n.Retry)+len(n.Timers) > 0 || !n.Data.IsZero() || len(n.Out) != 1 || onwardEdge(n) == nil || !n.Out[0].Data.IsZero() {
		return tail{}, false
	}
	t := tail{region: n.Region, name: n.Name(), task: n.Call.Task, next: n.Out[0].To}
	if given := n.Call.Parameters; given != nil {
		t.with = string(value.AppendSorted(nil, given.Value))
	}
	if end := t.next; end.Kind == workflow.End && end.Role == workflow.Ending && !end.Terminates && end.Data.IsZero() {
		t.next = nil
	}
	return t, true
}
