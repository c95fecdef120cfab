package rewrite

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var helpingTasks = Rewrite{
	ID:     "rewrite/helping-task",
	What:   "a task that was written to prepare the items of an iteration, or to reshape the results of a step, is taken out: the step does so itself",
	When:   "iterates and makes lists of results",
	Before: "prepare-load-files; for each of $.prepare-load-files.items: load; $.prepare-load-files.document is selected",
	After:  "for each of $.items: load",
	Losses: []*dialects.LossRule{&lossHelpingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		changed := false
		for _, n := range w.Nodes { // as long as the branches merge what they give
			changed = c.takeOutOfBranch(w, n) || changed
		}
		for _, n := range w.Nodes {
			prepared, finished := c.takeOutPreparing(w, n), c.takeOutFinishing(w, n)
			changed = prepared || finished || c.takeOutInPart(w, n) || changed
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

var lossHelpingTask = dialects.LossRule{ID: "convert/helping-task", Level: dialects.Approximated, Data: dialects.Any,
	Affects: dialects.Inputs | dialects.Output | dialects.Order | dialects.Time | dialects.Attempts | dialects.ErrorName | dialects.Outcome | dialects.Events,
	What:    "a task that only prepares the items of an iteration, or reshapes its results, is not called: the step that it helps has them as they are",
	Remedy:  "have the step that it helps compute what the task answers"}

// helps reports whether a node does nothing but call a task, has the name that one gets which is written to help another step, and is in
// the net for that alone.
func (c *Conversion) helps(n *workflow.Node, names ...string) bool {
	return n.Kind == workflow.Task && n.Call != nil && !n.Call.Workflow && n.Call.Child == nil && !n.Call.Token && toldOnly(n) &&
		n.Awaits == nil && n.Emits == nil && n.When == nil && len(n.Retry)+len(n.Timers) == 0 && !handles(n) &&
		n.Data.Select == nil && n.Data.Payload == nil && n.Data.Result == nil && n.Data.Assign == nil && onwardEdge(n) != nil &&
		slices.ContainsFunc(names, func(name string) bool { return numberedName(n.Name(), name) && numberedName(c.taskName(n), name) })
}

// toldOnly reports whether a task has no parameters and no description but, if that, what it has to compute.
func toldOnly(n *workflow.Node) bool {
	before, _ := describedPlan(n.Element.Doc)
	if before != "" || n.Call.Parameters != nil && n.Element.Doc != "" {
		return false
	}
	given := givenPlan(n)
	return given == nil && n.Call.Parameters == nil || given != nil && given.Len() == 1 && given.Has(givenValue)
}

// takeOutPreparing takes out the task that makes the items of an iteration, with the document beside them, which goes on from it.
func (c *Conversion) takeOutPreparing(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Scope || !n.Body.Each || !c.Able.Each || c.Able.ItemMember != "" || len(n.In) != 1 {
		return false
	}
	task := n.In[0].From
	into, list, output := n.Data.Combine, filterPathOrNil(n.Data.Payload), filterPathOrNil(n.Data.Output)
	if !c.helps(task, "Prepare "+n.Name()) || onwardEdge(task).To != n || task.Data.Output != nil || list == nil || output == nil || into == nil || into.Path == nil {
		return false
	}
	beside := expr.NewPath(expr.RootInput, slug(c.taskName(task)), preparedFor)
	if expr.Readable(output) != expr.Readable(beside) || !leadsInto(beside, into.Path) || len(list.Steps) < 2 || !leadsInto(expr.NewPath(expr.RootInput, beside.Steps[0].Name), list) {
		return false
	}
	c.Lose(w, &lossHelpingTask, placeOf(task), task.Element, "the items as they are", "%q is assumed only to prepare the items of %q, and is not called", task.Name(), n.Name())
	combine := *into
	combine.Path = pathAfter(into.Path, len(beside.Steps))
	n.Data.Payload, n.Data.Combine, n.Data.Output = pathAfter(list, 1), &combine, nil
	Splice(task)
	return true
}

// takeOutFinishing takes out the task that makes what the results of a node become, which are merged into the document as they are.
func (c *Conversion) takeOutFinishing(w *workflow.Workflow, n *workflow.Node) bool {
	out := onwardEdge(n)
	if out == nil || len(out.To.In) != 1 || !out.Data.IsZero() || n.Kind == workflow.Scope && n.Body.Each {
		return false
	}
	task := out.To
	switch merges := n.Data.Combine != nil && (n.Data.Combine.Mode == workflow.MergeDeep || n.Data.Combine.Mode == workflow.MergeShallow); {
	case n.Kind == workflow.Scope && c.Able.Gathers.Has(dialects.GatherLists):
		if !c.helps(task, "Results of "+n.Name(), "Join "+n.Name()) {
			return false
		}
		if at := listTold(n, task); at != nil {
			n.Body.Gather, n.Data.Combine = workflow.GatherList, &workflow.Combine{Mode: workflow.SetAt, Path: at, Span: n.Span}
			c.giveAnswers(w, n)
			for _, r := range n.Body.Regions { // what a called workflow ends with is what the branch gives
				if mergesCalled(r.Start) || calledAlone(r) != nil {
					unpack(w, r.Start)
				}
			}
		}
	case n.Kind == workflow.Scope && c.Able.Gathers.Has(dialects.GatherMerged):
		if n.Data.Output != nil || n.Data.Assign != nil || !c.helps(task, "Join "+n.Name()) {
			return false
		}
		n.Body.Gather, n.Data = workflow.GatherMerged, workflow.Stages{Select: n.Data.Select, Payload: n.Data.Payload}
		c.giveAnswers(w, n)
	case n.Kind == workflow.Task && merges && c.Able.Outputs && n.Data.Output == nil:
		if !c.helps(task, n.Name()+" output", n.Name()+" result") {
			return false
		}
	default:
		return false
	}
	c.loseFinishing(w, n, task)
	out.Kind = onwardEdge(task).Kind
	Splice(task)
	return true
}

// listTold is the place in the document at which a task is told to put the list of what branches have put there under their names; nil if it
// is told something else.
func listTold(n, task *workflow.Node) *expr.Path {
	if n.Body.Gather != workflow.GatherChanges || n.Data.Result != nil || n.Data.Output != nil || n.Data.Assign != nil {
		return nil
	}
	made := addedTo(valueTold(givenPlan(task).Get(givenValue)))
	if made == nil {
		return nil
	}
	at, leaf := placeIn(made)
	list, ok := leaf.(*expr.List)
	branches := branchNames(n.Body.Regions)
	if !ok || len(at) == 0 || len(list.Items) != len(branches) {
		return nil
	}
	place := expr.NewPath(expr.RootInput, at...)
	for i, x := range list.Items {
		if expr.Readable(x) != expr.Readable(below(place, branches[i])) {
			return nil
		}
	}
	return place
}

// takeOutOfBranch takes out the task with which a branch ends that puts what the branch gives at a place of the document.
func (c *Conversion) takeOutOfBranch(w *workflow.Workflow, n *workflow.Node) bool {
	scope, next := n.Region.Scope, onwardEdge(n)
	if scope != nil && mergesCalled(scope) {
		scope = scope.Region.Scope
	}
	if scope == nil || !gathersChanges(scope) || !c.Able.Gathers.Has(dialects.GatherLists) || !c.helps(n, resultPrefix+n.Region.Start.Name()) {
		return false
	}
	for next.To.Kind == workflow.Pass && next.To.Data.IsZero() && onwardEdge(next.To) != nil {
		next = onwardEdge(next.To)
	}
	if next.To.Kind != workflow.End || next.To.Terminates {
		return false
	}
	c.loseFinishing(w, n.Region.Start, n)
	for _, e := range n.In {
		if onwardEdge(n).To.Kind == workflow.End && e.Kind == workflow.Next {
			e.Kind = onwardEdge(n).Kind
		}
	}
	Splice(n)
	return true
}

// takeOutInPart takes out the task that makes what the result of another one becomes, or that it becomes nothing, in a part of which
// nothing else is merged into the document. The other task is in the place of the part then. So are parallel parts whose results become nothing.
func (c *Conversion) takeOutInPart(w *workflow.Workflow, n *workflow.Node) bool {
	part := addedPart(n)
	if !c.apart || part == nil {
		return false
	}
	made := part.Start
	if made.Kind != workflow.Task && !joinsValues(made) || len(part.Nodes) != 3 || !made.Data.IsZero() || made.When != nil || len(made.Out) != 1 {
		return false
	}
	task := made.Out[0].To
	combine := &workflow.Combine{Mode: workflow.MergeShallow, Span: made.Span}
	switch {
	case !task.Data.IsZero():
		return false
	case c.Able.Answers.Has(dialects.AnswerDropped) && c.helps(task, made.Name()+partDoneSuffix) || made.Kind == workflow.Scope && c.helps(task, made.Name()+doneSuffix):
		combine.Mode = workflow.Drop
		c.Lose(w, &lossHelpingTask, placeOf(task), task.Element, "the document as it was", "%q is assumed only to drop the answer of %q, and is not called", task.Name(), made.Name())
	case made.Kind == workflow.Task && c.helps(task, made.Name()+resultSuffix):
		c.loseFinishing(w, made, task)
	default:
		return false
	}
	made.Data.Combine = combine
	Splice(task)
	n.Body.Regions, n.Data = []*workflow.Region{part}, workflow.Stages{}
	unpack(w, n)
	return true
}

func (c *Conversion) loseFinishing(w *workflow.Workflow, n, task *workflow.Node) {
	c.Lose(w, &lossHelpingTask, placeOf(task), task.Element, "the results as they are", "%q is assumed only to reshape the results of %q, and is not called", task.Name(), n.Name())
}

// filterPathOrNil is [filterPath] of an expression; nil if there is none.
func filterPathOrNil(x expr.Expr) *expr.Path {
	if x == nil {
		return nil
	}
	p, _ := filterPath(x)
	return p
}

// leadsInto reports whether a path begins with all members of another one, which has nothing but members.
func leadsInto(outer, p *expr.Path) bool {
	return p.Root == outer.Root && len(p.Steps) >= len(outer.Steps) && slices.EqualFunc(outer.Steps, p.Steps[:len(outer.Steps)], func(a, b expr.Step) bool {
		return a.Kind == expr.StepChild && b.Kind == expr.StepChild && a.Name == b.Name
	})
}

// pathAfter is a path without its first steps.
func pathAfter(p *expr.Path, steps int) *expr.Path {
	rest := *p
	rest.Steps = slices.Clone(p.Steps[steps:])
	rest.Text = rest.String()
	return &rest
}
