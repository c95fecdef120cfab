package sw

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// partOf is the name of an element that reading an action of a state made, without the name of the state; false for another name. In
// languages whose names have hyphens only, the name is that of the state with the name of the action after it, which is the name of the
// task or a part of that.
func partOf(state, name, task string) (string, bool) {
	if own, ok := strings.CutPrefix(name, state+": "); ok {
		return own, true
	}
	before := state + "-" // in some letters: the step of a flow may be called like its task, which has others
	if len(name) <= len(before) || !strings.EqualFold(name[:len(before)], before) {
		return "", false
	}
	own := name[len(before):]
	switch {
	case strings.EqualFold(name, task):
		return "", false // what is named after its task is a step by itself
	case strings.EqualFold(own, task):
		return task, true
	}
	return own, len(own) >= shortestPart && strings.Contains(dialects.PlainName(task), dialects.PlainName(own))
}

// partIn is the name of the action that a node was, of the state that another node was, as their names or titles tell; false if the node was
// none.
func partIn(state, n *workflow.Node) (string, bool) {
	if name, ok := partOf(state.Element.Name, n.Element.Name, n.Call.Task); ok {
		return name, true
	}
	if state.Element.Title == "" {
		return "", false
	}
	return strings.CutPrefix(n.Element.Title, state.Element.Title+": ")
}

// shortestPart is the shortest part of the name of a task by which an action is taken to be named after it.
const shortestPart = 3

// foldActions turns the steps that reading the further actions of a state made into actions of that state again.
func (s *shaping) foldActions(r *workflow.Region) {
	s.further = map[*workflow.Node][]*workflow.Node{}
	taken := map[*workflow.Node]bool{}
	for _, n := range r.Nodes {
		if n.Kind != workflow.Task || n.Call.Workflow || len(n.Retry) > 0 || taken[n] {
			continue
		}
		for last := n; ; {
			next := following(last)
			if next == nil || next.Kind != workflow.Task || next.Call.Workflow || len(next.In) != 1 || len(next.Retry) > 0 || last.Data.Output != nil || !sameHandlers(n, next) {
				break
			}
			name, ok := partIn(n, next)
			if !ok {
				break
			}
			s.partIs(next.Element, n.Element)
			next.Element.Name = name
			s.further[n] = append(s.further[n], next)
			taken[next] = true
			last = next
		}
		if list := s.further[n]; len(list) > 0 {
			takeOver(n, list)
		}
	}
	r.Nodes = slices.DeleteFunc(slices.Clone(r.Nodes), func(n *workflow.Node) bool { return taken[n] })
}

// takeOver makes a node leave as the last of those that follow it does, of which it takes the place.
func takeOver(n *workflow.Node, list []*workflow.Node) {
	last := list[len(list)-1]
	for _, e := range slices.Clone(n.Out) {
		if e.Kind != workflow.OnError {
			e.Disconnect()
		}
	}
	for _, x := range list {
		for _, e := range slices.Clone(x.Out) {
			if e.Kind == workflow.OnError {
				e.Disconnect()
			}
		}
	}
	for _, e := range slices.Clone(last.Out) {
		e.MoveStart(n)
	}
	n.Data.Output = last.Data.Output
}

// following is the only node that another one leads to when it is done; nil if there is none.
func following(n *workflow.Node) *workflow.Node {
	var next *workflow.Node
	for _, e := range n.Out {
		switch {
		case e.Kind == workflow.OnError:
		case e.Kind != workflow.Next && e.Kind != workflow.ToEnd || next != nil || e.Require != nil:
			return nil
		default:
			next = e.To
		}
	}
	return next
}

// sameHandlers reports whether the errors of two nodes are handled in the same ways.
func sameHandlers(a, b *workflow.Node) bool {
	of := func(n *workflow.Node) (to []*workflow.Node) {
		for _, e := range n.Out {
			if e.Kind == workflow.OnError {
				to = append(to, e.To)
			}
		}
		return to
	}
	return slices.Equal(of(a), of(b))
}
