package rewrite

import (
	"slices"
	"sync"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

var stepParts = Rewrite{
	ID:     "rewrite/step-part",
	What:   "a step whose list of items is computed, or whose answer is reshaped or dropped, becomes a part in which tasks do that before and after it",
	When:   "cannot compute values, and has parts whose value gets into the document as that of a step does",
	Before: "bake; of the answer, {\"breads\": $.breads} is merged into the document",
	After:  "{bake → \"bake result\"}; what that gives is merged into the document",
	Losses: []*dialects.LossRule{&dialects.LossPlace},
	Apply: func(c *Conversion, w *workflow.Workflow) bool {
		if !c.Able.Parts || c.Able.Computes {
			return false
		}
		changed, lists := false, sync.OnceValue(func() map[*workflow.Node]bool { return c.nodesWithLists(w) })
		for _, n := range w.Nodes {
			switch {
			case n.Kind == workflow.Scope && n.Body.Each && (n.Data.Select != nil || n.Data.Payload != nil && !isWhole(n.Data.Payload) || n.Body.Item != ""):
				c.wrapInPart(w, n)
				c.listItems(w, n)
				c.resultsInPlace(w, n)
			case n.Kind == workflow.Scope && n.Data.Combine != nil && n.Data.Combine.Mode == workflow.SetAt:
				c.wrapInPart(w, n)
				c.resultsInPlace(w, n)
			case n.Kind == workflow.Task && c.reshapes(n):
				c.wrapInPart(w, n)
				c.reshapeAnswer(w, n)
			case n.Kind == workflow.Task && c.dropsSeen(n) && lists()[n] && c.callableTask(n):
				c.callWithExits(w, n, answersDocument) // in a part, it would be merged with the items of the list
			case n.Kind == workflow.Task && c.dropsSeen(n):
				c.wrapInPart(w, n)
			default:
				continue
			}
			changed = true
		}
		if changed {
			Compact(w)
		}
		return changed
	},
}

// reshapes reports whether the answer of a task is reshaped by itself before it gets into the document.
func (c *Conversion) reshapes(n *workflow.Node) bool {
	x, into := n.Data.Result, n.Data.Combine
	if x == nil || into == nil || into.Mode == workflow.Drop || n.Data.Output != nil || readsDocument(x) {
		return false
	}
	_, ok := replaceRoot(x, expr.RootAnswer, whole())
	return ok && c.Able.Parts && !c.Able.Results
}

// dropsSeen reports whether the answer of a task is dropped, which the target cannot do, and somebody would see that it stays.
func (c *Conversion) dropsSeen(n *workflow.Node) bool {
	into := n.Data.Combine
	return into != nil && into.Mode == workflow.Drop && !c.Able.Answers.Has(dialects.AnswerDropped) && n.Raises == nil && observes(n)
}

// wrapInPart puts a node into a part of its own, whose value gets into the document where that of the node did.
func (c *Conversion) wrapInPart(w *workflow.Workflow, n *workflow.Node) {
	part := AddBefore(w, n, c.NewElement(w, n.Element, n.Name()+partSuffix, ""), workflow.Scope)
	for _, e := range slices.Clone(part.Out) {
		e.Disconnect()
	}
	for _, e := range slices.Clone(n.Out) {
		e.MoveStart(part)
	}
	part.Body = &workflow.Body{Gather: workflow.GatherOne}
	part.Data.Combine, n.Data.Combine = n.Data.Combine, nil
	part.Data.Output, n.Data.Output = n.Data.Output, nil
	part.Span = n.Span
	n.Region.TakeOut(n)
	r := w.AddRegion(part, n.Span)
	end := w.AddNode(r, part.Element, workflow.End, workflow.Ending)
	n.Region, r.Start = r, n
	r.Nodes = []*workflow.Node{n, end}
	w.Connect(n, end, workflow.ToEnd, n.Span)
}

// listItems makes a task before an iteration give the list of what each of its regions gets.
func (c *Conversion) listItems(w *workflow.Workflow, n *workflow.Node) {
	list := orWhole(n.Data.Select)
	if n.Data.Payload != nil {
		x, ok := within(n.Data.Select, n.Data.Payload)
		if !ok {
			return
		}
		list = x
	}
	if n.Body.Item != "" {
		item := &expr.Object{Members: []expr.ObjectMember{{Key: n.Body.Item, Value: &expr.Path{Root: expr.RootItem, Definite: true, Text: "@"}}}}
		list = &expr.Apply{Do: expr.Each, Args: []expr.Expr{list, item}}
	}
	n.Data.Select, n.Data.Payload, n.Body.Item = nil, nil, ""
	added := AddBefore(w, n, c.NewElement(w, n.Element, n.Name()+itemsSuffix, ""), workflow.Pass)
	added.Data.Result = list
	c.computingTask(w, added)
}

// resultsInPlace makes a task after a node, which is in a part of its own, give what that part gives as the object in which it has its place.
// This is merged into the document.
func (c *Conversion) resultsInPlace(w *workflow.Workflow, n *workflow.Node) {
	part := n.Region.Scope
	into := part.Data.Combine
	if into == nil || into.Mode != workflow.SetAt {
		return
	}
	if _, plain := members(into.Path); !plain {
		return
	}
	steps := into.Path.Steps
	if len(steps) > 1 {
		c.Lose(w, &dialects.LossPlace, placeOf(n), n.Element, "", "other members of %s are dropped, where the result of %q is put", steps[0].Name, n.Name())
	}
	var made expr.Expr = whole()
	for _, s := range slices.Backward(steps) {
		made = &expr.Object{Members: []expr.ObjectMember{{Key: s.Name, Value: made}}}
	}
	added := AddAfter(w, n, c.NewElement(w, n.Element, part.Name()+resultSuffix, ""), workflow.Pass)
	added.Data.Result = made
	c.computingTask(w, added)
	part.Data.Combine = &workflow.Combine{Mode: workflow.MergeShallow, Span: into.Span}
}

// The names of parts of their own, of the tasks that list the items of an iteration, and of those that make of a result what goes into the
// document, end with these.
const (
	partSuffix     = " part"
	partDoneSuffix = partSuffix + " done"
	itemsSuffix    = " items"
	resultSuffix   = " result"
)

// reshapeAnswer makes a task after another one make of its answer what goes into the document.
func (c *Conversion) reshapeAnswer(w *workflow.Workflow, n *workflow.Node) {
	x, _ := replaceRoot(n.Data.Result, expr.RootAnswer, whole())
	n.Data.Result = nil
	added := AddAfter(w, n, c.NewElement(w, n.Element, n.Name()+resultSuffix, ""), workflow.Pass)
	added.Data.Result = x
	c.computingTask(w, added)
}
