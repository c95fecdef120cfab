package rewrite

import (
	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// addLimitLosses adds the loss of the limits on what one request does to an entity, where one may exceed them: where automated
// transitions make a cycle, or more of them follow one another than a request may take.
func (x *entity) addLimitLosses() {
	if at := x.unbounded(); at != nil {
		x.Lose(x.flow, &dialects.LossLimits, at.node.Element.NameSpan, at.node.Element, "",
			"the limits of a request are dropped: it may enter %q any number of times", at.name)
	}
}

// unbounded returns a state that one request may enter too often, or after too many transitions; nil if there is none.
func (x *entity) unbounded() *state {
	by, incoming, longest := map[*workflow.Node]*state{}, map[*workflow.Node]int{}, map[*workflow.Node]int{}
	for _, s := range x.states {
		by[s.node] = s
		for _, e := range s.tried {
			incoming[e.Target()]++
		}
	}
	var todo []*state
	for _, s := range x.states {
		if incoming[s.node] == 0 {
			todo = append(todo, s)
		}
	}
	for i := 0; i < len(todo); i++ {
		s := todo[i]
		for _, e := range s.tried {
			to := e.Target()
			longest[to] = max(longest[to], longest[s.node]+1)
			if most := x.flow.Limits.Transitions; most > 0 && longest[to] > most {
				return by[to]
			}
			if incoming[to]--; incoming[to] == 0 {
				todo = append(todo, by[to])
			}
		}
	}
	for _, s := range x.states {
		if incoming[s.node] > 0 {
			return s
		}
	}
	return nil
}
