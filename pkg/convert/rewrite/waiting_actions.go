package rewrite

import (
	"fmt"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// actByTask has a stand-in do what a state does that acts and waits for an event: it calls the task of the action, and waits for the event,
// which may arrive while that task is still working. It reports false, and changes nothing, where no task can do that.
func (c *Conversion) actByTask(w *workflow.Workflow, n, awaits *workflow.Node) bool {
	waits, timers, trigger := *awaits, awaits.Timers, awaits.Awaits.For[0]
	awaits.Kind, awaits.Awaits, awaits.Timers, n.Body.Listens = workflow.Task, nil, nil, nil
	awaits.Call = &workflow.Call{Span: n.Span}
	if awaits.Data.Combine == nil {
		awaits.Data.Combine = &workflow.Combine{Mode: workflow.MergeDeep, Span: n.Span}
	}
	if trigger.Event == nil || !c.actsByTask(n) {
		*awaits, n.Body.Listens = waits, awaits
		return false
	}
	awaits.Call.Task = c.unusedTask(w, slug(n.Element.Name+" "+trigger.Name))
	text := c.actionText(n, &trigger, timers)
	awaits.Timers = leaving(w, awaits, timers, awaits.Out[0])
	c.standForParts(w, n)
	by := c.standIn(n.Call.Task)
	by.What = text
	if part, ok := by.By.(*calledPart); ok {
		by.What += exitsText(w, part.exits)
	}
	c.arriveIn(n, awaits, &trigger)
	return true
}

// actsByTask reports whether a task can do what the regions of a node do, in a target that takes what it answers.
func (c *Conversion) actsByTask(n *workflow.Node) bool {
	if c.mergesOnly() {
		return c.addable(n)
	}
	return c.Able.Answers.Has(dialects.AnswerReplaces) && c.callableScope(n) && c.gathersDocument(n)
}

// standForParts replaces by a stand-in what the regions of a node do. Its handlers stay where the target has some: what they handle is what
// the stand-in fails with.
func (c *Conversion) standForParts(w *workflow.Workflow, n *workflow.Node) {
	if c.mergesOnly() {
		c.callWithExits(w, n, answersNew)
		return
	}
	var kept []*workflow.Edge
	if c.handles(n) {
		kept = errorEdges(n)
		n.Out = slices.DeleteFunc(slices.Clone(n.Out), func(e *workflow.Edge) bool { return slices.Contains(kept, e) })
	}
	c.callWithExits(w, n, answersDocument)
	n.Out = append(n.Out, kept...)
}

// actionText describes what a worker does that acts and waits for an event, for people.
func (c *Conversion) actionText(n *workflow.Node, t *workflow.Trigger, timers []workflow.Timer) string {
	text := fmt.Sprintf("%s, waits for the event %q, which may arrive before that call ends", c.callText(n.Body.Regions[0].Start), t.Event.Type)
	for i := range timers {
		text += ", but after it for at most " + lengthText(&timers[i].Length)
	}
	answer := "and answers its input with the answer of the call and the data of the event merged in"
	if c.mergesOnly() {
		answer = "and answers what the call and the event add to the document"
	}
	return text + ", " + answer
}

// arriveIn notes that an event arrives in the stand-in of a node, which waits for it by itself.
func (c *Conversion) arriveIn(n, awaits *workflow.Node, t *workflow.Trigger) {
	p := dialects.Passage{By: n.Call.Task, Data: t.Data, Apart: len(t.Event.Correlations) > 0,
		From: dialects.Occurrence{Kind: "event", Name: t.Event.Type, Source: t.Event.Source, At: n.Element.Original().Name},
		To:   dialects.Occurrence{Kind: "task", Name: awaits.Call.Task}}
	if t.Data == nil {
		p.Attributes = attributesOf(t.Event)
	}
	c.Raised.Occurrences = append(c.Raised.Occurrences, p)
}
