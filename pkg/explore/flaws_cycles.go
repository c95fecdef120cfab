package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mayHold reports whether a run may be held in a cycle although edges lead out of it: only conditions that can be decided lead out, and
// no node of the cycle replaces the document.
func mayHold(cycle workflow.Cycle) bool {
	inside := map[*workflow.Node]bool{}
	for _, n := range cycle {
		inside[n] = true
	}
	leaves := false
	for _, n := range cycle {
		if n.Kind == workflow.State || !keepsSome(n) {
			return false
		}
		for _, e := range n.Out {
			if inside[e.To] || e.Disabled {
				continue
			}
			if e.Kind != workflow.Guarded && e.Kind != workflow.Default {
				return false
			}
			leaves = true
		}
	}
	return leaves
}

// keepsSome reports whether a node leaves a part of the document as it is.
func keepsSome(n *workflow.Node) bool {
	switch n.Kind {
	case workflow.Choice, workflow.Wait, workflow.End, workflow.Fail, workflow.Emit:
		return n.Data.Output == nil && n.Data.Result == nil
	}
	if n.Data.Output != nil {
		return false
	}
	if c := n.Data.Combine; c != nil {
		_, outside := keeps(c)
		return outside || c.Mode == workflow.Drop
	}
	return n.Kind == workflow.Pass && n.Data.Payload == nil && n.Data.Result == nil && n.Data.Select == nil
}

// trapped are the parts of the space that no run leaves and in which none ends, each with a shortest path to it. An error that nothing
// catches is not counted as an end. Requests to an entity may go on forever: there are no such parts where a run is that of an entity.
func (f *flaws) trapped() []Flaw {
	s := f.space
	if slices.ContainsFunc(s.Workflow.Root.Nodes, func(n *workflow.Node) bool { return n.Kind == workflow.State }) {
		return nil
	}
	ends := s.ending()
	if !slices.Contains(ends, false) {
		return nil
	}
	g := f.graph()
	var out []Flaw
	parts := s.left(g) // those that are done with
	known := map[*workflow.Element]bool{}
	for _, id := range g.order {
		if ends[id] || parts[g.parts[id]] {
			continue
		}
		parts[g.parts[id]] = true
		around := s.around(g, id)
		if len(around) == 0 || known[around[0]] {
			continue
		}
		known[around[0]] = true
		if n := nodeOf(s.Workflow, around[0]); n != nil {
			out = append(out, f.leading(Flaw{Kind: NeverLeft, Node: n, Around: around}, id, nil))
		}
	}
	return inOrder(out)
}

// ending marks the states from which a run may end.
func (s *Space) ending() []bool {
	before := make([][]int, len(s.States))
	out := make([]bool, len(s.States))
	var todo []int
	for id := range s.States {
		for i := range s.States[id].Steps {
			if t := &s.States[id].Steps[i]; !s.breaks(t) {
				before[t.To] = append(before[t.To], id)
			}
		}
		if o := s.States[id].Outcome; o != nil && o.Status != Diverged {
			out[id] = true
			todo = append(todo, id)
		}
	}
	for len(todo) > 0 {
		id := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range before[id] {
			if !out[b] {
				out[b] = true
				todo = append(todo, b)
			}
		}
	}
	return out
}

// breaks reports whether a step is an error of a call or a time limit that nothing catches.
func (s *Space) breaks(t *Step) bool {
	o := s.States[t.To].Outcome
	if o == nil || o.Status != Failed || t.Happened == nil || t.Failed == nil && t.Happened.Event.Kind != machine.TimerFired {
		return false
	}
	return !slices.ContainsFunc(t.Taken, func(e *workflow.Edge) bool { return e.Kind == workflow.OnError || e.Kind == workflow.OnTimer }) &&
		(t.Failed != nil || !t.Happened.Waits)
}

// left are the parts from which a run may go on to another one.
func (s *Space) left(g *paths) map[int]bool {
	out := map[int]bool{}
	for id := range s.States {
		for i := range s.States[id].Steps {
			if t := &s.States[id].Steps[i]; g.parts[t.To] != g.parts[id] && !s.breaks(t) {
				out[g.parts[id]] = true
			}
		}
	}
	return out
}

// around lists the elements that are entered in the part of a state.
func (s *Space) around(g *paths, id int) []*workflow.Element {
	var out []*workflow.Element
	add := func(all []*workflow.Element) {
		for _, e := range all {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	if o := s.States[id].Outcome; o != nil { // one that loops without a rest
		add(g.space.States[g.before[id]].Steps[g.by[id]].Loop)
		return out
	}
	for _, from := range g.order {
		if g.parts[from] != g.parts[id] {
			continue
		}
		for i := range s.States[from].Steps {
			if t := &s.States[from].Steps[i]; g.parts[t.To] == g.parts[id] {
				add(t.Entered)
			}
		}
	}
	return out
}

// nodeOf returns the primary node of an element.
func nodeOf(w *workflow.Workflow, e *workflow.Element) *workflow.Node {
	for _, n := range w.Nodes {
		if n.Element == e && n.Role == workflow.Primary {
			return n
		}
	}
	return nil
}
