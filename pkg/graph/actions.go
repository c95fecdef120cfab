package graph

import (
	"strconv"
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// What a state does inside of it, its actions and what it waits for, is drawn as lines of its box. Branches are boxes of
// their own, with the actions in them.

// acting reports whether a region holds what a state does inside of it, and no states.
func acting(r *workflow.Region) bool {
	return r.Start != nil && (r.Start.Role == workflow.Acting || r.Start.Role == workflow.Ending)
}

// drawn reports whether a node has a box of its own.
func drawn(n *workflow.Node) bool {
	return n.Role == workflow.Primary || n.Role == workflow.Acting && n.Kind == workflow.Task && shown(n.Region)
}

// nameOf is what a box is called: an action by its own name, and a workflow that is called by its id.
func nameOf(n *workflow.Node) string {
	switch {
	case n.Role != workflow.Acting:
		return n.Name()
	case n.Call.Workflow:
		return n.Call.Task
	}
	return n.Element.Name
}

// scope describes how a scope runs its regions; it is empty where there is nothing to tell.
func (t texts) scope(n *workflow.Node) string {
	b := n.Body
	var parts []string
	switch {
	case b.Detached && len(b.Regions) > 0:
		if call := b.Regions[0].Start.Call; call != nil {
			parts = append(parts, t.next+t.cut(oneLine(call.Task), maxValue))
		}
		parts = append(parts, "not waited for")
	case b.Each && b.Item != "":
		parts = append(parts, "for each "+t.cut(oneLine(b.Item), maxValue))
		parts = append(parts, t.atOnce(b)...)
	case b.Each && b.Items != nil:
		parts = append(parts, t.eachOf(n))
		parts = append(parts, t.atOnce(b)...)
		parts = append(parts, t.batches(b.Items)...)
	case b.Enough != nil:
		parts = append(parts, t.value(b.Enough)+" of "+strconv.Itoa(len(b.Regions)))
	case len(b.Regions) > 0 && b.Regions[0].Name != "":
		parts = append(parts, "all of "+strconv.Itoa(len(b.Regions)))
	case b.Listens != nil && b.Listens.Awaits.All:
		parts = append(parts, "all events")
	case len(b.Regions) > 1 && acting(b.Regions[0]):
		parts = append(parts, "in parallel")
	}
	return strings.Join(parts, t.dot)
}

// actions returns the lines of what a state does inside of it, in the order in which it does.
func (t texts) actions(n *workflow.Node) []string {
	if n.Body == nil || n.Role != workflow.Primary || n.Body.Detached {
		return nil
	}
	var lines []string
	number := 0
	for _, r := range n.Body.Regions {
		if !acting(r) || shown(r) {
			return nil
		}
		for _, x := range r.Nodes {
			switch {
			case x.Awaits != nil && x.Kind == workflow.Await:
				lines = append(lines, t.waiting(x)...)
			case x.Kind == workflow.Task && x.Call.Workflow:
				lines = append(lines, t.next+t.cut(oneLine(x.Call.Task), maxValue))
			case x.Kind == workflow.Task:
				number++
				lines = append(lines, strconv.Itoa(number)+" "+t.action(x))
			case x.Kind == workflow.Scope:
				for _, inner := range x.Body.Regions {
					number++
					lines = append(lines, strconv.Itoa(number)+" "+t.action(inner.Start)+t.dot+"in parallel")
				}
			}
		}
	}
	return lines
}

// action returns the line of an action: its name, what it calls if that is called otherwise, and how long it may take.
func (t texts) action(n *workflow.Node) string {
	line := t.cut(oneLine(valid(n.Element.Name)), maxValue)
	if n.Emits != nil && n.Awaits != nil && len(n.Awaits.For) > 0 {
		line = t.letter + line + t.leads + t.letter + oneLine(n.Awaits.For[0].Name)
	} else if n.Call != nil && n.Call.Task != n.Element.Name {
		line = t.parts(line, t.cut(oneLine(n.Call.Task), maxValue))
	}
	for i := range n.Timers {
		line += " " + t.clock + t.until(&n.Timers[i].Length)
	}
	return line
}

// waiting returns the lines of the events that a state waits for, and how long.
func (t texts) waiting(n *workflow.Node) []string {
	var lines []string
	joined := " or "
	if n.Awaits.All {
		joined = " and "
	}
	var names []string
	for i := range n.Awaits.For {
		x := &n.Awaits.For[i]
		if i > 0 && x.Edge != n.Awaits.For[i-1].Edge {
			lines, names = append(lines, t.letter+strings.Join(names, joined)), nil
		}
		names = append(names, oneLine(valid(x.Name)))
	}
	if len(names) > 0 {
		lines = append(lines, t.letter+strings.Join(names, joined))
	}
	for i := range n.Timers {
		lines = append(lines, t.timer(&n.Timers[i]))
	}
	return lines
}

// transitionNotes describes what a transition asks for, what event it produces, and that it ends the whole run.
func (t texts) transitionNotes(e *workflow.Edge) string {
	var parts []string
	if e.Require != nil {
		parts = append(parts, "only if "+t.cut(oneLine(expr.Readable(e.Require)), maxLabel))
	}
	if e.To.Emits != nil && e.To.Role == workflow.Producing {
		parts = append(parts, t.letter+"emits "+oneLine(valid(e.To.Emits.Name)))
	}
	if e.Target().Terminates {
		parts = append(parts, "terminate")
	}
	return strings.Join(parts, "\n")
}

// addedUp returns the line of a retrier whose delays grow by a length.
func (t texts) addedUp(r *workflow.Retrier) string {
	most := strconv.Itoa(r.Limit)
	if r.Most != nil {
		most = t.value(r.Most)
	}
	line := t.retry + most + t.times + " " + t.fewNames(r.On)
	if delay := t.until(r.Delay); delay != "0 s" {
		line += ", " + delay
	}
	if r.Longer != nil {
		line += " +" + t.until(r.Longer)
	}
	return t.broken(line)
}
