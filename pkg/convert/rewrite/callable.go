package rewrite

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callableTask reports whether a task can call the task of a node in its place, with all that the node has.
func (c *Conversion) callableTask(n *workflow.Node) bool {
	return n.Kind == workflow.Task && c.callsAlone(n) && c.callableAround(n) && c.holds(&n.Data)
}

// callsAlone reports whether a node calls a task of the source, and does nothing beside.
func (c *Conversion) callsAlone(n *workflow.Node) bool {
	if n.Call == nil || n.Call.Task == "" || n.Awaits != nil || n.Emits != nil || n.Raises != nil || n.File != nil {
		return false
	}
	return !c.callsWorkflow(n) && !c.isSubstitute(n.Call.Task) && !c.inWholeTask(n)
}

// callsWorkflow reports whether a node may call a workflow that is converted too. A call of another one is that of a task.
func (c *Conversion) callsWorkflow(n *workflow.Node) bool {
	if n.Call.Workflow {
		return c.Program.Find(n.Call.Task) != nil
	}
	if n.Call.Child == nil {
		return false
	}
	fixed := value.NewObject(0) // the members of what it gets that are always the same
	if o, ok := expr.CommonValue(n.Data.Payload, c.domain()).(*expr.Object); ok {
		for _, m := range o.Members {
			if l, ok := m.Value.(*expr.Literal); ok {
				fixed.Set(m.Key, l.Value)
			}
		}
	}
	id, _, known := n.Call.Child.Of(fixed)
	return !known || c.Program.Find(id) != nil
}

// attemptable reports whether a task can make the calls of a node in its place, and the node is left as it is otherwise.
func (c *Conversion) attemptable(n *workflow.Node) bool {
	return c.callsAlone(n) && (c.Able.Inputs.Has(dialects.InputObject) || n.Data.Select == nil || n.Data.Result == nil && n.Data.Assign == nil)
}

// callableAround reports whether what a node has around its task or its regions can be had by a task.
func (c *Conversion) callableAround(n *workflow.Node) bool {
	if c.assigns(&n.Data) || n.File != nil || onwardEdge(n) == nil || c.inWholeTask(n) {
		return false
	}
	if slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Completes || t.Edge != nil && !t.Interrupting }) {
		return false
	}
	for _, e := range n.Out {
		if e.Kind == workflow.OnError && (c.assigns(&e.Data) || e.Require != nil) || e.Guard != nil {
			return false
		}
	}
	return true
}

// callableScope reports whether a task can do what the regions of a node do, with all that the node has: they call tasks, and nothing in
// them waits for somebody, produces events, ends the run, or stops for good.
func (c *Conversion) callableScope(n *workflow.Node) bool {
	b := n.Body
	if b.Detached || b.Listens != nil || !c.callableAround(n) {
		return false
	}
	if b.Gather == workflow.GatherChanges && !c.gathersDocument(n) {
		return false
	}
	return !slices.ContainsFunc(nodesOf(b), func(x *workflow.Node) bool { return !c.workable(x) })
}

// assigns reports whether something assigns variables that are going to stay variables.
func (c *Conversion) assigns(s *workflow.Stages) bool { return s.Assign != nil && !c.noVariables }

// workable reports whether a task can do what a node does that lies in the part which the task carries out.
func (c *Conversion) workable(x *workflow.Node) bool {
	call := x.Call != nil && (c.callsWorkflow(x) || c.isSubstitute(x.Call.Task))
	waits := x.Kind == workflow.Await || x.Awaits != nil || slices.ContainsFunc(x.Timers, func(t workflow.Timer) bool { return t.Completes })
	others := call || waits || x.Kind == workflow.Emit || x.Emits != nil || x.Terminates || c.assigns(&x.Data) || x.File != nil
	return !others && (len(x.Out) > 0 || x.Kind == workflow.End || x.Kind == workflow.Fail)
}

// workableWhole is the same with all that lies in the node.
func (c *Conversion) workableWhole(x *workflow.Node) bool {
	return c.workable(x) && (x.Body == nil || !slices.ContainsFunc(nodesOf(x.Body), func(y *workflow.Node) bool { return !c.workable(y) }))
}

// addable reports whether a task can do what the regions of a node do, and answer what that adds to the document. Nothing is taken out of
// it, unless a list or an error takes its place.
func (c *Conversion) addable(n *workflow.Node) bool {
	d, b := &n.Data, n.Body
	if replacing(d.Combine) && (d.Result != nil || b.Gather != workflow.GatherChanges && b.Gather != workflow.GatherList) || d.Output != nil {
		return false
	}
	if b.Each && !readsItems(b.Items) && d.Select == nil && isWhole(cmp.Or(meaningOrSelf(d.Payload), expr.Expr(whole()))) && c.Able.Documents == workflow.ObjectDocument {
		return false // the document is the list
	}
	return c.callableScope(n) && !slices.ContainsFunc(errorEdges(n), func(e *workflow.Edge) bool { return e.Data.Result != nil || e.Data.Output != nil })
}

// callable reports whether a task can call in the place of a node and answer what gets into the document. Its handlers must not ask for
// what only the machine raises, nor see what was changed before the error, which no error carries.
func (c *Conversion) callable(n *workflow.Node) bool {
	handlers := errorEdges(n)
	switch {
	case n.Data.Output != nil && !c.Able.OutputParts:
		return false
	case n.Kind == workflow.Scope:
		changes := n.Body.Gather == workflow.GatherChanges && n.Data.Result == nil
		if changes && len(handlers) > 0 || !c.callableScope(n) || !c.gathersDocument(n) {
			return false
		}
	case !c.callableTask(n):
		return false
	}
	return !slices.ContainsFunc(handlers, func(e *workflow.Edge) bool {
		return slices.ContainsFunc(e.On, func(k workflow.Clause) bool {
			return !k.All && (k.Name == "" || !ofWorkers(k.Class) || k.If != nil)
		})
	})
}

// ofWorkers reports whether errors of some classes are the same where a worker reports all of them: none of a timeout, which it reports as
// one, and those of its data only with all others.
func ofWorkers(class workflow.Class) bool {
	return class == 0 || class&workflow.ClassTask != 0 && class&^workerClasses == 0
}

// workerClasses are the classes of errors that a worker reports like those of its tasks.
const workerClasses = workflow.ClassTask | workflow.ClassData | workflow.ClassNoMatch | workflow.ClassFail

// gathersDocument reports whether what a node with regions gives is a document of the target. An answer that replaces the document of its
// part is no change of it.
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

// hasVariables reports whether a workflow has variables, which a part of it may read.
func hasVariables(w *workflow.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		return n.Data.Assign != nil || slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool { return e.Data.Assign != nil })
	})
}

// nodesOf are the nodes in the regions of a body, and in those of them.
func nodesOf(b *workflow.Body) []*workflow.Node {
	var out []*workflow.Node
	for _, r := range b.Regions {
		out = appendNodes(out, r)
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
