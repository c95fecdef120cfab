package sw

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// foldReactions turns the steps that reading the actions of an event state made into actions of that state again, where all that it waits
// for leads to one node.
func (s *shaping) foldReactions(r *workflow.Region) {
	s.reactions = map[*workflow.Node][][]*workflow.Node{}
	taken := map[*workflow.Node]bool{}
	for _, n := range r.Nodes {
		list, exit := s.reactionsTo(n)
		if exit == nil {
			continue
		}
		s.reactions[n] = list
		for _, tasks := range list {
			for _, task := range tasks {
				if taken[task] {
					continue
				}
				name, _ := partIn(n, task)
				s.partIs(task.Element, n.Element)
				if task.Data.Output != nil {
					n.Data.Output, task.Data.Output = task.Data.Output, nil
				}
				task.Element.Name, taken[task] = name, true
				task.Out[0].Disconnect()
			}
		}
		s.leaveAlike(n, exit)
	}
	r.Nodes = slices.DeleteFunc(slices.Clone(r.Nodes), func(n *workflow.Node) bool { return taken[n] })
}

// reactionsTo are the tasks that follow each event that a node waits for, one after the other, where they can be actions of the node, and
// the node to which all lead; nil if no task does, or if they lead to several nodes.
func (s *shaping) reactionsTo(n *workflow.Node) (list [][]*workflow.Node, exit *workflow.Node) {
	if n.Kind != workflow.Await || n.Data.Output != nil {
		return nil, nil
	}
	acts := false
	for i := range n.Awaits.For {
		e := cmp.Or(n.Awaits.For[i].Edge, n.Onward())
		if e == nil || !e.Data.IsZero() {
			return nil, nil
		}
		to := e.To
		var tasks []*workflow.Node
		for last := n; s.reacts(n, to) && last.Data.Output == nil; to = to.Out[0].To {
			tasks, last = append(tasks, to), to
		}
		if exit != nil && to != exit {
			return nil, nil
		}
		acts = acts || len(tasks) > 0
		list, exit = append(list, tasks), to
	}
	if !acts || slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge == nil || t.Edge.To != exit }) {
		return nil, nil
	}
	return list, exit
}

// reacts reports whether a node is a task that is named as reading an action of a state names it.
func (s *shaping) reacts(state, n *workflow.Node) bool {
	if n.Kind != workflow.Task || n.Call.Workflow || len(s.further[n]) > 0 || len(n.Retry) > 0 || len(n.Timers) > 0 || len(n.In) != 1 || len(n.Out) != 1 ||
		!holds(n.Data.Output) || following(n) == nil || !n.Out[0].Data.IsZero() {
		return false
	}
	_, ok := partIn(state, n)
	return ok
}

// holds reports whether the output of an action can be that of its state: it selects the answer that takes the place of the document, and
// nothing where no action has answered. Nothing is filtered then (sw: "State data filter").
func holds(output expr.Expr) bool {
	p, path := expr.Meant(output).(*expr.Path)
	return output == nil || path && p.String() == heldAnswer
}

// heldAnswer is where an answer is that takes the place of the document.
var heldAnswer = expr.NewPath(expr.RootInput, dialects.HeldAnswer...).String()

// leaveAlike makes a node lead to another one whatever event came. Its time limits lead there by themselves.
func (s *shaping) leaveAlike(n, to *workflow.Node) {
	for i := range n.Awaits.For {
		n.Awaits.For[i].Edge = nil
	}
	for _, e := range slices.Clone(n.Out) {
		if e.Kind != workflow.OnTimer {
			e.Disconnect()
		}
	}
	kind := workflow.Next
	if to.Kind == workflow.End && to.Role != workflow.Primary {
		kind = workflow.ToEnd
	}
	s.flow.Connect(n, to, kind, n.Span)
}

// react adds what a state does because of each event that it listens for.
func (s *shaping) react(listens *workflow.Node, list [][]*workflow.Node) {
	r := listens.Region
	begins := map[*workflow.Node]*workflow.Edge{} // by the first task
	for i, tasks := range list {
		if len(tasks) == 0 {
			continue
		}
		if begins[tasks[0]] == nil {
			actions := make([]*workflow.Node, len(tasks))
			for j, task := range tasks {
				actions[j] = s.action(task)
				actions[j].Element.Name = task.Element.Name
			}
			part := sequence(r.Scope, actions)
			for _, x := range part.Nodes {
				x.Region = r
			}
			r.Nodes = append(r.Nodes, part.Nodes...)
			begins[tasks[0]] = &workflow.Edge{Kind: workflow.Next, From: listens, To: part.Start}
			listens.Out = append(listens.Out, begins[tasks[0]])
		}
		listens.Awaits.For[i].Edge = begins[tasks[0]]
	}
}
