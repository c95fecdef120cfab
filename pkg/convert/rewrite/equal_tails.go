package rewrite

import (
	"slices"
	"strconv"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var equalTails = Rewrite{
	ID:     "rewrite/equal-tails",
	What:   "steps of the same name that do the same and are followed by the same become one, and choices by the same conditions",
	When:   "always, if the source repeats the steps that several paths lead to",
	Before: "if late: notify → end; if lost: notify → end",
	After:  "if late, or if lost: notify → end",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.apart && shareTails(w)
	},
}

// A tail is what a step does and what comes after it. Steps with the same one do the same from then on.
type tail struct {
	region         *workflow.Region
	does, leads    string
	parameters, to string
}

// shareTails leads the paths to all steps with the same tail to the first of them, and reports whether there were several. That may make
// the tails of the steps before them the same, which are visited again then.
func shareTails(w *workflow.Workflow) bool {
	first := map[tail]*workflow.Node{}
	gone := map[*workflow.Node]bool{}
	todo := slices.Clone(w.Nodes)
	for len(todo) > 0 {
		n := todo[0]
		todo = todo[1:]
		t, ok := tailOf(w, n)
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
			in.Redirect(same)
		}
		for _, out := range slices.Clone(n.Out) {
			out.Disconnect()
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

// tailOf is the tail of a step that fails, or does nothing but choose, or call a task, and go on. It reports false for others.
func tailOf(w *workflow.Workflow, n *workflow.Node) (tail, bool) {
	t := tail{region: n.Region, does: n.Kind.String()}
	if n.Kind != workflow.Choice || named(w, n.Element) {
		t.does += " " + n.Name()
	}
	switch n.Kind {
	case workflow.Fail:
		if n.Raises == nil {
			return tail{}, false
		}
		for _, x := range []expr.Expr{n.Raises.Name, n.Raises.Cause} {
			if x != nil {
				t.parameters += expr.Readable(x)
			}
			t.parameters += "\n"
		}
		return t, true
	case workflow.Task:
		if n.Call == nil || n.Call.Workflow || n.Call.Child != nil || n.Emits != nil || !putsAnswer(&n.Data, &t) {
			return tail{}, false
		}
		t.to = n.Call.Task
		if given := n.Call.Parameters; given != nil {
			t.parameters = string(value.AppendSorted(nil, given.Value))
		}
	case workflow.Choice, workflow.Pass:
		if !n.Data.IsZero() {
			return tail{}, false
		}
		t.does += " " + strconv.Itoa(int(n.NoMatch))
	default:
		return tail{}, false
	}
	if n.Awaits != nil || n.When != nil || len(n.Retry)+len(n.Timers) > 0 || len(n.Out) == 0 {
		return tail{}, false
	}
	for _, e := range n.Out {
		if !e.Data.IsZero() || e.Require != nil || e.Ask != nil || e.Kind != workflow.Next && e.Kind != workflow.ToEnd && n.Kind != workflow.Choice {
			return tail{}, false
		}
		t.leads += leadsTo(e) + "\n"
	}
	return t, true
}

// putsAnswer adds to a tail how an answer gets into the document. It reports false where that is not by replacing or merging.
func putsAnswer(d *workflow.Stages, t *tail) bool {
	if d.Combine == nil {
		return d.IsZero()
	}
	t.does += " " + strconv.Itoa(int(d.Combine.Mode))
	rest := *d
	rest.Combine = nil
	return merging(d.Combine) && d.Combine.Omit == "" && rest.IsZero()
}

// leadsTo describes an edge: when it is taken, and where it leads.
func leadsTo(e *workflow.Edge) string {
	when := ""
	if e.Kind == workflow.Guarded {
		when = "if " + expr.Readable(e.Guard) + " "
	}
	if end := e.To; end.Kind == workflow.End && end.Role == workflow.Ending && !end.Terminates && end.Data.IsZero() {
		return when + "end"
	}
	return when + strconv.Itoa(e.To.ID)
}
