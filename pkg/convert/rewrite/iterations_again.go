package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var iterationsAgain = Rewrite{
	ID:     "rewrite/iteration-again",
	What:   "an iteration between a task that is told the list of its items and one that is given the place of its results becomes one over that list, with its results there",
	When:   "always",
	Before: "load-items({\"value\": \"$.files\"}); for each of it: load; load-part-result({\"value\": {\"loads\": \"$\"}}), which is merged into the document",
	After:  "for each of $.files: load → $.loads",
	Losses: []*dialects.LossRule{&lossHelpingTask},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		return c.apart && c.Options.Domain.Typed && editNodes(w, func(n *workflow.Node) bool { return c.iterateAgain(w, n) })
	},
}

// iterateAgain takes out the tasks before and after the only iteration of a part, if they are written as [stepParts] writes them.
func (c *Conversion) iterateAgain(w *workflow.Workflow, n *workflow.Node) bool {
	part := addedPart(n)
	if part == nil || len(part.Nodes) != 4 {
		return false
	}
	list := part.Start
	if onwardEdge(list) == nil || onwardEdge(onwardEdge(list).To) == nil {
		return false
	}
	each := onwardEdge(list).To
	last := onwardEdge(each).To
	if each.Kind != workflow.Scope || !each.Body.Each || each.Body.Item != "" || each.Body.Items != nil || !each.Data.IsZero() || each.When != nil || len(each.Out) != 1 ||
		!c.tells(list, each.Name()+itemsSuffix) || !c.tells(last, each.Name()+partSuffix+resultSuffix) {
		return false
	}
	from, item := itemsTold(toldTo(list))
	into := placeTold(toldTo(last))
	if from == nil || into == nil {
		return false
	}
	for _, task := range []*workflow.Node{list, last} {
		c.Lose(w, &lossHelpingTask, placeOf(task), task.Element, "what it is told", "%q is assumed only to answer what it is told for %q, and is not called", task.Name(), each.Name())
		Splice(task)
	}
	body := *each.Body
	if body.Item = item; item != "" && c.Able.ItemMember != "" {
		collectAnswer(&body)
	}
	each.Body, each.Data.Payload = &body, from
	each.Data.Combine = &workflow.Combine{Mode: workflow.SetAt, Path: into, Span: each.Span}
	n.Body.Regions, n.Data = []*workflow.Region{part}, workflow.Stages{}
	unpack(w, n)
	return true
}

// addedPart is the part that a node merges into the document, or beside what came to it; nil for other nodes.
func addedPart(n *workflow.Node) *workflow.Region {
	if n.Kind != workflow.Scope || n.Body.Each || len(n.Out) != 1 || n.When != nil {
		return nil
	}
	regions, k := n.Body.Regions, n.Data.Combine
	switch {
	case n.Body.Gather == workflow.GatherOne && len(regions) == 1 && k != nil && k.Mode == workflow.MergeShallow && n.Data == (workflow.Stages{Combine: k}):
		return regions[0]
	case n.Body.Gather == workflow.GatherMerged && len(regions) == 2 && n.Data.IsZero() && regions[0].Start.Kind == workflow.End:
		return regions[1]
	}
	return nil
}

// tells reports whether a node is a task with a name that is told what it answers.
func (c *Conversion) tells(n *workflow.Node, name string) bool {
	return c.helps(n, name) && n.Data.IsZero() && givenPlan(n).Has(givenValue)
}

// toldTo is the expression that a task is told; nil if it is none.
func toldTo(n *workflow.Node) expr.Expr { return valueTold(givenPlan(n).Get(givenValue)) }

// itemsTold are the list of the items that a task is told, and the member in which each of them is put; nil if it is told something else.
func itemsTold(x expr.Expr) (list expr.Expr, item string) {
	each, ok := x.(*expr.Apply)
	if !ok || each.Do != expr.Each || len(each.Args) != 2 {
		return x, ""
	}
	o, ok := each.Args[1].(*expr.Object)
	if !ok || len(o.Members) != 1 {
		return nil, ""
	}
	p, ok := o.Members[0].Value.(*expr.Path)
	if !ok || p.Root != expr.RootItem || len(p.Steps) > 0 {
		return nil, ""
	}
	return each.Args[0], o.Members[0].Key
}

// placeTold is the place at which a task is told to put its input in an object; nil if it is told something else.
func placeTold(x expr.Expr) *expr.Path {
	names, leaf := placeIn(x)
	if leaf == nil || len(names) == 0 || !isWhole(leaf) {
		return nil
	}
	return expr.NewPath(expr.RootInput, names...)
}
