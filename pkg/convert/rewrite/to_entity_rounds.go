package rewrite

import (
	"slices"
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An engine bounds what one request does, and so how often a loop of automated transitions can be repeated. So that each round is a request of its
// own, a state in which the entity waits for one is put where a loop closes:
//
//	before: Check → Good?; if $.good → Book; else → Check
//	after:  Check → Good?; if $.good → Book; else → "Check again", from which "Check at once" is requested → Check
//
// Loops in which an entity waits anyway need no such state.

// What names end with of the state in which an entity waits for the next round, and of the request that begins it.
const (
	nextRoundSuffix = " again"
	roundSuffix     = " at once"
)

// requestRounds puts a state before each step at which a loop closes in which the entity does not wait.
func (x *making) requestRounds() {
	if !x.requestsInTime() {
		return
	}
	for _, closing := range x.closingEdges() {
		n := closing[0].To
		if x.Options.Prefer == dialects.PreferNative {
			return
		}
		x.Raised.Near = append(x.Raised.Near, dialects.Near{Element: x.Caller(n), Does: "repeat", Target: "as often as an engine lets one request enter a state", Source: "any number of times"})
		again := addBeside(x.flow, closing[0].From, x.NewElement(x.flow, n.Element, n.Element.Name+nextRoundSuffix, n.Element.Kind), workflow.Await, true)
		again.Awaits = &workflow.Awaits{Kind: "signal"}
		for _, e := range closing {
			e.Redirect(again)
		}
		on := x.flow.Connect(again, n, workflow.Next, n.Span)
		on.Label = n.Element.Name + roundSuffix
		x.rounds[again] = true
	}
}

// closingEdges are the edges that close loops in which the entity does not wait, in groups that lead to one step each.
func (x *making) closingEdges() (out [][]*workflow.Edge) {
	const open, done = 1, 2
	marks := make([]byte, len(x.flow.Nodes))
	groups := map[*workflow.Node]int{}
	type visit struct {
		n    *workflow.Node
		next int // of its edges
	}
	for _, from := range slices.Concat([]*workflow.Node{x.flow.Root.Start}, x.flow.Root.Nodes) {
		path := []visit{}
		enter := func(n *workflow.Node) {
			if marks[n.ID] == 0 {
				marks[n.ID] = open
				path = append(path, visit{n: n})
			}
		}
		for enter(from); len(path) > 0; {
			at := &path[len(path)-1]
			if at.next == len(at.n.Out) || at.n.Kind == workflow.Await {
				marks[at.n.ID] = done
				path = path[:len(path)-1]
				continue
			}
			e := at.n.Out[at.next]
			at.next++
			if marks[e.To.ID] != open {
				enter(e.To)
				continue
			}
			if e.To.Kind == workflow.Await {
				continue
			}
			i, known := groups[e.To]
			if !known {
				i, groups[e.To], out = len(out), len(out), append(out, nil)
			}
			out[i] = append(out[i], e)
		}
	}
	return out
}

// planRound plans the transition from a state in which the entity waits for the next round. A worker requests it as soon as it does.
func (x *making) planRound(p *plan, n *workflow.Node) {
	t := x.planTransition(p, onwardEdge(n), workflow.Manual, onwardEdge(n).Label)
	to := dialects.Occurrence{Kind: "transition", Name: t.name}
	x.bringAbout(x.flow, n, dialects.Passage{To: to, AtOnce: true}, requestWish(to), "requests the transition \""+t.name+"\" as soon as an entity waits for it at \""+n.Element.Name+"\"")
}

// roundAgain takes out a wait for nothing but the request that [making.requestRounds] has somebody make at once, and reports whether it did.
func (c *Conversion) roundAgain(w *workflow.Workflow, n *workflow.Node) bool {
	if n.Kind != workflow.Await || n.Awaits == nil || len(n.Awaits.For) != 1 || len(n.Timers) > 0 || len(n.Out) != 1 {
		return false
	}
	t := n.Awaits.For[0]
	name, next := strings.CutSuffix(n.Name(), nextRoundSuffix)
	if !next || name == "" || t.Name != name+roundSuffix || t.Data != nil || t.Edge == nil || !t.Edge.Data.IsZero() || t.Edge.To == n {
		return false
	}
	c.timeRequest(w, n, &t, "at once", "the loop")
	t.Edge.Kind, t.Edge.Label = workflow.Next, ""
	Splice(n)
	return true
}
