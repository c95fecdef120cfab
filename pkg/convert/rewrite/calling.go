package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// callingTasks is the rewrite that makes tasks do what nodes do that have more than the target. It is applied in stages.
func callingTasks(s callStage) Rewrite {
	return Rewrite{
		ID: "rewrite/calling-task",
		Aliases: []string{"rewrite/calling-iteration", "rewrite/calling-scope", "rewrite/wrapped-attempts", "rewrite/wrapped-scope",
			"rewrite/wrapped-task"},
		What:   "a task, parallel parts or an iteration become a task that does what they do with all that they have, and a choice by the errors that it handled",
		When:   "lacks something that they have: " + lackNames(),
		Before: "charge-card, up to 3 retries after 5 s, 10 s, 20 s; on CardDeclined → Refund",
		After:  "call-charge-card, which retries charge-card; if $.chargeCardFailed → Refund",
		Losses: []*dialects.LossRule{&lossDecision, &lossMergedResult, &lossScalarDocument},
		Apply:  func(c *Conversion, w *workflow.Workflow) bool { return c.callInPlace(w, s) },
	}
}

// A callStage is a point at which tasks that call others are made.
type callStage int

const (
	// callIterations is as long as the items of iterations are selected as in the source.
	callIterations callStage = iota
	// callScopes is for all parts and iterations, before anything is made of their results, and again once data is plain.
	callScopes
	// callTasks is for tasks, and for the parts that are left.
	callTasks
)

// callInPlace makes tasks do what some nodes do, the outermost before those in it, and reports whether there were some.
func (c *Conversion) callInPlace(w *workflow.Workflow, s callStage) bool {
	if s != callTasks && (hasVariables(w) || !hasScopes(w)) {
		return false
	}
	if c.mergesOnly() {
		c.past = c.pastOf(w)
		defer func() { c.past = nil }()
	}
	changed := s == callTasks && leaveRaised(w, func(n *workflow.Node) bool { return n.Kind == workflow.Task && !c.handles(n) })
	selected := map[string]any{} // by the task: what its worker selects
	var placed map[string]string
	if s == callTasks {
		placed = c.placesOfAnswers()
	}
	for _, n := range w.Nodes {
		if swallowed(n) {
			continue
		}
		if s == callTasks {
			changed = c.callOne(w, n, selected, placed) || changed
		} else {
			changed = n.Kind == workflow.Scope && c.callScope(w, n, s) || changed
		}
	}
	if changed {
		Compact(w)
	}
	return changed
}

// hasScopes reports whether something in a workflow runs regions.
func hasScopes(w *workflow.Workflow) bool {
	return slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.Scope })
}

// callScope makes a task do what the regions of a node do, if the target lacks something of it, and reports whether it did.
func (c *Conversion) callScope(w *workflow.Workflow, n *workflow.Node, s callStage) bool {
	known := s != callIterations || n.Body.Gather == workflow.GatherEach && keepsFinished(n) // before the results are a list
	switch {
	case known && (c.replaces() || c.lacksGathering(w, n) || c.lacksPartInput(n)):
		if !c.lacking(w, n) || !c.callableScope(n) {
			return false
		}
		c.Raised.Near = append(c.Raised.Near, c.nearPart(w, n)...)
		c.callGathered(w, n)
		return true
	case !c.mergesOnly() || c.Able.Kinds.Has(workflow.Scope):
		return false
	case s == callIterations && (!severalAtOnce(n) || slices.ContainsFunc(nodesOf(n.Body), func(x *workflow.Node) bool { return x.Kind == workflow.Scope })):
		return false
	case s == callIterations && c.Able.Each, !c.lacking(w, n), !c.addable(n):
		return false
	}
	c.callWithExits(w, n, answersNew)
	return true
}

// callOne makes a task do what a node does, if the target lacks something of it, and reports whether it did.
func (c *Conversion) callOne(w *workflow.Workflow, n *workflow.Node, selected map[string]any, placed map[string]string) bool {
	c.leaveLimit(w, n)
	switch {
	case c.replaces():
		if !c.callableTask(n) || !c.lacking(w, n) && !c.selectsElse(w, n, selected) && !c.answersElse(n, placed) {
			return false
		}
		if merged := n.Data.Combine; c.addsInBranch(n) {
			c.callWithExits(w, n, answersNew)
			n.Data.Combine = merged
			return true
		}
		c.callWithExits(w, n, answersDocument)
		return true
	case c.mergesOnly() && c.replacesItem(n) && c.callableTask(n):
		c.callWithExits(w, n, answersDocument)
		return true
	case c.mergesOnly() && (c.errorMayBeThere(w, n) || c.handlesElse(n)) && c.addableThere(n):
		c.callWithExits(w, n, answersNew)
		return true
	case c.mergesOnly() && (n.Kind == workflow.Scope || n.Kind == workflow.Task && n.Call != nil) && (c.lacking(w, n) || c.answersElse(n, placed) || c.renews(w, n)) &&
		c.callMerged(w, n):
		return true
	case n.Kind != workflow.Task || n.Call == nil || !c.attemptable(n):
		return false
	case c.lacksRetries(w, n) || c.lacksLimits(w, n) || c.lacksParameters(w, n):
	case c.Options.Prefer == dialects.PreferExact && c.retriesNearly(n):
		c.nearRetries(n)
	default:
		return false
	}
	c.callAttempts(w, n)
	return true
}

// callMerged makes a stand-in do what a node does up to what gets into the document, and reports whether it can: see
// [Conversion.callInstead].
func (c *Conversion) callMerged(w *workflow.Workflow, n *workflow.Node) bool {
	near := c.nearPart(w, n)
	if c.callInstead(w, n) == nil {
		return false
	}
	c.Raised.Near = append(c.Raised.Near, near...)
	return true
}

// addsInBranch reports whether a task merges what it answers into the document of a branch, whose changes are merged with those of others:
// a stand-in that gives the whole document would take back what these answered.
func (c *Conversion) addsInBranch(n *workflow.Node) bool {
	k := n.Data.Combine
	return c.changesBranch(n) && k != nil && k.Mode == workflow.MergeDeep && n.Data.Output == nil && len(exitsOf(n)) == 0
}

// changesBranch reports whether a node lies in one of several branches that change one document, and answers can be merged into that.
func (c *Conversion) changesBranch(n *workflow.Node) bool {
	scope := n.Region.Scope
	_, merges := c.merges()
	return merges && scope != nil && gathersChanges(scope)
}

// addableThere reports whether a task can do what a node does, and answer what that adds to the document, once data is plain: see
// [Conversion.addable]. Of a part or an iteration, the results must not replace the document.
func (c *Conversion) addableThere(n *workflow.Node) bool {
	if n.Kind == workflow.Scope {
		return n.Data.Output == nil && !replacing(n.Data.Combine) && c.callableScope(n)
	}
	return c.callableTask(n)
}

// replacesItem reports whether the answer of a task takes the place of an item, the steps of which become those of a loop, and a handler of its
// errors, which the target does not have, adds to the item: answered in place of failing, the error would be all of the item.
func (c *Conversion) replacesItem(n *workflow.Node) bool {
	scope := n.Region.Scope
	return scope != nil && scope.Body.Each && !c.Able.Each && n.Kind == workflow.Task && replacing(n.Data.Combine) && !c.handles(n) &&
		slices.ContainsFunc(errorEdges(n), func(h *workflow.Edge) bool { return !replacing(h.Data.Combine) })
}

// handlesElse reports whether some handler of a node, which the target does not have, cannot handle the error as an answer of the worker:
// it makes something else of the error, or takes errors that no name tells from others.
func (c *Conversion) handlesElse(n *workflow.Node) bool {
	return !c.handles(n) && slices.ContainsFunc(errorEdges(n), func(h *workflow.Edge) bool {
		return !Ignores(h) && (handlesUnnamed(h) || h.Data.Result != nil && c.holds(&h.Data))
	})
}

// handlesUnnamed reports whether a handler takes errors that no name tells from others.
func handlesUnnamed(h *workflow.Edge) bool {
	return slices.ContainsFunc(h.On, func(k workflow.Clause) bool { return !k.All && (k.Name == "" || k.Class != 0 || k.If != nil) })
}

// errorMayBeThere reports whether the document may already have an error that would show that a task failed, and its answer does not tell them
// apart: see [errorHandlers].
func (c *Conversion) errorMayBeThere(w *workflow.Workflow, n *workflow.Node) bool {
	return n.Kind == workflow.Task && !c.handles(n) && slices.ContainsFunc(errorEdges(n), func(h *workflow.Edge) bool {
		return !Ignores(h) && c.pastOf(w).hasError(w, n, h) && c.tellingAnswer(w, n, h) == ""
	})
}

// calls reports whether a task is going to do what the regions of a node do.
func (c *Conversion) calls(w *workflow.Workflow, n *workflow.Node) bool {
	return c.lacking(w, n) && (c.replaces() && c.callableScope(n) || c.mergesOnly() && c.callable(n))
}

// mergesOnly reports whether the answer of a task can be merged into the document, and cannot be it.
func (c *Conversion) mergesOnly() bool {
	_, merges := c.merges()
	return merges && !c.Able.Answers.Has(dialects.AnswerReplaces)
}

// replacesOnly reports whether the answer of a task can be the document, and cannot be put at a place of it.
func (c *Conversion) replacesOnly() bool {
	return c.Able.Answers.Has(dialects.AnswerReplaces) && !c.Able.Answers.Has(dialects.AnswerAt)
}

// replaces reports whether all that a task can do for a node is to answer the whole document.
func (c *Conversion) replaces() bool { return c.replacesOnly() && !c.Able.Computes }
