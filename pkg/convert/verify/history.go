package verify

import (
	"maps"
	"sort"
	"time"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/run/machine"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A history is what happened on one side of a run and is not compared, but shows which losses could have an effect. Elements have the
// names of that side.
type history struct {
	visits map[*workflow.Node][]visit
	named  map[string][]visit   // of the elements, by their names, in the order in which they were entered
	scopes map[string]time.Time // when iterations and parallel parts of elements began first, which may have no item to enter the elements for
	failed map[string][]time.Time
	// arrived is when an event first came that an element awaits.
	arrived map[string]time.Time
	// passed are what came to nodes and what left them, one after the other, in the target: nobody asks for those of the source.
	passed []visit
	passes bool            // it is that of the target
	timed  bool            // a timer ran down
	data   map[string]bool // elements that failed because of their data
	raised string          // the element that failed last
	// variables are the values that variables have by now. Each assignment makes another map: those before it are of visits.
	variables map[string]any
}

// A visit is one time that a node was entered.
type visit struct {
	at   time.Time
	data any            // that came to the node
	edge *workflow.Edge // that was taken first; nil if none was
	left any            // what went along it
	// skipped reports that the node was passed over.
	skipped bool
	// variables are the values of variables when conditions of the node were asked, by the last assignment of each name.
	variables map[string]any
}

// env is what conditions of a node are evaluated on in a visit: a document, and the variables.
func (v *visit) env(document any) *expr.Env {
	return &expr.Env{Input: document, Now: v.at, Lookup: func(name string) (any, bool) {
		x, ok := v.variables[name]
		return x, ok
	}}
}

func newHistory() *history {
	return &history{visits: map[*workflow.Node][]visit{}, named: map[string][]visit{}, scopes: map[string]time.Time{}, failed: map[string][]time.Time{}, arrived: map[string]time.Time{}, data: map[string]bool{}}
}

// decidedOn is what the conditions of the edges of a node were asked of in a visit: what a task made of the data, where that is known.
func (v *visit) decidedOn(n *workflow.Node) any {
	if n.Call != nil && v.edge != nil && v.edge.Data == (workflow.Stages{}) {
		return v.left
	}
	return v.data
}

// note looks at something that happened.
func (h *history) note(t *machine.Trace) {
	if t.Kind == machine.RunEnded && t.Error != nil && t.Error.Class&workflow.ClassData != 0 && h.raised != "" {
		h.data[h.raised] = true // also where it is its handler that fails
	}
	if t.Node == nil { // before a workflow is selected
		return
	}
	switch t.Kind {
	case machine.Entered, machine.Skipped:
		v := visit{at: t.At, data: t.Data, skipped: t.Kind == machine.Skipped, variables: h.variables}
		h.visits[t.Node] = append(h.visits[t.Node], v)
		h.pass(v)
		h.named[t.Node.Name()] = append(h.named[t.Node.Name()], v)
	case machine.Arrived:
		if _, before := h.arrived[t.Node.Name()]; !before {
			h.arrived[t.Node.Name()] = t.At
		}
	case machine.Took:
		h.pass(visit{at: t.At, data: t.Data, variables: h.variables})
		if list := h.visits[t.Node]; len(list) > 0 && list[len(list)-1].edge == nil {
			v := &list[len(list)-1]
			v.edge, v.left = t.Edge, t.Data
			if t.Node.Call != nil { // its edges are chosen after its assignments
				v.variables = h.variables
			}
			if same := h.named[t.Node.Name()]; len(same) > 0 && same[len(same)-1].at.Equal(v.at) {
				same[len(same)-1] = *v
			}
		}
		if to := t.Edge.To; to.Kind == workflow.Scope && to.Role != workflow.Primary { // which nothing else shows
			h.visits[to] = append(h.visits[to], visit{at: t.At, data: t.Data})
			if _, before := h.scopes[to.Name()]; !before {
				h.scopes[to.Name()] = t.At
			}
		}
	case machine.Assigned:
		h.assign(t.Data)
	case machine.Raised, machine.Retrying, machine.TimedOut, machine.GaveUp, machine.CallCancelled:
		h.timed = h.timed || t.Kind == machine.TimedOut || t.Kind == machine.GaveUp || t.Error != nil && t.Error.Class&workflow.ClassTimeout != 0
		h.noteFailure(t)
	}
}

// assign notes the values that variables are given.
func (h *history) assign(given any) {
	o, _ := given.(*value.Object)
	all := maps.Clone(h.variables)
	if all == nil {
		all = map[string]any{}
	}
	for name, x := range o.All() {
		all[name] = x
	}
	h.variables = all
}

// noteFailure notes a failure at an element, and at the scopes that it lies in.
func (h *history) noteFailure(t *machine.Trace) {
	for n := t.Node; n != nil; n = n.Region.Scope {
		if list := h.failed[n.Name()]; len(list) == 0 || !list[len(list)-1].Equal(t.At) {
			h.failed[n.Name()] = append(list, t.At)
		}
	}
	if t.Kind == machine.Raised {
		h.raised = t.Node.Name()
	}
	if t.Kind == machine.Raised && t.Error != nil && t.Error.Class&workflow.ClassData != 0 {
		h.data[t.Node.Name()] = true
	}
}

// renamed returns a history with the names that the source has for the elements; those with several are left out.
func (h *history) renamed(p *Pair) *history {
	elements, several := inverse(p.elements()), ambiguous(p.elements())
	out := newHistory()
	out.visits, out.passed, out.timed = h.visits, h.passed, h.timed
	for name, list := range h.named {
		if !several[name] {
			out.named[original(elements, name)] = append(out.named[original(elements, name)], list...)
		}
	}
	for name, at := range h.scopes {
		if !several[name] {
			out.scopes[original(elements, name)] = at
		}
	}
	for name, list := range h.failed {
		out.failed[original(elements, name)] = append(out.failed[original(elements, name)], list...)
	}
	for name := range h.data {
		out.data[original(elements, name)] = true
	}
	for name, at := range h.arrived {
		out.arrived[original(elements, name)] = at
	}
	return out
}

func (h *history) pass(v visit) {
	if h.passes {
		h.passed = append(h.passed, v)
	}
}

// around are what there was at an instant: the last that was there before, and all that was there then.
func (h *history) around(at time.Time) []visit {
	after := sort.Search(len(h.passed), func(i int) bool { return h.passed[i].at.After(at) })
	from := sort.Search(len(h.passed), func(i int) bool { return !h.passed[i].at.Before(at) })
	return h.passed[max(from-1, 0):after]
}

// entered is how often elements were entered, all together.
func (h *history) entered() int {
	n := 0
	for _, list := range h.named {
		n += len(list)
	}
	return n
}

// first returns when an element was first entered.
func (h *history) first(element string) (time.Time, bool) {
	if list := h.named[element]; len(list) > 0 {
		return list[0].at, true
	}
	at, ok := h.scopes[element]
	return at, ok
}

// firstFailure returns when an element first failed, or a timer of it ran down.
func (h *history) firstFailure(element string) (time.Time, bool) {
	if list := h.failed[element]; len(list) > 0 {
		return list[0], true
	}
	return time.Time{}, false
}
