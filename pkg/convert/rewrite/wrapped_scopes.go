package rewrite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var wrappedScopes = Rewrite{
	ID:     "rewrite/wrapped-scope",
	What:   "parallel parts with retries, time limits, error handlers, or of which not all have to end, become a task that does what they do; so do all parts that wait for nobody, with the steps that need their results",
	When:   "cannot retry or limit parallel parts, handle their errors, or has none",
	Before: "Checks: {credit} {fraud}; on CheckFailed → Review",
	After:  "call-checks, which calls credit and fraud at the same time; if $.checksFailed → Review",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if c.Able.Computes || !c.replacesOnly() || hasVariables(w) {
			return false
		}
		changed := false
		for _, n := range slices.Clone(w.Nodes) { // the outermost before those in it
			if n.Kind == workflow.Scope && !swallowed(n) && c.wrapsScope(n) {
				c.wrapScope(w, n)
				changed = true
			}
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// wrapsScope reports whether a task does what the regions of a node do, in a target whose answers replace the document.
func (c *Conversion) wrapsScope(n *workflow.Node) bool {
	return !c.Able.Computes && c.replacesOnly() && c.needsWrappedScope(n) && c.wrappableScope(n)
}

// wrappableScope reports whether a task can do what the regions of a node do, with all that the node has: they call tasks, and nothing in
// them waits for somebody, produces events, ends the run, or stops for good.
func (c *Conversion) wrappableScope(n *workflow.Node) bool {
	b := n.Body
	if b.Detached || !plainItems(b.Items) || b.Listens != nil || !c.wrappableAround(n) {
		return false
	}
	if b.Gather == workflow.GatherChanges && !c.gathersDocument(n) {
		return false
	}
	return !slices.ContainsFunc(nodesOf(b), func(x *workflow.Node) bool {
		call := x.Call != nil && (c.callsWorkflow(x) || slices.Contains(c.Raised.Substitutes, x.Call.Task))
		waits := x.Kind == workflow.Await || x.Awaits != nil || slices.ContainsFunc(x.Timers, func(t workflow.Timer) bool { return t.Completes })
		return call || waits || x.Kind == workflow.Emit || x.Emits != nil || x.Terminates || x.Data.Assign != nil || x.File != nil ||
			len(x.Out) == 0 && x.Kind != workflow.End && x.Kind != workflow.Fail
	})
}

// hasVariables reports whether a workflow has variables, which a part of it may read.
func hasVariables(w *workflow.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		return n.Data.Assign != nil || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Data.Assign != nil })
	})
}

// gathersDocument reports whether what a node with regions gives is a document of the target. An answer that replaces the document of its part
// is no change of it.
func (c *Conversion) gathersDocument(n *workflow.Node) bool {
	d := &n.Data
	if d.Result != nil || d.Output != nil || d.Combine != nil && d.Combine.Mode != workflow.Replace {
		return c.holds(d)
	}
	changes := n.Body.Gather == workflow.GatherChanges && !slices.ContainsFunc(nodesOf(n.Body), func(x *workflow.Node) bool {
		return x.Kind == workflow.Task && (x.Data.Combine == nil || x.Data.Combine.Mode == workflow.Replace)
	})
	return changes || n.Body.Gather == workflow.GatherMerged || c.Able.Documents != workflow.ObjectDocument
}

// needsWrappedScope reports whether a node with regions has something that the target lacks.
func (c *Conversion) needsWrappedScope(n *workflow.Node) bool {
	handlers := errorEdges(n)
	switch {
	case len(n.Retry) > 0 && !c.Able.Retries.Has(dialects.RetryScopes), len(handlers) > 0 && !c.handles(n), n.Body.Enough != nil:
		return true
	case slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { needs, _ := timerNeeds(&t); return !c.Able.Timers.Has(needs) }):
		return true
	case n.Data.Result != nil && !c.Able.Results && observes(n):
		return true
	}
	parallel := c.Able.Joins != 0 || c.Able.Kinds.Has(workflow.Scope)
	return !parallel && len(n.Body.Regions) > 1 || n.Body.Each && !c.Able.Each
}

// nodesOf are the nodes in the regions of a body, and in those of them.
func nodesOf(b *workflow.Body) []*workflow.Node {
	var out []*workflow.Node
	for _, r := range b.Regions {
		out = append(out, nodesIn(r)...)
	}
	return out
}

// swallowed reports whether a node lies in the regions of a node that has become a task.
func swallowed(n *workflow.Node) bool {
	for at := n.Region.Scope; at != nil; at = at.Region.Scope {
		if at.Kind != workflow.Scope {
			return true
		}
	}
	return false
}

// nameCallers gives the nodes in the regions of a part the names of the elements of the source that make their calls.
func (c *Conversion) nameCallers(p *workedPart) {
	if p.node.Body == nil {
		return
	}
	for _, x := range nodesOf(p.node.Body) {
		if x.Call != nil {
			caller := c.Caller(x)
			x.Element = &workflow.Element{Name: caller.Name, Kind: caller.Kind, NameSpan: caller.NameSpan, Span: caller.Span, Primary: x}
		}
	}
}

// callsText describes what the regions of a node call, for people.
func (c *Conversion) callsText(n *workflow.Node) string {
	text := fmt.Sprintf("does what the parts of %q do", n.Name())
	if n.Body.Each {
		text = fmt.Sprintf("does what %q does for each item", n.Name())
		if list := cmp.Or(n.Data.Payload, n.Data.Select); list != nil {
			text += " of `" + expr.Readable(expr.CommonValue(list, c.domain())) + "`"
		}
		if most, fixed := n.Body.Most.(*expr.Literal); n.Body.Most != nil && !(fixed && value.Equal(most.Value, int64(0))) {
			text += ", `" + expr.Readable(n.Body.Most) + "` at once"
		}
	}
	if calls := c.bodyText(n.Body, deepText); calls != "" {
		text += ": calls " + calls
	}
	if n.Body.Enough != nil {
		text += ", until `" + expr.Readable(n.Body.Enough) + "` of them have ended"
	}
	return text
}

// deepText is how many levels of regions in regions are described to people.
const deepText = 4

// bodyText describes which tasks regions call, and when, for people; it is empty if they call none. What lies deeper than some levels is left out.
func (c *Conversion) bodyText(b *workflow.Body, levels int) string {
	if levels == 0 {
		return "…"
	}
	var branches []string
	for _, r := range b.Regions {
		var steps []string
		for _, x := range r.Nodes {
			step := ""
			switch {
			case x.Call != nil:
				step = dialects.TaskName(x.Call.Task, c.Options.Resource) + conditionText(x)
			case x.Body != nil:
				if step = c.bodyText(x.Body, levels-1); step != "" && x.Body.Each {
					step += ", for each item"
				}
				if strings.ContainsAny(step, ";,") {
					step = "(" + step + ")"
				}
			}
			if step != "" && !slices.Contains(steps, step) {
				steps = append(steps, step)
			}
		}
		if len(steps) > 0 {
			branches = append(branches, strings.Join(steps, " and then "))
		}
	}
	text := strings.Join(branches, "; ")
	if len(branches) > 1 {
		text += ", at the same time"
	}
	return text
}

// conditionText describes in which case a step comes after a choice, for people; it is empty if it comes in any.
func conditionText(n *workflow.Node) string {
	if len(n.In) != 1 || n.In[0].From.Kind != workflow.Choice {
		return ""
	}
	switch e := n.In[0]; {
	case e.Guard != nil:
		return " if `" + expr.Readable(e.Guard) + "`"
	case e.Kind == workflow.Default:
		return " otherwise"
	}
	return ""
}
