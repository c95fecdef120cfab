package rewrite

import (
	"strings"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// An entity waits in its states only, and leaves a state by one event. To wait for all of several events, it needs a state for each set of
// events that arrived:
//
//	before: await A and B → next
//	after:  waiting -A→ after A -B→ next, waiting -B→ after B -A→ next
//
// With n events these are 2^n-1 states; above [mostTogether] events the order is fixed, which takes n states and is a loss.

// mostTogether bounds the events that may arrive in any order.
const mostTogether = 4

var lossEventOrder = dialects.LossRule{ID: "convert/event-order", Level: dialects.Approximated, Affects: dialects.Outcome | dialects.Time | dialects.ErrorName, Data: dialects.Same,
	What: "several events that are awaited together have to arrive in a fixed order", Remedy: "send the events in the order of the states that wait for them"}

// planAll plans the states in which an entity waits for all of several events: one for each set of those that came.
func (x *making) planAll(p *plan, n *workflow.Node) {
	events := n.Awaits.For
	on := onwardEdge(n)
	if len(events) > mostTogether {
		x.planInOrder(p, n, on)
		return
	}
	all := 1<<len(events) - 1
	plans := map[int]*plan{0: p}
	for came := range all {
		for i := range events {
			if next := came | 1<<i; next != came {
				x.planOne(plans[came], n, on, &events[i], x.afterEvents(plans, n, next, all))
			}
		}
	}
	x.addAwaitedDataLoss(n)
}

// planInOrder plans one state for each event: the events have to arrive in their order.
func (x *making) planInOrder(p *plan, n *workflow.Node, on *workflow.Edge) {
	x.Lose(x.flow, &lossEventOrder, placeOf(n), n.Element, "a state for each event", "the events of %q have to arrive in a fixed order", n.Name())
	at := p
	for i := range n.Awaits.For {
		t := &n.Awaits.For[i]
		var next *plan
		if i < len(n.Awaits.For)-1 {
			next = x.addPlan(n, n.Element.Name+" after "+t.Name)
		}
		x.planOne(at, n, on, t, next)
		at = next
	}
	x.addAwaitedDataLoss(n)
}

// afterEvents returns the plan of the state in which some of the events have arrived (a bit for each), and adds it if there is none yet. It
// returns nil for all events: then the entity leaves the states that wait.
func (x *making) afterEvents(plans map[int]*plan, n *workflow.Node, came, all int) *plan {
	if came == all || plans[came] != nil {
		return plans[came]
	}
	var names []string
	for i := range n.Awaits.For {
		if came&(1<<i) != 0 {
			names = append(names, n.Awaits.For[i].Name)
		}
	}
	plans[came] = x.addPlan(n, n.Element.Name+" after "+strings.Join(names, " and "))
	return plans[came]
}

// addPlan adds a state that exists only because of how a node is written for the target.
func (x *making) addPlan(n *workflow.Node, name string) *plan {
	e := x.NewElement(x.flow, n.Element, name, n.Element.Kind)
	p := &plan{node: x.flow.AddNode(n.Region, e, workflow.Pass, workflow.Primary), names: map[string]bool{}}
	x.further[n] = append(x.further[n], p)
	x.plans[p.node] = p
	x.order = append(x.order, p)
	return p
}

// planOne plans the transition by one of several events, to a state or, where that is nil, onward.
func (x *making) planOne(at *plan, n *workflow.Node, on *workflow.Edge, t *workflow.Trigger, next *plan) {
	planned := x.planTransition(at, on, workflow.Manual, t.Name)
	if planned.name = t.Name; next != nil {
		planned.to, planned.tasks = next.node, nil
	}
	x.requested(n, t, dialects.Occurrence{Kind: "transition", Name: planned.name})
}
