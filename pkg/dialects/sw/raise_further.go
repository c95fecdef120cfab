package sw

import (
	"cmp"
	"slices"

	"github.com/flowglot/flowglot/pkg/blocks"
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A timer that does not interrupt its node starts something beside it. That is a parallel state which goes on as soon as one of
// its branches is done: in one the node is, in each other one a delay and what follows it, which never is done by itself. What
// still runs when the node is done ends with it. A timer that ends the node is a branch that fails, which the state handles.

// maxFurther is how many nodes may follow such a timer: they are written once more for it.
const maxFurther = 20

// further are the timers of a node that start something beside it, if that can be written so; else there are none.
func (d *draft) further(n *workflow.Node) []*workflow.Timer {
	if d.alone == n || n.Kind != workflow.Task && n.Kind != workflow.Await {
		return nil
	}
	var out []*workflow.Timer
	leaves := interrupted(n)
	for i := range n.Timers {
		t := &n.Timers[i]
		_, ok := duration8601(&t.Length)
		switch {
		case t.Edge == nil:
		case !ok:
			return nil
		case !t.Interrupting:
			f := beyond(n, t.Edge.To)
			if f == nil || leaves && slices.ContainsFunc(f.Nodes, mayRefuse) {
				return nil
			}
			out = append(out, t)
		}
	}
	return out
}

// lasts reports whether the time in which a node is left counts over several attempts, which a limit of an action does not.
func (d *draft) lasts(n *workflow.Node) bool {
	t := leaving(n)
	if d.alone == n || n.Kind != workflow.Task || t == nil || len(n.Retry) == 0 {
		return false
	}
	_, ok := duration8601(&t.Length)
	return ok && !slices.ContainsFunc(n.Timers, func(t workflow.Timer) bool { return t.Edge != nil && !t.Interrupting })
}

// mayRefuse reports whether a node may fail by a transition that is not allowed.
func mayRefuse(n *workflow.Node) bool {
	return n.Kind == workflow.Choice || n.Kind == workflow.Table || n.Kind == workflow.Fail || n.When != nil
}

// beyond is what a further token moves through; nil if that is too much, or could start further tokens again.
func beyond(n, target *workflow.Node) *blocks.Flow {
	f := &blocks.Flow{Entry: target, Exit: &workflow.Node{}, Forks: map[*workflow.Node]*blocks.Fork{}}
	seen := map[*workflow.Node]bool{target: true}
	f.Nodes = []*workflow.Node{target}
	for i := 0; i < len(f.Nodes); i++ {
		x := f.Nodes[i]
		if x == n || len(f.Nodes) > maxFurther || x.Split != workflow.SplitOne || x.Join != workflow.JoinAny {
			return nil
		}
		for j := range x.Timers {
			if t := &x.Timers[j]; t.Edge != nil && !t.Interrupting {
				return nil
			}
		}
		for _, e := range x.Out {
			if !seen[e.To] {
				seen[e.To] = true
				f.Nodes = append(f.Nodes, e.To)
			}
		}
	}
	slices.SortFunc(f.Nodes, func(x, y *workflow.Node) int { return cmp.Compare(x.ID, y.ID) })
	return f
}

// writeBeside writes a node with the paths that its timers start.
func (d *draft) writeBeside(n *workflow.Node, timers []*workflow.Timer) {
	itself := branch{name: n.Element.Name, write: func(child *draft) {
		f := &blocks.Flow{Entry: n, Nodes: []*workflow.Node{n}}
		for _, e := range n.Out {
			if e.Kind == workflow.Next || e.Kind == workflow.ToEnd {
				f.Exit = e.To
			}
		}
		child.alone = n
		child.writeNet(f)
	}}
	all := []branch{itself}
	for _, t := range timers {
		all = append(all, branch{name: t.Edge.To.Element.Name, write: func(child *draft) {
			child.writeNet(beyond(n, t.Edge.To))
			first := child.start
			child.start = child.names.unique("wait")
			length, _ := duration8601(&t.Length)
			child.leave(child.addDelay(child.start, length), way{to: first})
			last := len(child.states) - 1
			child.states = slices.Insert(child.states[:last], 0, child.states[last])
		}})
		d.lose(&lossFurther, t.Span, n.Element, "a branch beside the step", "the path that a timer starts beside its step ends with the step, and has its own data")
	}
	leaves := leaving(n)
	if leaves != nil {
		all = append(all, branch{name: "limit", write: func(child *draft) {
			child.start = child.names.unique("wait")
			length, _ := duration8601(&leaves.Length)
			dialects.Put(child.addDelay(child.start, length), "transition", child.stuck())
		}})
	}
	s := d.addParallel(d.mains[n], nil, all)
	dialects.Put(s, "completionType", dialects.NewText("xor"))
	if leaves != nil {
		dialects.Put(s, "onError", list(d.createHandler(errorNamed(errRefused), leaves.Edge, true)))
	}
	d.noteName(n.Element.Name, d.mains[n])
	d.leave(s, d.next(n))
}

// addDelay begins a delay state.
func (d *draft) addDelay(name, length string) *source.Node {
	s := d.add(name, Delay)
	dialects.Put(s, "timeDelay", dialects.NewText(length))
	return s
}

// leaving is the first of the timers by which a node is left; nil if there is none.
func leaving(n *workflow.Node) *workflow.Timer {
	var first *workflow.Timer
	for i := range n.Timers {
		if t := &n.Timers[i]; t.Edge != nil && t.Interrupting && (first == nil || lengthOf(t) < lengthOf(first)) {
			first = t
		}
	}
	return first
}
