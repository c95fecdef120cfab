package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var lossRunDocument = dialects.LossRule{ID: "convert/run-document", Level: dialects.Approximated, Affects: dialects.Output, Data: dialects.Any,
	What:   "a run ends with the document that its workers hold, and not with its input that this is merged into",
	Remedy: "check that the workers leave the input of the run in the document"}

var runLimitAgain = Rewrite{
	ID: "rewrite/run-limit-again",
	What: "a wait that starts the run beside it, and has a timer after which the run fails, becomes the time limit of the run again; so does a branch that waits and fails " +
		"beside the run, where the first to end is enough",
	When:   "has another form of the time limit of a whole run",
	Losses: []*dialects.LossRule{&lossRunDocument},
	Before: "wait for the signal time-limit; after 0 s also → A; after 1 h → timed-out, which fails",
	After:  "A, with a time limit of 1 h for the whole run",
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if w.Timeout != nil || w.Root == nil || w.Root.Start == nil || len(w.Root.Start.In) > 0 || !sameName(w.Root.Start.Name(), runLimitName) {
			return false
		}
		return (c.Able.Timeout || c.racesBranches()) && limitOfWait(w) || (c.Able.Timeout || c.startsBeside()) && c.limitOfRace(w)
	},
}

// limitOfWait makes a wait with which a run begins its time limit, if timers of it start the run at once and have it fail later.
func limitOfWait(w *workflow.Workflow) bool {
	wait := w.Root.Start
	if wait.Kind != workflow.Await || wait.Awaits.Kind != "signal" || len(wait.Timers) != 2 {
		return false
	}
	start, limit := &wait.Timers[0], &wait.Timers[1]
	now, fixed := start.Length.Expr.(*expr.Literal)
	if !fixed || now.Value != any(atOnce) || start.Edge == nil || start.Interrupting || limit.Edge == nil || !limit.Interrupting || len(wait.Out) != 3 {
		return false
	}
	fails := limit.Edge.To
	if fails.Kind != workflow.Fail || !sameName(fails.Name(), timedOutName) || onwardEdge(wait) == nil || onwardEdge(wait).To != fails {
		return false
	}
	boundRun(w, &limit.Length)
	w.Root.Start = start.Edge.To
	for _, e := range slices.Clone(wait.Out) {
		e.Disconnect()
	}
	w.Root.TakeOut(wait)
	if len(fails.In) == 0 {
		for _, e := range slices.Clone(fails.Out) {
			e.Disconnect()
		}
		w.Root.TakeOut(fails)
	}
	Compact(w)
	return true
}

// limitOfRace makes two branches that a run consists of its first branch, if the second one waits and then fails: it becomes the time
// limit. Steps of the first branch after which the document is what a worker holds are taken to add to it, as [Conversion.answersAdded] has it.
func (c *Conversion) limitOfRace(w *workflow.Workflow) bool {
	race := w.Root.Start
	if race.Kind != workflow.Scope || !isOne(race.Body.Enough) || race.Body.Each || len(race.Body.Regions) != 2 || len(race.Retry)+len(race.Timers) > 0 || len(race.Out) != 1 {
		return false
	}
	run, late := unwrapped(race.Body.Regions[0]), unwrapped(race.Body.Regions[1])
	wait, end := late.Start, race.Out[0].To
	if wait.Kind != workflow.Wait || len(wait.Out) != 1 || end.Kind != workflow.End || !end.Data.IsZero() || race.Body.Gather != workflow.GatherChanges {
		return false
	}
	if _, fixed := wait.Until.Expr.(*expr.Literal); !fixed || wait.Out[0].To.Kind != workflow.Fail || !sameName(wait.Out[0].To.Name(), timedOutName) {
		return false
	}
	grouped := *race
	grouped.Data.Output = nil
	switch selected := race.Data.Output; {
	case !onlyAdds(&grouped):
		return false
	case selected == nil && !addsAll(run, leavesHeld), selected != nil && !selectBefore(run, selected):
		return false
	}
	if run.Start.Role == workflow.Acting { // the part of a step, which is none without the step
		return false
	}
	if slices.ContainsFunc(run.Nodes, func(n *workflow.Node) bool { return leavesHeld(n) && !placesError(n) }) && race.Data.Output == nil {
		c.Lose(w, &lossRunDocument, race.Span, race.Element, "that document", "the document that a worker of the branch %q holds is merged into the input of the run", race.Body.Regions[0].Name)
	}
	boundRun(w, wait.Until)
	w.Root.Nodes, w.Root.Start, run.Scope = run.Nodes, run.Start, nil
	for _, n := range run.Nodes {
		n.Region = w.Root
	}
	Compact(w)
	return true
}

// leavesHeld reports whether the document that leaves a step is what a worker holds in place of it.
func leavesHeld(n *workflow.Node) bool {
	p, ok := filterPath(n.Data.Output)
	return ok && (n.Kind == workflow.Pass || addsAnswer(n)) && expr.Readable(p) == expr.Readable(expr.NewPath(expr.RootInput, heldAt...))
}

// selectBefore makes the nodes that lead to the ends of a region select what is selected after it. It reports false, and changes nothing,
// if one of them does not merge its answer into the document, or selects something itself.
func selectBefore(r *workflow.Region, selected expr.Expr) bool {
	var last []*workflow.Node
	for _, end := range r.Nodes {
		if end.Kind != workflow.End {
			continue
		}
		for _, e := range end.In {
			if e.Kind != workflow.Next && e.Kind != workflow.ToEnd || !addsAnswer(e.From) || e.From.Data.Output != nil || !end.Data.IsZero() {
				return false
			}
			last = append(last, e.From)
		}
	}
	for _, n := range last {
		n.Data.Output = selected
	}
	return true
}

// addsAnswer reports whether what a node answers, or what is done in it, is merged into the document.
func addsAnswer(n *workflow.Node) bool {
	return merging(n.Data.Combine) || n.Kind == workflow.Scope && !n.Body.Each && n.Body.Gather == workflow.GatherChanges && n.Data.Combine == nil && n.Data.Result == nil
}

// boundRun gives a run a time limit.
func boundRun(w *workflow.Workflow, length *workflow.Length) {
	w.Timeout = &workflow.Timer{Length: *length, Counts: workflow.PerVisit, Raises: workflow.ClassTimeout, Span: length.Span}
}

// isOne reports whether an expression is the number 1.
func isOne(x expr.Expr) bool {
	l, ok := x.(*expr.Literal)
	return ok && l.Value == any(int64(1))
}

// unwrapped is what a region does whose only node is a scope that does no more than group what it does.
func unwrapped(r *workflow.Region) *workflow.Region {
	n := r.Start
	if n.Kind != workflow.Scope || n.Body.Each || n.Body.Detached || n.Body.Enough != nil || len(n.Body.Regions) != 1 || n.When != nil || len(n.Retry)+len(n.Timers) > 0 ||
		len(n.Out) != 1 || n.Out[0].To.Kind != workflow.End || len(n.In) > 0 || !onlyAdds(n) && !mergesCalled(n) {
		return r
	}
	return n.Body.Regions[0]
}
