package fsm

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// limitCascades changes the automated transitions so that the service accepts them: it refuses those that loop whatever the
// entity holds, and those of which a request would have to take too many (fsm: "IMPORT REQUEST", "ENGINE EXECUTION").
func (x *raiser) limitCascades() {
	x.breakCycles()
	if x.out.Reason != "" {
		return
	}
	if x.longest() > maxCascade {
		x.fold()
	}
	if n := x.longest(); n > maxCascade {
		x.out.Refuse(x.from, x.from.Root.Start.Element.NameSpan, "a request takes at most %d transitions, and here it always takes %d", maxCascade, n)
		return
	}
	x.addCascadeLosses()
}

// states are those of the workflow that is being made.
func (x *raiser) states() []*workflow.Node {
	var out []*workflow.Node
	for _, n := range x.flow.Root.Nodes {
		if n.Kind == workflow.State {
			out = append(out, n)
		}
	}
	return out
}

func automated(e *workflow.Edge) bool { return e.Kind == workflow.Next || e.Kind == workflow.Guarded }

// forced is the transition that is taken from a state whatever the entity holds, once it comes to it; nil if there is none.
func forced(s *workflow.Node) *workflow.Edge {
	for _, e := range s.Out {
		if automated(e) && e.Guard == nil && e.Ask == nil {
			return e
		}
	}
	return nil
}

// first is the transition that is tried first; nil if there is none.
func first(s *workflow.Node) *workflow.Edge {
	for _, e := range s.Out {
		if automated(e) {
			return e
		}
	}
	return nil
}

// breakCycles looks for cycles of transitions that are taken whatever the entity holds. Where an earlier transition with a
// criterion may lead out of one, the one that stays gets a criterion that holds for every entity: that means the same, and the
// service sees that the cycle is left. Another cycle never ends.
func (x *raiser) breakCycles() {
	round := map[*workflow.Node]int{}
	for i, start := range x.states() {
		s := start
		for ; s != nil && forced(s) != nil && round[s] == 0; s = forced(s).Target() {
			round[s] = i + 1
		}
		if forced(s) == nil || round[s] != i+1 {
			continue
		}
		x.breakCycle(s)
	}
}

func (x *raiser) breakCycle(start *workflow.Node) {
	var cycle []*workflow.Node
	for s := start; len(cycle) == 0 || s != start; s = forced(s).Target() {
		cycle = append(cycle, s)
	}
	for _, s := range cycle {
		if e := forced(s); first(s) != e {
			e.Kind, e.Guard = workflow.Guarded, always()
			return
		}
	}
	x.out.Refuse(x.from, x.place(cycle...).NameSpan, "an entity state machine must not loop for ever, and it cannot express a path out of %s", arrows(cycle))
}

// always is a criterion that holds for every entity: each was created.
func always() expr.Expr {
	p := &expr.Path{Root: expr.RootContext, Steps: []expr.Step{{Kind: expr.StepChild, Name: fieldCreated}}, Definite: true, Text: "$$." + fieldCreated}
	return &expr.Loose{Op: expr.LooseNull, Negated: true, Left: p}
}

// place is the element of the first of some states that somebody wrote.
func (x *raiser) place(states ...*workflow.Node) *workflow.Element {
	for _, s := range states {
		if e := x.origin[s]; e != nil {
			return e
		}
	}
	return x.from.Root.Start.Element
}

// longest is how many transitions follow each other at most that are taken whatever the entity holds, once the first of them
// is. There are no cycles of them.
func (x *raiser) longest() int {
	states := x.states()
	length, most := make(map[*workflow.Node]int, len(states)), 0
	for _, start := range states {
		var way []*workflow.Node
		s := start
		for _, known := length[s]; !known && forced(s) != nil && forced(s) == first(s); _, known = length[s] {
			way = append(way, s)
			s = forced(s).Target()
		}
		n := length[s]
		for i := len(way) - 1; i >= 0; i-- {
			n++
			length[way[i]] = n
		}
	}
	for _, s := range states {
		most = max(most, length[s])
		for _, e := range s.Out {
			if e != forced(s) || e != first(s) {
				most = max(most, 1+length[e.Target()])
			}
		}
	}
	return most
}

// fold puts states that follow one another into one, whose transition has the processors of them all, so that a long row of
// tasks takes few transitions.
func (x *raiser) fold() {
	const most = 50 // transitions in a row
	into := map[*workflow.Node]int{x.flow.Root.Start: 1}
	for _, s := range x.states() {
		for _, e := range s.Out {
			into[e.Target()]++
		}
	}
	gone := map[*workflow.Node]bool{}
	inner := func(s *workflow.Node) bool { return len(s.Out) == 1 && forced(s) != nil && into[s] == 1 }
	for _, s := range x.states() {
		if gone[s] || inner(s) && follows(s) || len(s.Out) != 1 || forced(s) == nil {
			continue
		}
		row := []*workflow.Node{s}
		for at := forced(s).Target(); inner(at) && at != s; at = forced(at).Target() {
			row = append(row, at)
		}
		size := (len(row) + most - 1) / most
		for i := 0; i < len(row) && size > 1; i += size {
			part := row[i:min(i+size, len(row))]
			x.foldRow(part)
			for _, n := range part[1:] {
				gone[n] = true
			}
		}
	}
	kept := x.flow.Root.Nodes[:0]
	for _, n := range x.flow.Root.Nodes {
		if !gone[n] {
			kept = append(kept, n)
		}
	}
	x.flow.Root.Nodes = kept
}

// follows reports whether what leads to a state is a row that it is part of.
func follows(s *workflow.Node) bool {
	if len(s.In) == 0 {
		return false
	}
	from := s.In[0].From
	if from.Role == workflow.Processing && len(from.In) > 0 {
		from = from.In[0].From
	}
	return len(from.Out) == 1 && automated(from.Out[0])
}

// foldRow has the first of some states do what all of them do.
func (x *raiser) foldRow(row []*workflow.Node) {
	var doing []*workflow.Node
	for _, s := range row {
		if scope := forced(s).To; scope.Role == workflow.Processing {
			doing = append(doing, scope.Body.Regions[0].Nodes...)
		}
	}
	s, e := row[0], forced(row[0])
	to := forced(row[len(row)-1]).Target()
	for _, n := range row[1:] {
		if e := x.origin[n]; e != nil {
			x.rename(e, s.Name())
		}
	}
	scope := x.flow.AddNode(x.flow.Root, s.Element, workflow.Scope, workflow.Processing)
	x.flow.AddRegion(scope, source.Span{}).Nodes = doing
	x.flow.Connect(scope, to, workflow.Next, source.Span{})
	if e.To = scope; len(doing) == 0 {
		e.To = to
	}
}

// addCascadeLosses adds the losses of requests that may be aborted: cycles of automated transitions, and paths that are too long.
func (x *raiser) addCascadeLosses() {
	w, nodes := x.withoutRequests()
	cycles := w.Cycles()
	for _, c := range cycles {
		at := nodes[c[0]]
		for _, n := range c {
			x.losses.Add(&lossCascade, x.place(at).NameSpan, x.origin[nodes[n]], "",
				"a request that passes %s more than ten times is aborted", strings.TrimSuffix(arrows(c), " → "+c[0].Name()))
		}
	}
	if len(cycles) == 0 {
		x.addLongPathLosses(w, nodes)
	}
}

// withoutRequests is the net of the states with the transitions that nobody has to ask for.
func (x *raiser) withoutRequests() (*workflow.Workflow, map[*workflow.Node]*workflow.Node) {
	w := &workflow.Workflow{}
	r := w.AddRegion(nil, source.Span{})
	copied, back := map[*workflow.Node]*workflow.Node{}, map[*workflow.Node]*workflow.Node{}
	for _, s := range x.states() {
		n := w.AddNode(r, w.AddElement(s.Name(), "", source.Span{}, source.Span{}), workflow.State, workflow.Primary)
		copied[s], back[n] = n, s
	}
	for _, s := range x.states() {
		for _, e := range s.Out {
			if automated(e) {
				w.Connect(copied[s], copied[e.Target()], workflow.Next, source.Span{})
			}
		}
	}
	return w, back
}

// addLongPathLosses adds the losses of states that a request reaches only by too many transitions. The net has no cycles.
func (x *raiser) addLongPathLosses(w *workflow.Workflow, nodes map[*workflow.Node]*workflow.Node) {
	depth, open := make([]int, len(w.Nodes)), make([]int, len(w.Nodes))
	var todo []*workflow.Node
	for _, n := range w.Nodes {
		for _, e := range nodes[n].In {
			if e.Kind == workflow.Manual {
				depth[n.ID] = 1 // what is asked for counts
			}
		}
		if open[n.ID] = len(n.In); open[n.ID] == 0 {
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if depth[n.ID] == maxCascade+1 {
			e := x.place(nodes[n])
			x.losses.Add(&lossCascade, e.NameSpan, e, "", "a request that takes more than %d transitions is aborted", maxCascade)
		}
		for _, e := range n.Out {
			depth[e.To.ID] = max(depth[e.To.ID], depth[n.ID]+1)
			if open[e.To.ID]--; open[e.To.ID] == 0 {
				todo = append(todo, e.To)
			}
		}
	}
}
