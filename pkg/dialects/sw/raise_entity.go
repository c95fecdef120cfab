package sw

import (
	"cmp"

	"github.com/flowglot/flowglot/pkg/dialects"
	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/source"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// A state of an entity tries its automated transitions when it is entered, which is a switch, and rests if none is taken, which
// is an event state: a request for a transition comes as an event. Where there are several transitions to ask for, all of them
// come as one event, in whose data their name is, and a switch after it looks at that.

// requests are the type of the event, and the member of its data.
const requests = "transition"

// An entityState is a state of an entity and what leaves it.
type entityState struct {
	node *workflow.Node
	// automated are the transitions that are tried, up to the first without a condition, which is always taken.
	automated []*workflow.Edge
	always    *workflow.Edge
	named     []*workflow.Edge // that can be asked for
}

func stateOf(n *workflow.Node) entityState {
	s := entityState{node: n}
	for _, e := range n.Out {
		if e.Disabled || e.Kind == workflow.OnTimer {
			continue
		}
		s.named = append(s.named, e)
		switch {
		case e.Kind == workflow.Manual || s.always != nil:
		case guard(e) == nil && e.Ask == nil:
			s.always = e
		default:
			s.automated = append(s.automated, e)
		}
	}
	return s
}

// guard is the condition of a transition, with what is known of the entity answered: the state that it leaves, and the
// transition that led there if it can have been only one.
func guard(e *workflow.Edge) expr.Expr {
	x := e.Condition()
	n := e.From
	if x == nil || n == n.Region.Start || len(n.In) == 0 {
		return x
	}
	name := ""
	for i, in := range n.In {
		if in.From.Role == workflow.Processing {
			in = in.From.In[0]
		}
		if in.Name == "" || i > 0 && in.Name != name {
			return x
		}
		name = in.Name
	}
	x = expr.Known(x, value.ObjectOf(value.Member{Key: workflow.EntityPrevious, Value: name}))
	if l := fixed(x); l != nil && l.Value == true {
		return nil
	}
	return x
}

// rests reports whether an entity may come to rest in a state that something leaves.
func (s *entityState) rests() bool { return s.always == nil && len(s.named) > 0 }

// waitsFirst reports whether a state begins by waiting for a request.
func (d *draft) waitsFirst(n *workflow.Node) bool {
	s := stateOf(n)
	return s.rests() && len(s.automated) == 0
}

// writeEntity writes a state of an entity.
func (d *draft) writeEntity(n *workflow.Node) {
	d.ways = cmp.Or(d.ways, &entityWays{through: map[*workflow.Edge]way{}})
	x := stateOf(n)
	name := d.mains[n]
	switch {
	case len(x.named) == 0:
		s := d.add(name, Inject)
		d.describe(s, n.Element, name)
		d.leave(s, way{})
	case len(x.automated) == 0 && x.always != nil:
		s := d.add(name, Inject)
		d.describe(s, n.Element, name)
		d.leave(s, d.wayThrough(x.always))
	case len(x.automated) == 0:
		d.writeRest(&x, name)
	default:
		s := d.add(name, Switch)
		d.describe(s, n.Element, name)
		c := d.choices(n.Element)
		for _, e := range x.automated {
			if d.asked(e) {
				c.add(guard(e), d.wayThrough(e), nil)
			}
		}
		if x.always != nil {
			c.put(s, d.wayThrough(x.always))
			return
		}
		rest := d.names.unique(name + " rests")
		c.put(s, way{to: rest})
		d.writeRest(&x, rest)
	}
}

// asked reports whether the condition of a transition is an expression, and adds a loss if a task decides it.
func (d *draft) asked(e *workflow.Edge) bool {
	if e.Ask != nil {
		d.lose(&lossQuestion, e.Ask.Span, e.From.Element, "", "the task %s cannot decide about a transition", quote(e.Ask.Task))
	}
	return e.Ask == nil
}

// writeRest writes the state in which an entity waits for a request.
func (d *draft) writeRest(x *entityState, name string) {
	n := x.node
	s := d.add(name, EventState)
	if name == d.mains[n] {
		d.describe(s, n.Element, name)
	}
	if len(x.named) == 1 && !d.ways.together {
		e := x.named[0]
		d.expectRequest(s, n, e, e.Name, "")
		dialects.Put(s, "transition", d.requestWay(e))
		return
	}
	again := d.names.unique(n.Element.Name + " takes")
	for _, e := range x.named {
		d.expectRequest(s, n, e, requests, requests)
	}
	dialects.Put(s, "transition", transitionTo(again, ""))
	at := d.add(again, Switch)
	conditions := list()
	member := &expr.Path{Root: expr.RootItem, Steps: []expr.Step{{Kind: expr.StepChild, Name: requests}}, Definite: true}
	for _, e := range x.named {
		c := objectOf("condition", dialects.NewText(braced(compared(member, expr.Equal, e.Name))))
		dialects.Put(c, "transition", d.requestWay(e))
		conditions.Items = append(conditions.Items, c)
	}
	dialects.Put(at, "dataConditions", conditions)
	dialects.Put(at, "default", transitionTo(d.entries[n], ""))
	d.lose(&dialects.LossNamedRequest, n.Element.NameSpan, n.Element, "the member "+requests, "the name of the requested transition arrives with an event and stays in the document")
}

// expectRequest makes an event state wait for the event that replaces a request.
func (d *draft) expectRequest(s *source.Node, n *workflow.Node, e *workflow.Edge, kind, member string) {
	name := d.event(kind)
	if s.Get("eventsActions") == nil {
		dialects.Put(s, "eventsActions", list(awaiting(name)))
	}
	d.notePassage(dialects.Occurrence{Kind: "transition", Name: e.Name, At: n.Element.Name},
		dialects.Occurrence{Kind: "event", Name: name, Source: d.eventSource(), Member: member})
}

// requestWay returns the way of a requested transition. If its condition does not hold the run fails.
func (d *draft) requestWay(e *workflow.Edge) *source.Node {
	w := d.wayThrough(e)
	if !d.asked(e) {
		return d.transition(w, never())
	}
	x := guard(e)
	if x == nil {
		return d.transition(w, "")
	}
	s, _ := d.choices(e.From.Element).translate(x)
	return d.transition(w, braced(s.holds))
}

// entityWays are the ways through what happens on transitions.
type entityWays struct {
	through map[*workflow.Edge]way
	// together is true if all requests of the workflow come as one event.
	together bool
}

// wayThrough returns the way along a transition. What happens on it is an operation, or several if some of it may fail.
func (d *draft) wayThrough(e *workflow.Edge) way {
	if e.To.Role != workflow.Processing {
		return d.wayTo(e.To)
	}
	if w, ok := d.ways.through[e]; ok {
		return w
	}
	tasks := tasksOf(e.To.Body.Regions[0])
	groups := grouped(tasks)
	entries := make([]string, len(groups))
	for i := range groups {
		entries[i] = d.names.unique(cmp.Or(e.Name, groups[i][0].Call.Task))
	}
	w := way{to: entries[0]}
	d.ways.through[e] = w
	for i, g := range groups {
		next := d.wayTo(e.Target())
		if i+1 < len(groups) {
			next = way{to: entries[i+1]}
		}
		d.writeProcessors(entries[i], g, next)
	}
	return w
}

// writeProcessors writes tasks on a transition as one operation.
func (d *draft) writeProcessors(name string, tasks []*workflow.Node, next way) {
	s := d.add(name, Operation)
	actions, limited := list(), false
	for _, n := range tasks {
		a := d.action(n)
		d.writeLimits(n, a)
		limited = limited || a.Get("timeout") != nil
		actions.Items = append(actions.Items, a)
		if d.flow.Errors.Hidden {
			d.lose(&dialects.LossErrorName, n.Element.NameSpan, n.Element, "the name that the task gives it", "the error of a task keeps its own name")
		}
	}
	dialects.Put(s, "actions", actions)
	if mayFail(tasks[0]) {
		h := objectOf("expression", dialects.NewText(errorsThat(nil)))
		dialects.Put(h, "errorDataFilter", objectOf("dataOutputPath", dialects.NewText(never())))
		dialects.Put(h, "transition", d.transition(next, ""))
		dialects.Put(s, "onError", list(h))
		limited = false
	}
	d.failOnTimeout(s, limited)
	d.leave(s, next)
}

// mayFail reports whether a task on a transition may fail without consequences.
func mayFail(n *workflow.Node) bool {
	for _, e := range n.Out {
		if e.Kind == workflow.OnError {
			return true
		}
	}
	return false
}

// tasksOf are the tasks of a region, one after the other.
func tasksOf(r *workflow.Region) []*workflow.Node {
	var out []*workflow.Node
	for n := r.Start; n != nil && n.Kind == workflow.Task && len(out) < len(r.Nodes); n = n.Out[0].To {
		out = append(out, n)
	}
	return out
}

// grouped puts tasks that may not fail together, and leaves those that may by themselves.
func grouped(tasks []*workflow.Node) [][]*workflow.Node {
	var out [][]*workflow.Node
	for i, n := range tasks {
		if i > 0 && !mayFail(n) && !mayFail(tasks[i-1]) {
			out[len(out)-1] = append(out[len(out)-1], n)
			continue
		}
		out = append(out, []*workflow.Node{n})
	}
	return out
}
