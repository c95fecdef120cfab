package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// runLimitName is the name of the wait whose timer bounds a whole run.
const runLimitName = "time-limit"

// The branches of a run beside its time limit are named by these, and the wait in the second one.
const (
	racingRunName   = "run"
	racingLimitName = "limit"
	racingWaitName  = "time-limit-wait"
)

// atOnce is the length of the timer that starts a run beside that wait.
const atOnce = "PT0S"

// limitRun makes the time limit of a whole run one of a wait for a signal that nobody has to send: a timer of it starts the run at once,
// beside the wait, and the end of the run abandons the wait.
func (b *boundary) limitRun() bool {
	w := b.flow
	if w.Timeout == nil || b.Able.Timeout || !b.startsBeside() || w.Root == nil || w.Root.Start == nil {
		return false
	}
	first := w.Root.Start
	wait := w.AddNode(w.Root, b.NewElement(w, first.Element, runLimitName, ""), workflow.Await, workflow.Primary)
	w.Root.PlaceBeside(wait, first, false)
	wait.Awaits = &workflow.Awaits{Kind: "signal"}
	wait.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow}
	w.Connect(wait, b.failing(wait), workflow.Next, w.Timeout.Span)
	at := w.Timeout.Span
	wait.Timers = []workflow.Timer{
		{Length: workflow.Length{Expr: &expr.Literal{Value: atOnce, Span: at}, Unit: workflow.Duration}, Counts: workflow.PerVisit, Span: at,
			Edge: w.Connect(wait, first, workflow.OnTimer, at)},
		{Length: w.Timeout.Length, Counts: workflow.PerVisit, Span: at, Interrupting: true, Edge: w.Connect(wait, b.failing(wait), workflow.OnTimer, at)},
	}
	w.Root.Start, w.Timeout = wait, nil
	return true
}

// startsBeside reports whether a timer of a wait can start a run beside the wait.
func (c *Conversion) startsBeside() bool {
	return c.Able.Timers.Has(dialects.TimerBeside) && slices.Contains(c.Able.Awaits, "signal")
}

var runLimits = Rewrite{
	ID:     "rewrite/run-limit",
	What:   "the time limit of a whole run becomes a branch beside the run, which waits and then fails: whichever of both ends first cancels the other; without such branches each worker keeps it, or it is dropped",
	When:   "has no time limit of a whole run",
	Before: "A, then B, with a time limit of 1 h for the whole run",
	After:  "time-limit, which is done when one branch is: {A, then B} {wait for 1 h, then fail}",
	Losses: []*dialects.LossRule{&lossTimeout},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if w.Timeout == nil || c.Able.Timeout {
			return false
		}
		if c.races(w) {
			c.raceRun(w)
			return true
		}
		if c.keepDeadline(w) {
			w.Timeout = nil
			return true
		}
		c.Lose(w, &lossTimeout, w.Timeout.Span, firstElement(w), "", "the time limit of the whole run is dropped: the target has none")
		w.Timeout = nil
		return true
	},
}

// races reports whether a run can be a branch beside one that fails after the time limit of the run, of which the first to end is enough.
// What the branch gives is merged into the document that the run began with, so the run must only add to that, or end with what can be
// selected after it.
func (c *Conversion) races(w *workflow.Workflow) bool {
	if _, fixed := w.Timeout.Length.Expr.(*expr.Literal); !fixed && c.Able.FixedWaits || w.Root == nil || w.Root.Start == nil || !c.racesBranches() {
		return false
	}
	return (addsAll(w.Root, c.answersAdded) || c.endsHeld(w.Root)) && !slices.ContainsFunc(w.Nodes, func(n *workflow.Node) bool {
		return n.Region != w.Root && n.Terminates || n.Region == w.Root && len(n.Out) == 0 && n.Kind != workflow.End && n.Kind != workflow.Fail
	})
}

// addsAll reports whether all nodes of a region leave all members in the document that were there before the region. Those that answer the
// document with something added do, although they replace it.
func addsAll(r *workflow.Region, answersAdded func(n *workflow.Node) bool) bool {
	return !slices.ContainsFunc(r.Nodes, func(n *workflow.Node) bool { return !onlyAdds(n) && !answersAdded(n) })
}

// answersAdded reports whether a node is a task that answers the document with an error in it as the source has it, or with the answer of
// another one at its place, or selects such a document. What it leaves out of the document is what the run has put there: the parts that
// failed, or an earlier answer.
func (c *Conversion) answersAdded(n *workflow.Node) bool {
	if d := &n.Data; n.Kind == workflow.Pass && d.Combine == nil && (c.isHeld(d.Output) && d.Result == nil || c.isHeld(d.Result) && d.Output == nil) {
		return !slices.ContainsFunc(n.In, func(e *workflow.Edge) bool { return e.From.Kind != workflow.Task || !c.answersAdded(e.From) })
	}
	if n.Kind != workflow.Task || n.Call == nil {
		return false
	}
	s := c.standIn(n.Call.Task)
	if s == nil {
		return false
	}
	switch by := s.By.(type) {
	case *reshaped:
		return by.stages.Combine != nil && by.stages.Combine.Mode != workflow.Replace
	case *calledPart:
		return slices.Equal(by.under, c.held()) && by.node.Data.Output == nil && memberSet(by.node.Data.Combine) != ""
	}
	return false
}

// endsHeld reports whether each path through a region ends with a node after which the document is selected from where the answer is held:
// it can be selected there after the region as well.
func (c *Conversion) endsHeld(r *workflow.Region) bool {
	return c.Able.OutputParts && c.Options.Domain.Disjoint && !slices.ContainsFunc(r.Nodes, func(end *workflow.Node) bool {
		return end.Kind == workflow.End && (!end.Data.IsZero() || slices.ContainsFunc(end.In, func(e *workflow.Edge) bool {
			return !c.isHeld(e.From.Data.Output) || !merging(e.From.Data.Combine) || e.Kind != workflow.Next && e.Kind != workflow.ToEnd
		}))
	})
}

// racesBranches reports whether the target has branches of which the first to end cancels the others, and that can wait and fail.
func (c *Conversion) racesBranches() bool {
	return c.Able.Enough && c.Able.Joins.Has(dialects.JoinScopes) && c.Able.Gathers.Has(dialects.GatherChanges) && c.Able.Kinds.Has(workflow.Wait) && c.Able.Kinds.Has(workflow.Fail)
}

// onlyAdds reports whether a node leaves all members in the document that it gets.
func onlyAdds(n *workflow.Node) bool {
	into := func(k *workflow.Combine) bool {
		return k.Mode != workflow.Replace && (!k.Effective || n.Data.Select == nil)
	}
	adds := func(d *workflow.Stages) bool {
		return d.Output == nil && d.Assign == nil && (d.Combine == nil && d.Result == nil && d.Select == nil || d.Combine != nil && into(d.Combine))
	}
	if !adds(&n.Data) || (n.Kind == workflow.Task || n.Kind == workflow.Await || n.Kind == workflow.Scope && n.Body.Gather != workflow.GatherChanges) && n.Data.Combine == nil {
		return false
	}
	return !slices.ContainsFunc(n.Out, func(e *workflow.Edge) bool {
		return !adds(&e.Data) || e.Kind == workflow.OnError && e.Data.Combine == nil
	})
}

// selectAfter leaves what is selected at the ends of a region to what comes after it, and returns the selection.
func selectAfter(r *workflow.Region) expr.Expr {
	var selected expr.Expr
	for _, end := range r.Nodes {
		if end.Kind != workflow.End {
			continue
		}
		for _, e := range end.In {
			if e.From.Data.Output != nil {
				selected, e.From.Data.Output = e.From.Data.Output, nil
			}
		}
	}
	return selected
}

// raceRun makes a run a branch beside one that fails after the time limit of the run.
func (c *Conversion) raceRun(w *workflow.Workflow) {
	root, first, limit := w.Root, w.Root.Start.Element, w.Timeout
	adds := addsAll(root, c.answersAdded)
	run := &workflow.Region{Nodes: root.Nodes, Start: root.Start, Name: racingRunName, Span: root.Span}
	root.Nodes, w.Timeout = nil, nil
	for _, n := range run.Nodes {
		n.Region, n.Terminates = run, false
	}
	race := w.AddNode(root, c.NewElement(w, first, runLimitName, ""), workflow.Scope, workflow.Primary)
	race.Body = &workflow.Body{Gather: workflow.GatherChanges, Regions: []*workflow.Region{run}, Enough: &expr.Literal{Value: int64(1), Span: limit.Span}}
	race.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep}
	if !adds {
		race.Data.Output = selectAfter(run)
	}
	run.Scope, root.Start = race, race
	w.Connect(race, w.AddNode(root, race.Element, workflow.End, workflow.Ending), workflow.ToEnd, limit.Span)
	if c.Able.WholeBranches {
		c.wrapBranch(w, race, run)
	}
	late := w.AddRegion(race, limit.Span)
	late.Name = racingLimitName
	wait := w.AddNode(late, c.NewElement(w, first, racingWaitName, ""), workflow.Wait, workflow.Primary)
	wait.Until, late.Start = &limit.Length, wait
	fails := w.AddNode(late, c.NewElement(w, first, timedOutName, ""), workflow.Fail, workflow.Primary)
	fails.Raises = &workflow.Raises{Name: &expr.Literal{Value: w.Errors.Timeout.Name}}
	w.Connect(wait, fails, workflow.Next, limit.Span)
	Compact(w)
}
