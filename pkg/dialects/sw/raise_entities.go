package sw

import (
	"cmp"

	"github.com/flowglot/flowglot/pkg/dialects"

	"github.com/flowglot/flowglot/pkg/workflow"
)

// addEntityLosses adds the losses for all states of an entity, and notes the occurrences of requests.
func (d *draft) addEntityLosses() {
	d.ways = &entityWays{through: map[*workflow.Edge]way{}}
	var first *workflow.Node
	for _, n := range d.flow.Root.Nodes {
		if n.Kind != workflow.State {
			continue
		}
		if s := stateOf(n); s.rests() {
			first = cmp.Or(first, n)
			d.ways.together = d.ways.together || len(s.named) > 1
		}
	}
	start := d.flow.Root.Start.Element
	if first != nil {
		d.lose(&dialects.LossUpdates, first.Element.NameSpan, start, "", "a waiting entity cannot be updated from outside")
	}
	if at := d.unbounded(); at != nil {
		d.lose(&dialects.LossLimits, at.Element.NameSpan, start, "", "the limits of a request are dropped: sw does not count transitions")
	}
}

// unbounded returns a state from which so many automated transitions may follow that a limit of the requests is reached, or
// nil. A cycle of them has no end.
func (d *draft) unbounded() *workflow.Node {
	nodes := d.flow.Root.Nodes
	incoming, longest := map[*workflow.Node]int{}, map[*workflow.Node]int{}
	ways := func(n *workflow.Node) []*workflow.Node {
		var out []*workflow.Node
		s := stateOf(n)
		for _, e := range s.automated {
			out = append(out, e.Target())
		}
		if s.always != nil {
			out = append(out, s.always.Target())
		}
		return out
	}
	var todo []*workflow.Node
	states := 0
	for _, n := range nodes {
		if n.Kind == workflow.State {
			states++
			for _, to := range ways(n) {
				incoming[to]++
			}
		}
	}
	for _, n := range nodes {
		if n.Kind == workflow.State && incoming[n] == 0 {
			todo = append(todo, n)
		}
	}
	for i := 0; i < len(todo); i++ {
		n := todo[i]
		for _, to := range ways(n) {
			longest[to] = max(longest[to], longest[n]+1)
			if most := d.flow.Limits.Transitions; most > 0 && longest[to] > most {
				return to
			}
			if incoming[to]--; incoming[to] == 0 {
				todo = append(todo, to)
			}
		}
	}
	if len(todo) == states {
		return nil
	}
	for _, n := range nodes {
		if n.Kind == workflow.State && incoming[n] > 0 {
			return n
		}
	}
	return nil
}
