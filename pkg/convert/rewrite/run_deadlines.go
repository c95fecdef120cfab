package rewrite

import (
	"fmt"
	"time"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// deadline is the time limit of a whole run that workers keep, each as long as it works, where the target has no such limit and is not to
// drop it. A worker that is late fails, and nothing in the target handles its error. It is nil if there is none.
func (c *Conversion) deadline(w *workflow.Workflow) *workflow.Timer {
	if w.Timeout == nil || c.Able.Timeout || c.Able.Handlers != 0 || !c.replaces() || c.Options.Prefer != dialects.PreferExact || !fixedSpan(&w.Timeout.Length) {
		return nil
	}
	return w.Timeout
}

// lacksDeadline reports whether a task has to end with the time of its run.
func (c *Conversion) lacksDeadline(w *workflow.Workflow, n *workflow.Node) bool {
	return n.Kind == workflow.Task && n.Call != nil && c.deadline(w) != nil
}

// deadlineText describes the time limit of a run that a worker keeps, for people.
func deadlineText(w *workflow.Workflow, limit *workflow.Timer) string {
	if limit == nil {
		return ""
	}
	return fmt.Sprintf(", fails with %s when %s have passed since the run began", w.Errors.Expired.Name, lengthText(&limit.Length))
}

// boundTo is what is left, for a part that is called now, of the time of a run that began at an instant; nil if that has no limit. It
// reports true if nothing is left.
func (p *calledPart) boundTo(now, began time.Time) (*workflow.Timer, bool) {
	if p.limit == nil {
		return nil, false
	}
	end, _ := lengthEnd(&p.limit.Length, began)
	at := &expr.Literal{Value: end.UTC().Format(time.RFC3339Nano), Span: p.limit.Span}
	return &workflow.Timer{Length: workflow.Length{Expr: at, Unit: workflow.Instant}, Raises: p.limit.Raises, Span: p.limit.Span}, !end.After(now)
}

// keepDeadline reports whether all that takes time in a run is done by workers that keep its time limit, and notes what the target would do
// without them. A request at the end of a wait is made at the end of the run at the latest, and the worker that is called then fails.
func (c *Conversion) keepDeadline(w *workflow.Workflow) bool {
	limit := c.deadline(w)
	if limit == nil || firstElement(w) == nil {
		return false
	}
	kept, near, ends := true, []dialects.Near(nil), []*workflow.Node(nil)
	for _, n := range w.Nodes {
		switch {
		case swallowed(n):
		case n.Kind == workflow.Task && c.takesNoTime(n):
		case n.Kind == workflow.Task && c.inTime(n):
			near = append(near, dialects.Near{Element: c.Caller(n), Does: "perform", Target: "however late it is", Source: "with a time limit of " + lengthText(&limit.Length) + " for the whole run"})
		case n.Kind == workflow.Await && len(n.Timers) == 1 && len(n.Out) == 1 && c.inTime(n.Out[0].To):
			ends = append(ends, n)
		case n.Kind == workflow.Task || n.Kind == workflow.Await || n.Kind == workflow.Wait:
			kept = false
		}
	}
	if len(near) == 0 && !kept { // it is known then that another preference may do without workers
		near = append(near, dialects.Near{Element: firstElement(w), Does: "perform", Target: "however late it is", Source: "in time"})
	}
	c.Raised.Near = append(c.Raised.Near, near...)
	if !kept {
		return false
	}
	if c.cut == nil {
		c.cut = map[*workflow.Node]*workflow.Timer{}
	}
	for _, n := range ends {
		c.cut[n] = limit
	}
	return true
}

// inTime reports whether a node calls a worker that keeps the time limit of the run.
func (c *Conversion) inTime(n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Call == nil || len(n.Retry)+len(n.Timers)+len(errorEdges(n)) > 0 {
		return false
	}
	s := c.standIn(n.Call.Task)
	if s == nil {
		return false
	}
	part, works := s.By.(*calledPart)
	return works && part.limit != nil
}

// takesNoTime reports whether a node calls a worker that only computes its answer, or fails.
func (c *Conversion) takesNoTime(n *workflow.Node) bool {
	s := c.standIn(n.Call.Task)
	if s == nil || s.By == nil {
		return false
	}
	_, works := s.By.(dialects.Worker)
	d, waits := s.By.(dialects.Delayer)
	return !works && (!waits || d.Delay() == 0)
}
