package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// finishedParts is the rewrite of what error handlers get of parts that have finished. It is applied to the actions of the source, and at
// last, when nothing but losses can be noted, to what has got handlers meanwhile.
func finishedParts(atLast bool) Rewrite {
	return Rewrite{
		ID: "rewrite/finished-parts",
		What: "parallel parts, or an iteration, of which an error handler gets what was finished before the error, or whose calls count their attempts over retries " +
			"of all of them, become a task that does what they do",
		When:   "drops what was finished when a part fails, and counts the attempts of each retry from 1",
		Before: "Checks: {credit} {identity}; on error → Refer, with the answer of credit",
		After:  "call-checks, which calls credit and identity and answers what they answered; if $.error → Refer",
		Losses: []*dialects.LossRule{&lossFinishedParts, &lossRetriedParts, &lossDecision, &lossMergedResult},
		Apply: func(c *Conversion, w *workflow.Workflow) bool {
			if c.Able.KeepsFinished || !c.Able.Handlers.Has(dialects.HandleScopes) || !hasScopes(w) {
				return false
			}
			c.past = c.pastOf(w)
			defer func() { c.past = nil }()
			changed := false
			for _, n := range w.Nodes {
				changed = n.Kind == workflow.Scope && !swallowed(n) && c.finishParts(w, n, atLast) || changed
			}
			if changed {
				Compact(w)
			}
			return changed
		},
	}
}

var (
	lossFinishedParts = dialects.LossRule{ID: "convert/finished-parts", Level: dialects.Approximated, Affects: dialects.Inputs | dialects.Output, Data: dialects.Any,
		What:      "the results of parallel parts, or of items, that have finished are dropped when another one fails",
		Remedy:    "let the steps that handle the error do without these results, or convert with --prefer exact",
		OnFailure: true}
	lossRetriedParts = dialects.LossRule{ID: "convert/retried-parts", Level: dialects.Approximated, Affects: dialects.Attempts,
		What:      "the calls of parts that are retried together count their attempts from 1 in each retry",
		Remedy:    "do not rely on the number of the attempt in the workers",
		OnFailure: true}
)

// finishParts makes a task do what the regions of a node do, of which the target would drop what was finished before an error, or notes
// what is lost.
func (c *Conversion) finishParts(w *workflow.Workflow, n *workflow.Node, atLast bool) bool {
	drops, recounts := keepsFinished(n), countsOn(n)
	if !drops && !recounts {
		return false
	}
	if _, merges := c.merges(); merges && !atLast && c.Options.Prefer == dialects.PreferExact && !hasVariables(w) && c.addable(n) {
		near := dialects.Near{Element: c.Caller(n), Does: "run the parts of", Target: "dropping those that have finished when another one fails", Source: "keeping them"}
		if !drops {
			near.Does, near.Target, near.Source = "retry the parts of", "with the attempts of each retry counted from 1", "counted on"
		}
		c.Raised.Near = append(c.Raised.Near, near)
		c.callWithExits(w, n, answersNew)
		return true
	}
	if drops {
		c.Lose(w, &lossFinishedParts, placeOf(n), n.Element, "", "what the parts of %q have done is dropped when another one fails", n.Name())
	}
	if recounts {
		c.Lose(w, &lossRetriedParts, placeOf(n), n.Element, "", "the parts of %q count the attempts at their calls from 1 in each retry", n.Name())
	}
	return false
}

// keepsFinished reports whether somebody sees what regions of a node changed that had ended before another one failed.
func keepsFinished(n *workflow.Node) bool {
	switch b := n.Body; {
	case b.Gather == workflow.GatherChanges && (len(b.Regions) > 1 || len(actingIn(n)) > 1 && isRetried(n)): // else each action is a step by itself: see [actions]
	case b.Gather == workflow.GatherEach && !isDropped(&n.Data):
	default:
		return false
	}
	return slices.ContainsFunc(errorEdges(n), func(h *workflow.Edge) bool {
		return !replacing(h.Data.Combine) && observesFrom(h.To) && !isActionForError(h.To)
	})
}

// isActionForError reports whether a step with a single action, after handlers, will be taken out as one that only gives the document with
// the error: see [heldAnswers]. What was finished before the error is none of that document.
func isActionForError(n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !placesError(n) || len(n.Retry)+len(n.Timers) > 0 || n.Data.Select != nil || n.Data.Payload != nil || n.Data.Result != nil {
		return false
	}
	acting := actingIn(n)
	return len(acting) == 1 && len(nodesOf(n.Body)) == 2 && acting[0].Kind == workflow.Task && mergesAtRoot(acting[0].Data.Combine)
}

// countsOn reports whether the calls in the regions of a node count their attempts over the retries of that. A single call is retried by
// itself.
func countsOn(n *workflow.Node) bool {
	if !isRetried(n) {
		return false
	}
	calls := len(actingIn(n))
	return calls > 1 || calls > 0 && n.Body.Each
}

// actingIn are the calls in the regions of a node that are its own actions.
func actingIn(n *workflow.Node) []*workflow.Node {
	return slices.DeleteFunc(nodesOf(n.Body), func(x *workflow.Node) bool { return x.Role != workflow.Acting || x.Call == nil })
}
