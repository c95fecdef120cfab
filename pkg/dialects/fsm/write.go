package fsm

import (
	"cmp"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// Write implements [dialects.Target]. Each workflow is a definition by itself: in one file the data of an entity would choose between
// them.
func (Dialect) Write(p *workflow.Program, o dialects.Raising) *dialects.Raised {
	r := &dialects.Raised{}
	tasks := dialects.NewTaskNames(r, o.Resource, "-")
	for _, w := range p.Workflows {
		if refuse(r, w); r.Reason != "" {
			return r
		}
		w.ID = cmp.Or(w.ID, "workflow")
		for call := range w.Calls() {
			call.Task = tasks.Of(call.Task)
		}
		limitTimers(r, w)
		noteTexts(r, w)
		r.Definitions = append(r.Definitions, dialects.PrintTree(w.ID, canonical(raiseWorkflow(w)), o.Format))
	}
	return r
}

// lossTimeLimit is the cause where a time limit is not fixed number of milliseconds.
var lossTimeLimit = dialects.LossRule{ID: "convert/response-timeout", Level: dialects.Dropped, Affects: dialects.Outcome | dialects.ErrorName | dialects.Time, Data: dialects.Same, OnFailure: true,
	What: "a time limit that is not a fixed number of milliseconds is dropped", Remedy: "limit the time in the worker"}

// limitTimers takes out the time limits that the dialect cannot write.
func limitTimers(r *dialects.Raised, w *workflow.Workflow) {
	losses := dialects.NewLosses(w.File)
	for _, n := range w.Nodes {
		var kept []workflow.Timer
		for i := range n.Timers {
			t := &n.Timers[i]
			l, fixed := t.Length.Expr.(*expr.Literal)
			if fixed && len(kept) == 0 && t.Length.Unit == workflow.Seconds && t.Raises == workflow.ClassTimeout && inMilliseconds(l.Value) {
				kept = append(kept, *t)
				continue
			}
			losses.Add(&lossTimeLimit, t.Length.Span, n.Element, "", "the time limit of %q is dropped", n.Name())
		}
		n.Timers = kept
	}
	r.Losses = append(r.Losses, losses.List()...)
}

// inMilliseconds reports whether a number of seconds is a whole number of milliseconds.
func inMilliseconds(v any) bool {
	seconds, _ := value.Float(v)
	ms := 1000 * seconds
	return ms >= 1 && ms < 1e15 && ms == float64(int64(ms))
}

// noteTexts notes that texts for people are left out, for which states have no field.
func noteTexts(r *dialects.Raised, w *workflow.Workflow) {
	for _, e := range w.Elements {
		if e.Doc != "" || e.Title != "" && e.Title != e.Name {
			r.Notes = append(r.Notes, "titles and descriptions of states are left out, as states have no field for them")
			return
		}
	}
}
