package explore

import (
	"slices"

	"github.com/flowglot/flowglot/pkg/expr"
	"github.com/flowglot/flowglot/pkg/value"
	"github.com/flowglot/flowglot/pkg/workflow"
)

// mostCompared is how many guards of a choice are decided together. Those after it may be either each.
const mostCompared = 64

// options are the edges that a choice may take, as far as it is known what its document is like.
type options struct {
	of    *value.Object
	edges []option
	// free are the guards, in their order, that had two answers when they were asked.
	free []Decision
}

// option is an edge of a choice; nil if no guard holds. free is how many guards before it had two answers.
type option struct {
	edge *workflow.Edge
	free int
	open bool // its own guard had two answers as well
	// fails is what the guard of the edge reads that nothing has written; nil of one that has an answer.
	fails error
}

// Choose implements [machine.Oracle]: it takes one of the edges whose guards may be the first to hold.
func (o *oracle) Choose(n *workflow.Node, doc any, isSet func(name string) bool) (*workflow.Edge, error) {
	at, _ := doc.(*value.Object)
	if err := o.checkFirstReads(n, doc, isSet); err != nil {
		return nil, err
	}
	all := o.options[n]
	if all == nil || all.of != at || len(o.learning[at]) > 0 {
		all = o.optionsOf(n, at)
		if o.options == nil {
			o.options = map[*workflow.Node]*options{}
		}
		o.options[n] = all
	}
	chosen := all.edges[0]
	if len(all.edges) > 1 {
		chosen = all.edges[o.pick(len(all.edges))]
	}
	o.remember(n, at, all, chosen)
	if chosen.fails != nil {
		return nil, o.noteUnwritten(chosen.fails)
	}
	return chosen.edge, nil
}

// optionsOf finds what a choice may take.
func (o *oracle) optionsOf(n *workflow.Node, at *value.Object) *options {
	all := &options{of: at}
	facts := append(append([]fact(nil), o.facts[at]...), o.learning[at]...)
	compared := 0
	for _, e := range n.Out {
		if e.Kind != workflow.Guarded {
			continue
		}
		yes, no := true, true
		if l, constant := e.Guard.(*expr.Literal); constant {
			yes = expr.Truthy(l.Value)
			no = !yes
		} else if c := o.condition(e.Guard); c != nil && (!o.free || len(c.reads) == 0) && compared < mostCompared {
			compared++
			if yes, no = o.possible(at, facts, c, true), o.possible(at, facts, c, false); !yes && !no {
				if err := o.missing(e.Guard, at); err != nil {
					all.edges = append(all.edges, option{free: len(all.free), fails: err})
					return all
				}
				yes, no = true, true // facts contradict what cannot be tried
			}
			facts = append(facts, fact{c, false})
		}
		if yes {
			all.edges = append(all.edges, option{edge: e, free: len(all.free), open: no})
		}
		if !no {
			return all
		}
		if yes {
			all.free = append(all.free, Decision{Condition: e.Guard})
		}
	}
	all.edges = append(all.edges, option{free: len(all.free)})
	return all
}

// remember learns what the choice of an edge shows, and lists the answers for people. Of many guards that did not hold none is listed.
func (o *oracle) remember(n *workflow.Node, at *value.Object, all *options, chosen option) {
	if chosen.free <= mostCompared {
		o.asked = append(o.asked, all.free[:chosen.free]...)
	}
	if chosen.open {
		o.asked = append(o.asked, Decision{Condition: chosen.edge.Guard, Holds: true})
	}
	if at == nil {
		return
	}
	for i, e := range n.Out {
		if i > mostCompared || len(o.learning[at]) > mostFacts { // more is known than is remembered
			return
		}
		if e.Kind != workflow.Guarded {
			continue
		}
		if c := o.condition(e.Guard); c != nil {
			o.learn(at, fact{c, e == chosen.edge})
		}
		if e == chosen.edge {
			return
		}
	}
}

// Split implements [machine.Oracle]: conditions of several nodes on one document are decided together, before each node asks for its own.
func (o *oracle) Split(n *workflow.Node, doc any) any {
	var asked []*condition
	var guards []expr.Expr
	shared := false
	for _, e := range n.Out {
		if e.To.When == nil || len(e.To.In) > 1 || o.free || o.data {
			continue
		}
		c := o.condition(e.To.When)
		if c == nil || len(c.reads) == 0 {
			continue
		}
		shared = shared || slices.ContainsFunc(asked, func(other *condition) bool { return related(other, c) })
		asked, guards = append(asked, c), append(guards, e.To.When)
	}
	if !shared || len(asked) > mostConditions {
		return doc
	}
	for _, x := range guards {
		if _, err := o.Holds(x, doc, nil); err != nil {
			return doc
		}
	}
	return o.Learned(doc)
}

// forget finds the conditions that need not be remembered: those of a node to which no token comes twice, and that look at what no
// condition of another node looks at.
func (o *oracle) forget(w *workflow.Workflow) {
	again := map[*workflow.Node]bool{}
	for _, c := range w.Cycles() {
		for _, n := range c {
			again[n] = true
		}
	}
	type reader struct {
		at *workflow.Node
		of *condition
	}
	var all []reader
	add := func(n *workflow.Node, x expr.Expr) {
		if x == nil {
			return
		}
		if c := o.condition(x); c != nil {
			all = append(all, reader{n, c})
		}
	}
	for _, n := range w.Nodes {
		add(n, n.When)
		for _, e := range n.Out {
			add(n, e.Guard)
			add(n, e.Require)
		}
	}
	first := map[string]*workflow.Node{} // by name: the node that looks at the member
	shared := map[string]bool{}          // several do
	for _, r := range all {
		for _, read := range r.of.reads {
			name := "" // the whole document
			if len(read) > 0 {
				name = read[0]
			}
			if at := first[name]; at != nil && at != r.at || again[r.at] || inItems(r.at) {
				shared[name] = true
			}
			first[name] = r.at
		}
	}
	for _, r := range all {
		if len(r.of.reads) > 0 {
			o.asking = append(o.asking, r.of)
		}
	}
	o.constants = !o.free && !o.data && len(o.asking) > 0 && knowsWritten(w)
	_, whole := first[""]
	for _, r := range all {
		useless := !whole
		for _, read := range r.of.reads {
			useless = useless && len(read) > 0 && !shared[read[0]]
		}
		o.useless[r.of] = useless
	}
}

// inItems reports whether a node lies in a scope, whose regions may run it more than once or on other documents.
func inItems(n *workflow.Node) bool { return n.Region.Scope != nil }
